"""Counts what was asked of it; its callbacks touch the session often, and it has much to tell."""

from __future__ import annotations

import os
import time

import streamlit as st

from ui import reruns

if "unmended" not in os.environ:
    reruns.mend()


def count(name: str) -> None:
    """Count slowly."""
    for _ in range(10):
        st.session_state.get(name)
        time.sleep(0.001)
    st.session_state[name] = st.session_state.get(name, 0) + 1


def shown(name: str) -> None:
    """A button, how often it was pressed, and much besides."""
    st.button(name, on_click=count, args=(name,))
    for number in range(30):
        time.sleep(0.0005)
        st.text(f"{name} {number}")
    st.markdown(f"{name}: {st.session_state.get(name, 0)}")


def page() -> None:
    """Two parts, and what stands around them."""
    for name in ("left", "right"):
        st.fragment(shown)(name)
    shown("whole")


st.navigation([st.Page(page, title="Hurried")]).run()
