"""Scoring dominoes: rules, positions, notation, analysis. The public names, and nothing else.

What needs `engine.search` is handed out lazily, so that `import engine` is quick and needs the
standard library only.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from engine.display import frame
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
    from engine.analysis import evaluate, evaluations
    from engine.bots import Bot
    from engine.evals import Analysis, Limit, Margin, MoveEval
    from engine.review import MoveReview, review
    from engine.search import solve

_LAZY = {
    "Analysis": "engine.evals",
    "Bot": "engine.bots",
    "Limit": "engine.evals",
    "Margin": "engine.evals",
    "MoveEval": "engine.evals",
    "MoveReview": "engine.review",
    "evaluate": "engine.analysis",
    "evaluations": "engine.analysis",
    "review": "engine.review",
    "solve": "engine.search",
}
"""Public names that need more than the rules, with the module that has them."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


class _Engine(ModuleType):
    """The package. Its module `engine.review`, once imported, must not hide the function."""

    def __setattr__(self, name: str, value: object) -> None:
        if name == "review" and isinstance(value, ModuleType):
            value = value.review
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Engine


__all__ = [
    "DOWN",
    "LEFT",
    "MOVER",
    "NOBODY",
    "PRESETS",
    "RIGHT",
    "UP",
    "Analysis",
    "Arm",
    "Bot",
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
    "Limit",
    "Margin",
    "Match",
    "Move",
    "MoveError",
    "MoveEval",
    "MoveReview",
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
    "evaluate",
    "evaluations",
    "explain_award",
    "explain_count",
    "explain_place",
    "explain_refusal",
    "format_match",
    "format_move",
    "format_position",
    "format_record",
    "format_rules",
    "frame",
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
    "review",
    "score_play",
    "settle",
    "solve",
    "view",
    "why_illegal",
]
