"""What each play is worth when every tile is known, and simpler judgements to compare it with."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.play import apply_legal, legal_moves, outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.moves import Move
    from engine.position import Position


@lru_cache(maxsize=500)
def values(position: Position) -> Mapping[Move, int]:
    """The margin of every legal move for the side in turn, both sides playing best from there on.

    For two sides. Exact: nothing is cut off, so it is meant for the last few tiles.
    """
    memo: dict[Position, int] = {}
    return MappingProxyType({move: _after(position, move, memo) for move in legal_moves(position)})


def _after(position: Position, move: Move, memo: dict[Position, int]) -> int:
    after = apply_legal(position, move)
    team = position.rules.team(position.turn)
    gained = _lead(after.scores, team) - _lead(position.scores, team)
    over = outcome(after)
    if over is not None:
        return gained + sum(
            award if position.rules.team(seat) == team else -award
            for seat, award in enumerate(over.awards)
        )
    rest = _value(after, memo)
    return gained + (rest if after.rules.team(after.turn) == team else -rest)


def _lead(scores: tuple[int, ...], team: int) -> int:
    return 2 * scores[team] - sum(scores)


def _value(position: Position, memo: dict[Position, int]) -> int:
    if position not in memo:
        memo[position] = max(_after(position, move, memo) for move in legal_moves(position))
    return memo[position]
