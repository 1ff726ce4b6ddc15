"""A match on the Play page outlives a reload, a second tab, a restarted and a hanging server."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from engine import apply, explain_count, places
from tests.browser.driving import listening, settle
from tests.browser.table import ANSWER_MS, AT_ONCE, PATH, Player, plays
from tests.serving import Server


@pytest.mark.parametrize("times", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_a_reload_at_any_ply_brings_back_the_same_position(player: Player, times: int) -> None:
    rng = Random(8)
    player.open(seed="8")
    player.start()
    for _ in range(times):
        for _ in range(rng.randrange(3)):
            if player.wait_for_turn() is None:
                player.next_round()
            else:
                player.act()
        if player.wait_for_turn() is None:
            player.next_round()
            player.wait_for_turn()
        kept, position = player.kept, player.position
        player.page.reload()
        expect(player.board).to_be_visible(timeout=ANSWER_MS)
        settle(player.page)
        assert player.kept == kept
        hand = sorted(map(str, position.hands[0].tiles))
        expect(player.page.locator(".piece")).to_have_count(len(hand))
        shown = player.page.locator(".piece").evaluate_all("all => all.map(p => p.dataset.tile)")
        assert sorted(shown) == hand
        laid = player.page.locator(".tiles [data-tile]").evaluate_all(
            "all => all.map(p => p.dataset.tile)"
        )
        assert sorted(laid) == sorted(map(str, position.layout.tiles))


def test_a_second_tab_goes_on_and_the_first_waits(player: Player) -> None:
    player.open(seed="9")
    player.start()
    player.wait_for_turn()
    second = Player(player.page.context.new_page())
    second.page.goto(PATH)
    expect(second.board).to_be_visible(timeout=ANSWER_MS)
    assert second.position == player.position
    second.act()
    expect(player.page.get_by_text("gone on in another tab")).to_be_visible(timeout=ANSWER_MS)
    second.wait_for_turn()
    player.press("Go on here")
    expect(player.board).to_be_visible(timeout=ANSWER_MS)
    assert player.position == second.position


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that a test has for itself."""
    with Server() as running:
        yield running


@pytest.fixture
def guest(browser: Browser, own_server: Server) -> Iterator[Player]:
    """A person on that server, against bots that answer at once."""
    context = listening(browser.new_context(base_url=own_server.url))
    found = Player(context.new_page())
    found.prefer(**AT_ONCE)
    yield found
    context.close()


def test_a_restarted_server_brings_the_match_back(guest: Player, own_server: Server) -> None:
    guest.open(seed="10")
    guest.start()
    guest.wait_for_turn()
    guest.act()
    guest.wait_for_turn()
    kept = guest.kept
    own_server.restart()
    guest.page.reload()
    expect(guest.board).to_be_visible(timeout=ANSWER_MS)
    assert guest.kept == kept
    guest.wait_for_turn()
    guest.act()


def test_the_sum_stands_there_while_the_server_does_nothing(
    guest: Player, own_server: Server
) -> None:
    guest.open(seed="3")
    guest.start()
    position = guest.wait_for_turn()
    assert position is not None
    settle(guest.page)
    kept, move = guest.kept, plays(position)[0]
    after = apply(position, move).layout
    asked = guest.page.evaluate("fivesTalk.asks")
    os.kill(own_server.pid, signal.SIGSTOP)
    try:
        guest.make(position, move)
        count = explain_count(after, position.rules).count
        expect(guest.page.locator(".total")).to_have_text(f"={count}")
        n_places = len(places(after, position.rules))
        expect(guest.page.locator(".spot")).to_have_count(n_places)
        # Streamlit loses the answer to a play where more is asked just as it is ready.
        guest.page.wait_for_timeout(300)
        assert guest.page.evaluate("fivesTalk.asks") == asked + 1
    finally:
        os.kill(own_server.pid, signal.SIGCONT)
    guest.changed(kept)
    assert move in guest.match.rounds[-1].plies
