"""A match under review as the page shows it: its moments, what they cost, which to mend. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from engine import (
    Analysis,
    Match,
    Move,
    MoveEval,
    Play,
    Position,
    Record,
    Seat,
    Team,
    Tile,
    View,
    format_match,
    format_move,
    legal_moves,
    view,
)
from engine.play import points_of
from engine.review import BANDS, POINTS_PER_WIN, SURE, Mark, Summary, point_worth, summary
from ui.review.looking import Looked
from ui.words import seat_letter

MARKED = (Mark.BLUNDER, Mark.MISTAKE, Mark.MISSED_SCORE, Mark.INACCURACY)
"""What is worth mending; each given only where the loss is significant."""
COSTLIEST = 3
ENOUGH = 10
"""Decisions below which points lost per decision say little."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move in its place: `number` counts over the match, `ply` in the round, both from 1."""

    number: int
    round: int
    ply: int
    before: Position
    move: Move
    after: Position

    @property
    def seat(self) -> Seat:
        """Who moved."""
        return self.before.turn

    @property
    def key(self) -> str:
        """Round and ply, as a link names them: "2.14"."""
        return f"{self.round}.{self.ply}"


@dataclass(frozen=True)
class Story:
    """A match with every position of it."""

    match: Match

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Every move in the order made."""
        return tuple(_moments(self.match))

    @cached_property
    def text(self) -> str:
        """The record of the match."""
        return format_match(self.match)

    @property
    def seats(self) -> range:
        """Everybody at the table."""
        return range(self.match.rules.players)

    def name(self, seat: Seat) -> str:
        """What the record calls a seat, else its letter."""
        tags = self.match.rounds[0].tags
        return tags.get(seat_letter(seat), "") or seat_letter(seat)

    def record(self, moment: Moment) -> Record:
        """The round of a moment."""
        return self.match.rounds[moment.round - 1]

    def known(self, moment: Moment) -> View:
        """What the mover knew before the move."""
        record = self.record(moment)
        return view(record.start, record.plies[: moment.ply - 1], moment.seat)

    def order(self, moment: Moment, *, after: bool = True) -> tuple[Tile, ...]:
        """The tiles on the table in the order laid, the move itself included or not."""
        plies = self.record(moment).plies[: moment.ply if after else moment.ply - 1]
        return tuple(ply.tile for ply in plies if isinstance(ply, Play))

    def at(self, key: str) -> Moment:
        """The moment that a link names; the first where it names none."""
        return next((each for each in self.moments if each.key == key), self.moments[0])


def _moments(match: Match) -> Iterator[Moment]:
    number = 0
    for n_round, record in enumerate(match.rounds, start=1):
        positions = list(record.positions())
        for ply, move in enumerate(record.plies, start=1):
            number += 1
            yield Moment(number, n_round, ply, positions[ply - 1], move, positions[ply])


def lead(scores: Sequence[float], team: Team) -> float:
    """How far a side is ahead of the mean of the others."""
    return scores[team] - fmean(score for other, score in enumerate(scores) if other != team)


@dataclass(frozen=True, slots=True)
class Curve:
    """The expected lead of a side at the end of the round, by number of the move.

    Attributes:
        numbers: Of the moves.
        opened: With every hand open, after each move.
        own_numbers: Of the side's own choices.
        known: By what the mover knew then, with its standard error.
        rounds: The first move of each round after the first.
    """

    numbers: tuple[int, ...]
    opened: tuple[float, ...]
    own_numbers: tuple[int, ...]
    known: tuple[float, ...]
    errors: tuple[float, ...]
    rounds: tuple[int, ...]


def curve(story: Story, looked: Sequence[Looked], seat: Seat) -> Curve:
    """How the match went for the side of `seat`."""
    team = story.match.rules.team(seat)
    pairs = list(zip(story.moments, looked, strict=False))
    own = [pair for pair in pairs if pair[0].seat == seat]
    return Curve(
        tuple(moment.number for moment, _ in pairs),
        tuple(lead(each.expected, team) for _, each in pairs),
        tuple(moment.number for moment, _ in own),
        tuple(lead(moment.before.scores, team) + each.known for moment, each in own),
        tuple(each.known_error for _, each in own),
        tuple(moment.number for moment, _ in pairs if moment.ply == 1 and moment.round > 1),
    )


def losses(story: Story, looked: Sequence[Looked], seat: Seat) -> tuple[tuple[Moment, Looked], ...]:
    """The choices of a seat, in the order made."""
    return tuple(
        (moment, each)
        for moment, each in zip(story.moments, looked, strict=False)
        if moment.seat == seat and each.review.mark is not Mark.FORCED
    )


def mistakes(
    story: Story, looked: Sequence[Looked], seat: Seat
) -> tuple[tuple[Moment, Looked], ...]:
    """What a seat may mend, the costliest first; only what was marked."""
    marked = [pair for pair in losses(story, looked, seat) if pair[1].review.mark in MARKED]
    return tuple(sorted(marked, key=lambda pair: -pair[1].review.loss))


def told(looked: Sequence[Looked], seat: Seat) -> Summary:
    """How a seat played, as far as it was looked at."""
    return summary((each.review for each in looked), seat)


@dataclass(frozen=True, slots=True)
class Scores:
    """Choices in which some play scored: how many there were, and in how many one was made."""

    offered: int
    taken: int


def scores_taken(story: Story, n_looked: int, seat: Seat) -> Scores:
    """The scores that a seat took, over the moves looked at."""
    offered = taken = 0
    for moment in story.moments[:n_looked]:
        moves = legal_moves(moment.before)
        if moment.seat != seat or not any(points_of(moment.before, move) for move in moves):
            continue
        offered += 1
        taken += points_of(moment.before, moment.move) > 0
    return Scores(offered, taken)


def spelled(move: Move) -> str:
    """A move as it is compared: who took its points, and what was drawn, aside."""
    return format_move(move)


def row_of(analysis: Analysis, move: Move) -> MoveEval | None:
    """The row of an analysis that holds `move`."""
    for each in analysis.evals:
        if spelled(move) in map(spelled, (each.move, *each.equals)):
            return each
    return None


def gives_up(best: MoveEval, other: MoveEval) -> tuple[float, float]:
    """Points that `other` is worth less than `best`, and their standard error.

    Near the target it is what the chance to win the match is worth in points.
    """
    error = (best.stderr**2 + other.stderr**2) ** 0.5
    if best.win is not None and other.win is not None:
        return (best.win - other.win) * POINTS_PER_WIN, error
    return best.margin.points - other.margin.points, error


def is_good_enough(analysis: Analysis, position: Position, played: Move, tried: Move) -> bool:
    """Whether `tried` mends the mistake `played`.

    It does if it is within tolerance of the best: less than an inaccuracy behind, or too close to
    call. What was played, and what is worth less than that, never does.
    """
    row, old = row_of(analysis, tried), row_of(analysis, played)
    if row is None or old is None or row is old or not analysis.evals:
        return False
    best = analysis.best
    gap, error = gives_up(best, row)
    old_gap, _ = gives_up(best, old)
    if gap >= old_gap:
        return False
    return gap < BANDS[0] * point_worth(position.rules) or gap <= SURE * error
