"""Expected margins where hands are hidden: deals that the view allows, each played to the end.

All moves are tried in the same deals. After every doubling of their number the estimate can be
looked at; what is looked at depends on the seed and the number of deals alone, not on the machine.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Final, Protocol

from engine.search.rollout import simulate
from engine.search.worlds import Worlds, scrambled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.beliefs import World
    from engine.evals import Limit
    from engine.search.rollout import Sums
    from engine.search.state import Root

FIRST_LOOK: Final = 32
"""Deals before the first answer."""
FINE: Final = 0.25
"""Points: with a standard error this small for the best two moves, a search is done."""
CLEAR: Final = 2.33
"""Joint standard errors by which the best move must lead (99 %), and `FINE_IF_CLEAR` reached."""
FINE_IF_CLEAR: Final = 0.5
ENOUGH: Final = 1 << 17
"""Deals after which a search is done whatever its error."""
PIECE_S: Final = 0.03
"""Seconds of work between two looks at the clock."""
WIN_UNIT: Final = 1_000_000
"""Chances to win are summed as whole millionths, so that sums do not depend on their order."""

N_THREADS: Final = min(4, os.cpu_count() or 1)
WORTH_THREADS: Final = 512
"""Deals from which it pays to start threads."""


class Source(Protocol):
    """Where deals come from, by number: the same ones for the same seed."""

    def sample(self, n: int, seed: int, first: int = 0) -> Worlds:
        """Deals number `first` to `first + n - 1`."""


class Enumerated:
    """Deals from a short list of worlds, each as often as its weight says, to the nearest one.

    The order of the boneyard is by lot in each.
    """

    def __init__(self, worlds: Sequence[World]) -> None:
        self._worlds = worlds
        total = sum(world.weight for world in worlds)
        self._cuts = [
            (so_far << 32) // total for so_far in accumulate(world.weight for world in worlds)
        ]

    def sample(self, n: int, seed: int, first: int = 0) -> Worlds:
        """Deals number `first` to `first + n - 1`."""
        start = scrambled(seed & 0xFFFFFFFF)
        hands: list[int] = []
        boneyards: list[int] = []
        for number in range(first, first + n):
            # Steps of the golden section spread over the list as evenly as can be.
            at = start + number * 0x9E3779B9 & 0xFFFFFFFF
            world = self._worlds[bisect_right(self._cuts, at)]
            hands += [hand.mask for hand in world.hands]
            boneyards += _shuffled([tile.index for tile in world.boneyard], start ^ number)
        players = len(self._worlds[0].hands)
        return Worlds(n, players, len(self._worlds[0].boneyard), hands, boneyards)


def _shuffled(tiles: list[int], key: int) -> list[int]:
    for left in range(len(tiles), 1, -1):
        key = scrambled(key + 0x9E3779B9)
        at = key * left >> 32
        tiles[at], tiles[left - 1] = tiles[left - 1], tiles[at]
    return tiles


@dataclass(slots=True)
class Wins:
    """Chances to win the match by move, summed over deals in millionths, with their products."""

    chance: Callable[[tuple[int, ...]], int]
    n: int = 0
    totals: list[int] = field(default_factory=list)
    products: list[list[int]] = field(default_factory=list)

    def add(self, deltas: Sequence[Sequence[Sequence[int]]]) -> None:
        """Count rounds in: points gained by deal, move and side."""
        known: dict[tuple[int, ...], int] = {}
        for row in deltas:
            chances = []
            for gained in row:
                key = tuple(map(int, gained))
                if key not in known:
                    known[key] = self.chance(key)
                chances.append(known[key])
            self._add(chances)

    def _add(self, chances: list[int]) -> None:
        if not self.totals:
            self.totals = [0] * len(chances)
            self.products = [[0] * len(chances) for _ in chances]
        self.n += 1
        for i, chance in enumerate(chances):
            self.totals[i] += chance
            row = self.products[i]
            for j in range(i + 1):
                row[j] += chance * chances[j]

    def mean(self, k: int) -> float:
        """Chance to win after move `k`."""
        return self.totals[k] / self.n / WIN_UNIT

    def stderr_between(self, i: int, j: int) -> float:
        """Standard error of the difference of two moves' chances."""
        n = self.n
        if n < 2:  # noqa: PLR2004 - one deal tells no spread
            return float("inf")
        squares = self._product(i, i) + self._product(j, j) - 2 * self._product(i, j)
        mean = (self.totals[i] - self.totals[j]) / n
        return sqrt(max(squares / n - mean * mean, 0) / (n - 1)) / WIN_UNIT

    def _product(self, i: int, j: int) -> int:
        return self.products[max(i, j)][min(i, j)]


