"""The analyser put together: enter a situation on the board, read the ranking beside it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import streamlit as st

from engine import (
    PRESETS,
    Play,
)
from ui import board, session
from ui.analyse import desk as desks
from ui.analyse import details, situation
from ui.analyse.joining import Joined
from ui.analyse.results import results
from ui.analyse.situation import Situation
from ui.texts import _
from ui.words import preset_name, rules_name

BOARD = "analyse_board"
_STYLE = (Path(__file__).parent / "analyse.css").read_text("utf-8")
_FIELD = 160
"""Pixels of a field of the first row: two stand side by side on a phone."""


def page() -> None:
    """The whole page below the header."""
    st.html(f"<style>{_STYLE}</style>")
    desks.open_link()
    left, right = st.columns([1, 1.05])
    with left:
        _enter()
    with right:
        results()


def _enter() -> None:
    """The board with the tray, and what may be entered besides."""
    desk = desks.desk()
    now = desk.situation
    _game(desk)
    st.markdown(now.prompt())
    position = now.position if now.is_dealt else now.start
    show = board.Show(
        glide="bottom",
        refused=board.Spoken(now.rev, now.refused) if now.refused else None,
        say=[board.Spoken(now.rev, now.prompt())],
        actions=now.actions(),
        order=tuple(move.tile for move in now.moves if isinstance(move, Play)),
        options=board.Options(size="panel"),
    )
    model = board.layout_model(position.layout, now.rules, rev=now.rev, tray=now.tray(), show=show)
    board.show(model, key=BOARD, on_event=_on_board, ack=desk.ack)
    with st.container(horizontal=True, key="analyse_bar"):
        st.button(_("Undo"), key="analyse_undo", on_click=lambda: desk.put(now.undone()))
        st.button(_("Start again"), key="analyse_new", on_click=_start_again)
    with st.expander(_("Paste a position or a record")):
        st.text_area(
            _("A position line, or the record of a round"), key="analyse_text", on_change=_on_text
        )
        if now.is_dealt:
            st.code(now.link()[0], language=None, wrap_lines=True)
    details.show(now, desk.form, partial(_entered, desk.form))
    if desk.trouble:
        st.error(desk.trouble)


def _game(desk: desks.Desk) -> None:
    """Game, players, who led: only while nothing is entered."""
    now = desk.situation
    joined = now.joined
    if now.moves or now.base is not None or now.hand or (joined and joined.hand):
        st.caption(rules_name(now.rules))
        return
    names = list(PRESETS)
    with st.container(horizontal=True, key="analyse_game_row"):
        st.selectbox(
            _("Game"),
            names,
            index=names.index(now.rules.name),
            format_func=preset_name,
            key="analyse_game",
            on_change=_on_game,
            width=_FIELD,
        )
        st.selectbox(
            _("Players"),
            ["2", "3", "4", "2+2"],
            format_func=lambda text: _("4, partners") if text == "2+2" else text,
            key="analyse_players",
            on_change=_on_game,
            width=_FIELD,
        )
        st.selectbox(
            _("The round"),
            [False, True],
            format_func=lambda joins: _("is on already") if joins else _("from its first lead"),
            key="analyse_joins",
            on_change=_on_game,
            width=_FIELD,
        )
        if joined is None:
            st.selectbox(
                _("Leads"),
                list(range(now.rules.players)),
                format_func=lambda seat: situation.seat_name(seat, 0),
                key="analyse_leader",
                on_change=_on_game,
                width=_FIELD,
            )


def _on_game() -> None:
    desk = desks.desk()
    players = session.choice("analyse_players", "2")
    rules = PRESETS[session.choice("analyse_game", "straight")].with_options(
        players=4 if players == "2+2" else int(players), partnership=players == "2+2"
    )
    leader = session.choice("analyse_leader", 0)
    joined = Joined(rules) if session.choice("analyse_joins", default=False) else None
    leader = leader if leader < rules.players else 0
    desk.put(desk.situation.changed(rules=rules, leader=leader, joined=joined))


def _entered(form: int, changed: Situation) -> None:
    """Take what a field holds, if it is one of those shown: one that is gone can call once more."""
    desk = desks.desk()
    if form == desk.form:
        desk.put(changed)


def _start_again() -> None:
    desk = desks.desk()
    now = desk.situation
    joined = Joined(now.rules) if now.joined else None
    desk.put(Situation(now.rules, joined=joined, rev=now.rev + 1))


def _on_text() -> None:
    text = session.choice("analyse_text", "").strip()
    if text:
        desks.load(text)


def _on_board() -> None:
    desk = desks.desk()
    value = session.trigger(BOARD, board.EVENTS)
    event = board.parse_event(value, rev=desk.situation.rev, seen=desk.ack)
    desk.ack = board.ack_of(value, desk.ack)
    if event is not None:
        desk.put(desk.situation.submit(event.token))
