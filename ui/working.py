"""Heavy work in a process of its own: it holds no lock that a click waits for.

`streamed` starts the process, hands on what it finds, and ends it when nobody waits any more.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parents[1]
ALONE = sys.platform == "emscripten"
"""Whether this is the browser's own Python: no other process works beside a page."""
BEAT_S = 0.5
"""How often a waiting `streamed` gives a sign of life."""
PATIENCE_S = 10.0
"""How long work that is costly to begin waits for somebody to look; see `ui.analyse.thinking`."""
N_WORKERS = max(1, (os.cpu_count() or 1) - 1)
"""Processes at work at once; who comes later waits."""
_FREE = threading.BoundedSemaphore(N_WORKERS)
_END = object()
_AT_WORK: set[int] = set()


class WorkError(Exception):
    """What went wrong in the other process."""


def n_working() -> int:
    """How many processes are at work."""
    return len(_AT_WORK)


def streamed(work: Callable[..., Iterator[T]], *args: object) -> Iterator[T | None]:
    """What `work(*args)` yields, found in another process; None while there is nothing new.

    `work` stands at the top of a module, and everything that goes in or comes out can be pickled.
    Closing the iterator ends the process.

    Raises `WorkError` if the work failed.
    """
    while not _FREE.acquire(timeout=BEAT_S):
        yield None
    try:
        yield from _answers(work, args)
    finally:
        _FREE.release()


def _answers(work: Callable[..., Iterator[T]], args: tuple[object, ...]) -> Iterator[T | None]:
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH", ""))))
    process = subprocess.Popen(
        [sys.executable, "-m", "ui.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    if process.stdin is None or process.stdout is None:  # asked for above
        raise WorkError
    found: queue.SimpleQueue[Any] = queue.SimpleQueue()
    _AT_WORK.add(process.pid)
    reader = threading.Thread(target=_read, args=(process.stdout, found), daemon=True)
    try:
        with process.stdin as pipe:
            pickle.dump((work, args), pipe)
        reader.start()
        yield from _until_end(found)
    finally:
        process.kill()
        process.wait()
        _AT_WORK.discard(process.pid)
        if reader.is_alive():
            reader.join()
        process.stdout.close()


def _until_end(found: queue.SimpleQueue[Any]) -> Iterator[Any]:
    while True:
        try:
            answer = found.get(timeout=BEAT_S)
        except queue.Empty:
            yield None
            continue
        if answer is _END:
            return
        if isinstance(answer, WorkError):
            raise answer
        yield answer


def _read(pipe: IO[bytes], found: queue.SimpleQueue[Any]) -> None:
    """Take answers from the process until it tells that there are no more, or dies."""
    try:
        while (answer := pickle.load(pipe)) is not None:  # noqa: S301 - from our own process
            found.put(answer)
    except (EOFError, OSError, pickle.UnpicklingError):
        found.put(WorkError("the work ended before it was done"))
    else:
        found.put(_END)
