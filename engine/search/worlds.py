"""Worlds in bulk: every hidden tile put somewhere, uniformly over the deals that agree with a view.

The counting of `engine.beliefs` becomes a graph in flat arrays: at a node one kind of tiles is
shared out, an edge says how many each seat gets, and its limit how often it is taken. A world is
one walk through it. The same source runs plain and compiled and gives the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from engine.search.jit import fast, kernel, twin, warmer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.beliefs.counting import Node, Sharing
    from engine.tiles import Seat

Row = Any
"""A list, or an array where it runs compiled."""

UNIT_BITS: Final = 62
_MASK: Final = 0xFFFFFFFF
_WIDTH: Final = 62
"""Bits of a mask that a compiled kernel can hold."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """`n` worlds: masks of the hands by seat, tile indices of the boneyard in the order of drawing.

    Both are flat lists, row after row, or arrays of rows where the compiled sampler ran: what
    `simulate` takes.
    """

    n: int
    players: int
    n_boneyard: int
    hands: Any
    boneyards: Any

    def hand(self, world: int, seat: Seat) -> int:
        """The mask of a seat's hand."""
        if isinstance(self.hands, list):
            return int(self.hands[world * self.players + seat])
        return int(self.hands[world, seat])

    def boneyard(self, world: int) -> list[int]:
        """The tiles of the boneyard by index, the next to be drawn first."""
        first = world * self.n_boneyard
        if isinstance(self.boneyards, list):
            return list(self.boneyards[first : first + self.n_boneyard])
        return [int(index) for index in self.boneyards[world]]

    def only(self, numbers: Any) -> Worlds:  # noqa: ANN401 - list or array
        """The worlds of these numbers, in their order."""
        if not isinstance(self.hands, list):
            hands, boneyards = self.hands[numbers], self.boneyards[numbers]
        else:
            hands = [self.hand(world, seat) for world in numbers for seat in range(self.players)]
            boneyards = [index for world in numbers for index in self.boneyard(world)]
        return Worlds(len(numbers), self.players, self.n_boneyard, hands, boneyards)


class _Graph:
    """The sharings as flat lists; nodes are numbered, the last kinds first."""

    def __init__(self, sharings: Sequence[Sharing]) -> None:
        self.kind_start = [0]
        self.kind_tiles: list[int] = []
        self.node_kind: list[int] = []
        self.node_edge: list[int] = [0]
        self.edge_limit: list[int] = []
        self.edge_node: list[int] = []
        self.edge_share: list[int] = []
        self.roots: list[tuple[int, int, int]] = []
        self._numbers: dict[int, int] = {}
        for case, sharing in enumerate(sharings):
            first_kind = len(self.kind_start) - 1
            for kind in sharing.kinds:
                self.kind_tiles += kind.tiles
                self.kind_start.append(len(self.kind_tiles))
            for weight, node in sharing.roots:
                number = self._add(node, first_kind)
                self.roots.append((weight * node.deals, number, case))

    def _add(self, node: Node, first_kind: int) -> int:
        known = self._numbers.get(id(node))
        # The end is one node for all; its number is kept by what it is.
        if known is not None:
            return known
        edges = sorted(node.edges, key=lambda edge: -edge.deals)
        children = [self._add(edge.node, first_kind) for edge in edges]
        self.edge_limit += limits([edge.deals for edge in edges])
        self.edge_node += children
        for edge in edges:
            self.edge_share += edge.shares
        self.node_edge.append(len(self.edge_node))
        self.node_kind.append(-1 if node.kind < 0 else first_kind + node.kind)
        number = len(self.node_kind) - 1
        self._numbers[id(node)] = number
        return number


