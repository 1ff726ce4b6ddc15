"""Spoilt links, records, lines and files through the app's own readers: no traceback, clear errors.

    python -m benchmarks.fuzz [--n 100000] [--seed 1] [--only NAME ...]

Each reader gets texts that it wrote itself, spoilt in one to four places. It must read them or
refuse them with an error of its own, which says where and what would be right.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from engine import (
    PRESETS,
    DominoError,
    NotationError,
    PositionError,
    RecordError,
    format_position,
    format_rules,
    legal_moves,
    parse_match,
    parse_position,
    parse_rules,
)
from engine.notation import parse_layout
from engine.teaching import saving
from engine.teaching.format import parse_set
from engine.teaching.lessons import course
from engine.teaching.progress import Progress
from engine.teaching.questions import Ask, Question
from engine.teaching.source import LessonError
from engine.teaching.writing import format_set
from ui.analyse import situation
from ui.explain.building import Building
from ui.learn import first as rounds
from ui.play import keeping
from ui.play import table as tables
from ui.play.setup import Setup, Sitter
from ui.review import reading
from ui.share import links
from ui.storage import pack, unpack
from ui.teach import items

SLOW_S: Final = 2.0
"""Processor time that no text may take a reader."""
HOSTILE: Final = (
    "\x00",
    "\ud800",
    "\u202e",
    "\ufeff",
    "\u0660",
    "²",
    "🁫",
    "<b>",
    "9" * 40,
    "-1",
    "1e999",
    "NaN",
    "[" * 60,
    "((((",
    "*",
    "|",
    "\n",
    "\r\n",
    "\t",
    '"',
    "\\",
    "null",
    "{}",
    "?99",
    "%",
)
Read = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Reader:
    """A way into the app: what it may be given, and how it refuses."""

    read: Read
    errors: type[Exception] | tuple[type[Exception], ...]
    samples: Callable[[], Sequence[str]]


@dataclass(slots=True)
class Tally:
    """What came of the spoilt texts of one reader."""

    read: int = 0
    refused: int = 0
    slowest: float = 0.0


@cache
def _records() -> tuple[str, ...]:
    matches = []
    for seed, rules in enumerate(PRESETS.values()):
        players = 2 + seed % 3
        table = tables.opened(Setup(rules.with_options(players=players), _sitters(players), "f"))
        matches.append(_somewhere(table, seed))
    return tuple(matches)


def _sitters(n: int) -> tuple[Sitter, ...]:
    return tuple(Sitter(f"Player {seat}") for seat in range(n))


def _somewhere(table: tables.Table, seed: int) -> str:
    """The record of a match some plies in."""
    rng = Random(seed)
    for _ply in range(8 + 4 * seed):
        if table.asks_leader:
            token = tables.Token.LEAD.of(0)
        elif table.is_over:
            token = str(tables.Token.NEXT)
        elif table.handover is not None:
            token = str(tables.Token.READY)
        elif table.pending is not None:
            token = str(tables.Token.LEAVE if table.pending.takers else tables.Token.QUIET)
        else:
            token = str(rng.choice(legal_moves(table.positions[-1])))
        table = tables.submit(table, token)
    return keeping.full_record(table)


@cache
def _lines() -> tuple[str, ...]:
    found = []
    for record in filter(None, _records()):
        for round_ in parse_match(record).rounds:
            positions = list(round_.positions())
            found += [format_position(positions[n]) for n in (0, len(positions) // 2, -1)]
    return tuple(found)


@cache
def _kept() -> tuple[str, ...]:
    return tuple(
        keeping.kept(
            tables.opened(Setup(rules.with_options(players=2), (Sitter("You"), Sitter("B")), "s"))
        )
        for rules in PRESETS.values()
    )


def _rule_lines() -> Sequence[str]:
    return [format_rules(rules.with_options(hand=(5, 5, 5))) for rules in PRESETS.values()]


def _sets() -> Sequence[str]:
    return [items_set(), format_set(course(PRESETS["straight"]))[:6000]]


def items_set() -> str:
    """A teacher's set of one exercise."""
    text = unpack(items.packed(Question(Ask.COUNT, parse_position(_lines()[1]))))
    return text or ""


def _repacked(read: Read) -> Read:
    """A reader of links, given what is packed in them."""

    def inner(text: str) -> object:
        return read(pack(text.encode("utf-8", "replace").decode()))

    return inner


def _packed(samples: Callable[[], Sequence[str]]) -> Callable[[], Sequence[str]]:
    return lambda: [pack(text) for text in samples()]


def _explained(text: str) -> object:
    return Building(PRESETS["all_fives"]).loaded(text)


def _guided(text: str) -> object:
    return rounds.replayed(PRESETS["straight"], text)


def _query(text: str) -> object:
    why = links.fault(dict([text.split("=", 1)]) if "=" in text else {"p": text})
    if why:
        raise keeping.KeptError(why)
    return text


