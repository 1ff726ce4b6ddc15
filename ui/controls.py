"""Everything the board can do as plain widgets: the way for those whom the board does not suit.

Widgets and board send the same tokens to `session.submit`.
"""

from __future__ import annotations

import streamlit as st

from engine import Play, explain_count, legal_moves
from ui import session
from ui.play.model import actions
from ui.play.table import Table
from ui.texts import _
from ui.wording import sum_line, towards
from ui.words import tile_name


def plain(table: Table) -> None:
    """The plays and actions open to whoever is to move, as a list and buttons."""
    plays = _plays(table)
    with st.container(horizontal=True, vertical_alignment="bottom", key="plain"):
        if plays:
            token = st.selectbox(
                _("Your play"),
                list(plays),
                format_func=plays.__getitem__,
                key=f"plain_play_{table.rev}",
            )
            st.button(_("Play it"), key="plain_go", on_click=session.submit, args=(token,))
        for action in actions(table):
            st.button(
                action.text,
                key=f"plain_{action.token}",
                disabled=action.disabled,
                on_click=session.submit,
                args=(str(action.token),),
            )


def _plays(table: Table) -> dict[str, str]:
    """Every legal play by token, with the count it makes."""
    if table.awaits is None:
        return {}
    position = table.positions[-1]
    texts = {}
    for move in legal_moves(position):
        if not isinstance(move, Play):
            continue
        layout = position.layout.placed(move.tile, move.arm, position.rules)
        where = f" {towards(move.arm)}" if move.arm else ""
        worth = sum_line(explain_count(layout, position.rules), position.rules)
        texts[str(move)] = f"{tile_name(move.tile)}{where}: {worth}"
    return texts
