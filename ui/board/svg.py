"""A scene as a standalone SVG picture, with a title and a description for who cannot see it."""

from __future__ import annotations

from html import escape
from typing import Final

from ui.board.routing import HALF
from ui.board.scene import Fit, LaidTile, PlaceSpot

PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: ((-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
"""Pips of a half on a 3 by 3 grid; above nine a numeral is drawn."""

TABLE: Final = "#2a6e55"
TILE: Final = "#fbf7ea"
EDGE: Final = "#b9ac8a"
PIP: Final = "#20241d"
SPINNER: Final = "#8fb8a3"
PLACE: Final = "#ffffff"


def svg(picture: Fit, *, title: str, desc: str = "", unit: float = 10.0) -> str:
    """The picture as SVG text, `unit` pixels to a quarter of a half."""
    scene = picture.scene
    width, height = scene.width * unit, scene.height * unit
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" '
            f'width="{width:g}" height="{height:g}" role="img">'
        ),
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(desc)}</desc>" if desc else "",
        f'<rect width="{scene.width}" height="{scene.height}" rx="2" fill="{TABLE}"/>',
        *(_place(spot) for spot in scene.spots),
        *(_tile(tile) for tile in scene.tiles),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _place(spot: PlaceSpot) -> str:
    x0, y0, x1, y1 = spot.rect
    return (
        f'<rect x="{x0 + 0.3:g}" y="{y0 + 0.3:g}" width="{x1 - x0 - 0.6:g}" '
        f'height="{y1 - y0 - 0.6:g}" rx="0.6" fill="{PLACE}" fill-opacity="0.08" '
        f'stroke="{PLACE}" stroke-opacity="0.6" stroke-width="0.2" stroke-dasharray="0.6 0.5">'
        f"<title>{escape(str(spot.arm))}</title></rect>"
    )


def _tile(laid: LaidTile) -> str:
    x0, y0, x1, y1 = laid.rect
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    edge, width = (SPINNER, 0.45) if laid.spinner else (EDGE, 0.15)
    tile = laid.tile
    return (
        f'<g transform="translate({x:g} {y:g}) rotate({laid.turn})">'
        f"<title>{tile.high}-{tile.low}</title>"
        f'<rect x="-1.92" y="-3.92" width="3.84" height="7.84" rx="0.55" fill="{TILE}" '
        f'stroke="{edge}" stroke-width="{width}"/>'
        f'<path d="M-1.3 0H1.3" stroke="{EDGE}" stroke-width="0.16"/>'
        f"{_half(tile.high, -HALF / 2, laid.turn)}{_half(tile.low, HALF / 2, laid.turn)}</g>"
    )


def _half(pip: int, y: float, turn: int) -> str:
    if pip in PIPS:
        return "".join(
            f'<circle cx="{column * 1.05:g}" cy="{y + row * 1.05:g}" r="0.4" fill="{PIP}"/>'
            for column, row in PIPS[pip]
        )
    return (
        f'<text transform="translate(0 {y:g}) rotate({-turn})" y="0.75" text-anchor="middle" '
        f'font-size="2.2" font-weight="700" font-family="sans-serif" fill="{PIP}">{pip}</text>'
    )
