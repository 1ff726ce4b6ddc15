"""Numbers about the game and the bots, each with its error: `python -m engine.study NAME`.

A study at scale 1 is what is published; at a smaller one it is a sample. Its work is spread
(`engine.spread`), and the same seed and scale give the same numbers whoever does it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.study import calibration, exactness, frequencies, ladder, leads
from engine.study.number import Number, Published, differing, read_published

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.study.number import Study

STUDIES: Final[Mapping[str, Study]] = {
    "leads": leads.study,
    "frequencies": frequencies.study,
    "ladder": ladder.study,
    "exactness": exactness.study,
    "calibration": calibration.study,
}

__all__ = ["STUDIES", "Number", "Published", "differing", "read_published"]
