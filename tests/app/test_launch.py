"""Every page opens, in every language, without an exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from tests.serving import ROOT
from ui.texts import LANGUAGES

PAGES = sorted(p for p in (ROOT / "pages").glob("*.py") if p.name != "__init__.py")


def launch(script: Path, lang: str = "en") -> AppTest:
    at = AppTest.from_file(str(script), default_timeout=60)
    at.query_params["lang"] = lang
    return at.run()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_app_opens_in_every_language(lang: str) -> None:
    at = launch(ROOT / "app.py", lang)
    assert not at.exception
    assert at.main.children


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("script", PAGES, ids=lambda path: path.stem)
def test_page_opens(script: Path, lang: str) -> None:
    assert not launch(script, lang).exception


def test_every_page_is_in_the_navigation() -> None:
    router = (ROOT / "app.py").read_text("utf-8")
    assert [p.name for p in PAGES if f'"pages/{p.name}"' not in router] == []


def test_router_is_thin_and_pages_only_arrange() -> None:
    lines = {p.name: len(p.read_text("utf-8").splitlines()) for p in [*PAGES, ROOT / "app.py"]}
    assert lines.pop("app.py") < 40
    assert {name: n for name, n in lines.items() if n > 120} == {}


def test_garbage_is_not_collected_after_every_run() -> None:
    """Hidden option of Streamlit: clicks are 3 to 4 times faster without it."""
    assert config.get_option("runner.postScriptGC") is False


def test_nothing_is_reported_to_streamlit() -> None:
    assert config.get_option("browser.gatherUsageStats") is False


def test_every_page_goes_through_the_door() -> None:
    """A link that is the first to be opened after a start would show the page alone."""
    assert [p.name for p in PAGES if "shell.door()" not in p.read_text("utf-8")] == []
