"""What a page still asks for when its reader has gone to the next one.

A board that tells its room, or a tap as the page changes, asks for a run of a part of the page
before. Streamlit answers that after the next page has run, goes back to the page before for it,
finds the part gone, and leaves the reader with nothing below the header. So it is not asked.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession

_ask = AppSession.request_rerun
_asked: WeakKeyDictionary[AppSession, tuple[str, str]] = WeakKeyDictionary()
"""The page that a session was last asked to run whole, and the one that it showed then."""


def forget_what_the_page_before_asks() -> None:
    """Have every session drop what a page asks that is not its own any more."""
    AppSession.request_rerun = _request_rerun  # type: ignore[assignment,method-assign]  # no hook


def _request_rerun(session: AppSession, client_state: ClientState | None) -> None:
    if client_state is None or not _is_late(session, client_state):
        _ask(session, client_state)


def _is_late(session: AppSession, client_state: ClientState) -> bool:
    """Whether a part is asked for of another page than the session shows or is about to show."""
    page, shown = client_state.page_script_hash, session.page_script_hash
    if not client_state.fragment_id:
        _asked[session] = page, shown
        return False
    asked, shown_then = _asked.get(session, ("", ""))
    # A script that goes to another page itself asks nobody: the page it has come to counts.
    current = asked if shown == shown_then and asked else shown
    return bool(current) and page != current
