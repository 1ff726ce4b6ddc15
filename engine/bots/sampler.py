"""The bot that thinks: it deals the unseen tiles out many times and plays each deal to the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.beliefs import Beliefs
from engine.evals import Limit
from engine.options import Spinner
from engine.play import legal_moves
from engine.position import Hand
from engine.search import CAREFUL, GREEDY, Root, likely, ready, simulate, solve, warm

if TYPE_CHECKING:
    from random import Random

    from engine.moves import Move
    from engine.position import Position, View

MOST_ROUNDS: Final = 8_000
SPUN_ROUNDS: Final = 1_600
"""Rounds played out for one choice, and where every double is a spinner: less than 50 ms of work.
There boards are so many that few come twice, and their answers cost more than they tell."""
PLAIN_WORLDS: Final = 40
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
        worlds: How many deals it looks at, at most.
        solves: Whether it plays exactly once nothing is hidden from it.
        minds_others: Whether it thinks deals likelier that the plays of others speak for, and plays
            them out with an eye to what its own plays let others answer.
    """

    name: str
    worlds: int = 2000
    solves: bool = True
    minds_others: bool = True

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
        n = self._n_worlds(root)
        beliefs = Beliefs(view, check=False)
        worlds = likely(beliefs, n, seed) if self.minds_others else beliefs.sample(n, seed)
        sums = simulate(
            root, worlds.hands, worlds.boneyards, policies=self._policies(root), seed=seed
        )
        best = max(range(len(root.moves)), key=lambda number: sums.totals[number])
        return root.moves[best]

    def _n_worlds(self, root: Root) -> int:
        """How many deals there is time for."""
        if not ready():
            return min(self.worlds, PLAIN_WORLDS)
        most = SPUN_ROUNDS if root.rules.spinner is Spinner.EVERY_DOUBLE else MOST_ROUNDS
        return min(self.worlds, most // len(root.moves))

    def _policies(self, root: Root) -> list[int]:
        """How each seat goes on."""
        rules = root.rules
        careful = self.minds_others and rules.spinner is not Spinner.EVERY_DOUBLE
        own = CAREFUL if careful else GREEDY
        return [own if rules.team(seat) == root.team else GREEDY for seat in range(rules.players)]


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
