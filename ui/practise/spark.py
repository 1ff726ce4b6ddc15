"""A sparkline: a row of scores as a small picture. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_STEP: Final = 14
_HEIGHT: Final = 48
_EDGE: Final = 6
_INK: Final = "#2f7a5f"
_NOW: Final = "#c8553d"


def sparkline(scores: Sequence[int]) -> str:
    """The scores from left to right as SVG, from 0 to the best one; the last is marked."""
    top = max(*scores, 1)
    width = _STEP * max(len(scores) - 1, 1) + 2 * _EDGE
    points = [
        (_EDGE + _STEP * n, _HEIGHT - _EDGE - (_HEIGHT - 2 * _EDGE) * score / top)
        for n, score in enumerate(scores)
    ]
    line = " ".join(f"{x:g},{y:.1f}" for x, y in points)
    x, y = points[-1]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" '
        f'width="{width}" height="{_HEIGHT}">'
        f'<polyline points="{line}" fill="none" stroke="{_INK}" stroke-width="2" '
        f'stroke-linejoin="round"/><circle cx="{x:g}" cy="{y:.1f}" r="4" fill="{_NOW}"/></svg>'
    )
