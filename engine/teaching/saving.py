"""A learner's progress as text: what leaves the program comes back the same, or not at all."""

from __future__ import annotations

import json
import math
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from engine.errors import DominoError, NotationError
from engine.notation import format_rules, parse_rules
from engine.teaching.mastery import PROOFS, WINDOW, Review, SkillState
from engine.teaching.misconceptions import Mistake
from engine.teaching.progress import LAST_SPRINTS, Progress, Speed, TableStats
from engine.teaching.rating import MAX_DEVIATION, Rating
from engine.teaching.skills import SHARED, Skill

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FORMAT: Final = "fives-progress"
VERSION: Final = 1
MAX_LENGTH: Final = 1_000_000
"""Characters of the longest text that is read."""
_MAX_STATES: Final = 200
_MAX_SOLVED: Final = 20_000
_MAX_NUMBER: Final = 10**9


class ProgressError(DominoError):
    """A text that is no saved progress.

    Attributes:
        where: the place in it, as `skills.set.known`.
        expected: what would be right there.
    """

    def __init__(self, where: str, expected: str) -> None:
        self.where = where
        self.expected = expected
        super().__init__(f"{where}: expected {expected}")


def dump(progress: Progress) -> str:
    """The progress as JSON."""
    table = progress.table
    rating = progress.rating
    data = {
        "format": FORMAT,
        "version": VERSION,
        "skills": {name: _dump_state(state) for name, state in progress.states.items()},
        "new_in_row": progress.new_in_row,
        "table": {name: getattr(table, name) for name in _TABLE},
        "sprints": list(progress.sprints),
        "speeds": {str(skill): [s.n, s.right, s.seconds] for skill, s in progress.speeds.items()},
        "rating": [rating.mean, rating.deviation, rating.volatility],
        "solved": dict(progress.solved),
        "days": dict(progress.days),
    }
    return json.dumps(data, separators=(",", ":"))


_TABLE: Final = ("plays", "chances", "taken", "miscounts", "refused", "decisions", "lost")


def _dump_state(state: SkillState) -> dict[str, Any]:
    review = state.review
    return {
        "introduced": state.introduced,
        "answered": state.answered,
        "known": state.known,
        "last": "".join("+" if right else "-" for right in state.last),
        "proofs": {str(mistake): n for mistake, n in state.proofs.items()},
        "evidence": {_label(held): weight for held, weight in state.evidence.items()},
        "passed": _stamp(state.passed),
        "retained": _stamp(state.retained),
        "review": review
        and {
            "stability": review.stability,
            "difficulty": review.difficulty,
            "due": _stamp(review.due),
            "last": _stamp(review.last),
        },
    }


def _label(held: frozenset[Mistake]) -> str:
    return "+".join(sorted(held))


