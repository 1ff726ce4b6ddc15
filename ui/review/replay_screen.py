"""Replay: the match on the board move by move, with hidden or open hands."""

from __future__ import annotations

from html import escape

import streamlit as st

from engine import Position, Seat
from ui import board, session
from ui.play.sheet import tiles_html
from ui.review import telling
from ui.review.desk import Desk, desk
from ui.review.model import Moment, Story
from ui.texts import _, ngettext, one_language

BOARD = "review_board"


@st.fragment
@one_language()
def replay() -> None:
    """The table after a move, with what is said of the move."""
    here = desk()
    story, moment = here.story, here.moment
    if story is None or moment is None:
        return
    _steps(here, story, moment)
    is_open = session.choice("review_open", default=False)
    table, side = st.columns([2.2, 1], gap="medium")
    with table:
        _board(here, story, moment)
    with side:
        _said(here, story, moment)
        _hands(story, moment.after, here.seat, is_open=is_open)
    here.save_link()


def _steps(here: Desk, story: Story, moment: Moment) -> None:
    """Round, move, and whether hands are open."""
    last = len(story.moments)
    firsts = {each.round: each.number for each in story.moments if each.ply == 1}
    with st.container(horizontal=True, vertical_alignment="center", key="review_steps"):
        st.selectbox(
            _("Round"),
            list(firsts),
            index=list(firsts).index(moment.round),
            format_func=lambda n: _("Round {n}", n=n),
            key=f"review_round_{here.rev}",
            on_change=_on_round,
            args=(here.rev, firsts),
            label_visibility="collapsed",
            width=130,
        )
        for key, text, to in (
            ("back", _("◀ Back"), moment.number - 1),
            ("on", _("On ▶"), moment.number + 1),
        ):
            st.button(
                text,
                key=f"review_{key}",
                disabled=not 1 <= to <= last,
                on_click=here.look_at,
                args=(to,),
            )
        st.slider(
            _("Move"),
            1,
            max(last, 2),
            moment.number,
            key=f"review_slider_{here.rev}",
            on_change=_on_slider,
            args=(here.rev,),
            label_visibility="collapsed",
        )
        st.toggle(_("Open hands"), key="review_open")


def _on_round(rev: int, firsts: dict[int, int]) -> None:
    if rev == desk().rev:  # a widget that is gone can still call once more
        desk().look_at(firsts[session.choice(f"review_round_{rev}", 1)])


def _on_slider(rev: int) -> None:
    if rev == desk().rev:
        desk().look_at(session.choice(f"review_slider_{rev}", 1))


def _board(here: Desk, story: Story, moment: Moment) -> None:
    text = telling.made(story, moment)
    model = board.board_model(
        moment.after,
        rev=here.rev,
        seat=here.seat,
        live=False,
        wait=_("this match was played already"),
        show=board.Show(
            order=story.order(moment),
            glide="bottom" if moment.seat == here.seat else "top",
            say=[board.Spoken(here.rev, text)],
            options=board.Options(rest=480),
        ),
    )
    board.show(model, key=BOARD, on_event=_only_looked_at, ack=0)


def _only_looked_at() -> None:
    """The board of a replay takes no play."""


def _said(here: Desk, story: Story, moment: Moment) -> None:
    """The move in words, and what the review says of it."""
    st.caption(telling.place(moment))
    st.markdown(f"**{telling.made(story, moment)}**")
    if moment.number > len(here.looked):
        st.markdown(_("Not looked at yet."))
        return
    looked = here.looked[moment.number - 1]
    lines = [telling.cost(looked), telling.opened(looked), telling.luck(looked)]
    st.markdown("\n".join(f"- {line}" for line in lines if line))


def _hands(story: Story, position: Position, seat: Seat, *, is_open: bool) -> None:
    """The other hands: their tiles where hands are open, else how many."""
    rows = []
    for other in story.seats:
        if other == seat:
            continue
        tiles = position.hands[other].tiles
        n_tiles = ngettext("{n} tile", "{n} tiles", len(position.hands[other]))
        shown = tiles_html(tiles) if is_open else escape(n_tiles)
        rows.append(f"<li><b>{escape(story.name(other))}</b> {shown}</li>")
    order = position.boneyard
    n_left = ngettext("{n} tile", "{n} tiles", position.n_boneyard)
    left = tiles_html(order) if is_open and not isinstance(order, int) else escape(n_left)
    rows.append(f"<li><b>{escape(_('Boneyard'))}</b> {left}</li>")
    st.html(f'<ul class="hands">{"".join(rows)}</ul>')
