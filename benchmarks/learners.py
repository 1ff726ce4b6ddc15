"""Learners made of rules take the course: `python -m benchmarks.learners [GAME ...]`.

The figures of the automatic tests 1 to 4, 7 and 9 of the course, for each game it teaches, with
fixed seeds; `--runs` sets the runs of every wrong model and pair. Fails if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from math import sqrt
from random import Random
from statistics import fmean, stdev

from engine.rules import PRESETS, RuleSet
from engine.teaching.misconceptions import Mistake, course_mistakes
from engine.teaching.simulate import (
    Believer,
    Guesser,
    alike,
    expected,
    is_named,
    items_to_mastery,
    pairs,
    reviews_by_day,
    sit,
    trial,
)
from engine.teaching.skills import COURSE_GAMES, Skill

MOST_ITEMS, MOST_GUESSED = 12, 0.01
"""Bars: items until the oracle has passed; share of the gates that a guesser may pass."""
LEARNERS = 100
PUPILS = 20
NAMED = 0.95


def main() -> None:
    """Print the table, game by game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all of the course")
    parser.add_argument("--runs", type=int, default=20)
    wanted = parser.parse_args()
    for game in wanted.games:
        if game not in COURSE_GAMES:
            parser.error(f"the course teaches {', '.join(COURSE_GAMES)}, not {game}")
    met = [_game(game, wanted.runs) for game in wanted.games or COURSE_GAMES]
    sys.exit(0 if all(met) else 1)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _game(game: str, runs: int) -> bool:
    rules = PRESETS[game]
    singles = [frozenset({mistake}) for mistake in course_mistakes(rules)]
    _tell(f"{game} (seeds 0 to {LEARNERS - 1}; wrong models: 0 to {runs - 1})")
    return all(
        [
            _oracles(rules),
            _guessers(rules),
            _holders("(3) one wrong model", rules, singles, runs),
            _holders("(4) two wrong models", rules, pairs(rules), runs),
            _pupils(rules),
            _reviews(rules),
        ]
    )


def _oracles(rules: RuleSet) -> bool:
    """Who knows everything passes."""
    sittings = [
        sit(Believer(), skill, rules, Random(seed)) for skill in Skill for seed in range(LEARNERS)
    ]
    items = [sitting.items for sitting in sittings]
    n_passed = sum(sitting.passed for sitting in sittings)
    _tell(
        f"  (1) oracle: {n_passed} of {len(items)} gates, "
        f"{fmean(items):.1f} items, {max(items)} at most [{MOST_ITEMS}]"
    )
    return n_passed == len(items) and max(items) <= MOST_ITEMS


def _guessers(rules: RuleSet) -> bool:
    """Who knows nothing does not."""
    passed = [
        sit(Guesser(), skill, rules, Random(seed)).passed
        for skill in Skill
        for seed in range(LEARNERS)
    ]
    _tell(f"  (2) guesser: {sum(passed)} of {len(passed)} gates [< {MOST_GUESSED:.0%}]")
    return fmean(passed) < MOST_GUESSED


def _holders(title: str, rules: RuleSet, beliefs: Iterable[frozenset[Mistake]], runs: int) -> bool:
    """Who holds wrong models is stopped at the skills that name them, and named there."""
    n_right = n_wrong = n_hidden = 0
    hits: Counter[frozenset[Mistake]] = Counter()
    tries: Counter[frozenset[Mistake]] = Counter()
    for held in beliefs:
        for skill in Skill:
            names = expected(skill, rules, held)
            is_stopped = bool(names)
            n_hidden += bool(alike(skill, rules, names)) and len(names) > 1
            for seed in range(runs):
                seen = trial(skill, rules, held, seed)
                n_wrong += seen.passed == is_stopped
                n_right += seen.passed != is_stopped
                if is_stopped:
                    tries[held] += 1
                    hits[held] += is_named(skill, rules, held, seen)
    shares = sorted((hits[held] / n, " + ".join(sorted(held))) for held, n in tries.items())
    below = [(share, low) for share, low in shares if share < NAMED]
    _tell(
        f"  {title}: {len(shares)} learners, {n_wrong} of {n_wrong + n_right} gates wrong [0], "
        f"named {sum(hits.values()) / sum(tries.values()):.1%}, the least {shares[0][0]:.0%} [95 %]"
    )
    if n_hidden:
        _tell(f"      in {n_hidden} lessons one hides the other; either name is right there")
    for share, low in below:
        _tell(f"      below: {low} {share:.0%}")
    return not n_wrong and not below


def _pupils(rules: RuleSet) -> bool:
    """Who learns does so faster by the scheduler than in random order."""
    planned, chance = (
        [items_to_mastery(rules, Random(seed), scheduled=way) for seed in range(PUPILS)]
        for way in (True, False)
    )
    saved = [late - soon for soon, late in zip(planned, chance, strict=True)]
    error = stdev(saved) / sqrt(PUPILS)
    _tell(
        f"  (7) items to mastery: {fmean(planned):.0f} scheduled, {fmean(chance):.0f} at random; "
        f"saved {fmean(saved):.0f} ± {error:.0f}"
    )
    return fmean(saved) > 2 * error


def _reviews(rules: RuleSet) -> bool:
    """Who has passed everything is not asked again too often."""
    met = True
    for recall in (0.9, 0.8):
        load = reviews_by_day(rules, Random(2), days=365, recall=recall)
        early, late = fmean(load[:180]), fmean(load[180:])
        _tell(
            f"  (9) reviews a day, {recall:.0%} remembered: {early:.2f}, later {late:.2f}, "
            f"{max(load)} at most [{len(Skill)}]"
        )
        met = met and max(load) <= len(Skill) and late <= early + 0.5
    return met


if __name__ == "__main__":
    main()
