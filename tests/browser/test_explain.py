"""The explainer in a real browser: a table built by tapping, read on the chips."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import axe_violations, open_page, settle
from tests.serving import Server


def tap(page: Page, tile: str, place: str = "") -> None:
    """Tap a tile of the tray, and a place where it fits several."""
    page.locator(f'.st-key-explain_board [data-tile="{tile}"]').first.click()
    if place:
        page.get_by_role("button", name=place).first.click()


def test_a_link_opened_first_after_a_start_has_its_page_around_it(page: Page) -> None:
    with Server() as cold:
        page.goto(f"{cold.url}/explain?lang=hu")
        expect(page.locator(".st-key-shell")).to_be_visible()
        expect(page.get_by_role("heading", name="Miért 18")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_explainer_has_no_accessibility_fault_of_ours(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    open_page(page, "/explain")
    expect(page.get_by_text("3 + 2 + 12 + 1 = 18").first).to_be_visible()
    settle(page)
    assert axe_violations(page) == []
