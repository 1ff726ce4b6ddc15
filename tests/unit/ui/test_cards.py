"""Who sits where, and what their last turn told."""

from __future__ import annotations

from random import Random

from engine import Draw, Pass, Play
from engine.play import open_pips
from tests.unit.ui.playing import against_bots, moments, sharing
from ui.play.cards import bottom_seat, cards, own_seat_html, seats_html
from ui.play.table import Table, opened
from ui.wording import pips


def test_your_seat_is_below_and_the_others_in_the_order_of_play() -> None:
    assert [card.seat for card in cards(opened(against_bots(players=4)))] == [1, 2, 3, 0]
    table = next(t for t in moments(sharing(players=3), Random(1)) if t.viewer == 2)
    assert [card.seat for card in cards(table)] == [0, 1, 2]


def test_the_screen_handed_over_shows_the_next_seat_below() -> None:
    table = opened(sharing(players=3))
    assert bottom_seat(table) == table.handover


def test_partners_are_named_as_such() -> None:
    shown = cards(opened(against_bots(players=4, partnership=True)))
    assert [card.is_partner for card in shown] == [False, True, False, False]


def test_draws_and_passes_stay_until_the_next_turn_of_that_seat() -> None:
    setup = against_bots("all_fives", players=3, draw="2", target=(9999,) * 3)
    told: list[str] = []
    for table in moments(setup, Random(3), rounds=4):
        told += [_told_last(table)] if table.plies else []
    assert {"draw", "pass", "play"} <= set(told)


def _told_last(table: Table) -> str:
    """Check the card of whoever moved last; say which kind of move it was."""
    before, move = table.positions[-2], table.plies[-1]
    card = next(card for card in cards(table) if card.seat == before.turn)
    lacks = pips(open_pips(before.layout, before.rules))
    if isinstance(move, Draw):
        assert f"drew {before.drew + 1}: had no {lacks}" in card.doing
        return "draw"
    if isinstance(move, Pass):
        assert f"passed: no {lacks}" in card.doing
        return "pass"
    assert isinstance(move, Play)
    if before.drew:
        assert f"drew {before.drew}" in card.doing
    assert "passed" not in card.doing
    return "play"


def test_counts_are_those_of_the_position() -> None:
    for table in moments(against_bots(players=3), Random(2)):
        for card in cards(table):
            assert card.n_tiles == len(table.positions[-1].hands[card.seat])
            assert card.score == table.scores[card.seat]


def test_html_says_in_words_what_it_draws() -> None:
    table = opened(against_bots())
    above, below = seats_html(table), own_seat_html(table)
    assert "7 tiles, 0 points" in above
    assert "Straight Dominoes · round 1 · to 250 · boneyard 14" in above
    assert "You" in below