@dataclass(slots=True)
class Estimate:
    """What the deals so far say of every move of a root."""

    root: Root
    sums: Sums
    wins: Wins | None = None

    @property
    def order(self) -> list[int]:
        """The moves by number, best first: by the chance to win where that is looked at."""
        value = self.wins.mean if self.wins else self.sums.mean
        return sorted(range(len(self.root.moves)), key=lambda k: -value(k))

    @property
    def is_settled(self) -> bool:
        """Whether more deals would not change what is said: fine enough, or a clear leader."""
        if len(self.root.moves) == 1:
            return self.sums.stderr(0) <= FINE_IF_CLEAR
        best, *others = self.order
        error = max(self.sums.stderr(best), self.sums.stderr(others[0]))
        if error <= FINE:
            return True
        return error <= FINE_IF_CLEAR and all(self._leads(best, k) for k in others)

    def _leads(self, best: int, k: int) -> bool:
        if self.wins:
            gap = self.wins.mean(best) - self.wins.mean(k)
            return gap > CLEAR * self.wins.stderr_between(best, k)
        gap = self.sums.mean(best) - self.sums.mean(k)
        return gap > CLEAR * self.sums.stderr_between(best, k)


def estimates(
    root: Root,
    source: Source,
    *,
    seed: int,
    limit: Limit,
    chance: Callable[[tuple[int, ...]], int] | None = None,
) -> Iterator[Estimate]:
    """Ever better estimates, after 32, 64, 128 … deals; the last one when the limit is reached.

    Args:
        root: The moves to compare.
        source: Where the deals come from.
        seed: Of deals and playouts.
        limit: `samples` are deals, `nodes` rounds played out (deals times moves).
        chance: The chance of the mover's side to win the match, in millionths, once the sides have
            gained so many points more; None where the target is far.
    """
    search = _Search(root, source, seed, limit, chance)
    target = FIRST_LOOK
    while True:
        search.work_to(min(target, search.most))
        if search.estimate is not None:
            yield search.estimate
            if search.is_over or search.estimate.is_settled:
                return
        target *= 2


class _Search:
    def __init__(
        self,
        root: Root,
        source: Source,
        seed: int,
        limit: Limit,
        chance: Callable[[tuple[int, ...]], int] | None,
    ) -> None:
        self.root = root
        self.source = source
        self.seed = seed
        self.deadline = limit.deadline()
        self.most = ENOUGH
        if limit.samples is not None:
            self.most = min(self.most, limit.samples)
        if limit.nodes is not None:
            self.most = min(self.most, max(1, limit.nodes // len(root.moves)))
        self.chance = chance
        self.estimate: Estimate | None = None
        self._piece = FIRST_LOOK

    @property
    def n(self) -> int:
        return self.estimate.sums.n if self.estimate else 0

    @property
    def is_over(self) -> bool:
        return self.n >= self.most or self.deadline.over

    def work_to(self, target: int) -> None:
        """Look at deals until there are `target`, or time is up; at least a few are looked at."""
        while self.n < target and not (self.n and self.deadline.over):
            began = perf_counter()
            n = min(self._piece, target - self.n)
            self._add(n)
            took = perf_counter() - began
            # The pieces follow the clock, the sums do not: they are the same in any pieces.
            if took < PIECE_S / 2:
                self._piece *= 2
            elif took > PIECE_S * 2:
                self._piece = max(8, self._piece // 2)

    def _add(self, n: int) -> None:
        worlds = self.source.sample(n, self.seed, self.n)
        sums = simulate(
            self.root,
            worlds.hands,
            worlds.boneyards,
            seed=self.seed,
            first=self.n,
            threads=N_THREADS if n >= WORTH_THREADS else 1,
            deltas=self.chance is not None,
        )
        wins = self.estimate.wins if self.estimate else None
        if self.chance is not None:
            wins = wins or Wins(self.chance)
            wins.add(sums.deltas)
        before = self.estimate.sums if self.estimate else None
        self.estimate = Estimate(self.root, before + sums if before else sums, wins)
