"""What one reader's browser session has at hand. The only file that touches `st.session_state`.

Streamlit's callbacks land here; what they mean at the table is decided in `ui.play.table`, which is
pure. A bot thinks in a thread and the browser wakes the page when its reply is due, so that nobody
waits for it.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import asdict, astuple, dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlencode

import streamlit as st

from engine import Seat
from ui import storage
from ui.board import EVENTS, WAKE, Room, ack_of, parse_event, room_of
from ui.play import keeping, opponents
from ui.play import table as tables
from ui.play.played import PLAYED_SLOT, Played
from ui.play.setup import MAX_SEED, Setup
from ui.play.table import Table
from ui.spare import SPARE
from ui.texts import _

T = TypeVar("T")

BOARD = "board"
KEEPER = "keeper"
PACES = {"slow": 1500, "normal": 600, "fast": 120, "at_once": 0}
"""How long a bot's move waits after the one before it, in milliseconds."""
NAP_MS = 30
"""How long a thought that is late is waited for, and how soon it is looked for again."""


def state(key: str, make: Callable[[], T]) -> T:
    """The session's value under `key`, made on first use."""
    if key not in st.session_state:
        st.session_state[key] = make()
    value: T = st.session_state[key]
    return value


def trigger(component: str, name: str) -> Any:  # noqa: ANN401 - what the browser sent
    """What a component sent with its trigger, inside the callback; None if nothing."""
    sent = st.session_state.get(component)
    return None if sent is None else sent.get(name)


def choice(key: str, default: T) -> T:
    """The value of the widget `key`, for callbacks; before its first run `default`."""
    value: T = st.session_state.get(key, default)
    return value


def link(**values: str) -> str:
    """The address of this page with these values behind it."""
    base = (st.context.url or "").split("?")[0]
    return f"{base}?{urlencode(values)}"


@dataclass(slots=True)
class Preferences:
    """How a reader likes the table; kept in the browser."""

    pace: str = "normal"
    numerals: bool = False
    contrast: bool = False
    still: bool = False
    plain: bool = False

    def read(self, text: str | None) -> None:
        """Take over what was kept, as far as it makes sense."""
        try:
            value = json.loads(text or "{}")
        except (ValueError, RecursionError):
            return
        for name, old in asdict(self).items():
            new = value.get(name) if isinstance(value, dict) else None
            if type(new) is type(old) and (name != "pace" or new in PACES):
                setattr(self, name, new)


@dataclass(slots=True)
class Desk(storage.Hearing):
    """The Play page of one browser session.

    Attributes:
        table: The match, None before one is begun.
        is_asked: Whether the browser has answered what it kept.
        trouble: A sentence about what came back and could not be used, and its text.
        linked: A match that came with the link, while another is at hand.
        elsewhere: Whether another tab has gone on with the match.
        played: What rounds have shown of the learner.
        ack: The last event of the board that was looked at.
        room: Pixels that the browser has for the table, once it has told.
        shown: What the table on the screen was drawn from (`sight`).
        page: What stands around the table was made for this; "" while there is no table.
    """

    table: Table | None = None
    preferences: Preferences = field(default_factory=Preferences)
    is_asked: bool = False
    trouble: str = ""
    dropped: str = ""
    linked: Table | None = None
    elsewhere: bool = False
    played: Played = field(default_factory=Played)
    keeps_nothing: bool = False
    ack: int = 0
    room: Room | None = None
    shown: tuple[object, ...] = ()
    page: str = ""
    wakes: int = 0
    kept: tuple[int, str] = (-1, "")
    is_wiped: bool = False
    thought: tuple[tuple[int, str], Future[Any]] | None = None
    due_at: float = 0.0

    @property
    def sight(self) -> tuple[object, ...]:
        """All that the table is drawn from: where it is the same, the drawing is."""
        rev = self.table.rev if self.table else None
        wishes = astuple(self.preferences)
        linked = self.linked is None
        return rev, self.elsewhere, self.mark, self.is_asked, self.trouble, linked, wishes


