"""Results as plotly figures. Pure; the same numbers always stand in a table beside them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from engine import MoveEval
from ui.analyse.telling import move_name
from ui.lab.running import Lead
from ui.review.looking import Looked
from ui.review.model import MARKED, Curve, Moment
from ui.review.telling import cost, place
from ui.texts import _, number
from ui.words import tile_name

GOOD, BAD = "#2c7a5f", "#b4452f"
KNOWN, QUIET = "#b7791f", "#8b9189"
_TOOL = 28
"""Pixels above a chart for its tool, which would hide a bar."""


def margins(evals: Sequence[MoveEval], *, picked: int = 0) -> go.Figure:
    """Expected points of each move with its standard error, best at the top; without any, nothing.

    A move is named above its bar: beside it a phone would have no room left for the bar.
    """
    values = [each.margin.points for each in evals]
    labels = [_label(each) for each in evals]
    figure = go.Figure(
        go.Bar(
            x=values,
            y=list(range(len(values))),
            orientation="h",
            width=0.4,
            marker_color=[GOOD if value >= 0 else BAD for value in values],
            marker_line_width=[2 if row == picked else 0 for row in range(len(values))],
            error_x={"type": "data", "array": [each.stderr for each in evals], "thickness": 2},
            hovertext=labels,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    for row, label in enumerate(labels):
        figure.add_annotation(
            text=label, font_size=16, showarrow=False, align="left",
            x=0, xref="paper", xanchor="left", y=row, yanchor="bottom", yshift=9,
        )  # fmt: skip
    figure.update_layout(
        height=64 + 54 * len(evals),
        margin={"l": 8, "r": 16, "t": 8, "b": 40},
        xaxis={
            "title": _("expected points in this round"),
            "zeroline": True,
            "fixedrange": True,
            "visible": bool(evals),
        },
        yaxis={"range": [len(evals) - 0.6, -0.7], "fixedrange": True, "visible": False},
        font_size=14,
        showlegend=False,
    )
    return figure


def inked(figure: go.Figure, ink: str) -> go.Figure:
    """`figure`, its letters and the errors of its bars in `ink`: the theme's greys are faint."""
    for axes in (figure.update_xaxes, figure.update_yaxes):
        axes(tickfont_color=ink, title_font_color=ink)
    figure.update_layout(legend_font_color=ink)
    figure.update_annotations(font_color=ink)
    errors = {"error_x_color": ink, "error_y_color": ink, "marker_line_color": ink}
    return figure.update_traces(errors, selector={"type": "bar"})


def _label(each: MoveEval) -> str:
    """The move with its figure: "6-2 downwards  +3.8 ± 0.4"."""
    error = f" ± {number(each.stderr, 1)}" if each.stderr else ""
    return f"{move_name(each.move)}  <b>{number(each.margin.points, 1, signed=True)}</b>{error}"


