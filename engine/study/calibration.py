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
from typing import TYPE_CHECKING, Final

from engine.beliefs import BONEYARD, Beliefs
from engine.layout import places
from engine.moves import Play
from engine.notation import format_rules
from engine.play import apply_legal, legal_moves, view
from engine.position import Deal
from engine.rules import RuleSet, preset
from engine.spread import Task, spread
from engine.study.number import number
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.moves import Move
    from engine.position import Position
    from engine.spread import Where
    from engine.study.number import Number

TENTHS: Final = 10
GAMES: Final = (
    preset("all_fives").with_options(hand=(7, 7, 5)),
    preset("straight"),
    preset("draw"),
    preset("all_fives").with_options(players=3),
    preset("draw").with_options(players=4, hand=(7, 5, 5)),
)
POSITIONS: Final = 10_000
POSITIONS_A_CHUNK: Final = 50

Row = list[tuple[int, int, float, float, float]]
"""Of a position, by tenth that it has predictions in: its number, how many, their weight, the hits
less the predictions by weight, and the same with every round alike."""


@dataclass(slots=True)
class Tenth:
    """Predictions of one tenth; hits minus predictions are summed by position to cluster them."""

    n: int = 0
    weight: float = 0.0
    raw: float = 0.0
    surplus: list[float] = field(default_factory=list)

    @property
    def stderr(self) -> float:
        """Standard error of `gap`."""
        return sqrt(sum(each**2 for each in self.surplus)) / self.weight if self.weight else 0.0

    @property
    def gap(self) -> float:
        """Share of hits minus mean prediction, choices taken out."""
        return sum(self.surplus) / self.weight if self.weight else 0.0

    @property
    def deviations(self) -> float:
        """The gap in standard errors."""
        return self.gap / self.stderr if self.stderr else 0.0

    @property
    def raw_gap(self) -> float:
        """The gap with every round counted alike."""
        return self.raw / self.n if self.n else 0.0


def study(*, scale: float, seed: int, over: Where) -> tuple[Number, ...]:
    """By tenth of the predicted chance the share that came true less what was predicted."""
    tenths = measured(max(len(GAMES), round(POSITIONS * scale)), seed, over)
    return tuple(
        number(
            f"tiles held with a chance of {10 * at} to {10 * at + 10} %: came true less said",
            tenth.gap,
            tenth.stderr,
            len(tenth.surplus),
        )
        for at, tenth in enumerate(tenths)
        if tenth.n
    )


def measured(n: int, seed: int, over: Where) -> list[Tenth]:
    """The tenths, over `n` positions shared by the games."""
    each = n // len(GAMES)
    chunks = tuple(
        (game, first, min(POSITIONS_A_CHUNK, each - first), seed)
        for game in range(len(GAMES))
        for first in range(0, each, POSITIONS_A_CHUNK)
    )
    games = ", ".join(f"{format_rules(rules)} of {rules.players}" for rules in GAMES)
    task = Task(f"calibration {games}, {each} positions each, seed {seed}", _chunk, chunks)
    tenths = [Tenth() for _ in range(TENTHS)]
    for rows in spread(task, over):
        for row in rows:
            for at, n_here, weight, surplus, raw in row:
                tenth = tenths[at]
                tenth.n += n_here
                tenth.weight += weight
                tenth.raw += raw
                tenth.surplus.append(surplus)
    return tenths


def _chunk(game: int, first: int, n: int, seed: int) -> list[Row]:
    rules = GAMES[game]
    found = positions(rules, Random(f"{seed} {game} {first}"))
    return [_row(*next(found)) for _ in range(n)]


def positions(rules: RuleSet, rng: Random) -> Iterator[tuple[Position, Beliefs, float]]:
    """Positions of random play, one a round, where beliefs tell tiles apart, with their weights.

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


def _row(position: Position, beliefs: Beliefs, weight: float) -> Row:
    by_tenth: dict[int, list[tuple[float, bool]]] = {}
    for chance, has in _predictions(position, beliefs):
        by_tenth.setdefault(min(int(chance * TENTHS), TENTHS - 1), []).append((chance, has))
    return [
        (
            tenth,
            len(found),
            weight * len(found),
            weight * sum(has - chance for chance, has in found),
            sum(has - chance for chance, has in found),
        )
        for tenth, found in sorted(by_tenth.items())
    ]


def _predictions(position: Position, beliefs: Beliefs) -> Iterable[tuple[float, bool]]:
    """Every chance that is not certain, and whether it came true."""
    assert not isinstance(position.boneyard, int)  # noqa: S101 - every tile is shown
    for holder, row in beliefs.table().items():
        holds = position.boneyard if holder == BONEYARD else position.hands[holder].tiles
        for tile, chance in row.items():
            if chance in (0, 1):  # certain: not a matter of degree
                assert (tile in holds) == bool(chance)  # noqa: S101 - else beliefs are wrong
            else:
                yield chance, tile in holds
