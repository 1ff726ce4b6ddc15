"""A class at the Play page: many sessions, a tap a second each, bots thinking.

    python -m benchmarks.load [--sessions 10 50 100] [--minutes 1] [--copies 2] [--level mixed]
        [--json]

Clients without a browser (`benchmarks.client`) play real matches over Streamlit's websocket, on
this machine only. The app runs in as many copies as `compose.yaml` has, and each session stays with
one, as behind its proxy. Bars: no error, the 95th percentile of all runs at most 150 ms, at most
1 MB a session and flat after; a bot that thinks without pause in one session at most doubles the
median answer in another of the same copy.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Final

from benchmarks.client import Reader
from engine import PRESETS, RuleSet
from tests.serving import UVICORN, Server
from ui.play import keeping
from ui.play import table as tables
from ui.play.opponents import LEVEL_NAMES, persona
from ui.play.setup import Setup, Sitter
from ui.storage import MATCH_SLOT, PREFERENCES_SLOT

P95_MS: Final = 150.0
MB_A_SESSION: Final = 1.0
SLOWED: Final = 2.0
SEED: Final = 20261130
_WISHES: Final = json.dumps({"pace": "at_once", "still": True})
_SETTLE_S: Final = 5.0
_WARM_S: Final = 6.0
_LONG: Final = PRESETS["all_fives"].with_options(target=(1000, 1000, 1000))
"""A match of some four minutes at a tap a second, with no thought given to it."""
_SHORT: Final = PRESETS["all_fives"].with_options(target=(50, 50, 50))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: milliseconds, megabytes.

    Attributes:
        sessions: On all copies together.
        taps: What was done on the board; the rest are rounds and matches begun.
        answer: From a tap until the board that answers it has come.
        rerun: From asking for a run of any kind until it was finished.
        cpu: Processor time of the servers for each tap, the bots' thinking included; of all
            figures the one that depends least on what else the machine does.
        held: Memory of the servers together at the end, with all that a process loads once.
        a_session: Memory that the servers grew by for each session that they hold.
        later: Memory it grew by in the second half, for each session.
    """

    sessions: int
    taps: int
    answer: float
    answer_p95: float
    rerun: float
    rerun_p95: float
    cpu: float
    held: float
    a_session: float
    later: float
    errors: int

    @property
    def holds(self) -> bool:
        """Whether it meets the bars."""
        memory = self.a_session <= MB_A_SESSION and self.later <= MB_A_SESSION / 2
        return not self.errors and self.rerun_p95 <= P95_MS and memory


