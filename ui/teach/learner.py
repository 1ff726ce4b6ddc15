"""Who is learning: the progress of one browser session, kept in the reader's own browser."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Final

import streamlit as st

from engine import PRESETS, RuleSet
from engine.teaching.progress import Progress, TableStats
from engine.teaching.saving import ProgressError, dump, load
from engine.teaching.skills import COURSE_GAMES
from ui import session, storage
from ui.play.played import PLAYED_SLOT
from ui.texts import _
from ui.words_faults import reworded

KEEPER: Final = "learner_keeper"
PROGRESS_SLOT: Final = "fives.learner"
COURSE_SLOT: Final = "fives.course"


@dataclass(slots=True)
class Learner(storage.Hearing):
    """What is known of the learner, and what the browser has said about keeping it.

    Attributes:
        progress: What was learned.
        game: The name of the game that is being learned.
        has_played: Whether the guided first round is behind them.
        is_asked: Whether the browser has answered what it kept.
        takes: Whether what the browser hands back next replaces what is here.
        trouble: A sentence about what could not be used, and its text.
    """

    progress: Progress = field(default_factory=Progress)
    game: str = COURSE_GAMES[0]
    has_played: bool = False
    rng: Random = field(default_factory=lambda: Random(secrets.randbits(64)))
    is_asked: bool = False
    takes: bool = True
    trouble: str = ""
    dropped: str = ""
    keeps_nothing: bool = False
    is_wiped: bool = False
    wakes: int = 0
    kept: tuple[Progress | None, str] = (None, "")

    @property
    def rules(self) -> RuleSet:
        """The game that is being learned."""
        return PRESETS[self.game]

    @property
    def is_new(self) -> bool:
        """Whether nothing was learned or played yet."""
        return not self.has_played and not self.progress.states

    def learned(self, progress: Progress) -> None:
        """Go on from `progress`."""
        self.progress = progress
        self.is_wiped = False

    def wiped(self) -> None:
        """Forget everything, here and in the browser."""
        self.progress = Progress()
        self.has_played = False
        self.trouble = self.dropped = ""
        self.is_wiped = True

    def brought(self, text: str) -> bool:
        """Take over the progress that `text` tells; else say what is wrong with it."""
        try:
            self.learned(load(text))
        except ProgressError as error:
            self.trouble = _(
                "This progress cannot be used: at {where}, {expected} was expected.",
                where=error.where,
                expected=reworded(error.expected),
            )
            return False
        self.trouble = self.dropped = ""
        return True

    def text(self) -> str:
        """The progress as text; the same object is written once."""
        if self.kept[0] is not self.progress:
            self.kept = self.progress, dump(self.progress)
        return self.kept[1]


def learner() -> Learner:
    """The learner of this session."""
    return session.state("learner", Learner)


def now() -> datetime:
    """The time by which answers and reviews go."""
    return datetime.now(UTC)


def seed(text: str) -> None:
    """Have chance come from `text`, so that a link shows everyone the same exercises."""
    learner().rng = Random(text)


def keep(*, wake_in: int | None = None, on_restored: Callable[[], None] | None = None) -> None:
    """Mount the keeper; it wakes the page after `wake_in` milliseconds."""
    here = learner()
    here.wakes += wake_in is not None
    _enter_played(here)
    course = json.dumps({"game": here.game, "played": here.has_played})
    storage.keeper(
        key=KEEPER,
        hearing=here,
        keep={
            PROGRESS_SLOT: _kept(here),
            PLAYED_SLOT: session.desk().played.kept(),
            COURSE_SLOT: ("" if here.is_wiped else course) if here.is_asked else None,
        },
        on={
            "restored": lambda: _restored(on_restored),
            "wake": _wake,
            "elsewhere": _elsewhere,
            "failed": _failed,
        },
        wake=None if wake_in is None else (here.wakes, wake_in),
    )


def _enter_played(here: Learner) -> None:
    """Enter in the progress what rounds at the table have shown since."""
    if here.is_asked and not here.takes:
        shown = session.desk().played.taken()
        if shown != TableStats():
            here.learned(here.progress.with_play(shown))


def _kept(here: Learner) -> str | None:
    if not here.is_asked or here.takes:
        return None
    if here.is_wiped:
        return ""
    return here.text() if here.progress != Progress() else None


def _restored(after: Callable[[], None] | None) -> None:
    """The browser handed back what it kept; what this session has learned since goes before."""
    here = learner()
    texts = here.answer(session.trigger(KEEPER, "restored"))
    if texts is None:
        return
    if here.takes:
        here.takes = False
        first = not here.is_asked
        session.desk().played.read(texts.get(PLAYED_SLOT))
        if text := texts.get(PROGRESS_SLOT):
            if not here.brought(text):
                here.dropped = text
        elif not first:
            here.progress = Progress()
        if first:
            _read_course(here, texts.get(COURSE_SLOT, "{}"))
    here.is_asked = True
    if after is not None:
        after()


def _read_course(here: Learner, text: str) -> None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    if not isinstance(value, dict):
        return
    if value.get("game") in COURSE_GAMES and "rules" not in st.query_params:
        here.game = value["game"]
    here.has_played = here.has_played or value.get("played") is True


def _elsewhere() -> None:
    """Another tab went on learning: take over what it kept."""
    here = learner()
    here.takes = True
    here.asked += 1


def _wake() -> None:
    """The browser woke the page; the page knows why."""


def _failed() -> None:
    learner().keeps_nothing = True
