"""A match looked at move by move: points lost by what was knowable, and with open hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf, pi, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final

from engine.analysis import deals_of, deduced, estimates_of, finite, solver_limit
from engine.beliefs import Beliefs
from engine.errors import PositionError
from engine.evals import Limit
from engine.moves import Draw, Move
from engine.notation import format_move
from engine.options import PointScale
from engine.play import apply, legal_moves, points_of, view
from engine.position import Problem
from engine.scanner import SEATS
from engine.search import Root, solve
from engine.search.sampled import estimates
from engine.search.worlds import Worlds

if TYPE_CHECKING:
    from random import Random

    from engine.evals import Analysis, Deadline
    from engine.match import Match
    from engine.position import Position, View
    from engine.record import Record
    from engine.rules import RuleSet
    from engine.search.sampled import Estimate, Source
    from engine.tiles import Seat, Tile

BANDS: Final = (1.0, 3.0, 7.0)
"""Points lost from which a play is an inaccuracy, a mistake, a blunder."""
SURE: Final = 2.0
"""Standard errors that a loss must exceed to be marked."""
ROUND_SD: Final = 29.0
"""Points: standard deviation of the margin of a round (search.md 1.8)."""
POINTS_PER_WIN: Final = ROUND_SD * sqrt(2 * pi)
"""Near the target: what a whole match is worth in points, if the last round decides it."""
SOLVER_NODES: Final = 200_000
DEFAULT: Final = Limit(samples=2000)


class Mark(StrEnum):
    """What is said of a move.

    FORCED: there was nothing to choose. BEST: it was the best. EQUAL: too close to call.
    MISSED_SCORE: a loss where the best play scored and this one did not.
    """

    FORCED = "forced"
    BEST = "best"
    EQUAL = "equal"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_SCORE = "missed_score"


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move looked at.

    Attributes:
        ply: Its number in the round, from 1.
        seat: Who made it.
        played: What was done.
        best: What was best by what the seat knew; `played` itself if nothing was better.
        loss: Points lost against `best`, at least 0; near the target, where the chance to win the
            match counts, what that chance is worth in points.
        stderr: Standard error of `loss`; 0 where it is exact.
        open_loss: Points lost against the best with all hands and the boneyard seen; None where
            that was not solved. It blames nobody: nobody could know.
        luck: Points that the tile drawn was better for its seat than a tile by chance; 0 unless
            one was drawn.
        mark: What is said of it.
        round: The number of the round, from 1.
    """

    ply: int
    seat: Seat
    played: Move
    best: Move
    loss: float
    stderr: float
    open_loss: float | None
    luck: float
    mark: Mark
    round: int = 1


@dataclass(frozen=True, slots=True)
class Summary:
    """How one seat played.

    Attributes:
        seat: Whose.
        decisions: Its moves that were not forced.
        lost: Points lost per decision ("Fives PR"), the smaller the better.
        stderr: Standard error of `lost`; infinite below two decisions.
        open_lost: The same with all hands seen, over the decisions that were solved; None if none.
        luck: Points its draws were better than chance, in all.
        marks: How often each mark was given.
    """

    seat: Seat
    decisions: int
    lost: float
    stderr: float
    open_lost: float | None
    luck: float
    marks: Counter[Mark] = field(default_factory=Counter)


def review(match: Match, *, rng: Random, limit: Limit = DEFAULT) -> tuple[MoveReview, ...]:
    """Every move of a match looked at; see `reviews`."""
    return tuple(reviews(match, rng=rng, limit=limit))


def reviews(match: Match, *, rng: Random, limit: Limit = DEFAULT) -> Iterator[MoveReview]:
    """The moves of a match looked at, one after the other, in the order they were made.

    Args:
        match: Its rounds, with every tile seen.
        rng: The only source of chance.
        limit: `samples` and `nodes` are for each move; `seconds` are for the whole match, shared
            out over the moves that were not forced.

    Raises `PositionError` (`HIDDEN`) if a round hides tiles.
    """
    for record in match.rounds:
        if not record.start.is_open:
            raise PositionError(Problem.HIDDEN, "a review needs to see every hand of the round")
    budget = _Budget(match, limit)
    for number, record in enumerate(match.rounds, start=1):
        yield from _round_reviews(record, number, rng, budget)


