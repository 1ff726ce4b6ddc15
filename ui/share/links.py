"""Addresses that reopen a page as it stands; pure. A link made once must open for ever."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Final
from urllib.parse import urlencode

import segno
from segno import DataOverflowError

from ui.texts import _

VERSION: Final = "1"
"""Of the meaning of links. A change that an old link would not survive raises it."""
MAX_LINK: Final = 60_000
"""Characters of an address that are looked at; browsers and proxies stop well before."""


def address(url: str, page: str, values: Mapping[str, str], lang: str) -> str:
    """The link to `page` of the app that is open at `url`, on whatever page that is.

    >>> address("https://fives.example/explain?x=1", "explain", {"p": "-"}, "hu")
    'https://fives.example/explain?v=1&p=-&lang=hu'
    """
    base = url.split("?", maxsplit=1)[0].rstrip("/")
    stem = base if base.endswith(f"/{page}") else f"{base}/{page}" if page else base
    return f"{stem}?{urlencode({'v': VERSION, **values, 'lang': lang})}"


def fault(values: Mapping[str, str]) -> str:
    """Why a link cannot be opened at all, for the reader; "" if it may be tried.

    A link without a version is as good as one of version 1.
    """
    version = values.get("v", VERSION)
    if version != VERSION:
        return _(
            "This link is of version “{found}”; this copy of Fives Studio opens version {known}. "
            "Ask for a new link, or open it where it was made.",
            found=version[:20],
            known=VERSION,
        )
    length = sum(len(name) + len(value) for name, value in values.items())
    if length > MAX_LINK:
        return _(
            "This link has {n} characters, and no more than {most} can be opened. "
            "Ask for a file instead.",
            n=length,
            most=MAX_LINK,
        )
    return ""


def qr_svg(link: str, *, title: str) -> str:
    """The link as a QR code, the text of an SVG file; "" if it is too long for one."""
    try:
        code = segno.make(link, error="l", boost_error=False, micro=False)
    except DataOverflowError:
        return ""
    drawn = BytesIO()
    code.save(drawn, kind="svg", scale=4, dark="#20241d", light="#fff", title=title, xmldecl=False)
    return drawn.getvalue().decode()
