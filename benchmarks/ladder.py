"""Who beats whom by how much: `python -m benchmarks.ladder`.

Every line is one tournament on duplicate deals of its own seed, with the number of deals fixed
beforehand: mean margin in points a round, its standard error over deals, and thinking time.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from engine.spread import add_options, where
from engine.study import exactness
from engine.study.ladder import TABLES, results

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.spread import Where
    from engine.study.ladder import Line
    from engine.tournament import Result


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; exit 1 if a bar is missed."""
    names = [*TABLES, "exact"]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="times as many deals")
    parser.add_argument("--tables", nargs="+", choices=names, default=names)
    add_options(parser)
    args = parser.parse_args(argv)
    _print(f"seed {args.seed}; margin in points a round +- standard error over duplicate deals")
    met, title = True, ""
    tables = [name for name in args.tables if name in TABLES]
    began = perf_counter()
    for table, line, result in results(tables, scale=args.scale, seed=args.seed, over=where(args)):
        if table.title != title:
            title = table.title
            _print(f"\n{title} ({table.rules})")
        met &= _row(line, result, perf_counter() - began)
        began = perf_counter()
    if "exact" in args.tables:
        _exactness(args.scale, args.seed, where(args))
    return 0 if met else 1


def _row(line: Line, result: Result, took: float) -> bool:
    """Print one line; whether its bar is met, if it has one."""
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


def _exactness(scale: float, seed: int, over: Where) -> None:
    _print(f"\nAgainst the solver, boneyard empty, two players ({exactness.RULES})")
    if over.state is not None:  # a state file is for one piece of work
        over = replace(over, state=over.state.with_suffix(".exact"))
    for each in exactness.study(scale=scale, seed=seed, over=over):
        _print(f"  {each.name:<40} {each.value:.4f} +- {each.stderr:.4f} of {each.n} moves")


def _print(text: str = "") -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
