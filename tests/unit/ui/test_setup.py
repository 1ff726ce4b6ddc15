from __future__ import annotations

import json

import pytest

from engine import preset
from tests.unit.ui.playing import against_bots, sharing
from ui.play.opponents import _LIKE, LEVEL_NAMES, like, persona
from ui.play.setup import Setup, SetupError, Sitter

LEVELS = dict.fromkeys(LEVEL_NAMES)


@pytest.mark.parametrize(
    "setup",
    [
        against_bots(),
        sharing(players=3),
        against_bots("five_up", 4, partnership=True, claim="must_call"),
    ],
)
def test_a_setup_survives_json(setup: Setup) -> None:
    assert Setup.from_json(json.loads(json.dumps(setup.to_json())), LEVELS) == setup


def test_somebody_sits_at_every_seat_and_a_person_at_one() -> None:
    rules = preset("straight")
    with pytest.raises(SetupError, match="2 seats"):
        Setup(rules, (Sitter("A"),), "1")
    with pytest.raises(SetupError, match="nobody"):
        Setup(rules, (Sitter("A", "greedy"), Sitter("B", "greedy")), "1")


def test_chance_is_the_same_for_the_same_purpose_only() -> None:
    setup = against_bots()
    draws = [setup.chance(*what).random() for what in [("deal", 0), ("deal", 0), ("deal", 1)]]
    assert draws[0] == draws[1] != draws[2]
    assert setup.salt(0) != setup.salt(1)


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_every_level_has_a_face_and_words(level: str) -> None:
    assert persona(level)
    assert like(level)
    assert set(LEVEL_NAMES) <= set(_LIKE)
