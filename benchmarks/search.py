"""How fast rounds are played out and positions solved: `python -m benchmarks.search`.

Rounds a second beside the domino packages of PyPI, where they are installed (`dominoes` is a test
dependency; `pip install all-fives-domino` for the other), then the solver's times. Deals are random
from a fixed seed. Processor time of one thread.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from time import process_time

from engine import PRESETS, Hand, Layout, Position, RuleSet, TileSet
from engine.evals import Limit
from engine.search import GREEDY, RANDOM, jit, rounds, solve, warm
from engine.search.exact import BetweenTwo

SEED = 1
ALL_FIVES = PRESETS["all_fives"].with_options(hand=(7, 7, 7))
PARTNERS = ALL_FIVES.with_options(players=4, partnership=True)


@dataclass(frozen=True)
class Problem:
    """A kind of deal to solve, how many, and the bars: milliseconds at a share of the deals."""

    title: str
    rules: RuleSet
    hand: int
    boneyard: int
    n: int
    bars: tuple[tuple[float, float], ...] = ()


PROBLEMS = (
    Problem("7 v 7", ALL_FIVES, 7, 0, 1000, ((0.5, 0.4), (1.0, 2.0))),
    Problem("7 v 7, 14 in known order", ALL_FIVES, 7, 14, 200, ((0.5, 10), (0.99, 250))),
    Problem("10 v 10", ALL_FIVES, 10, 0, 40),
    Problem("11 v 11", ALL_FIVES, 11, 0, 20, ((0.5, 500),)),
    Problem("partners, 5 each", PARTNERS, 5, 0, 100),
    Problem("partners, 7 each", PARTNERS, 7, 0, 5, ((0.5, 3000),)),
)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the deals")
    quick = parser.parse_args().quick
    warm(wait=True)
    _rounds_table(quick=quick)
    _solver_table(quick=quick)


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _rounds_table(*, quick: bool) -> None:
    _print("two players, 7 tiles each                      rounds/s")
    share = 10 if quick else 1
    for title, policy in (("random", RANDOM), ("greedy", GREEDY)):
        speed = _per_second(partial(_play, policy=policy), 300_000 // share)
        _print(f"All Fives, {title}, {'compiled' if jit.ready() else 'plain':35} {speed:11,.0f}")
    with jit.turned_off():
        for title, policy in (("random", RANDOM), ("greedy", GREEDY)):
            speed = _per_second(partial(_play, policy=policy), 20_000 // share)
            _print(f"All Fives, {title}, plain Python                      {speed:11,.0f}")
    for title, module, play in _peers():
        if find_spec(module) is None:
            _print(f"{title:46} not installed")
        else:
            _print(f"{title:46} {_per_second(play, 2000 // share):11,.0f}")


def _play(n: int, policy: int) -> None:
    rounds(ALL_FIVES, n, seed=SEED, policies=(policy, policy))


def _per_second(play: Callable[[int], object], n: int) -> float:
    """The best of twelve: other work on the machine only ever slows it down."""
    n = max(1, n // 4)
    play(n)
    times = []
    for _ in range(12):
        start = process_time()
        play(n)
        times.append(process_time() - start)
    return n / min(times)


def _peers() -> Iterator[tuple[str, str, Callable[[int], object]]]:
    yield "dominoes (PyPI), 4 players, block, random", "dominoes", _play_dominoes


def _play_dominoes(n: int) -> None:
    game_of = import_module("dominoes").Game
    rng = Random(SEED)
    for _ in range(n):
        game = game_of.new()
        while game.result is None:
            game.make_move(*rng.choice(game.valid_moves))


def _solver_table(*, quick: bool) -> None:
    _print("")
    _print("every tile known               deals   median     95 %     99 %      max   nodes")
    for problem in PROBLEMS:
        n = max(3, problem.n // 10) if quick else problem.n
        for position in _deals(PROBLEMS[0], 1):
            _solve(position)  # compiled code is read from the disk at its first call
        times, nodes = zip(*(_solve(position) for position in _deals(problem, n)), strict=True)
        figures = [1000 * _at(times, share) for share in (0.5, 0.95, 0.99, 1.0)]
        bars = ", ".join(
            f"{'max' if share == 1 else f'{share:.0%}'} <= {bar:g}: "
            + ("yes" if 1000 * _at(times, share) <= bar else "NO")
            for share, bar in problem.bars
        )
        _print(
            f"{problem.title:30} {n:5} "
            + " ".join(f"{figure:8.2f}" for figure in figures)
            + f" {_at(nodes, 0.5):10,.0f}   ms  {bars}"
        )
    start = process_time()
    for position in _deals(PROBLEMS[0], 100):
        solve(position, Limit(nodes=10_000_000), lines=0)
    _print(f"7 v 7, all root moves through solve(): {10 * (process_time() - start):.2f} ms a deal")


def _deals(problem: Problem, n: int) -> Iterator[Position]:
    rng = Random(SEED)
    size = problem.hand
    dealt = problem.rules.players * size
    for _ in range(n):
        tiles = list(TileSet.full(6))
        rng.shuffle(tiles)
        hands = tuple(
            Hand.of(tiles[seat * size : (seat + 1) * size]) for seat in range(problem.rules.players)
        )
        boneyard = tuple(tiles[dealt : dealt + problem.boneyard])
        yield Position(problem.rules, Layout(), hands, boneyard, 0)


def _solve(position: Position) -> tuple[float, int]:
    """Processor seconds for the value and the best move of a position, and nodes."""
    start = process_time()
    search = BetweenTwo(position, Limit(nodes=1_000_000_000))
    search.best(position)
    search.close()
    return process_time() - start, search.nodes


def _at(values: tuple[float, ...], share: float) -> float:
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


if __name__ == "__main__":
    main()
