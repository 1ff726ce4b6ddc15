"""Hypothesis profiles: `dev` for a quick answer, `ci` the same every time, `nightly` for depth.

`HYPOTHESIS_PROFILE` names one; without it a machine that sets CI gets `ci`, a person `dev`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    print_blob=True,
    # Two shared cores: how fast a machine makes examples is no fault of the code.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """AppTest leaves its script behind as `__main__`, which every new process would run again."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main