def desk() -> Desk:
    """The desk of this session."""
    return state("desk", Desk)


def _put(table: Table | None) -> None:
    """Lay `table` on the desk; a bot's reply is due a moment after the last change."""
    here = desk()
    if table is here.table:
        return
    here.table = table
    here.due_at = time.monotonic() + PACES[here.preferences.pace] / 1000


def start(setup: Setup) -> None:
    """Begin a match."""
    here = desk()
    here.trouble = here.dropped = ""
    here.elsewhere, here.is_asked = False, True
    _put(tables.opened(setup))
    # Not with the board itself: of what was said before it stood there it tells the last only.
    here.due_at = max(here.due_at, time.monotonic() + NAP_MS / 1000)


def leave() -> None:
    """Give the match up: back to the choice of a new one, and the browser's slot is wiped."""
    desk().is_wiped = True
    _put(None)


def submit(token: str) -> None:
    """Do what a person asked for, by board or widget; both come through here."""
    here = desk()
    if here.table is not None and not here.elsewhere:
        _put(tables.submit(here.table, token))


def on_board() -> None:
    """The board sent an event: a tap, a drop, a key."""
    here = desk()
    value = trigger(BOARD, EVENTS)
    here.room = room_of(value, here.room)
    if here.table is not None:
        event = parse_event(value, rev=here.table.rev, seen=here.ack)
        if event is not None:
            submit(event.token)
    here.ack = ack_of(value, here.ack)


def on_restored() -> None:
    """The browser handed back what it kept."""
    here = desk()
    texts = here.answer(trigger(KEEPER, "restored"))
    if texts is None:
        return
    if not here.is_asked:
        here.preferences.read(texts.get(storage.PREFERENCES_SLOT))
        here.played.read(texts.get(PLAYED_SLOT))
    here.is_asked, here.elsewhere = True, False
    if storage.MATCH_SLOT in texts:
        bring_back(texts[storage.MATCH_SLOT])


def bring_back(text: str) -> None:
    """Lay the match that `text` keeps on the desk, or say why it cannot be used."""
    here = desk()
    rev = here.table.rev if here.table else 0
    try:
        table = keeping.read_kept(text)
    except keeping.KeptError as error:
        here.trouble = _("The match kept in this browser was dropped: {why}.", why=error)
        here.dropped, here.is_wiped = text, True
        return
    here.kept = (rev + 1, text)
    _put(table.changed(rev=rev + 1))


def open_link() -> None:
    """Take up a match that the link carries, once; `answer_link` decides if another is at hand."""
    here = desk()
    match, deal = st.query_params.get("m"), st.query_params.get("p")
    if not here.is_asked or (match is None and deal is None):
        return
    seed = st.query_params.get("seed", "")[:MAX_SEED]
    for name in ("m", "p"):
        st.query_params.pop(name, None)
    try:
        here.linked = keeping.linked(match, deal, seed or secrets.token_hex(8))
    except keeping.KeptError as error:
        here.trouble = _("The match in the link cannot be opened: {why}.", why=error)
        return
    if here.table is None:
        answer_link(wanted=True)


def answer_link(*, wanted: bool) -> None:
    """Open the match of the link in place of the one at hand, or leave it."""
    here = desk()
    if wanted and here.linked is not None:
        rev = here.table.rev if here.table else 0
        _put(here.linked.changed(rev=rev + 1))
    here.linked = None


def on_elsewhere() -> None:
    """Another tab wrote the match: this one waits until it is asked to go on."""
    value = trigger(KEEPER, "elsewhere")
    here = desk()
    slot = value.get("slot") if isinstance(value, dict) else None
    if slot == PLAYED_SLOT:
        here.played.taken()  # the learner's progress has taken it up
    elif here.table and slot == storage.MATCH_SLOT:
        here.elsewhere = True


def go_on_here() -> None:
    """Fetch the match as the other tab left it."""
    desk().asked += 1


def on_failed() -> None:
    """The browser keeps nothing (private mode, full, forbidden)."""
    desk().keeps_nothing = True


