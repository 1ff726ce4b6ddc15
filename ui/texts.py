"""Every sentence a reader sees, in the reader's language.

Code holds the English sentence; `ui/locale` holds the others (gettext). Values go in by name, so a
translator may move them about::

    _("{name} scores {points}", name="Piroska", points=15)
    ngettext("{n} tile left", "{n} tiles left", 3)

A placeholder may carry `:a` or `:A` in a Hungarian sentence, which puts the article before the
value: `{tile:a}` is "az 5-5" but "a 6-3".
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from string import Formatter

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

LANGUAGES = {"en": "English", "hu": "magyar"}
DEFAULT = "en"
LOCALE_DIR = Path(__file__).parent / "locale"
DOMAIN = "fives"
SPOKEN = "spoken"
"""Where a session keeps the language of its last whole run (`ui.shell`)."""

_forced: ContextVar[str | None] = ContextVar("language", default=None)


def choose(linked: str | None, browser: str | None) -> str:
    """The language to speak: the link's, else the browser's, else English.

    >>> choose("hu", "en-GB"), choose("xx", "hu-HU"), choose(None, None)
    ('hu', 'hu', 'en')
    """
    for wish in (linked, browser):
        code = (wish or "").split("-")[0].lower()
        if code in LANGUAGES:
            return code
    return DEFAULT


def language() -> str:
    """The language of this reader, right in pages, fragments and callbacks alike.

    It is read from the link and the browser each time, never kept in a global: sessions share
    threads and modules. Outside a session (a test, a worker thread) it is what `use` says.
    """
    forced = _forced.get()
    if forced is not None:
        return forced
    if get_script_run_ctx(suppress_warning=True) is None:
        return DEFAULT
    # A part of a page may be asked for while the link has lost it for a moment.
    return choose(st.query_params.get("lang") or st.session_state.get(SPOKEN), st.context.locale)


@contextmanager
def use(code: str) -> Iterator[None]:
    """Speak `code` inside the block, in this thread only; KeyError for a language we lack."""
    if code not in LANGUAGES:
        raise KeyError(code)
    token = _forced.set(code)
    try:
        yield
    finally:
        _forced.reset(token)


@contextmanager
def one_language() -> Iterator[None]:
    """Read the reader's language once for the block: a page asks for it hundreds of times."""
    with use(language()):
        yield


def _(message: str, /, **values: object) -> str:
    """The sentence in the reader's language, its `{placeholders}` filled from `values`."""
    return _fill(_catalogue(language()).gettext(message), values)


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """Like `_`, by number: `one` for 1, else `many`; `{n}` is there without asking."""
    return _fill(_catalogue(language()).ngettext(one, many, n), {"n": n, **values})


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Like `_`, for a word that needs to be told apart: "lead" the verb, "lead" the noun."""
    return _fill(_catalogue(language()).pgettext(context, message), values)


def N_(message: str, /) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a sentence that is stored now and translated later by `_(stored)`."""
    return message


def number(value: float, digits: int = 0, *, signed: bool = False) -> str:
    """A number as the reader writes it: decimal comma in Hungarian, a true minus sign.

    >>> number(-3.25, 1), number(4, signed=True)
    ('−3.2', '+4')
    """
    text = f"{value:{'+' if signed else ''}.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if language() == "hu" else text


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == DEFAULT:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALE_DIR, [code])


class _Filler(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        if format_spec in {"a", "A"}:
            article = _article(str(value))
            return f"{article.title() if format_spec == 'A' else article} {value}"
        return str(super().format_field(value, format_spec))


def _article(word: str) -> str:
    """The Hungarian "a" or "az", by the sound the word or number begins with.

    >>> [_article(w) for w in ("5-5", "1-0", "6-3", "10", "1000", "Ágnes", "Piroska")]
    ['az', 'az', 'a', 'a', 'az', 'az', 'a']
    """
    figures = re.match(r"\d+", word)
    if figures:  # egy, öt..., ezer... begin with a vowel
        digits = figures[0]
        vowel = digits[0] == "5" or (digits[0] == "1" and len(digits) in {1, 4})
    else:
        vowel = word[:1].lower() in set("aáeéiíoóöőuúüű")
    return "az" if vowel else "a"


def _fill(sentence: str, values: dict[str, object]) -> str:
    return _Filler().vformat(sentence, (), values) if values else sentence
