"""The Review page put together: choose a match, then look at it, replay it, mend mistakes."""

from __future__ import annotations

from functools import partial
from html import escape
from pathlib import Path

import streamlit as st

from engine import Match
from ui import downloads, session
from ui.review import model, reading, telling
from ui.review.desk import MAX_LINK, Desk, desk
from ui.review.mending_screen import mend
from ui.review.replay_screen import replay
from ui.texts import N_, _, ngettext, one_language

_HERE = Path(__file__).parent
_STYLE = (_HERE / "review.css").read_text("utf-8")
_EXAMPLE = (_HERE / "example.dgn").read_text("utf-8")
"""A beginner against one who looks ahead."""
_POLL_S = 1.0
_MAX_MB = 1
_PANELS = {
    "overview": N_("Overview"),
    "replay": N_("Replay"),
    "mend": N_("Mend mistakes"),
    "files": N_("Tables and link"),
}


def page() -> None:
    """The whole page below the header."""
    st.html(f"<style>{_STYLE}</style>")
    here = desk()
    here.open_link()
    if here.trouble:
        st.error(here.trouble)
    if here.story is None:
        _choose()
        return
    here.work()
    _head(here)
    is_polled = not here.is_done
    st.fragment(_progress, run_every=_POLL_S if is_polled else None)(
        panel=here.panel, is_polled=is_polled
    )
    match here.panel:
        case "replay":
            replay()
        case "mend":
            mend()
        case "files":
            _files(here)
        case _:
            pass  # the overview stands with the progress and grows with it
    here.save_link()


def _choose() -> None:
    """Where the match comes from."""
    st.subheader(_("Review a match"), anchor=False)
    st.markdown(
        _(
            "What each play cost, luck apart from skill, and your mistakes to mend on the board. "
            "A match that you play has a “Review” button when a round is over; "
            "or bring a record here."
        )
    )
    st.text_area(_("Paste a record"), key="review_text", on_change=_on_text, height=120)
    st.file_uploader(
        _("Or a file with a record"),
        type=["dgn", "txt"],
        key="review_file",
        on_change=_on_file,
        max_upload_size=_MAX_MB,
    )
    st.button(
        _("Look at an example"),
        key="review_example",
        on_click=_open,
        args=(partial(reading.read, _EXAMPLE),),
    )


def _on_text() -> None:
    text = session.choice("review_text", "")
    if text.strip():
        _open(partial(reading.read, text))


def _on_file() -> None:
    file = session.choice("review_file", None)
    if file is not None:
        _open(partial(reading.read_bytes, file.getvalue()))


def _open(read: partial[Match]) -> None:
    here = desk()
    try:
        here.open(read())
    except reading.ReadError as error:
        here.trouble = _("{why} What was entered before is kept.", why=error)
    else:
        here.save_link()


def _head(here: Desk) -> None:
    """Which match, whose play, which panel."""
    story = here.story
    if story is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="review_head"):
        st.html(f"<h2>{escape(telling.heading(story))}</h2>", width="content")
        st.segmented_control(
            _("Show"),
            list(_PANELS),
            format_func=lambda panel: _(_PANELS[panel]),
            default=here.panel,
            required=True,
            key=f"review_panel_{here.panel_rev}",
            on_change=_on_panel,
            args=(here.panel_rev,),
            label_visibility="collapsed",
        )
        st.segmented_control(
            _("Whose play"),
            list(story.seats),
            format_func=story.name,
            default=here.seat,
            required=True,
            key="review_seat",
            on_change=_on_seat,
            label_visibility="collapsed",
        )
        st.button(_("Another match"), key="review_close", on_click=here.close)


def _on_panel(rev: int) -> None:
    here = desk()
    if rev == here.panel_rev:  # a switch that is gone can still call once more
        here.panel = session.choice(f"review_panel_{rev}", here.panel)


def _on_seat() -> None:
    here = desk()
    seat = session.choice("review_seat", here.seat)
    if seat != here.seat:
        here.seat, here.mending = seat, None


