"""Two small components: a field and keys for a number, and one that speaks and moves focus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from ui import session
from ui.texts import _

_HERE = Path(__file__).parent
_MOST_DIGITS = 3

_pad = st.components.v2.component(
    "fives_pad",
    css=(_HERE / "pad.css").read_text("utf-8"),
    js=(_HERE / "pad.js").read_text("utf-8"),
)
_voice = st.components.v2.component(
    "fives_voice",
    css=".live{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}",
    js=(_HERE / "voice.js").read_text("utf-8"),
)


def pad(prompt: str, *, key: str, n: int, on_answer: Callable[[], None]) -> None:
    """Ask for a number; `n` tells one question from the next.

    `on_answer` finds the answer by `answered`.
    """
    words = {"check": _("Check"), "back": _("Delete the last figure"), "keys": _("Figures")}
    data = {"n": n, "prompt": prompt, "words": words, "max": _MOST_DIGITS}
    _pad(key=key, data=data, on_answer_change=on_answer)


def answered(key: str, n: int) -> int | None:
    """The number that was answered to question `n`; None for anything else."""
    match session.trigger(key, "answer"):
        case {"n": int(about), "value": int(value)} if about == n and 0 <= value < 10**_MOST_DIGITS:
            return value
        case _:
            return None


def voice(text: str, *, key: str, n: int, focus: str = "", at: str = "") -> None:
    """Say `text` to a screen reader when `n` is new, and take a keyboard's focus to `focus`.

    `focus` is a CSS selector; after ` >>> ` it goes on inside a component. With a new `at` the page
    is shown from its top.
    """
    _voice(key=key, data={"text": text, "n": n, "focus": focus, "at": at})
