"""What a player remembers of another hand: the pips that it was seen to lack, tile by tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.moves import Draw, Pass, Play
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.position import View
    from engine.rules import RuleSet
    from engine.tiles import Pip, Seat, Tile


@dataclass(frozen=True, slots=True)
class Holding:
    """A hidden hand: groups of tiles, oldest first, each with the unseen tiles it may be of.

    A tile that came later was there at fewer draws and passes: its set holds the older ones'.
    """

    unseen: TileSet
    groups: tuple[tuple[int, TileSet], ...]

    def chance_of_any(self, tiles: Iterable[Tile]) -> float:
        """The chance that the hand has at least one of `tiles`; other hands are not looked at."""
        wanted = TileSet.of(tiles)
        none = 1.0
        used = 0
        for size, allowed in self.groups:
            without = allowed - wanted
            for _ in range(size):
                left = len(allowed) - used
                # A hand that other seats' passes contradict has no tile left here: chance unknown.
                if left > 0:
                    none *= max(len(without) - used, 0) / left
                used += 1
        return 1 - none


def holding(view: View, seat: Seat, *, forgets: bool = False) -> Holding:
    """What `view` tells of the hand of `seat`; `forgets` leaves out what it was seen to lack."""
    position = view.position
    size = len(position.hands[seat])
    if forgets:
        return Holding(position.unseen, ((size, position.unseen),))
    groups = _groups(view, seat)
    known = sum(number for number, _ in groups)
    if known != size:  # events that do not begin at the deal: remember nothing
        groups = [(size, frozenset())]
    return Holding(
        position.unseen,
        tuple((number, _lacking(position.unseen, lacks)) for number, lacks in groups if number),
    )


def _groups(view: View, seat: Seat) -> list[tuple[int, frozenset[Pip]]]:
    """Tiles in hand by age, oldest first, with the pips each lacks."""
    rules = view.position.rules
    groups: list[tuple[int, frozenset[Pip]]] = [(rules.hand_size, frozenset())]
    for event in view.events:
        if event.seat != seat:
            continue
        if isinstance(event.move, Play):
            _take(groups, event.move.tile)
            continue
        if _tells(event.move, rules):
            groups = [(number, lacks | event.pips) for number, lacks in groups]
        if isinstance(event.move, Draw):
            groups.append((1, frozenset()))
    return groups


def _tells(move: Draw | Pass, rules: RuleSet) -> bool:
    """Whether a draw or pass is forced, so that it tells that nothing fitted."""
    return not (rules.voluntary_draw if isinstance(move, Draw) else rules.pass_penalty)


def _take(groups: list[tuple[int, frozenset[Pip]]], tile: Tile) -> None:
    """Take a played tile from the largest group that it may have come from."""
    fitting = [
        number
        for number, (size, lacks) in enumerate(groups)
        if size and tile.high not in lacks and tile.low not in lacks
    ]
    if fitting:
        chosen = max(fitting, key=lambda number: groups[number][0])
        size, lacks = groups[chosen]
        groups[chosen] = (size - 1, lacks)


def _lacking(tiles: TileSet, lacks: Sequence[Pip] | frozenset[Pip]) -> TileSet:
    return TileSet.of(tile for tile in tiles if tile.high not in lacks and tile.low not in lacks)