class _Budget:
    """Shares the time of a review out over the moves that take some."""

    def __init__(self, match: Match, limit: Limit) -> None:
        self._limit = limit
        self._deadline: Deadline = limit.deadline()
        self._left = sum(map(_n_searches, match.rounds))

    def next(self) -> Limit:
        """The limit for the next move that takes time."""
        if self._limit.seconds is None:
            return self._limit
        # Half of it for what was knowable, half for the open hands.
        share = max(self._deadline.left, 0.001) / max(self._left, 1) / 2
        self._left -= 1
        return Limit(seconds=share, samples=self._limit.samples, nodes=self._limit.nodes)


def _round_reviews(
    record: Record, number: int, rng: Random, budget: _Budget
) -> Iterator[MoveReview]:
    position = record.start
    for at, move in enumerate(record.plies):
        seen = view(record.start, record.plies[:at], position.turn)
        seed = rng.getrandbits(31)
        luck = 0.0
        if isinstance(move, Draw):
            luck = _luck(record, at, seen, seed, budget.next())
        if not _is_choice(position):
            found = _Verdict(move, 0.0, 0.0)
            mark = Mark.FORCED
            open_loss: float | None = 0.0
        else:
            share = budget.next()
            found = _verdict(seen, move, seed, share)
            open_loss = _open_loss(position, move, share)
            mark = _mark(position, move, found)
        yield MoveReview(
            at + 1,
            position.turn,
            move,
            found.best,
            found.loss,
            found.stderr,
            open_loss,
            luck,
            mark,
            number,
        )
        position = apply(position, move)


@dataclass(slots=True)
class _Verdict:
    best: Move
    loss: float
    stderr: float


def _verdict(seen: View, move: Move, seed: int, limit: Limit) -> _Verdict:
    known = deduced(seen.position)
    if known is not None:
        solved = solve(known, solver_limit(limit), lines=0)
        if solved.exact:
            return _Verdict(*_lost(solved, move), 0.0)
    beliefs = Beliefs(seen, check=False)
    *_, last = estimates_of(beliefs, legal_moves(seen.position), seed, limit)
    return _estimated(last, move)


def _estimated(estimate: Estimate, move: Move) -> _Verdict:
    root = estimate.root
    played = _number(root, move)
    best, *others = estimate.order
    # Of the best play the error tells how surely it is ahead of the next.
    other = (others[0] if others else best) if best == played else played
    if estimate.wins:
        gap = (estimate.wins.mean(best) - estimate.wins.mean(played)) * POINTS_PER_WIN
        error = estimate.wins.stderr_between(best, other) * POINTS_PER_WIN
    else:
        gap = estimate.sums.mean(best) - estimate.sums.mean(played)
        error = estimate.sums.stderr_between(best, other)
    return _Verdict(root.moves[best] if gap else move, gap, error)


def _number(root: Root, move: Move) -> int:
    return next(
        k for k, first in enumerate(root.moves) if _is_among(move, (first, *root.equals[k]))
    )


def _is_among(move: Move, moves: Iterable[Move]) -> bool:
    """Whether `move` is one of them; who took its points, and what was drawn, aside."""
    return format_move(move) in map(format_move, moves)


def _lost(solved: Analysis, move: Move) -> tuple[Move, float]:
    """The best move, and the points that `move` is worth less."""
    best = solved.evals[0]
    for each in solved.evals:
        if _is_among(move, (each.move, *each.equals)):
            loss = best.margin.points - each.margin.points
            return (best.move, loss) if loss else (move, 0.0)
    return best.move, 0.0


def _open_loss(position: Position, move: Move, limit: Limit) -> float | None:
    solved = solve(position, Limit(nodes=SOLVER_NODES, seconds=limit.seconds), lines=0)
    return _lost(solved, move)[1] if solved.exact else None


