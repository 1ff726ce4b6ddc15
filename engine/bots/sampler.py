"""The bot that thinks: it deals the unseen tiles out many times and plays each deal to the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.beliefs import Beliefs
from engine.evals import Limit
from engine.play import legal_moves
from engine.position import Hand
from engine.search import Root, ready, simulate, solve, warm

if TYPE_CHECKING:
    from random import Random

    from engine.moves import Move
    from engine.position import Position, View

PLAIN_WORLDS: Final = 60
"""Deals looked at while the compiled search is not ready: about 50 ms of work."""
SOLVER_NODES: Final = 100_000
PLAIN_NODES: Final = 3_000
"""Nodes that the solver may take, compiled and not: as many as take about 50 ms. Two hands of
seven need two thousand; where it is too few, dealing goes on."""


@dataclass(frozen=True, slots=True)
class Sampler:
    """Makes the play that does best on average over deals that its view allows.

    Attributes:
        name: What `engine.bots.bot` knows it by.
        worlds: How many deals it looks at.
        solves: Whether it plays exactly once nothing is hidden from it.
    """

    name: str
    worlds: int = 400
    solves: bool = True

    def choose(self, view: View, rng: Random) -> Move:
        """The best play on average; of equal ones the first in the order of `legal_moves`."""
        moves = legal_moves(view.position)
        if len(moves) == 1:
            return moves[0]
        warm()
        seed = rng.getrandbits(31)
        if self.solves and (known := deduced(view.position)):
            nodes = SOLVER_NODES if ready() else PLAIN_NODES
            analysis = solve(known, Limit(nodes=nodes), lines=0)
            if analysis.exact:
                return analysis.best.move
        root = Root.of(view.position, moves)
        if len(root.moves) == 1:
            return root.moves[0]
        n = self.worlds if ready() else min(self.worlds, PLAIN_WORLDS)
        worlds = Beliefs(view, check=False).sample(n, seed)
        sums = simulate(root, worlds.hands, worlds.boneyards, seed=seed)
        best = max(range(len(root.moves)), key=lambda number: sums.totals[number])
        return root.moves[best]


def deduced(position: Position) -> Position | None:
    """The position with every tile shown, where only one seat's hand can hold the unseen ones."""
    hiding = [seat for seat, hand in enumerate(position.hands) if hand.hidden]
    if position.n_boneyard or len(hiding) != 1:
        return None
    (seat,) = hiding
    hand = position.hands[seat]
    if hand.hidden != len(position.unseen):  # some tiles are out of play
        return None
    shown = Hand(hand.tiles | position.unseen)
    return replace(position, hands=(*position.hands[:seat], shown, *position.hands[seat + 1 :]))
