from __future__ import annotations

import pytest

from engine import PRESETS
from engine.rules import OPTIONS, option_values
from ui.words_rules import _VALUES, option_name, value_name

NUMBERS = {"reserve", "min_first_score", "pass_penalty"}
UNNAMED = {"max_pip"}


@pytest.mark.parametrize("option", sorted(set(OPTIONS) - UNNAMED))
def test_every_option_and_value_has_a_name(option: str) -> None:
    assert option_name(option)
    for value in option_values(option):
        named = value_name(option, value)
        assert named
        assert option in NUMBERS or not named.isdigit()


def test_no_two_values_of_an_option_share_a_name() -> None:
    for option in OPTIONS:
        names = [value_name(option, value) for value in option_values(option)]
        assert len(names) == len(set(names)), option


def test_no_name_is_left_over() -> None:
    assert set(_VALUES) <= set(OPTIONS)


def test_a_number_for_all_numbers_of_players_is_said_once() -> None:
    straight, fives = PRESETS["straight"], PRESETS["all_fives"]
    assert value_name("hand", straight.hand) == "7"
    assert value_name("hand", fives.hand) == "9, 7, 5 for 2, 3, 4 players"
