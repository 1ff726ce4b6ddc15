"""How often bots make the solver's move, once two players have nothing left to draw."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from engine.bots import LEVELS, bot, deduced
from engine.evals import Limit
from engine.play import legal_moves
from engine.position import Deal
from engine.search import solve, warm
from engine.spread import Task, spread
from engine.study.number import number
from engine.tournament import play_round, rules_for

if TYPE_CHECKING:
    from engine.bots import Bot
    from engine.moves import Move
    from engine.position import View
    from engine.spread import Where
    from engine.study.number import Number

RULES: Final = "all_fives+hand=7,7,5"
BOTS: Final = (LEVELS[-1].name, "patient", "one_ply")
DEALS: Final = 2_000
DEALS_A_CHUNK: Final = 50
LIMIT: Final = Limit(nodes=10_000_000)


def study(*, scale: float, seed: int, over: Where) -> tuple[Number, ...]:
    """By bot the share of moves that are exact-optimal, and the points they lose."""
    n = max(2, round(DEALS * scale))
    chunks = tuple(
        (name, first, min(DEALS_A_CHUNK, n - first), seed)
        for name in BOTS
        for first in range(0, n, DEALS_A_CHUNK)
    )
    losses: dict[str, list[int]] = {name: [] for name in BOTS}
    task = Task(f"exactness {BOTS}, {n} deals, seed {seed}", _chunk, chunks)
    for (name, *_), found in zip(chunks, spread(task, over), strict=True):
        losses[name] += found
    return tuple(each for name in BOTS for each in _numbers(name, losses[name]))


def _numbers(name: str, lost: list[int]) -> tuple[Number, ...]:
    n = len(lost)
    if not n:
        return ()
    share, mean = lost.count(0) / n, sum(lost) / n
    # Where all are alike the spread says nothing: one more might have been otherwise.
    error = max(sqrt(share * (1 - share) / n), 1 / n)
    spread_ = sqrt(sum((each - mean) ** 2 for each in lost) / n / n)
    return (
        number(f"{name}: share of moves exact-optimal", share, error, n),
        number(f"{name}: points lost a move", mean, max(spread_, 1 / n), n),
    )


def _chunk(name: str, first: int, n: int, seed: int) -> list[int]:
    """The points lost by each move in some rounds of a bot with itself."""
    warm(wait=True)
    rules = rules_for(RULES, 2)
    judged = _Judged(bot(name), [])
    for number_ in range(first, first + n):
        deal = Deal.shuffled(rules, Random(f"{seed} deal {number_}"))
        rngs = [Random(f"{seed} {number_} {seat}") for seat in range(rules.players)]
        play_round(deal, [judged] * rules.players, rngs)
    return judged.lost


@dataclass(frozen=True, slots=True)
class _Judged:
    """Plays as `player` does, and notes what each move lost where there was a choice."""

    player: Bot
    lost: list[int]

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    def choose(self, view: View, rng: Random) -> Move:
        """The player's move."""
        move = self.player.choose(view, rng)
        known = deduced(view.position)
        if known is not None and len(legal_moves(known)) > 1:
            worth = {
                same: each.margin.points
                for each in solve(known, LIMIT, lines=0).evals
                for same in (each.move, *each.equals)
            }
            self.lost.append(round(max(worth.values()) - worth[move]))
        return move
