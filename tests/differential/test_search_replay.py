"""Rounds played by the kernels, move by move as the engine plays them.

Each round is dealt and played by the plain kernel with its trace on, then replayed with
`engine.apply`: every move legal and the one its policy asks for, the board that the kernel went to
the class of the engine's layout, the end and the points the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import Final

import pytest

from engine import (
    PRESETS,
    Draw,
    Hand,
    Layout,
    Pass,
    Play,
    Position,
    RuleSet,
    apply,
    legal_moves,
    outcome,
    score_play,
)
from engine.layout import places
from engine.scoring import points_of_count
from engine.search.batches import deal_and_play
from engine.search.boards import automaton
from engine.search.playout import AT, CAREFUL, GREEDY, RANDOM, TRACED, TRACED_DRAW, TRACED_PASS
from engine.search.ruling import ruling
from engine.search.table import LEVELS, Table, tables
from engine.tiles import TILES
from tests.search_cases import mixed_rules, seated

ROUNDING: Final = 0.05
"""Points by which a careful player may be off: the kernel counts chances in 1024ths."""


def replay(rules: RuleSet, n: int, seed: int, seen: Counter[str]) -> None:
    rng = random.Random(seed)
    store = tables(rules)
    table = store.take(compiled=False)
    for number in range(n):
        start = [_score(rng, rules) for _ in range(rules.n_teams)]
        # To see what a careful player minds takes long.
        known = (RANDOM, GREEDY) if number % 8 else (CAREFUL, GREEDY)
        policies = [rng.choice(known) for _ in range(rules.players)]
        deck, at, trace, gained = (
            [0] * size for size in (rules.n_tiles, AT, 400, (number + 1) * rules.n_teams)
        )
        while True:
            done = deal_and_play(
                table,
                list(ruling(rules)),
                seed,
                0,
                number,
                number + 1,
                rules.hand_size,
                -1,
                start,
                policies,
                deck,
                [0] * rules.players,
                [0] * rules.n_teams,
                at,
                [0] * 1000,
                trace,
                gained,
            )
            if done > number:
                break
            table = store.roomier(table)
        position = _start(rules, deck, number % rules.players, start)
        position = _replayed(position, table, policies, trace[: at[TRACED]])
        over = outcome(position)
        assert over is not None
        seen[over.ending] += 1
        expected = [after - before for after, before in zip(position.scores, start, strict=True)]
        for seat, points in enumerate(over.awards):
            expected[rules.team(seat)] += points
        assert gained[number * rules.n_teams :] == expected, (position, over)
    store.give(table)


def _score(rng: random.Random, rules: RuleSet) -> int:
    return rng.choice((0, 0, rng.randrange(rules.target_points)))


def _start(rules: RuleSet, deck: Sequence[int], leader: int, scores: list[int]) -> Position:
    size = rules.hand_size
    hands = tuple(
        Hand.of(TILES[index] for index in deck[seat * size : (seat + 1) * size])
        for seat in range(rules.players)
    )
    yard = tuple(TILES[index] for index in deck[size * rules.players :])
    return Position(rules, Layout(), hands, yard, leader, scores=tuple(scores))


def _replayed(
    position: Position, table: Table, policies: Sequence[int], trace: Sequence[int]
) -> Position:
    boards = automaton(position.rules)
    for what, board in zip(trace[::2], trace[1::2], strict=True):
        moves = legal_moves(position)
        plays = [move for move in moves if isinstance(move, Play)]
        if what == TRACED_DRAW:
            assert not plays
            assert position.boneyard[0] == TILES[board]  # type: ignore[index]
            position = apply(position, Draw())
        elif what == TRACED_PASS:
            assert not plays
            assert Draw() not in moves
            position = apply(position, Pass())
        else:
            made = {
                move: position.layout.placed(move.tile, move.arm, position.rules) for move in plays
            }
            code = table.code[board]
            chosen = [
                move
                for move, layout in made.items()
                if move.tile == TILES[what] and boards.code(layout) == code
            ]
            assert chosen, (position, what, board)
            points = {move: score_play(layout, position.rules) for move, layout in made.items()}
            assert table.points[board] == points[chosen[0]]
            if policies[position.turn] == GREEDY:
                assert points[chosen[0]] == max(points.values())
            if policies[position.turn] == CAREFUL:
                minded = {move: points[move] - answered(position, made[move]) for move in made}
                assert minded[chosen[0]] > max(minded.values()) - ROUNDING
            fitting = sum(1 << move.tile.index for move in {m.tile: m for m in plays}.values())
            assert fitting & (1 << what)
            position = apply(position, chosen[0])
    return position


def answered(position: Position, layout: Layout) -> float:
    """Points that the mover expects the next seat to make on `layout` at once, if it takes most."""
    rules = position.rules
    if len(position.hand) == 1 or not rules.multiples:
        return 0
    unseen = set(TILES[: rules.n_tiles]) - set(position.layout.tiles) - set(position.hand.tiles)
    most = dict.fromkeys(unseen, 0)
    for place in places(layout, rules):
        for tile in filter(place.takes, unseen):
            points = score_play(layout.placed(tile, place.arm, rules), rules)
            most[tile] = max(most[tile], points)
    held = len(position.hands[(position.turn + 1) % rules.players])
    five = points_of_count(rules.multiples[0], rules)
    hands = comb(len(unseen), held)
    none = [
        comb(sum(points <= level * five for points in most.values()), held)
        for level in range(LEVELS)
    ]
    return sum(five * (1 - without / hands) for without in none)


@pytest.mark.parametrize("name", PRESETS)
def test_kernels_play_as_the_engine_does(name: str) -> None:
    seen: Counter[str] = Counter()
    for rules in seated(PRESETS[name]):
        replay(rules, 25, seed=11, seen=seen)
    assert seen["domino"] > 20


def test_kernels_play_as_the_engine_does_under_any_mixture_of_options() -> None:
    seen: Counter[str] = Counter()
    for number, rules in enumerate(mixed_rules(60, seed=5)):
        replay(rules, 4, seed=number, seen=seen)
    assert len(seen) == 3, seen


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_kernels_play_as_the_engine_does_20000_rounds(name: str) -> None:
    seen: Counter[str] = Counter()
    seatings = seated(PRESETS[name])
    for rules in seatings:
        replay(rules, 20_000 // len(seatings), seed=12, seen=seen)
    assert len(seen) > 1


@pytest.mark.slow
def test_kernels_play_as_the_engine_does_under_3000_mixtures_of_options() -> None:
    seen: Counter[str] = Counter()
    for number, rules in enumerate(mixed_rules(3_000, seed=6)):
        replay(rules, 3, seed=number, seen=seen)
