"""The solver against plain minimax over `engine.play`: values, sets of best moves, lines.

Small deals at every preset and seating, with and without a boneyard, at scores far from and near
the target. Three and four single players: max^n with the same rule for ties.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import (
    PRESETS,
    Hand,
    Layout,
    Position,
    RuleSet,
    TileSet,
    apply,
    format_position,
    legal_moves,
    outcome,
)
from engine.evals import Limit
from engine.play import apply_legal
from engine.search import solve
from tests.search_cases import mixed_rules, seated

Points = tuple[int, ...]


def made(position: Position, start: Points) -> Points:
    """Points by side from `start` to the end of a finished round."""
    over = outcome(position)
    assert over is not None
    points = [now - then for now, then in zip(position.scores, start, strict=True)]
    for seat, award in enumerate(over.awards):
        points[position.rules.team(seat)] += award
    return tuple(points)


def margin(points: Points, team: int) -> int:
    """The margin of a side, times the number of the others."""
    return len(points) * points[team] - sum(points)


def minimax(position: Position, start: Points) -> Points:
    """Points by side with best play of all; ties go to the best for the next side, and so on."""
    if outcome(position) is not None:
        return made(position, start)
    teams = position.rules.n_teams
    mover = position.rules.team(position.turn)
    values = (minimax(apply_legal(position, move), start) for move in legal_moves(position))
    return max(values, key=lambda v: [margin(v, (mover + i) % teams) for i in range(teams)])


def small_deals(rules: RuleSet, n: int, seed: int) -> Iterator[Position]:
    rng = random.Random(seed)
    for _ in range(n):
        tiles = list(TileSet.full(rules.max_pip))
        rng.shuffle(tiles)
        most = (4, 3, 3 if rules.partnership else 2)[rules.players - 2]
        yards = [0, 0, 1, 2, 3]
        if rules.voluntary_draw or rules.pass_penalty:
            # Minimax by hand must end some day: every turn has more moves.
            most, yards = (2 if rules.players == 2 else 1), [0, 1, 2]
        size = rng.randint(1, most)
        dealt = size * rules.players
        near = rules.target_points - rng.randint(1, 30)
        yield Position(
            rules,
            Layout(),
            tuple(Hand.of(tiles[i * size : (i + 1) * size]) for i in range(rules.players)),
            tuple(tiles[dealt : dealt + rng.choice(yards)]),
            rng.randrange(rules.players),
            scores=tuple(rng.choice((0, 0, near)) for _ in range(rules.n_teams)),
        )


def check(position: Position) -> None:
    analysis = solve(position, Limit(nodes=1_000_000))
    assert analysis.exact
    line = format_position(position)
    team = position.rules.team(position.turn)
    others = position.rules.n_teams - 1
    expected = {
        move: margin(minimax(apply_legal(position, move), position.scores), team)
        for move in legal_moves(position)
    }
    found = {}
    for each in analysis.evals:
        assert each.stderr == 0
        assert each.margin.team == team
        for move in (each.move, *each.equals):
            assert move not in found, line
            found[move] = round(each.margin.points * others)
        end = position
        for move in each.line:
            end = apply(end, move)
        assert margin(made(end, position.scores), team) == found[each.move], (line, each.line)
    assert found == expected, line
    margins = [each.margin.points for each in analysis.evals]
    assert margins == sorted(margins, reverse=True)


@pytest.mark.parametrize("name", PRESETS)
def test_solver_equals_minimax(name: str) -> None:
    for number, rules in enumerate(seated(PRESETS[name])):
        for position in small_deals(rules, 6, seed=number):
            check(position)


def test_solver_equals_minimax_under_any_mixture_of_options() -> None:
    for number, rules in enumerate(mixed_rules(40, seed=3)):
        for position in small_deals(rules, 2, seed=number):
            check(position)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_solver_equals_minimax_on_2000_deals(name: str) -> None:
    for number, rules in enumerate(seated(PRESETS[name])):
        for position in small_deals(rules, 500, seed=100 + number):
            check(position)


@pytest.mark.slow
def test_solver_equals_minimax_under_1000_mixtures_of_options() -> None:
    for number, rules in enumerate(mixed_rules(1_000, seed=4)):
        for position in small_deals(rules, 2, seed=number):
            check(position)
