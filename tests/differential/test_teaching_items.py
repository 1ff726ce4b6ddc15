"""(5) Every answer of the course, worked out again by the slow referee and plain enumeration."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine import PRESETS, Draw, Layout, Pass, Position, RuleSet
from engine.teaching.answers import answer, options
from engine.teaching.bank import entries
from engine.teaching.items import item
from engine.teaching.lessons import course
from engine.teaching.misconceptions import Mistake, named
from engine.teaching.questions import Ask, Question
from engine.teaching.skills import COURSE_GAMES, Skill
from tests import naive
from tests.naive_table import Options, Table, points, text, tile
from tests.naive_table import options as preset_options

_FLIP = {"L": "R", "R": "L"}


def naive_options(rules: RuleSet) -> Options:
    plain: dict[str, Any] = {}
    for name, value in rules.differences().items():
        plain[name] = list(value) if isinstance(value, tuple) else value
    return preset_options(rules.name, **plain)


class Board:
    """A layout rebuilt tile by tile on the referee's table; it may lie the other way round."""

    def __init__(self, layout: Layout, rules: RuleSet) -> None:
        self.o = naive_options(rules)
        self.table = Table(self.o)
        line = layout.line
        if not line:
            self.flip = False
            return
        lead = next((n for n, stone in enumerate(line) if stone.is_spinner), 0)
        self.flip = line[lead].near < line[lead].far
        self.table.place(tile(str(line[lead].tile)), None)
        for stone in reversed(line[:lead]):
            self.table.place(tile(str(stone.tile)), self.arm("L"))
        for stone in line[lead + 1 :]:
            self.table.place(tile(str(stone.tile)), self.arm("R"))
        for side, chain in (("U", line[lead].up), ("D", line[lead].down)):
            for stone in chain:
                self.table.place(tile(str(stone.tile)), side)

    def arm(self, name: str) -> str:
        return _FLIP.get(name, name) if self.flip else name

    def places(self) -> dict[str, set[int]]:
        return {self.arm(arm): set(pips) for arm, pips in self.table.places()}

    def after(self, layout: Layout, rules: RuleSet, t: str, arm: str | None) -> Table:
        board = Board(layout, rules)
        board.table.place(tile(t), None if arm is None else board.arm(arm))
        return board.table


def fits(t: str, pips: set[int]) -> bool:
    return bool(set(tile(t)) & pips)


def game(position: Position) -> naive.Game:
    # Hidden tiles are never asked for what they are; that there are some decides.
    hands = [[str(t) for t in hand.tiles] + ["00"] * hand.hidden for hand in position.hands]
    boneyard = position.boneyard
    drawn = ["00"] * boneyard if isinstance(boneyard, int) else [str(t) for t in boneyard]
    made = naive.Game(
        naive_options(position.rules),
        hands,
        drawn,
        position.turn,
        lead_forced=position.lead_forced,
        scores=position.scores,
    )
    board = Board(position.layout, position.rules)
    made.table = board.table
    made.passes = position.passes
    return made


def moves(position: Position) -> set[str]:
    """Legal moves in the engine's arms."""
    board = Board(position.layout, position.rules)
    return {m if m in "+-" else m[:2] + board.arm(m[2:]) for m in game(position).moves()}


def unseen(question: Question) -> list[str]:
    position = question.position
    seen = {str(t) for t in position.layout.tiles}
    seen |= {str(t) for hand in position.hands for t in hand.tiles}
    return [t for t in everything() if t not in seen]


def everything() -> list[str]:
    return [f"{high}{low}" for high in range(7) for low in range(high + 1)]


def has(t: str, pips: Any) -> bool:
    return any(str(pip) in t for pip in pips)


def scoring(layout: Layout, rules: RuleSet, tiles: list[str]) -> set[str]:
    board = Board(layout, rules)
    found = set()
    for t in tiles:
        for arm, pips in board.places().items():
            if fits(t, pips):
                total = board.after(layout, rules, t, arm).count()
                if points(board.o, total):
                    found.add(t)
    return found


def cannot(question: Question) -> set[str]:
    """Tile by tile: every place in the next seat's hand with the pips that it cannot have."""
    seat = (question.position.turn + 1) % question.rules.players
    slots: list[set[int]] = [set() for _ in range(12)]
    drew = False
    for event in question.told:
        if event.seat != seat:
            continue
        if isinstance(event.move, Draw | Pass):
            for n, slot in enumerate(slots):
                slots[n] = slot | event.pips
            drew = isinstance(event.move, Draw)
            if drew:
                slots.append(set())
        else:
            # The tile drawn last could be played, so it was.
            if drew:
                slots.pop()
            drew = False
    return {str(t) for t in question.tray if all(slot & {t.high, t.low} for slot in slots)}


