"""A picture of a table, with words for who cannot see it; pure."""

from __future__ import annotations

from engine import Layout, RuleSet
from ui import board
from ui.board.scene import fit
from ui.board.svg import svg
from ui.words import rules_name

_WIDTH, _HEIGHT = 1200, 700


def description(layout: Layout, rules: RuleSet) -> str:
    """The table in words: how many tiles, what each end counts, the sum."""
    return str(board.layout_model(layout, rules, rev=0, with_places=False)["label"])


def table_svg(layout: Layout, rules: RuleSet) -> str:
    """The table as an SVG file: the game is its title, ends and sum its description."""
    picture = fit(layout, rules, width=_WIDTH, height=_HEIGHT)
    return svg(picture, title=rules_name(rules), desc=description(layout, rules))
