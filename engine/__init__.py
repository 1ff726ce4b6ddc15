"""Scoring dominoes: rules, positions, notation, analysis. The public names, and nothing else.

What needs `engine.search` is handed out lazily, so that `import engine` is quick and needs the
standard library only.
"""

from __future__ import annotations

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

__all__ = [
    "DOWN",
    "LEFT",
    "MOVER",
    "NOBODY",
    "PRESETS",
    "RIGHT",
    "UP",
    "Arm",
    "Chain",
    "Deal",
    "DominoError",
    "Draw",
    "End",
    "Ending",
    "Event",
    "Hand",
    "IllegalMoveError",
    "Layout",
    "Match",
    "Move",
    "MoveError",
    "NotationError",
    "Outcome",
    "Pass",
    "Pip",
    "Place",
    "Play",
    "Position",
    "PositionError",
    "Problem",
    "Reason",
    "Record",
    "RecordError",
    "RoundOverError",
    "RuleSet",
    "RulesError",
    "Seat",
    "Settlement",
    "Side",
    "Stone",
    "Team",
    "Tile",
    "TileSet",
    "View",
    "WrongTurnError",
    "apply",
    "count",
    "divide",
    "explain_award",
    "explain_count",
    "explain_place",
    "explain_refusal",
    "format_match",
    "format_move",
    "format_position",
    "format_record",
    "format_rules",
    "legal_moves",
    "open_ends",
    "outcome",
    "parse_case",
    "parse_match",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_rules",
    "perft",
    "places",
    "preset",
    "problems",
    "score_play",
    "settle",
    "view",
    "why_illegal",
]
