"""Every page in Hungarian, the longer language: nothing left in English, nothing that breaks."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.browser.driving import open_page, sampled, settle
from tests.serving import ROOT
from ui.locale_tools import read

WIDTHS = 1280, 390
_LOOKS, _LOOK_MS = 40, 250

PAGES = sorted(re.findall(r'"pages/(\w+)\.py"', (ROOT / "app.py").read_text("utf-8")))
VIEWS = [
    "/?lesson=spinner&step=1",
    "/?lesson=spinner&step=2",
    "/?lesson=remainder&step=3",
    "/?lesson=drawing&step=5",
    "/?lesson=left&step=3",
    "/?lesson=partner&step=2",
]


@cache
def english_only() -> frozenset[str]:
    """Sentences of the code that read otherwise in Hungarian."""
    return frozenset(
        str(message.id if isinstance(message.id, str) else message.id[0])
        for message in read("hu")
        if message.id and message.string and message.id != message.string
    )


def texts_of(page: Page) -> list[str]:
    """Every piece of text that the page shows or names, components included."""
    found: list[str] = page.evaluate(
        """() => {
          const found = []
          const walk = (root) => {
            for (const node of root.querySelectorAll("*")) {
              if (["STYLE", "SCRIPT"].includes(node.tagName)) continue
              const label = node.getAttribute("aria-label")
              if (label) found.push(label)
              for (const child of node.childNodes)
                if (child.nodeType === 3 && child.data.trim()) found.push(child.data.trim())
              if (node.shadowRoot) walk(node.shadowRoot)
            }
          }
          walk(document.querySelector("[data-testid=stMain]"))
          return found
        }"""
    )
    return found


def fits(page: Page) -> bool:
    """Whether nothing sticks out of the page, once it has been laid out anew after a resize."""
    try:
        page.wait_for_function(
            """() => {
              const main = document.querySelector("[data-testid=stMain]")
              return main.scrollWidth <= main.clientWidth + 1
            }""",
            timeout=_LOOKS * _LOOK_MS,
        )
    except PlaywrightTimeoutError:
        return False
    return True


def left_in_english(page: Page) -> list[str]:
    """What stands there in English for more than a moment, as from one page to the next."""
    english = english_only()
    found: list[str] = []
    for _look in range(_LOOKS):
        found = [text for text in texts_of(page) if text in english]
        if not found:
            break
        page.wait_for_timeout(_LOOK_MS)
    return found


def check(page: Page) -> None:
    """The page as it stands speaks Hungarian and fits, wide and narrow."""
    settle(page)
    assert left_in_english(page) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert fits(page), width


@pytest.mark.parametrize("name", PAGES)
def test_every_page(page: Page, name: str) -> None:
    open_page(page, "/?lang=hu")
    if name != "learn":
        page.locator(f"a[href*='/{name}']").first.click()
        expect(page).to_have_url(re.compile(f"/{name}"))
        expect(
            page.locator("[data-testid=stMain] h2, [data-testid=stMain] button").first
        ).to_be_visible()
    check(page)


@pytest.mark.parametrize("path", sampled(*VIEWS, n=2))
def test_lessons(page: Page, path: str) -> None:
    open_page(page, f"{path}&lang=hu&seed=3")
    expect(page.locator("h2").first).to_be_visible(timeout=60_000)
    check(page)


@pytest.mark.parametrize("view", ["Így állsz", "Tanároknak"])
def test_what_stands_beside_the_lessons(page: Page, view: str) -> None:
    open_page(page, "/?lang=hu")
    page.get_by_role("button", name=view).click()
    expect(page.get_by_role("heading", name=view)).to_be_visible()
    check(page)


@pytest.mark.parametrize("view", sampled("Mi ér itt pontot?", "Feladványok", "A nap feladványa"))
def test_every_kind_of_practice(page: Page, view: str) -> None:
    open_page(page, "/?lang=hu")
    page.locator("a[href*='/practise']").first.click()
    page.get_by_role("radio", name=view).click()
    expect(page.locator(".st-key-task")).to_be_visible(timeout=60_000)
    check(page)
