from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest

from engine import PRESETS, DominoError, legal_moves, parse_position, problems
from engine.moves import Play
from engine.play import points_of
from engine.teaching.answers import distinct_plays
from engine.teaching.endgame import values
from engine.teaching.judging import greedy
from engine.teaching.mining import main
from engine.teaching.progress import Progress
from engine.teaching.puzzles import (
    GAP,
    Theme,
    at_seat_a,
    daily,
    fault,
    format_puzzle,
    game_key,
    made,
    mine,
    parse_puzzle,
    pick,
    puzzles,
    tried,
)

STRAIGHT = PRESETS["straight"]
mined = pytest.mark.parametrize("game", ["straight", "straight_tournament"])


def test_two_thousand_puzzles_are_shipped() -> None:
    assert sum(len(puzzles(PRESETS[game])) for game in ("straight", "straight_tournament")) >= 2000
    assert len(puzzles(STRAIGHT)) >= 2000


@mined
def test_every_puzzle_is_a_position_with_a_choice_and_no_boneyard(game: str) -> None:
    for puzzle in puzzles(PRESETS[game]):
        position = puzzle.position
        assert not problems(position)
        assert (0, ()) == (position.turn, position.boneyard)
        assert puzzle.best in distinct_plays(position)
        assert len(distinct_plays(position)) > 1
        assert puzzle.gap >= GAP


@mined
def test_no_two_puzzles_play_alike(game: str) -> None:
    found = puzzles(PRESETS[game])
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert len({game_key(puzzle.position) for puzzle in found}) == len(found)
    assert len({game_key(at_seat_a(puzzle.position)) for puzzle in found}) == len(found)


@mined
def test_a_sample_is_proved_again(game: str) -> None:
    for puzzle in puzzles(PRESETS[game])[::250]:
        assert fault(puzzle) is None


@mined
@pytest.mark.slow
def test_every_puzzle_is_proved_again(game: str) -> None:
    assert [] == [text for puzzle in puzzles(PRESETS[game]) if (text := fault(puzzle))]


@mined
def test_greed_solves_few_of_the_hardest_third(game: str) -> None:
    hardest = sorted(puzzles(PRESETS[game]), key=lambda puzzle: -puzzle.rating)
    hardest = hardest[: len(hardest) // 3]
    solved = sum(greedy(p.position, distinct_plays(p.position)) == p.best for p in hardest)
    assert solved <= 0.15 * len(hardest)


@mined
def test_every_theme_has_its_puzzles(game: str) -> None:
    themes = Counter(theme for puzzle in puzzles(PRESETS[game]) for theme in puzzle.themes)
    assert all(themes[theme] >= 40 for theme in Theme), themes


def test_a_refusal_scores_less_than_it_could() -> None:
    puzzle = next(p for p in puzzles(STRAIGHT) if Theme.REFUSE in p.themes)
    plays = distinct_plays(puzzle.position)
    assert points_of(puzzle.position, puzzle.best) < max(
        points_of(puzzle.position, play) for play in plays
    )


def test_all_fives_has_the_puzzles_of_the_tournament_with_the_same_values() -> None:
    for one, other in zip(
        puzzles(PRESETS["straight_tournament"])[::200],
        puzzles(PRESETS["all_fives"])[::200],
        strict=True,
    ):
        assert "all_fives" == other.position.rules.name
        assert dict(values(one.position)) == dict(values(other.position))


def test_other_games_have_none() -> None:
    assert () == puzzles(PRESETS["muggins"]) == puzzles(STRAIGHT.with_options(reserve=2))
    with pytest.raises(DominoError, match="no puzzles"):
        pick(Progress(), PRESETS["muggins"], Random(1))


def test_the_puzzle_of_the_day_is_everybodys_and_comes_once() -> None:
    start = date(2026, 5, 1)
    n = len(puzzles(STRAIGHT))
    days = [daily(start + timedelta(days=day), STRAIGHT).id for day in range(n)]
    assert n == len(set(days))
    assert daily(start, STRAIGHT) == daily(date(2026, 5, 1), STRAIGHT)


def test_the_lesson_position_is_a_puzzle_too() -> None:
    text = "straight_tournament 00.04.46.61.10.03.34.44 63/52 - B 0 10/0"  # not a puzzle: one play
    assert made(parse_position(text), 0, 0) is None


def test_a_play_to_the_same_table_solves_it_too() -> None:
    for puzzle in puzzles(STRAIGHT)[:300]:
        assert puzzle.is_solved_by(str(puzzle.best))
        others = [m for m in legal_moves(puzzle.position) if isinstance(m, Play)]
        twins = [m for m in others if m != puzzle.best and puzzle.is_solved_by(str(m))]
        for twin in twins:
            assert values(puzzle.position)[twin] == puzzle.margin
        assert not puzzle.is_solved_by("nonsense")


def test_only_the_first_try_counts() -> None:
    puzzle = puzzles(STRAIGHT)[0]
    day = date(2026, 5, 1)
    progress = tried(Progress(), puzzle, solved=False, day=day)
    assert progress.rating.mean < Progress().rating.mean
    assert {puzzle.id: False} == progress.solved
    assert {"2026-05-01": False} == progress.days
    assert progress == tried(progress, puzzle, solved=True, day=day)
    other = tried(progress, puzzles(STRAIGHT)[1], solved=True)
    assert other.rating.mean > progress.rating.mean


def test_a_pick_is_new_near_and_of_its_theme() -> None:
    rng = Random(1)
    progress = Progress(solved={puzzle.id: True for puzzle in puzzles(STRAIGHT)[1:]})
    assert puzzles(STRAIGHT)[0] == pick(progress, STRAIGHT, rng)
    for theme in Theme:
        assert theme in pick(Progress(), STRAIGHT, rng, theme=theme).themes
    easy = [pick(Progress(), STRAIGHT, rng, harder=-600).rating for _ in range(20)]
    hard = [pick(Progress(), STRAIGHT, rng, harder=+600).rating for _ in range(20)]
    assert sum(easy) < sum(hard)


def test_a_line_is_read_as_it_was_written() -> None:
    for puzzle in puzzles(STRAIGHT)[:50]:
        assert puzzle == parse_puzzle(format_puzzle(puzzle))


@pytest.mark.parametrize("line", ["", "1 2 3", "1 2 + 3 5 1000 - straight 66* 65/54 - A 0 0/0"])
def test_no_puzzle(line: str) -> None:
    with pytest.raises(DominoError):
        parse_puzzle(line)


def test_mining_starts_where_it_is_told_and_gives_the_same_again() -> None:
    shipped = puzzles(STRAIGHT)[0]
    seeds = range(shipped.seed, shipped.seed + 1)
    assert [shipped] == list(mine(STRAIGHT, seeds))


def test_the_command_line_mines_and_proves(capsys: pytest.CaptureFixture[str]) -> None:
    shipped = puzzles(STRAIGHT)[0]
    assert 0 == main(["mine", "--seeds", f"{shipped.seed}:{shipped.seed + 1}"])
    assert shipped == parse_puzzle(capsys.readouterr().out.strip())
    assert 0 == main(["prove", "--rules", "straight", "--every", "1500"])
    report = json.loads(capsys.readouterr().out)
    assert ("straight", []) == (report["rules"], report["faults"])
    assert report["checked"] >= 2
