"""Counting move sequences: the yardstick of correctness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.play import apply_legal, legal_moves

if TYPE_CHECKING:
    from engine.moves import Move
    from engine.position import Position


def perft(position: Position, depth: int) -> int:
    """How many move sequences of exactly `depth` plies there are, draws and passes included.

    A finished round has no children; `perft(p, 0)` is 1. Every tile must be seen.
    """
    if depth <= 0:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(apply_legal(position, move), depth - 1) for move in moves)


def divide(position: Position, depth: int) -> dict[Move, int]:
    """`perft` by first move, in the order of `legal_moves`: where two engines part ways."""
    return {move: perft(apply_legal(position, move), depth - 1) for move in legal_moves(position)}
