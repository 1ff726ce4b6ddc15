"""The other process of `ui.working`: `python -m ui.worker` does one piece of work and ends."""

from __future__ import annotations

import os
import pickle
import sys
from typing import IO

from ui.working import WorkError

GENTLE = 5
"""How far the work steps back behind the pages (see `nice`)."""


def serve(asked: IO[bytes], told: IO[bytes]) -> None:
    """Do what is asked and tell what it yields, None at the end; give up if nobody listens."""
    work, args = pickle.load(asked)  # noqa: S301 - from our own process
    try:
        for answer in work(*args):
            pickle.dump(answer, told)
            told.flush()
    except BrokenPipeError:
        return
    except Exception as error:  # noqa: BLE001 - told to whoever waits
        pickle.dump(WorkError(str(error)), told)
    pickle.dump(None, told)
    told.flush()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(GENTLE)
    own, sys.stdout = sys.stdout.buffer, sys.stderr  # nothing else may write between answers
    serve(sys.stdin.buffer, own)