def _stamp(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def load(text: str) -> Progress:
    """The progress that `dump` made the text of; `ProgressError` for any other text."""
    if len(text) > MAX_LENGTH:
        raise ProgressError("file", f"at most {MAX_LENGTH} characters")
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ProgressError("file", f"JSON ({error})") from error
    top = _Reader("file", data)
    top.only(
        "format",
        "version",
        "skills",
        "new_in_row",
        "table",
        "sprints",
        "speeds",
        "rating",
        "solved",
        "days",
    )
    if top.at("format").data != FORMAT:
        raise ProgressError("format", repr(FORMAT))
    if top.at("version").data != VERSION:
        raise ProgressError("version", f"{VERSION}: this program reads no other")
    return Progress(
        states=top.at("skills").mapping(_slot, _load_state, _MAX_STATES),
        new_in_row=top.at("new_in_row").whole(),
        table=_load_table(top.at("table")),
        sprints=tuple(entry.whole() for entry in top.at("sprints").items(0, LAST_SPRINTS)),
        speeds=top.at("speeds").mapping(_skill, _load_speed, len(Skill)),
        rating=_load_rating(top.at("rating")),
        solved=top.at("solved").mapping(_name, _Reader.flag, _MAX_SOLVED),
        days=top.at("days").mapping(_day, _Reader.flag, _MAX_SOLVED),
    )


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number here")


class _Reader:
    """A part of the data, and where it stands."""

    def __init__(self, where: str, data: Any) -> None:  # noqa: ANN401 - whatever JSON holds
        self.where = where
        self.data = data

    def fail(self, expected: str) -> ProgressError:
        return ProgressError(self.where, expected)

    def only(self, *names: str) -> None:
        """Fail unless it is a mapping of exactly these names."""
        if not isinstance(self.data, dict) or set(self.data) != set(names):
            raise self.fail(f"the entries {', '.join(names)}")

    def at(self, name: str) -> _Reader:
        return _Reader(name if self.where == "file" else f"{self.where}.{name}", self.data[name])

    def items(self, least: int, most: int) -> list[_Reader]:
        if not isinstance(self.data, list) or not least <= len(self.data) <= most:
            raise self.fail(f"a list of {least} to {most} entries")
        return [_Reader(f"{self.where}[{n}]", entry) for n, entry in enumerate(self.data)]

    def mapping(
        self, key: Callable[[_Reader], Any], value: Callable[[_Reader], Any], most: int
    ) -> Mapping[Any, Any]:
        if not isinstance(self.data, dict) or len(self.data) > most:
            raise self.fail(f"at most {most} named entries")
        return MappingProxyType(
            {key(_Reader(f"{self.where}.{name}", name)): value(self.at(name)) for name in self.data}
        )

    def flag(self) -> bool:
        if not isinstance(self.data, bool):
            raise self.fail("true or false")
        return self.data

    def whole(self, most: int = _MAX_NUMBER) -> int:
        if type(self.data) is not int or not 0 <= self.data <= most:
            raise self.fail(f"a whole number from 0 to {most}")
        return self.data

    def real(self, low: float, high: float) -> float:
        fits = type(self.data) in (int, float) and math.isfinite(self.data)
        if not fits or not low <= self.data <= high:
            raise self.fail(f"a number from {low:g} to {high:g}")
        return float(self.data)

    def text(self) -> str:
        if not isinstance(self.data, str):
            raise self.fail("a text")
        return self.data

    def time(self) -> datetime:
        try:
            found = datetime.fromisoformat(self.text())
        except ValueError:
            raise self.fail("a time as 2026-01-31T12:00:00+00:00") from None
        if found.utcoffset() != timedelta(0):
            raise self.fail("a time in UTC, as 2026-01-31T12:00:00+00:00")
        return found

    def maybe_time(self) -> datetime | None:
        return None if self.data is None else self.time()


def _slot(reader: _Reader) -> str:
    name, at, game = reader.text().partition("@")
    try:
        skill = Skill(name)
        if at:
            if skill in SHARED or format_rules(parse_rules(game)) != game:
                raise reader.fail("a skill of one game")
        elif skill not in SHARED:
            raise reader.fail(f"the game of this skill, as {name}@straight")
    except (ValueError, NotationError):
        raise reader.fail("a skill, or a skill@game") from None
    return reader.text()


def _skill(reader: _Reader) -> Skill:
    try:
        return Skill(reader.text())
    except ValueError:
        raise reader.fail("a skill") from None


def _name(reader: _Reader) -> str:
    name = reader.text()
    if not name.isascii() or not 1 <= len(name) <= 64:  # noqa: PLR2004 - a short name
        raise reader.fail("the name of a puzzle")
    return name


def _day(reader: _Reader) -> str:
    try:
        return date.fromisoformat(reader.text()).isoformat()
    except ValueError:
        raise reader.fail("a day as 2026-01-31") from None


def _mistake(reader: _Reader) -> Mistake:
    try:
        return Mistake(reader.text())
    except ValueError:
        raise reader.fail("the name of a wrong model") from None


def _held(reader: _Reader) -> frozenset[Mistake]:
    names = reader.text().split("+") if reader.text() else []
    return frozenset(_mistake(_Reader(reader.where, name)) for name in names)


def _load_state(reader: _Reader) -> SkillState:
    reader.only(
        "introduced",
        "answered",
        "known",
        "last",
        "proofs",
        "evidence",
        "passed",
        "retained",
        "review",
    )
    last = reader.at("last").text()
    if len(last) > WINDOW or set(last) - set("+-"):
        raise reader.at("last").fail(f"at most {WINDOW} of + and -")
    review = reader.at("review")
    return SkillState(
        introduced=reader.at("introduced").flag(),
        answered=reader.at("answered").whole(),
        known=reader.at("known").real(0, 1),
        last=tuple(char == "+" for char in last),
        proofs=reader.at("proofs").mapping(_mistake, lambda n: n.whole(PROOFS), len(Mistake)),
        evidence=reader.at("evidence").mapping(_held, lambda n: n.real(-1e4, 0), _MAX_STATES),
        passed=reader.at("passed").maybe_time(),
        retained=reader.at("retained").maybe_time(),
        review=None if review.data is None else _load_review(review),
    )


def _load_review(reader: _Reader) -> Review:
    reader.only("stability", "difficulty", "due", "last")
    return Review(
        reader.at("stability").real(1e-3, 1e5),
        reader.at("difficulty").real(1, 10),
        reader.at("due").time(),
        reader.at("last").time(),
    )


def _load_table(reader: _Reader) -> TableStats:
    reader.only(*_TABLE)
    whole = {name: reader.at(name).whole() for name in _TABLE if name != "lost"}
    return TableStats(**whole, lost=reader.at("lost").real(0, 1e9))


def _load_speed(reader: _Reader) -> Speed:
    n, right, seconds = reader.items(3, 3)
    return Speed(n.whole(), right.whole(n.whole()), seconds.real(0, 1e9))


def _load_rating(reader: _Reader) -> Rating:
    mean, deviation, volatility = reader.items(3, 3)
    return Rating(
        mean.real(-5000, 8000), deviation.real(1, MAX_DEVIATION), volatility.real(1e-4, 1)
    )
