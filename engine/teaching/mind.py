"""The game as somebody with certain wrong ideas sees it; with none it is the engine itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from engine.explain import EndReason, SilentReason, explain_count
from engine.layout import Side, places
from engine.moves import Draw, Pass, Play
from engine.play import legal_moves, settlement
from engine.scoring import count, open_ends, points_of_count
from engine.settlement import Ending, nearest5, settle
from engine.teaching.misconceptions import NONE, Mistake, as_options
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.layout import Arm, Layout, Place
    from engine.position import Event, Position
    from engine.rules import RuleSet
    from engine.tiles import Pip, Seat, Tile

_M = Mistake


@dataclass(frozen=True, slots=True)
class Mind:
    """What its owner believes of tables, scores and turns."""

    mistakes: frozenset[Mistake] = NONE

    def has(self, mistake: Mistake) -> bool:
        """Whether its owner holds this wrong model."""
        return mistake in self.mistakes

    def rules(self, rules: RuleSet) -> RuleSet:
        """The rules its owner believes in."""
        return _believed(self.mistakes, rules) if self.mistakes else rules

    # The set

    def holding(self, tiles: Iterable[Tile], pips: Sequence[Pip]) -> int:
        """How many of `tiles` have one of `pips`."""
        tiles = tuple(tiles)
        if self.has(_M.SUITS_ADD):
            return sum(self._suit(tiles, (pip,)) for pip in pips)
        return self._suit(tiles, pips)

    def _suit(self, tiles: tuple[Tile, ...], pips: Sequence[Pip]) -> int:
        total = 0
        for tile in tiles:
            if not any(tile.has(pip) for pip in pips):
                continue
            if self.has(_M.NO_BLANKS) and not tile.low and 0 not in pips:
                continue
            total += 2 if self.has(_M.SUIT_EIGHT) and tile.is_double else 1
        return total

    def unseen(self, position: Position) -> TileSet:
        """The tiles that the seat in turn does not see."""
        if self.has(_M.OWN_TILES):
            return position.unseen | position.hand.tiles
        return position.unseen

    def chance(self, good: int, unseen: int, held: int) -> int:
        """Per cent, rounded: a hand of `held` of `unseen` tiles has at least one of `good`."""
        if self.has(_M.CHANCES_ADD):
            return min(100, round(100 * good * held / unseen))
        if self.has(_M.ONE_TILE_CHANCE):
            return round(100 * held / unseen)
        return round(100 * (1 - comb(unseen - good, held) / comb(unseen, held)))

    # The table

    def count(self, layout: Layout, rules: RuleSet) -> int:
        """The sum of the ends."""
        if not self.mistakes:
            return count(layout, rules)
        if self.has(_M.ALL_PIPS):
            return layout.tiles.pips
        total = 0
        for counted in explain_count(layout, self.rules(rules)).ends:
            whole = counted.reason is EndReason.SPINNER_BOTH_HALVES
            once = whole and self.has(_M.SPINNER_ONCE)
            total += counted.end.pip if once else counted.end.counts
        if self.has(_M.SPINNER_STAYS):
            halves = 1 if self.has(_M.SPINNER_ONCE) else 2
            total += sum(halves * tile.high for tile in covered_spinners(layout, rules))
        return total

    def change(self, layout: Layout, rules: RuleSet, tile: Tile, arm: Arm) -> int:
        """What playing `tile` on `arm` does to the count."""
        if self.has(_M.ALL_PIPS):
            return tile.pips
        after = layout.placed(tile, arm, rules)
        change = self.count(after, rules) - self.count(layout, rules)
        if self.has(_M.KEEPS_END):
            ends = open_ends(layout, self.rules(rules))
            change += sum(end.counts for end in ends if end.arm == arm)
        return change

    def completes(self, total: int, change: int, rules: RuleSet) -> bool:
        """Whether a play that changes the shown count `total` so would score."""
        if self.has(_M.REMAINDER_SIGN):
            return (change - total) % 5 == 0
        return self.scores(total + change, rules)

    def places(self, layout: Layout, rules: RuleSet) -> tuple[Place, ...]:
        """Where a tile may go."""
        found = places(layout, self.rules(rules))
        if not self.has(_M.ONLY_DOUBLES):
            return found
        shut = {
            arm
            for spun in layout.spinners(rules)
            for arm, chain in spun.side_arms
            if not chain and not spun.stone.is_double
        }
        return tuple(place for place in found if place.arm not in shut)

    def fits(self, tile: Tile, layout: Layout, rules: RuleSet) -> tuple[Arm, ...]:
        """The arms that `tile` may go on."""
        wild = self.has(_M.BLANK_WILD)
        found = tuple(
            place.arm
            for place in self.places(layout, rules)
            if place.takes(tile) or (wild and (not tile.low or 0 in place.pips))
        )
        return found[:1] if self.has(_M.ONE_PLACE) else found

    def plays(self, tile: Tile, layout: Layout, rules: RuleSet) -> bool:
        """Whether `tile` may go anywhere."""
        if not layout.line or self.fits(tile, layout, rules):
            return True
        return self.has(_M.INNER_PIPS) and any(
            tile.has(stone.near) or tile.has(stone.far) for stone in layout.stones()
        )

    # Points and turns

    def points(self, total: int, rules: RuleSet) -> int:
        """What a count earns."""
        if self.has(_M.ROUND_PLAYS):
            total = nearest5(total)
        if self.has(_M.TENS_ONLY) and total % 10:
            return 0
        points = points_of_count(total, self.rules(rules))
        return min(points, 5) if self.has(_M.FLAT_FIVE) else points

    def scores(self, total: int, rules: RuleSet) -> bool:
        """Whether a count is a score."""
        return self.points(total, rules) > 0 or (not total and self.has(_M.ZERO_SCORES))

    def may_do(self, position: Position) -> frozenset[str]:
        """What the seat in turn may do: tiles to play, `+` to draw, `-` to pass."""
        believed = replace(position, rules=self.rules(position.rules))
        return frozenset(
            str(move.tile if isinstance(move, Play) else move) for move in legal_moves(believed)
        )

    def award(self, position: Position) -> int:
        """What the winner of a finished round is paid; 0 if nobody is."""
        rules = self.rules(position.rules)
        worked = settlement(replace(position, rules=rules))
        if worked is None or worked.winner is None:
            return 0
        if self.has(_M.OWN_PIPS) and worked.ending is Ending.BLOCKED:
            worked = settle(_all_to_one(position, worked.winner), rules, out=worked.winner)
        return sum(worked.by_seat(rules.players))

    def ruled_out(self, told: Sequence[Event], seat: Seat) -> frozenset[Pip]:
        """The pips that no tile of `seat` can have, from its draws and passes.

        A turn that drew leaves new tiles behind; they are known to lack only what was open then.
        """
        lacks: frozenset[Pip] = frozenset()
        drawn = 0
        for event in told:
            if event.seat != seat:
                continue
            match event.move:
                case Draw():
                    drawn += 1
                case Play(tile=tile):
                    if drawn and not self.has(_M.DRAWS_SILENT):
                        here = self._of_ends(event.pips, tile)
                        lacks = self._lacks(lacks, here, new=drawn > 1)
                    drawn = 0
                case Pass():
                    here = self._of_ends(event.pips, None)
                    new = bool(drawn) and not self.has(_M.DRAWS_SILENT)
                    lacks = self._lacks(lacks, here, new=new)
                    drawn = 0
        return lacks

    def _of_ends(self, pips: frozenset[Pip], tile: Tile | None) -> frozenset[Pip]:
        if not self.has(_M.ONE_END) or not pips:
            return pips
        touched = [pip for pip in sorted(pips) if tile is None or tile.has(pip)]
        return frozenset(touched[:1])

    def _lacks(self, old: frozenset[Pip], here: frozenset[Pip], *, new: bool) -> frozenset[Pip]:
        return here if new and not self.has(_M.KEEPS_OLD) else old | here


@lru_cache(maxsize=1_024)
def _believed(mistakes: frozenset[Mistake], rules: RuleSet) -> RuleSet:
    options: dict[str, object] = {}
    for mistake in mistakes:
        options |= as_options(mistake, rules) or {}
    return rules.with_options(**options) if options else rules


def covered_spinners(layout: Layout, rules: RuleSet) -> tuple[Tile, ...]:
    """The spinners that have stopped counting."""
    return tuple(
        silent.tile
        for silent in explain_count(layout, rules).silent
        if silent.reason is SilentReason.SPINNER_COVERED
    )


def _all_to_one(position: Position, winner: Seat) -> list[TileSet]:
    """The hands as though the winner's tiles were somebody else's to pay for."""
    hands = [hand.tiles for hand in position.hands]
    payer = next(
        seat
        for seat in range(position.rules.players)
        if position.rules.team(seat) != position.rules.team(winner)
    )
    hands[payer] |= hands[winner]
    hands[winner] = TileSet()
    return hands


def is_line(arm: Arm) -> bool:
    """Whether it is an end of the line."""
    return arm.side in (Side.L, Side.R)
