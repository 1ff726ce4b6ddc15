"""Who may hold what: the 28 tiles as a triangle, each with where it is or may be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from html import escape

from engine import PositionError, Seat, Tile, TileSet, View
from engine.beliefs import Beliefs
from ui.analyse.telling import percent
from ui.texts import _
from ui.words import tile_name
from ui.words_problems import why


class Where(StrEnum):
    """What is known of a tile."""

    YOURS = "yours"
    PLAYED = "played"
    SHOWN = "shown"
    MAYBE = "maybe"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Cell:
    """A tile, what is known of it, and the chance that the holder asked about has it."""

    tile: Tile
    where: Where
    chance: float
    why: str = ""


def cells(view: View, holder: Seat) -> tuple[Cell, ...]:
    """Every tile of the set, highest first; `holder` is a seat, or the boneyard as -1.

    Raises `PositionError` for a view that contradicts itself.
    """
    beliefs = Beliefs(view)
    position = view.position
    played = position.layout.tiles
    excluded = {told.pip: told.ply for told in beliefs.excluded(holder)} if holder >= 0 else {}
    found = []
    for tile in TileSet.full(position.rules.max_pip):
        if tile in position.hands[view.seat].tiles:
            found.append(Cell(tile, Where.YOURS, 0.0))
        elif tile in played:
            found.append(Cell(tile, Where.PLAYED, 0.0))
        else:
            chance = beliefs.probability(tile, holder)
            told = next((excluded[pip] for pip in (tile.high, tile.low) if pip in excluded), None)
            reason = "" if told is None or chance else _told(told)
            found.append(Cell(tile, Where.MAYBE if chance else Where.NO, chance, reason))
    return tuple(found)


def _told(ply: int) -> str:
    return _("move {ply} told", ply=ply) if ply else _("as you entered")


def cells_html(view: View, holder: Seat) -> str:
    """The triangle as a table that can be read aloud; the shade repeats what the figure says."""
    try:
        known = {cell.tile: cell for cell in cells(view, holder)}
    except PositionError as error:
        return f"<p>{escape(why(error))}</p>"
    pips = range(view.position.rules.max_pip, -1, -1)
    rows = []
    for high in pips:
        row = "".join(
            _cell(known[Tile.of(high, low)]) if low <= high else "<td></td>" for low in pips
        )
        rows.append(f"<tr>{row}</tr>")
    return f'<table class="beliefs">{"".join(rows)}</table>'


def _cell(cell: Cell) -> str:
    words = {
        Where.YOURS: _("yours"),
        Where.PLAYED: _("played"),
        Where.SHOWN: _("shown"),
        Where.NO: _("no"),
        Where.MAYBE: percent(cell.chance),
    }
    shade = f' style="--p:{round(100 * cell.chance)}%"' if cell.where is Where.MAYBE else ""
    title = f' title="{escape(cell.why)}"' if cell.why else ""
    return (
        f'<td class="{cell.where}"{shade}{title}><b>{tile_name(cell.tile)}</b>'
        f"<br>{escape(words[cell.where])}</td>"
    )
