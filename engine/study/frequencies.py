"""How often plays score and how much, and how rounds end, between two players."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

from engine.bots import bot
from engine.moves import Draw, Play
from engine.play import ending, points_of
from engine.position import Deal
from engine.settlement import Ending
from engine.spread import Task, spread
from engine.study.number import ratio
from engine.tournament import play_round, rules_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.spread import Where
    from engine.study.number import Number

GAMES: Final = ("all_fives+hand=7,7,5", "straight")
PLAYER: Final = "greedy"
ROUNDS: Final = 4_000
ROUNDS_A_CHUNK: Final = 200
SHOWN: Final = (5, 10, 15, 20)
"""Points of a play that have a line of their own."""
COLUMNS: Final = ("plays", "draws", "points", "scored", *map(str, SHOWN), "more", "blocked")


def study(*, scale: float, seed: int, over: Where) -> tuple[Number, ...]:
    """Shares of plays by their points, points a play and a round, rounds blocked."""
    n = max(2, round(ROUNDS * scale))
    chunks = tuple(
        (game, first, min(ROUNDS_A_CHUNK, n - first), seed)
        for game in GAMES
        for first in range(0, n, ROUNDS_A_CHUNK)
    )
    rows: dict[str, list[Sequence[int]]] = {game: [] for game in GAMES}
    task = Task(f"frequencies {GAMES} {PLAYER}, {n} rounds, seed {seed}", _chunk, chunks)
    for (game, *_), found in zip(chunks, spread(task, over), strict=True):
        rows[game] += found
    return tuple(each for game in GAMES for each in _numbers(game.split("+")[0], rows[game]))


def _numbers(game: str, rows: Sequence[Sequence[int]]) -> list[Number]:
    by = {name: [row[at] for row in rows] for at, name in enumerate(COLUMNS)}

    def share(name: str, of: str, above: str) -> Number:
        return ratio(f"{game}: {name}", zip(by[above], by[of], strict=True))

    def a_round(name: str, column: str) -> Number:
        return ratio(f"{game}: {name}", ((value, 1) for value in by[column]))

    return [
        share("plays that score", "plays", "scored"),
        *(share(f"plays that score {points}", "plays", str(points)) for points in SHOWN),
        share(f"plays that score more than {SHOWN[-1]}", "plays", "more"),
        share("points a play", "plays", "points"),
        a_round("points of plays in a round", "points"),
        a_round("plays in a round", "plays"),
        a_round("draws in a round", "draws"),
        a_round("rounds that end blocked", "blocked"),
    ]


def _chunk(game: str, first: int, n: int, seed: int) -> list[list[int]]:
    return [_round(game, number, seed) for number in range(first, first + n)]


def _round(game: str, number_: int, seed: int) -> list[int]:
    """What is counted in one round, by column."""
    rules = rules_for(game, 2)
    player = bot(PLAYER)
    deal = Deal.shuffled(rules, Random(f"{seed} {game} {number_}"), number_ % rules.players)
    rngs = [Random(f"{seed} {game} {number_} {seat}") for seat in range(rules.players)]
    record = play_round(deal, [player] * rules.players, rngs).record
    found: Counter[str] = Counter()
    *positions, last = record.positions()
    for position, move in zip(positions, record.plies, strict=True):
        found["draws"] += isinstance(move, Draw)
        if isinstance(move, Play):
            points = points_of(position, move)
            found["plays"] += 1
            found["points"] += points
            found["scored"] += points > 0
            found[str(points) if points in SHOWN else "more"] += points > 0
    found["blocked"] = int(ending(last) is Ending.BLOCKED)
    return [found[column] for column in COLUMNS]
