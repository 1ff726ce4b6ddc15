"""What the browser is told before it asks: the table after each play, and nothing hidden."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.unit.ui.playing import against_bots, moments, sharing
from ui.board import Options
from ui.play.model import ahead, model
from ui.play.setup import Setup
from ui.play.table import Table, submit

SETUPS = [against_bots(), against_bots("five_up", 4), against_bots("muggins", 3), sharing()]


def tables(setup: Setup) -> list[Table]:
    found = [table for table in moments(setup, Random(1)) if table.awaits is not None]
    assert found
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.rules.name)
def test_it_is_what_python_will_answer(setup: Setup) -> None:
    for table in tables(setup):
        for token, told in ahead(table, Options()).items():
            assert told == model(submit(table, token), Options())


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.rules.name)
def test_it_tells_no_tile_that_the_reader_may_not_see(setup: Setup) -> None:
    n_told = 0
    for table in tables(setup):
        position = table.positions[-1]
        known = {str(tile) for tile in [*position.layout.tiles, *position.hand.tiles]}
        for token, told in ahead(table, Options()).items():
            n_told += 1
            hand = {tile["id"] for tile in told["hand"] if "back" not in tile}
            assert {*told["tiles"], *hand} <= known
            assert not submit(table, token).is_over
            json.dumps(told)
    assert n_told
