"""Results as pandas frames with plain column names, to show and to download."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from ui.explain.building import Scoring
from ui.texts import _
from ui.wording import terms
from ui.words import arm_name, tile_name


def scoring_table(found: Sequence[Scoring]) -> pd.DataFrame:
    """Tiles that score, with place, sum and points."""
    tile, place, total, points = _("Tile"), _("Place"), _("Sum"), _("Points")
    rows = [
        {
            tile: tile_name(one.play.tile),
            place: arm_name(one.play.arm) if one.play.arm else _("lead"),
            total: terms(one.facts),
            points: one.facts.points,
        }
        for one in found
    ]
    return pd.DataFrame(rows, columns=[tile, place, total, points])
