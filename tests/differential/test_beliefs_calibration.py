"""Whether what beliefs call 30 % happens 30 % of the time (`engine.study.calibration`)."""

from __future__ import annotations

import pytest

from engine.spread import Where
from engine.study.calibration import Tenth, measured


def report(tenths: list[Tenth]) -> str:
    return "\n".join(
        f"{number / 10:.1f} n={tenth.n:6} positions={len(tenth.surplus):5} "
        f"hits - predicted={tenth.gap:+.4f} z={tenth.deviations:+.2f} raw={tenth.raw_gap:+.4f}"
        for number, tenth in enumerate(tenths)
    )


@pytest.mark.parametrize(
    ("n", "jobs"),
    [
        pytest.param(500, 1, id="sample"),
        pytest.param(10_000, None, id="full", marks=pytest.mark.slow),
    ],
)
def test_each_tenth_of_the_chances_comes_true_as_often_as_said(n: int, jobs: int | None) -> None:
    tenths = measured(n, 2024, Where(jobs=jobs))
    print(report(tenths))
    assert 10 == len(tenths)
    assert all(abs(tenth.deviations) < 3 for tenth in tenths), report(tenths)
    # What choices tell is left out of beliefs: it must stay small.
    most = 0.015 if n >= 5000 else 0.05
    assert all(abs(tenth.raw_gap) < most for tenth in tenths), report(tenths)
