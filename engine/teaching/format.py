"""Lesson sets as text: the TOML file that a teacher writes.

```toml
format = 1
title = "Counting, week 2"
rules = "straight_tournament"          # as in a position line; a lesson may have its own

[[lesson]]
title = "The spinner"
say = "A spinner counts both halves until both long sides are covered."
[[lesson.item]]                        # or [[lesson.worked]], with shown = "all", "some" or "none"
ask = "count"                          # see Ask; the answer is the engine's
play = "66 63R 61L"                    # from a bare table; or position = "…" (a position line)
expect = 4                             # may be left out; if it stands it must be right
[lesson.drill]                         # items made by the engine
skill = "spinner"
n = 10
```

An item may also have `hands` (`"6312/?5"`, seat A's first), `boneyard` (`"?14"`), `passes`, `tray`
and `tile` (tiles), `arm`, `pips` (`"36"`), `told` (`["B+ 26", "B63L 26"]`: seat, move, open pips),
`say`, `games` (the presets it is for) and, instead of all these, `bank` (the how-manieth exercise
of the lesson's skill).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from engine.errors import DominoError, NotationError, PositionError
from engine.layout import Layout
from engine.moves import Play
from engine.notation import parse_hands, parse_move, parse_position, parse_rules
from engine.play import ending, why_not_placed
from engine.position import Event, Position, problems
from engine.rules import MAX_PLAYERS, PRESETS
from engine.scanner import SEATS
from engine.teaching.answers import answer, is_clear
from engine.teaching.bank import entries
from engine.teaching.boards import watched
from engine.teaching.items import LEVELS, item
from engine.teaching.lessons import Drill, Exercise, Lesson, LessonSet, Shown
from engine.teaching.questions import Ask, Question
from engine.teaching.skills import Skill
from engine.teaching.source import LessonError, Source, Table
from engine.tiles import PIP_DIGITS, Tile, TileSet

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.layout import Arm
    from engine.rules import RuleSet

_T = TypeVar("_T")

VERSION: Final = 1
MAX_LENGTH: Final = 200_000
"""Characters of the longest set that is read."""
MAX_LESSONS: Final = 60
MAX_ITEMS: Final = 300
MAX_SOLVED_TILES: Final = 14
"""Tiles in hands, at most, where the best play is asked: so many are soon solved."""


def parse_set(text: str, *, file: str = "lessons.toml", rules: RuleSet | None = None) -> LessonSet:
    """The lessons that `text` tells.

    Args:
        text: TOML.
        file: How to call it in errors.
        rules: The game where the text names none; then items for other `games` are left out.

    Raises:
        LessonError: with the line, and what was expected there.
    """
    if len(text) > MAX_LENGTH:
        raise LessonError(file, 0, f"expected at most {MAX_LENGTH} characters")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise LessonError(file, line, f"no TOML: {error}") from error
    except RecursionError as error:
        raise LessonError(file, 0, "expected tables that are not nested so deeply") from error
    top = Table(Source(file, text), "", data)
    top.only("format", "title", "rules", "lesson")
    if top.data.get("format") != VERSION:
        raise top.fail("format", f"format: expected {VERSION}")
    rules = _rules(top, rules or PRESETS["straight"])
    lessons = tuple(
        _lesson(table, rules, number)
        for number, table in enumerate(top.tables("lesson", MAX_LESSONS), 1)
    )
    return LessonSet(rules, top.text("title"), lessons)


def _rules(table: Table, default: RuleSet) -> RuleSet:
    if "rules" not in table.data:
        return default
    try:
        return parse_rules(table.text("rules"))
    except NotationError as error:
        raise table.fail("rules", f"rules: {error}") from error


def _lesson(table: Table, rules: RuleSet, number: int) -> Lesson:
    table.only("id", "title", "say", "skill", "rules", "board", "worked", "item", "drill")
    rules = _rules(table, rules)
    skill = table.word("skill", Skill) if "skill" in table.data else None
    board = table.table("board")
    return Lesson(
        table.text("id", f"lesson-{number}"),
        rules,
        skill,
        table.text("title"),
        table.text("say"),
        _position(board, rules) if board else None,
        _exercises(table.tables("worked", MAX_ITEMS), rules, skill),
        _exercises(table.tables("item", MAX_ITEMS), rules, skill),
        _drill(table.table("drill"), skill),
    )


def _drill(table: Table | None, skill: Skill | None) -> Drill | None:
    if table is None:
        return None
    table.only("skill", "n", "level", "seed")
    chosen = table.word("skill", Skill, skill)
    return Drill(
        chosen,
        table.number("n", 10, 1, 60),
        table.number("level", 1, LEVELS[0], LEVELS[-1]),
        table.number("seed", 0, 0, 10**9),
    )


def _exercises(tables: list[Table], rules: RuleSet, skill: Skill | None) -> tuple[Exercise, ...]:
    found = []
    for table in tables:
        games = table.texts("games")
        if any(game not in PRESETS for game in games):
            raise table.fail("games", f"games: expected some of {', '.join(PRESETS)}")
        if games and rules.name not in games:
            continue
        question = _banked(table, rules, skill) if "bank" in table.data else _asked(table, rules)
        shown = table.word("shown", Shown, Shown.NONE)
        found.append(Exercise(question, shown, table.text("say")))
    return tuple(found)


def _banked(table: Table, rules: RuleSet, skill: Skill | None) -> Question:
    table.only("bank", "shown", "say", "games")
    if skill is None:
        raise table.fail("bank", "bank: expected a lesson with a skill")
    shelf = entries(skill, rules, Random(0))
    number = table.number("bank", 0, 0, len(shelf) - 1)
    return item(shelf[number].key).question


_PLACED: Final = ("position", "play", "hands", "boneyard", "passes")
_ARGUMENTS: Final = ("ask", "tray", "tile", "arm", "pips", "told", "expect")


def _asked(table: Table, rules: RuleSet) -> Question:
    table.only(*_ARGUMENTS, *_PLACED, "shown", "say", "games")
    ask = table.word("ask", Ask)
    position = _position(table, rules)
    if ask is Ask.LEAD:
        position = replace(position, lead_forced=True)
    question = Question(
        ask,
        position,
        _tiles(table, "tray"),
        next(iter(_tiles(table, "tile")), None),
        None,
        _pips(table),
        _told(table, position),
    )
    if "arm" in table.data:
        question = replace(question, arm=_arm(table, position))
    _check(table, question)
    return question


def _check(table: Table, question: Question) -> None:
    """That the question can be asked, has one answer, and the one its author expects."""
    lacking = [name for name in _NEEDED.get(question.ask, ()) if not getattr(question, name)]
    if lacking:
        raise table.fail("ask", f"{question.ask}: expected also {' and '.join(lacking)}")
    held = sum(map(len, question.position.hands))
    if question.ask is Ask.BEST and held > MAX_SOLVED_TILES:
        raise table.fail("ask", f"best: expected at most {MAX_SOLVED_TILES} tiles in hands")
    if question.ask is Ask.AWARD and ending(question.position) is None:
        raise table.fail("ask", "award: expected a round that is over")
    try:
        truth = answer(question)
        clear = is_clear(question)
    except (DominoError, ValueError, IndexError) as error:
        raise table.fail("ask", f"{question.ask} cannot be asked here: {error}") from error
    if not clear:
        raise table.fail("ask", f"{question.ask}: expected a board where one answer is best")
    if "expect" in table.data and _spelled(table.data["expect"]) != truth:
        said = sorted(truth) if isinstance(truth, frozenset) else truth
        raise table.fail("expect", f"expect: the rules say {said!r}")


_NEEDED: Final[Mapping[Ask, tuple[str, ...]]] = {
    Ask.MISSING: ("tray",),
    Ask.HOLDING: ("pips",),
    Ask.WHERE: ("tile",),
    Ask.LEADS: ("tray",),
    Ask.CHANGE: ("tile", "arm"),
    Ask.SCORING: ("tray", "arm"),
    Ask.LAST: ("tile",),
    Ask.UNSEEN: ("pips",),
    Ask.CHANCE: ("pips",),
    Ask.CANNOT: ("tray", "told"),
    Ask.PARTNER: ("told",),
}


def _spelled(value: object) -> object:
    return frozenset(map(str, value)) if isinstance(value, list) else value


def _position(table: Table, rules: RuleSet) -> Position:
    if "position" in table.data:
        if any(key in table.data for key in _PLACED[1:]):
            raise table.fail("position", "position: expected no play, hands, … beside it")
        position = _parsed(table, "position", parse_position)
    else:
        position = _played(table, rules)
    found = problems(position)
    if found:
        where = "position" if "position" in table.data else "hands"
        raise table.fail(where, f"{where}: this cannot be: {PositionError(found)}")
    return position


def _played(table: Table, rules: RuleSet) -> Position:
    hands = _parsed(table, "hands", parse_hands) if "hands" in table.data else None
    if hands is not None:
        rules = _for_seats(table, rules, len(hands))
    layout = _table_of(table, rules)
    position = watched(layout, rules)
    if hands is not None:
        position = replace(position, hands=hands, boneyard=())
    if "boneyard" in table.data:
        line = f"draw - ?1/?1 {table.text('boneyard')} A 0 0/0"
        try:
            position = replace(position, boneyard=parse_position(line).boneyard)
        except NotationError:
            raise table.fail("boneyard", 'boneyard: expected tiles, "?14" or "-"') from None
    return replace(position, passes=table.number("passes", 0, 0, rules.players))


def _for_seats(table: Table, rules: RuleSet, players: int) -> RuleSet:
    try:
        return rules.with_options(
            players=players, partnership=rules.partnership and players == MAX_PLAYERS
        )
    except DominoError as error:
        raise table.fail("hands", f"hands: {error}") from error


def _table_of(table: Table, rules: RuleSet) -> Layout:
    layout = Layout()
    for word in table.text("play").split():
        try:
            move = parse_move(word, rules)
        except NotationError as error:
            raise table.fail("play", f"play: {word}: {error}") from error
        if not isinstance(move, Play):
            raise table.fail("play", f"play: {word}: expected a tile and its place")
        reason = why_not_placed(layout, rules, move.tile, move.arm)
        if move.tile in layout.tiles:
            raise table.fail("play", f"play: {word}: the tile lies on the table already")
        if reason is not None:
            raise table.fail("play", f"play: {word}: {rules.name} does not allow it ({reason})")
        layout = layout.placed(move.tile, move.arm, rules)
    return layout


def _parsed(table: Table, key: str, parse: Callable[[str], _T]) -> _T:
    try:
        return parse(table.text(key))
    except NotationError as error:
        raise table.fail(key, f"{key}: {error}") from error


def _tiles(table: Table, key: str) -> TileSet:
    found = []
    for word in table.text(key).split():
        halves = [PIP_DIGITS.find(char) for char in word]
        if len(halves) != 2 or min(halves) < 0:  # noqa: PLR2004 - a tile has two halves
            raise table.fail(key, f"{key}: expected tiles as 63 apart by spaces, not {word!r}")
        found.append(Tile.of(*halves))
    if key == "tile" and len(found) > 1:
        raise table.fail(key, "tile: expected one tile")
    return TileSet.of(found)


def _pips(table: Table) -> tuple[int, ...]:
    pips = tuple(PIP_DIGITS.find(char) for char in table.text("pips"))
    if any(pip < 0 for pip in pips):
        raise table.fail("pips", 'pips: expected digits, as "36"')
    return pips


def _arm(table: Table, position: Position) -> Arm:
    try:
        move = parse_move(f"00{table.text('arm')}", position.rules)
    except NotationError:
        move = None
    if not isinstance(move, Play) or move.arm is None:
        raise table.fail("arm", "arm: expected L, R, U or D")
    return move.arm


def _told(table: Table, position: Position) -> tuple[Event, ...]:
    found = []
    for line in table.texts("told"):
        move, _, pips = line.partition(" ")
        seat = SEATS.find(move[:1]) if move else -1
        open_pips = [PIP_DIGITS.find(char) for char in pips]
        try:
            parsed = parse_move(move[1:], position.rules)
        except NotationError:
            parsed = None
        if (
            parsed is None
            or not 0 <= seat < position.rules.players
            or min(open_pips, default=-1) < 0
        ):
            raise table.fail(
                "told", f'told: expected seat, move and open pips as "B+ 26", not {line!r}'
            )
        found.append(Event(seat, parsed, frozenset(open_pips)))
    return tuple(found)
