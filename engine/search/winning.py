"""The chance to win the match from a score, by how rounds between good players turn out.

The results of rounds come from `round_results.json`: greedy players against each other, every
preset and seating. `python -m engine.search.winning` makes the file again, from a seed it notes.
Rules with other options are taken to turn out like their preset; who leads is left out.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from engine.rules import MAX_PLAYERS, MIN_PLAYERS, PRESETS, preset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.rules import RuleSet
    from engine.tiles import Team

FILE: Final = Path(__file__).with_name("round_results.json")
NEAR_SHARE: Final = 0.8
"""A side is near the target if a round better than this share of them would take it there."""
CONTINUATIONS: Final = 400
"""Matches played on from a score where there are more than two sides."""

Scores = tuple[int, ...]
Results = tuple[tuple[Scores, float], ...]


@cache
def round_results(name: str, players: int, n_teams: int) -> Results:
    """The points that the sides make in a round, with the share of rounds that end so.

    Sides are alike: each may lead.
    """
    kept = json.loads(FILE.read_text(encoding="utf-8"))["results"][f"{name} {players}/{n_teams}"]
    found: Counter[Scores] = Counter()
    for points, times in kept.items():
        gained = tuple(map(int, points.split("/")))
        for turn in range(n_teams):
            found[gained[turn:] + gained[:turn]] += times
    total = found.total()
    return tuple((gained, times / total) for gained, times in sorted(found.items()))


class MatchOdds:
    """Chances to win a match of one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.target = rules.target_points
        self._n_teams = rules.n_teams
        self._results = round_results(rules.name, rules.players, rules.n_teams)
        self._known: dict[Scores, tuple[float, ...]] = {}

    def is_near(self, scores: Scores) -> bool:
        """Whether a good round more can take a side to the target."""
        gains = sorted((max(gained), share) for gained, share in self._results)
        so_far = 0.0
        for gain, share in gains:
            so_far += share
            if so_far >= NEAR_SHARE:
                return max(scores) + gain >= self.target
        return False

    def chance(self, scores: Scores, team: Team) -> float:
        """The chance that `team` wins a match in which a round has ended at `scores`."""
        return self._chances(scores)[team]

    def _chances(self, scores: Scores) -> tuple[float, ...]:
        best = max(scores)
        if best >= self.target:
            # Equal ones play on, each as likely to win as the other.
            return tuple((score == best) / scores.count(best) for score in scores)
        known = self._known.get(scores)
        if known is None:
            by_rounds = self._n_teams == MIN_PLAYERS
            known = self._played_on(scores) if by_rounds else self._sampled(scores)
            self._known[scores] = known
        return known

    def _played_on(self, scores: Scores) -> tuple[float, ...]:
        """Every result of the next round, weighed; a round without points changes nothing."""
        chances = [0.0] * self._n_teams
        moved = 0.0
        for gained, share in self._results:
            after = self._after(scores, gained)
            if after != scores:
                moved += share
                for team, chance in enumerate(self._chances(after)):
                    chances[team] += share * chance
        if not moved:
            return (1 / self._n_teams,) * self._n_teams
        return tuple(chance / moved for chance in chances)

    def _sampled(self, scores: Scores) -> tuple[float, ...]:
        rng = Random(str(scores))
        wins = [0] * self._n_teams
        gains = [gained for gained, _ in self._results]
        shares = [share for _, share in self._results]
        for _ in range(CONTINUATIONS):
            wins[self._winner(scores, iter(lambda: rng.choices(gains, shares)[0], None))] += 1
        return tuple(n / CONTINUATIONS for n in wins)

    def _winner(self, scores: Scores, gains: Iterator[Scores]) -> Team:
        for gained in gains:
            scores = self._after(scores, gained)
            best = max(scores)
            if best >= self.target and scores.count(best) == 1:
                break
        return scores.index(max(scores))

    def _after(self, scores: Scores, gained: Scores) -> Scores:
        """Scores after a round.

        The rare loss of points (a heavy partner after a block) is taken for nothing, so that a
        match only goes forward; and so is that a target may have to be hit exactly.
        """
        return tuple(score + max(points, 0) for score, points in zip(scores, gained, strict=True))


@cache
def match_odds(rules: RuleSet) -> MatchOdds:
    """The odds under `rules`, kept with every score that was asked for."""
    return MatchOdds(rules)


def _seatings() -> Iterator[RuleSet]:
    for name in PRESETS:
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            yield preset(name).with_options(players=players)
        yield preset(name).with_options(players=MAX_PLAYERS, partnership=True)


def _main() -> None:
    """Write the file again."""
    from engine.search import GREEDY, rounds, warm  # noqa: PLC0415 - only to make the file

    parser = argparse.ArgumentParser(prog="python -m engine.search.winning", description=__doc__)
    parser.add_argument("--rounds", type=int, default=500, help="rounds for each seating")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    warm(wait=True)
    results = {}
    for rules in _seatings():
        # A match's target must not cut its first round short.
        endless = rules.with_options(target=(10**6,) * 3)
        rows = rounds(endless, args.rounds, seed=args.seed, policies=(GREEDY,) * rules.players)
        times = Counter("/".join(str(int(points)) for points in row) for row in rows)
        results[f"{rules.name} {rules.players}/{rules.n_teams}"] = dict(sorted(times.items()))
    made = {"rounds": args.rounds, "seed": args.seed, "policy": "greedy", "results": results}
    FILE.write_text(json.dumps(made, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _main()
