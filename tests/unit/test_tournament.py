from __future__ import annotations

import pickle
from dataclasses import dataclass, field, replace
from random import Random
from statistics import stdev

import pytest

from engine.bots import bot
from engine.errors import DominoError, IllegalMoveError
from engine.moves import Move, Pass
from engine.play import view
from engine.position import Deal, View
from engine.record import format_record, parse_record
from engine.rules import RuleSet
from engine.tournament import Result, Spec, merge, play, play_round, rules_for, run, run_chunk

ALL_FIVES = rules_for("all_fives+hand=7,7,5", 2)
PARTNERS = rules_for("all_fives+partnership=true", 2)
THREE = rules_for("all_fives", 3)


def no_time() -> float:
    return 0.0


def spec(*names: str, rules: RuleSet = ALL_FIVES, n_deals: int = 7, seed: int = 3) -> Spec:
    return Spec(rules=rules, bots=tuple(map(bot, names)), n_deals=n_deals, seed=seed, chunk_deals=3)


def whole(of: Spec) -> Result:
    return list(run(of, clock=no_time))[-1]


def test_chunks_in_any_order_give_the_same_result_as_one_chunk() -> None:
    pieces = spec("greedy", "random")
    backwards = merge([run_chunk(pieces, k, clock=no_time) for k in reversed(range(3))])
    assert whole(replace(pieces, chunk_deals=100)) == whole(pieces) == backwards


def test_results_grow_by_a_chunk_at_a_time() -> None:
    assert [3, 6, 7] == [len(so_far.margins) for so_far in run(spec("greedy", "random"))]


def test_specs_and_results_travel_between_processes() -> None:
    sent = pickle.loads(pickle.dumps(spec("greedy", "one_ply+forgets_passes")))  # noqa: S301
    result = run_chunk(sent, 0, clock=no_time)
    assert result == pickle.loads(pickle.dumps(result))  # noqa: S301


def test_same_bot_on_duplicate_deals_breaks_even_exactly() -> None:
    result = whole(spec("first", "first"))
    assert {(0.0, 0.0)} == set(result.margins.values())


@pytest.mark.parametrize(
    ("rules", "n_bots", "n_seatings"),
    [
        (ALL_FIVES, 2, 2),
        (THREE, 3, 3),
        (rules_for("all_fives", 4), 4, 4),
        (PARTNERS, 2, 2),
        (PARTNERS, 4, 2),
    ],
)
def test_every_entrant_plays_from_every_side(rules: RuleSet, n_bots: int, n_seatings: int) -> None:
    entrants = spec(*["first"] * n_bots, rules=rules)
    seatings = [entrants.seated(number) for number in range(entrants.n_seatings)]
    assert n_seatings == len(set(seatings))
    for entrant in range(n_bots):
        teams = {rules.team(seated.index(entrant)) for seated in seatings}
        assert set(range(rules.n_teams)) == teams


def test_margins_of_two_sides_are_opposite() -> None:
    for rules in (ALL_FIVES, PARTNERS):
        for left, right in whole(spec("greedy", "random", rules=rules)).margins.values():
            assert left == -right


def test_margins_of_three_add_up_to_nothing() -> None:
    result = whole(spec("greedy", "random", "one_ply", rules=THREE))
    for margins in result.margins.values():
        assert sum(margins) == pytest.approx(0)


def test_margin_is_the_mean_over_deals_and_its_error_is_over_deals() -> None:
    result = whole(spec("greedy", "random"))
    column = [margins[0] for margins in result.margins.values()]
    greedy = result.standings[0]
    assert greedy.margin == pytest.approx(sum(column) / 7)
    assert greedy.stderr == pytest.approx(stdev(column) / 7**0.5)
    assert whole(spec("greedy", "random", n_deals=1)).standings[0].stderr is None


def test_all_tournaments_of_a_seed_see_the_same_deals() -> None:
    kept = [
        whole(replace(spec(*names), keep_records=True))
        for names in (("greedy", "random"), ("first", "one_ply"))
    ]
    deals = [
        [record.deal for rows in result.records.values() for record in rows] for result in kept
    ]
    assert deals[0] == deals[1]
    assert all(first == second for first, second in zip(deals[0][::2], deals[0][1::2], strict=True))
    assert len(set(deals[0])) == 7


def test_records_tell_the_margins() -> None:
    result = whole(replace(spec("greedy", "random"), keep_records=True))
    for number, records in result.records.items():
        margins = []
        for record in records:
            assert parse_record(format_record(record)) == record
            over = record.outcome
            assert over is not None
            points = [
                made + award for made, award in zip(record.final.scores, over.awards, strict=True)
            ]
            sign = 1 if record.tags["A"] == "greedy" else -1
            margins.append(sign * (points[0] - points[1]))
        assert result.margins[number][0] == sum(margins) / 2


@dataclass(frozen=True)
class Spy:
    """Plays like greedy and keeps what it was shown."""

    name: str = "spy"
    shown: list[View] = field(default_factory=list)

    def choose(self, seen: View, rng: Random) -> Move:
        self.shown.append(seen)
        return bot("greedy").choose(seen, rng)


@pytest.mark.parametrize("rules", ["all_fives", "straight+draw=2", "draw", "fives_threes"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_is_shown_its_own_view_and_no_more(rules: str, players: int) -> None:
    table = rules_for(rules, players)
    spies = [Spy() for _ in range(players)]
    deal = Deal.shuffled(table, Random(5))
    played = play_round(deal, spies, [Random(seat) for seat in range(players)])
    shown = {len(seen.events): seen for spy in spies for seen in spy.shown}
    start = deal.start()
    for ply in range(len(played.record.plies)):
        seen = shown[ply]
        assert view(start, played.record.plies[:ply], seen.seat) == seen


def test_a_bot_that_breaks_the_rules_is_found_out() -> None:
    class Passes:
        name = "passes"

        def choose(self, _view: View, _rng: Random) -> Move:
            return Pass()

    deal = Deal.shuffled(ALL_FIVES, Random(1))
    with pytest.raises(IllegalMoveError):
        play_round(deal, [Passes(), Passes()], [Random(1), Random(2)])


def test_play_prints_what_the_command_line_promises() -> None:
    printed, records = play(["greedy", "random"], ALL_FIVES, rounds=5, seed=2, duplicate=True)
    assert printed["rounds"] == len(records) == 6
    assert [row["name"] for row in printed["bots"]] == ["greedy", "random"]
    assert set(printed["bots"][0]) == {"name", "margin", "stderr", "wins", "seconds_per_move"}
    single, records = play(["greedy", "random", "first"], THREE, rounds=5, seed=2)
    assert single["rounds"] == len(records) == 5


def test_bad_tournaments_are_refused_with_what_would_be_right() -> None:
    with pytest.raises(DominoError, match="4 players needs 4 bots or 2"):
        spec("first", "first", "first", rules=PARTNERS)
    with pytest.raises(DominoError, match="at least one deal"):
        spec("first", "first", n_deals=0)
    with pytest.raises(DominoError, match="chunks are 0 to 2, not 3"):
        run_chunk(spec("first", "first"), 3)
    with pytest.raises(DominoError, match="rounds: at least 1"):
        play(["first", "first"], ALL_FIVES, rounds=0)
    half = run_chunk(spec("first", "first"), 0)
    with pytest.raises(DominoError, match="same deal"):
        merge([half, half])
