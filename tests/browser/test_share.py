"""Share on the real app: the address opens the same, the picture is there as SVG and PNG."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import axe_violations, open_page, settle, watch

TABLE = "/explain?v=1&p=all_fives+35.55%2A%2856.66%7C51%29.52+-%2F-+%3F22+A+0+0%2F0"


def test_share_gives_address_code_and_pictures(page: Page) -> None:
    open_page(page, TABLE)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    for name in ("The address as a QR code", "Table with 6 tiles"):
        image = dialog.get_by_role("img", name=name)
        expect(image).to_be_visible()
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 50
    link = dialog.locator("code").inner_text()
    assert link.endswith(f"{TABLE}&lang=en")
    with page.expect_download() as svg:
        dialog.get_by_role("button", name="Download as SVG").click()
    drawn = Path(svg.value.path()).read_text("utf-8")
    assert "<title>All Fives</title>" in drawn
    assert "<desc>Table with 6 tiles" in drawn
    with page.expect_download() as png:
        dialog.get_by_role("button", name="Download as PNG").click()
    assert Path(png.value.path()).read_bytes().startswith(b"\x89PNG")
    assert axe_violations(page) == []


HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script> \u202egnihton\u202c {{7*7}} **b**"


def test_hostile_words_are_shown_as_text(page: Page) -> None:
    """Names, records and 100,000 characters: no element comes of them, nothing runs."""
    page.on("dialog", lambda _: pytest.fail("a script of the record ran"))
    open_page(page, "/review")
    record = page.get_by_label("Paste a record")
    tags = f'[A "{HOSTILE}"]\n[B "Béla"]\n'
    deal = "straight - 6655/4433 ?20 A 0 0/0"
    for text in (HOSTILE * 1500, f'{tags}[Deal "{deal}"]\n{HOSTILE}\n'):
        record.fill(text)
        record.blur()
        settle(page)
        expect(page.get_by_role("alert").first).to_be_visible()
        assert page.locator("main img[src='x'], main script").count() == 0


def test_no_page_asks_another_host(browser: Browser, base_url: str) -> None:
    """`watch` fails at the end of the block if one did; every browser test counts so."""
    context = browser.new_context(base_url=base_url)
    hosts: set[str] = set()
    context.on("request", lambda sent: hosts.add(sent.url.split("/")[2]))
    with watch(context, base_url):
        page = context.new_page()
        for path in ("/", "/play", "/explain"):
            open_page(page, path)
    context.close()
    assert {host for host in hosts if host} == {base_url.split("/")[2]}
