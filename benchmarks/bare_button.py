"""The least that Streamlit can do: a button, and how often it was pressed."""

import streamlit as st

n = st.session_state.setdefault("n", 0)
if st.button("Press"):
    st.session_state.n = n = n + 1
st.text(f"pressed {n}")
