"""The work of a review: every move looked at, and what its side could expect. No page in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from random import Random

from engine import Draw, Limit, Match, Move, Position, Record, parse_match, view
from engine.analysis import estimates_of
from engine.beliefs import Beliefs
from engine.review import MoveReview, reviews
from engine.search import Root, ready, simulate, warm
from ui.working import streamed

SEED = 20261130
SAMPLES = 2000
"""Deals a move; the standard error of a difference is then about 0.7 points."""
PLAIN_SAMPLES = 100
"""Where nothing compiles the search."""
KNOWN_SAMPLES = 400
OPEN_RUNS = 32


@dataclass(frozen=True, slots=True)
class Looked:
    """A move looked at.

    Attributes:
        review: What `engine.review` says.
        known: Expected margin of the move by what its seat knew, for its side, to the end of the
            round; and its standard error.
        known_error: Of `known`.
        expected: With every tile seen: the scores by side that the round is heading for after this
            move, if all go on taking the most points.
    """

    review: MoveReview
    known: float
    known_error: float
    expected: tuple[float, ...]


def looks(text: str, first_round: int = 0, seed: int = SEED) -> Iterator[Looked]:
    """The moves of the match that `text` tells, from one of its rounds on (from 0)."""
    with suppress(Exception):  # whatever keeps it from compiling: the plain path answers alike
        warm(wait=True)
    samples = SAMPLES if ready() else PLAIN_SAMPLES
    match = parse_match(text)
    for number, record in enumerate(match.rounds):
        if number >= first_round:
            yield from _round(match, record, number + 1, Random(f"{seed} round {number}"), samples)


def _round(
    match: Match, record: Record, number: int, rng: Random, samples: int
) -> Iterator[Looked]:
    alone = Match(match.rules, (record,))
    positions = record.positions()
    found = reviews(alone, rng=rng, limit=Limit(samples=samples))
    for each, position in zip(found, positions, strict=False):
        seed = rng.getrandbits(31)
        seen = view(record.start, record.plies[: each.ply - 1], each.seat)
        known = Limit(samples=min(samples, KNOWN_SAMPLES))
        *_, last = estimates_of(Beliefs(seen, check=False), (each.played,), seed, known)
        yield Looked(
            replace(each, round=number),
            last.sums.mean(0),
            last.sums.stderr(0),
            _heading(position, each.played, seed),
        )


def _heading(position: Position, move: Move, seed: int) -> tuple[float, ...]:
    """The scores by side at the end of the round, with these very hands and this boneyard."""
    root = Root.of(position, (Draw() if isinstance(move, Draw) else move,))
    hands = [[hand.tiles.mask for hand in position.hands]] * OPEN_RUNS
    order = () if isinstance(position.boneyard, int) else position.boneyard
    yards = [[tile.index for tile in order]] * OPEN_RUNS
    deltas = simulate(root, hands, yards, seed=seed, deltas=True).deltas
    return tuple(
        before + sum(int(row[0][team]) for row in deltas) / OPEN_RUNS
        for team, before in enumerate(position.scores)
    )


def growing(text: str, found: Sequence[Looked] = ()) -> Iterator[tuple[Looked, ...]]:
    """All that is known so far, again and again; what `found` has of whole rounds is kept."""
    whole = found[-1].review.round - 1 if found else 0
    so_far = tuple(each for each in found if each.review.round <= whole)
    yield so_far
    answers = streamed(looks, text, whole)
    with closing(answers):  # type: ignore[type-var]  # a generator can be closed
        for answer in answers:
            if answer is not None:
                so_far = (*so_far, answer)
            yield so_far
