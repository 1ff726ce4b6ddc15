"""Review a match of five rounds in a real browser, and mend a mistake of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from engine import Play, Tile, format_match, legal_moves, parse_match
from tests.browser.driving import axe_violations, open_page, sampled, settle
from tests.unit.ui.playing import against_bots, finished
from ui.play import keeping
from ui.review.model import Story
from ui.storage import pack

TABLE = finished(against_bots("straight", seed="1"), 1, rounds=5)
RECORD = keeping.full_record(TABLE)
SLOW = 240_000  # two busy cores, and the search may have to be compiled first


def test_a_match_of_five_rounds_is_reviewed_and_a_mistake_mended(page: Page) -> None:
    assert 5 == len(TABLE.rounds)
    open_page(page, "/review")
    page.get_by_label("Paste a record").fill(RECORD)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="You – Marci")).to_be_visible()
    page.get_by_role("button", name="Mend it").first.click(timeout=SLOW)
    task = page.get_by_text("Find something better.").first
    expect(task).to_be_visible()
    place = re.search(r"Round (\d+), move (\d+)", task.inner_text())
    assert place is not None
    before = Story(parse_match(RECORD)).at(".".join(place.groups())).before
    action = page.locator(".acts")
    action.get_by_role("button", name="Hint", exact=True).click()
    action.get_by_role("button", name="Another hint").click()
    hint = page.get_by_text(re.compile(r"It is \d-\d\. Where\?")).first
    expect(hint).to_be_visible()
    found = re.search(r"It is (\d)-(\d)", hint.inner_text())
    assert found is not None
    tile = Tile.of(*map(int, found.groups()))
    moves = [each for each in legal_moves(before) if isinstance(each, Play) and each.tile == tile]
    for move in moves:
        page.locator(f'.piece[data-tile="{tile}"]').click()
        if len(moves) > 1:
            page.locator(f'.spot[data-place="{move.arm}"]').click()
        verdict = page.get_by_text(re.compile(r"Mended\.|Try again\.|what was played")).first
        expect(verdict).to_be_visible(timeout=SLOW)
        if "Mended" in verdict.inner_text():
            break
    expect(page.get_by_text("Mended.").first).to_be_visible()
    settle(page)
    assert axe_violations(page) == []


def test_a_link_opens_the_replay_at_its_move(page: Page) -> None:
    link = f"/review?r={pack(RECORD)}&show=replay&at=2.5&seat=B"
    open_page(page, link)
    expect(page.get_by_text("Round 2, move 5")).to_be_visible()
    page.get_by_role("button", name="On ▶").click()
    expect(page.get_by_text("Round 2, move 6")).to_be_visible()
    expect(page).to_have_url(re.compile(r"at=2\.6"))
    page.get_by_text("Open hands").click()
    expect(page.locator("ul.hands img").first).to_be_visible()


def test_a_wrong_score_names_the_move(page: Page) -> None:
    at = RECORD.index("=") + 1
    open_page(page, "/review")
    page.get_by_label("Paste a record").fill(f"{RECORD[:at]}9{RECORD[at:]}")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text(re.compile(r"Round 1, move \d+ \(character"))).to_be_visible()


@pytest.mark.parametrize("scheme", sampled("dark", "light"))
def test_the_overview_has_no_accessibility_fault_of_ours(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    short = format_match(parse_match(RECORD.split("\n\n")[0] + "\n"))
    open_page(page, f"/review?r={pack(short)}")
    expect(page.get_by_role("button", name="Mend it").first).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=SLOW)
    settle(page)
    assert axe_violations(page) == []
