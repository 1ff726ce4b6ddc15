"""The engine's values in a notebook: pictures and tables with text beside them, and data frames.

Installed, it is found by the engine itself (`engine.display`): nothing has to be imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, is_dataclass
from html import escape
from typing import Any
from urllib.parse import quote

import pandas as pd

from engine import (
    PRESETS,
    Analysis,
    Draw,
    Layout,
    Match,
    MoveReview,
    Play,
    Position,
    Record,
    RuleSet,
    explain_count,
    format_move,
)
from engine.display import framed_by, shown_by
from engine.moves import Move
from engine.play import points_of
from engine.study import Number
from engine.tournament import Result
from ui.analyse.telling import basis, move_name, percent, verdict
from ui.board.routing import HALF
from ui.board.scene import best, scenes
from ui.board.svg import svg
from ui.teach.tiles import tile_html
from ui.texts import _, ngettext, number
from ui.wording import sentence, sum_line
from ui.words import rules_name, seat_letter, tile_name

_WIDTH, _HEIGHT = 800, 420
_CELL = 'style="text-align:left"'


def layout_html(layout: Layout) -> str:
    """The tiles on the table; it says each of them, the line first."""
    # A layout does not know its rules; they only matter to the picture if doubles are spinners.
    spinners = sum(stone.is_spinner for stone in layout.stones())
    rules = PRESETS["five_up" if spinners > 1 else "all_fives"]
    return _picture(layout, rules, _tiles_told(layout))


def position_html(position: Position) -> str:
    """The table, the sum of its ends, every hand as far as it is seen, the scores."""
    rules = position.rules
    told = sum_line(explain_count(position.layout, rules), rules) if position.layout.line else ""
    rows = [
        [
            seat_letter(seat) + (" ←" if seat == position.turn else ""),
            _tiles_html(hand.tiles, hand.hidden),
            str(position.scores[rules.team(seat)]),
        ]
        for seat, hand in enumerate(position.hands)
    ]
    seen = position.boneyard if isinstance(position.boneyard, tuple) else ()
    rows.append(
        [sentence(_("the boneyard")), _tiles_html(seen, position.n_boneyard - len(seen)), ""]
    )
    caption = ". ".join(filter(None, (rules_name(rules), told)))
    alternative = f"{_tiles_told(position.layout)} {told}".strip()
    return _picture(position.layout, rules, alternative) + _table(
        caption, [_("Seat"), _("Tiles"), _("Points")], rows
    )


def analysis_html(analysis: Analysis) -> str:
    """The moves, best first, and how sure the first place is."""
    head = [_("Play"), _("Expected points"), _("Standard error")]
    has_chance = any(each.win is not None for each in analysis.evals)
    if has_chance:
        head.append(_("Chance to win the match"))
    rows = [
        [
            escape(", ".join(map(move_name, (each.move, *each.equals)))),
            number(each.margin.points, 2, signed=True),
            number(each.stderr, 2),
            *(["" if each.win is None else percent(each.win)] if has_chance else []),
        ]
        for each in analysis.evals
    ]
    told = [verdict(analysis)] if analysis.evals else []
    return _table(f"{sentence(basis(analysis))}. {' '.join(told)}".strip(), head, rows)


def record_html(record: Record) -> str:
    """The table after the last move, and every move with the sum it made."""
    rules = record.deal.rules
    final = record.final
    rows = [
        [
            str(ply),
            escape(f"{(seat := seat_letter(before.turn))} {record.tags.get(seat, '')}".strip()),
            escape(move_name(move)),
            sum_line(explain_count(after.layout, rules), rules) if isinstance(move, Play) else "",
        ]
        for ply, before, move, after in _moves(record)
    ]
    head = [_("Move"), _("Seat"), _("Play"), _("Sum")]
    picture = _picture(final.layout, rules, _tiles_told(final.layout))
    return picture + _table(rules_name(rules), head, rows)


def _moves(record: Record) -> Iterable[tuple[int, Position, Move, Position]]:
    positions = list(record.positions())
    for ply, move in enumerate(record.plies, start=1):
        yield ply, positions[ply - 1], move, positions[ply]


def _picture(layout: Layout, rules: RuleSet, told: str) -> str:
    """As an image: notebooks on the web often strip SVG from HTML, but not from an image."""
    shown = best(scenes(layout, rules, with_places=False), width=_WIDTH, height=_HEIGHT)
    width = round(shown.scene.width * shown.half / HALF)
    return (
        f'<img alt="{escape(told)}" src="data:image/svg+xml,{quote(svg(shown, title=told))}" '
        f'width="{width}" style="max-width:100%">'
    )


def _tiles_told(layout: Layout) -> str:
    names = [tile_name(stone.tile) for stone in layout.stones()]
    told = ngettext("Table with {n} tile", "Table with {n} tiles", len(names))
    return f"{told}: {', '.join(names)}." if names else f"{told}."


def _tiles_html(tiles: Iterable[Any], hidden: int) -> str:
    shown = "".join(
        tile_html(tile).replace("<img ", '<img style="height:2.4em;display:inline" ', 1)
        for tile in tiles
    )
    left = ngettext("{n} tile hidden", "{n} tiles hidden", hidden) if hidden else ""
    return " ".join(filter(None, (shown, left))) or "–"


def _table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its cells are HTML."""
    top = "".join(f'<th scope="col" {_CELL}>{escape(name)}</th>' for name in head)
    body = "".join(
        f"<tr>{''.join(f'<td {_CELL}>{cell}</td>' for cell in row)}</tr>" for row in rows
    )
    return (
        f"<table><caption {_CELL}>{escape(caption)}</caption>"
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


# Frames: names for programs, numbers unrounded.


def analysis_frame(analysis: Analysis) -> pd.DataFrame:
    """A row a move, best first."""
    columns = ["move", "margin", "stderr", "win", "equals", "line"]
    rows = [
        [
            format_move(each.move),
            each.margin.points,
            each.stderr,
            each.win,
            " ".join(map(format_move, each.equals)),
            " ".join(map(format_move, each.line)),
        ]
        for each in analysis.evals
    ]
    return pd.DataFrame(rows, columns=columns)


def result_frame(result: Result) -> pd.DataFrame:
    """A row a bot."""
    return pd.DataFrame(map(asdict, result.standings)).assign(rounds=result.n_rounds)


def rows_frame(values: Any) -> pd.DataFrame:  # noqa: ANN401 - dataclasses of one type, or one
    """A row a value, its fields the columns; moves and seats as the notation writes them."""
    rows = [values] if is_dataclass(values) else values
    names = list(rows[0].__dataclass_fields__)
    return pd.DataFrame(
        [[_plain(name, getattr(row, name)) for name in names] for row in rows], columns=names
    )


def _plain(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever a field holds
    if isinstance(value, Move):
        return format_move(value)
    return seat_letter(value) if name == "seat" else value


def record_frame(record: Record) -> pd.DataFrame:
    """A row a move: who made it, what the ends then make, what it scored."""
    columns = ["ply", "seat", "move", "drawn", "count", "points"]
    rows = []
    for ply, before, move, after in _moves(record):
        drawn = None
        if isinstance(move, Draw) and isinstance(before.boneyard, tuple):
            drawn = str(before.boneyard[0])
        rows.append(
            [
                ply,
                seat_letter(before.turn),
                format_move(move),
                drawn,
                explain_count(after.layout, after.rules).count,
                points_of(before, move) if isinstance(move, Play) else 0,
            ]
        )
    return pd.DataFrame(rows, columns=columns)


def match_frame(match: Match) -> pd.DataFrame:
    """The moves of every round."""
    frames = [record_frame(record) for record in match.rounds]
    return pd.concat(frames, keys=range(1, len(frames) + 1), names=["round", None]).reset_index(0)


shown_by(Layout, layout_html)
shown_by(Position, position_html)
shown_by(Analysis, analysis_html)
shown_by(Record, record_html)
framed_by(Analysis, analysis_frame)
framed_by(Result, result_frame)
framed_by(MoveReview, rows_frame)
framed_by(Number, rows_frame)
framed_by(Record, record_frame)
framed_by(Match, match_frame)
