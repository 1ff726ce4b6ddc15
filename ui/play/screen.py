"""The Play page put together: a form before the match, then the table."""

from __future__ import annotations

from html import escape
from pathlib import Path

import streamlit as st

from engine import explain_count
from engine.options import Claim
from engine.rules import MIN_PLAYERS
from ui import board, controls, session
from ui.play import form, keeping, telling
from ui.play.cards import own_seat_html, seats_html
from ui.play.model import ahead, model
from ui.play.sheet import sheet, sheet_html
from ui.play.table import Table, Token
from ui.spare import SPARE
from ui.texts import N_, _, one_language
from ui.wording import sum_line, why_count
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


@st.fragment
@one_language()
def play() -> None:
    """The whole page below the header. A tap runs it once: the table first, as what is waited for.

    What nobody waits for comes last, what the browser keeps and the tables that may follow.
    """
    session.open_link()
    wake = session.wake(session.advance())
    here = session.desk()
    with st.container(key="play"):
        with st.container(key="play_main"):
            now = _main(here, wake)
        if here.table is not None and not here.elsewhere:
            _around(here.table, here.preferences)
    session.think()
    session.keep()
    if now is not None:
        _foretell(here, now)


def _main(here: session.Desk, wake: tuple[int, int] | None) -> board.Model | None:
    """The board, or the form before a match; returns what the board shows."""
    now = None
    if here.trouble:
        _trouble(here.trouble, here.dropped)
    if here.linked is not None:
        _linked()
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
    return now


def _around(table: Table, wishes: session.Preferences) -> None:
    """The seats, the match's own buttons, settlement, panel."""
    with st.container(key="play_seats"):
        st.html(seats_html(table))
    with st.container(key="play_bar"):
        _under(table)
    with st.container(key="play_side"):
        _side(table, wishes)


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
    with st.container(horizontal=True, vertical_alignment="center", key="play_steps"):
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


def _side(table: Table, wishes: session.Preferences) -> None:
    _why(table)
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
            st.html(_log_html(table))


def _why(table: Table) -> None:
    """The count taken apart; held back while somebody must call it."""
    rules = table.setup.rules
    is_drill = rules.claim is not Claim.AUTOMATIC
    hidden = is_drill and (table.pending or table.awaits is not None)
    if not table.plies or not rules.multiples or hidden or not table.positions[-1].layout.line:
        return
    facts = explain_count(table.positions[-1].layout, rules)
    lines = "".join(f"<li>{escape(line)}</li>" for line in why_count(facts, rules))
    title = escape(_("Why {count}", count=facts.count))
    st.html(
        f'<section class="why"><h3>{title}</h3>'
        f'<ul>{lines}</ul><p class="line">{escape(sum_line(facts, rules))}</p></section>'
    )


def _log_html(table: Table) -> str:
    items = []
    for line in telling.log(table.setup, table.positions, table.plies):
        worth = f"{line.points} {line.note}".strip() if line.points else ""
        items.append(f"<li>{escape(line.text)} <b>{escape(worth)}</b></li>")
    title = escape(_("This round"))
    return f'<section class="log"><h3>{title}</h3><ol>{"".join(items)}</ol></section>'


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
