"""What each opening lead is worth."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from engine.moves import Play
from engine.position import Deal, Hand, Position
from engine.search import Root, simulate, warm
from engine.spread import Task, spread
from engine.study.number import number
from engine.tiles import Tile, TileSet
from engine.tournament import rules_for

if TYPE_CHECKING:
    from engine.rules import RuleSet
    from engine.search import Sums
    from engine.spread import Where
    from engine.study.number import Number

RULES: Final = "all_fives+hand=7,7,5"
DEALS: Final = 20_000
DEALS_A_CHUNK: Final = 5_000


def study(*, scale: float, seed: int, over: Where) -> tuple[Number, ...]:
    """By lead the leader's margin to the end of the round, all playing greedily; best first."""
    n = max(2, round(DEALS * scale))
    tiles = tuple(TileSet.full(rules_for(RULES, 2).max_pip))
    chunks = tuple(
        (str(tile), first, min(DEALS_A_CHUNK, n - first), seed)
        for tile in tiles
        for first in range(0, n, DEALS_A_CHUNK)
    )
    sums = {str(tile): [0, 0] for tile in tiles}
    task = Task(f"leads {RULES}, {n} deals a lead, seed {seed}", _chunk, chunks)
    for (tile, *_), found in zip(chunks, spread(task, over), strict=True):
        sums[tile] = [known + more for known, more in zip(sums[tile], found, strict=True)]
    rows = []
    for tile, (total, squares) in sums.items():
        spread_ = (squares - total**2 / n) / (n - 1)
        rows.append(number(f"{tile[0]}-{tile[1]} led", total / n, (spread_ / n) ** 0.5, n))
    return tuple(sorted(rows, key=lambda row: -row.value))


def _chunk(name: str, first: int, n: int, seed: int) -> tuple[int, int]:
    """The sum of the margins, and of their squares, in deals in which the leader leads a tile."""
    warm(wait=True)
    tile = Tile.of(*map(int, name))
    rules = rules_for(RULES, 2)
    sums = outcomes(opening(rules, tile), tile, Random(f"{seed} lead {tile} {first}"), n, first)
    return sums.totals[0], sums.products[0][0]


def opening(rules: RuleSet, tile: Tile) -> Root:
    """A start in which `tile` is led: the leader's other tiles tell nothing of its points."""
    deal = Deal.canonical(rules)
    others = (Hand(hidden=rules.hand_size),) * (rules.players - 1)
    rest = [other for other in TileSet.full(rules.max_pip) if other != tile]
    own = TileSet.of([tile, *rest[: rules.hand_size - 1]])
    left = rules.n_tiles - rules.players * rules.hand_size
    start = Position(rules, deal.start().layout, (Hand(own), *others), left, 0)
    return Root.of(start, (Play(tile),))


def outcomes(root: Root, tile: Tile, rng: Random, n: int, first: int) -> Sums:
    """The leader's margins in `n` random deals that give it `tile`, the first numbered `first`."""
    rules = root.rules
    size, players = rules.hand_size, rules.players
    rest = [other.index for other in TileSet.full(rules.max_pip) if other != tile]
    hands: list[int] = []
    yards: list[int] = []
    for _world in range(n):
        rng.shuffle(rest)
        order = [tile.index, *rest]
        hands += [
            sum(1 << index for index in order[seat * size : (seat + 1) * size])
            for seat in range(players)
        ]
        yards += order[players * size :]
    return simulate(root, hands, yards, seed=rng.getrandbits(31), first=first)
