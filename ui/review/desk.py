"""The Review page of one browser session: the match, the work on it, what is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

import streamlit as st

from engine import Analysis, Limit, Match, Seat, View, evaluations
from engine.search import ready
from ui import session
from ui.analyse import thinking
from ui.analyse.thinking import Job
from ui.review import looking, reading
from ui.review.looking import Looked
from ui.review.mending import Mending
from ui.review.model import Moment, Story, mistakes
from ui.storage import pack
from ui.words import seat_letter
from ui.working import PATIENCE_S

MAX_LINK = 6_000
"""Characters of a packed record that an address still carries; longer ones go by file."""
PANELS = ("overview", "replay", "mend", "files")


@dataclass(slots=True)
class Desk:
    """What is at hand.

    Attributes:
        story: The match.
        packed: Its record as a link carries it.
        looked: The moves looked at so far.
        job: The work that looks at more.
        seat: Whose play is looked at.
        at: Number of the move on the board.
        panel: What is shown of the match; `panel_rev` rises when it was not its switch that did it.
        mended: Keys of the mistakes that were mended.
        analysis: The work on the mistake being mended.
        rev: Of the boards; rises with every change.
    """

    story: Story | None = None
    packed: str = ""
    trouble: str = ""
    looked: tuple[Looked, ...] = ()
    job: Job[tuple[Looked, ...]] | None = None
    seat: Seat = 0
    at: int = 1
    panel: str = "overview"
    panel_rev: int = 0
    mending: Mending | None = None
    mended: set[str] = field(default_factory=set)
    analysis: Job[Analysis] | None = None
    ack: int = 0
    rev: int = 0

    def open(self, match: Match, *, packed: str = "") -> None:
        """Look at another match: the work on the one before ends."""
        self.stop()
        self.story = Story(match)
        self.packed = packed or pack(self.story.text)
        self.trouble, self.looked, self.mended = "", (), set()
        self.seat, self.at, self.mending = 0, 1, None
        self.rev += 1
        self.show("overview")

    def show(self, panel: str) -> None:
        """Turn to a panel, other than by its own switch."""
        self.panel = panel
        self.panel_rev += 1

    def close(self) -> None:
        """Back to the choice of a match."""
        self.stop()
        self.story, self.packed = None, ""
        st.query_params.clear()

    def stop(self) -> None:
        """End all work."""
        for job in (self.job, self.analysis):
            if job is not None:
                job.stop()
        self.job = self.analysis = None

    @property
    def is_done(self) -> bool:
        """Whether every move was looked at."""
        return self.story is not None and len(self.looked) == len(self.story.moments)

    def work(self) -> None:
        """Take what the work has found; begin it, or begin again where it was left."""
        if self.story is None or self.is_done:
            return
        if self.job is None or (self.job.is_done and not self.job.error):
            text, looked = self.story.text, self.looked
            self._take()
            if not self.is_done:
                self.job = thinking.begin(
                    self.packed,
                    lambda _given_up: looking.growing(text, looked),
                    patience_s=PATIENCE_S,
                )
        self._take()

    def _take(self) -> None:
        latest = self.job.look() if self.job is not None else None
        if latest is not None and len(latest) >= len(self.looked):
            self.looked = latest

    @property
    def moment(self) -> Moment | None:
        """The move on the board."""
        return self.story.moments[self.at - 1] if self.story else None

    def look_at(self, number: int) -> None:
        """Put another move on the board."""
        if self.story is not None:
            self.at = min(max(number, 1), len(self.story.moments))
            self.rev += 1

    def mistakes(self) -> tuple[tuple[Moment, Looked], ...]:
        """What the seat may mend, the costliest first."""
        return mistakes(self.story, self.looked, self.seat) if self.story else ()

    def mend(self, moment: Moment, looked: Looked) -> None:
        """Take a mistake up."""
        if self.mending is not None and self.mending.moment == moment:
            return
        if self.analysis is not None:
            self.analysis.stop()
        self.rev += 1
        self.mending = Mending(moment, looked, rev=self.rev)
        self.analysis = None

    def verdict(self) -> Analysis | None:
        """What each play of the mistake is worth, once it is known well enough."""
        if self.story is None or self.mending is None:
            return None
        if self.analysis is None or (self.analysis.is_done and self.analysis.latest is None):
            known = self.story.known(self.mending.moment)
            self.analysis = thinking.begin(self.mending.moment.key, partial(_analysed, known))
        latest = self.analysis.look()
        return latest if self.analysis.is_done else None

    def submit(self, token: str) -> None:
        """Something was tried on the board or with a button."""
        if self.mending is None:
            return
        self.mending = self.mending.submit(token)
        self.rev = max(self.rev + 1, self.mending.rev)

    def link(self) -> dict[str, str]:
        """What a link to exactly this state carries; nothing without a match."""
        moment = self.moment
        if self.story is None or moment is None:
            return {}
        wanted = {"r": self.packed, "seat": seat_letter(self.seat), "show": self.panel}
        if self.panel == "replay":
            wanted["at"] = moment.key
        if self.panel == "mend" and self.mending is not None:
            wanted["at"] = self.mending.moment.key
        return wanted

    def save_link(self) -> None:
        """The address of the page opens exactly this state."""
        if len(self.packed) > MAX_LINK:
            return
        for name, value in self.link().items():
            if st.query_params.get(name) != value:
                st.query_params[name] = value

    def open_link(self) -> None:
        """Take up the match of the link, where it is not the one shown already."""
        packed = st.query_params.get("r", "")
        if not packed or packed == self.packed:
            return
        self.packed = packed
        try:
            self.open(reading.read_link(packed), packed=packed)
        except reading.ReadError as error:
            self.stop()
            self.story, self.trouble = None, str(error)
            return
        if self.story is None:
            return
        seat = "ABCD".find(st.query_params.get("seat", "A"))
        self.seat = seat if seat in self.story.seats else 0
        self.at = self.story.at(st.query_params.get("at", "")).number
        shown = st.query_params.get("show", "")
        self.show(shown if shown in PANELS else "overview")


def _analysed(known: View, given_up: Callable[[], bool]) -> Iterator[Analysis]:
    """The plays of a mistake, as well as the review knew them."""
    samples = looking.SAMPLES if ready() else looking.PLAIN_SAMPLES
    limit = Limit(samples=samples, given_up=given_up)
    return evaluations(known, rng=Random(looking.SEED), limit=limit, explain=False)


def desk() -> Desk:
    """The desk of this session."""
    return session.state("review", Desk)
