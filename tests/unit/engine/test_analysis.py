from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Any

import pytest

from engine import analysis
from engine.analysis import analysis_json, beliefs_json, evaluate, evaluations, view_from
from engine.errors import PositionError
from engine.evals import Analysis, Limit
from engine.moves import Draw, Move, Pass
from engine.notation import format_move, parse_position
from engine.play import apply, legal_moves, view
from engine.position import Deal, Event, Hand, Problem, View, hidden_from
from engine.record import Record, parse_record
from engine.rules import preset
from engine.search import sampled, simulate

ENDGAME = (
    "all_fives 00.03.35.56.64.43.31.11*(14.42.22.26.66|12.23).10.06.61.15.55.54.44 "
    "634033/{} - A 0 {}"
)
"""Lesson 14: no boneyard, so that A knows B's hand."""


def values(found: Analysis) -> dict[str, float]:
    return {format_move(each.move): each.margin.points for each in found.evals}


def seen(dpn: str) -> View:
    position = parse_position(dpn)
    return View(position.turn, position)


def start(name: str = "all_fives", players: int = 2, seed: int = 0) -> View:
    rules = preset(name).with_options(players=players)
    deal = Deal.shuffled(rules, Random(seed))
    return view(deal.start(), (), deal.leader)


@pytest.mark.parametrize("hand", ["?3", "525020"])
def test_two_hands_without_a_boneyard_are_exact(hand: str) -> None:
    found = evaluate(seen(ENDGAME.format(hand, "0/0")), rng=Random(1), limit=Limit(samples=10))
    assert found.exact
    assert values(found) == {"40L": 75, "33D": 20, "63U": 0, "40R": -5, "63D": -30}
    assert [each.stderr for each in found.evals] == [0] * 5
    assert all(each.win is None for each in found.evals)


def test_tiles_out_of_play_keep_it_from_being_exact() -> None:
    known = seen(ENDGAME.format("?2", "0/0"))
    found = evaluate(known, rng=Random(1), limit=Limit(samples=64))
    assert not found.exact
    assert found.samples == 64


def test_near_the_target_the_chance_to_win_is_told() -> None:
    exact = evaluate(seen(ENDGAME.format("?3", "200/240")), rng=Random(1), limit=Limit(samples=9))
    assert exact.exact
    assert all(each.win is not None for each in exact.evals)
    # 40R scores 15 at once: from 235 it is won.
    dpn = "all_fives 44*.41 6454403020/?5 ?16 A 0 {}"
    wins = evaluate(seen(dpn.format("245/0")), rng=Random(1), limit=Limit(samples=256))
    best = wins.best
    assert best.win == 1
    assert best.win >= max(each.win or 0 for each in wins.evals)
    ranked = [each.win or 0 for each in wins.evals]
    assert ranked == sorted(ranked, reverse=True)
    far = evaluate(seen(dpn.format("0/0")), rng=Random(1), limit=Limit(samples=32))
    assert {each.win for each in far.evals} == {None}


@pytest.mark.parametrize(
    ("name", "players"),
    [("all_fives", 2), ("straight", 3), ("five_up", 2), ("fives_threes", 4), ("draw", 2)],
)
def test_answers_get_better_and_name_every_move_once(name: str, players: int) -> None:
    known = start(name, players, seed=3)
    found = list(evaluations(known, rng=Random(2), limit=Limit(samples=100)))
    assert [each.samples for each in found] == [32, 64, 100]
    moves = [m for each in found[-1].evals for m in (each.move, *each.equals)]
    assert sorted(map(str, moves)) == sorted(map(str, legal_moves(known.position)))
    margins = [each.margin.points for each in found[-1].evals]
    assert margins == sorted(margins, reverse=True)
    assert found[-1].evals[0].stderr < found[0].evals[0].stderr


def test_work_is_given_up_in_the_middle_of_an_answer() -> None:
    asked: list[int] = []

    def given_up() -> bool:
        asked.append(len(asked))
        return len(asked) > 3

    *_, last = evaluations(start(), rng=Random(1), limit=Limit(samples=1 << 16, given_up=given_up))
    assert last.samples < 1 << 16
    assert len(asked) < 8


def test_same_seed_and_limit_same_answer() -> None:
    known = start(seed=5)
    one = evaluate(known, rng=Random(7), limit=Limit(samples=150))
    assert one == evaluate(known, rng=Random(7), limit=Limit(samples=150))
    assert one != evaluate(known, rng=Random(8), limit=Limit(samples=150))
    assert one.samples == 150
    assert evaluate(known, rng=Random(7), limit=Limit(nodes=700)).samples == 700 // 9


def test_work_stops_when_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    whole: Callable[..., Any] = simulate

    def counted(*args: Any, **options: Any) -> Any:
        calls.append(1)
        return whole(*args, **options)

    monkeypatch.setattr("engine.search.sampled.simulate", counted)
    answers = evaluations(start(), rng=Random(1), limit=Limit(seconds=60))
    next(answers)
    n_calls = len(calls)
    answers.close()
    assert n_calls == len(calls) == 1


