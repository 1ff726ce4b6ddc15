"""What a reader asks of Streamlit is done, and what was done is told: four gaps of its, closed.

- What a page still asks for when its reader has gone to the next one (a board that tells its room,
  a tap as the page changes) is answered after the next page has run: Streamlit goes back to the
  page before for it, finds the part gone, and leaves nothing below the header. So it is not asked.
- A request for the whole page throws away a tap before it that nobody has come to yet, and what
  one that is under way will tell. So it takes the one along and waits for the callbacks of the
  other.
- Streamlit looks for a newer request before callbacks and whenever one touches the session, and
  breaks off there: a tap would be lost, or half done. So callbacks are finished first.
- What the last run had to tell is thrown away where the run of a part begins before all of it is
  sent. So that one waits.

`tests/app/test_reruns.py` asks too much at once.
"""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils import script_requests
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType
from streamlit.runtime.state import SafeSessionState

_SOON_S: Final = 0.001

# Streamlit's own; it has no hook for any of this.
_ask = AppSession.request_rerun
_begin = AppSession._create_scriptrunner  # noqa: SLF001 - see above
_call_back = SafeSessionState.on_script_will_rerun
_look_for_requests = ScriptRunner._maybe_handle_execution_control_request  # noqa: SLF001 - see above

_asked: WeakKeyDictionary[AppSession, tuple[str, str]] = WeakKeyDictionary()
"""The page that a session was last asked to run whole, and the one that it showed then."""
_calling: set[str] = set()
"""The sessions whose callbacks are being called."""


def mend() -> None:
    """Close the gaps, for every session of this process."""
    for owner, name, mended in (
        (AppSession, "request_rerun", _request_rerun),
        (AppSession, "_create_scriptrunner", _create_scriptrunner),
        (SafeSessionState, "on_script_will_rerun", _finish_callbacks),
        (ScriptRunner, "_maybe_handle_execution_control_request", _look_unless_in_callback),
    ):
        setattr(owner, name, mended)


def _request_rerun(session: AppSession, client_state: ClientState | None) -> None:
    if client_state is not None:
        if _is_late(session, client_state):
            return
        if not client_state.fragment_id:
            if _is_beginning(session):
                later = session._event_loop.call_later  # noqa: SLF001 - see above
                later(_SOON_S, _request_rerun, session, client_state)
                return
            _take_along(session, client_state)
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


def _take_along(session: AppSession, client_state: ClientState) -> None:
    """Move what waits to be run into a request for the whole page, which would throw it away."""
    if session._scriptrunner is None:  # noqa: SLF001 - see above
        return
    requests = session._scriptrunner._requests  # noqa: SLF001 - see above
    with requests._lock:  # noqa: SLF001 - see above
        if requests._state is not ScriptRequestType.RERUN:  # noqa: SLF001 - see above
            return
        requests._state = ScriptRequestType.STOP  # noqa: SLF001 - nobody comes to it now
        waiting = requests._rerun_data.widget_states  # noqa: SLF001 - see above
    if both := script_requests._coalesce_widget_states(waiting, client_state.widget_states):  # noqa: SLF001 - see above
        client_state.widget_states.CopyFrom(both)


def _is_beginning(session: AppSession) -> bool:
    """Whether a run has been asked for or begun whose callbacks have not all been called."""
    runner = session._scriptrunner  # noqa: SLF001 - see above
    if runner is None or runner._requests._state is ScriptRequestType.STOP:  # noqa: SLF001 - see above
        return False
    return session.id in _calling or not runner._execing  # noqa: SLF001 - see above


def _finish_callbacks(state: SafeSessionState, *args: Any, **options: Any) -> None:  # noqa: ANN401 - as they come
    context = get_script_run_ctx(suppress_warning=True)
    session = context.session_id if context else ""
    _calling.add(session)
    try:
        _call_back(state, *args, **options)
    finally:
        _calling.discard(session)


def _look_unless_in_callback(runner: ScriptRunner) -> None:
    if runner._session_id not in _calling:  # noqa: SLF001 - see above
        _look_for_requests(runner)


def _create_scriptrunner(session: AppSession, request: RerunData) -> None:
    """Begin a new runner, or first wait for the end of one that takes no more requests."""
    if session._scriptrunner is None:  # noqa: SLF001 - see above
        _begin(session, request)
        return

    def again() -> None:
        runner = session._scriptrunner  # noqa: SLF001 - see above
        is_over = session._state is AppSessionState.SHUTDOWN_REQUESTED  # noqa: SLF001 - see above
        if not is_over and (runner is None or not runner.request_rerun(request)):
            _create_scriptrunner(session, request)

    session._event_loop.call_later(_SOON_S, again)  # noqa: SLF001 - see above
