"""What a class's server replaces in Streamlit does what Streamlit's own does."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit import config
from streamlit.components.v2.presentation import make_bidi_component_presenter
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.runtime.app_session import _populate_theme_msg
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import WidgetMetadata

from ui.lighter import once, presenter

EVENTS = "$$ID-board__events"
SENT: list[Any] = [
    None,
    [],
    [{"event": "events", "value": {"token": "63L", "rev": 3, "n": 1}}],
    [{"event": "wake", "value": 7}, {"event": "events", "value": None}],
]


def session(sent: object) -> SessionState:
    """A session to which a component has sent something."""
    state = SessionState()
    state._new_widget_state.set_widget_metadata(
        WidgetMetadata(EVENTS, lambda value: value, lambda value: value, "json_trigger_value")
    )
    state._new_widget_state.set_from_value(EVENTS, sent)
    return state


@pytest.mark.parametrize("sent", SENT)
@pytest.mark.parametrize("base", [{}, {"value": 1}, {"events": "state"}, None, 5])
def test_a_component_shows_what_it_sent(sent: object, base: object) -> None:
    here = session(sent)
    own = make_bidi_component_presenter(EVENTS, "board", {"events"})(base, here)
    assert presenter(EVENTS, "board", {"events"})(base, here) == own


def test_a_component_that_sent_nothing_shows_its_state() -> None:
    assert presenter(EVENTS)({"value": 1}, SessionState()) == {"value": 1}


def test_the_theme_is_the_same_from_the_first_time_on() -> None:
    config.get_config_options(force_reparse=True)
    fill = once(_populate_theme_msg)
    for _ in range(2):
        for section in ("theme", "theme.light", "theme.dark", "theme.sidebar"):
            ours, own = NewSession(), NewSession()
            fill(ours.custom_theme, section)
            _populate_theme_msg(own.custom_theme, section)
            assert ours == own
