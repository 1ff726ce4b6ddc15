"""Tables and charts to take along: a CSV file of a table, a picture of a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from ui import shell
from ui.texts import _

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go


def csv(frame: pd.DataFrame, name: str, label: str = "") -> None:
    """A button that saves `frame` as `fives-NAME.csv`; nothing is run again for it."""
    st.download_button(
        label or _("Download as CSV"),
        frame.to_csv(index=False),
        f"fives-{name}.csv",
        "text/csv",
        key=f"csv_{name}",
        icon=":material/download:",
        on_click="ignore",
    )


def chart(figure: go.Figure, name: str, *, key: str, alt: str) -> None:
    """A chart in the page's ink with one tool: its picture as `fives-NAME.svg`."""
    from ui.charts import inked  # noqa: PLC0415 - plotly only where a chart is shown

    config = {
        "displayModeBar": True,
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": "svg", "filename": f"fives-{name}"},
    }
    st.plotly_chart(inked(figure, shell.ink()), key=key, config=config, alt=alt)
