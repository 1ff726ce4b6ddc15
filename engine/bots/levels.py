"""Bots by name, and the levels a person chooses from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.bots.sampler import Sampler
from engine.bots.thumb import FLAWS, AnyMove, Eye, Thumb
from engine.errors import DominoError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.bots.thumb import Bot


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent to choose: the `bot` behind it, the name it goes by, and what it is like."""

    bot: Bot
    persona: str
    label: str

    @property
    def name(self) -> str:
        """The name of its bot."""
        return self.bot.name


_PLAIN: Final[Mapping[str, Bot]] = MappingProxyType(
    {
        player.name: player
        for player in (
            AnyMove("random"),
            AnyMove("first", first=True),
            Thumb("greedy"),
            Thumb("greedy_heavy", heavy_ties=True),
            Thumb("one_ply", foresight=1),
        )
    }
)

LEVELS: Final[tuple[Level, ...]] = (
    Level(_PLAIN["random"], "Zsófi", "plays any tile that fits"),
    Level(
        Thumb("beginner", eye=Eye.DOUBLES_ONCE, dumps=1),
        "Dani",
        "drops heavy tiles and forgets that doubles count twice",
    ),
    Level(_PLAIN["greedy"], "Marci", "takes the points on the table"),
    Level(_PLAIN["one_ply"], "Piroska", "careful: looks at the reply"),
    Level(
        Sampler("patient", worlds=25, solves=False, minds_others=False),
        "Ilona",
        "patient: thinks a round through",
    ),
    Level(Sampler("sharp"), "Mátyás", "sharp: weighs thousands of deals, and the end exactly"),
)
"""From the weakest to the strongest; each beats the one before it."""


def names() -> tuple[str, ...]:
    """Every name that `bot` knows, flaws apart: plain bots and levels."""
    return tuple(dict.fromkeys((*_PLAIN, *(level.name for level in LEVELS))))


def bot(name: str) -> Bot:
    """The bot of that name, perhaps with flaws: `one_ply`, `Piroska`, `one_ply+forgets_passes`.

    Raises `DominoError` for a name or flaw that is unknown, or a flaw that the bot cannot have.
    """
    base, *flaws = name.split("+")
    player = _named(base)
    for flaw in flaws:
        if flaw not in FLAWS:
            raise DominoError(f"there is no flaw {flaw!r}; known: {', '.join(sorted(FLAWS))}")
        if not isinstance(player, Thumb):
            raise DominoError(f"{base} plays by no rule of thumb: it cannot have flaws")
        player = FLAWS[flaw](player)
    return replace(player, name=name) if isinstance(player, Thumb) and flaws else player


def _named(name: str) -> Bot:
    for level in LEVELS:
        if name.casefold() in {level.name, level.persona.casefold()}:
            return level.bot
    if name in _PLAIN:
        return _PLAIN[name]
    raise DominoError(f"there is no bot {name!r}; known: {', '.join(names())}")
