"""What a `View` allows: the deals that agree with every play, draw and pass, counted exactly.

A deal is taken as uniformly random before the round; what is inferred is what the rules make
certain (a hand that draws or passes has nothing that fits). How likely a player is to choose one
play rather than another is left out on purpose: that would be a model, not a fact.

The counts are exact: hidden tiles sit in slots (dealt, or drawn at some ply), each slot lacks the
pips of every later draw or pass, and a tile played since is traced to every slot it can have come
from (search.md 3b).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Final

from engine.beliefs.counting import Sharing, multinomial, seat_slots
from engine.beliefs.history import BEFORE, START, contradiction, read, suits
from engine.beliefs.leads import Case, cases
from engine.errors import PositionError
from engine.moves import Pass
from engine.position import Event, Hand, Problem
from engine.tiles import TILES, TileSet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from engine.beliefs.history import SeatHistory
    from engine.position import Position, View
    from engine.search.worlds import Sampler, Worlds
    from engine.tiles import Pip, Seat, Tile

BONEYARD: Final = -1
"""The boneyard as a holder of tiles, beside the seats."""

FEW_WORLDS: Final = 2000


@dataclass(frozen=True, slots=True)
class Excluded:
    """A pip that a seat is known not to hold, and the draw or pass that tells.

    `ply` is its number from 1; 0 if the view says so (`View.lacks`), as a pass before all events.
    """

    pip: Pip
    ply: int
    event: Event


@dataclass(frozen=True, slots=True)
class World:
    """One way the hidden tiles can lie, the order of the boneyard aside.

    `weight` is the number of deals that lead to it: worlds are not equally likely.
    """

    hands: tuple[TileSet, ...]
    boneyard: TileSet
    weight: int


class Beliefs:
    """The deals consistent with a view.

    `check` off trusts the view to be one that `engine.play.view` made, which is quicker.

    Raises `PositionError`: for what `problems` finds, `HIDDEN` if the view's own hand is hidden,
    `EVENT_IMPOSSIBLE` naming the first event that contradicts the rest.

    Attributes:
        view: What was seen.
        unseen: The tiles that may be in more than one place.
        n_deals: How many deals agree: dealt hands and what is left of the boneyard as sets,
            drawn tiles in order.
    """

    def __init__(self, view: View, *, check: bool = True) -> None:
        self.view = view
        self.history = read(view, check=check)
        self.unseen = view.position.unseen
        self._cases = list(cases(view, self.history, self.unseen))
        self.sharings = self._shared()
        self._n_slotted = sum(sharing.deals for sharing in self.sharings)
        if not self._n_slotted:
            self._refuse()

    def _shared(self, n_lacks: int | None = None) -> list[Sharing]:
        return [_sharing(case, n_lacks) for case in self._cases]

    def _refuse(self) -> None:
        """Name the first event after which no deal is left."""
        events = self.history.events
        if not sum(sharing.deals for sharing in self._shared(0)):
            if not events:
                raise PositionError(Problem.EVENT_IMPOSSIBLE, "the lead cannot have been forced")
            contradiction(events, 0, "no deal agrees with the lead and who made it")
        plies = sorted(lack.ply for seat in self.history.seats.values() for lack in seat.lacks)
        for ply in plies:
            seats = {
                seat: replace(known, lacks=[lack for lack in known.lacks if lack.ply <= ply])
                for seat, known in self.history.seats.items()
            }
            kept = [
                _sharing(Case(_with_lacks(case, seats), case.unseen), None) for case in self._cases
            ]
            if not sum(sharing.deals for sharing in kept):
                if ply == BEFORE:
                    why = "no deal agrees with what the hands are said to lack"
                    raise PositionError(Problem.EVENT_IMPOSSIBLE, why)
                contradiction(
                    events, ply, "no deal agrees with it and what was seen before and after"
                )

    @property
    def n_rest(self) -> int:
        """Unseen tiles that no hand holds: in the boneyard, or out of play."""
        hidden = sum(hand.hidden for hand in self.view.position.hands)
        return len(self.unseen) - hidden

    @property
    def n_boneyard(self) -> int:
        """Hidden tiles in the boneyard."""
        boneyard = self.view.position.boneyard
        return boneyard if isinstance(boneyard, int) else 0

    @cached_property
    def n_deals(self) -> int:
        """How many deals agree with the view (see the class)."""
        dealt = prod(factorial(seat.arrivals.count(START)) for seat in self.history.seats.values())
        return self._n_slotted * comb(self.n_rest, self.n_boneyard) // dealt

    def table(self) -> dict[int, dict[Tile, float]]:
        """By holder (other seats, then `BONEYARD`): how probable it is that it has each tile.

        Tiles are those unseen and those seen in other hands, highest first.
        """
        position = self.view.position
        seats = list(self.history.seats)
        held = {holder: dict.fromkeys(self.unseen, 0) for holder in (*seats, BONEYARD)}
        for case, sharing in zip(self._cases, self.sharings, strict=True):
            self._add_case(case, sharing, held)
        in_boneyard = self.n_boneyard / self.n_rest if self.n_rest else 0.0
        table = {
            holder: {
                tile: n / self._n_slotted * (in_boneyard if holder == BONEYARD else 1.0)
                for tile, n in row.items()
            }
            for holder, row in held.items()
        }
        for seat in seats:
            table[seat].update(dict.fromkeys(position.hands[seat].tiles, 1.0))
            table[seat] = dict(sorted(table[seat].items(), reverse=True))
        return table

    def _add_case(self, case: Case, sharing: Sharing, held: dict[int, dict[Tile, int]]) -> None:
        seats = list(self.history.seats)
        for kind, shares in zip(sharing.kinds, sharing.shares_by_kind(), strict=True):
            for index in kind.tiles:
                each = [n // len(kind.tiles) for n in shares]
                for seat, n in zip(seats, each, strict=True):
                    held[seat][TILES[index]] += n
                held[BONEYARD][TILES[index]] += sharing.deals - sum(each)
        for tile in self.unseen - case.unseen:
            owner = next(
                seat for seat in seats if any(s.tile == tile for s in case.seats[seat].shown)
            )
            held[owner][tile] += sharing.deals

    def probability(self, tile: Tile, holder: int) -> float:
        """How probable it is that `holder` (a seat, or `BONEYARD`) has `tile`."""
        if tile in self.unseen:
            if holder == self.view.seat:
                return 0.0
            return self._table[holder][tile]
        position = self.view.position
        if holder == BONEYARD:
            return float(not isinstance(position.boneyard, int) and tile in position.boneyard)
        return float(tile in position.hands[holder].tiles)

    @cached_property
    def _table(self) -> dict[int, dict[Tile, float]]:
        return self.table()

    def chance(self, seat: Seat, tiles: TileSet) -> float:
        """How probable it is that `seat` holds at least one of `tiles`."""
        if self.view.position.hands[seat].tiles & tiles:
            return 1.0
        if seat == self.view.seat:
            return 0.0
        without = 0
        for case in self._cases:
            history = case.seats[seat]
            if any(s.until is None and s.tile in tiles for s in history.shown):
                continue
            without += _sharing(case, None, seat, tiles.mask).deals
        return 1 - without / self._n_slotted

    def excluded(self, seat: Seat) -> tuple[Excluded, ...]:
        """The pips that `seat` is known not to hold, lowest first, with the event that tells each.

        A pip of which no unseen tile is left is not listed: nobody holds it.
        """
        if seat == self.view.seat or not self.history.seats[seat].lacks:
            return ()
        row = self._table[seat]
        possible = TileSet.of(tile for tile in self.unseen if row[tile])
        found = []
        for pip in range(self.view.position.rules.max_pip + 1):
            suit = TileSet(suits((pip,)))
            if self.unseen & suit and not possible & suit:
                found += self._excluding(seat, pip)
        return tuple(found)

    def _excluding(self, seat: Seat, pip: Pip) -> list[Excluded]:
        for lack in reversed(self.history.seats[seat].lacks):
            event = self._told_by(seat, lack.ply, pip)
            if pip in event.pips:
                return [Excluded(pip, lack.ply + 1, event)]
        return []

    def _told_by(self, seat: Seat, ply: int, pip: Pip) -> Event:
        if ply != BEFORE:
            return self.history.events[ply]
        told = (pips for owner, pips in self.view.lacks if owner == seat and pip in pips)
        return Event(seat, Pass(), next(told, frozenset()))

    @cached_property
    def n_worlds(self) -> int:
        """How many worlds there are (`worlds`)."""
        total = 0
        for sharing in self.sharings:
            for split in sharing.splits():
                total += prod(
                    multinomial(len(kind.tiles), shares)
                    for kind, shares in zip(sharing.kinds, split, strict=True)
                )
        return total * comb(self.n_rest, self.n_boneyard)

    def worlds(self, limit: int = FEW_WORLDS) -> tuple[World, ...] | None:
        """Every world, or None if there are more than `limit`."""
        if self.n_deals > limit * 10**6:
            return None  # too many even if a million deals led to each
        if self.n_worlds > limit:
            return None
        found: dict[tuple[int, ...], int] = {}
        for case, sharing in zip(self._cases, self.sharings, strict=True):
            base = self._base(case)
            for split, deals in sharing.splits().items():
                for masks in _choices(sharing, split, base, tuple(case.seats)):
                    found[masks] = found.get(masks, 0) + deals
        return tuple(self._with_boneyards(found))

    def _base(self, case: Case) -> tuple[int, ...]:
        """Masks of what each seat is known to hold, in order of seat."""
        masks = [hand.tiles.mask for hand in self.view.position.hands]
        for seat, history in case.seats.items():
            for shown in history.shown:
                if shown.until is None:
                    masks[seat] |= 1 << shown.tile.index
        return tuple(masks)

    def _with_boneyards(self, found: dict[tuple[int, ...], int]) -> Iterator[World]:
        position = self.view.position
        for masks, deals in found.items():
            hands = tuple(map(TileSet, masks))
            rest = self.unseen
            for hand in hands:
                rest -= hand
            if not isinstance(position.boneyard, int):
                yield World(hands, TileSet.of(position.boneyard), deals)
                continue
            for boneyard in combinations(rest, self.n_boneyard):
                yield World(hands, TileSet.of(boneyard), deals)

    @cached_property
    def sampler(self) -> Sampler:
        """Draws worlds in bulk (`engine.search.worlds`)."""
        from engine.search.worlds import Sampler  # noqa: PLC0415 - numba only at the first sample

        bases = [self._base(case) for case in self._cases]
        return Sampler(
            self.sharings,
            bases,
            seats=tuple(self.history.seats),
            boneyard=self._boneyard,
        )

    @property
    def _boneyard(self) -> int | tuple[int, ...]:
        boneyard = self.view.position.boneyard
        return boneyard if isinstance(boneyard, int) else tuple(tile.index for tile in boneyard)

    def sample(self, n: int, seed: int) -> Worlds:
        """`n` worlds with the order of the boneyard, uniform over deals, independent of each other.

        The same `seed` gives the same worlds with and without numba.
        """
        return self.sampler.sample(n, seed)

    def position(self, rng: Random) -> Position:
        """The view's position with every hidden tile filled in, uniformly over deals."""
        position = self.view.position
        worlds = self.sample(1, rng.getrandbits(62))
        hands = tuple(Hand(TileSet(worlds.hand(0, seat))) for seat in range(len(position.hands)))
        boneyard = position.boneyard
        if isinstance(boneyard, int):
            boneyard = tuple(TILES[index] for index in worlds.boneyard(0))
        return replace(position, hands=hands, boneyard=boneyard)


