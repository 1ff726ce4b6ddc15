"""How fast advice comes, and how fine it is: `python -m benchmarks.evaluate`.

A cold process answers first on the plain path; the rest is measured once the kernels are compiled.
"""

from __future__ import annotations

import subprocess
import sys
from random import Random
from statistics import median
from time import perf_counter, process_time

from engine.analysis import evaluations
from engine.beliefs import Beliefs
from engine.evals import Limit
from engine.play import apply_legal, legal_moves, view
from engine.position import Deal, View
from engine.rules import preset
from engine.search import ready, warm

N_OPENINGS = 20
COLD = """
from random import Random
from benchmarks.evaluate import first_answer_s, opening
print(first_answer_s(opening(1)))
"""


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def opening(seed: int) -> View:
    """What the leader of a random deal sees: two players, seven tiles each."""
    rules = preset("all_fives").with_options(hand=(7, 7, 5))
    return view(Deal.shuffled(rules, Random(seed), leader=0).start(), (), 0)


def first_answer_s(seen: View) -> float:
    """Seconds to the first ranked answer, reasons included."""
    began = perf_counter()
    answers = evaluations(seen, rng=Random(1), limit=Limit(seconds=10))
    next(answers)
    took = perf_counter() - began
    answers.close()
    return took


def main() -> None:
    """Print the table."""
    began = perf_counter()
    subprocess.run([sys.executable, "-c", COLD], check=True, capture_output=True)  # noqa: S603 - own code
    _tell(f"cold process to first answer    {perf_counter() - began:8.3f} s   [1 s]")
    warm(wait=True)
    _tell(f"compiled kernels in use         {ready()!s:>8}")
    seen = [opening(seed) for seed in range(N_OPENINGS)]
    firsts = sorted(first_answer_s(each) for each in seen)
    _tell(f"warm first answer, median / max {median(firsts):8.3f} s   {firsts[-1]:.3f} [0.1 s]")
    errors, samples = [], []
    for each in seen:
        *_, last = evaluations(each, rng=Random(1), limit=Limit(seconds=0.5))
        errors.append(max(row.stderr for row in last.evals[:2]))
        samples.append(last.samples)
    _tell(f"s.e. of the top two after 0.5 s {median(errors):8.3f}     {max(errors):.3f} [0.5]")
    _tell(f"deals looked at in 0.5 s        {median(samples):8.0f}")
    _sampling()


def _sampling() -> None:
    rng = Random(2)
    rules = preset("all_fives")
    for players in (2, 3, 4):
        position = start = Deal.shuffled(rules.with_options(players=players), rng).start()
        moves = []
        for _ in range(12):
            moves.append(rng.choice(legal_moves(position)))
            position = apply_legal(position, moves[-1])
        seen = view(start, moves, position.turn)
        began = process_time()
        beliefs = [Beliefs(seen) for _ in range(50)][-1]
        built = (process_time() - began) / 50
        beliefs.sample(10, 1)
        began = process_time()
        beliefs.sample(50_000, 1)
        each = (process_time() - began) / 50_000
        _tell(f"{players} players: beliefs {built * 1e3:.2f} ms, a world {each * 1e6:.2f} us")


if __name__ == "__main__":
    main()