def minimax(made: naive.Game, seat: int, memo: dict[str, int]) -> int:
    """What `seat` gains from here, less what the others do."""
    over = made.outcome()
    if over is not None:
        return sum(a if s == seat else -a for s, a in enumerate(over[2]))
    key = f"{made.turn}{made.passes}{sorted(map(sorted, made.hands))}{made.places()}{made.ends()}"
    key += f"{made.hands}"
    if key not in memo:
        values = []
        for move in made.moves():
            child, gained = branch(made, move)
            value = (gained if made.turn == seat else -gained) + minimax(child, seat, memo)
            values.append(value)
        memo[key] = max(values) if made.turn == seat else min(values)
    return memo[key]


def branch(made: naive.Game, move: str) -> tuple[naive.Game, int]:
    from copy import deepcopy

    child = deepcopy(made)
    return child, child.play(move)


def by_play(question: Question) -> dict[str, Any]:
    """What each play of a choice is worth in the terms of the question."""
    position, rules = question.position, question.rules
    board = Board(position.layout, rules)
    worth: dict[str, Any] = {}
    for token in options(question):
        t, arm = token[:2], token[2:]
        after = position.layout.placed(
            next(x for x in position.hand.tiles if str(x) == t),
            next(p.arm for p in _places(position) if str(p.arm) == arm),
            rules,
        )
        left = [x for x in unseen(question) if x != t]
        gained = points(board.o, Board(after, rules).table.count())
        if question.ask is Ask.SAFEST:
            worth[token] = -len(scoring(after, rules, left))
        elif question.ask is Ask.PARTNER:
            only = [x for x in left if has(x, next_lacks(question))]
            worth[token] = (gained, len(scoring(after, rules, only)))
        elif question.ask is Ask.BLOCKING:
            other = [str(x) for x in position.hands[1 - position.turn].tiles]
            plays = [x for x in other for p in Board(after, rules).places().values() if fits(x, p)]
            worth[token] = not plays
        else:
            made = game(position)
            child, gain = branch(made, t + board.arm(arm))
            worth[token] = gain + minimax(child, position.turn, {})
    return worth


def next_lacks(question: Question) -> set[int]:
    seat = (question.position.turn + 1) % question.rules.players
    pips: set[int] = set(range(7))
    probe = [t for t in everything() if t[0] == t[1]]
    told = Question(
        Ask.CANNOT,
        question.position,
        tray=type(question.tray).of(_tile(t) for t in probe),
        told=question.told,
    )
    assert seat != question.position.turn
    return {pip for pip in pips if f"{pip}{pip}" in cannot(told)}


def _tile(t: str) -> Any:
    from engine import Tile

    return Tile.of(int(t[0]), int(t[1]))


def _places(position: Position) -> Any:
    from engine import places

    return places(position.layout, position.rules)


def recomputed(question: Question) -> Any:  # noqa: C901, PLR0911, PLR0912 - one case an Ask
    position, rules, layout = question.position, question.rules, question.layout
    board = Board(layout, rules)
    tray = [str(t) for t in question.tray]
    hand = [str(t) for t in position.hand.tiles]
    arm = None if question.arm is None else str(question.arm)
    match question.ask:
        case Ask.MISSING:
            (missing,) = set(everything()) - set(tray)
            return missing
        case Ask.HOLDING:
            return sum(has(t, question.pips) for t in everything() if t not in tray)
        case Ask.UNSEEN:
            return sum(has(t, question.pips) for t in unseen(question))
        case Ask.PLAYABLE:
            return {t for t in hand for pips in board.places().values() if fits(t, pips)}
        case Ask.WHERE:
            return {a for a, pips in board.places().items() if fits(str(question.tile), pips)}
        case Ask.PLACES:
            return set(board.places())
        case Ask.COUNT:
            return board.table.count()
        case Ask.POINTS:
            return points(board.o, board.table.count())
        case Ask.LEADS:
            leads = {t: board.after(Layout(), rules, t, None).count() for t in tray}
            return {t for t, total in leads.items() if points(board.o, total)}
        case Ask.CHANGE:
            return board.after(layout, rules, str(question.tile), arm).count()
        case Ask.SCORING:
            totals = {t: board.after(layout, rules, t, arm).count() for t in tray}
            return {t for t, total in totals.items() if points(board.o, total)}
        case Ask.SCORES:
            return scoring(layout, rules, hand)
        case Ask.LEGAL:
            return {m[:2] for m in moves(position)}
        case Ask.NEXT:
            legal = moves(position)
            if legal - {"+", "-"}:
                return "play"
            if "+" in legal:
                return "draw"
            child, _ = branch(game(position), "-")
            return "blocked" if child.outcome() else "pass"
        case Ask.AWARD:
            over = game(position).outcome()
            assert over is not None
            return sum(over[2])
        case Ask.LAST:
            child, gained = branch(game(position), f"{question.tile}{board.arm(arm or '')}")
            over = child.outcome()
            assert over is not None
            return gained + sum(over[2])
        case Ask.CHANCE:
            return str(round(100 * float(at_least_one(*question.odds))))
        case Ask.CANNOT:
            return cannot(question)
        case Ask.LEAD:
            made = game(position)
            (forced,) = made.moves()
            return forced
        case Ask.SAFEST | Ask.BLOCKING | Ask.BEST | Ask.PARTNER:
            worth = by_play(question)
            best = max(worth.values())
            (token,) = [token for token, value in worth.items() if value == best]
            return token


