"""(8) Points lost per decision ("Fives PR") rise with noise: the measure of play can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from engine import PRESETS, Draw, View, apply, legal_moves
from engine.analysis import evaluations
from engine.bots import bot
from engine.evals import Limit
from engine.moves import Move
from engine.play import ending, view
from engine.position import Deal
from engine.search import Root, warm

RULES = PRESETS["all_fives"]
SOUND = bot("one_ply")
LOOK = Limit(samples=16)
"""Deals looked at for each decision: what is lost is the same on average, only less sure."""


@dataclass(frozen=True)
class Noisy:
    """Plays well, but with probability `noise` anything."""

    noise: float

    def choose(self, seen: View, rng: Random) -> Move:
        moves = legal_moves(seen.position)
        return rng.choice(moves) if rng.random() < self.noise else SOUND.choose(seen, rng)


def lost(seen: View, move: Move, rng: Random) -> float:
    """Points that `move` is worth less than the best, as the review works it out."""
    *_, found = evaluations(seen, rng=rng, limit=LOOK, explain=False)
    worth = next(row for row in found.evals if move in (row.move, *row.equals))
    return found.best.margin.points - worth.margin.points


def hand(player: Noisy, seed: int) -> tuple[float, int]:
    """Points lost in a round against the sound bot, and the decisions it had."""
    rng = Random(seed)
    start = position = Deal.shuffled(RULES, rng, leader=seed % 2).start()
    made: list[Move] = []
    total, decisions = 0.0, 0
    while ending(position) is None:
        seen = view(start, made, position.turn)
        choose = player.choose if position.turn == 0 else SOUND.choose
        move = choose(seen, rng)
        is_choice = len(seen.position.hand.tiles) > 1 and len(Root.of(seen.position).moves) > 1
        if position.turn == 0 and is_choice and not isinstance(move, Draw):
            total += lost(seen, move, rng)
            decisions += 1
        made.append(move)
        position = apply(position, move)
    return total, decisions


def rating(hands: list[tuple[float, int]]) -> float:
    """Points lost per decision over some hands."""
    return sum(points for points, _ in hands) / sum(n for _, n in hands)


def test_noise_costs_points() -> None:
    sound, noisy = ([hand(Noisy(noise), seed) for seed in range(10)] for noise in (0.0, 1.0))
    assert rating(noisy) > rating(sound)


@pytest.mark.slow
def test_more_noise_gives_a_worse_rating_in_nearly_all_samples_of_200_hands() -> None:
    warm(wait=True)
    noises = (0.0, 0.3, 0.6, 1.0)
    played = [[hand(Noisy(noise), seed) for seed in range(250)] for noise in noises]
    rng = Random(8)
    # Samples of 200 hands, drawn again and again from those played.
    for (less, more), (a, b) in zip(pairwise(noises), pairwise(played), strict=True):
        ordered = [
            rating(rng.choices(a, k=200)) < rating(rng.choices(b, k=200)) for _sample in range(400)
        ]
        print(f"noise {less} to {more}: {rating(a):.2f} to {rating(b):.2f} points a decision, "
              f"in order in {fmean(ordered):.1%} of samples")  # fmt: skip
        assert fmean(ordered) >= 0.95
