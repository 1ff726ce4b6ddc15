"""The door: page furniture and the list of pages. `streamlit run app.py`."""

import streamlit as st

from ui import shell
from ui.share import screen as share
from ui.texts import _, one_language

shell.set_up()
page = st.navigation(
    [
        st.Page("pages/learn.py", title=_("Learn"), default=True),
        st.Page("pages/play.py", title=_("Play")),
        st.Page("pages/practise.py", title=_("Practise")),
        st.Page("pages/explain.py", title=_("Explain")),
        st.Page("pages/analyse.py", title=_("Analyse")),
        st.Page("pages/review.py", title=_("Review")),
        st.Page("pages/rules.py", title=_("Rules")),
        st.Page("pages/lab.py", title=_("Lab")),
    ],
    position="top",
)
shell.furniture(share.button)
share.refuse()
with one_language():
    page.run()
share.dialog(page.url_path)
