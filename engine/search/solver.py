"""Positions in which every tile is known, solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import PositionError
from engine.evals import Analysis, Limit, Margin, MoveEval
from engine.play import apply_legal, outcome
from engine.position import Deal, Problem, problems
from engine.rules import PRESETS
from engine.search.exact import AmongMore, BetweenTwo, Exact
from engine.search.jit import warmer
from engine.search.rollout import Sums, simulate
from engine.search.state import Root

if TYPE_CHECKING:
    from engine.moves import Move
    from engine.position import Position

TWO_SIDES: Final = 2
GUESSES: Final = 64
"""Rounds played out for a move that was not solved."""


def solve(position: Position, limit: Limit, *, lines: int | None = None) -> Analysis:
    """What every move is worth when every tile is known, with best play by all.

    Between two sides that is the minimax value. Three or four single players play each for his own
    margin; of equal moves he takes the one that is best for the next player, then for the next.

    Args:
        position: Every hand is seen, and the boneyard in its order.
        limit: `nodes` of the search, `seconds`, or both; `samples` say nothing here.
        lines: For how many moves, best first, to tell how play goes on; None for all.

    Returns:
        The moves, best first. `exact` if all were solved within the limit; of those that were not
        the margin is a mean over rounds played out greedily, with its standard error.

    Raises:
        PositionError: The position cannot be, or a tile is hidden.
    """
    found = problems(position)
    if not position.is_open:
        found |= Problem.HIDDEN
    if found:
        raise PositionError(found, "only a position that can be, with every tile seen, is solved")
    if outcome(position) is not None:
        return Analysis((), exact=True)
    root = Root.of(position)
    two_sides = position.rules.n_teams == TWO_SIDES
    search: Exact = (BetweenTwo if two_sides else AmongMore)(position, limit)
    try:
        margins = _margins(search, root)
        return _analysis(search, root, margins, lines)
    finally:
        search.close()


def _margins(search: Exact, root: Root) -> list[float | None]:
    """By move of the root, its margin for the mover's side; None where the limit was reached."""
    after = [apply_legal(root.position, move) for move in root.moves]
    while True:
        found: list[float | None] = [None] * len(after)
        for i in sorted(range(len(after)), key=lambda i: -root.points[i]):
            guess = max((margin for margin in found if margin is not None), default=0.0)
            found[i] = _margin(search, root, after[i], guess)
        if search.tracked or not search.touched or None in found:
            return found
        # A line came to the target: what a position is worth depends on the scores after all.
        search.track()


def _margin(search: Exact, root: Root, after: Position, guess: float) -> float | None:
    """The margin of the move that led to `after`; about `guess`, maybe."""
    team, n_others = root.team, root.n_teams - 1
    before = root.position.scores
    made = [now - then for now, then in zip(after.scores, before, strict=True)]
    over = outcome(after)
    for seat, points in enumerate(over.awards if over else ()):
        made[root.rules.team(seat)] += points
    so_far = made[team] - (sum(made) - made[team]) / n_others
    rest = 0.0 if over else search.margin(after, team, guess - so_far)
    return None if rest is None else so_far + rest


def _analysis(
    search: Exact, root: Root, margins: list[float | None], lines: int | None
) -> Analysis:
    exact = None not in margins
    sums = None if exact else _played_out(root)
    rows = []
    for i, margin in enumerate(margins):
        if margin is not None:
            rows.append((margin, 0.0, i))
        elif sums is not None:
            rows.append((sums.mean(i), sums.stderr(i), i))
    rows.sort(key=lambda row: -row[0])
    evals = []
    for place, (margin, stderr, i) in enumerate(rows):
        wanted = margins[i] is not None and (lines is None or place < lines)
        line = _line(search, root, root.moves[i]) if wanted else ()
        points = Margin(margin, root.team)
        evals.append(MoveEval(root.moves[i], points, stderr, line=line, equals=root.equals[i]))
    return Analysis(tuple(evals), exact, search.nodes, 0 if exact else GUESSES)


def _played_out(root: Root) -> Sums:
    position = root.position
    hands = [hand.tiles.mask for hand in position.hands]
    assert not isinstance(position.boneyard, int)  # noqa: S101 - it is open
    yard = [tile.index for tile in position.boneyard]
    return simulate(root, hands * GUESSES, yard * GUESSES, seed=GUESSES)


def _line(search: Exact, root: Root, first: Move) -> tuple[Move, ...]:
    """How play goes on after `first` to the end of the round, or to where the limit is reached."""
    line = [first]
    position = apply_legal(root.position, first)
    while outcome(position) is None:
        move = search.move(position)
        if move is None:
            break
        line.append(move)
        position = apply_legal(position, move)
    return tuple(line)


@warmer
def _warm() -> None:
    """Compile for what `solve` calls with, between two sides and among more."""
    for players in (2, 3):
        rules = PRESETS["all_fives"].with_options(players=players, hand=(3, 3, 3))
        solve(Deal.canonical(rules).start(), Limit(nodes=1000), lines=0)
