"""The analyser in a real browser: a hand entered by tapping and ranked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import axe_violations, open_page, sampled, settle

POSITION = "all_fives 05.56.66*(63|).60 64625452/?5 ?14 A 0 5/0"


def tap(page: Page, tile: str, place: str = "") -> None:
    board = page.locator(".st-key-analyse_board")
    board.locator(f'.piece[data-tile="{tile}"]').click()
    if place:
        board.locator(f'[data-place="{place}"]').click()
    settle(page)  # the places of the next tap lie where the answer draws them


def test_an_opening_hand_is_ranked(page: Page) -> None:
    open_page(page, "/analyse")
    board = page.locator(".st-key-analyse_board")
    for entered, tile in enumerate(["66", "55", "64", "53", "31", "20", "10"], start=1):
        tap(page, tile)
        if left := 7 - entered:
            expect(page.get_by_text(f"Tap your tiles: {left} more.").first).to_be_visible()
    expect(page.get_by_role("heading", name="Best plays")).to_be_visible()
    expect(page.get_by_text("deals that agree with what you know", exact=False)).to_be_visible()
    tap(page, "55")
    expect(page.get_by_text(re.compile("B is in turn")).first).to_be_visible()
    board.get_by_role("button", name="B draws").click()
    expect(page).to_have_url(re.compile(r"m=55\.%2B"))
    page.reload()
    settle(page)
    expect(page.get_by_text(re.compile("B is in turn")).first).to_be_visible()
    expect(page.get_by_role("cell", name=re.compile("^5-4"))).to_contain_text("7 %")


@pytest.mark.parametrize("scheme", sampled("light", "dark"))
def test_analyser_has_no_accessibility_fault_of_ours(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    open_page(page, "/analyse?p=" + POSITION.replace(" ", "+").replace("|", "%7C"))
    expect(page.get_by_role("heading", name="Who may hold what")).to_be_visible()
    expect(page.get_by_text("Still refining", exact=False)).to_have_count(0, timeout=30_000)
    settle(page)
    assert axe_violations(page) == []


def test_a_broken_line_keeps_what_was_entered(page: Page) -> None:
    open_page(page, "/analyse")
    tap(page, "66")
    expect(page.get_by_text("Tap your tiles: 6 more.").first).to_be_visible()
    page.get_by_text("Paste a position or a record").click()
    box = page.get_by_label("A position line, or the record of a round")
    box.fill(POSITION.replace(".60", ",60"))
    box.press("Control+Enter")
    expect(page.get_by_text("expected", exact=False).first).to_be_visible()
    expect(page.get_by_text("Tap your tiles: 6 more.").first).to_be_visible()


def test_a_round_is_joined_in_the_middle_by_taps(page: Page) -> None:
    open_page(page, "/analyse")
    page.get_by_role("combobox", name="The round").click()
    page.get_by_role("option", name="is on already").click()
    settle(page)
    board = page.locator(".st-key-analyse_board")
    for n, tile in enumerate(["64", "54", "31", "20"], start=1):
        tap(page, tile)
        expect(board.locator('.piece[aria-pressed="true"]')).to_have_count(n)
    board.get_by_role("button", name="These are mine").click()
    expect(page.get_by_text("Tap the tiles on the table").first).to_be_visible()
    for tile, place in (("66", ""), ("63", "L"), ("65", "R")):
        tap(page, tile, place)
        expect(board.locator(f'svg [data-tile="{tile}"]')).to_be_attached()
    board.get_by_role("button", name="That is the table").click()
    expect(page.get_by_role("heading", name="Best plays")).to_be_visible()
    settle(page)
    page.get_by_text("Counts, scores, who had nothing to play").click()
    count = page.get_by_role("spinbutton", name="Tiles of B")
    count.fill("6")
    count.press("Enter")
    settle(page)
    expect(page.get_by_text("15 tiles are left for the boneyard.")).to_be_visible()
    page.locator('[class*="st-key-analyse_lacks_1"]').get_by_text("5", exact=True).click()
    settle(page)
    expect(page).to_have_url(re.compile(r"k=B5"))
    expect(page.get_by_role("cell", name=re.compile("^5-0"))).to_contain_text("no")
    target = page.get_by_role("spinbutton", name="Target")
    target.fill("100")
    target.press("Enter")
    settle(page)
    expect(page).to_have_url(re.compile(r"target%3D100"))
    page.reload()
    settle(page)
    expect(page.get_by_role("cell", name=re.compile("^5-0"))).to_contain_text("no")
    expect(page.get_by_role("heading", name="Best plays")).to_be_visible()


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_two_fields_stand_side_by_side_on_a_phone(page: Page) -> None:
    open_page(page, "/analyse")
    boxes = [page.get_by_role("combobox", name=name).bounding_box() for name in ("Game", "Players")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]
