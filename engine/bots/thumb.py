"""Bots that play by rules of thumb: any move, most points, points minus the expected reply.

Their human flaws are options, so that every flaw goes with every rule of thumb.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from engine.bots.memory import Holding, holding
from engine.layout import Layout, Side, places
from engine.moves import Play
from engine.play import legal_moves, points_of
from engine.scoring import count, open_ends, points_of_count, score_play
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from random import Random

    from engine.moves import Move
    from engine.position import Position, View
    from engine.rules import RuleSet
    from engine.scoring import End
    from engine.tiles import Tile


class Bot(Protocol):
    """A player that sees what its seat sees, and nothing else."""

    @property
    def name(self) -> str:
        """What `engine.bots.bot` knows it by."""

    def choose(self, view: View, rng: Random) -> Move:
        """A legal move for `view.seat`, which is in turn; `rng` is the only source of chance."""


@dataclass(frozen=True, slots=True)
class AnyMove:
    """Plays at random, or (`first`) always the first of the legal moves."""

    name: str
    first: bool = False

    def choose(self, view: View, rng: Random) -> Move:
        """One of the legal moves."""
        moves = legal_moves(view.position)
        return moves[0] if self.first else rng.choice(moves)


class Eye(Enum):
    """How a bot reads the count off the table."""

    TRUE = auto()
    DOUBLES_ONCE = auto()
    SPINNER_ONCE = auto()

    def count(self, layout: Layout, rules: RuleSet) -> int:
        """The sum of the open ends as this eye sees them."""
        if self is Eye.TRUE:
            return count(layout, rules)
        spinner = self is Eye.SPINNER_ONCE
        return sum(
            min(end.counts, end.pip) if _is_spinner(end, layout, rules) == spinner else end.counts
            for end in open_ends(layout, rules)
        )


def _is_spinner(end: End, layout: Layout, rules: RuleSet) -> bool:
    """Whether `end` is a spinner's own side, not the last tile of a chain."""
    if end.arm.side is Side.L:
        return layout.line[0].is_spinner
    if end.arm.side is Side.R:
        return layout.line[-1].is_spinner
    chains = dict(layout.chains(rules))
    return end.arm not in chains or chains[end.arm][-1].is_spinner


@dataclass(frozen=True, slots=True)
class Thumb:
    """Plays the tile worth most by a rule of thumb: the points it earns, and what else is asked.

    Attributes:
        name: What `engine.bots.bot` knows it by.
        foresight: How many of the points that the next opponent is expected to make in reply are
            taken off, 0 to 1. A partner's are none of its concern.
        heavy_ties: Whether of equal plays the heaviest is made; else one at random.
        eye: How it counts.
        forgets: Whether it forgets which pips others were seen to lack.
        dumps: Points it adds for each pip of the tile: it wants to be rid of heavy ones.
        never_blocks: Whether it shuns plays that no unseen tile can follow.
    """

    name: str
    foresight: float = 0
    heavy_ties: bool = False
    eye: Eye = Eye.TRUE
    forgets: bool = False
    dumps: float = 0
    never_blocks: bool = False

    def choose(self, view: View, rng: Random) -> Move:
        """The best play by its lights; draws rather than pass if it has none."""
        moves = legal_moves(view.position)
        plays = [move for move in moves if isinstance(move, Play)]
        if self.never_blocks:
            plays = [play for play in plays if not _blocks(view.position, play)] or plays
        if not plays:
            return moves[0]
        if len(plays) == 1:
            return plays[0]
        held = self._next_opponent(view) if self.foresight else None
        values = [self._value(view.position, play, held) for play in plays]
        best = max(values)
        equal = [play for play, value in zip(plays, values, strict=True) if value == best]
        if self.heavy_ties:
            most = max(play.tile.pips for play in equal)
            equal = [play for play in equal if play.tile.pips == most]
        return rng.choice(equal)

    def _next_opponent(self, view: View) -> Holding:
        seat = (view.seat + 1) % view.position.rules.players
        return holding(view, seat, forgets=self.forgets)

    def _value(self, position: Position, play: Play, held: Holding | None) -> float:
        rules = position.rules
        layout = position.layout.placed(play.tile, play.arm, rules)
        if self.eye is Eye.TRUE:
            points = points_of(position, play)
        else:
            points = points_of_count(self.eye.count(layout, rules), rules)
        value = points + self.dumps * play.tile.pips
        if held is None or len(position.hand) == 1:
            return value
        return value - self.foresight * self._expected_reply(layout, rules, held)

    def _expected_reply(self, layout: Layout, rules: RuleSet, held: Holding) -> float:
        """Points that the next seat is expected to make at once, if it makes the most it can."""
        best: dict[Tile, int] = {}
        for place in places(layout, rules):
            for tile in held.unseen:
                if place.takes(tile):
                    points = self._points(layout.placed(tile, place.arm, rules), rules)
                    best[tile] = max(points, best.get(tile, 0))
        expected = 0.0
        below = 0
        for points in sorted(set(best.values()) - {0}):
            enough = (tile for tile, most in best.items() if most >= points)
            expected += (points - below) * held.chance_of_any(enough)
            below = points
        return expected

    def _points(self, layout: Layout, rules: RuleSet) -> int:
        if self.eye is Eye.TRUE:
            return score_play(layout, rules)
        return points_of_count(self.eye.count(layout, rules), rules)


def _blocks(position: Position, play: Play) -> bool:
    """Whether no tile that is unseen or in the mover's hand fits after `play`."""
    layout = position.layout.placed(play.tile, play.arm, position.rules)
    left: Iterable[Tile] = position.unseen | TileSet(position.hand.tiles.mask).without(play.tile)
    where = places(layout, position.rules)
    return not any(place.takes(tile) for tile in left for place in where)


FLAWS: Final[Mapping[str, Callable[[Thumb], Thumb]]] = MappingProxyType(
    {
        "counts_doubles_once": lambda thumb: replace(thumb, eye=Eye.DOUBLES_ONCE),
        "counts_spinner_once": lambda thumb: replace(thumb, eye=Eye.SPINNER_ONCE),
        "dumps_heaviest": lambda thumb: replace(thumb, dumps=1),
        "forgets_passes": lambda thumb: replace(thumb, forgets=True),
        "never_blocks": lambda thumb: replace(thumb, never_blocks=True),
        "trusts_luck": lambda thumb: replace(thumb, foresight=thumb.foresight / 2),
    }
)
"""Human flaws by name; each makes a rule of thumb a little worse."""
