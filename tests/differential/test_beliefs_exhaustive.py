"""Beliefs against every deal there is, on sets so small that each can be played out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial, prod, sqrt
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.beliefs import BONEYARD, Beliefs
from engine.moves import Draw, Pass
from engine.notation import parse_rules
from engine.options import FirstLead, LaterLead
from engine.play import apply_legal, legal_moves, view, why_illegal
from engine.position import Deal, Hand, forced_tile
from engine.rules import RuleSet
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.moves import Move
    from engine.position import Position, View
    from engine.tiles import Seat

RULES = {
    "all_fives": parse_rules("all_fives+hand=3,3,2+max_pip=3"),
    "straight": parse_rules("straight+hand=3,3,2+max_pip=3"),
    "draw": parse_rules("draw+hand=3,3,2+max_pip=3"),
    "block": parse_rules("block+hand=3,3,2+max_pip=3"),
    "long boneyard": parse_rules("all_fives+hand=2,2,2+max_pip=3"),
    "tiny": parse_rules("muggins+hand=2,1,1+max_pip=2"),
    "reserve": parse_rules("all_fives+hand=3,3,2+max_pip=3+reserve=2"),
    "draw one": parse_rules("straight+draw=1+hand=3,3,2+max_pip=3"),
    "draw two": parse_rules("draw+draw=2+hand=3,3,2+max_pip=3"),
    "voluntary": parse_rules("all_fives+hand=3,3,2+max_pip=3+voluntary_draw=true"),
    "penalty": parse_rules("draw+hand=3,3,2+max_pip=3+pass_penalty=50"),
    "lowest": parse_rules("draw+first_lead=lowest_double+hand=3,3,2+max_pip=3"),
    "heaviest": parse_rules("draw+first_lead=heaviest_tile+hand=2,2,2+max_pip=3"),
    "by lot": parse_rules("draw+first_lead=random+hand=3,3,2+max_pip=3"),
    "redeal": parse_rules("draw+forced_lead=redeal+hand=3,3,2+max_pip=3"),
    "next double": parse_rules("draw+hand=3,3,2+later_lead=next_double+max_pip=3"),
}
MOST_DEALS = 900
Worlds = Counter[tuple[tuple[TileSet, ...], TileSet]]


@dataclass(frozen=True)
class Case:
    rules: RuleSet
    start: Position
    moves: tuple[Move, ...]
    seat: Seat

    @property
    def view(self) -> View:
        return view(self.start, self.moves, self.seat)


@cache
def _cases(name: str, players: int, n: int) -> tuple[Case, ...]:
    """Views from random play where another seat drew or passed, or the lead was forced."""
    rng = Random(f"{name} {players}")
    rules = RULES[name].with_options(players=players)
    found: list[Case] = []
    while len(found) < n:
        start = Deal.shuffled(rules, rng).start()
        moves: list[Move] = []
        position = start
        seat = rng.randrange(players)
        told = start.lead_forced
        stop = rng.randrange(1, 14)
        while len(moves) < stop and (legal := legal_moves(position)):
            move = rng.choice(legal)
            told |= isinstance(move, Draw | Pass) and position.turn != seat
            moves.append(move)
            position = apply_legal(position, move)
        case = Case(rules, start, tuple(moves), seat)
        if told and _n_deals(case) <= MOST_DEALS and len(_truth(case)) > 1:
            found.append(case)
    return tuple(found)


def _n_drawn(case: Case) -> list[Seat]:
    """The seats that drew, in order."""
    return [event.seat for event in case.view.events if isinstance(event.move, Draw)]


def _n_deals(case: Case) -> int:
    others = case.rules.players - 1
    pool = case.rules.n_tiles - case.rules.hand_size
    own = _n_drawn(case).count(case.seat)
    drawn = len(_n_drawn(case)) - own
    pool -= own
    total = 1
    for _ in range(others):
        total *= comb(pool, case.rules.hand_size)
        pool -= case.rules.hand_size
    return total * prod(range(pool - drawn + 1, pool + 1))


def _deals(case: Case) -> Iterator[Position]:
    """Every deal that gives the seat its own tiles and draws; the undrawn rest in one order."""
    rules, seat = case.rules, case.seat
    drawers = _n_drawn(case)
    own = case.start.hands[seat].tiles
    boneyard = case.start.boneyard
    assert not isinstance(boneyard, int)
    own_draws = {at: boneyard[at] for at, who in enumerate(drawers) if who == seat}
    pool = TileSet.full(rules.max_pip) - own - TileSet.of(own_draws.values())
    others = [other for other in range(rules.players) if other != seat]

    def deal(left: TileSet, hands: dict[Seat, TileSet]) -> Iterator[Position]:
        if len(hands) < len(others):
            for tiles in combinations(left, rules.hand_size):
                hand = TileSet.of(tiles)
                yield from deal(left - hand, {**hands, others[len(hands)]: hand})
            return
        n_hidden = len(drawers) - len(own_draws)
        for drawn in permutations(left, n_hidden):
            hidden = iter(drawn)
            order = [
                own_draws[at] if at in own_draws else next(hidden) for at in range(len(drawers))
            ]
            order += left - TileSet.of(drawn)
            all_hands = {**hands, seat: own}
            dealt = tuple(Hand(all_hands[owner]) for owner in range(rules.players))
            yield replace(case.start, hands=dealt, boneyard=tuple(order))

    return deal(pool, {})


def _agrees(case: Case, start: Position) -> Position | None:
    """The position that the moves lead to from another deal; None if they cannot be from there."""
    if start.lead_forced and not _leader_fits(case, start):
        return None
    position = start
    for move in case.moves:
        if why_illegal(position, move) is not None:
            return None
        position = apply_legal(position, move)
    return position


def _leader_fits(case: Case, start: Position) -> bool:
    rules = case.rules
    wanted = forced_tile(start.hands[start.turn].tiles, rules)
    if wanted is None:
        return False
    by_lot = rules.first_lead is FirstLead.RANDOM or rules.later_lead is LaterLead.NEXT_DOUBLE
    if by_lot:
        return True
    dealt = [tile for hand in start.hands for tile in hand.tiles]
    doubles = sorted(tile for tile in dealt if tile.is_double)
    chosen = max(dealt, key=lambda tile: (tile.pips, tile.high))
    if doubles and rules.first_lead is FirstLead.HIGHEST_DOUBLE:
        chosen = doubles[-1]
    elif doubles and rules.first_lead is FirstLead.LOWEST_DOUBLE:
        chosen = doubles[0]
    return chosen in start.hands[start.turn].tiles


@cache
def _truth(case: Case) -> Worlds:
    """Every world that agrees with the moves, and from how many deals."""
    found: Worlds = Counter()
    for start in _deals(case):
        position = _agrees(case, start)
        if position is not None:
            boneyard = position.boneyard
            assert not isinstance(boneyard, int)
            found[tuple(hand.tiles for hand in position.hands), TileSet.of(boneyard)] += 1
    return found


PLAYERS = {"tiny": (2, 3, 4)}
KINDS = [(name, players) for name in RULES for players in PLAYERS.get(name, (2, 3))]


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_deals_worlds_and_chances_are_those_of_every_deal(name: str, players: int) -> None:
    for case in _cases(name, players, 4):
        truth = _truth(case)
        beliefs = Beliefs(case.view)
        assert truth.total() == beliefs.n_deals
        worlds = beliefs.worlds(10**6)
        assert worlds is not None
        assert len(worlds) == len(truth)
        assert {(w.hands, w.boneyard): w.weight for w in worlds}.keys() == truth.keys()
        total = sum(world.weight for world in worlds)
        for world in worlds:
            assert world.weight * truth.total() == truth[world.hands, world.boneyard] * total
        _check_chances(case, beliefs, truth)


def _check_chances(case: Case, beliefs: Beliefs, truth: Worlds) -> None:
    total = truth.total()
    rng = Random(1)
    others = [seat for seat in range(case.rules.players) if seat != case.seat]
    for tile in beliefs.unseen:
        for seat in others:
            held = sum(n for (hands, _), n in truth.items() if tile in hands[seat])
            assert held / total == pytest.approx(beliefs.probability(tile, seat), abs=1e-12)
        left = sum(n for (_, boneyard), n in truth.items() if tile in boneyard)
        assert left / total == pytest.approx(beliefs.probability(tile, BONEYARD), abs=1e-12)
    for seat in others:
        some = TileSet.of(tile for tile in beliefs.unseen if rng.random() < 0.3)
        held = sum(n for (hands, _), n in truth.items() if hands[seat] & some)
        assert held / total == pytest.approx(beliefs.chance(seat, some), abs=1e-12)


SAMPLED = [
    ("all_fives", 2), ("draw", 2), ("long boneyard", 2), ("straight", 3), ("block", 3),
    ("tiny", 4), ("tiny", 3), ("draw two", 2), ("lowest", 2), ("heaviest", 2),
    ("long boneyard", 3), ("all_fives", 3), ("reserve", 2),
]  # fmt: skip
PER_CELL = 40


def test_samples_are_uniform_over_every_deal() -> None:
    views = 0
    squares = cells = 0.0
    worst = 0.0
    for name, players in SAMPLED:
        for case in _cases(name, players, 4):
            truth = _truth(case)
            statistic, freedom = _chi_square(case, truth, seed=views)
            views += 1
            squares += statistic
            cells += freedom
            worst = max(worst, _deviations(statistic, freedom))
    assert views >= 50
    assert worst < 4.5, "one view is sampled unevenly"
    assert abs(_deviations(squares, cells)) < 3, "all views together are sampled unevenly"


def _chi_square(case: Case, truth: Worlds, *, seed: int) -> tuple[float, float]:
    total = truth.total()
    n = min(PER_CELL * len(truth), 20_000)
    worlds = Beliefs(case.view).sample(n, seed)
    found: Worlds = Counter()
    for number in range(n):
        hands = tuple(TileSet(worlds.hand(number, seat)) for seat in range(case.rules.players))
        mask = sum(1 << index for index in worlds.boneyard(number))
        found[hands, TileSet(mask)] += 1
    assert found.keys() <= truth.keys()
    expected = {world: n * deals / total for world, deals in truth.items()}
    statistic = sum((found[world] - mean) ** 2 / mean for world, mean in expected.items())
    return statistic, len(truth) - 1


def _deviations(statistic: float, freedom: float) -> float:
    """A chi-square as a normal deviate (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def test_order_of_the_boneyard_is_uniform() -> None:
    rules = RULES["draw"].with_options(players=2)
    case = Case(rules, Deal.shuffled(rules, Random(3)).start(), (), 0)
    n = 24_000
    worlds = Beliefs(case.view).sample(n, seed=4)
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(n):
        boneyard = worlds.boneyard(number)
        ranks = sorted(boneyard)
        orders[tuple(ranks.index(index) for index in boneyard)] += 1
    assert len(orders) == factorial(4)
    mean = n / factorial(4)
    statistic = sum((times - mean) ** 2 / mean for times in orders.values())
    assert abs(_deviations(statistic, factorial(4) - 1)) < 4
