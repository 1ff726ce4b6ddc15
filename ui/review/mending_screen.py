"""Mend mistakes: the position before each, a better play to find, hints in two steps."""

from __future__ import annotations

import streamlit as st

from engine import Analysis, Move, Play, apply
from ui import board, session
from ui.analyse.telling import move_name
from ui.review import telling
from ui.review.desk import Desk, desk
from ui.review.mending import AGAIN, HINT, SHOW, Mending
from ui.review.model import Story, spelled
from ui.texts import _, one_language
from ui.wording import sentence

BOARD = "review_mend_board"
_POLL_S = 0.4


def mend() -> None:
    """One mistake at a time, the costliest first."""
    here = desk()
    story = here.story
    if story is None:
        return
    found = here.mistakes()
    if here.mending is None and found:
        wanted = st.query_params.get("at", "")
        open_ones = [pair for pair in found if pair[0].key not in here.mended] or list(found)
        here.mend(*next((pair for pair in found if pair[0].key == wanted), open_ones[0]))
    if here.mending is None:
        st.info(_no_mistake(here, story))
        return
    is_waiting = here.verdict() is None
    st.fragment(_mend, run_every=_POLL_S if is_waiting else None)(is_polled=is_waiting)


def _no_mistake(here: Desk, story: Story) -> str:
    name = story.name(here.seat)
    if here.is_done:
        return _("{name}: no play was clearly a mistake.", name=name)
    return _("{name}: no mistake found so far; the match is still being looked at.", name=name)


@one_language()
def _mend(*, is_polled: bool) -> None:
    here = desk()
    mending, story = here.mending, here.story
    if mending is None or story is None:
        return
    analysis = here.verdict()
    if is_polled and analysis is not None:
        st.rerun()
    is_mended = mending.is_mended(analysis)
    if is_mended:
        here.mended.add(mending.moment.key)
    st.markdown(mending.task())
    table, side = st.columns([2.2, 1], gap="medium")
    with table:
        _board(here, story, mending, is_mended=is_mended)
    with side:
        _which(here)
        _answer(here, mending, analysis, is_mended=is_mended)
    here.save_link()


def _which(here: Desk) -> None:
    """Every mistake; those mended are ticked."""
    found = here.mistakes()
    keys = [moment.key for moment, _looked in found]
    if here.mending is None or len(found) < 2:  # noqa: PLR2004 - nothing to choose
        return
    names = {
        moment.key: f"{telling.place(moment)}{' ✓' if moment.key in here.mended else ''}"
        for moment, _looked in found
    }
    now = here.mending.moment.key
    st.selectbox(
        _("Mistake"),
        keys,
        index=keys.index(now) if now in keys else 0,
        format_func=names.__getitem__,
        key=f"review_which_{now}_{len(keys)}",
        on_change=_on_which,
        args=(f"review_which_{now}_{len(keys)}",),
        label_visibility="collapsed",
    )


def _on_which(key: str) -> None:
    here = desk()
    for moment, looked in here.mistakes():
        if moment.key == session.choice(key, ""):
            here.mend(moment, looked)


def _board(here: Desk, story: Story, mending: Mending, *, is_mended: bool) -> None:
    moment = mending.moment
    after = mending.after() if is_mended or mending.shown else None
    position = apply(moment.before, after) if after else moment.before
    order = story.order(moment, after=False)
    said = mending.refused or mending.task()
    model = board.board_model(
        position,
        rev=here.rev,
        seat=moment.seat,
        live=after is None,
        wait=_("mended") if is_mended else _("the answer is shown"),
        show=board.Show(
            order=(*order, after.tile) if after else order,
            glide="bottom",
            refused=board.Spoken(here.rev, mending.refused) if mending.refused else None,
            say=[board.Spoken(here.rev, said)],
            actions=[] if after else mending.actions(),
            options=board.Options(rest=480),
        ),
    )
    board.show(model, key=BOARD, on_event=_on_board, ack=here.ack)


def _on_board() -> None:
    here = desk()
    value = session.trigger(BOARD, board.EVENTS)
    event = board.parse_event(value, rev=here.rev, seen=here.ack)
    here.ack = board.ack_of(value, here.ack)
    if event is not None:
        here.submit(event.token)


def _answer(here: Desk, mending: Mending, analysis: Analysis | None, *, is_mended: bool) -> None:
    """The verdict, and the same actions as plain widgets."""
    verdict = mending.verdict(analysis)
    if mending.refused:
        st.warning(mending.refused)
    elif verdict:
        (st.success if is_mended else st.info)(verdict)
    if is_mended or mending.shown:
        _next(here)
        return
    moves = {str(number): move for number, move in enumerate(mending.moves())}
    chosen = st.selectbox(
        _("Your play"),
        list(moves),
        format_func=lambda key: sentence(move_name(moves[key])),
        key=f"review_try_{mending.moment.key}",
    )
    with st.container(horizontal=True):
        st.button(
            _("Try it"), key="review_try", on_click=here.submit, args=(_token(moves[chosen]),)
        )
        st.button(
            _("Hint"),
            key="review_hint",
            disabled=mending.hints > 1,
            on_click=here.submit,
            args=(HINT,),
        )
        st.button(_("Show the answer"), key="review_show", on_click=here.submit, args=(SHOW,))


def _token(move: Move) -> str:
    return str(Play(move.tile, move.arm)) if isinstance(move, Play) else spelled(move)[:1]


def _next(here: Desk) -> None:
    left = [pair for pair in here.mistakes() if pair[0].key not in here.mended]
    now = here.mending.moment.key if here.mending else ""
    others = [pair for pair in left if pair[0].key != now]
    if others:
        st.button(
            _("Next mistake"), type="primary", key="review_next", on_click=here.mend, args=others[0]
        )
    st.button(_("Try again"), key="review_again", on_click=here.submit, args=(AGAIN,))
