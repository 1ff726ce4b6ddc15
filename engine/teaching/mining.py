"""Puzzles mined and proved, and exercises searched, a chunk at a time: two command lines.

They are those of `python -m engine.teaching.puzzles` and `python -m engine.teaching.bank`.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Final

from engine.errors import DominoError
from engine.rules import PRESETS
from engine.spread import ALONE, Task, Where, add_options, spread, where
from engine.teaching.bank import rewrite
from engine.teaching.puzzles import (
    SHIPPED,
    distinct,
    fault,
    format_puzzle,
    mine,
    parse_puzzle,
    puzzles,
)
from engine.teaching.skills import Skill

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.teaching.puzzles import Puzzle

SEEDS_A_CHUNK: Final = 100
PROVED_A_CHUNK: Final = 50


def mined(game: str, seeds: range, over: Where = ALONE) -> Iterator[Puzzle]:
    """What `mine` finds: rounds are searched in chunks, and what plays alike is left out after."""
    firsts = range(seeds.start, seeds.stop, SEEDS_A_CHUNK)
    chunks = tuple((game, first, min(first + SEEDS_A_CHUNK, seeds.stop)) for first in firsts)
    task = Task(f"mine {game} {seeds.start}:{seeds.stop}", mine_chunk, chunks)
    return distinct(parse_puzzle(line) for lines in spread(task, over) for line in lines)


def mine_chunk(game: str, first: int, last: int) -> list[str]:
    """The puzzles of some rounds, as lines."""
    return [format_puzzle(puzzle) for puzzle in mine(PRESETS[game], range(first, last))]


def faults(
    games: Sequence[str], every: int, over: Where = ALONE
) -> dict[str, tuple[int, list[str]]]:
    """By game how many shipped puzzles were made again, each `every`-th, and what is wrong."""
    checked = {game: len(puzzles(PRESETS[game])[::every]) for game in games}
    chunks = tuple(
        (game, every, first, first + PROVED_A_CHUNK)
        for game in games
        for first in range(0, checked[game], PROVED_A_CHUNK)
    )
    wrong: dict[str, list[str]] = {game: [] for game in games}
    task = Task(f"prove {checked} every {every}", prove_chunk, chunks)
    for (game, *_), found in zip(chunks, spread(task, over), strict=True):
        wrong[game] += found
    return {game: (checked[game], wrong[game]) for game in games}


def prove_chunk(game: str, every: int, first: int, last: int) -> list[str]:
    """What is wrong with some of the puzzles that are checked."""
    checked = puzzles(PRESETS[game])[::every][first:last]
    return [text for puzzle in checked if (text := fault(puzzle))]


def main(arguments: Sequence[str]) -> int:
    """The command line; 1 if a puzzle is not proved, 2 after bad input."""
    parser = argparse.ArgumentParser(prog="python -m engine.teaching.puzzles")
    commands = parser.add_subparsers(dest="command", required=True)
    mining = commands.add_parser("mine", help="print new puzzles, one a line")
    mining.add_argument("--rules", choices=PRESETS, default="straight")
    mining.add_argument("--seeds", type=_seeds, default="0:1000", help="FIRST:LAST, last left out")
    add_options(mining)
    proving = commands.add_parser("prove", help="make the shipped puzzles again and compare")
    proving.add_argument("--rules", choices=SHIPPED, action="append")
    proving.add_argument("--every", type=_positive, default=1, help="only each so-manieth")
    add_options(proving)
    options = parser.parse_args(arguments)
    try:
        return (_mine if options.command == "mine" else _prove)(options)
    except DominoError as error:
        sys.stderr.write(f"{options.command}: {error}\n")
        return 2


def _seeds(text: str) -> range:
    first, last = map(int, text.split(":"))
    return range(first, last)


def _positive(text: str) -> int:
    if int(text) < 1:
        raise argparse.ArgumentTypeError(f"at least 1, not {text}")
    return int(text)


def _mine(options: argparse.Namespace) -> int:
    for puzzle in mined(options.rules, options.seeds, where(options)):
        sys.stdout.write(format_puzzle(puzzle) + "\n")
        sys.stdout.flush()
    return 0


def _prove(options: argparse.Namespace) -> int:
    found = faults(options.rules or SHIPPED, options.every, where(options))
    for game, (checked, wrong) in found.items():
        report = {"rules": game, "checked": checked, "faults": wrong}
        sys.stdout.write(json.dumps(report) + "\n")
    return int(any(wrong for _, wrong in found.values()))


def search_bank(arguments: Sequence[str]) -> int:
    """The command line that searches exercises anew; 2 after bad input."""
    parser = argparse.ArgumentParser(prog="python -m engine.teaching.bank")
    parser.add_argument("skills", nargs="*", metavar="SKILL", help=", ".join(Skill))
    add_options(parser)
    options = parser.parse_args(arguments)
    if unknown := set(options.skills) - set(Skill):
        parser.error(f"no skill {', '.join(sorted(unknown))}; there are {', '.join(Skill)}")
    try:
        rewrite(tuple(map(Skill, options.skills)) or tuple(Skill), where(options))
    except DominoError as error:
        sys.stderr.write(f"bank: {error}\n")
        return 2
    return 0
