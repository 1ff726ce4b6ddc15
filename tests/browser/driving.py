"""What browser tests share: waiting until Python has answered, listening for faults, axe-core."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, expect

SETTLED = '[data-testid="stApp"][data-test-script-state="notRunning"]'
ERROR_BOX = '[data-testid="stException"]'

# Part of every page of a `listening` context: what has it asked of Python that is not answered yet?
_LISTENING = Path(__file__).with_name("listening.js").read_text()
_FRAMES_MS = 40
"""An answer is looked for this long after an action: what it asks is sent with the next frames."""
_CALM_MS = 500
"""A colour half faded in has no contrast of its own, and one run may be followed by another."""

# Violations in Streamlit's own parts, by rule: why it is theirs. Nothing else is allowed.
STREAMLITS_OWN: Mapping[str, str] = {}


def sampled(*values: object, n: int = 1) -> list[object]:
    """Parameters of which CI takes the first `n`; `pytest -m "slow or not slow"` takes them all."""
    return [*values[:n], *(pytest.param(value, marks=pytest.mark.slow) for value in values[n:])]


def open_page(page: Page, path: str = "/") -> None:
    """Go to `path` and wait until it stands."""
    page.goto(path)
    # "notRunning" also holds before the first run has begun.
    expect(page.locator(".st-key-shell")).to_be_visible(timeout=30_000)
    settle(page)


def settle(page: Page) -> None:
    """Wait until Streamlit has answered what was asked and the page shows it."""
    _wait_for_stillness(page, _FRAMES_MS, is_calm=False)


def _wait_for_stillness(page: Page, ms: int, *, is_calm: bool) -> None:
    page.evaluate("fivesTalk.stillSince = undefined")
    arguments = [SETTLED, ms, is_calm]
    page.wait_for_function("arguments => fivesStill(...arguments)", arg=arguments, timeout=30_000)


def listening(context: BrowserContext) -> BrowserContext:
    """`context`, whose pages, opened from now on, can be waited for (`settle`)."""
    context.add_init_script(_LISTENING)
    return context


@contextmanager
def watch(context: BrowserContext, base_url: str) -> Iterator[None]:
    """Fail at the end of the block if a page of `context` erred or asked another host."""
    listening(context)
    faults: list[str] = []

    def console(message: ConsoleMessage) -> None:
        # Streamlit looks for its server below the address of a page before it looks at the root.
        is_looking = re.search(r"/\w+/_stcore/(health|host-config)$", message.location["url"])
        if message.type == "error" and not is_looking:
            faults.append(f"console: {message.text} ({message.location['url']})")

    def request(sent: Request) -> None:
        ours = base_url, base_url.replace("http", "ws", 1), "data:", "blob:", "about:"
        if not sent.url.startswith(ours):
            faults.append(f"request to another host: {sent.url}")

    context.on("console", console)
    context.on("weberror", lambda error: faults.append(f"exception: {error.error}"))
    context.on("request", request)
    yield
    faults += [
        f"error box: {text}"
        for page in context.pages
        for text in page.locator(ERROR_BOX).all_inner_texts()
    ]
    assert faults == [], "\n".join(faults)


def axe_violations(page: Page, allowed: Mapping[str, str] = STREAMLITS_OWN) -> list[str]:
    """What axe-core finds that is not `allowed`, one line an element: rule, help, where."""
    _wait_for_stillness(page, _CALM_MS, is_calm=True)
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{found['id']}: {found['help']} at {node['target']}"
        for found in violations
        if found["id"] not in allowed
        for node in found["nodes"]
    ]
