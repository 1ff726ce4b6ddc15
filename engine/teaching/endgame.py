"""What each play is worth when every tile is known."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.errors import DominoError
from engine.evals import Limit
from engine.search.solver import solve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.moves import Move
    from engine.position import Position

_NODES: Final = 300_000


@lru_cache(maxsize=500)
def values(position: Position) -> Mapping[Move, int]:
    """The margin of every legal move for the side in turn, all playing best from there on.

    For two sides. Raises `PositionError(HIDDEN)` if a tile is hidden, `DominoError` if there are
    too many tiles to prove it.
    """
    analysis = solve(position, Limit(nodes=_NODES), lines=0)
    if not analysis.exact:
        raise DominoError("there are too many tiles left to prove what each play is worth")
    return MappingProxyType(
        {
            move: round(row.margin.points)
            for row in analysis.evals
            for move in (row.move, *row.equals)
        }
    )