@one_language()
def _progress(*, panel: str, is_polled: bool) -> None:
    """How far the work is, and the overview, which grows with it."""
    here = desk()
    here.work()
    story = here.story
    if story is None or here.panel != panel or (is_polled and here.is_done):
        st.rerun()  # the rest of the page, too
    if here.job is not None and here.job.error:
        st.error(_("The work stopped: {why}", why=here.job.error))
    n_looked, n_moves = len(here.looked), len(story.moments)
    if not here.is_done:
        text = _("{n} of {all} moves looked at", n=n_looked, all=n_moves)
        if not n_looked:
            text = _("Getting ready; the first time takes up to a minute.")
        st.progress(n_looked / n_moves, text)
    if here.panel == "overview":
        _overview(here, story)


def _overview(here: Desk, story: model.Story) -> None:
    from ui.charts import match_graph  # noqa: PLC0415 - plotly only where a chart is shown

    found = model.told(here.looked, here.seat)
    scores = model.scores_taken(story, len(here.looked), here.seat)
    cells = "".join(
        f"<div><dt>{escape(what)}</dt><dd><b>{escape(much)}</b><span>{escape(word)}</span></dd></div>"
        for what, much, word in telling.figures(found, scores)
    )
    st.html(f'<dl class="figures">{cells}</dl>')
    graph, costly = st.columns([2, 1], gap="medium")
    with costly:
        _costliest(here, story)
    with graph:
        if here.looked:
            curve = model.curve(story, here.looked, here.seat)
            lost = model.losses(story, here.looked, here.seat)
            downloads.chart(
                match_graph(curve, lost, len(story.moments)),
                "review",
                key="review_graph",
                alt=_("The expected lead and the points lost, move by move"),
            )
            st.caption(
                _(
                    "{name}: the lead expected at the end of the round, and what choices cost. "
                    "A loss is marked (full red) only where it exceeds two standard errors.",
                    name=story.name(here.seat),
                )
            )


def _costliest(here: Desk, story: model.Story) -> None:
    """The three costliest plays, with the way to each."""
    st.subheader(_("Costliest plays"), anchor=False)
    found = here.mistakes()
    if not found:
        st.markdown(_("Nothing that is clearly a mistake.") if here.is_done else _("None so far."))
    for number, (moment, looked) in enumerate(found[: model.COSTLIEST]):
        done = " ✓" if moment.key in here.mended else ""
        st.markdown(
            f"**{telling.place(moment)}**{done} · {telling.made(story, moment)}  \n"
            f"{telling.cost(looked)}"
        )
        with st.container(horizontal=True):
            st.button(
                _("Mend it"),
                key=f"review_mend_{number}",
                on_click=_to_mend,
                args=(moment.number,),
            )
            st.button(
                _("On the board"),
                key=f"review_look_{number}",
                on_click=_to_board,
                args=(moment.number,),
            )
    if len(found) > model.COSTLIEST:
        st.caption(
            ngettext(
                "{n} more can be mended.",
                "{n} more can be mended.",
                len(found) - model.COSTLIEST,
            )
        )


def _to_mend(number: int) -> None:
    here = desk()
    for moment, looked in here.mistakes():
        if moment.number == number:
            here.mend(moment, looked)
    here.show("mend")


def _to_board(number: int) -> None:
    here = desk()
    here.show("replay")
    here.look_at(number)


def _files(here: Desk) -> None:
    """Every number in a table, to take along; the record; the link."""
    from ui.tables import players_table, review_table  # noqa: PLC0415 - pandas only here

    story = here.story
    if story is None:
        return
    players = players_table(story, here.looked)
    moves = review_table(story, here.looked)
    st.dataframe(players, hide_index=True, width="stretch")
    st.dataframe(moves, hide_index=True, width="stretch", height=320)
    with st.container(horizontal=True):
        downloads.csv(moves, "review", _("Moves (CSV)"))
        downloads.csv(players, "players", _("Players (CSV)"))
        st.download_button(_("Record"), story.text, "fives-match.dgn", "text/plain")
    if len(here.packed) > MAX_LINK:
        st.caption(_("This match is too long for a link: take the record along."))
    else:
        st.caption(_("The address of this page opens exactly this review."))
        st.code(session.link(r=here.packed), language=None)
