"""An analysis in a thread: ever better answers, given up as soon as nobody looks any more.

The page polls. A job that was not looked at for a while ends by itself: whoever leaves the
page leaves no work behind.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from typing import Generic, TypeVar

from engine import Analysis, Limit, Position, View, evaluations, solve

PATIENCE_S = 3.0
SECONDS = 8.0
SEED = 20261130
OPEN_NODES = 400_000

T = TypeVar("T")


@dataclass(slots=True)
class Job(Generic[T]):
    """Work about `about`: its latest answer, and whether it has ended, or was left by everybody."""

    about: Hashable
    patience_s: float = PATIENCE_S
    latest: T | None = None
    error: str = ""
    fault: Exception | None = None
    is_done: bool = False
    is_stopped: bool = False
    was_left: bool = False
    seen_at: float = field(default_factory=time.monotonic)
    begun: threading.Event = field(default_factory=threading.Event)

    def wait(self, seconds: float) -> None:
        """Wait for the first answer, but not longer."""
        self.begun.wait(seconds)

    def look(self) -> T | None:
        """The latest answer; tells the job that somebody waits."""
        self.seen_at = time.monotonic()
        return self.latest

    def stop(self) -> None:
        """End it at the next answer."""
        self.is_stopped = True

    def is_given_up(self) -> bool:
        """Whether it was stopped, or nobody has looked for long."""
        return self.is_stopped or time.monotonic() - self.seen_at > self.patience_s

    def run(self, answers: Iterator[T]) -> None:
        """Take answers until there are no more or nobody waits."""
        _RUNNING.add(id(self))
        try:
            with closing(answers):  # type: ignore[type-var]  # a generator can be closed
                for answer in answers:
                    self.latest = answer
                    self.begun.set()
                    if self.is_given_up():
                        self.was_left = not self.is_stopped
                        break
        except Exception as error:  # noqa: BLE001 - a thread has nobody to raise to: the page tells
            self.error, self.fault = str(error), error
        finally:
            self.is_done = True
            self.begun.set()
            _RUNNING.discard(id(self))


_RUNNING: set[int] = set()


def n_running() -> int:
    """How many jobs are at work in this process."""
    return len(_RUNNING)


def begin(
    about: Hashable,
    answers: Callable[[Callable[[], bool]], Iterator[T]],
    *,
    patience_s: float = PATIENCE_S,
) -> Job[T]:
    """Start work in a thread of its own; it ends when nobody looked for `patience_s`.

    `answers` is given what tells whether it is given up, for work that is long about an answer.
    """
    job: Job[T] = Job(about, patience_s)
    work = answers(job.is_given_up)
    threading.Thread(target=job.run, args=(work,), name="analysis", daemon=True).start()
    return job


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a situation: to you, and with every hand open where that is given."""

    known: Analysis | None = None
    opened: Analysis | None = None


def answers(
    view: View, opened: Position | None, given_up: Callable[[], bool] | None = None
) -> Iterator[Answer]:
    """Ever better answers for the seat in turn."""
    found: Analysis | None = None
    if opened is not None:
        found = solve(opened, Limit(nodes=OPEN_NODES))
        yield Answer(None, found)
    known = evaluations(view, rng=Random(SEED), limit=Limit(seconds=SECONDS, given_up=given_up))
    with closing(known):
        for analysis in known:
            yield Answer(analysis, found)
