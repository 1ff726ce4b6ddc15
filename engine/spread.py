"""Long work in chunks: by processes of this machine or by a Dask cluster, and resumable.

A chunk is told all by its arguments, its seed among them, and answers in plain JSON data. So the
answers are the same whoever does the work, in whatever order, in one go or in several.
"""

from __future__ import annotations

import argparse
import json
import os
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.errors import DominoError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Executor

CONNECT_S: Final = 10
TRIES: Final = 3
"""How often processes that were killed are started again without any answer from them."""


@dataclass(frozen=True, slots=True)
class Task:
    """Work in chunks.

    Attributes:
        name: Says everything that the answers depend on: a state file belongs to one such name.
        work: A function of a module, so that other processes find it.
        chunks: Its arguments, chunk by chunk.
    """

    name: str
    work: Callable[..., Any]
    chunks: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Who does the work: it changes no answer.

    Attributes:
        jobs: Processes of this machine; None for one a core, 1 for this process itself.
        cluster: Address of the scheduler of a running Dask cluster, which then does the work.
        state: File that keeps the answers; work begun with it goes on from there.
    """

    jobs: int | None = None
    cluster: str | None = None
    state: Path | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None and self.jobs < 1:
            raise DominoError(f"jobs: at least 1, not {self.jobs}")


ALONE: Final = Where(jobs=1)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a command whose work can be spread; `where` reads them."""
    parser.add_argument("--jobs", type=int, help="processes of this machine (default: one a core)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a running Dask cluster's scheduler")
    parser.add_argument("--state", type=Path, metavar="FILE", help="keep answers; go on from them")


def where(options: argparse.Namespace) -> Where:
    """Who does the work, by the options of the command line."""
    return Where(jobs=options.jobs, cluster=options.cluster, state=options.state)


def spread(task: Task, over: Where = ALONE) -> Iterator[Any]:
    """The answers of the chunks, in their order, as soon as each can be told.

    Raises `DominoError` for a cluster that does not answer and for a state file of other work, and
    what a chunk raises.
    """
    with ExitStack() as stack:
        done: dict[int, Any] = {}
        keep = stack.enter_context(_kept(task, over.state, done)) if over.state else None
        left = [number for number in range(len(task.chunks)) if number not in done]
        fresh = stack.enter_context(closing(_answers(task, left, over)))
        for number in range(len(task.chunks)):
            while number not in done:
                found, answer = next(fresh)
                line = json.dumps([found, answer])
                # As it will be read again: lists for tuples, text for the keys of a dict.
                done[found] = json.loads(line)[1]
                if keep is not None:
                    keep(line)
            yield done.pop(number)


def _answers(task: Task, left: list[int], over: Where) -> Generator[tuple[int, Any], None, None]:
    """The numbers of chunks with their answers, as they come."""
    jobs = min(over.jobs or os.cpu_count() or 1, len(left))
    if over.cluster is not None:
        with _cluster(over.cluster) as pool, closing(_by(pool, task, left)) as found:
            yield from found
    elif jobs > 1:
        yield from _by_processes(task, left, jobs)
    else:
        yield from ((number, task.work(*task.chunks[number])) for number in left)


def _by(pool: Executor, task: Task, left: Iterable[int]) -> Generator[tuple[int, Any], None, None]:
    from concurrent.futures import as_completed  # noqa: PLC0415 - a browser has no processes

    futures = {pool.submit(task.work, *task.chunks[number]): number for number in left}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def _by_processes(task: Task, left: list[int], jobs: int) -> Iterator[tuple[int, Any]]:
    """By processes of this machine; those that something kills are started again."""
    from concurrent.futures.process import (  # noqa: PLC0415 - a browser has no processes
        BrokenProcessPool,
        ProcessPoolExecutor,
    )
    from multiprocessing import get_context  # noqa: PLC0415 - only where it is needed

    waiting = dict.fromkeys(left)
    tries = TRIES
    while waiting:
        # Spawned: a fork of a process in which the kernels are being compiled may hang.
        with (
            ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool,
            closing(_by(pool, task, tuple(waiting))) as found,
        ):
            try:
                for number, answer in found:
                    del waiting[number]
                    tries = TRIES
                    yield number, answer
            except BrokenProcessPool as error:
                tries -= 1
                if not tries:
                    raise DominoError("the processes that work are killed each time") from error


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ImportError as error:
        msg = "a cluster needs Dask: pip install 'fives-studio[cluster]'"
        raise DominoError(msg) from error
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_S, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise DominoError(f"no Dask scheduler answers at {address}: {error}") from error
    with client, client.get_executor() as pool:
        yield pool


@contextmanager
def _kept(task: Task, path: Path, done: dict[int, Any]) -> Iterator[Callable[[str], None]]:
    """What keeps a line of answers in the state file; those in it already come into `done`."""
    title = json.dumps({"task": task.name})
    try:
        file = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise DominoError(f"{path}: cannot be kept ({error})") from error
    with file:
        file.seek(0)
        whole, _, torn = file.read().rpartition("\n")
        if torn:  # it was being written when the work was stopped
            file.truncate(len(f"{whole}\n".encode()) if whole else 0)
        first, *lines = whole.split("\n")
        if first not in {"", title}:
            raise DominoError(f"{path}: holds other work, {first}; this is {title}")
        try:
            done.update(map(json.loads, lines))
        except (TypeError, ValueError) as error:
            raise DominoError(f"{path}: a line that is no answer ({error})") from error

        def keep(line: str) -> None:
            file.write(line + "\n")
            file.flush()

        if not first:
            keep(title)
        yield keep
