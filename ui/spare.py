"""Time for what nobody waits for: there is some, unless a whole class is at work."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_MOST_S: Final = 1.0
"""What is saved up at most: enough for a page that was just opened."""


class Spare:
    """A share of the time that passes, saved up to be spent.

    Args:
        share: Seconds that may be spent of each second.
        clock: Seconds that have passed. On a busy server work takes longer by it, and so less of
            it is done: just what is wanted.
    """

    def __init__(self, share: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._share, self._clock = share, clock
        self._saved, self._at = _MOST_S, clock()
        self._lock = threading.Lock()

    @property
    def is_left(self) -> bool:
        """Whether there is time now."""
        with self._lock:
            now = self._clock()
            self._saved = min(_MOST_S, self._saved + self._share * (now - self._at))
            self._at = now
            return self._saved > 0

    @contextmanager
    def spent(self) -> Iterator[None]:
        """Take the time that the block takes from what was saved."""
        start = self._clock()
        try:
            yield
        finally:
            with self._lock:
                self._saved -= self._clock() - start


SPARE: Final = Spare(share=0.05)
"""What this server spends on tables drawn before they are asked for, and on a second look at rounds
that were played: all that some ten players at a time could use, and no more for a hundred."""
