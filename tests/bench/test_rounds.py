"""How fast the public API plays: run with `pytest tests/bench --benchmark-only`.

The bars: 500 random two-player rounds a second, a list of legal moves in under a millisecond.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import PRESETS, Deal, apply, legal_moves, outcome, parse_position


@pytest.mark.parametrize("name", ["straight", "all_fives", "draw"])
def test_a_whole_random_round(benchmark: Any, name: str) -> None:
    rng = Random(1)
    rules = PRESETS[name].with_options(hand=(7, 7, 7))

    def one_round() -> None:
        position = Deal.shuffled(rules, rng).start()
        while outcome(position) is None:
            position = apply(position, rng.choice(legal_moves(position)))

    benchmark.pedantic(one_round, rounds=200, warmup_rounds=20)


def test_legal_moves(benchmark: Any) -> None:
    line = "five_up 01.16.63.33*(|30).34.42.22*(|26.64).20 6655/6100 4440 A 0 0/0"
    assert benchmark(legal_moves, parse_position(line))
