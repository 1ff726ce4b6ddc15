"""(6) A change of game changes exactly the answers that it should."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine import PRESETS, Layout, Position, RuleSet
from engine.play import why_not_placed
from engine.scoring import count
from engine.teaching.answers import answer
from engine.teaching.bank import entries
from engine.teaching.boards import watched, ways
from engine.teaching.items import item
from engine.teaching.questions import Ask, Question
from engine.teaching.skills import COURSE_GAMES, SHARED, Skill
from engine.tiles import TileSet

STRAIGHT = PRESETS["straight"]
TOURNAMENT = PRESETS["straight_tournament"]


def both_tables(seed: int, n: int) -> tuple[Layout, Layout]:
    """The same plays, legal in both games, as each game sees them."""
    rng = Random(seed)
    one, other = Layout(), Layout()
    for _ in range(n):
        left = TileSet.full(6) - one.tiles
        moves = [
            (tile, arm)
            for tile, arm in ways(one, STRAIGHT, left)
            if why_not_placed(other, TOURNAMENT, tile, arm) is None
        ]
        if not moves:
            break
        tile, arm = rng.choice(moves)
        one = one.placed(tile, arm, STRAIGHT)
        other = other.placed(tile, arm, TOURNAMENT)
    return one, other


def asked(ask: Ask, layout: Layout, rules: RuleSet) -> object:
    return answer(Question(ask, watched(layout, rules)))


tables = st.tuples(st.integers(0, 10**6), st.integers(1, 7)).map(lambda pair: both_tables(*pair))


@given(tables)
def test_places_change_where_arms_open_otherwise_and_nowhere_else(
    both: tuple[Layout, Layout],
) -> None:
    one, other = both
    changed = asked(Ask.PLACES, one, STRAIGHT) != asked(Ask.PLACES, other, TOURNAMENT)
    spinner = next(iter(other.spinners(TOURNAMENT)), None)
    same = (
        spinner is not None
        and spinner.line_covered
        and spinner.stone.tile == one.spinners(STRAIGHT)[0].stone.tile
    )
    covered_alike = spinner is not None and spinner.line_covered
    assert changed == (not (same or covered_alike))


@given(tables)
def test_the_count_changes_only_by_a_double_that_spins_in_one_game(
    both: tuple[Layout, Layout],
) -> None:
    one, other = both
    if count(one, STRAIGHT) == count(other, TOURNAMENT):
        return
    spins = {spun.stone.tile for spun in one.spinners(STRAIGHT)}
    spins ^= {spun.stone.tile for spun in other.spinners(TOURNAMENT)}
    assert any(tile.is_double for tile in spins)


@given(st.sampled_from(sorted(SHARED - {Skill.DRAW_GAME})), st.integers(0, 10**6))
def test_what_the_games_share_has_the_same_answers_in_all_of_them(skill: Skill, n: int) -> None:
    shelf = entries(skill, STRAIGHT, Random(0))
    question = item(shelf[n % len(shelf)].key).question
    for name in COURSE_GAMES[1:]:
        rules = PRESETS[name].with_options(players=question.rules.players)
        old = question.position
        if old.layout.line and question.ask not in _TABLE_BLIND:
            continue
        position = Position(rules, old.layout, old.hands, old.boneyard, old.turn, passes=old.passes)
        moved = Question(
            question.ask, position, question.tray, question.tile, None, question.pips, question.told
        )
        assert answer(moved) == answer(question)


_TABLE_BLIND = frozenset({Ask.HOLDING, Ask.UNSEEN, Ask.CHANCE, Ask.CANNOT, Ask.AWARD})


def test_the_lessons_that_change_are_the_ones_that_the_rules_touch() -> None:
    def answers(name: str) -> dict[str, list[object]]:
        from engine.teaching.lessons import course

        return {
            lesson.id: [(str(e.question.ask), answer(e.question)) for e in lesson.worked]
            for lesson in course(PRESETS[name]).lessons
            if lesson.skill not in _BANKED
        }

    straight, tournament, all_fives = map(answers, COURSE_GAMES)
    changed = {name for name in straight if straight[name] != tournament[name]}
    assert changed == {"match", "count", "spinner"}
    assert tournament == all_fives


_BANKED = frozenset({Skill.LEFT, Skill.INFER, Skill.SAFE, Skill.BLOCK, Skill.EXACT, Skill.PARTNER})
