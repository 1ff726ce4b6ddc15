"""What `solve` says besides the values: limits, hidden tiles, the target, moves that are equal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import (
    PRESETS,
    Deal,
    DominoError,
    PositionError,
    Problem,
    parse_position,
)
from engine.evals import Limit
from engine.search import solve

FULL = "all_fives 05.56.66*(63|).60 64625452/6155535144 4342414033323130222120111000 B 0 5/0"


@pytest.mark.parametrize("limit", [{"nodes": 0}, {"seconds": 0}, {"samples": -1}, {}])
def test_a_limit_of_nothing_is_refused(limit: dict[str, Any]) -> None:
    with pytest.raises(DominoError, match="limit"):
        Limit(**limit)


def test_hidden_tiles_are_refused() -> None:
    hidden = parse_position(
        FULL.replace("6155535144", "?5").replace("4342414033323130222120111000", "?14")
    )
    with pytest.raises(PositionError) as refused:
        solve(hidden, Limit(nodes=10))
    assert Problem.HIDDEN in refused.value.problems


def test_an_impossible_position_is_refused_with_its_faults() -> None:
    twice = parse_position("all_fives - 66/66 - A 0 0/0")
    with pytest.raises(PositionError) as refused:
        solve(twice, Limit(nodes=10))
    assert Problem.TILE_TWICE in refused.value.problems


def test_a_finished_round_has_no_moves() -> None:
    over = parse_position("all_fives 66* -/65 - B 0 0/0")
    analysis = solve(over, Limit(nodes=10))
    assert analysis.exact
    assert not analysis.evals
    with pytest.raises(DominoError, match="over"):
        _ = analysis.best


def test_out_of_nodes_is_no_error_and_not_exact() -> None:
    start = Deal.canonical(PRESETS["all_fives"]).start()
    analysis = solve(start, Limit(nodes=100))
    assert not analysis.exact
    assert analysis.nodes <= 100
    assert len(analysis.evals) == 9
    assert all(each.stderr > 0 for each in analysis.evals)
    assert analysis == solve(start, Limit(nodes=100))


def test_seconds_stop_a_search() -> None:
    start = Deal.shuffled(
        PRESETS["all_fives"].with_options(hand=(14, 7, 7)), random.Random(1)
    ).start()
    assert not solve(start, Limit(seconds=0.05)).exact


def test_equal_moves_share_a_row() -> None:
    position = parse_position("block 61.12.26 65/64 - A 0 0/0")
    analysis = solve(position, Limit(nodes=1000))
    (row,) = analysis.evals
    assert [str(move) for move in (row.move, *row.equals)] == ["65L", "65R"]


def test_the_target_ends_the_round() -> None:
    """Ten points win at once at 240 of 250; nobody is paid for what the other still holds."""
    position = parse_position("all_fives - 6450/6665 - A 0 240/0")
    (led,) = (each for each in solve(position, Limit(nodes=1000)).evals if str(each.move) == "64")
    assert led.margin.points == 10
    assert len(led.line) == 1


def test_lines_only_as_asked() -> None:
    start = parse_position(FULL)
    some = solve(start, Limit(nodes=3_000_000), lines=1)
    assert some.exact
    assert some.evals[0].line
    assert not any(each.line for each in some.evals[1:])