def limits(weights: Sequence[int]) -> list[int]:
    """Where to cut 2**62 so that each piece is as large as its weight is."""
    total = sum(weights)
    cuts = []
    so_far = 0
    for weight in weights:
        so_far += weight
        cuts.append((so_far << UNIT_BITS) // total)
    return cuts


class Sampler:
    """Draws worlds for one view; see `engine.beliefs.Beliefs.sample`."""

    def __init__(
        self,
        sharings: Sequence[Sharing],
        bases: Sequence[Sequence[int]],
        *,
        seats: Sequence[Seat],
        boneyard: Sequence[int] | int,
    ) -> None:
        graph = _Graph(sharings)
        self.players = len(bases[0])
        self._fixed = [] if isinstance(boneyard, int) else list(boneyard)
        self.n_boneyard = boneyard if isinstance(boneyard, int) else len(boneyard)
        roots = sorted(graph.roots, reverse=True)
        self._lists = (
            limits([weight for weight, _, _ in roots]),
            [node for _, node, _ in roots],
            [case for _, _, case in roots],
            [mask for base in bases for mask in base],
            graph.kind_start,
            graph.kind_tiles,
            graph.node_kind,
            graph.node_edge,
            graph.edge_limit,
            graph.edge_node,
            graph.edge_share,
            list(seats),
        )
        self._n_hidden = max(len(graph.kind_tiles), 1)
        self._fits = max(self._lists[3]) >> _WIDTH == 0 and max([0, *graph.kind_tiles]) < _WIDTH

    @cached_property
    def _arrays(self) -> tuple[Any, ...]:
        import numpy as np  # noqa: PLC0415 - only beside compiled kernels

        return tuple(np.array(numbers, dtype=np.int64) for numbers in self._lists)

    def sample(self, n: int, seed: int, first: int = 0) -> Worlds:
        """Worlds number `first` to `first + n - 1` of the stream that `seed` starts.

        World for world the same whatever the chunks, the threads and the machine.
        """
        seeds = (seed & _MASK, seed >> 32 & _MASK, first, n)
        compiled = fast(fill_worlds) if self._fits else None
        n_drawn = 0 if self._fixed else self.n_boneyard
        if compiled is None:
            hands = [0] * (n * self.players)
            drawn = [0] * (n * n_drawn)
            work = [0] * self._n_hidden
            fill_worlds(self._lists, (work, work[:]), seeds, n_drawn, hands, drawn)
            return Worlds(n, self.players, self.n_boneyard, hands, self._fixed * n or drawn)
        return self._sample_fast(compiled, n, seeds, n_drawn)

    def _sample_fast(
        self, compiled: Callable[..., None], n: int, seeds: tuple[int, int, int, int], n_drawn: int
    ) -> Worlds:
        import numpy as np  # noqa: PLC0415 - only beside compiled kernels

        hands = np.zeros((n, self.players), dtype=np.int64)
        drawn = np.zeros((n, n_drawn), dtype=np.int64)
        work = np.zeros(self._n_hidden, dtype=np.int64)
        flat = (hands.reshape(-1), drawn.reshape(-1))
        compiled(self._arrays, (work, work.copy()), seeds, n_drawn, *flat)
        if self._fixed:
            drawn = np.tile(np.array(self._fixed, dtype=np.int64), (n, 1))
        return Worlds(n, self.players, self.n_boneyard, hands, drawn)


@kernel
def scrambled(x: int) -> int:
    """A number of 32 bits that looks random, from one that does not."""
    x &= 0xFFFFFFFF
    x = (x ^ x >> 16) * 0x21F0AAAD & 0xFFFFFFFF
    x = (x ^ x >> 15) * 0x735A2D97 & 0xFFFFFFFF
    return x ^ x >> 15


@kernel
def fill_worlds(  # noqa: C901 - one loop, so that it compiles to one
    graph: tuple[Row, ...],
    room: tuple[Row, Row],
    seeds: tuple[int, int, int, int],
    n_drawn: int,
    hands: Row,
    drawn: Row,
) -> None:
    """Fill `hands` and `drawn`; `seeds` are two of 32 bits, the first world, and how many."""
    root_limit, root_node, root_case, base, kind_start, kind_tiles = graph[:6]
    node_kind, node_edge, edge_limit, edge_node, edge_share, seats = graph[6:]
    tiles, rest = room
    seed_low, seed_high, first, n = seeds
    n_seats = len(seats)
    players = n_seats + 1
    stream = scrambled(scrambled(seed_low + 0x9E3779B9) ^ seed_high)
    for world in range(n):
        key = scrambled(stream ^ (first + world & 0xFFFFFFFF))
        state = scrambled(key + 0x85EBCA6B ^ seed_low)
        root = 0
        if len(root_limit) > 1:
            state = state + 0x9E3779B9 & 0xFFFFFFFF
            unit = scrambled(state ^ key) << 30
            state = state + 0x9E3779B9 & 0xFFFFFFFF
            unit |= scrambled(state ^ key) >> 2
            while root_limit[root] <= unit:
                root += 1
        node = root_node[root]
        for seat in range(players):
            hands[world * players + seat] = base[root_case[root] * players + seat]
        n_rest = 0
        while node_kind[node] >= 0:
            edge = node_edge[node]
            if node_edge[node + 1] - edge > 1:
                state = state + 0x9E3779B9 & 0xFFFFFFFF
                unit = scrambled(state ^ key) << 30
                state = state + 0x9E3779B9 & 0xFFFFFFFF
                unit |= scrambled(state ^ key) >> 2
                while edge_limit[edge] <= unit:
                    edge += 1
            start = kind_start[node_kind[node]]
            left = kind_start[node_kind[node] + 1] - start
            for at in range(left):
                tiles[at] = kind_tiles[start + at]
            for number in range(n_seats):
                mask = 0
                for _ in range(edge_share[edge * n_seats + number]):
                    state = state + 0x9E3779B9 & 0xFFFFFFFF
                    at = scrambled(state ^ key) * left >> 32
                    mask |= 1 << tiles[at]
                    left -= 1
                    tiles[at] = tiles[left]
                hands[world * players + seats[number]] |= mask
            for at in range(left):
                rest[n_rest] = tiles[at]
                n_rest += 1
            node = edge_node[edge]
        for number in range(n_drawn):
            state = state + 0x9E3779B9 & 0xFFFFFFFF
            at = number + (scrambled(state ^ key) * (n_rest - number) >> 32)
            drawn[world * n_drawn + number] = rest[at]
            rest[at] = rest[number]


@warmer
def _compile_sampler() -> None:
    import numpy as np  # noqa: PLC0415 - only beside compiled kernels

    none, one, two = (np.zeros(n, dtype=np.int64) for n in range(3))
    graph = (one, one, one, two, one, none, one - 1, one, none, none, none, one)
    twin(fill_worlds)(graph, (one, one.copy()), (1, 1, 0, 1), 0, two.copy(), none)
