"""The Analyse page of one browser session: the situation entered, its link, the work on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from time import monotonic

import streamlit as st

from engine import PRESETS, DominoError, NotationError
from ui import session
from ui.analyse import situation, thinking
from ui.analyse.situation import Situation
from ui.analyse.thinking import Answer, Job
from ui.texts import _
from ui.words_problems import why

_FIRST_S = 0.3
"""How long a run waits for the first answer, rather than come back for it."""
_LATE_S = 10.0
"""Seconds in which a request may still come with the address that was there before a change."""
_LINK = ("p", "m", "k", "s")
"""What the address carries: a position line, moves since, what others lack; what is begun."""


@dataclass(slots=True)
class Desk:
    """The analyser of one browser session; `form` rises where its fields are to be filled anew."""

    situation: Situation = field(default_factory=lambda: Situation(PRESETS["straight"]))
    ack: int = 0
    trouble: str = ""
    linked: tuple[str, ...] = ("",) * len(_LINK)
    left: dict[tuple[str, ...], float] = field(default_factory=dict)
    form: int = 0
    job: Job[Answer] | None = None

    def put(self, changed: Situation) -> None:
        """Show another situation: the work on the old one ends."""
        if changed is self.situation:
            return
        if self.job is not None:
            self.job.stop()
            self.job = None
        self.situation, self.trouble = changed, ""
        self.form += 1
        self.left[self.linked] = monotonic()
        self.linked = changed.link()
        self.address()

    def address(self) -> None:
        """Have the address open what is shown."""
        for name, text in zip(_LINK, self.linked, strict=True):
            if text:
                st.query_params[name] = text
            else:
                st.query_params.pop(name, None)

    def think(self) -> Job[Answer] | None:
        """The work on the situation shown, begun if it is your turn; None if there is none.

        Work that was left because nobody looked is begun again by who looks again.
        """
        now, before = self.situation, self.job
        if (before is None or before.was_left) and now.is_yours:
            self.job = thinking.begin(
                now.rev, partial(thinking.answers, now.view, now.open_position)
            )
            self.job.latest = before.latest if before else None
            self.job.wait(_FIRST_S)  # the board has been sent: what stands beside it may wait
        return self.job


def desk() -> Desk:
    """The desk of this session."""
    return session.state("analyse", Desk)


def open_link() -> None:
    """Take up the situation of the link, where it is not the one shown already."""
    here = desk()
    asked = tuple(st.query_params.get(name, "") for name in _LINK)
    if not any(asked) or asked == here.linked:
        return
    if monotonic() - here.left.get(asked, -_LATE_S) < _LATE_S:
        here.address()  # the browser sent this before it had heard of the change
        return
    here.linked = asked
    load(*asked)


def load(line: str, *more: str) -> None:
    """Show what a line, a record or a link holds; what is wrong with it becomes the trouble."""
    here = desk()
    try:
        found = situation.linked(line, *more) if any(more) else situation.pasted(line)
    except NotationError as error:
        here.trouble = _(
            "Character {n}: expected {what}; found “{found}”. What was entered before is kept.",
            n=error.offset + 1,
            what=error.expected,
            found=error.text[error.offset : error.offset + 20],
        )
    except DominoError as error:
        here.trouble = _("This cannot be: {why}. What was entered before is kept.", why=why(error))
    else:
        here.put(found.changed(rev=here.situation.rev + 1))
