from __future__ import annotations

from random import Random

import pytest

from engine.bots import Sampler, bot, deduced
from engine.moves import Move
from engine.play import apply, ending, legal_moves, outcome, view
from engine.position import Deal, Position
from engine.rules import RuleSet
from engine.tournament import Spec, rules_for, run_chunk

ALL_FIVES = rules_for("all_fives+hand=7,7,5", 2)


def value(position: Position, team: int, start: tuple[int, ...]) -> int:
    """Points of `team` minus the other's from the scores `start` to the end, best play by both."""
    over = outcome(position)
    if over is not None:
        gained = [now - before for now, before in zip(position.scores, start, strict=True)]
        for seat, award in enumerate(over.awards):
            gained[seat] += award
        return gained[team] - gained[1 - team]
    values = [value(apply(position, move), team, start) for move in legal_moves(position)]
    return max(values) if position.turn == team else min(values)


def small_endings(rules: RuleSet, n: int) -> list[tuple[Position, list[Move], Position]]:
    """Starts, moves and positions: nothing to draw, a real choice, at most six tiles in hands."""
    found: list[tuple[Position, list[Move], Position]] = []
    seed = 0
    while len(found) < n:
        seed += 1
        rng = Random(seed)
        start = position = Deal.shuffled(rules, rng).start()
        moves: list[Move] = []
        while ending(position) is None:
            legal = legal_moves(position)
            few = sum(map(len, position.hands)) <= 6
            if few and not position.n_boneyard and len(legal) > 1:
                found.append((start, list(moves), position))
                break
            moves.append(rng.choice(legal))
            position = apply(position, moves[-1])
    return found


@pytest.mark.parametrize("rules", ["all_fives", "straight", "draw", "muggins", "five_up"])
def test_with_nothing_to_draw_two_players_play_exactly(rules: str) -> None:
    for start, moves, position in small_endings(rules_for(rules, 2), 3):
        looks = view(start, moves, position.turn)
        assert deduced(looks.position) == position
        chosen = bot("sharp").choose(looks, Random(1))
        values = {
            move: value(apply(position, move), position.turn, position.scores)
            for move in legal_moves(position)
        }
        assert values[chosen] == max(values.values())


def test_nothing_is_deduced_while_tiles_may_be_elsewhere() -> None:
    start = Deal.shuffled(ALL_FIVES, Random(1)).start()
    assert deduced(view(start, [], start.turn).position) is None
    three = Deal.shuffled(rules_for("all_fives+draw=none+hand=9,9,7", 3), Random(1)).start()
    assert deduced(view(three, [], three.turn).position) is None


def test_the_same_view_and_chance_give_the_same_move() -> None:
    for seed in range(10):
        start = Deal.shuffled(ALL_FIVES, Random(seed)).start()
        looks = view(start, [], start.turn)
        once, again = (Sampler("quick", worlds=30).choose(looks, Random(7)) for _ in range(2))
        assert once == again


def test_thinking_pays() -> None:
    """A small sample: the real measure is `python -m benchmarks.ladder`."""
    spec = Spec(rules=ALL_FIVES, bots=(bot("patient"), bot("random")), n_deals=25, seed=1)
    patient = run_chunk(spec, 0).standings[0]
    assert patient.stderr is not None
    assert patient.margin > 3 * patient.stderr