def _mark(position: Position, move: Move, found: _Verdict) -> Mark:
    if found.best == move:
        return Mark.BEST
    if found.loss <= SURE * found.stderr:
        return Mark.EQUAL
    low, middle, high = (band * point_worth(position.rules) for band in BANDS)
    if found.loss < low:
        return Mark.GOOD
    if points_of(position, found.best) and not points_of(position, move):
        return Mark.MISSED_SCORE
    if found.loss < middle:
        return Mark.INACCURACY
    return Mark.MISTAKE if found.loss < high else Mark.BLUNDER


def point_worth(rules: RuleSet) -> float:
    """What a point of the bands is in the points of these rules: a fifth where fives count one."""
    return 1.0 if rules.point_scale is PointScale.ONE else 0.2


def _luck(record: Record, at: int, seen: View, seed: int, limit: Limit) -> float:
    """What the tile drawn at ply `at` was worth to its seat beyond a tile by chance.

    Both are played out alike from before the draw: over all deals, and over those with this tile
    on top.
    """
    boneyard = seen.position.n_boneyard
    after = view(record.start, record.plies[: at + 1], seen.seat)
    drawn = next(iter(after.position.hands[seen.seat].tiles - seen.position.hands[seen.seat].tiles))
    before = Beliefs(seen, check=False)
    if boneyard == len(before.unseen) == 1:
        return 0.0
    root = Root.of(seen.position, (Draw(),))
    if limit.seconds is not None:
        limit = Limit(seconds=limit.seconds / 2, samples=limit.samples, nodes=limit.nodes)
    *_, by_chance = estimates(root, deals_of(before), seed=seed, limit=limit)
    with_it = _Undrawn(deals_of(Beliefs(after, check=False)), seen.seat, drawn)
    *_, as_it_was = estimates(root, with_it, seed=seed, limit=limit)
    return as_it_was.sums.mean(0) - by_chance.sums.mean(0)


class _Undrawn:
    """Deals from after a draw, with the tile put back on top of the boneyard."""

    def __init__(self, source: Source, seat: Seat, tile: Tile) -> None:
        self._source = source
        self._seat = seat
        self._tile = tile

    def sample(self, n: int, seed: int, first: int = 0) -> Worlds:
        """Deals number `first` to `first + n - 1`."""
        worlds = self._source.sample(n, seed, first)
        bit = 1 << self._tile.index
        hands = [
            worlds.hand(number, seat) & ~bit if seat == self._seat else worlds.hand(number, seat)
            for number in range(n)
            for seat in range(worlds.players)
        ]
        boneyards: list[int] = []
        for number in range(n):
            boneyards += [self._tile.index, *worlds.boneyard(number)]
        return Worlds(n, worlds.players, worlds.n_boneyard + 1, hands, boneyards)


def _is_choice(position: Position) -> bool:
    """Whether there are moves that lead to different things."""
    return len(legal_moves(position)) > 1 and len(Root.of(position).moves) > 1


def _n_searches(record: Record) -> int:
    """How many searches the review of a round asks for."""
    return sum(
        _is_choice(position) + isinstance(move, Draw)
        for position, move in zip(record.positions(), record.plies, strict=False)
    )


def summary(found: Iterable[MoveReview], seat: Seat) -> Summary:
    """How `seat` played, over moves looked at."""
    own = [each for each in found if each.seat == seat]
    chosen = [each for each in own if each.mark is not Mark.FORCED]
    losses = [each.loss for each in chosen]
    solved = [each.open_loss for each in chosen if each.open_loss is not None]
    return Summary(
        seat,
        len(chosen),
        fmean(losses) if losses else 0.0,
        stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else inf,
        fmean(solved) if solved else None,
        sum(each.luck for each in own),
        Counter(each.mark for each in own),
    )


def review_json(found: MoveReview) -> dict[str, Any]:
    """A move looked at as the command line prints it."""
    return {
        "round": found.round,
        "ply": found.ply,
        "seat": SEATS[found.seat],
        "move": format_move(found.played),
        "best": format_move(found.best),
        "loss": round(found.loss, 3),
        "stderr": finite(found.stderr),
        "open_loss": None if found.open_loss is None else round(found.open_loss, 3),
        "luck": round(found.luck, 3),
        "mark": str(found.mark),
    }