def _with_lacks(case: Case, seats: dict[Seat, SeatHistory]) -> dict[Seat, SeatHistory]:
    return {seat: replace(history, lacks=seats[seat].lacks) for seat, history in case.seats.items()}


def _sharing(case: Case, n_lacks: int | None, seat: Seat | None = None, banned: int = 0) -> Sharing:
    """The ways to share out a case's unseen tiles; `seat` may get none of `banned`."""
    unseen = [tile.index for tile in case.unseen]
    slots = [seat_slots(history, unseen, n_lacks) for history in case.seats.values()]
    for owner, seat_slot in zip(case.seats, slots, strict=True):
        if owner == seat:
            none = len(next(iter(seat_slot.residuals), ()))
            seat_slot.levels.update({index: none for index in unseen if banned >> index & 1})
    return Sharing(slots, unseen)


def _choices(
    sharing: Sharing,
    split: tuple[tuple[int, ...], ...],
    base: tuple[int, ...],
    seats: tuple[Seat, ...],
) -> Iterator[tuple[int, ...]]:
    """Every choice of tiles that a split allows, as masks by seat on top of `base`."""
    wanted = [
        (kind.tiles, seat, n)
        for kind, shares in zip(sharing.kinds, split, strict=True)
        for seat, n in zip(seats, shares, strict=True)
        if n
    ]

    def choose(at: int, masks: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if at == len(wanted):
            yield masks
            return
        tiles, seat, n = wanted[at]
        taken = 0
        for mask in masks:
            taken |= mask
        for chosen in combinations([index for index in tiles if not taken >> index & 1], n):
            added = masks[seat] | sum(1 << index for index in chosen)
            yield from choose(at + 1, (*masks[:seat], added, *masks[seat + 1 :]))

    return choose(0, base)
