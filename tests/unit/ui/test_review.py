"""A match under review: read from hostile text, looked at elsewhere, mended on the board."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from engine import (
    Analysis,
    Limit,
    Margin,
    Match,
    MoveEval,
    Play,
    evaluate,
    format_record,
    legal_moves,
)
from engine.play import points_of
from engine.review import Mark, MoveReview, reviews
from tests.unit.ui.playing import against_bots, finished
from ui import texts, working
from ui.analyse import thinking
from ui.charts import match_graph
from ui.play import keeping
from ui.review import looking, model, reading, telling
from ui.review.looking import Looked
from ui.review.mending import AGAIN, HINT, SHOW, Mending
from ui.review.model import MARKED, Story
from ui.storage import pack
from ui.tables import players_table, review_table

RECORD = keeping.full_record(finished(against_bots("all_fives", seed="3"), 3, rounds=2))
N_LOOKED = 6


@pytest.fixture(scope="module")
def story() -> Story:
    return Story(reading.read(RECORD))


@pytest.fixture(scope="module")
def looked(story: Story) -> tuple[Looked, ...]:
    """The first moves looked at, with few deals: the numbers are rough, their form is right."""
    alone = Match(story.match.rules, story.match.rounds[:1])
    found = islice(reviews(alone, rng=Random(1), limit=Limit(samples=40)), N_LOOKED)
    return tuple(
        Looked(each, 1.5, 0.5, moment.after.scores)
        for moment, each in zip(story.moments, found, strict=False)
    )


def fault(text: str) -> str:
    with pytest.raises(reading.ReadError) as caught:
        reading.read(text)
    return str(caught.value)


def test_a_record_is_read_again_as_it_was(story: Story) -> None:
    assert 2 == len(story.match.rounds)
    assert story.text == RECORD
    windows = b"\xef\xbb\xbf" + RECORD.replace("\n", "\r\n").encode()
    assert story.match == reading.read_bytes(windows)
    assert story.match == reading.read_link(pack(RECORD))


def test_a_wrong_score_names_round_and_move() -> None:
    first, second = RECORD.split("\n\n")
    at = second.index("=") + 1
    spoilt = f"{first}\n\n{second[:at]}9{second[at:]}"
    found = fault(spoilt)
    moves = second[second.rindex("]") + 1 : at].split()
    n_plies = sum(not word.endswith(".") for word in moves)
    assert found.startswith(f"Round 2, move {n_plies} (character ")
    assert "expected" in found


@pytest.mark.parametrize(
    "text",
    ["", "no record", RECORD[: len(RECORD) // 2], RECORD * 2, "[" * 9000, "x" * 300_000, "\0" * 50],
)
def test_whatever_comes_in_is_refused_in_a_sentence(text: str) -> None:
    assert fault(text).endswith((".", "”."))


def test_bytes_that_are_no_text_and_a_cut_link_are_refused() -> None:
    with pytest.raises(reading.ReadError):
        reading.read_bytes(b"\xff\xfe\x00")
    with pytest.raises(reading.ReadError):
        reading.read_link(pack(RECORD)[:-9])


def test_a_record_that_hides_tiles_is_refused() -> None:
    table = finished(against_bots("all_fives", seed="3"), 3, rounds=1)
    hidden = keeping._seen(table, 0)
    assert "hides tiles" in fault(format_record(hidden))


def test_an_unfinished_round_can_be_reviewed() -> None:
    cut = Story(reading.read(RECORD)).match.rounds[0]
    short = format_record(type(cut)(cut.tags, cut.deal, cut.plies[:5], cut.scores))
    assert 5 == len(Story(reading.read(short)).moments)


def test_every_move_is_a_moment_in_its_place(story: Story) -> None:
    assert [each.number for each in story.moments] == list(range(1, len(story.moments) + 1))
    for moment in story.moments:
        assert moment.move in legal_moves(moment.before)
        assert story.at(moment.key) == moment
        assert set(story.order(moment)) == set(moment.after.layout.tiles)
        known = story.known(moment)
        assert known.position.hands[moment.seat] == moment.before.hands[moment.seat]
        assert known.position.hands[1 - moment.seat].hidden
    assert story.moments[0] == story.at("nonsense")


def test_the_figures_follow_from_the_engine(story: Story, looked: tuple[Looked, ...]) -> None:
    for seat in story.seats:
        scores = model.scores_taken(story, len(looked), seat)
        own = [m for m in story.moments[: len(looked)] if m.seat == seat]
        assert scores.taken == sum(points_of(m.before, m.move) > 0 for m in own)
        assert scores.taken <= scores.offered
        found = model.told(looked, seat)
        assert found.decisions == len(model.losses(story, looked, seat))
        losses = [each.review.loss for _, each in model.mistakes(story, looked, seat)]
        assert losses == sorted(losses, reverse=True)
    assert len(looked) == len(review_table(story, looked))
    assert len(story.seats) == len(players_table(story, looked))


def test_the_graph_has_every_move_looked_at(story: Story, looked: tuple[Looked, ...]) -> None:
    curve = model.curve(story, looked, 0)
    assert len(looked) == len(curve.numbers)
    last = story.moments[len(looked) - 1].after.scores
    assert curve.opened[-1] == last[0] - last[1]
    other = model.curve(story, looked, 1)
    assert [-lead for lead in curve.opened] == list(other.opened)
    lost = model.losses(story, looked, 0)
    figure = match_graph(curve, lost, len(story.moments))
    assert 3 == len(figure.data)
    assert len(lost) == len(figure.data[2].y)


def test_a_mark_is_only_given_to_a_significant_loss(looked: tuple[Looked, ...]) -> None:
    for each in looked:
        if each.review.mark in MARKED:
            assert each.review.loss > 2 * each.review.stderr


def test_sentences_hold_the_numbers_of_the_review(story: Story, looked: tuple[Looked, ...]) -> None:
    for moment, each in zip(story.moments, looked, strict=False):
        assert story.name(moment.seat) in telling.made(story, moment)
        said = telling.cost(each)
        if each.review.mark in MARKED or each.review.mark is Mark.EQUAL:
            assert texts.number(each.review.loss, 1) in said
        assert bool(telling.luck(each)) == (each.review.luck != 0)


def analysed(moment: model.Moment, values: dict[str, float], stderr: float = 0.0) -> Analysis:
    """A made-up analysis: each legal move with its margin."""
    evals = [
        MoveEval(move, Margin(values.get(model.spelled(move), -20.0), 0), stderr)
        for move in legal_moves(moment.before)
    ]
    return Analysis(tuple(sorted(evals, key=lambda each: -each.margin.points)), exact=not stderr)


def choice(story: Story) -> model.Moment:
    """A moment with at least three plays, of which the last was made."""
    return next(m for m in story.moments if len(legal_moves(m.before)) > 3 and m.ply > 1)


def a_mistake(moment: model.Moment, best: Play) -> Mending:
    found = MoveReview(
        moment.ply, moment.seat, moment.move, best, 5.0, 1.0, None, 0.0, Mark.MISTAKE, moment.round
    )
    return Mending(moment, Looked(found, 0.0, 0.0, moment.after.scores))


def test_any_play_within_tolerance_mends_and_the_mistake_never_does(story: Story) -> None:
    moment = choice(story)
    others = [m for m in legal_moves(moment.before) if m != moment.move and isinstance(m, Play)]
    best, near, far = others[:3]
    values = {model.spelled(moment.move): 0.0, str(best): 5.0, str(near): 4.2, str(far): 3.0}
    analysis = analysed(moment, values)
    mending = a_mistake(moment, best)
    assert mending.submit(str(best)).is_mended(analysis)
    assert mending.submit(str(near)).is_mended(analysis)
    assert not mending.submit(str(far)).is_mended(analysis)
    rough = analysed(moment, values, stderr=1.0)  # 2 points are then within the error
    assert mending.submit(str(far)).is_mended(rough)
    assert not mending.submit(model.spelled(moment.move)).is_mended(rough)
    assert "what was played" in mending.submit(model.spelled(moment.move)).verdict(analysis)
    assert "2.0" in mending.submit(str(far)).verdict(analysis)
    assert "Mended" in mending.submit(str(near)).verdict(analysis)
    assert "looked at" in mending.submit(str(near)).verdict(None)


def test_hints_come_in_two_steps_and_the_answer_can_be_shown(story: Story) -> None:
    moment = choice(story)
    best = next(m for m in legal_moves(moment.before) if m != moment.move and isinstance(m, Play))
    mending = a_mistake(moment, best)
    task = mending.task()
    one = mending.submit(HINT)
    two = one.submit(HINT)
    assert len(task) < len(one.task()) < len(two.task())
    name = f"{best.tile.high}-{best.tile.low}"
    assert name not in one.task().removeprefix(task)
    assert name in two.task()
    assert two.submit(HINT).task() == two.task()
    shown = mending.submit(SHOW)
    assert best == shown.after()
    assert name in shown.verdict(None)
    assert shown.submit(AGAIN).after() is None
    revs = [each.rev for each in (mending, one, two)]
    assert revs == sorted(set(revs))


def test_what_cannot_be_played_is_refused_with_its_reason(story: Story) -> None:
    moment = choice(story)
    mending = a_mistake(moment, Play(moment.before.hand.tiles.__iter__().__next__()))
    laid = next(iter(moment.before.layout.tiles))
    refused = mending.submit(f"{laid}L")
    assert refused.refused
    assert refused.tried is None
    assert mending is mending.submit("nonsense")


def test_the_tolerance_is_that_of_a_real_analysis(story: Story) -> None:
    moment = choice(story)
    analysis = evaluate(story.known(moment), rng=Random(1), limit=Limit(samples=64), explain=False)
    for move in legal_moves(moment.before):
        row = model.row_of(analysis, move)
        assert row is not None
        if model.is_good_enough(analysis, moment.before, moment.move, move):
            gap, error = model.gives_up(analysis.best, row)
            assert gap < 1 or gap <= 2 * error


# The work in its other process.


def counted(n: int) -> Iterator[int]:
    """Answers for the tests: 0, 1 …"""
    yield from range(n)


def broken() -> Iterator[int]:
    """An answer and then a fault."""
    yield 1
    raise ValueError("out of tiles")


def endless() -> Iterator[int]:
    """Answers without an end."""
    number = 0
    while True:
        time.sleep(0.01)
        yield number
        number += 1


def test_answers_come_from_the_other_process_in_order() -> None:
    assert [0, 1, 2, 3] == [each for each in working.streamed(counted, 4) if each is not None]


def test_a_fault_over_there_is_told_here() -> None:
    with pytest.raises(working.WorkError, match="out of tiles"):
        list(working.streamed(broken))


def test_whoever_stops_looking_leaves_no_process_behind() -> None:
    job = thinking.begin("endless", lambda _given_up: working.streamed(endless), patience_s=0.3)
    deadline = time.monotonic() + 60
    while not job.is_done and time.monotonic() < deadline:
        time.sleep(0.05)
    assert job.is_done
    assert not job.error
    assert working.n_working() == 0


def test_a_review_goes_on_after_the_last_whole_round(story: Story) -> None:
    whole = len(story.match.rounds[0].plies)
    fake = tuple(
        Looked(
            MoveReview(m.ply, m.seat, m.move, m.move, 0, 0, 0, 0, Mark.BEST, m.round), 0, 0, (0, 0)
        )
        for m in story.moments[: whole + 2]
    )
    answers = looking.growing(RECORD, fake)
    first = next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert whole == len(first)
