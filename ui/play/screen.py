"""The Play page put together: a form before the match, then the table."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from engine.rules import MIN_PLAYERS
from ui import board, controls, session
from ui.play import form, keeping, telling
from ui.play.beside import LOG, SEATS, WHY, beside
from ui.play.cards import own_seat_html
from ui.play.model import ahead, model
from ui.play.sheet import sheet, sheet_html
from ui.play.table import Table, Token
from ui.spare import SPARE
from ui.texts import N_, _, one_language
from ui.working import ALONE

_STYLE = (Path(__file__).parent / "play.css").read_text("utf-8")

_PANELS = {
    "round": N_("Round"),
    "record": N_("Record"),
    "deal": N_("Deal"),
    "settings": N_("Settings"),
}
_PACES = {
    "slow": N_("slow"),
    "normal": N_("normal"),
    "fast": N_("fast"),
    "at_once": N_("at once"),
}
_REST, _ROW = 425, 60
"""Pixels that the page needs above and below the table, and for one more row of cards."""

_WISHES = {
    "numerals": N_("Numerals on the tiles"),
    "contrast": N_("High contrast"),
    "still": N_("No motion"),
    "plain": N_("Plain controls"),
}


def play() -> None:
    """The whole page below the header: the table, and what stands around it.

    A tap runs the table alone. Its answer brings, too, what it changes around it (`ui.play.beside`)
    and what the browser is to keep; the rest follows where the browser tells that it must.
    """
    here = session.desk()
    here.page = _page(here)
    with st.container(key="play"):
        with st.container(key="play_main"):
            _table()
        _around()


@st.fragment
@one_language()
def _table() -> None:
    """The board with the match's own buttons and the settlement, or the form before a match."""
    session.open_link()
    wake = session.wake(session.advance())
    here = session.desk()
    if bool(here.page) != bool(_page(here)):
        st.rerun()  # a match has begun, or is left
    before = here.shown
    if here.trouble:
        _trouble(here.trouble, here.dropped)
    if here.linked is not None:
        _linked()
    now = None
    if here.table is None:
        with st.container(key="setup" if here.is_asked else "setup_waiting"):
            form.setup_form()
    elif here.elsewhere:
        st.info(_("This match has gone on in another tab."))
        st.button(_("Go on here"), type="primary", on_click=session.go_on_here)
    else:
        if here.table.positions:
            now = _board(here.table, here.preferences, wake)
        if here.preferences.plain:
            controls.plain(here.table)
        _under(here.table)
    here.shown = here.sight
    if now is not None:
        session.think()
        _foretell(here, now)
    elif before not in {(), here.shown}:
        st.rerun()  # no board tells what stands around that it has changed


@st.fragment
@one_language()
def _around() -> None:
    """What the browser keeps, the seats, the panel."""
    here = session.desk()
    if here.shown != here.sight:
        st.rerun()  # a wish changed how the table looks
    here.page = _page(here)
    session.keep()
    if here.table is None or here.elsewhere:
        return
    html = beside(here.table)
    with st.container(key="play_seats"):
        board.beside(SEATS, html[SEATS])
    with st.container(key="play_side"):
        board.beside(WHY, html[WHY])
        _side(here.table, here.preferences, html[LOG])


def _page(here: session.Desk) -> str:
    """What stands around depends on this; where it changes, the browser has it made anew."""
    if here.table is None or here.elsewhere:
        return ""
    match session.choice("panel", "round"):
        case "record":
            return f"record {here.table.rev}"
        case "deal":
            return f"deal {len(here.table.rounds)} {here.table.is_over}"
        case _:
            return "table"


def style() -> None:
    """The page's style sheet, once a page."""
    st.html(f"<style>{_STYLE}</style>")


def _linked() -> None:
    st.info(_("The link carries another match than the one at hand."))
    for wanted, text in ((True, _("Open the match of the link")), (False, _("Go on with mine"))):
        st.button(
            text,
            key=f"link_{wanted}",
            on_click=session.answer_link,
            kwargs={"wanted": wanted},
        )


def _trouble(text: str, dropped: str) -> None:
    st.warning(text)
    if dropped:
        label = _("Download what was kept")
        st.download_button(label, dropped, "fives-match.json", "application/json")


def _options(table: Table, wishes: session.Preferences) -> board.Options:
    return board.Options(
        numerals=wishes.numerals,
        contrast=wishes.contrast,
        still=wishes.still,
        size="panel" if table.is_over else "table",
        rest=_REST if table.setup.rules.players == MIN_PLAYERS else _REST + _ROW,
    )