def on_wake() -> None:
    """The browser woke the table: a bot's reply may be due, or its room has changed."""
    here = desk()
    here.room = room_of(trigger(BOARD, WAKE), here.room)


def on_drawn() -> None:
    """The browser has drawn a table that what stands around it is not in step with."""


def on_wish(name: str) -> None:
    """The widget `wish_NAME` was changed: a preference."""
    setattr(desk().preferences, name, st.session_state[f"wish_{name}"])


@st.cache_resource
def _thinkers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=2, thread_name_prefix="bot")


def advance() -> int | None:
    """Let a bot move if its reply is due.

    Returns:
        Milliseconds after which to look again; None if nothing is being thought about.
    """
    here = desk()
    if here.table is None or here.elsewhere:
        return None
    while (job := _job(here.table)) is not None:
        kind, seat = job
        left = here.due_at - time.monotonic() if kind == "bot" else 0.0
        if left > 0:
            return max(int(left * 1000), NAP_MS)
        thought = _thought(here, here.table, kind, seat)
        if not thought.done() and wait([thought], NAP_MS / 1000).not_done:
            return NAP_MS
        done = tables.bot_moved if kind == "bot" else tables.hint_found
        _put(done(here.table, thought.result()))
    return None


def think() -> None:
    """Begin to think for whoever is to move, once the table before has been drawn."""
    here = desk()
    if here.table is not None and not here.elsewhere and (job := _job(here.table)) is not None:
        _thought(here, here.table, *job)


def _job(table: Table) -> tuple[str, Seat] | None:
    """What is to be thought about, and for which seat."""
    if table.due_bot is not None:
        return "bot", table.due_bot
    if table.awaits is not None and table.hint and table.hint.advice is None:
        return "hint", table.awaits
    return None


def _thought(here: Desk, table: Table, kind: str, seat: Seat) -> Future[Any]:
    """The thought about this very table, begun if it is new; one about another is dropped."""
    if here.thought is not None:
        about, thought = here.thought
        if about == (table.rev, kind):
            return thought
        thought.cancel()
    choose = opponents.chosen_move if kind == "bot" else opponents.advice
    new = _thinkers().submit(choose, table.setup, table.rounds[-1], seat, len(table.rounds))
    here.thought = (table.rev, kind), new
    return new


def wake(wake_in: int | None) -> tuple[int, int] | None:
    """The order to wake the table after `wake_in` milliseconds, as the board takes it."""
    if wake_in is None:
        return None
    here = desk()
    here.wakes += 1
    return here.wakes, wake_in


def keep() -> None:
    """Mount the keeper: what the browser is to keep; it tells where a board's page is not that."""
    here = desk()
    storage.keeper(
        key=KEEPER,
        hearing=here,
        keep=kept()["keep"],
        on={
            "restored": on_restored,
            "elsewhere": on_elsewhere,
            "failed": on_failed,
            "drawn": on_drawn,
        },
        follows=here.page,
    )


def kept() -> dict[str, Any]:
    """What the browser is to keep now, as the board brings it to the keeper."""
    here = desk()
    here.played.note(here.table, _looked_at)
    wishes = json.dumps(asdict(here.preferences)) if here.is_asked else None
    keep = {
        storage.MATCH_SLOT: _kept(here),
        PLAYED_SLOT: here.played.kept(),
        storage.PREFERENCES_SLOT: wishes,
    }
    return {"session": here.mark, "keep": keep}


def _looked_at(look: Callable[..., T], *args: object) -> Future[T]:
    """What `look` finds in a round, in its own time; as much as there is time for."""

    def work() -> T:
        with SPARE.spent():
            return look(*args, with_losses=SPARE.is_left)

    return _thinkers().submit(work)


def _kept(here: Desk) -> str | None:
    """The match for the browser: its text, "" once it was given up, None to leave what is there."""
    if here.elsewhere or not here.is_asked:
        return None
    if here.table is None:
        return "" if here.is_wiped else None
    if here.kept[0] != here.table.rev:
        here.kept = (here.table.rev, keeping.kept(here.table))
    return here.kept[1]