def resident_mb(pid: int) -> float:
    """Memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def processor_ms(pid: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def level_of(number: int, level: str) -> str:
    """Who sits opposite the session of this number ("mixed": one level after the other)."""
    return LEVEL_NAMES[number % len(LEVEL_NAMES)] if level == "mixed" else level


def player(url: str, number: int, level: str, rules: RuleSet = _LONG) -> Reader:
    """A reader with a match at hand against a bot of `level`."""
    level = level_of(number, level)
    sitters = Sitter("You"), Sitter(persona(level), level)
    match = tables.opened(Setup(rules, sitters, f"load-{number}"))
    return Reader(url, slots={MATCH_SLOT: keeping.kept(match), PREFERENCES_SLOT: _WISHES})


async def play(reader: Reader, rng: Random, *, level: str, until: float, every_s: float) -> int:
    """Tap once in `every_s`, whenever the board offers something; returns how often."""
    taps = 0
    at = time.monotonic() + rng.random() * every_s
    while at < until and not reader.errors:
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        if reader.is_idle and "button Review" in reader.parts:  # the round is over
            if "button Next round" in reader.parts:
                await reader.press("Next round")
            else:
                await again(reader, level)
        elif await reader.tap(rng):
            taps += 1
        at = max(at + every_s, time.monotonic())
    return taps


async def again(reader: Reader, level: str) -> None:
    """Leave a match that is over for a new one like it, by the form."""
    for done in (
        reader.press("New match"),
        reader.choose("Opponent", persona(level)),
        reader.fill("Points that win the match", _LONG.target_points),
        reader.press("Start"),
    ):
        await done
        await reader.until(lambda: reader.is_idle)


async def crowd(servers: Sequence[Server], n: int, *, level: str, minutes: float) -> Row:
    """`n` sessions on servers that have served a few before, so that they are warm."""
    await asyncio.gather(*map(warm, servers))
    before = sum(resident_mb(server.pid) for server in servers)
    readers = [player(servers[k % len(servers)].url, k, level) for k in range(n)]
    for reader in readers:
        await reader.__aenter__()
        if not await reader.has_board():
            reader.errors.append("the match at hand did not come")
    await asyncio.sleep(_SETTLE_S)
    for reader in readers:
        reader.reruns.clear()
    used = sum(processor_ms(server.pid) for server in servers)
    start = time.monotonic()
    end = start + 60 * minutes
    memory: list[float] = []

    async def watch() -> None:
        for part in (0.5, 1.0):
            await asyncio.sleep(start + 60 * minutes * part - time.monotonic())
            memory.append(sum(resident_mb(server.pid) for server in servers))

    taps, _ = await asyncio.gather(
        asyncio.gather(
            *(
                play(reader, Random(SEED + k), level=level_of(k, level), until=end, every_s=1.0)
                for k, reader in enumerate(readers)
            )
        ),
        watch(),
    )
    used = sum(processor_ms(server.pid) for server in servers) - used
    for reader in readers:
        await reader.__aexit__(None, None, None)
    for error in {error for reader in readers for error in reader.errors}:
        sys.stderr.write(f"{error}\n")
    answers = [1000 * each for reader in readers for each in reader.answers]
    reruns = [1000 * each for reader in readers for each in reader.reruns]
    return Row(
        sessions=n,
        taps=sum(taps),
        answer=_middle(answers),
        answer_p95=_p95(answers),
        rerun=_middle(reruns),
        rerun_p95=_p95(reruns),
        cpu=round(used / max(1, sum(taps)), 1),
        held=round(memory[1]),
        a_session=round((memory[1] - before) / n, 2),
        later=round((memory[1] - memory[0]) / n, 2),
        errors=sum(len(reader.errors) for reader in readers),
    )


async def warm(server: Server) -> None:
    """Have the server do once what it loads or compiles but once, before anything is measured.

    Every level of bot, the ends of rounds and matches, the form, and a match begun by it.
    """
    for level in LEVEL_NAMES:
        async with player(server.url, 0, level, _SHORT) as reader:
            await reader.has_board()
            until = time.monotonic() + _WARM_S
            await play(reader, Random(SEED), level=level, until=until, every_s=0.05)


def _middle(times: Sequence[float]) -> float:
    return round(median(times), 1)


def _p95(times: Sequence[float]) -> float:
    return round(quantiles(times, n=20)[-1], 1)


async def slowed(server: Server, *, seconds: float) -> tuple[float, float]:
    """Median answer in one session, alone and while another makes the best bot think, in ms.

    Both are played at four taps a second; alone and beside take turns, so that both meet the same
    machine.
    """
    await warm(server)
    found: dict[bool, list[float]] = {False: [], True: []}
    for turn in range(4):
        beside = bool(turn % 2)
        async with player(server.url, turn, "greedy") as reader:
            await reader.has_board()
            await asyncio.sleep(1)
            end = time.monotonic() + seconds / 4
            work = [play(reader, Random(SEED), level="greedy", until=end, every_s=0.25)]
            if beside:
                work.append(_think(server, end))
            await asyncio.gather(*work)
            found[beside] += reader.answers
    return 1000 * median(found[False]), 1000 * median(found[True])


async def _think(server: Server, end: float) -> int:
    best = LEVEL_NAMES[-1]
    async with player(server.url, 99, best) as reader:
        await reader.has_board()
        return await play(reader, Random(SEED), level=best, until=end, every_s=0.05)


@dataclass(frozen=True, slots=True)
class Visit:
    """What came of opening a page once."""

    errors: list[str]
    parts: list[str]


def visit(url: str, page: str, query: str = "") -> Visit:
    """Open a page of a running app and wait until it stands."""

    async def go() -> Visit:
        async with Reader(url, page="" if page == "learn" else page, query=query) as reader:
            if not await reader.until(lambda: reader.is_idle and reader.parts):
                reader.errors.append(f"{page} did not come")
            return Visit(reader.errors, sorted(reader.parts))

    with ThreadPoolExecutor(1) as apart:  # whoever asks may have an event loop of its own
        return apart.submit(asyncio.run, go()).result()


def report(rows: Sequence[Row], alone: float, beside: float) -> str:
    """The table as text."""
    titles = [
        "sessions",
        "taps",
        "answer",
        "p95",
        "rerun",
        "p95",
        "cpu/tap",
        "MB",
        "MB/session",
        "later",
        "errors",
    ]
    lines = ["".join(f"{title:>11}" for title in titles)]
    lines += ["".join(f"{value:>11}" for value in asdict(row).values()) for row in rows]
    lines.append(
        f"answer beside a session whose bot thinks without pause: {beside:.1f} ms, "
        f"alone {alone:.1f} ms: {beside / alone:.2f} times"
    )
    holds = all(row.holds for row in rows) and beside <= SLOWED * alone
    return "\n".join([*lines, f"seed {SEED}", "bars met" if holds else "a bar is missed", ""])


def main() -> int:
    """Print the table; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sessions", type=int, nargs="*", default=[10, 50, 100])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--copies", type=int, default=2, help="servers; as many as in compose.yaml")
    parser.add_argument("--level", choices=["mixed", *LEVEL_NAMES], default="mixed")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = []
    for n in asked.sessions:
        with ExitStack() as running:
            servers = [
                running.enter_context(Server(command=UVICORN)) for _ in range(min(asked.copies, n))
            ]
            rows.append(asyncio.run(crowd(servers, n, level=asked.level, minutes=asked.minutes)))
    with Server(command=UVICORN) as server:
        alone, beside = asyncio.run(slowed(server, seconds=60 * min(asked.minutes, 1.0)))
    if asked.json:
        sys.stdout.write(
            json.dumps({"rows": [asdict(row) for row in rows], "beside": beside / alone})
        )
    else:
        sys.stdout.write(report(rows, alone, beside))
    return 0 if all(row.holds for row in rows) and beside <= SLOWED * alone else 1


if __name__ == "__main__":
    sys.exit(main())
