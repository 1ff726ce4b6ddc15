"""The explainer's facts: every published board laid in it step by step, and what may be asked."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import (
    PRESETS,
    NotationError,
    Play,
    PositionError,
    Tile,
    TileSet,
    explain_count,
    parse_position,
    problems,
)
from engine.laying import lay, plays_of
from engine.layout import Arm, Side
from engine.position import Deal
from engine.rules import parse_value
from tests.strategies import play_out
from ui import board
from ui.explain.building import Building, compare, scoring_now, settlements
from ui.tables import scoring_table
from ui.wording import why_count

Case = dict[str, Any]
DATA = Path(__file__).parents[2] / "data" / "rules_cases.json"
BOARDS: list[Case] = json.loads(DATA.read_text("utf-8"))["board"]


def tokens(case: Case) -> list[str]:
    """The plays of a published case in the notation; a low-left lead is the mirror image there."""
    lead = case["steps"][0]["move"]
    mirrored = lead[0] < lead[2]
    several = PRESETS[case["game"]].spinner == "every_double"
    found = []
    for step in case["steps"]:
        name, _, end = step["move"].partition("@")
        side = end[:1]
        if mirrored and side in ("L", "R"):
            side = "R" if side == "L" else "L"
        spinner = end[2:5].replace("-", "") or (lead.replace("-", "") if several else "")
        arm = side + (spinner if side in ("U", "D") else "")
        found.append(f"{Tile.of(int(name[0]), int(name[2]))}{arm}")
    return found


@pytest.mark.parametrize("case", BOARDS, ids=lambda case: case["id"])
def test_a_published_board_is_explained_as_published(case: Case) -> None:
    options = {k: parse_value(k, v) for k, v in case.get("options", {}).items()}
    building = Building(PRESETS[case["game"]].with_options(**options))
    for step, token in zip(case["steps"], tokens(case), strict=True):
        before = building
        building = building.submit(token)
        if step.get("illegal"):
            assert before is building
            continue
        assert len(before.plays) + 1 == len(building.plays)
        model = board.layout_model(building.layout, building.rules, rev=building.rev)
        assert str(step["count"]) == model["sum"]["total"]
        assert step["count"] == sum(int(chip["value"]) for chip in model["chips"])
        assert step["points"] == building.facts.points
        assert (step["points"] > 0) == model["sum"]["scores"]
        reasons = why_count(building.facts, building.rules)
        assert len(reasons) >= len(model["chips"])
        assert all(any(chip["value"] in line for line in reasons) for chip in model["chips"])


@pytest.mark.parametrize("name", PRESETS)
def test_any_table_is_laid_again_by_its_plays(name: str) -> None:
    rules = PRESETS[name]
    for seed in range(25):
        layout = play_out(Deal.shuffled(rules, Random(seed)).start(), Random(seed))[-1].layout
        again = lay(plays_of(layout, rules), rules)
        assert again.refused is None
        assert layout in (again.layout, again.layout.mirrored())


def test_a_line_reopens_the_same_table() -> None:
    for seed in range(20):
        building = Building(PRESETS["five_up"]).at_random(Random(seed))
        assert not problems(parse_position(building.line()))
        assert building.layout == Building(PRESETS["straight"]).loaded(building.line()).layout


def test_undo_takes_one_tile_away_and_rev_only_rises() -> None:
    building = Building(PRESETS["all_fives"]).loaded("35.55*.52")
    undone = building.undone()
    assert 2 == len(undone.layout.tiles)
    assert undone.rev > building.rev
    assert () == undone.undone().undone().undone().plays


def test_nothing_is_lost_by_a_text_that_cannot_be_read() -> None:
    building = Building(PRESETS["all_fives"]).loaded("35.55*.52")
    with pytest.raises(NotationError) as caught:
        building.loaded("35.55*,52")
    assert 6 == caught.value.offset
    with pytest.raises(PositionError):
        building.loaded("35.66.52")


def test_a_token_that_does_not_fit_changes_nothing() -> None:
    building = Building(PRESETS["all_fives"]).loaded("35.55*")
    for token in ("55L", "66L", "65U", "nonsense", "+", "-", "53R"):
        assert building is building.submit(token)


def test_what_scores_here_is_what_the_engine_says() -> None:
    building = Building(PRESETS["all_fives"]).loaded("66*.63")
    found = {f"{one.play}": one.facts.points for one in scoring_now(building)}
    table = scoring_table(scoring_now(building))
    assert found
    assert list(found.values()) == sorted(found.values(), reverse=True)
    for token, points in found.items():
        assert points == building.submit(token).facts.points
    assert len(found) == len(table)
    assert {"64": 10, "55": 10, "50": 5, "41": 5, "32": 5} == {
        str(one.play): one.facts.points for one in scoring_now(Building(PRESETS["all_fives"]))
    }


def test_another_rule_on_the_same_plays() -> None:
    building = Building(PRESETS["muggins"]).loaded("35.54.44")
    other = compare(
        building, building.rules.with_options(end_double=parse_value("end_double", "one_half"))
    )
    assert 11 == building.facts.count
    assert 7 == other.facts.count
    # Under All Fives a first double opens; a side arm that Muggins lacks is refused there.
    arms = Building(PRESETS["all_fives"]).loaded("35.55*(56|).52")
    refused = compare(arms, PRESETS["muggins"])
    assert Play(Tile.of(6, 5), Arm(Side.U)) == refused.laid.refused
    assert "6-5" in refused.line
    assert 3 == len(arms.under(PRESETS["muggins"]).plays)


def test_the_end_of_a_round_by_every_rounding() -> None:
    hands = (TileSet(), TileSet.of([Tile.of(6, 6)]), TileSet.of([Tile.of(4, 3)]))
    found = {name: worked.by_seat(3)[0] for name, worked in settlements(PRESETS["straight"], hands)}
    assert {"sum_nearest5": 20, "each_nearest5": 15, "down5": 15, "none": 19} == found


def test_a_bare_table_is_explained_too() -> None:
    building = Building(PRESETS["straight"])
    assert 0 == building.facts.count
    assert building.line().split()[1] == "-"
    assert explain_count(building.layout, building.rules).ends == ()
    assert 28 == len(building.tray())
