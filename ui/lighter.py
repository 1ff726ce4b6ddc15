"""What Streamlit makes anew in every run though nothing has changed; a class's server does without.

Both are a tenth of a tap. There is no hook for either, so Streamlit's own functions are replaced by
ones that do the same (`tests/unit/ui/test_lighter.py` holds them to it).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from streamlit.components.v2.bidi_component import main as components
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.state import SessionState

Fill = Callable[..., None]


def lighten() -> None:
    """Have this server spare itself both."""
    vars(components)["make_bidi_component_presenter"] = presenter
    vars(app_session)["_populate_theme_msg"] = once(app_session._populate_theme_msg)  # noqa: SLF001 - see above


def presenter(
    events_id: str, *_names: object
) -> Callable[[object, SessionState], dict[str, Any] | object]:
    """What a component's value looks like to a page: what it sent, with its state.

    Streamlit's own makes a class for every look, so that a page may write into the value; ours do
    not write.
    """

    def present(state: object, session: SessionState) -> object:
        if not isinstance(state, dict):
            return state
        sent = session._new_widget_state.get(events_id)  # noqa: SLF001 - see above
        events = sent if isinstance(sent, list) else ()
        return {each["event"]: each.get("value") for each in events} | state

    return present


def once(fill: Fill) -> Fill:
    """`fill`, which copies a part of the theme out of the options, with what it found at first."""
    found: dict[str, CustomThemeConfig] = {}

    def filled(message: CustomThemeConfig, section: str = "theme") -> None:
        if section not in found:
            theme = CustomThemeConfig()
            fill(theme, section)
            found[section] = theme
        if found[section].ByteSize():
            message.MergeFrom(found[section])

    return filled
