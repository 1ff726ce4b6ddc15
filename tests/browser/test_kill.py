"""The server dies in the middle of a match, again and again: one reload and the match is there."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.driving import listening, settle
from tests.browser.table import ANSWER_MS, AT_ONCE, Player
from tests.serving import UVICORN, Server

KILLS = 30
SEED = 20261130


def survives(server: Server, player: Player) -> None:
    """Kill the server as it stands, reload once, and find the same match."""
    kept = player.kept
    server.kill()
    server.start()
    player.page.reload()
    expect(player.board).to_be_visible(timeout=ANSWER_MS)
    settle(player.page)
    assert player.kept == kept


def one_more(player: Player) -> None:
    """Whatever is due: a play, the next round, another match."""
    if player.wait_for_turn() is not None:
        player.act()
    elif player.match.winner is None:
        player.next_round()
    else:
        player.press("New match")
        player.page.wait_for_function("localStorage['fives.match'] === undefined")
        player.start()


@pytest.mark.slow
def test_thirty_kills_at_random_plies_lose_nothing(browser: Browser) -> None:
    rng = Random(SEED)
    with Server(command=UVICORN) as server:
        context = listening(browser.new_context(base_url=server.url))
        player = Player(context.new_page())
        player.prefer(**AT_ONCE)
        player.open(seed="kill")
        player.start()
        for kill in range(KILLS):
            for _ply in range(rng.randint(1, 6)):
                one_more(player)
            player.wait_for_turn()
            survives(server, player)
            print(f"kill {kill + 1}: round {len(player.match.rounds)}, the match is there")
        context.close()
