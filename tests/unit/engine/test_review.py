from __future__ import annotations

from functools import cache
from itertools import islice
from math import inf, sqrt
from random import Random
from statistics import fmean

import pytest

from engine.errors import PositionError
from engine.evals import Limit
from engine.match import Match, format_match, parse_match
from engine.moves import Draw, Move, Pass, Play
from engine.notation import format_move, parse_rules
from engine.play import apply, legal_moves, outcome, points_of, view
from engine.position import Deal, Hand, Position
from engine.record import Record
from engine.review import Mark, MoveReview, _luck, review, review_json, reviews, summary
from engine.rules import preset
from engine.search import Root
from engine.tiles import Tile, TileSet

SMALL = parse_rules("all_fives+hand=5,3,2+max_pip=3")
"""Ten tiles, five each, no boneyard: every position is known to both."""


def played(match: Match, seed: int, *, plies: int = 200) -> Match:
    """One more round of random play."""
    rng = Random(seed)
    match = match.begin(match.deal(rng))
    for _ in range(plies):
        position = match.position
        assert position is not None
        if not (legal := legal_moves(position)):
            break
        match = match.play(rng.choice(legal))
    return match


@cache
def value(position: Position) -> int:
    """What the side in turn makes from here more than the other, with best play: plain minimax."""
    return max(gain(position, move) for move in legal_moves(position))


@cache
def gain(position: Position, move: Move) -> int:
    after = apply(position, move)
    mover = position.turn
    over = outcome(after)
    made = [now - then for now, then in zip(after.scores, position.scores, strict=True)]
    if over is not None:
        made = [points + award for points, award in zip(made, over.awards, strict=True)]
        rest = 0
    else:
        rest = value(after) if after.turn == mover else -value(after)
    return made[mover] - made[1 - mover] + rest


def test_losses_are_those_of_plain_minimax_where_all_is_known() -> None:
    for seed in range(6):
        match = played(Match(SMALL), seed)
        (record,) = match.rounds
        found = review(match, rng=Random(1), limit=Limit(samples=10))
        assert len(found) == len(record.plies)
        looked_at = zip(found, record.positions(), record.plies, strict=False)
        for each, position, move in islice(looked_at, 3, None):
            loss = value(position) - gain(position, move)
            assert each.loss == each.open_loss == loss
            assert each.stderr == 0
            assert each.played == move
            assert gain(position, each.best) == value(position)
            assert (each.best == move) == (loss == 0)
            assert each.mark is expected_mark(position, each)


def expected_mark(position: Position, each: MoveReview) -> Mark:
    if len(Root.of(position).moves) == 1:
        return Mark.FORCED
    if each.loss == 0:
        return Mark.BEST
    if each.loss < 1:
        return Mark.GOOD
    if points_of(position, each.best) and not points_of(position, each.played):
        return Mark.MISSED_SCORE
    if each.loss < 3:
        return Mark.INACCURACY
    return Mark.MISTAKE if each.loss < 7 else Mark.BLUNDER


@cache
def hidden_match() -> tuple[Match, tuple[MoveReview, ...]]:
    match = played(played(Match(preset("all_fives").with_options(hand=(7, 7, 5))), 3), 4)
    return match, review(match, rng=Random(5), limit=Limit(samples=64))


def test_every_ply_of_every_round_is_looked_at() -> None:
    match, found = hidden_match()
    plies = [(number, ply) for number, record in enumerate(match.rounds, 1)
             for ply in range(1, len(record.plies) + 1)]  # fmt: skip
    assert plies == [(each.round, each.ply) for each in found]
    assert found == tuple(reviews(match, rng=Random(5), limit=Limit(samples=64)))
    for each in found:
        assert each.loss >= 0
        assert each.stderr >= 0
        assert each.open_loss is None or each.open_loss >= 0
        assert isinstance(each.played, Draw) or each.luck == 0
        if each.mark in (Mark.BEST, Mark.FORCED):
            assert each.loss == 0
            assert each.best == each.played
        elif each.mark is Mark.EQUAL:
            assert each.loss <= 2 * each.stderr
        else:
            assert each.loss > 2 * each.stderr
    marks = {each.mark for each in found}
    assert {Mark.FORCED, Mark.BEST, Mark.EQUAL} <= marks


