"""The door: page furniture and the list of pages. `streamlit run app.py`."""

import streamlit as st

from ui import shell
from ui.texts import _

shell.set_up()
page = st.navigation(
    [
        st.Page("pages/learn.py", title=_("Learn"), default=True),
        st.Page("pages/play.py", title=_("Play")),
        st.Page("pages/explain.py", title=_("Explain")),
        st.Page("pages/rules.py", title=_("Rules")),
    ],
    position="top",
)
shell.furniture()
page.run()
