"""Whether what beliefs call 30 % happens 30 % of the time, in rounds that random players play.

Beliefs leave out how likely a choice is: one of k legal plays is made with chance 1/k, so that a
hand with few of them is a little likelier than beliefs say (up to a point in a hundred). Each
round therefore counts as often as its choices were unlikely: that takes exactly this out, and what
is left must agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp, prod, sqrt
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.beliefs import BONEYARD, Beliefs
from engine.layout import places
from engine.moves import Play
from engine.play import apply_legal, legal_moves, view
from engine.position import Deal
from engine.rules import RuleSet, preset
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.moves import Move
    from engine.position import Position

TENTHS = 10
GAMES = [
    preset("all_fives").with_options(hand=(7, 7, 5)),
    preset("straight"),
    preset("draw"),
    preset("all_fives").with_options(players=3),
    preset("draw").with_options(players=4, hand=(7, 5, 5)),
]


@dataclass
class Tenth:
    """Predictions of one tenth: hits minus predictions, summed by position to cluster them."""

    n: int = 0
    weight: float = 0.0
    raw: float = 0.0
    surplus: list[float] = field(default_factory=list)

    @property
    def deviations(self) -> float:
        spread = sqrt(sum(each**2 for each in self.surplus))
        return sum(self.surplus) / spread if spread else 0.0

    @property
    def gap(self) -> float:
        """Share of hits minus mean prediction, choices taken out."""
        return sum(self.surplus) / self.weight if self.weight else 0.0

    @property
    def raw_gap(self) -> float:
        """The same with every round counted alike."""
        return self.raw / self.n if self.n else 0.0


def positions(rules: RuleSet, rng: Random) -> Iterator[tuple[Position, Beliefs, float]]:
    """Positions of random play, one a round, where beliefs tell tiles apart.

    The ply is fixed before the round is played: how long a round goes on depends on what is
    hidden, so that a ply chosen from those there were would tell of it.
    """
    while True:
        position = start = Deal.shuffled(rules, rng).start()
        moves: list[Move] = []
        choices: list[float] = [1.0] * rules.players
        for _ in range(rng.randrange(4, 40)):
            legal = legal_moves(position)
            if not legal:
                break
            moves.append(rng.choice(legal))
            if isinstance(moves[-1], Play):
                choices[position.turn] *= len(legal) / _usual(position)
            position = apply_legal(position, moves[-1])
        if not legal_moves(position):
            continue
        beliefs = Beliefs(view(start, moves, position.turn), check=False)
        if any(len(sharing.kinds) > 1 for sharing in beliefs.sharings):
            # The seat's own choices are no secret to it.
            yield position, beliefs, prod(choices) / choices[position.turn]


def _usual(position: Position) -> float:
    """About how many plays such a hand has, going by what everybody sees: keeps weights even."""
    if not position.layout.line:
        return len(position.hand)
    left = TileSet.full(position.rules.max_pip) - position.layout.tiles
    where = places(position.layout, position.rules)
    fits = sum(place.takes(tile) for tile in left for place in where)
    expected = fits * len(position.hand) / len(left)
    return expected / (1 - exp(-expected))


def measure(n: int, seed: int) -> list[Tenth]:
    tenths = [Tenth() for _ in range(TENTHS)]
    for number, rules in enumerate(GAMES):
        found = positions(rules, Random(seed + number))
        for _ in range(n // len(GAMES)):
            _add(tenths, *next(found))
    return tenths


def _add(tenths: list[Tenth], position: Position, beliefs: Beliefs, weight: float) -> None:
    sums: dict[int, float] = {}
    assert not isinstance(position.boneyard, int)
    for holder, row in beliefs.table().items():
        for tile, chance in row.items():
            has = tile in (
                position.boneyard if holder == BONEYARD else position.hands[holder].tiles
            )
            if chance in (0, 1):  # certain: not a matter of degree
                assert has == bool(chance)
                continue
            tenth = min(int(chance * TENTHS), TENTHS - 1)
            sums[tenth] = sums.get(tenth, 0.0) + weight * (has - chance)
            tenths[tenth].n += 1
            tenths[tenth].weight += weight
            tenths[tenth].raw += has - chance
    for tenth, surplus in sums.items():
        tenths[tenth].surplus.append(surplus)


def report(tenths: list[Tenth]) -> str:
    return "\n".join(
        f"{number / TENTHS:.1f} n={tenth.n:6} positions={len(tenth.surplus):5} "
        f"hits - predicted={tenth.gap:+.4f} z={tenth.deviations:+.2f} raw={tenth.raw_gap:+.4f}"
        for number, tenth in enumerate(tenths)
    )


@pytest.mark.parametrize(
    "n", [pytest.param(500, id="sample"), pytest.param(10_000, id="full", marks=pytest.mark.slow)]
)
def test_each_tenth_of_the_chances_comes_true_as_often_as_said(n: int) -> None:
    tenths = measure(n, seed=2024)
    print(report(tenths))
    assert all(abs(tenth.deviations) < 3 for tenth in tenths), report(tenths)
    # What choices tell is left out of beliefs: it must stay small.
    most = 0.015 if n >= 5000 else 0.05
    assert all(abs(tenth.raw_gap) < most for tenth in tenths), report(tenths)
