from __future__ import annotations

import pytest

from engine import PRESETS, Arm, Side, Tile, preset
from ui import texts, words


@pytest.mark.parametrize("code", texts.LANGUAGES)
def test_every_preset_and_side_has_a_name_of_its_own(code: str) -> None:
    with texts.use(code):
        names = [words.preset_name(name) for name in PRESETS]
        sides = [words.side_name(side) for side in Side]
    assert len(set(names)) == len(PRESETS)
    assert len(set(sides)) == len(Side)


def test_arm_names_its_spinner_only_where_there_are_several() -> None:
    assert words.arm_name(Arm(Side.U)) == "up"
    up = Arm(Side.U, Tile.of(5, 5))
    assert words.arm_name(up) == "up from 5-5"
    with texts.use("hu"):
        assert words.arm_name(up) == "fel, az 5-5 kőtől"


def test_changed_rules_say_so() -> None:
    rules = preset("all_fives")
    assert words.rules_name(rules) == "All Fives"
    assert words.rules_name(rules.with_options(exact=True)) == "All Fives, changed"
