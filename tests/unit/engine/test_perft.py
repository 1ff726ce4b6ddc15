"""Counting sequences against the published table; a wrong count prints its divide."""

from __future__ import annotations

import pytest

from engine import PRESETS, Deal, RuleSet, divide, format_move, parse_position, perft
from engine.position import Position

TABLE = [
    ("block", 2, 7, "7 29 79 206 504 1118 2306"),
    ("draw", 2, 7, "7 29 79 206 494 1072 2248"),
    ("all_fives", 2, 7, "7 29 79 312 1304 5307 22038"),
    ("straight", 2, 7, "7 81 707 4598 25456 122404 514652"),
    ("five_up", 2, 5, "5 18 37 130 411 1021 2093"),
    ("block", 4, 7, "7 24 79 259 830 2406 6826"),
]
NODE_CAP = 30_000


def canonical(name: str, players: int, size: int) -> Position:
    rules: RuleSet = PRESETS[name].with_options(players=players)
    if rules.hand_size != size:
        rules = rules.with_options(hand=(size, size, size))
    return Deal.canonical(rules).start()


def cases() -> list[object]:
    return [
        pytest.param(
            name,
            players,
            size,
            depth,
            int(number),
            id=f"{name}-{players}-{depth}",
            marks=[pytest.mark.slow] if int(number) > NODE_CAP else [],
        )
        for name, players, size, numbers in TABLE
        for depth, number in enumerate(numbers.split(), start=1)
    ]


@pytest.mark.parametrize(("name", "players", "size", "depth", "expected"), cases())
def test_perft(name: str, players: int, size: int, depth: int, expected: int) -> None:
    position = canonical(name, players, size)
    counted = perft(position, depth)
    if counted != expected:
        for move, number in divide(position, depth).items():
            print(format_move(move), number)
    assert expected == counted


def test_perft_of_nothing_is_one_and_a_finished_round_has_no_children() -> None:
    over = parse_position("all_fives 55* -/66 - B 0 10/0")
    assert 1 == perft(over, 0)
    assert 0 == perft(over, 1)
    assert {} == divide(over, 1)


def test_divide_adds_up() -> None:
    position = canonical("all_fives", 2, 7)
    assert perft(position, 4) == sum(divide(position, 4).values())
