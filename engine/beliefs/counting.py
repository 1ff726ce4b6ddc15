"""Counting deals exactly: which slots a seen tile came from, and how unseen tiles fill the rest.

A *slot* is a place in a hand that a tile came to: dealt, or drawn at some ply. Slots that arrived
together are a *group*. Every lack of pips forbids tiles to all older groups, so that an unseen
tile may be in a suffix of the groups, from its *level* on, and a played one in an interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from engine.beliefs.history import START

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.beliefs.history import SeatHistory
    from engine.tiles import Seat

Caps = tuple[int, ...]
"""Free slots by class of a seat, or of all seats in turn."""


@dataclass(slots=True)
class SeatSlots:
    """A seat's slots once its seen tiles are placed.

    `residuals` are the ways (as a weight) to be left with so many free slots by class, oldest
    first; `levels` the first class that each unseen tile may be in, the number of classes if none.
    """

    seat: Seat
    residuals: dict[Caps, int]
    levels: dict[int, int]


def seat_slots(
    history: SeatHistory, unseen: Sequence[int], n_lacks: int | None = None
) -> SeatSlots:
    """Place a seat's seen tiles in every way that its first `n_lacks` lacks (all: None) allow."""
    groups = sorted({START, *history.arrivals})
    sizes = tuple(history.arrivals.count(arrival) for arrival in groups)
    lacks = history.lacks[:n_lacks]
    far_end = len(groups)

    def first_group(index: int, until: int | None) -> int:
        for lack in reversed(lacks):
            if lack.mask >> index & 1 and (until is None or lack.ply < until):
                return sum(arrival < lack.ply for arrival in groups)
        return history.barred >> index & 1

    levels = {index: first_group(index, None) for index in unseen}
    intervals = []
    for shown in history.shown:
        low = first_group(shown.tile.index, shown.until)
        until = shown.until
        high = far_end if until is None else sum(arrival < until for arrival in groups)
        intervals.append((low, 1 if shown.dealt else high))
    edges = sorted({0, *(level for level in levels.values() if level < far_end)})
    residuals = _place(sizes, intervals, edges)
    return SeatSlots(
        history.seat,
        residuals,
        {index: _class_of(level, edges, far_end) for index, level in levels.items()},
    )


def _class_of(level: int, edges: list[int], far_end: int) -> int:
    return len(edges) if level >= far_end else edges.index(level)


def _place(
    sizes: tuple[int, ...], intervals: list[tuple[int, int]], last_edges: list[int]
) -> dict[Caps, int]:
    """Every way to take a slot for each seen tile, as {free slots by class: weight}.

    Groups that no later tile tells apart are merged as soon as that is so, which keeps the number
    of states small. `intervals` are half open; `last_edges` are where the final classes begin.
    """
    edges_at = [last_edges]
    for low, high in reversed(intervals):
        edges_at.append(sorted({*edges_at[-1], low, high} - {len(sizes)}))
    edges_at.reverse()
    start = _merge(sizes, list(range(len(sizes))), edges_at[0])
    states = {start: 1}
    for (low, high), edges, later in zip(intervals, edges_at, edges_at[1:], strict=False):
        left: dict[Caps, int] = {}
        for state, weight in states.items():
            for number, edge in enumerate(edges):
                if low <= edge < high and state[number]:
                    taken = (*state[:number], state[number] - 1, *state[number + 1 :])
                    merged = _merge(taken, edges, later) if edges != later else taken
                    left[merged] = left.get(merged, 0) + weight * state[number]
        states = left
    return states


def _merge(state: Caps, edges: list[int], later: list[int]) -> Caps:
    merged = []
    for edge, size in zip(edges, state, strict=True):
        if edge in later:
            merged.append(size)
        else:
            merged[-1] += size
    return tuple(merged)


@dataclass(slots=True)
class Kind:
    """Unseen tiles that may be in the same classes of every seat."""

    tiles: tuple[int, ...]
    allowed: tuple[int, ...]


@dataclass(slots=True)
class Edge:
    """One way to share out a kind: how many tiles each seat gets, in how many deals, what next."""

    shares: tuple[int, ...]
    deals: int
    node: Node


@dataclass(slots=True)
class Node:
    """Kinds from `kind` on are still to be shared out; `deals` counts the ways to do it."""

    kind: int
    deals: int
    edges: tuple[Edge, ...] = ()


_DONE = Node(-1, 1)