def test_time_limit_is_kept() -> None:
    began = perf_counter()
    found = evaluate(start(), rng=Random(1), limit=Limit(seconds=0.2))
    assert found.samples >= sampled.FIRST_LOOK
    assert perf_counter() - began < 20  # generous: a shared machine, the plain path


def test_a_forced_draw_is_valued_and_told() -> None:
    known = seen("draw 66 5554535142/?7 ?15 A 0 0/0")
    assert legal_moves(known.position) == (Draw(),)
    (only,) = evaluate(known, rng=Random(1), limit=Limit(samples=64)).evals
    assert only.move == Draw()
    (reason,) = only.reasons
    assert reason.as_json()["chance"] == pytest.approx(6 / 22, abs=1e-4)  # type: ignore[attr-defined]


def test_round_that_is_over_has_no_moves() -> None:
    over = seen("block 66.61 -/54 ?24 A 0 0/0")
    assert evaluate(over, rng=Random(1), limit=Limit(samples=5)).evals == ()


def test_few_worlds_are_looked_at_in_their_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """A has one tile that ends the round at once: what it is worth is the mean pips left to B."""
    known = seen("block 66.61 51/?1 - A 0 0/0")
    position = replace(known.position, boneyard=24)
    found = evaluate(View(0, position), rng=Random(1), limit=Limit(samples=1000))
    pips = [tile.pips for tile in position.unseen]
    mean = sum(pips) / len(pips)
    assert found.best.margin.points == pytest.approx(mean, abs=0.05)
    monkeypatch.setattr(analysis, "FEW_WORLDS", 1)
    by_chance = evaluate(View(0, position), rng=Random(1), limit=Limit(samples=1000))
    assert abs(by_chance.best.margin.points - mean) < 4 * by_chance.best.stderr
    assert by_chance.best.stderr > 0


def test_what_is_refused() -> None:
    limit = Limit(samples=5)
    known = start()
    other = View(1 - known.seat, hidden_from(known.position, 1 - known.seat))
    with pytest.raises(PositionError) as hidden:
        next(evaluations(replace(known, seat=1 - known.seat), rng=Random(1), limit=limit))
    assert hidden.value.problems == Problem.WRONG_TURN
    with pytest.raises(PositionError) as turn:
        next(evaluations(other, rng=Random(1), limit=limit))
    assert turn.value.problems == Problem.WRONG_TURN
    hand = (Hand(hidden=4), Hand(hidden=5))
    blind = replace(parse_position("block 66 6154/?5 ?17 A 0 0/0"), hands=hand)
    with pytest.raises(PositionError) as own:
        next(evaluations(View(0, blind), rng=Random(1), limit=limit))
    assert own.value.problems == Problem.HIDDEN
    passed = Event(1, Pass(), frozenset((1, 6)))
    wrong = View(0, parse_position("block 16.66 6551/64?2 ?18 A 1 0/0"), (passed,))
    with pytest.raises(PositionError, match="event 1, B -"):
        next(evaluations(wrong, rng=Random(1), limit=limit))


HIDDEN_RECORD = """[Deal "draw - ?7/?7 ?14 A 0 0/0"]
1. 66 + + 64R 2. 54R *
"""


def test_a_record_that_hides_every_hand_tells_of_draws() -> None:
    record = parse_record(HIDDEN_RECORD)
    position = parse_position("draw 66.64 555433322111/?8 ?12 A 0 0/0")
    known = view_from(position, 0, record)
    assert [str(event.move) for event in known.events] == ["66", "+", "+", "64R"]
    table = beliefs_json(known)
    assert list(table) == ["B", "boneyard"]
    assert not {"65", "63", "62", "61", "60"} & table["B"].keys()
    assert sum(table["B"].values()) == pytest.approx(8, abs=0.01)
    later = parse_position("draw 66.64.45 5533322111/?8 ?12 B 0 0/0")
    assert len(view_from(later, 0, record).events) == len(record.plies)
    assert view_from(position, 0).events == ()
    with pytest.raises(PositionError, match="never comes"):
        view_from(replace(position, passes=2), 0, record)


def test_view_from_a_record_agrees_with_the_view_of_the_round() -> None:
    rules = preset("all_fives")
    deal = Deal.shuffled(rules, Random(8))
    position = deal.start()
    moves: list[Move] = []
    rng = Random(9)
    while len(moves) < 14 and (legal := legal_moves(position)):
        moves.append(rng.choice(legal))
        position = apply(position, moves[-1])
    record = Record({}, deal, tuple(moves), (0, 0))
    for seat in (0, 1):
        known = view_from(hidden_from(position, seat), seat, record)
        assert known == view(deal.start(), moves, seat)


def test_json_spells_moves_and_reasons() -> None:
    found = evaluate(seen(ENDGAME.format("?3", "0/0")), rng=Random(1), limit=Limit(samples=10))
    told = analysis_json(found)
    assert told["exact"] is True
    assert told["evals"][0]["move"] == "40L"
    assert told["evals"][0]["line"][0] == "40L"
    kinds = {reason["kind"] for reason in told["evals"][0]["reasons"]}
    assert "FORCES_PASS" in kinds
    assert {"kind": "POINTS", "points": 15} in told["evals"][3]["reasons"]
