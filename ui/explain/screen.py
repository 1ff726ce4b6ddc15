"""The explainer put together: the table and its tray, the count in words, three looks further."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from html import escape
from pathlib import Path
from random import Random

import streamlit as st

from engine import (
    PRESETS,
)
from ui import board, session
from ui.explain import desk as desks
from ui.explain.building import Building
from ui.explain.panels import panels
from ui.texts import _, one_language
from ui.wording import sum_line, why_count
from ui.words import preset_name, rules_name

BOARD = "explain_board"
_STYLE = (Path(__file__).parent / "explain.css").read_text("utf-8")


def page() -> None:
    """The whole page below the header."""
    st.html(f"<style>{_STYLE}</style>")
    desks.open_link()
    _explain()


@st.fragment
@one_language()
def _explain() -> None:
    desk = desks.desk()
    main, side = st.columns([3, 1.15])
    with main, st.container(key="explain_main"):
        _board(desk)
        _buttons(desk)
    with side, st.container(key="explain_side"):
        _game()
        _why(desk.building)
    panels(desk)


def _game() -> None:
    building = desks.desk().building
    st.selectbox(
        _("Game"),
        list(PRESETS),
        index=list(PRESETS).index(building.rules.name),
        format_func=preset_name,
        key="explain_game",
        on_change=_on_game,
        label_visibility="collapsed",
    )


def _on_game() -> None:
    desk = desks.desk()
    desk.put(desk.building.under(PRESETS[session.choice("explain_game", "all_fives")]))


def _board(desk: desks.Desk) -> None:
    building = desk.building
    model = board.layout_model(
        building.layout,
        building.rules,
        rev=building.rev,
        tray=building.tray(),
        show=board.Show(
            order=tuple(play.tile for play in building.laid.plays),
            glide="bottom",
            say=[board.Spoken(building.rev, sum_line(building.facts, building.rules))],
            options=board.Options(rest=430),
        ),
    )
    board.show(model, key=BOARD, on_event=_on_board, ack=desk.ack)


def _on_board() -> None:
    desk = desks.desk()
    value = session.trigger(BOARD, board.EVENTS)
    event = board.parse_event(value, rev=desk.building.rev, seen=desk.ack)
    desk.ack = board.ack_of(value, desk.ack)
    if event is not None:
        desk.put(desk.building.submit(event.token))


def _buttons(desk: desks.Desk) -> None:
    steps: list[tuple[str, str, Callable[[], Building], bool]] = [
        ("undo", _("Undo"), desk.building.undone, bool(desk.building.plays)),
        ("clear", _("Clear"), lambda: desk.building.changed(()), bool(desk.building.plays)),
        ("random", _("Random table"), _random, True),
    ]
    with st.container(horizontal=True, key="explain_bar"):
        for key, text, step, is_open in steps:
            st.button(
                text,
                key=f"explain_{key}",
                disabled=not is_open,
                on_click=lambda step=step: desk.put(step()),
            )


def _random() -> Building:
    return desks.desk().building.at_random(Random(secrets.randbits(32)))


def _why(building: Building) -> None:
    """The count in words; what it is, even when nothing has been touched."""
    rules = building.rules
    if rules_name(rules) != preset_name(rules.name):
        st.caption(rules_name(rules))
    if not building.layout.line:
        st.markdown(
            _("The table is bare. Tap a tile: it is the lead, and its two halves are the ends.")
        )
        return
    facts = building.facts
    lines = "".join(f"<li>{escape(line)}</li>" for line in why_count(facts, rules))
    st.html(
        f'<section class="why"><h3>{escape(_("Why {count}", count=facts.count))}</h3>'
        f"<ul>{lines}</ul><p><strong>{escape(sum_line(facts, rules))}</strong></p>"
        f"<p>{escape(_between(building))}</p></section>"
    )


def _between(building: Building) -> str:
    """How far the count is from the multiples on both sides."""
    facts = building.facts
    if not building.rules.multiples:
        return _("This game scores at the end of a round only.")
    if facts.hit:
        return _("The next one is {above}.", above=facts.above)
    return _(
        "{count} lies between {below} and {above}: {down} above the one, {up} short of the other.",
        count=facts.count,
        below=facts.below,
        above=facts.above,
        down=facts.count - facts.below,
        up=facts.above - facts.count,
    )
