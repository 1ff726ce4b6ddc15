"""What stands around every page: the tab's name, the page's language, the header."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from ui import board, reruns, texts
from ui.texts import _

_TURN_S = 0.001
"""How long a thread keeps the interpreter while another waits for it. The server's own thread takes
several turns for one answer, while scripts and bots work: Python's 5 ms a turn are felt."""

_HERE = Path(__file__).parent
_STYLE = (_HERE / "shell.css").read_text("utf-8")
_LOGO = (_HERE / "logo.svg").read_text("utf-8")
_ICON = _HERE / "icon.svg"
_SWITCH = "lang"

# Streamlit serves every page as lang="en": a reader that speaks would read Hungarian in English.
_html_lang = st.components.v2.component(
    "fives_html_lang",
    js="export default ({ data }) => { document.documentElement.lang = data }",
)


def set_up() -> None:
    """Name the browser's tab; first thing in a run."""
    sys.setswitchinterval(_TURN_S)
    reruns.mend()
    st.set_page_config(page_title="Fives Studio", page_icon=str(_ICON), layout="wide")
    _keep_language()


def _keep_language() -> None:
    """Put a language that was switched to back into the link.

    Whoever goes to another page while the first one still opens comes there with the switch set,
    but now and then without `?lang=`, which is what every sentence is spoken by.
    """
    linked = st.query_params.get("lang")
    # Where the page before was left in the middle, the switch has not kept its choice either.
    wanted = st.session_state.get(_SWITCH) or st.session_state.get(texts.SPOKEN)
    spoken = texts.choose(linked, st.context.locale)
    if wanted and linked is None and wanted != spoken:
        st.query_params["lang"] = spoken = wanted
    st.session_state[texts.SPOKEN] = spoken


def door() -> None:
    """Send who came in by the window round to the door; first thing in a page.

    Streamlit takes `pages/` for an older kind of app until `st.navigation` has run once: whoever
    opens a link to a page as the first one after a start gets that page alone, with nothing around
    it. Then run again, from app.py.
    """
    if PagesManager.uses_pages_directory:
        PagesManager.uses_pages_directory = False
        st.rerun()


def ink() -> str:
    """The colour of letters in the reader's theme, for pictures that do not take it themselves."""
    return "#ece8dc" if st.context.theme.type == "dark" else "#22261f"


def furniture(share: Callable[[], None]) -> None:
    """The header's name, `share` button and language switch, the same on every page.

    The switch stands for `?lang=`: Streamlit keeps a bound widget in the link from page to page,
    and leaves the language out of it where it is the browser's own.
    """
    st.html(f"<style>{_STYLE}</style>")
    st.logo(_LOGO.replace("currentColor", ink()))
    with st.container(key="shell", width="content", horizontal=True, gap="small"):
        share()
        st.segmented_control(
            _("Language"),
            list(texts.LANGUAGES),
            default=texts.choose(None, st.context.locale),
            required=True,
            key=_SWITCH,
            bind="query-params",
            label_visibility="collapsed",
        )
        _html_lang(key="html_lang", data=texts.language())
        board.script()
