from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.beliefs import Beliefs, World
from engine.evals import Limit
from engine.notation import parse_position
from engine.play import legal_moves, view
from engine.position import Deal, View
from engine.rules import preset
from engine.search import Root, jit
from engine.search.sampled import WIN_UNIT, Enumerated, Estimate, Wins, estimates
from engine.tiles import TileSet


def known(name: str = "all_fives", players: int = 2, seed: int = 1) -> View:
    rules = preset(name).with_options(players=players)
    deal = Deal.shuffled(rules, Random(seed))
    return view(deal.start(), (), deal.leader)


def last(seen: View, limit: Limit, **options: Any) -> Estimate:
    root = Root.of(seen.position, legal_moves(seen.position))
    *_, found = estimates(root, Beliefs(seen).sampler, seed=9, limit=limit, **options)
    return found


def gain(gained: tuple[int, ...]) -> int:
    return WIN_UNIT if gained[0] > gained[1] else 0


def test_plain_and_compiled_give_the_same_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    if not jit.available():
        pytest.skip("no numba here")
    jit.warm(wait=True)
    for name, players in [("all_fives", 2), ("straight", 3), ("draw", 4)]:
        seen = known(name, players)
        compiled = last(seen, Limit(samples=700), chance=gain)
        worlds = Beliefs(seen).sample(50, seed=2)
        with monkeypatch.context() as patch:
            patch.setattr("engine.search.kit.fast", lambda _: None)
            patch.setattr("engine.search.worlds.fast", lambda _: None)
            plain = last(seen, Limit(samples=700), chance=gain)
            assert isinstance(Beliefs(seen).sample(1, seed=2).hands, list)
            again = Beliefs(seen).sample(50, seed=2)
        assert not isinstance(worlds.hands, list)
        assert plain.sums == compiled.sums
        assert plain.wins is not None
        assert compiled.wins is not None
        assert plain.wins.totals == compiled.wins.totals
        for number in range(50):
            assert worlds.boneyard(number) == again.boneyard(number)
            for seat in range(players):
                assert worlds.hand(number, seat) == again.hand(number, seat)


def test_pieces_do_not_change_the_worlds() -> None:
    sampler = Beliefs(known()).sampler
    whole = sampler.sample(30, 5)
    for first, n in [(0, 7), (7, 20), (27, 3)]:
        part = sampler.sample(n, 5, first)
        for number in range(n):
            assert part.hand(number, 0) == whole.hand(first + number, 0)
            assert part.hand(number, 1) == whole.hand(first + number, 1)
            assert part.boneyard(number) == whole.boneyard(first + number)


def test_stops_once_fine_enough_or_clear() -> None:
    # A goes out: what it is worth are the pips of two tiles of B.
    position = parse_position("block 66.61 51/?2 - A 0 0/0")
    seen = View(0, position)
    root = Root.of(position)
    assert len(root.moves) == 1
    found = list(estimates(root, Beliefs(seen).sampler, seed=1, limit=Limit(samples=10**6)))
    assert found[-1].is_settled
    assert found[-1].sums.n == 128
    assert not found[-2].is_settled


def test_wins_are_summed_with_their_spread() -> None:
    wins = Wins(gain)
    wins.add([[[1, 0], [0, 0]], [[1, 0], [0, 0]], [[0, 1], [0, 0]], [[1, 0], [0, 0]]])
    assert wins.mean(0) == 0.75
    assert wins.mean(1) == 0
    assert wins.stderr_between(0, 1) == pytest.approx((0.75 * 0.25 / 3) ** 0.5)
    assert wins.stderr_between(0, 0) == 0


def test_listed_worlds_come_as_often_as_they_weigh() -> None:
    tiles = [TileSet(1 << index) for index in range(4)]
    worlds = [
        World((TileSet(1 << 9), tile), TileSet(0b111 << 20), weight)
        for tile, weight in zip(tiles, (1, 2, 3, 10), strict=True)
    ]
    n = 1600
    found = Enumerated(worlds).sample(n, seed=3)
    times = Counter(found.hand(number, 1) for number in range(n))
    for tile, weight in zip(tiles, (1, 2, 3, 10), strict=True):
        assert abs(times[tile.mask] - n * weight / 16) <= 3
    orders = Counter(tuple(found.boneyard(number)) for number in range(n))
    assert len(orders) == 6
    assert min(orders.values()) > n / 6 * 0.8
