"""The explainer in a real browser: a table built by tapping, read on the chips."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import axe_violations, open_page, sampled, settle, watch
from tests.serving import Server


def tap(page: Page, tile: str, place: str = "") -> None:
    """Tap a tile of the tray, and a place where it fits several."""
    board = page.locator(".st-key-explain_board")
    board.locator(f'.piece[data-tile="{tile}"]').click()
    if place:
        board.locator(f'[data-place="{place}"]').click()
    expect(board.locator(f'svg [data-tile="{tile}"]')).to_be_attached()


def test_a_table_is_built_by_tapping_and_read(page: Page) -> None:
    open_page(page, "/explain")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_text("The table is bare.").first).to_be_visible()
    for tile, place in (("55", ""), ("53", "L"), ("52", ""), ("65", "U"), ("66", ""), ("51", "")):
        tap(page, tile, place)
    expect(page.get_by_role("heading", name="Why 18")).to_be_visible()
    expect(page.get_by_text("3 + 2 + 12 + 1 = 18", exact=False).first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("3 + 2 + 12 = 17", exact=False).first).to_be_visible()
    expect(page).to_have_url(re.compile(r"56\.66%7C%29"))
    page.reload()
    settle(page)
    expect(page.get_by_text("3 + 2 + 12 = 17", exact=False).first).to_be_visible()


def test_a_line_with_a_wrong_character_says_where_and_keeps_the_table(page: Page) -> None:
    open_page(page, "/explain")
    page.get_by_text("Load and share").click()
    box = page.get_by_label("A position line, the drawing of a table, or a link")
    box.fill("35.55*,52")
    box.press("Enter")
    expect(page.get_by_text("Character 7: expected", exact=False)).to_be_visible()
    expect(page.get_by_role("heading", name="Why 18")).to_be_visible()


def test_a_link_opened_first_after_a_start_has_its_page_around_it(browser: Browser) -> None:
    with Server() as cold, browser.new_context() as context, watch(context, cold.url):
        page = context.new_page()
        page.goto(f"{cold.url}/explain?lang=hu")
        expect(page.locator(".st-key-shell")).to_be_visible()
        expect(page.get_by_role("heading", name="Miért 18")).to_be_visible()
        settle(page)


@pytest.mark.parametrize("scheme", sampled("dark", "light"))
def test_explainer_has_no_accessibility_fault_of_ours(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    open_page(page, "/explain")
    expect(page.get_by_text("3 + 2 + 12 + 1 = 18").first).to_be_visible()
    settle(page)
    assert axe_violations(page) == []


@pytest.mark.browser_context_args(viewport={"width": 844, "height": 390})
def test_the_whole_table_shows_on_a_phone_on_its_side(page: Page) -> None:
    open_page(page, "/explain")
    board = page.locator(".st-key-explain_board")
    expect(board.locator(".bead")).to_have_count(4)
    expect(board.locator(".field")).not_to_have_class(re.compile("pans"))
    table = board.locator(".table").bounding_box()
    assert table is not None
    assert table["y"] + table["height"] <= 390
