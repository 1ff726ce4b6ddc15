"""What the pages find on a server and the browser's own Python lacks; imported before them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pandas as pd
import streamlit as st
from streamlit import runtime
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.runtime.app_session import AppSession

if not hasattr(runtime.Runtime, "exists"):
    # There the class lacks what components of the second kind ask of it. They are made before the
    # app is served (`freeze.mjs`), so that there is one register of them and not one a runtime.
    runtime.Runtime.bidi_component_registry = BidiComponentManager()  # type: ignore[assignment]
    runtime.Runtime.exists = staticmethod(lambda: True)  # type: ignore[method-assign]
    runtime.Runtime.instance = staticmethod(lambda: runtime.Runtime)  # type: ignore[assignment, method-assign]
    # `ui.reruns` asks for it, by the name that it has since.
    AppSession.page_script_hash = property(  # type: ignore[assignment, method-assign]
        lambda session: session._client_state.page_script_hash  # noqa: SLF001
    )

from ui import session


class Late(Future[Any]):
    """Work that is done when somebody asks for it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self._work = work

    def done(self) -> bool:
        """True: what was not done yet is done now."""
        if not super().done() and self.set_running_or_notify_cancel():
            try:
                self.set_result(self._work())
            except Exception as error:  # noqa: BLE001 - raised to whoever takes the result
                self.set_exception(error)
        return super().done()


class OneThread(Executor):
    """Takes the place of a pool: the one thread there is draws first and thinks when it must."""

    def __init__(self, **_options: object) -> None: ...

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Late:  # noqa: ANN401
        """Keep the work until it is asked for."""
        return Late(lambda: fn(*args, **kwargs))


def plain_table(frame: pd.DataFrame, **_options: object) -> None:
    """Show a table that cannot be sorted: for the other kind Streamlit needs pandas."""
    lines = [frame.columns, ["---"] * len(frame.columns), *frame.rows]
    st.markdown("\n".join(f"| {' | '.join(map(str, line))} |" for line in lines))


vars(session)["ThreadPoolExecutor"] = OneThread
st.dataframe = plain_table  # type: ignore[assignment]
