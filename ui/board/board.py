"""The board as a Streamlit component: shows a model (`ui.board.model`), hands back tokens.

It is SVG in the page itself, kept mounted and patched in place. One event is on its way at a time:
the component waits until `ack` tells that it was seen, queues what is tapped meanwhile, and sends
it then if it is still possible. So no tap is lost and none counts twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import streamlit as st

from ui.board.model import Model
from ui.board.scene import MAX_HALF, MIN_HALF, STRAIGHTER
from ui.board.showing import Room
from ui.board.svg import PIPS

EVENTS: Final = "events"
"""Name of the component's trigger: the key under which its state holds what was sent."""

WAKE: Final = "wake"
"""Name of the trigger that only wakes the page."""

_HERE: Final = Path(__file__).parent


def _read(*names: str) -> str:
    """Assets as one text: a component takes one script."""
    return "\n".join((_HERE / name).read_text(encoding="utf-8") for name in names)


_component = st.components.v2.component("fives_board", js=_read("show.js"))
_script = st.components.v2.component(
    "fives_board_script", js=_read("drawing.js", "hand.js", "table.js", "moves.js", "board.js")
)

_ahead = st.components.v2.component("fives_board_ahead", js=_read("ahead.js"))
_beside = st.components.v2.component(
    "fives_board_beside", js=_read("beside.js"), isolate_styles=False
)


def _packed(data: Mapping[str, object]) -> bytes:
    """JSON as bytes: in a dict Streamlit looks for data frames, longer than all the rest takes."""
    return json.dumps(data).encode()


_KIT: Final = _packed(
    {
        "css": _read("board.css"),
        "pips": {str(pip): spots for pip, spots in PIPS.items()},
        "sizes": {"min": MIN_HALF, "max": MAX_HALF, "straighter": STRAIGHTER},
    }
)
"""What every board needs and no table changes."""


@dataclass(frozen=True, slots=True)
class Event:
    """What was done on the board: a play as the notation writes it, or another token of the model.

    `rev` is the table it was done on, `n` counts the events of the page.
    """

    token: str
    rev: int
    n: int


def script() -> None:
    """Bring what draws every board of a page; once, outside the fragments that show them."""
    # It is large and never changes: Streamlit sends it once and then only its hash.
    _script(key="board_script", data=_KIT)


def ahead(now: Model, after: Mapping[str, Model]) -> None:
    """Tell what the board will show after each token, so that it waits for no answer to draw it.

    `now` is the model that is shown, whose `rev` says when the others hold. Python answers all the
    same, and what it answers stays.
    """
    news = {
        token: {name: value for name, value in model.items() if value != now.get(name)}
        for token, model in after.items()
    }
    _ahead(key="board_ahead", data=_packed({"rev": now["rev"], "after": news}))


def beside(slot: str, html: str) -> None:
    """A place on the page for `html` that a board's `news` may replace, by the name of the slot.

    So it is in step with the board, and costs no message of its own. The HTML is put in as it is:
    whoever makes it escapes what readers have written.
    """
    _beside(key=f"beside_{slot}", data=_packed({"slot": slot, "html": html}))


def show(  # noqa: PLR0913 - what the browser is told, and whom it tells
    model: Model,
    *,
    key: str,
    ack: int,
    on_event: Callable[[], None],
    wake: tuple[int, int] | None = None,
    on_wake: Callable[[], None] | None = None,
    news: Mapping[str, object] | None = None,
) -> None:
    """Show the board; always under the same `key` at the same place, inside a fragment.

    The page brings the `script`. `on_event` is called before the fragment runs, with what was sent
    under `st.session_state[key][EVENTS]`. `ack` is the `n` of the last event seen (`ack_of`). With
    `wake`, a number not used before and milliseconds, the browser runs the fragment again then,
    after `on_wake`. It does so, too, where the room that the model was made for has changed; both
    events tell the room there is (`room_of`). What else on the page the table changes comes as
    `news`: `beside`, HTML by slot, and what `ui.storage.keeper` reads.
    """
    _component(
        key=key,
        data=_packed({**model, "ack": ack, "wake": wake, "news": news}),
        on_events_change=on_event,
        on_wake_change=on_wake or _awake,
    )


def _awake() -> None:
    """The run that follows does the rest."""


def parse_event(value: object, *, rev: int, seen: int) -> Event | None:
    """What the browser sent, or None if it is stale, repeated or malformed.

    `rev` is that of the table now, `seen` the `n` of the last event seen.
    """
    match value:
        case {"token": str(token), "rev": int(on), "n": int(n)} if on == rev and n > seen:
            return Event(token, on, n)
        case _:
            return None


def room_of(value: object, before: Room | None) -> Room | None:
    """The pixels that the table has in the browser, as told with an event; else those `before`."""
    match value:
        case {"room": [int(width), int(height)]} if min(width, height) > 0:
            return width, height
        case _:
            return before


def ack_of(value: object, seen: int) -> int:
    """The `n` to acknowledge, also for an event that was dropped."""
    match value:
        case {"n": int(n)}:
            return max(seen, n)
        case _:
            return seen
