"""Real Chromium on the real app.

`page` is pytest-playwright's, `page.goto("/")` opens the app. Whatever a test does, it fails if the
page logged an error, threw, showed Streamlit's error box or asked another host for anything.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.driving import watch
from tests.browser.table import AT_ONCE, Player
from tests.serving import Server

HERE = Path(__file__).parent
expect.set_options(timeout=30_000)  # two busy cores may be slow; a fault is not faster found
NAMES = ("chromium", "chromium-browser", "google-chrome")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        reason = "no Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM=path"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(f"REQUIRE_BROWSER=1, but {reason}")
        pytest.skip(reason)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return {**browser_type_launch_args, "executable_path": path, "args": flags}


@pytest.fixture(scope="session")
def server(browser_type_launch_args: dict[str, Any]) -> Iterator[Server]:
    """The app, shared by all browser tests; the browser comes first, to skip before it starts."""
    assert browser_type_launch_args
    with Server() as running:
        yield running


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return server.url


@pytest.fixture
def player(page: Page) -> Player:
    """A person on the Play page, against bots that answer at once."""
    found = Player(page)
    found.prefer(**AT_ONCE)
    return found


@pytest.fixture(autouse=True)
def _no_fault_in_the_page(context: BrowserContext, base_url: str) -> Iterator[None]:
    with watch(context, base_url):
        yield
