"""Rounds played out by simple players: root moves in many worlds, or whole deals."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from engine.errors import DominoError
from engine.position import Deal
from engine.rules import PRESETS
from engine.search.batches import deal_and_play, play_worlds
from engine.search.jit import warmer
from engine.search.kit import Kit
from engine.search.playout import AT, CAREFUL, GREEDY, RANDOM
from engine.search.state import Root

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.rules import RuleSet
    from engine.search.ruling import Ints
    from engine.tiles import Seat

__all__ = ["CAREFUL", "GREEDY", "RANDOM", "Sums", "rounds", "simulate"]


@dataclass(frozen=True, slots=True)
class Sums:
    """Margins of root moves over worlds, summed; whole numbers, so that parts add up exactly.

    Attributes:
        n: Worlds.
        unit: What the margins are times: the number of sides less 1.
        totals: By move, the sum of its margins (the mover's side less the mean of the others).
        products: By two moves, the sum of the products of their margins in the same world.
        deltas: By world, move and side, points from here to the end of the round, the award
            included, if they were asked for.
    """

    n: int
    unit: int
    totals: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]
    deltas: Any = None

    def mean(self, move: int) -> float:
        """The mean margin of a move, in points."""
        return self.totals[move] / (self.n * self.unit)

    def stderr(self, move: int) -> float:
        """The standard error of its mean."""
        return self._stderr(self.totals[move], self.products[move][move])

    def stderr_between(self, one: int, other: int) -> float:
        """The standard error of the difference of two means; the worlds are common to both."""
        squares = self.products[one][one] + self.products[other][other]
        return self._stderr(
            self.totals[one] - self.totals[other], squares - 2 * self.products[one][other]
        )

    def _stderr(self, total: int, squares: int) -> float:
        if self.n < 2:  # noqa: PLR2004 - one world tells no spread
            return float("inf")
        variance = max(0, squares * self.n - total * total) / (self.n * (self.n - 1))
        return sqrt(variance / self.n) / self.unit

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.n + other.n,
            self.unit,
            tuple(map(sum, zip(self.totals, other.totals, strict=True))),
            tuple(
                tuple(map(sum, zip(one, two, strict=True)))
                for one, two in zip(self.products, other.products, strict=True)
            ),
        )


def simulate(  # noqa: PLR0913 - one option each
    root: Root,
    hands: Iterable[Any],
    yards: Iterable[Any],
    *,
    policies: Sequence[int] = (),
    seed: int,
    first: int = 0,
    threads: int = 1,
    deltas: bool = False,
) -> Sums:
    """Play every root move out in every world.

    World number `first + i` has a stream of chance of its own, common to its moves: calls for parts
    of the worlds, on any number of threads, compiled or not, add up to the same.

    Args:
        root: The moves.
        hands: By world, a mask by seat; rows or flat.
        yards: By world, the boneyard's tiles by index, in draw order; rows or flat.
        policies: How each seat goes on, RANDOM, GREEDY or CAREFUL; default GREEDY.
        seed: Of chance.
        first: Number of the first world.
        threads: How many to use where the kernels are compiled.
        deltas: Whether to give the points by world, move and side.
    """
    rules = root.rules
    kit = Kit(rules, play_worlds)
    masks = kit.ints(hands, wide=True)
    orders = kit.ints(yards)
    worlds = len(masks) // rules.players
    n_yard = root.position.n_boneyard
    if not worlds or len(masks) % rules.players or len(orders) != worlds * n_yard:
        raise DominoError(
            f"worlds: rows of {rules.players} hands and {n_yard} boneyard tiles, not "
            f"{len(masks)} hands and {len(orders)} tiles"
        )
    made = kit.zeros(worlds * len(root.moves) * rules.n_teams if deltas else 0)
    shares = threads if kit.compiled else 1
    bounds = [worlds * share // shares for share in range(shares + 1)]

    def part(begin: int, end: int) -> Sums:
        return _play(kit, root, masks, orders, policies, seed, first, begin, end, made)

    if shares == 1:
        total = part(0, worlds)
    else:
        with ThreadPoolExecutor(shares) as pool:
            total, *others = pool.map(part, bounds[:-1], bounds[1:])
        for other in others:
            total += other
    shape = worlds, len(root.moves), rules.n_teams
    return Sums(total.n, total.unit, total.totals, total.products, _shaped(made, shape, deltas))


def _play(  # noqa: PLR0913, PLR0917 - the kernel's arguments
    kit: Kit,
    root: Root,
    hands: Ints,
    yards: Ints,
    policies: Sequence[int],
    seed: int,
    first: int,
    begin: int,
    end: int,
    made: Ints,
) -> Sums:
    rules = root.rules
    position = root.position
    n = len(root.moves)
    totals = kit.zeros(n, wide=True)
    products = kit.zeros(n * n, wide=True)
    given = (
        kit.rule,
        kit.ints(root.kinds),
        kit.ints(root.tiles),
        kit.ints(root.codes, wide=True),
        kit.ints((position.turn, position.drew, position.passes, position.n_boneyard)),
        kit.ints(position.scores),
        hands,
        yards,
        kit.ints(policies or [GREEDY] * rules.players),
        seed,
        first,
    )
    room = (
        kit.zeros(n + 1),
        kit.zeros(rules.players, wide=True),
        kit.zeros(rules.n_teams),
        kit.zeros(AT, wide=True),
        kit.zeros(_choices(rules)),
        kit.zeros(0),
        kit.zeros(n, wide=True),
        totals,
        products,
        made,
    )
    kit.run(lambda table, at: kit.kernel(table, *given, at, end, *room), begin, end)
    rows = tuple(tuple(map(int, products[i * n : (i + 1) * n])) for i in range(n))
    return Sums(end - begin, rules.n_teams - 1, tuple(map(int, totals)), rows)


def rounds(  # noqa: PLR0913 - one option each
    rules: RuleSet,
    n: int,
    *,
    seed: int,
    policies: Sequence[int] = (),
    scores: Sequence[int] = (),
    leader: Seat | None = None,
    first: int = 0,
) -> Any:  # noqa: ANN401 - rows or an array
    """Points by side in `n` random deals played out (rows; an array where compiled).

    Args:
        rules: The rules; the lead is free.
        n: How many rounds.
        seed: Of chance.
        policies: By seat, RANDOM, GREEDY or CAREFUL; default RANDOM.
        scores: By side before each round; default 0.
        leader: Who leads; None: the seats in turn.
        first: Number of the first round; each has a stream of its own.
    """
    kit = Kit(rules, deal_and_play)
    gained = kit.zeros(n * rules.n_teams)
    given = (
        rules.hand_size,
        -1 if leader is None else leader,
        kit.ints(scores or [0] * rules.n_teams),
        kit.ints(policies or [RANDOM] * rules.players),
    )
    room = (
        kit.zeros(rules.n_tiles),
        kit.zeros(rules.players, wide=True),
        kit.zeros(rules.n_teams),
        kit.zeros(AT, wide=True),
        kit.zeros(_choices(rules)),
        kit.zeros(0),
    )
    kit.run(
        lambda table, at: kit.kernel(table, kit.rule, seed, first, at, n, *given, *room, gained),
        0,
        n,
    )
    return _shaped(gained, (n, rules.n_teams), wanted=True)


def _choices(rules: RuleSet) -> int:
    """Room for a tile and a board for every way to play every tile."""
    return 2 * rules.n_tiles * 2 * (rules.max_pip + 1)


def _shaped(values: Ints, shape: tuple[int, ...], wanted: bool) -> Any:  # noqa: ANN401, FBT001 - an array; a kernel's argument
    if not wanted:
        return None
    if not isinstance(values, list):
        return values.reshape(shape)
    rows: list[Any] = values
    for size in shape[:0:-1]:
        rows = [rows[i : i + size] for i in range(0, len(rows), size)]
    return rows


@warmer
def _warm() -> None:
    """Compile for what `simulate` and `rounds` call with."""
    rules = PRESETS["all_fives"]
    rounds(rules, 1, seed=1)
    root = Root.of(Deal.canonical(rules).start())
    hands = [hand.tiles.mask for hand in root.position.hands]
    # The canonical deal leaves the lowest tiles in the boneyard.
    simulate(root, hands, range(root.position.n_boneyard), seed=1)
