"""The Explain page of one browser session: the table that was built, and its link."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from engine import PRESETS, DominoError, NotationError
from ui import session
from ui.explain.building import Building
from ui.texts import _
from ui.words_problems import why

START = "35.55*(56.66|51).52"
"""The table that stands there first."""


@dataclass(slots=True)
class Desk:
    """The explainer of one browser session."""

    building: Building = field(default_factory=lambda: Building(PRESETS["all_fives"]).loaded(START))
    ack: int = 0
    trouble: str = ""
    linked: str = ""

    def put(self, building: Building) -> None:
        """Show another table, and forget what was wrong with the last text."""
        self.building = building
        self.trouble = ""
        self.linked = building.line()
        st.query_params["p"] = self.linked


def desk() -> Desk:
    """The desk of this session."""
    return session.state("explain", Desk)


def open_link() -> None:
    """Lay the table of the link, where it is not the one shown already."""
    here = desk()
    linked = st.query_params.get("p", "")
    if linked and linked != here.linked:
        here.linked = linked
        load(linked)


def load(text: str) -> None:
    """Lay the table that a text draws; what is wrong with it becomes the trouble."""
    here = desk()
    try:
        here.put(here.building.loaded(text))
    except NotationError as error:
        before, after = text[: error.offset], text[error.offset :]
        here.trouble = _(
            "Character {n}: expected {what}. Read so far: “{before}”; left: “{after}”.",
            n=error.offset + 1,
            what=error.expected,
            before=before[-40:],
            after=after[:40],
        )
    except DominoError as error:
        here.trouble = _("This table cannot be: {why}.", why=why(error))
