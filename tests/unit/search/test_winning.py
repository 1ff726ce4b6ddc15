from __future__ import annotations

import json

import pytest

from engine.rules import PRESETS, preset
from engine.search.winning import FILE, _seatings, match_odds, round_results


def test_every_seating_of_every_preset_has_results() -> None:
    made = json.loads(FILE.read_text(encoding="utf-8"))
    assert made["seed"] == 1
    assert made["policy"] == "greedy"
    seatings = list(_seatings())
    assert len(seatings) == 4 * len(PRESETS)
    for rules in seatings:
        results = round_results(rules.name, rules.players, rules.n_teams)
        assert sum(share for _, share in results) == pytest.approx(1)
        assert {len(gained) for gained, _ in results} == {rules.n_teams}


@pytest.mark.parametrize("name", PRESETS)
def test_chances_add_up_and_grow_with_the_score(name: str) -> None:
    for players in (2, 3):
        rules = preset(name).with_options(players=players)
        odds = match_odds(rules)
        target = rules.target_points
        others = (target // 2,) * (players - 1)
        total = sum(odds.chance((target - 4, *others), team) for team in range(players))
        assert total == pytest.approx(1)
        assert odds.chance((target, *others), 0) == 1
        assert odds.chance((target, target + 1, *others[1:]), 0) == 0
        behind = odds.chance((target - 20, *others), 0)
        assert behind < odds.chance((target - 4, *others), 0) + 0.05
    even = match_odds(preset(name))
    score = (even.target - 10,) * 2
    assert even.chance(score, 0) == pytest.approx(0.5)


def test_near_the_target_only() -> None:
    odds = match_odds(preset("all_fives"))
    assert not odds.is_near((0, 0))
    assert odds.is_near((0, 245))
    partners = match_odds(preset("straight").with_options(players=4, partnership=True))
    assert partners.is_near((240, 0))