def _board(table: Table, wishes: session.Preferences, wake: tuple[int, int] | None) -> board.Model:
    here = session.desk()
    now = model(table, _options(table, wishes), here.room)
    board.show(
        now,
        key=session.BOARD,
        on_event=session.on_board,
        ack=here.ack,
        wake=wake,
        on_wake=session.on_wake,
        news={"beside": beside(table), "page": _page(here), **session.kept()},
    )
    return now


def _foretell(here: session.Desk, now: board.Model) -> None:
    """What follows each play, so that the board draws it at once; while there is time for that."""
    if here.table is not None and here.table.awaits is not None and SPARE.is_left:
        with SPARE.spent():
            board.ahead(now, ahead(here.table, _options(here.table, here.preferences), here.room))


def _under(table: Table) -> None:
    """What stands below the hand: the seat's card, the match's own buttons, the settlement."""
    shown = sheet(table)
    is_won = bool(shown and shown.winner)
    with st.container(horizontal=True, vertical_alignment="center", key="play_bar"):
        st.html(own_seat_html(table), width="content")
        for token, text, is_primary in _steps(table, is_won=is_won):
            st.button(
                text,
                key=f"do_{token}",
                type="primary" if is_primary else "secondary",
                on_click=session.submit,
                args=(token,),
            )
        if not ALONE and table.is_over and table.rounds and st.button(_("Review"), key="review_it"):
            st.switch_page("pages/review.py", query_params={"r": keeping.link_to(table)})
        st.button(
            _("New match"),
            key="new_match",
            type="primary" if is_won else "secondary",
            on_click=session.leave,
        )
    if shown is not None:
        st.html(sheet_html(shown))


def _steps(table: Table, *, is_won: bool) -> list[tuple[str, str, bool]]:
    """Tokens with their texts, and whether each is the thing to do now."""
    setup = table.setup
    if table.asks_leader and not is_won:
        return [
            (Token.LEAD.of(seat), _("{name} leads", name=telling.name(setup, seat)), True)
            for seat in range(setup.rules.players)
        ]
    steps = []
    if table.handover is not None:
        name = telling.name(setup, table.handover)
        steps.append((str(Token.READY), _("I am {name}: show my hand", name=name), True))
    if table.is_over and not is_won:
        steps.append((str(Token.NEXT), _("Next round"), True))
    if table.is_over and table.can_undo:
        steps.append((str(Token.UNDO), _("Undo"), False))
    if not setup.is_shared and table.plies:
        steps.append((str(Token.AGAIN), _("Same deal again"), False))
    if not table.is_over:
        steps.append((str(Token.PAUSE), _("Go on") if table.is_paused else _("Pause"), False))
    return steps


def _side(table: Table, wishes: session.Preferences, log: str) -> None:
    panel = st.segmented_control(
        _("Show"),
        list(_PANELS),
        format_func=lambda panel: _(_PANELS[panel]),
        default="round",
        required=True,
        key="panel",
        label_visibility="collapsed",
    )
    match panel:
        case "record":
            _record(table)
        case "deal":
            _deal(table)
        case "settings":
            _settings(wishes)
        case _:
            board.beside(LOG, log)


def _record(table: Table) -> None:
    if not table.is_over:
        st.caption(_("While the round goes on, tiles you have not seen are left out."))
    text = keeping.shown_record(table)
    st.code(text, language=None, wrap_lines=True)
    st.download_button(_("Download the record"), text, "fives-match.dgn", "text/plain")
    if table.is_over:
        st.caption(_("A link to the match as it stands:"))
        st.code(session.link(m=keeping.link_to(table)), language=None)


def _deal(table: Table) -> None:
    if not table.rounds:
        return
    seal = keeping.seal(table)
    st.markdown(_("**The seal on this deal.** It was fixed before the first play:"))
    st.code(seal.digest, language=None, wrap_lines=True)
    if not table.is_over:
        st.caption(
            _("After the round the deal is opened here, and anyone can check it against the seal.")
        )
        return
    st.caption(_("The deal and its salt. The SHA-256 of this line is the seal:"))
    st.code(f"printf %s '{seal.text}' | sha256sum", language="bash", wrap_lines=True)


def _settings(wishes: session.Preferences) -> None:
    st.selectbox(
        _("Opponents play"),
        list(session.PACES),
        index=list(session.PACES).index(wishes.pace),
        format_func=lambda pace: _(_PACES[pace]),
        key="wish_pace",
        on_change=session.on_wish,
        args=("pace",),
    )
    for name, text in _WISHES.items():
        st.toggle(
            _(text),
            getattr(wishes, name),
            key=f"wish_{name}",
            on_change=session.on_wish,
            args=(name,),
        )
