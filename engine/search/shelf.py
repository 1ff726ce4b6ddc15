"""What is costly to make and large to keep, while nobody uses it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable

MOST_BYTES: Final = 32 << 20
"""What lies idle in one process, of all rule sets together."""


class _Idle(NamedTuple):
    key: Hashable
    thing: Any
    n_bytes: int


class Shelf:
    """Things for whoever next needs one of their key: each serves one thread at a time.

    They stay within `most` bytes; what was put down longest ago is thrown away first.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self._idle: list[_Idle] = []  # in the order in which they were put down
        self._lock = threading.Lock()

    @property
    def n_bytes(self) -> int:
        """What lies here now."""
        return sum(idle.n_bytes for idle in self._idle)

    def take(self, key: Hashable) -> Any | None:  # noqa: ANN401 - what was put down
        """The thing of this key that was put down last, for the caller alone; None without one."""
        with self._lock:
            for at in reversed(range(len(self._idle))):
                if self._idle[at].key == key:
                    return self._idle.pop(at).thing
        return None

    def put(self, key: Hashable, thing: Any, n_bytes: int) -> None:  # noqa: ANN401 - anything
        """Put down for the next caller something that takes about so many bytes."""
        with self._lock:
            self._idle.append(_Idle(key, thing, n_bytes))
            while self.n_bytes > self.most:
                del self._idle[0]


SHELF: Final = Shelf()
"""The one of this process."""
