"""Tables and charts to take along: a CSV file of a table, a picture of a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from ui.texts import _

if TYPE_CHECKING:
    import pandas as pd


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


def chart(name: str) -> dict[str, Any]:
    """The settings of a plotly chart with one tool: its picture as `fives-NAME.svg`."""
    return {
        "displayModeBar": True,
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": "svg", "filename": f"fives-{name}"},
    }
