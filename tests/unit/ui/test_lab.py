"""The lab: the same tournament whenever it is asked for, leads by their value, what is shown."""

from __future__ import annotations

import pytest

from engine import PRESETS, RulesError, Tile, format_rules
from engine.study.leads import opening
from engine.tournament import Result, merge, run_chunk
from ui.charts import leads_chart, spread, standings_chart
from ui.lab import running, screen
from ui.lab.running import Order
from ui.tables import deals_table, leads_table, standings_table

RULES = PRESETS["all_fives"]
ORDER = Order(RULES, ("random", "greedy"), 6, 7)
NAMES = ("Zsófi", "Marci")


@pytest.fixture(scope="module")
def played() -> Result:
    return merge(list(running.tournament(format_rules(RULES), ORDER.names, 6, 7)))


def untimed(result: Result) -> tuple[object, ...]:
    return result.margins, result.wins, result.moves, result.n_rounds, result.records


def test_the_other_process_plays_what_the_engine_plays(played: Result) -> None:
    *_, last = running.growing(ORDER)
    assert last is not None
    here = merge([run_chunk(ORDER.spec, chunk) for chunk in range(6)])
    assert untimed(here) == untimed(played) == untimed(last)


def test_tables_and_charts_show_the_result(played: Result) -> None:
    standings = standings_table(played, NAMES)
    assert list(NAMES) == list(standings.iloc[:, 0])
    for row, standing in zip(standings.itertuples(index=False), played.standings, strict=True):
        assert row[1] == pytest.approx(standing.margin, abs=0.005)
        assert row[2] == pytest.approx(standing.stderr, abs=0.005)
    deals = deals_table(played, NAMES)
    assert (6, 3) == deals.shape
    assert (deals["Zsófi"] + deals["Marci"]).abs().max() < 1e-9
    assert list(standings.iloc[:, 1]) == list(standings_chart(standings).data[0].x)
    assert 6 == len(spread(deals).data[0].x)


def test_a_bot_may_meet_itself(played: Result) -> None:
    assert 3 == len(set(deals_table(played, ("Marci", "Marci")).columns))


def test_leads_are_ranked_with_what_they_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_make_ready", lambda: None)
    monkeypatch.setattr(running, "ready", lambda: False)
    monkeypatch.setattr(running, "PLAIN_LEAD_DEALS", 4)
    monkeypatch.setattr(running, "PLAIN_LEAD_STEP", 2)
    answers = list(running.leads(format_rules(RULES), 2, 1))
    assert [2, 4] == [found[0].n_deals for found in answers]
    found = answers[-1]
    assert 28 == len({lead.tile for lead in found})
    points = {str(lead.tile): lead.points for lead in found if lead.points}
    assert {"55": 10, "64": 10, "50": 5, "41": 5, "32": 5} == points
    margins = [lead.margin for lead in found]
    assert margins == sorted(margins, reverse=True)
    assert answers == list(running.leads(format_rules(RULES), 2, 1))
    assert 28 == len(leads_table(found)) == len(leads_chart(found).data[0].x)


def test_the_leader_holds_the_lead() -> None:
    rules = PRESETS["straight"].with_options(players=4, partnership=True)
    start = opening(rules, Tile.of(4, 1)).position
    assert Tile.of(4, 1) in start.hand.tiles
    assert rules.hand_size == len(start.hand)


def test_another_tournament_drops_what_was_played(played: Result) -> None:
    desk = screen.Desk(ORDER, played)
    assert desk.is_done
    desk.ask(ORDER)
    assert desk.result is played
    desk.ask(Order(RULES, ORDER.names, 6, 8))
    assert desk.result is None
    assert not desk.runs


def test_partners_are_entered_by_side() -> None:
    rules = screen._rules("straight", screen.PARTNERS)
    assert rules.partnership
    assert 2 == Order(rules, ("greedy", "random"), 1, 1).spec.rules.n_teams
    assert 4 == screen._rules("straight", "4").n_teams
    with pytest.raises(RulesError):
        screen._rules("straight", "2").with_options(players=9)
