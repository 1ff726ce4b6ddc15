"""What a learner must be able to do, in the order of the lessons."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.options import Spinner
from engine.rules import MAX_PLAYERS as _FOUR
from engine.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules import RuleSet


class Skill(StrEnum):
    """One knowledge component, taught by the lesson of the same number.

    SET the 28 tiles; MATCH open ends; COUNT the sum, doubles twice; FIVES what scores; SPINNER its
    life; CHANGE the change in the count; REMAINDER which tiles score next; DRAWING play, draw,
    pass, block; CLOSING the award at the end; LEFT what is unseen; INFER what a draw or a pass
    tells; SAFE leaves few scoring replies; BLOCK leaves no play; EXACT solves the end; PARTNER
    plays for two; DRAW_GAME plain Draw dominoes.
    """

    SET = "set"
    MATCH = "match"
    COUNT = "count"
    FIVES = "fives"
    SPINNER = "spinner"
    CHANGE = "change"
    REMAINDER = "remainder"
    DRAWING = "drawing"
    CLOSING = "closing"
    LEFT = "left"
    INFER = "infer"
    SAFE = "safe"
    BLOCK = "block"
    EXACT = "exact"
    PARTNER = "partner"
    DRAW_GAME = "draw_game"

    @property
    def number(self) -> int:
        """The lesson that teaches it, from 1."""
        return tuple(Skill).index(self) + 1


_S = Skill
NEEDS: Final[Mapping[Skill, tuple[Skill, ...]]] = MappingProxyType(
    {
        _S.SET: (),
        _S.MATCH: (_S.SET,),
        _S.COUNT: (_S.MATCH,),
        _S.FIVES: (_S.COUNT,),
        _S.SPINNER: (_S.FIVES,),
        _S.CHANGE: (_S.SPINNER,),
        _S.REMAINDER: (_S.SPINNER,),
        _S.DRAWING: (_S.MATCH,),
        _S.CLOSING: (_S.MATCH,),
        _S.LEFT: (_S.SET, _S.DRAWING),
        _S.INFER: (_S.SET, _S.DRAWING),
        _S.SAFE: (_S.REMAINDER, _S.LEFT),
        _S.BLOCK: (_S.DRAWING, _S.CLOSING, _S.LEFT, _S.INFER, _S.SAFE),
        _S.EXACT: (_S.DRAWING, _S.CLOSING, _S.LEFT, _S.INFER, _S.SAFE),
        _S.PARTNER: (_S.SAFE,),
        _S.DRAW_GAME: (_S.DRAWING, _S.CLOSING),
    }
)
"""The skills that a skill builds on (teaching.md 3.2)."""

COURSE_GAMES: Final = ("straight", "straight_tournament", "all_fives")
"""The games the course teaches; the first is where it starts."""

SHARED: Final = frozenset({_S.SET, _S.DRAWING, _S.CLOSING, _S.LEFT, _S.INFER, _S.DRAW_GAME})
"""Skills that are the same in all of `COURSE_GAMES`: their mastery survives a change of game."""


def skills(rules: RuleSet) -> tuple[Skill, ...]:
    """The skills that can be learned under `rules`: no spinner, no lesson about it."""
    without = set()
    if rules.spinner is Spinner.NONE:
        without.add(_S.SPINNER)
    if 5 not in rules.multiples:  # noqa: PLR2004 - the game of fives
        without |= {_S.FIVES, _S.CHANGE, _S.REMAINDER, _S.SAFE, _S.PARTNER}
    return tuple(skill for skill in Skill if skill not in without)


def course_rules(skill: Skill, rules: RuleSet) -> RuleSet:
    """The rules of the items of `skill` when the course teaches the game `rules`."""
    if skill is _S.DRAW_GAME:
        return PRESETS["draw"]
    if skill is _S.PARTNER:
        return rules.with_options(players=_FOUR, partnership=True)
    return rules.with_options(players=2, partnership=False)
