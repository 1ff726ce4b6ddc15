"""A match to review, from a text that nobody vouches for."""

from __future__ import annotations

from engine import DominoError, Match, NotationError, RecordError, parse_match
from ui.storage import unpack
from ui.texts import _

MAX_TEXT = 200_000
"""Characters; a long match has 30,000."""
MAX_PLIES = 3_000


class ReadError(ValueError):
    """A text that is no match to review; the message is for the reader."""


def read(text: str) -> Match:
    """The match that `text` tells, every move replayed.

    Raises:
        ReadError: It tells none, or hides tiles; the message names round and move.
    """
    if len(text) > MAX_TEXT:
        raise ReadError(_("This is too long for a match."))
    text = "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"
    try:
        match = parse_match(text)
    except NotationError as error:
        raise ReadError(_fault(error)) from error
    except (DominoError, RecursionError) as error:
        raise ReadError(_("This is no match: {why}.", why=error)) from error
    if not all(record.start.is_open for record in match.rounds):
        raise ReadError(_("The record hides tiles. A review has to see every hand of the round."))
    n_plies = sum(len(record.plies) for record in match.rounds)
    if not 0 < n_plies <= MAX_PLIES:
        raise ReadError(_("There is no move to look at."))
    return match


def read_bytes(content: bytes) -> Match:
    """The match of a file; errors as for `read`."""
    try:
        return read(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ReadError(_("This file is no text.")) from error


def read_link(packed: str) -> Match:
    """The match of a link; errors as for `read`."""
    text = unpack(packed)
    if text is None:
        raise ReadError(_("The link is cut or spoilt."))
    return read(text)


def _fault(error: NotationError) -> str:
    found = error.text[error.offset : error.offset + 20].split("\n")[0]
    what = {
        "round": error.text.count("[Deal ", 0, error.offset + 1) or 1,
        "n": error.offset + 1,
        "what": error.expected,
        "found": found or _("the end"),
    }
    ply = error.ply if isinstance(error, RecordError) else 0
    if ply:
        return _(
            "Round {round}, move {ply} (character {n}): expected {what}; found “{found}”.",
            ply=ply,
            **what,
        )
    return _("Round {round}, character {n}: expected {what}; found “{found}”.", **what)