def match_graph(curve: Curve, lost: Sequence[tuple[Moment, Looked]], n_moves: int) -> go.Figure:
    """The expected lead of a side move by move, and below it what its choices cost."""
    figure = make_subplots(
        rows=2, shared_xaxes=True, row_heights=[0.66, 0.34], vertical_spacing=0.1
    )
    lead = go.Scatter(
        x=curve.numbers, y=curve.opened, mode="lines", name=_("with open hands"), line_color=GOOD
    )
    known = go.Scatter(
        x=curve.own_numbers,
        y=curve.known,
        mode="markers",
        name=_("by what was known"),
        marker={"size": 7, "color": KNOWN},
        error_y={"type": "data", "array": curve.errors, "thickness": 1},
    )
    bars = go.Bar(
        x=[moment.number for moment, _each in lost],
        y=[each.review.loss for _moment, each in lost],
        marker_color=[BAD if each.review.mark in MARKED else QUIET for _moment, each in lost],
        marker_pattern_shape=["" if each.review.mark in MARKED else "/" for _moment, each in lost],
        error_y={"type": "data", "array": [each.review.stderr for _m, each in lost]},
        hovertext=[f"{place(moment)}<br>{cost(each)}" for moment, each in lost],
        hoverinfo="text",
        showlegend=False,
    )
    for trace, row in ((lead, 1), (known, 1), (bars, 2)):
        figure.add_trace(trace, row=row, col=1)
    for number_ in curve.rounds:
        figure.add_vline(x=number_ - 0.5, line_width=1, line_dash="dot", line_color=QUIET)
    figure.update_xaxes(range=[0.5, n_moves + 0.5], fixedrange=True, zeroline=False)
    figure.update_yaxes(fixedrange=True, automargin=True)
    figure.update_layout(
        height=400,
        margin={"l": 8, "r": 8, "t": 8, "b": 40},
        yaxis_title=_("expected lead"),
        yaxis2={"title": _("points lost"), "rangemode": "tozero"},
        xaxis2_title=_("move of the match"),
        legend={"orientation": "h", "y": 1.12, "x": 0},
        font_size=14,
    )
    return figure


def spread(deals: pd.DataFrame) -> go.Figure:
    """How the margins of the first bot spread over the deals: `ui.tables.deals_table`."""
    name = deals.columns[1]
    values = deals[name]
    figure = go.Figure(
        go.Histogram(
            x=values,
            marker_color=GOOD,
            xbins={"size": 5},
            hovertemplate="%{x}: %{y}<extra></extra>",
        )
    )
    mean = float(values.mean())
    figure.add_vline(
        x=mean,
        line_width=2,
        line_color=BAD,
        annotation_text=_("mean {n}", n=number(mean, 1, signed=True)),
        annotation_position="top",
    )
    figure.update_layout(
        height=300,
        margin={"l": 8, "r": 8, "t": _TOOL, "b": 40},
        xaxis={"title": _("points of {name} a round, by deal", name=name), "fixedrange": True},
        yaxis={"title": _("deals"), "fixedrange": True, "automargin": True},
        font_size=14,
        bargap=0.05,
    )
    return figure


def standings_chart(table: pd.DataFrame) -> go.Figure:
    """Points a round of each bot with their standard error: `ui.tables.standings_table`."""
    name, points, error = table.columns[:3]
    values = table[points]
    figure = go.Figure(
        go.Bar(
            x=values,
            y=list(table[name]),
            orientation="h",
            marker_color=[GOOD if value >= 0 else BAD for value in values],
            error_x={"type": "data", "array": table[error].fillna(0)},
            hovertemplate="%{y}: %{x}<extra></extra>",
        )
    )
    figure.update_layout(
        height=100 + 44 * len(table),
        margin={"l": 8, "r": 16, "t": _TOOL, "b": 40},
        xaxis={"title": _("points a round more than the others"), "fixedrange": True},
        yaxis={"autorange": "reversed", "fixedrange": True, "automargin": True},
        font_size=14,
        bargap=0.4,
    )
    return figure


def leads_chart(found: Sequence[Lead]) -> go.Figure:
    """Opening leads by value, best at the left; those that score at once stand out."""
    figure = go.Figure(
        go.Bar(
            x=[tile_name(lead.tile) for lead in found],
            y=[lead.margin for lead in found],
            marker_color=[GOOD if lead.points else QUIET for lead in found],
            marker_pattern_shape=["" if lead.points else "/" for lead in found],
            error_y={"type": "data", "array": [lead.stderr for lead in found]},
            hovertemplate="%{x}: %{y:.1f}<extra></extra>",
        )
    )
    figure.update_layout(
        height=360,
        margin={"l": 8, "r": 8, "t": _TOOL, "b": 40},
        xaxis={"type": "category", "fixedrange": True, "tickangle": -60},
        yaxis={"title": _("expected points"), "fixedrange": True, "automargin": True},
        font_size=14,
    )
    return figure
