"""Rounds played out: the same in parts, on threads, compiled and plain; bad input refused."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from importlib.util import find_spec
from math import isclose, sqrt
from statistics import fmean, stdev

import pytest

from engine import PRESETS, Deal, DominoError, RuleSet, Tile, parse_position
from engine.search import CAREFUL, GREEDY, RANDOM, Root, Sums, rounds, simulate
from engine.search.jit import OFF

SEATED = [
    PRESETS["all_fives"],
    PRESETS["straight"].with_options(players=3),
    PRESETS["five_up"].with_options(players=4, partnership=True),
    PRESETS["draw"].with_options(players=4),
]


def worlds_of(rules: RuleSet, n: int, seed: int) -> tuple[Root, list[list[int]], list[list[int]]]:
    """The lead of a random deal, and worlds that agree with it."""
    rng = random.Random(seed)
    start = Deal.shuffled(rules, rng, leader=0).start()
    hidden = [tile.index for seat in start.hands[1:] for tile in seat.tiles]
    hidden += [tile.index for tile in start.boneyard]  # type: ignore[union-attr]
    hands, yards = [], []
    size = rules.hand_size
    for _ in range(n):
        rng.shuffle(hidden)
        others = (hidden[seat * size : (seat + 1) * size] for seat in range(rules.players - 1))
        masks = [sum(1 << tile for tile in tiles) for tiles in others]
        hands.append([start.hands[0].tiles.mask, *masks])
        yards.append(hidden[size * (rules.players - 1) :])
    return Root.of(start), hands, yards


@pytest.mark.parametrize("rules", SEATED, ids=lambda rules: rules.name)
def test_parts_add_up_to_the_whole(rules: RuleSet) -> None:
    root, hands, yards = worlds_of(rules, 30, seed=1)
    whole = simulate(root, hands, yards, seed=7)
    parts = simulate(root, hands[:11], yards[:11], seed=7)
    parts += simulate(root, hands[11:], yards[11:], seed=7, first=11)
    assert whole == parts
    assert whole == simulate(root, sum(hands, []), sum(yards, []), seed=7, threads=3)  # noqa: RUF017
    assert whole != simulate(root, hands, yards, seed=8)


def test_sums_are_those_of_the_margins() -> None:
    rules = SEATED[1]
    root, hands, yards = worlds_of(rules, 40, seed=2)
    sums = simulate(root, hands, yards, seed=3, policies=[RANDOM] * 3, deltas=True)
    margins = [
        [(made[0] - (made[1] + made[2]) / 2) for made in (world[move] for world in sums.deltas)]
        for move in range(len(root.moves))
    ]
    for move, values in enumerate(margins):
        assert isclose(sums.mean(move), fmean(values), abs_tol=1e-9)
        assert isclose(sums.stderr(move), stdev(values) / sqrt(40), abs_tol=1e-9)
    apart = [one - two for one, two in zip(margins[0], margins[1], strict=True)]
    assert isclose(sums.stderr_between(0, 1), stdev(apart) / sqrt(40), abs_tol=1e-9)


def test_moves_that_lead_to_the_same_are_one() -> None:
    root = Root.of(parse_position("block 61.12.26 65/64 - A 0 0/0"))
    assert [str(move) for move in root.moves] == ["65L"]
    assert [str(move) for move in root.equals[0]] == ["65R"]


def test_greedy_takes_the_most_points() -> None:
    """Against random play greedy wins by what the literature says, about 15 points a round."""
    rules = PRESETS["all_fives"].with_options(hand=(7, 7, 5))
    n = 3000
    gained = list(rounds(rules, n, seed=5, policies=(GREEDY, RANDOM)))
    margins = [int(mine) - int(theirs) for mine, theirs in gained]
    spread = stdev(margins) / sqrt(n)
    assert abs(fmean(margins) - 15.1) < 4 * spread


def test_careful_minds_the_answer() -> None:
    """Against greedy play it wins what `one_ply` does, more than 5 points a round."""
    rules = PRESETS["all_fives"].with_options(hand=(7, 7, 5))
    n = 3000
    gained = list(rounds(rules, n, seed=6, policies=(CAREFUL, GREEDY)))
    margins = [int(mine) - int(theirs) for mine, theirs in gained]
    assert abs(fmean(margins) - 5.4) < 4 * stdev(margins) / sqrt(n)


@pytest.mark.parametrize(
    ("hands", "yards"),
    [([], []), ([[1, 2], [4]], [[]]), ([[1, 2]], [[3, 4, 5]])],
    ids=["none", "ragged", "boneyard"],
)
def test_worlds_of_the_wrong_size_are_refused(
    hands: list[list[int]], yards: list[list[int]]
) -> None:
    root = Root.of(Deal.canonical(PRESETS["all_fives"]).start())
    with pytest.raises(DominoError, match="worlds"):
        simulate(root, [x for row in hands for x in row], [x for r in yards for x in r], seed=1)


def test_sums_of_one_world_know_no_error() -> None:
    assert Sums(1, 1, (5,), ((25,),)).stderr(0) == float("inf")


SAME = """
import json, random, sys
from engine import *
from engine.evals import Limit
from engine.search import *
from engine.search.jit import ready, warm
from tests.search_cases import seated
warm(wait=True)
out = [ready()]
for name in ("all_fives", "straight", "five_up", "block", "fives_threes"):
    for rules in seated(PRESETS[name]):
        for policy in (RANDOM, GREEDY, CAREFUL):
            policies = (policy,) * rules.players
            gained = rounds(rules, 40, seed=9, policies=policies)
            out.append([[int(x) for x in row] for row in gained])
        start = Deal.shuffled(rules, random.Random(4), leader=0).start()
        tiles = [t for hand in start.hands for t in hand.tiles]
        small = Position(
            rules, Layout(), tuple(Hand.of(tuple(h.tiles)[:3]) for h in start.hands), (), 0
        )
        for limit in (50, 100_000):
            analysis = solve(small, Limit(nodes=limit))
            out.append([analysis.exact, analysis.nodes, [
                [str(e.move), e.margin.points, e.stderr, [str(m) for m in e.line]]
                for e in analysis.evals
            ]])
print(json.dumps(out))
"""


@pytest.mark.skipif(find_spec("numba") is None, reason="needs numba")
def test_compiled_and_plain_kernels_agree_to_the_bit() -> None:
    answers = []
    for off in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", SAME],
            env={**os.environ, OFF: off, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        answers.append(json.loads(done.stdout))
    (compiled, *fast), (plain, *slow) = answers
    assert compiled
    assert not plain
    assert fast == slow
    assert Tile.of(6, 6).index == 27
