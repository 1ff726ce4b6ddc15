"""The furniture around every page, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import axe_violations, open_page, sampled, settle


def switch_to(page: Page, code: str) -> None:
    page.get_by_role("radio", name=code, exact=True).click()


def test_language_is_the_browsers_until_switched_and_then_stays_in_the_link(page: Page) -> None:
    open_page(page)
    html = page.locator("html")
    expect(html).to_have_attribute("lang", "en")
    switch_to(page, "hu")
    expect(html).to_have_attribute("lang", "hu")
    expect(page).to_have_url(re.compile(r"\?lang=hu$"))
    page.reload()
    settle(page)
    expect(html).to_have_attribute("lang", "hu")


@pytest.mark.browser_context_args(locale="hu-HU")
def test_hungarian_browser_gets_hungarian(page: Page) -> None:
    open_page(page)
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.get_by_role("radio", name="hu", exact=True)).to_be_checked()


def test_unknown_language_in_a_link_falls_back(page: Page) -> None:
    open_page(page, "/?lang=tlh")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_font_is_ours(page: Page) -> None:
    open_page(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    loaded = page.evaluate(
        "[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family)"
    )
    assert "Atkinson Hyperlegible" in {family.strip('"') for family in loaded}


@pytest.mark.browser_context_args(viewport={"width": 844, "height": 390})
def test_header_is_low_on_a_phone_on_its_side(page: Page) -> None:
    open_page(page)
    expect(page.get_by_role("banner")).to_have_css("height", "40px")
    first = page.locator("[data-testid=stMainBlockContainer] > div > *:not(:has(> .st-key-shell))")
    top = first.first.bounding_box()
    assert top is not None
    assert top["y"] <= 60


@pytest.mark.parametrize("width", [1280, 844, 390, 360])
def test_header_fits_its_width(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_page(page)
    # All at one moment, once the fonts are there: the header is laid out again when they come.
    page.wait_for_function("document.fonts.status === 'loaded'")
    page.wait_for_function(HEADER_FITS, arg=width)


HEADER_FITS = """width => {
  const boxes = [
    ...document.querySelectorAll(".st-key-shell [role=radio]"),
    document.querySelector("[data-testid=stMainMenu] button, [aria-label='Main menu']"),
  ].map((node) => node.getBoundingClientRect())
  return boxes.length === 3 && boxes.every((box, n) =>
    box.width > 0 && box.right <= width && (n === 0 || boxes[n - 1].right <= box.left + 1))
}"""


@pytest.mark.parametrize("scheme", sampled("light", "dark"))
@pytest.mark.parametrize("size", [(1280, 800), (844, 390), (390, 844)], ids=str)
def test_no_violation_on_the_first_page(page: Page, scheme: str, size: tuple[int, int]) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_page(page)
    assert axe_violations(page) == []


GO_ON_AND_TAP = """() => {
  const find = (node, what) => node.querySelector(what) ?? [...node.querySelectorAll("*")]
    .map((each) => each.shadowRoot && find(each.shadowRoot, what)).find(Boolean)
  const hand = find(document, ".hand")
  document.querySelector("a[href*='/practise']").click()
  for (const piece of [...hand.children]) piece.click()
}"""


def test_a_tap_on_the_page_before_does_not_blank_the_next(page: Page) -> None:
    for _visit in range(4):  # one in three came too late before
        open_page(page)
        expect(page.locator(".piece").first).to_be_visible()
        settle(page)
        page.evaluate(GO_ON_AND_TAP)
        expect(page.get_by_role("radio", name="What scores here?")).to_be_visible()


@pytest.mark.parametrize(("width", "letters"), [(844, 16), (1280, 32)])
def test_no_page_of_the_list_lies_under_the_controls(page: Page, width: int, letters: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_page(page, "/?lang=hu")
    page.add_style_tag(content=f"html {{ font-size: {letters}px !important }}")
    page.wait_for_function(
        """() => {
            const end = document.querySelector(".st-key-shell").getBoundingClientRect().left
            const shown = [...document.querySelectorAll(".rc-overflow-item")].filter(
                (item) => getComputedStyle(item).opacity !== "0")
            return shown.length > 2 && shown.every(
                (item) => item.getBoundingClientRect().right <= end)
        }"""
    )
    page.get_by_role("banner").get_by_role("button", name=re.compile("more")).click()
    page.get_by_role("menuitem", name="Labor").click()
    expect(page).to_have_url(re.compile("/lab"))
    settle(page)


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_the_list_of_pages_opens_and_closes_on_a_phone(page: Page) -> None:
    open_page(page)
    page.get_by_role("button", name="Expand sidebar").click()
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    page.get_by_role("button", name="Expand sidebar").click()
    page.get_by_role("link", name="Lab").click()
    expect(page).to_have_url(re.compile("/lab"))
    settle(page)
