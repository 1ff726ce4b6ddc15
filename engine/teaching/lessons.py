"""Lessons as values: one board, worked items that fade, items, a drill; and the course itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Final

from engine.moves import Play
from engine.play import apply_legal, ending, legal_moves, points_of
from engine.position import Deal

if TYPE_CHECKING:
    from engine.moves import Move
    from engine.position import Position
    from engine.rules import RuleSet
    from engine.teaching.items import Item
    from engine.teaching.questions import Question
    from engine.teaching.skills import Skill
    from engine.tiles import Seat


class Shown(StrEnum):
    """How much of the answer a worked item shows: all chips, some of them, none."""

    ALL = "all"
    SOME = "some"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question in a lesson, how much of it is worked, and what its author says of it."""

    question: Question
    shown: Shown = Shown.NONE
    say: str = ""


@dataclass(frozen=True, slots=True)
class Drill:
    """Items to be made by the engine: `n` of a skill at a level; `seed` decides which."""

    skill: Skill
    n: int = 10
    level: int = 1
    seed: int = 0

    def items(self, rules: RuleSet) -> tuple[Item, ...]:
        """The items, always the same."""
        from engine.teaching.items import fresh  # noqa: PLC0415 - only a drill makes items

        return fresh(self.skill, rules, Random(self.seed), level=self.level, n=self.n)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson.

    `title` and `say` are its author's words; the course has none of its own, its pages word it by
    `skill`. `rules` are those of its boards, `board` the one that stands above it.
    """

    id: str
    rules: RuleSet
    skill: Skill | None = None
    title: str = ""
    say: str = ""
    board: Position | None = None
    worked: tuple[Exercise, ...] = ()
    items: tuple[Exercise, ...] = ()
    drill: Drill | None = None

    def questions(self) -> tuple[Question, ...]:
        """Everything that is asked, for a worksheet: written items, then those of the drill."""
        made = self.drill.items(self.rules) if self.drill else ()
        return (*(entry.question for entry in self.items), *(item.question for item in made))


@dataclass(frozen=True, slots=True)
class LessonSet:
    """Lessons that belong together, and the game they are for."""

    rules: RuleSet
    title: str = ""
    lessons: tuple[Lesson, ...] = ()


@lru_cache(maxsize=16)
def course(rules: RuleSet) -> LessonSet:
    """The sixteen lessons, with boards and answers for the game of `rules`."""
    from engine.teaching.format import parse_set  # noqa: PLC0415 - it builds these lessons

    return parse_set(_read("course.toml"), file="course.toml", rules=rules)


def _read(name: str) -> str:
    return files("engine.teaching").joinpath("data", name).read_text(encoding="utf-8")


LEARNER: Final[Seat] = 0
_SEEDS: Final = {"straight": 3, "straight_tournament": 1, "all_fives": 1}
"""For each game the first seed whose deal `teaches` (a test searches again)."""
_OPENING: Final = 4
_EARLY_SCORES: Final = 2


def first_round(rules: RuleSet) -> Deal:
    """The deal of the guided first round: the learner leads, scores at once and can always play."""
    seed = _SEEDS.get(rules.name)
    if seed is None:
        seed = first_seed(rules)
    return _dealt(rules, seed)


def first_seed(rules: RuleSet) -> int:
    """The first seed whose deal teaches."""
    seed = 0
    while not teaches(_dealt(rules, seed)):
        seed += 1
    return seed


def _dealt(rules: RuleSet, seed: int) -> Deal:
    return Deal.shuffled(rules, Random(seed), LEARNER)


def guided_move(position: Position) -> Move:
    """The move of the opponent in the first round: one that scores as little as can be."""
    moves = legal_moves(position)
    return min(moves, key=lambda move: points_of(position, move))


def best_now(position: Position) -> Move:
    """The move shown to the learner in the first round: the most points, else the first."""
    return max(legal_moves(position), key=lambda move: points_of(position, move))


def teaches(deal: Deal) -> bool:
    """Whether a deal makes a good first round, played by `best_now` against `guided_move`.

    The learner scores with the lead and again within four turns, never draws in them, the opponent
    draws once, and the learner goes out.
    """
    position = deal.start()
    turns: list[Move] = []
    points = 0
    opponent_draws = False
    while ending(position) is None:
        mine = position.turn == LEARNER
        move = best_now(position) if mine else guided_move(position)
        if mine and len(turns) < _OPENING:
            turns.append(move)
            points += points_of(position, move) > 0
            if not isinstance(move, Play) or not points:
                return False
        opponent_draws |= not mine and str(move) == "+"
        position = apply_legal(position, move)
    return points >= _EARLY_SCORES and opponent_draws and not len(position.hands[LEARNER])
