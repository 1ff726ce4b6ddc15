"""What survives a reload: texts kept in the reader's own browser, and links.

Nothing is kept on the server. What comes back is hostile input until it has been parsed.
"""

from __future__ import annotations

import base64
import binascii
import json
import secrets
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import streamlit as st

MATCH_SLOT = "fives.match"
PREFERENCES_SLOT = "fives.preferences"
MAX_KEPT = 400_000
"""Characters of a kept or linked text that are looked at; a long match has 30,000."""

_component = st.components.v2.component(
    "fives_keeper",
    js=(Path(__file__).parent / "storage.js").read_text("utf-8"),
)


@dataclass(slots=True)
class Hearing:
    """What a session has asked the browser for, and whether the answer has come.

    Attributes:
        session: Changes with the server's session: the browser then hands back what it kept.
        asked: Rises where the kept texts are wanted again.
        heard: The `mark` that the browser has answered.
    """

    session: str = field(default_factory=lambda: secrets.token_hex(8))
    asked: int = 0
    heard: str = ""

    @property
    def mark(self) -> str:
        """The session as the browser is told it: another mark gets the kept texts again."""
        return f"{self.session} {self.asked}"

    @property
    def is_heard(self) -> bool:
        """Whether the answer to this mark has come."""
        return self.heard == self.mark

    def answer(self, value: object) -> dict[str, str] | None:
        """The texts by slot that were handed back, once for each mark; None for anything else."""
        if not isinstance(value, dict) or value.get("session") != self.mark or self.is_heard:
            return None
        self.heard = self.mark
        slots = value.get("slots")
        found = slots.items() if isinstance(slots, dict) else ()
        return {slot: text for slot, text in found if isinstance(text, str) and text}


def keeper(
    *,
    key: str,
    hearing: Hearing,
    keep: Mapping[str, str | None],
    on: Mapping[str, Callable[[], None]],
    wake: tuple[int, int] | None = None,
    follows: str | None = None,
) -> None:
    """Keep texts in the browser, ask for those kept there, and have it wake Python.

    Args:
        key: Of the component; its triggers stand in the session under it.
        hearing: With another mark the browser hands the kept texts back before it keeps anything
            (`restored`: what `Hearing.answer` reads), and again until that was heard.
        keep: Text by slot: "" wipes it, None leaves it as it is. The slots are also what is read.
        on: Callbacks by trigger: `restored`, `wake`, `elsewhere` (another tab wrote a slot),
            `failed` (this browser keeps nothing).
        wake: A number not used before, and milliseconds after which `wake` comes.
        follows: The `page` that this one is made for; `drawn` comes when a board's news name
            another (`ui.board.show`). The news bring, too, what is to be kept.
    """
    data = {
        "session": hearing.mark,
        "heard": hearing.is_heard,
        "read": list(keep),
        "keep": dict(keep),
        "wake": wake,
        "follows": follows,
    }
    callbacks: dict[str, Any] = {f"on_{name}_change": callback for name, callback in on.items()}
    # As bytes: in a dict Streamlit would look for data frames, longer than all the rest takes.
    _component(key=key, data=json.dumps(data).encode(), **callbacks)


def pack(text: str) -> str:
    """`text` short enough for a link: compressed, in the letters that a link may hold.

    >>> unpack(pack("1. 55=10 50L=10"))
    '1. 55=10 50L=10'
    """
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(packed: str) -> str | None:
    """The text that `pack` packed; None for anything else, however large it claims to be.

    >>> unpack("nonsense") is None
    True
    """
    try:
        squeezed = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        reader = zlib.decompressobj()
        text = reader.decompress(squeezed, MAX_KEPT).decode()
    except (binascii.Error, zlib.error, ValueError):
        return None
    return text if reader.eof else None