@cache
def at_least_one(good: int, hidden: int, held: int) -> Fraction:
    """By going through every hand where there are not too many, else draw by draw."""
    hands = list(combinations(range(hidden), held)) if held <= 3 else []
    if hands:
        return Fraction(sum(any(t < good for t in hand) for hand in hands), len(hands))
    none = Fraction(1)
    for n in range(held):
        none *= Fraction(max(0, hidden - good - n), hidden - n)
    return 1 - none


def plain(said: object) -> object:
    return set(said) if isinstance(said, frozenset) else said


def shelf(skill: Skill, game_name: str) -> tuple[Any, ...]:
    return entries(skill, PRESETS[game_name], Random(0))


def agree(skill: Skill, game_name: str, step: int) -> None:
    found = shelf(skill, game_name)
    for entry in found[::step]:
        made = item(entry.key)
        assert recomputed(made.question) == plain(made.answer), str(entry.key)
        assert entry.catches == made.catches, str(entry.key)
        assert made.answer not in made.distractors
        assert made.n_answers >= 4


@pytest.mark.parametrize("game_name", COURSE_GAMES)
@pytest.mark.parametrize("skill", Skill)
def test_the_referee_gives_the_same_answers(skill: Skill, game_name: str) -> None:
    agree(skill, game_name, 40)


@pytest.mark.slow
@pytest.mark.parametrize("game_name", COURSE_GAMES)
@pytest.mark.parametrize("skill", Skill)
def test_the_referee_gives_every_answer_of_the_bank(skill: Skill, game_name: str) -> None:
    agree(skill, game_name, 1)


@pytest.mark.slow
@pytest.mark.parametrize("game_name", COURSE_GAMES)
@pytest.mark.parametrize("skill", Skill)
def test_no_two_items_of_the_bank_differ_only_by_a_turn(skill: Skill, game_name: str) -> None:
    found = [item(entry.key).question.canonical for entry in shelf(skill, game_name)]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("game_name", COURSE_GAMES)
@pytest.mark.parametrize("skill", Skill)
def test_the_bank_catches_every_wrong_model_often_enough(skill: Skill, game_name: str) -> None:
    found = shelf(skill, game_name)
    for mistake in named(skill, PRESETS[game_name]):
        assert sum(mistake in entry.catches for entry in found) >= 8, mistake


@pytest.mark.parametrize("game_name", COURSE_GAMES)
def test_the_referee_gives_the_answers_of_the_worked_items(game_name: str) -> None:
    for lesson in course(PRESETS[game_name]).lessons:
        for worked in lesson.worked:
            held = sum(map(len, worked.question.position.hands))
            if worked.question.ask is Ask.BEST and held > 6:
                continue  # too many tiles for plain minimax at every push
            expected = recomputed(worked.question)
            assert expected == plain(answer(worked.question)), (lesson.id, worked.question.ask)


def test_a_wrong_rule_set_is_the_referees_wrong_rule_set_too() -> None:
    as_option: dict[Mistake, dict[str, Any]] = {
        Mistake.DOUBLES_ONCE: {"end_double": "one_half"},
        Mistake.UNPLAYED_ARMS: {"unplayed_arm_counts": True},
    }
    for game_name in COURSE_GAMES:
        for entry in shelf(Skill.SPINNER, game_name)[:20] + shelf(Skill.COUNT, game_name)[:20]:
            made = item(entry.key)
            if made.question.ask is not Ask.COUNT:
                continue
            for mistake, option in as_option.items():
                board = Board(made.question.layout, made.question.rules)
                board.o.update(option)
                assert board.table.count() == made.said(frozenset({mistake}))


def test_tiles_are_spelled_alike() -> None:
    assert [text(tile(t)) for t in everything()] == everything()
