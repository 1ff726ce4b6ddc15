"""The end of a round worked out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import PRESETS, Tile
from tests.unit.ui.playing import against_bots, finished, moments, sharing
from ui.play.sheet import HandLeft, Sheet, sheet, sheet_html
from ui.play.table import Table


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(("players", "partnership"), [(2, False), (3, False), (4, True)])
def test_the_scores_of_the_sheet_are_those_of_the_match(
    name: str, players: int, *, partnership: bool
) -> None:
    for seed in range(3):
        setup = against_bots(name, players, seed=str(seed), partnership=partnership)
        table = finished(setup, seed, rounds=2)
        shown = sheet(table)
        assert shown is not None
        assert tuple(row.now for row in shown.scores) == table.scores
        assert all(row.before + row.plays + row.award == row.now for row in shown.scores)
        assert bool(shown.winner) == (table.match.winner is not None)
        left = [hand.tiles.mask for hand in table.positions[-1].hands]
        assert [sum(1 << tile.index for tile in hand.tiles) for hand in shown.hands] == left
        assert all(sum(t.pips for t in hand.tiles) == hand.pips for hand in shown.hands)


def test_no_sheet_while_the_round_goes_on() -> None:
    assert sheet(next(moments(against_bots(), Random(1)))) is None


def lines_of(table: Table) -> tuple[str, ...]:
    shown = sheet(table)
    assert shown is not None
    return shown.lines


def first_over(setup_options: dict[str, object], ending: str, *, players: int = 2) -> Table:
    for seed in range(300):
        setup = sharing("straight", players, seed=str(seed), **setup_options)
        table = finished(setup, seed)
        if str(table.rounds[-1].outcome).count(ending):
            return table
    raise AssertionError(f"no round ended by {ending}")


def test_going_out_is_paid_the_sum_rounded_once() -> None:
    table = first_over({"target": (9999, 9999, 9999)}, "Ending.DOMINO", players=3)
    over = table.rounds[-1].outcome
    assert over is not None
    assert over.winner is not None
    others = [hand.tiles.pips for seat, hand in enumerate(table.positions[-1].hands)
              if seat != over.winner]  # fmt: skip
    line = lines_of(table)[-1]
    assert f"= {sum(others)}" in line
    assert f"to the nearest five: {over.awards[over.winner]}" in line


def test_both_awards_are_listed_when_the_last_tile_scores() -> None:
    for seed in range(300):
        table = finished(sharing(players=2, seed=str(seed), target=(9999,) * 3), seed)
        lines = lines_of(table)
        if lines and lines[0].startswith("Last tile"):
            assert "scores" in lines[0]
            assert len(lines) > 1
            shown = sheet(table)
            assert shown is not None
            row = max(shown.scores, key=lambda row: row.award)
            assert row.plays > 0
            return
    raise AssertionError("no last tile scored")


def test_a_block_says_what_was_compared() -> None:
    table = first_over({"draw": "none", "target": (9999,) * 3}, "Ending.BLOCKED")
    assert any(line.startswith("Compared: ") for line in lines_of(table))


def test_names_and_texts_cannot_break_the_page() -> None:
    table = finished(against_bots())
    evil = replace(table.setup, sitters=(replace(table.setup.sitters[0], name="<b>"),
                                         replace(table.setup.sitters[1], name="<i>&")))  # fmt: skip
    shown = sheet(replace(table, setup=evil))
    assert shown is not None
    assert "<i>&" not in sheet_html(shown)
    assert "&lt;i&gt;&amp;" in sheet_html(shown)


def test_tiles_left_are_pictures_with_their_names() -> None:
    shown = Sheet("Out", (HandLeft("You", (Tile.of(6, 3),), 9),), (), ())
    assert 'alt="6-3"' in sheet_html(shown)