READERS: Final[Mapping[str, Reader]] = {
    "position line": Reader(parse_position, DominoError, _lines),
    "rules": Reader(lambda text: parse_rules(text, 2), DominoError, _rule_lines),
    "layout": Reader(parse_layout, DominoError, lambda: [line.split()[1] for line in _lines()]),
    "record": Reader(parse_match, DominoError, _records),
    "review: text": Reader(reading.read, reading.ReadError, _records),
    "review: file": Reader(
        lambda text: reading.read_bytes(text.encode("utf-8", "surrogatepass")),
        reading.ReadError,
        _records,
    ),
    "review: link": Reader(reading.read_link, reading.ReadError, _packed(_records)),
    "review: in the link": Reader(_repacked(reading.read_link), reading.ReadError, _records),
    "play: link": Reader(
        lambda text: keeping.linked(text, None, "s"), keeping.KeptError, _packed(_records)
    ),
    "play: in the link": Reader(
        _repacked(lambda text: keeping.linked(text, None, "s")), keeping.KeptError, _records
    ),
    "play: deal": Reader(lambda text: keeping.linked(None, text, "s"), keeping.KeptError, _lines),
    "play: kept": Reader(keeping.read_kept, keeping.KeptError, _kept),
    "explain: link": Reader(_explained, DominoError, _lines),
    "analyse: link": Reader(situation.pasted, DominoError, lambda: [*_lines(), *_records()]),
    "learn: round": Reader(_guided, DominoError, lambda: ["65.63L.60U.61D.53L"]),
    "learn: set": Reader(lambda text: parse_set(text, file="set"), LessonError, _sets),
    "learn: progress": Reader(saving.load, saving.ProgressError, lambda: [saving.dump(Progress())]),
    "exercise: link": Reader(items.question, LessonError, lambda: [pack(items_set())]),
    "exercise: in the link": Reader(_repacked(items.question), LessonError, lambda: [items_set()]),
    "any link": Reader(_query, keeping.KeptError, lambda: ["v=1", "p=-"]),
}


def spoilt(text: str, others: Sequence[str], rng: Random) -> str:
    """`text` with one to four faults."""
    for _fault in range(rng.randint(1, 4)):
        at = rng.randint(0, len(text))
        end = min(len(text), at + rng.choice((1, 1, 1, 2, 5, 20)))
        match rng.randrange(8):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + rng.choice(HOSTILE) + text[at:]
            case 2:
                text = text[:at] + rng.choice(HOSTILE) + text[end:]
            case 3:
                text = text[:at] + text[at:end] * rng.randint(2, 30) + text[end:]
            case 4:
                text = text[:at]
            case 5:
                other = rng.choice(others)
                text = text[:at] + other[rng.randint(0, len(other)) :]
            case 6:
                text = text[:at] + chr(rng.randrange(32, 127)) + text[end:]
            case _:
                start = rng.randint(0, len(text))
                text = text[:at] + text[start : start + 8] + text[at:]
    return text


def tells(error: Exception) -> str:
    """What an error lacks for a reader to mend the text; "" if nothing."""
    match error:
        case RecordError() | NotationError():
            if not 0 <= error.offset <= len(error.text):
                return f"offset {error.offset} is not in the text"
            return "" if error.expected else "no expectation"
        case LessonError() | saving.ProgressError():
            return "" if error.expected else "no expectation"
        case PositionError():
            return "" if error.problems else "no problem named"
        case _:
            return "" if str(error).strip() else "no word"


def try_one(name: str, text: str, tally: Tally) -> str:
    """Give `text` to a reader; what is wrong with how it took it, "" if nothing."""
    reader = READERS[name]
    start = time.thread_time()
    try:
        reader.read(text)
        tally.read += 1
    except reader.errors as error:
        tally.refused += 1
        if lack := tells(error):
            return f"{type(error).__name__} {error}: {lack}"
    except Exception:  # noqa: BLE001 - that is what is looked for
        return traceback.format_exc(limit=-3)
    taken = time.thread_time() - start
    tally.slowest = max(tally.slowest, taken)
    return f"took {taken:.1f} s" if taken > SLOW_S else ""


def run(n: int, seed: int, names: Sequence[str] = ()) -> tuple[dict[str, Tally], list[str]]:
    """Try `n` spoilt texts on the readers in turn; the tallies, and what went wrong."""
    rng = Random(seed)
    chosen = list(names) or list(READERS)
    samples = {name: list(READERS[name].samples()) for name in chosen}
    tallies = {name: Tally() for name in chosen}
    faults: list[str] = []
    for number in range(n):
        name = chosen[number % len(chosen)]
        text = spoilt(rng.choice(samples[name]), samples[name], rng)
        if fault := try_one(name, text, tallies[name]):
            faults.append(f"{name}: {text[:300]!r}\n{fault}")
    return tallies, faults


def main() -> int:
    """Print the tallies; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--n", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=list(READERS), default=[])
    asked = parser.parse_args()
    tallies, faults = run(asked.n, asked.seed, asked.only)
    lines = [f"{'reader':24}{'read':>8}{'refused':>9}{'slowest ms':>12}"]
    lines += [
        f"{name:24}{tally.read:8}{tally.refused:9}{1000 * tally.slowest:12.0f}"
        for name, tally in tallies.items()
    ]
    sys.stdout.write("\n".join([*lines, f"seed {asked.seed}: {len(faults)} faults", ""]))
    for fault in faults[:20]:
        sys.stdout.write(f"\n{fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
