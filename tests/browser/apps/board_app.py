"""A page with nothing but the board, for its browser tests.

The link says what is on it: `p` the position, `rules=tray` a tray of toggles instead, `refuse=1`
that every play is refused, `slow` seconds that each takes, `twice=1` a second board below, and
options of the look. Below the board stands what Python saw.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import streamlit as st

from engine import (
    PRESETS,
    Layout,
    Play,
    Position,
    Tile,
    apply,
    format_move,
    format_position,
    legal_moves,
    outcome,
    parse_move,
    parse_position,
    score_play,
)
from engine.tiles import TileSet
from ui.board import (
    Action,
    Options,
    Show,
    Spoken,
    TrayTile,
    ack_of,
    board_model,
    layout_model,
    parse_event,
    script,
    show,
)

KEY = "board"
START = "all_fives - 66636155514030/62544433221100 - A 0 0/0"


@dataclass
class Game:
    """What the page remembers."""

    position: Position
    rev: int = 1
    ack: int = 0
    order: tuple[Tile, ...] = ()
    held: tuple[str, ...] = ()
    said: list[Spoken] = field(default_factory=list)
    refused: Spoken | None = None
    award: str = ""
    log: list[str] = field(default_factory=list)


def game() -> Game:
    if "game" not in st.session_state:
        text = st.query_params.get("p", START)
        said = enumerate(st.query_params.get_all("said"))
        st.session_state.game = Game(
            parse_position(text), said=[Spoken(number, words) for number, words in said]
        )
    found: Game = st.session_state.game
    return found


def on_event() -> None:
    now = game()
    value = st.session_state[KEY]["events"]
    event = parse_event(value, rev=now.rev, seen=now.ack)
    now.ack = ack_of(value, now.ack)
    if event is None:
        now.log.append("dropped")
        return
    time.sleep(float(st.query_params.get("slow", "0")))
    now.log.append(event.token)
    if event.token.startswith("hold:"):
        now.held = tuple(set(now.held) ^ {event.token})
        now.rev += 1
    elif "refuse" in st.query_params:
        now.refused = Spoken(len(now.log), f"No, not {event.token}.")
    else:
        play(now, event.token)


def play(now: Game, token: str) -> None:
    move = parse_move(token, now.position.rules)
    now.position = apply(now.position, move)
    now.rev += 1
    points = 0
    if isinstance(move, Play):
        now.order += (move.tile,)
        points = score_play(now.position.layout, now.position.rules)
    now.award = f"{points} to you" if points else ""
    now.said.append(Spoken(len(now.log), f"{token}, {points}"))


def model() -> dict[str, object]:
    now, link = game(), st.query_params
    position = now.position
    if link.get("rules") == "tray":
        tray = [
            TrayTile(tile, token=f"hold:{tile}", pressed=f"hold:{tile}" in now.held)
            for tile in TileSet.full(6)
        ]
        return layout_model(Layout(), PRESETS["all_fives"], rev=now.rev, tray=tray)
    words = {"+": "Draw", "-": "Pass"}
    moves = [format_move(move) for move in legal_moves(position) if not isinstance(move, Play)]
    shown = Show(
        award=now.award,
        say=now.said[-10:],
        heard=int(link.get("heard", "-1")),
        refused=now.refused,
        order=now.order,
        actions=[Action(move, words[move], primary=True) for move in moves],
        options=Options(
            numerals="numerals" in link,
            contrast="contrast" in link,
            still="still" in link,
            rest=int(link.get("rest", "380")),
        ),
    )
    seat = None if outcome(position) else position.turn
    return board_model(position, rev=now.rev, seat=seat, show=shown)


@st.fragment
def table() -> None:
    show(model(), key=KEY, ack=game().ack, on_event=on_event)
    if "twice" in st.query_params:
        now = game()
        other = layout_model(now.position.layout, now.position.rules, rev=now.rev)
        show(other, key="other", ack=0, on_event=on_event)
    st.text(f"log: {' '.join(game().log)}")
    st.text(f"position: {format_position(game().position)}")


st.set_page_config(page_title="Board", layout="wide")
st.title("Board")
script()
table()