class Sharing:
    """How the unseen tiles can be shared out over free slots of hands; the rest stay hidden.

    Deals are counted with slots told apart and the rest as a set.
    """

    def __init__(self, seats: Sequence[SeatSlots], unseen: Sequence[int]) -> None:
        self.seats = seats
        n_classes = [len(next(iter(slots.residuals), ())) for slots in seats]
        offsets = [sum(n_classes[:number]) for number in range(len(seats))]
        self.owner = tuple(number for number, n in enumerate(n_classes) for _ in range(n))
        by_allowed: dict[tuple[int, ...], list[int]] = {}
        for index in unseen:
            allowed = tuple(
                offset + at
                for slots, offset, n in zip(seats, offsets, n_classes, strict=True)
                for at in range(slots.levels[index], n)
            )
            by_allowed.setdefault(allowed, []).append(index)
        # The most bound first: what is free fits wherever something is left.
        self.kinds = [
            Kind(tuple(by_allowed[allowed]), allowed)
            for allowed in sorted(by_allowed, key=lambda allowed: (len(allowed), allowed))
        ]
        self._tiles_left = [
            sum(len(kind.tiles) for kind in self.kinds[at:]) for at in range(len(self.kinds) + 1)
        ]
        self._later = [self._tiles_for_class(at + 1) for at in range(len(self.kinds))]
        self._nodes: dict[tuple[int, Caps], Node] = {}
        self.roots = tuple(
            (weight, node) for weight, caps in self._starts() if (node := self._node(0, caps)).deals
        )
        self.deals = sum(weight * node.deals for weight, node in self.roots)

    def _tiles_for_class(self, first_kind: int) -> list[int]:
        return [
            sum(len(kind.tiles) for kind in self.kinds[first_kind:] if number in kind.allowed)
            for number in range(len(self.owner))
        ]

    def _starts(self) -> Iterator[tuple[int, Caps]]:
        for combination in product(*(slots.residuals.items() for slots in self.seats)):
            yield (
                prod(weight for _, weight in combination),
                sum((caps for caps, _ in combination), ()),
            )

    def _node(self, kind: int, caps: Caps) -> Node:
        if kind == len(self.kinds):
            return _DONE if not any(caps) else Node(-1, 0)
        known = self._nodes.get((kind, caps))
        if known is None:
            edges = tuple(self._edges(kind, caps))
            known = Node(kind, sum(edge.deals for edge in edges), edges)
            self._nodes[kind, caps] = known
        return known

    def _edges(self, at: int, caps: Caps) -> Iterator[Edge]:
        kind = self.kinds[at]
        n_tiles = len(kind.tiles)
        later = self._later[at]
        spare = self._tiles_left[at] - sum(caps)
        if spare < 0 or any(caps[n] > later[n] for n in range(len(caps)) if n not in kind.allowed):
            return
        limits = [(max(0, caps[n] - later[n]), caps[n]) for n in kind.allowed]
        for split in _splits(limits, max(0, n_tiles - spare), n_tiles):
            left = list(caps)
            shares = [0] * len(self.seats)
            for number, n in zip(kind.allowed, split, strict=True):
                left[number] -= n
                shares[self.owner[number]] += n
            node = self._node(at + 1, tuple(left))
            if node.deals:
                ways = _ways(n_tiles, tuple(caps[n] for n in kind.allowed), split)
                yield Edge(tuple(shares), ways * node.deals, node)

    def shares_by_kind(self) -> list[list[int]]:
        """By kind and seat: deals times the number of tiles of that kind which the seat holds."""
        held = [[0] * len(self.seats) for _ in self.kinds]
        reached: dict[int, tuple[Node, int]] = {}
        for weight, node in self.roots:
            _, before = reached.get(id(node), (node, 0))
            reached[id(node)] = (node, before + weight)
        for at in range(len(self.kinds)):
            following: dict[int, tuple[Node, int]] = {}
            for node, weight in reached.values():
                for edge in node.edges:
                    for seat, n in enumerate(edge.shares):
                        held[at][seat] += weight * edge.deals * n
                    _, before = following.get(id(edge.node), (edge.node, 0))
                    ways = edge.deals // edge.node.deals
                    following[id(edge.node)] = (edge.node, before + weight * ways)
            reached = following
        return held

    def splits(self) -> dict[tuple[tuple[int, ...], ...], int]:
        """Every way to share out the kinds, as {shares by kind: deals of each choice of tiles}."""
        found: dict[tuple[tuple[int, ...], ...], int] = {}
        for weight, root in self.roots:
            stack: list[tuple[Node, tuple[tuple[int, ...], ...], int]] = [(root, (), weight)]
            while stack:
                node, so_far, ways = stack.pop()
                if node.kind < 0:
                    found[so_far] = found.get(so_far, 0) + ways
                for edge in node.edges:
                    chosen = multinomial(len(self.kinds[node.kind].tiles), edge.shares)
                    per_choice = edge.deals // edge.node.deals
                    # Fractions cannot be: a choice of tiles takes a whole number of slots.
                    stack.append((edge.node, (*so_far, edge.shares), ways * per_choice // chosen))
        return found


def _splits(limits: list[tuple[int, int]], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every tuple of numbers within `limits` whose sum is from `least` to `most`."""
    if not limits:
        if least <= 0:
            yield ()
        return
    (low, high), *others = limits
    most_after = sum(limit for _, limit in others)
    least_after = sum(limit for limit, _ in others)
    for n in range(max(low, least - most_after), min(high, most - least_after) + 1):
        for following in _splits(others, least - n, most - n):
            yield (n, *following)


@cache
def _ways(n_tiles: int, slots: tuple[int, ...], split: tuple[int, ...]) -> int:
    """Ways to choose the tiles of a split and to put them in labelled slots."""
    ways = factorial(n_tiles) // factorial(n_tiles - sum(split))
    return ways * prod(comb(free, n) for free, n in zip(slots, split, strict=True))


def multinomial(n: int, parts: Sequence[int]) -> int:
    """Ways to choose disjoint sets of the sizes `parts` from `n` things."""
    ways = 1
    for part in parts:
        ways *= comb(n, part)
        n -= part
    return ways
