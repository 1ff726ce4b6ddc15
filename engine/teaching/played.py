"""What a round at the table shows of a learner: scores seen and missed, points lost by choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.analysis import evaluations
from engine.evals import Limit
from engine.moves import MOVER, Play
from engine.play import legal_moves, points_of, view
from engine.search import ready
from engine.teaching.progress import TableStats

if TYPE_CHECKING:
    from random import Random

    from engine.moves import Move
    from engine.position import Position, View
    from engine.record import Record
    from engine.tiles import Seat

LOOK: Final = Limit(samples=1_000)
"""Deals looked at for each decision: its loss is then known to about a point."""
_SURE: Final = 2.0
"""Standard errors that a loss must exceed to be held against anybody."""


def table_stats(record: Record, seat: Seat, rng: Random, *, with_losses: bool = True) -> TableStats:
    """How `seat` played a round in which it was not helped.

    What its choices lost is worked out by what it knew, as a review does, if `with_losses` is
    wanted and the compiled kernels are ready: the plain ones would take too long.
    """
    with_losses = with_losses and ready()
    found = TableStats()
    position = record.start
    for number, (position, move) in enumerate(zip(record.positions(), record.plies, strict=False)):
        if position.turn != seat:
            continue
        found += _seen(position, move)
        if with_losses and _is_decision(position):
            loss = _loss(view(record.start, record.plies[:number], seat), move, rng)
            found += TableStats(decisions=1, lost=loss)
    return found


def _seen(position: Position, move: Move) -> TableStats:
    """Whether a score was there and was taken; points that nobody called were not counted right."""
    if not isinstance(move, Play):
        return TableStats()
    ways = (points_of(position, way) for way in legal_moves(position) if isinstance(way, Play))
    points = points_of(position, move)
    is_called = move.taker is MOVER
    return TableStats(
        plays=1,
        chances=int(any(ways)),
        taken=int(bool(points) and is_called),
        miscounts=int(bool(points) and not is_called),
    )


def _is_decision(position: Position) -> bool:
    return sum(isinstance(move, Play) for move in legal_moves(position)) > 1


def _loss(seen: View, move: Move, rng: Random) -> float:
    """Points that `move` is worth less than the best; 0 unless that is sure."""
    *_, found = evaluations(seen, rng=rng, limit=LOOK, explain=False)
    best = found.evals[0]
    if not isinstance(move, Play):
        return 0.0
    named = Play(move.tile, move.arm)
    worth = next((row for row in found.evals if named in (row.move, *row.equals)), best)
    loss = best.margin.points - worth.margin.points
    return loss if loss > _SURE * max(best.stderr, worth.stderr) else 0.0
