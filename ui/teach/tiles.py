"""Tiles in a line of text, as pictures."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from engine import Pip, Tile
from ui.board.svg import EDGE, PIP, PIPS, TILE
from ui.words import tile_name


def tile_svg(tile: Tile) -> str:
    """A tile face up, upright."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -20 20 40">'
        f'<rect x="-9" y="-19" width="18" height="38" rx="3" fill="{TILE}" stroke="{EDGE}"/>'
        f'<path d="M-6 0H6" stroke="{EDGE}"/>{_half(tile.high, -9.5)}{_half(tile.low, 9.5)}</svg>'
    )


def _half(pip: Pip, middle: float) -> str:
    if pip not in PIPS:
        return f'<text y="{middle + 4}" text-anchor="middle" font-size="11">{pip}</text>'
    return "".join(
        f'<circle cx="{5 * column}" cy="{middle + 5 * row}" r="1.9" fill="{PIP}"/>'
        for column, row in PIPS[pip]
    )


def tile_html(tile: Tile) -> str:
    """A tile as an image: Streamlit strips SVG from its HTML, but not from an image."""
    source = f"data:image/svg+xml,{quote(tile_svg(tile))}"
    return f'<img class="tile" alt="{tile_name(tile)}" src="{source}">'


def strip_html(rows: Iterable[tuple[str, Iterable[Tile]]]) -> str:
    """Rows of tiles, each with its name."""
    return "".join(
        f'<p class="strip"><b>{escape(name)}</b> <span>{_tiles_html(tiles)}</span></p>'
        for name, tiles in rows
    )


def _tiles_html(tiles: Iterable[Tile]) -> str:
    return "".join(map(tile_html, tiles)) or "–"
