"""Who beats whom by how much: `python -m benchmarks.ladder`.

Every line is one tournament on duplicate deals of its own seed, with the number of deals fixed
beforehand: mean margin in points a round, its standard error over deals, and thinking time.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from engine.bots import LEVELS, Bot, bot, deduced
from engine.evals import Limit
from engine.play import legal_moves
from engine.position import Deal
from engine.search import solve
from engine.tournament import Result, Spec, merge, play_round, rules_for, run_chunk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.moves import Move
    from engine.position import View

BEST = LEVELS[-1].name
ALL_FIVES = "all_fives+hand=7,7,5"


@dataclass(frozen=True)
class Line:
    """One tournament of the table: who plays, on how many deals, and the bar for the first one."""

    bots: tuple[str, ...]
    n_deals: int
    bar: float | None = None


@dataclass(frozen=True)
class Table:
    """Tournaments under one rule set."""

    title: str
    rules: str
    lines: tuple[Line, ...]


def _versus(
    n_deals: int, *, against: Sequence[str] = ("greedy_heavy", "one_ply")
) -> tuple[Line, ...]:
    return tuple(Line((BEST, name), n_deals) for name in against)


def _tables() -> dict[str, Table]:
    levels = [level.name for level in LEVELS]
    steps = zip(levels[1:], levels, strict=False)
    three = (Line((BEST, "one_ply", "greedy"), 400), Line((BEST, "greedy", "greedy"), 400))
    return {
        "best": Table(
            "The best bot, two players",
            ALL_FIVES,
            (
                Line((BEST, "greedy_heavy"), 1500, 12.5),
                Line((BEST, "one_ply"), 1500, 6.5),
            ),
        ),
        "plain": Table(
            "Plain bots, two players",
            ALL_FIVES,
            (
                Line(("greedy", "random"), 2500),
                Line(("greedy_heavy", "greedy"), 2500),
                Line(("one_ply", "greedy_heavy"), 2500),
            ),
        ),
        "levels": Table(
            "Each level against the one below it",
            ALL_FIVES,
            tuple(Line(step, 1500) for step in steps),
        ),
        "straight": Table("Straight, two players", "straight", _versus(600)),
        "draw": Table("Draw, two players", "draw", _versus(600)),
        "five_up": Table("Five-Up, two players", "five_up", _versus(300)),
        "three": Table("All Fives, three players", "all_fives", three),
        "partners": Table("All Fives, two against two", "all_fives+partnership=true", _versus(600)),
    }


def _play(spec: Spec, pool: Executor | None) -> Iterator[Result]:
    chunks = range(spec.n_chunks)
    if pool is None:
        yield from map(run_chunk, repeat(spec), chunks)
    else:
        yield from pool.map(run_chunk, repeat(spec), chunks)


def _exactness(n_deals: int, seed: int) -> None:
    """How often the best bot's moves are the solver's, once two players have nothing to draw."""
    judges = [Judge(bot(name)) for name in (BEST, "patient", "one_ply")]
    rules = rules_for(ALL_FIVES, 2)
    for judge in judges:
        for number in range(n_deals):
            deal = Deal.shuffled(rules, Random(f"{seed} deal {number}"))
            play_round(deal, [judge, judge], [Random(f"{seed} {number} {k}") for k in range(2)])
        share = judge.n_best / judge.n if judge.n else 1.0
        _print(
            f"  {judge.name:>12}: {judge.n_best} of {judge.n} moves exact-optimal ({share:.2%}),"
            f" {judge.lost / max(judge.n, 1):.3f} points lost a move"
        )


@dataclass
class Judge:
    """Plays as `player` does, and counts how many of its moves the solver agrees with."""

    player: Bot
    n: int = 0
    n_best: int = 0
    lost: float = 0

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    def choose(self, view: View, rng: Random) -> Move:
        """The player's move, judged where there is a choice and nothing is hidden."""
        move = self.player.choose(view, rng)
        known = deduced(view.position)
        if known is not None and len(legal_moves(known)) > 1:
            analysis = solve(known, Limit(nodes=10_000_000))
            worth = {
                same: each.margin.points
                for each in analysis.evals
                for same in (each.move, *each.equals)
            }
            lost = max(worth.values()) - worth[move]
            self.n += 1
            self.n_best += lost == 0
            self.lost += lost
        return move


def _print(text: str = "") -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _row(line: Line, rules: str, seed: int, pool: Executor | None) -> bool:
    """Play one line and print it; whether its bar is met, if it has one."""
    spec = Spec(
        rules=rules_for(rules, len(line.bots)),
        bots=tuple(map(bot, line.bots)),
        n_deals=line.n_deals,
        seed=seed,
    )
    began = perf_counter()
    result = merge(list(_play(spec, pool)))
    took = perf_counter() - began
    first = result.standings[0]
    rest = ", ".join(standing.name for standing in result.standings[1:])
    stderr = first.stderr or 0.0
    thinking = " / ".join(f"{1000 * s.seconds_per_move:.2f}" for s in result.standings)
    met = line.bar is None or first.margin >= line.bar
    bar = "" if line.bar is None else f"  bar {line.bar:+.1f} {'met' if met else 'MISSED'}"
    _print(
        f"  {first.name:>12} - {rest:<22} {first.margin:+7.2f} +- {stderr:.2f}"
        f"  {first.margin / stderr if stderr else 0:+6.1f} s.e."
        f"  won {first.wins / result.n_rounds:5.1%} of {result.n_rounds}"
        f"  {thinking} ms a move  {took:.0f} s{bar}"
    )
    return met


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; exit 1 if a bar is missed."""
    tables = _tables()
    names = [*tables, "exact"]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="times as many deals")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tables", nargs="+", choices=names, default=names)
    args = parser.parse_args(argv)
    _print(f"seed {args.seed}; margin in points a round +- standard error over duplicate deals")
    pool = ProcessPoolExecutor(args.jobs) if args.jobs > 1 else None
    met = []
    for table in (tables[name] for name in args.tables if name in tables):
        _print(f"\n{table.title} ({table.rules})")
        for line in table.lines:
            n_deals = max(2, round(line.n_deals * args.scale))
            met.append(_row(Line(line.bots, n_deals, line.bar), table.rules, args.seed, pool))
    if pool is not None:
        pool.shutdown()
    if "exact" in args.tables:
        _print(f"\nAgainst the solver, boneyard empty, two players ({ALL_FIVES})")
        _exactness(max(2, round(300 * args.scale)), args.seed)
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
