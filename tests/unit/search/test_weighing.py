"""Deals weighed by the plays of others: against hand counts, compiled and plain."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.beliefs import Beliefs
from engine.bots import bot
from engine.moves import Move
from engine.notation import parse_move
from engine.play import apply, ending, legal_moves, view
from engine.position import Deal
from engine.search import jit, likely
from engine.search.weighing import choices
from engine.tiles import TILES, Tile
from engine.tournament import rules_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.position import Position, View
    from engine.search import Worlds

TABLES = [("all_fives", 2), ("five_up", 3), ("fives_threes+partnership=true", 4), ("block", 2)]


def views(text: str, players: int, seed: int) -> Iterator[tuple[View, Position]]:
    """What the seats in turn see in the choices of a round of greedy players, and what there is."""
    start = position = Deal.shuffled(rules_for(text, players), Random(seed)).start()
    moves: list[Move] = []
    rng = Random(seed)
    while ending(position) is None:
        seen = view(start, moves, position.turn)
        if moves and len(legal_moves(position)) > 1:
            yield seen, position
        moves.append(bot("greedy").choose(seen, rng))
        position = apply(position, moves[-1])


def rows(worlds: Worlds) -> list[tuple[list[int], list[int]]]:
    return [
        ([worlds.hand(number, seat) for seat in range(worlds.players)], worlds.boneyard(number))
        for number in range(worlds.n)
    ]


def share(worlds: Worlds, seat: int, tile: Tile) -> float:
    """How often a seat holds a tile."""
    return sum(worlds.hand(n, seat) >> tile.index & 1 for n in range(worlds.n)) / worlds.n


@pytest.mark.parametrize(("text", "players"), TABLES)
def test_compiled_and_plain_weigh_alike(text: str, players: int) -> None:
    if not jit.available():
        pytest.skip("no numba here")
    jit.warm(wait=True)
    for seen, _ in views(text, players, seed=3):
        compiled = likely(Beliefs(seen), 25, seed=4)
        with jit.turned_off():
            plain = likely(Beliefs(seen), 25, seed=4)
        assert rows(plain) == rows(compiled)


def test_who_leads_for_nothing_seldom_has_a_lead_that_scores() -> None:
    start = Deal.canonical(rules_for("all_fives+hand=2,2,2", 2)).start()
    lead = parse_move("66", start.rules)
    seen = view(start, [lead], 1)
    (choice,) = choices(Beliefs(seen))
    assert (choice.seat, choice.points, choice.since, choice.late, choice.held) == (0, 0, 0, 0, 1)
    # Beside 6-6, a tile for 10 is led 64 times as often, one for 5 eight times, another as often.
    tens, fives = (Tile.of(5, 5), Tile.of(6, 4)), (Tile.of(5, 0), Tile.of(4, 1), Tile.of(3, 2))
    led = {**dict.fromkeys(tens, 64), **dict.fromkeys(fives, 8)}
    weights = {tile: 1 / (1 + led.get(tile, 1)) for tile in seen.position.unseen}
    worlds = likely(Beliefs(seen), 4000, seed=1)
    for tile, weight in weights.items():
        assert share(worlds, 0, tile) == pytest.approx(weight / sum(weights.values()), abs=0.01)


def test_what_was_forced_tells_nothing() -> None:
    start = Deal.canonical(rules_for("muggins+hand=3,3,3", 2)).start()
    # B, left with 6-3 and 6-1, draws 6-0 and 5-5 before it can play again.
    moves = [parse_move(text, start.rules) for text in ("66", "65L", "64R", "+", "+", "55L")]
    (choice,) = choices(Beliefs(view(start, moves, 0)))
    assert (choice.points, choice.since, choice.held) == (0, 0, 2)
    assert all(choice.late >> tile.index & 1 == tile.has(4) | tile.has(5) for tile in TILES[:28])
    assert not choices(Beliefs(replace(view(start, moves[:1], 1), lead_forced=True), check=False))


def test_plays_that_were_not_seen_tell_nothing() -> None:
    seen, _ = next(views("all_fives", 2, seed=1))
    blind = Beliefs(replace(seen, events=()))
    assert not choices(blind)
    assert rows(likely(blind, 10, seed=2)) == rows(blind.sample(10, seed=2))


def test_the_truth_weighs_more_than_the_rest() -> None:
    """What greedy players hold comes up more often than by what is certain alone."""
    gained = 0.0
    for seed in range(8):
        for seen, position in views("all_fives", 2, seed):
            beliefs = Beliefs(seen)
            other = 1 - seen.seat
            weighed, even = likely(beliefs, 100, seed), beliefs.sample(400, seed)
            for tile in position.hands[other].tiles:
                gained += share(weighed, other, tile) - share(even, other, tile)
    assert gained > 1
