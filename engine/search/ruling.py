"""A rule set as one flat sequence of ints, for the kernels.

What a kernel asks of the rules besides the boards is at a fixed index (`PLAYERS`, `TARGET` ...) or
in a table that begins where an index says (`rule[PAY] + total`). The tables are read off
`engine.settlement` by asking it about made-up hands: nothing is spelled here a second time.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

from engine.options import BlockedCompare, BlockerRule, Settle, TargetCheck, Tie
from engine.scoring import points_of_count
from engine.settlement import _award, _rounded, _scaled, _term
from engine.tiles import TILES, Tile, TileSet

if TYPE_CHECKING:
    from engine.rules import RuleSet
    from engine.tiles import Seat

Ints = list[int]
"""A list of ints in plain Python, a numpy array for compiled kernels."""

PLAYERS: Final = 0
TEAMS: Final = 1
TILES_IN_SET: Final = 2
MAX_DRAWS: Final = 3
RESERVE: Final = 4
VOLUNTARY: Final = 5
PENALTY: Final = 6
IMMEDIATE: Final = 7
TARGET: Final = 8
EXACT: Final = 9
MIN_FIRST: Final = 10
UNITS: Final = 11
"""How many are compared after a block."""
BY_TILES: Final = 12
"""Whether hands count by their number of tiles."""
OWN_DEDUCTED: Final = 13
LEFT_OUT: Final = 14
"""Whether the hand of whoever moved last is left out after a block."""
TIE: Final = 15
TEAM: Final = 16
"""From here, by seat: its side."""
UNIT: Final = 20
"""From here, by seat: which of those compared after a block it belongs to."""
SIGN: Final = 24
"""Where by blocked, unpaid, winner, seat: how its hand enters the award: 1 paid, -1 taken off."""
VALUE: Final = 25
"""Where by pips of a hand: what it counts in an award."""
PAY: Final = 26
"""Where the award for a total of 0 is (totals may be negative); after a block it is at PAY + 1."""
COMPARED: Final = 28
"""Where by pips of a hand: what is added up for the comparison after a block."""
WHOLE: Final = 29
"""Where by that sum: what is compared."""
TILE_PIPS: Final = 30
"""Where by tile: its pips."""
PIPS: Final = 31
"""Where by chunk and mask: the pips of those tiles."""
FIVE: Final = 32
"""Points of the least count that scores."""
ODDS: Final = 33
"""Where by tiles unseen, held and wanted: the chance that those held are some of those wanted."""
HEADER: Final = 34

CHUNK: Final = 14
"""Tiles whose pips are looked up at once."""
CHUNK_MASK: Final = (1 << CHUNK) - 1
NO_LIMIT: Final = 1 << 20
CERTAIN: Final = 1 << 10
"""What chances are counted in."""

TIE_NOBODY: Final = 0
TIE_SPLIT: Final = 1
TIE_LIGHTEST: Final = 2
TIE_BLOCKER: Final = 3


@lru_cache(maxsize=64)
def ruling(rules: RuleSet) -> tuple[int, ...]:
    """The rule set as the kernels read it; copy it into a list or an array."""
    players = range(rules.players)
    individual = rules.blocked_compare is BlockedCompare.INDIVIDUAL
    limit = rules.max_draws
    flat = [0] * HEADER
    flat[: TIE + 1] = [
        rules.players,
        rules.n_teams,
        rules.n_tiles,
        NO_LIMIT if limit is None else limit,
        rules.reserve,
        int(rules.voluntary_draw),
        rules.pass_penalty,
        int(rules.target_check is TargetCheck.IMMEDIATE),
        rules.target_points,
        int(rules.exact),
        rules.min_first_score,
        rules.players if individual else rules.n_teams,
        int(rules.settle is Settle.FIVE_PER_TILE),
        int(rules.settle is Settle.OWN_DEDUCTED),
        int(rules.blocker_rule is BlockerRule.HAND_LEFT_OUT),
        _tie(rules),
    ]
    flat[FIVE] = points_of_count(rules.multiples[0], rules) if rules.multiples else 0
    for seat in players:
        flat[TEAM + seat] = rules.team(seat)
        flat[UNIT + seat] = seat if individual else rules.team(seat)
    tables, zero = _tables(rules)
    for where, table in tables.items():
        flat[where] = len(flat)
        flat += table
    flat[PAY] += zero
    flat[PAY + 1] += zero
    return tuple(flat)


def _tables(rules: RuleSet) -> tuple[dict[int, list[int]], int]:
    """The tables by the index that tells where they begin; and where a total of 0 is in PAY."""
    seats = range(rules.players)
    tiles = TILES[: rules.n_tiles]
    tile_pips = [tile.pips for tile in tiles]
    most = sum(tile_pips)
    zero = 2 * most + 5 * rules.players
    value = [_term((_with_pips(pips, tiles),), rules, 0, 1).counted for pips in range(most + 1)]
    same = list(range(zero))
    rounding = rules.blocked_compare is BlockedCompare.AFTER_ROUNDING
    tables = {
        SIGN: [
            _sign(rules, winner, seat, (seat,) if unpaid else (), blocked=blocked)
            for blocked in (False, True)
            for unpaid in (False, True)
            for winner in seats
            for seat in seats
        ],
        VALUE: value,
        PAY: [_points(total, rules, blocked=False) for total in range(-zero, zero)],
        PAY + 1: [_points(total, rules, blocked=True) for total in range(-zero, zero)],
        COMPARED: value if rounding else same[: most + 1],
        WHOLE: [_rounded(total, rules) for total in same] if rounding else same,
        TILE_PIPS: tile_pips,
        PIPS: _chunks(tile_pips),
        ODDS: _odds(rules.n_tiles),
    }
    return tables, zero


def _with_pips(pips: int, tiles: tuple[Tile, ...]) -> TileSet:
    """Some tiles that have so many pips in all."""
    hand = []
    for tile in sorted(tiles, key=lambda tile: -tile.pips):
        if tile.pips <= pips:
            hand.append(tile)
            pips -= tile.pips
    return TileSet.of(hand)


def _sign(
    rules: RuleSet, winner: Seat, seat: Seat, unpaid: tuple[Seat, ...], *, blocked: bool
) -> int:
    """How the hand of `seat` enters the award of `winner`: found by giving it one tile alone."""
    if rules.settle is Settle.ONE_POINT:
        return 0
    hands = [TileSet()] * rules.players
    hands[seat] = TileSet.of([TILES[rules.n_tiles - 1]])
    total = _award(hands, rules, winner, unpaid, blocked=blocked).total
    return (total > 0) - (total < 0)


def _points(total: int, rules: RuleSet, *, blocked: bool) -> int:
    if rules.settle is Settle.ONE_POINT:
        return _award([TileSet()] * rules.players, rules, 0, (0,), blocked=blocked).points
    if rules.settle is Settle.FIVE_PER_TILE:
        return _scaled(5 * total, rules)
    return _scaled(_rounded(total, rules), rules)


def _tie(rules: RuleSet) -> int:
    match rules.tie:
        case Tie.NONE:
            return TIE_NOBODY
        case Tie.SPLIT3:
            return TIE_SPLIT
        case Tie.NONE_SPLIT3:
            return TIE_SPLIT if rules.players == 3 else TIE_NOBODY  # noqa: PLR2004 - "split3"
        case Tie.LIGHTEST_TILE:
            return TIE_LIGHTEST
        case Tie.BLOCKER_LOSES:
            return TIE_BLOCKER


def _chunks(pips: list[int]) -> list[int]:
    """The pips of every mask of a chunk of tiles, chunk after chunk."""
    sums: list[int] = []
    for start in range(0, len(pips), CHUNK):
        chunk = [0]
        for each in pips[start : start + CHUNK]:
            chunk += [each + total for total in chunk]
        sums += chunk + [0] * (CHUNK_MASK + 1 - len(chunk))
    return sums


@cache
def _odds(n: int) -> list[int]:
    """For a set of `n` tiles, see `ODDS`."""
    found = []
    for unseen in range(n + 1):
        for held in range(n + 1):
            ways = comb(unseen, held) or 1
            found += [
                CERTAIN - CERTAIN * comb(max(unseen - wanted, 0), held) // ways
                for wanted in range(n + 1)
            ]
    return found