def test_summary_counts_what_was_chosen() -> None:
    _, found = hidden_match()
    for seat in (0, 1):
        chosen = [e for e in found if e.seat == seat and e.mark is not Mark.FORCED]
        told = summary(found, seat)
        assert told.decisions == len(chosen)
        assert told.lost == pytest.approx(fmean(each.loss for each in chosen))
        assert 0 < told.stderr < inf
        assert told.marks.total() == sum(each.seat == seat for each in found)
        assert told.luck == pytest.approx(sum(e.luck for e in found if e.seat == seat))
    nobody = summary((), 0)
    assert (nobody.decisions, nobody.lost, nobody.stderr) == (0, 0, inf)
    assert nobody.open_lost is None


def test_luck_of_a_draw_is_nothing_on_average() -> None:
    """B holds 55 53 33 32 and must draw against 66; every tile it may draw is drawn once."""
    rules = parse_rules("draw+hand=4,4,4")
    own = TileSet.of(Tile.of(*pips) for pips in ((5, 5), (5, 3), (3, 3), (3, 2)))
    lead = Tile.of(6, 6)
    unseen = TileSet.full(6) - own.with_tile(lead)
    lucks = {}
    for tile in unseen:
        others = list(unseen.without(tile))
        hands = (Hand.of([lead, *others[:3]]), Hand(own))
        deal = Deal(rules, hands, (tile, *others[3:]), 0)
        record = Record({}, deal, (Play(lead), Draw()), (0, 0))
        seen = view(record.start, record.plies[:1], 1)
        lucks[tile] = _luck(record, 1, seen, 7, Limit(samples=400))
    error = 22 / sqrt(400)  # the margin of a round of Draw has a standard deviation of 22
    assert abs(fmean(lucks.values())) < 3 * error
    fits = [luck for tile, luck in lucks.items() if tile.has(6)]
    assert fmean(fits) > fmean(lucks.values()) + error


def test_a_playable_tile_is_luckier_than_another() -> None:
    match, found = hidden_match()
    lucks: dict[bool, list[float]] = {True: [], False: []}
    for number, record in enumerate(match.rounds, 1):
        positions = list(record.positions())
        for at, move in enumerate(record.plies):
            if isinstance(move, Draw):
                goes_on = isinstance(record.plies[at + 1], Draw | Pass)
                (each,) = [e for e in found if (e.round, e.ply) == (number, at + 1)]
                lucks[goes_on].append(each.luck)
                assert positions[at].turn == each.seat
    assert lucks[True]
    assert lucks[False]
    assert fmean(lucks[False]) > fmean(lucks[True])


def test_a_round_that_hides_tiles_is_refused() -> None:
    text = '[Deal "draw - ?7/?7 ?14 A 0 0/0"]\n*\n'
    with pytest.raises(PositionError, match="HIDDEN"):
        review(parse_match(text), rng=Random(1), limit=Limit(samples=5))


def test_match_read_from_text_is_reviewed_alike() -> None:
    match = played(Match(SMALL), 2)
    again = parse_match(format_match(match))
    limit = Limit(samples=5)
    told = review(again, rng=Random(1), limit=limit)
    assert told == review(match, rng=Random(1), limit=limit)
    row = review_json(told[0])
    assert row["move"] == format_move(told[0].played)
    assert row["ply"] == 1
    assert row["mark"] in list(Mark)


def test_time_is_shared_out() -> None:
    match, found = hidden_match()
    told = list(reviews(match, rng=Random(1), limit=Limit(seconds=1.0)))
    assert len(told) == len(found)
