"""Scoring dominoes: rules, positions, notation, analysis. The public names, and nothing else.

What needs `engine.search` is handed out lazily, so that `import engine` is quick and needs the
standard library only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.errors import (
    DominoError,
    IllegalMoveError,
    MoveError,
    NotationError,
    PositionError,
    RecordError,
    RoundOverError,
    RulesError,
    WrongTurnError,
)
from engine.explain import explain_award, explain_count, explain_place, explain_refusal
from engine.layout import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Arm,
    Chain,
    Layout,
    Place,
    Side,
    Stone,
    places,
)
from engine.match import Match, format_match, parse_match
from engine.moves import MOVER, NOBODY, Draw, Move, Pass, Play, Reason
from engine.notation import (
    format_move,
    format_position,
    format_rules,
    parse_case,
    parse_move,
    parse_position,
    parse_rules,
)
from engine.perft import divide, perft
from engine.play import Outcome, apply, legal_moves, outcome, view, why_illegal
from engine.position import Deal, Event, Hand, Position, Problem, View, problems
from engine.record import Record, format_record, parse_record
from engine.rules import PRESETS, RuleSet, preset
from engine.scoring import End, count, open_ends, score_play
from engine.settlement import Ending, Settlement, settle
from engine.tiles import Pip, Seat, Team, Tile, TileSet

if TYPE_CHECKING:
    pass

_LAZY: dict[str, str] = {}
"""Public names that need `engine.search`, with the module that has them."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
