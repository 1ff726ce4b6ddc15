"""The drawn table: geometry, pictures, the model of the component, and the component."""

from ui.board.board import (
    EVENTS,
    WAKE,
    Event,
    ack_of,
    ahead,
    beside,
    parse_event,
    room_of,
    script,
    show,
)
from ui.board.model import Model, board_model, layout_model
from ui.board.showing import Action, Marks, Options, Pick, Room, Show, Spoken, TrayTile

__all__ = [
    "EVENTS",
    "WAKE",
    "Action",
    "Event",
    "Marks",
    "Model",
    "Options",
    "Pick",
    "Room",
    "Show",
    "Spoken",
    "TrayTile",
    "ack_of",
    "ahead",
    "beside",
    "board_model",
    "layout_model",
    "parse_event",
    "room_of",
    "script",
    "show",
]
