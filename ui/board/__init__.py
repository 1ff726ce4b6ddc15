"""The drawn table: geometry, pictures, the model of the component, and the component."""

from ui.board.board import EVENTS, Event, ack_of, parse_event, show
from ui.board.model import (
    Action,
    Marks,
    Model,
    Options,
    Pick,
    Show,
    Spoken,
    TrayTile,
    board_model,
    layout_model,
)

__all__ = [
    "EVENTS",
    "Action",
    "Event",
    "Marks",
    "Model",
    "Options",
    "Pick",
    "Show",
    "Spoken",
    "TrayTile",
    "ack_of",
    "board_model",
    "layout_model",
    "parse_event",
    "show",
]
