"""The engine and the slow referee side by side: same deal, same moves, same everything.

The referee (`tests.naive`) shares no code with the engine. A mismatch prints the position line the
round began with and the moves so far, so that it can be replayed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine import (
    NOBODY,
    PRESETS,
    Deal,
    Match,
    Move,
    Play,
    Position,
    Record,
    RulesError,
    RuleSet,
    Tile,
    TileSet,
    apply,
    count,
    format_move,
    format_position,
    legal_moves,
    open_ends,
    outcome,
    places,
    settle,
)
from tests import naive
from tests.naive_table import BASE, Options, options, tile

SEATINGS = {"2": (2, False), "3": (3, False), "4": (4, False), "2v2": (4, True)}

# Every value of every option with a table of its own to choose from; the numbers are ours.
VALUES: dict[str, list[Any]] = {
    "hand": [[7, 7, 7], [9, 7, 5], [3, 3, 3]],
    "first_lead": ["random", "highest_double", "heaviest_tile", "lowest_double", "choice"],
    "forced_lead": ["no", "double", "double_or_heaviest", "redeal"],
    "later_lead": ["winner", "random", "rotate", "as_first", "next_double"],
    "after_block_lead": ["winner", "random", "rotate", "as_first", "next_double"],
    "direction": ["clockwise", "counterclockwise"],
    "partnership": [False, True],
    "spinner": ["none", "first_tile", "first_double", "every_double"],
    "long_side_match": ["either_half", "fixed_half", "closed"],
    "arms_open": ["after_line", "immediate"],
    "spinner_counts": ["until_two_arms", "line_sides", "exposed_ends", "open_sides"],
    "sniff_side_arms": ["full", "one_tile"],
    "end_double": ["both_halves", "one_half"],
    "unplayed_arm_counts": [False, True],
    "multiples": [[5], [3], [5, 3], []],
    "point_scale": ["1", "5", "quotients"],
    "draw": ["until_playable", "none", "1", "2", "3"],
    "reserve": [0, 1, 2],
    "voluntary_draw": [False, True],
    "settle": ["opponents", "all_other_hands", "one_point", "five_per_tile", "own_deducted"],
    "round": ["sum_nearest5", "each_nearest5", "down5", "none"],
    "subtract_own_when_blocked": [False, True],
    "blocked_compare": ["side_total", "individual", "after_rounding"],
    "tie": ["none", "split3", "none_split3", "lightest_tile", "blocker_loses"],
    "blocker_rule": ["ignored", "hand_left_out"],
    "partner_hand": ["ignored", "deducted"],
    "target": [[250, 250, 250], [61, 61, 61], [30, 30, 30]],
    "exact": [False, True],
    "target_check": ["immediate", "end_of_round"],
    "claim": ["automatic", "must_call", "opponent_may_take"],
    "min_first_score": [0, 10],
    "pass_penalty": [0, 50],
}
EACH_VALUE = [(name, value) for name, values in VALUES.items() for value in values]
# What a value cannot do without.
NEEDS: dict[str, dict[str, Any]] = {
    "exposed_ends": {"spinner": "first_double"},
    "one_tile": {"spinner": "first_double", "spinner_counts": "exposed_ends"},
    "fixed_half": {"spinner": "first_tile"},
    "closed": {"spinner": "first_tile"},
    "quotients": {"multiples": [5, 3]},
}


@dataclass
class Game:
    """One game: the same rules for both sides."""

    rules: RuleSet
    o: Options
    players: int

    def __str__(self) -> str:
        return f"{self.rules.name} for {self.players}"


def game(preset: str, players: int, overrides: Options) -> Game:
    """Raises `RulesError` if the options cannot hold together."""
    base = PRESETS[preset]
    typed = {
        name: tuple(value) if isinstance(value, list) else type(getattr(base, name))(value)
        for name, value in overrides.items()
    }
    rules = base.with_options(players=players, **typed)
    return Game(rules, options(preset, **overrides), players)


def seated(preset: str, seating: str) -> Game:
    players, partnership = SEATINGS[seating]
    return game(preset, players, {"partnership": partnership})


def random_games(rng: random.Random, fixed: Options, wanted: int) -> Iterator[Game]:
    """Games with some options drawn at random besides the fixed ones."""
    while wanted:
        drawn = {n: rng.choice(v) for n, v in VALUES.items() if rng.random() < 0.3}
        for value in [v for v in fixed.values() if isinstance(v, str)]:
            drawn |= NEEDS.get(value, {})
        drawn |= fixed
        players = 4 if drawn.get("partnership") else rng.choice([2, 3, 4])
        try:
            yield game(rng.choice(sorted(PRESETS)), players, drawn)
        except RulesError:
            continue
        wanted -= 1


class Duel:
    """A round played by both; every fact is compared after every move."""

    def __init__(self, game: Game, deal: Deal, scores: tuple[int, ...]) -> None:
        self.game = game
        self.start = self.position = deal.start(scores)
        self.moves: list[Move] = []
        self.naive = naive.Game(
            game.o,
            [[str(t) for t in hand.tiles] for hand in deal.hands],
            [str(t) for t in _seen(deal.boneyard)],
            deal.leader,
            lead_forced=deal.lead_forced,
            scores=scores,
        )

    def same(self, what: str, engine: object, referee: object) -> None:
        assert engine == referee, (
            f"{what}: engine {engine}, referee {referee}\n"
            f"{format_position(self.start)}\nmoves: {' '.join(map(_written, self.moves))}"
        )

    def play(self, rng: random.Random) -> None:
        self.compare()
        while legal := legal_moves(self.position):
            self.make(self.chosen(legal, rng))
            self.compare()
        self.same("scores after the awards", _final(self.position), self.naive.final_scores())

    def chosen(self, legal: tuple[Move, ...], rng: random.Random) -> Move:
        """A random move, its points taken by whom the claim rule allows."""
        move = rng.choice(legal)
        if not isinstance(move, Play) or self.game.rules.claim == "automatic":
            return move
        if not apply(self.position, move).scores > self.position.scores:
            return move
        rules, turn = self.game.rules, self.position.turn
        takers: list[Any] = [move.taker, NOBODY]
        if rules.claim == "opponent_may_take":
            takers += [s for s in range(rules.players) if rules.team(s) != rules.team(turn)]
        return replace(move, taker=rng.choice(takers))

    def make(self, move: Move) -> None:
        self.moves.append(move)
        before = self.position
        self.position = apply(before, move)
        taker: int | None = -1
        if isinstance(move, Play):
            taker = move.taker if isinstance(move.taker, int) else -1
            taker = None if move.taker is NOBODY else taker
        gain = self.naive.play(format_move(move), taker)
        self.same("points", sum(self.position.scores) - sum(before.scores), gain)

    def compare(self) -> None:
        position, referee, rules = self.position, self.naive, self.game.rules
        layout = position.layout
        self.same("turn", position.turn, referee.turn)
        self.same("scores", list(position.scores), referee.scores)
        self.same("count", count(layout, rules), referee.count())
        self.same(
            "places",
            [(str(place.arm), sorted(place.pips)) for place in places(layout, rules)],
            referee.places(),
        )
        ends = [(str(end.arm), end.counts) for end in open_ends(layout, rules)]
        self.same("ends", sorted(ends), sorted(referee.ends()))
        self.same("moves", [format_move(m) for m in legal_moves(position)], referee.moves())
        over, wanted = outcome(position), referee.outcome()
        self.same("outcome", over and (str(over.ending), over.winner, list(over.awards)), wanted)


def _seen(boneyard: tuple[Tile, ...] | int) -> tuple[Tile, ...]:
    assert not isinstance(boneyard, int)
    return boneyard


def _written(move: Move) -> str:
    taker = getattr(move, "taker", None)
    suffix = "!" if taker is NOBODY else f"!{'ABCD'[taker]}" if isinstance(taker, int) else ""
    return format_move(move) + suffix


def _final(position: Position) -> list[int]:
    over = outcome(position)
    assert over is not None
    scores = list(position.scores)
    for seat, award in enumerate(over.awards):
        scores[position.rules.team(seat)] += award
    return scores


def duels(game: Game, rounds: int, seed: object) -> None:
    """Random rounds of a game, half of them started near the target."""
    rng = random.Random(f"{game} {seed}")
    for number in range(rounds):
        near = number % 2 * (game.rules.target_points - 1)
        scores = tuple(rng.randint(max(0, near - 40), near) for _ in range(game.rules.n_teams))
        Duel(game, Deal.shuffled(game.rules, rng), scores).play(rng)


@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize("preset", PRESETS)
def test_rounds(preset: str, seating: str) -> None:
    duels(seated(preset, seating), 20, "sample")


@pytest.mark.slow
@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_at_length(preset: str, seating: str) -> None:
    duels(seated(preset, seating), 2000, "at length")


def test_every_option_is_drawn() -> None:
    assert set(VALUES) == set(BASE)


def _value_id(value: object) -> str:
    return ",".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


@pytest.mark.parametrize(("name", "value"), EACH_VALUE, ids=_value_id)
def test_option(name: str, value: object) -> None:
    _duel_with({name: value}, 6)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), EACH_VALUE, ids=_value_id)
def test_option_at_length(name: str, value: object) -> None:
    _duel_with({name: value}, 300)


def _duel_with(fixed: Options, rounds: int) -> None:
    rng = random.Random(str(fixed))
    for number, random_game in enumerate(random_games(rng, fixed, rounds)):
        duels(random_game, 1, number)


def _settled(random_game: Game, rng: random.Random) -> None:
    """One settlement of small hands, where ties are common."""
    rules, players = random_game.rules, random_game.players
    tiles = [t for t in TileSet.full(6) if t.high < 5]
    rng.shuffle(tiles)
    hands = [[tiles.pop() for _ in range(rng.choice([1, 1, 2]))] for _ in range(players)]
    out = rng.choice([None, None, *range(players)])
    last = rng.randrange(players) if out is None else out
    if out is not None:
        hands[out] = []
    worked = settle([TileSet.of(hand) for hand in hands], rules, out=out, last=last)
    theirs = [[tile(str(t)) for t in hand] for hand in hands]
    winner, awards = naive.Settlement(random_game.o, theirs, out, last).result()
    assert (worked.winner, list(worked.by_seat(players))) == (winner, awards), (
        f"{rules}\nhands {' / '.join(' '.join(map(str, hand)) for hand in hands)}, "
        f"out {out}, last {last}"
    )


SETTLING = ["settle", "round", "blocked_compare", "tie", "blocker_rule", "partner_hand"]


@pytest.mark.parametrize("option", SETTLING)
def test_settlements(option: str) -> None:
    rng = random.Random(option)
    for value in VALUES[option]:
        for random_game in random_games(rng, {option: value}, 60):
            for _ in range(4):
                _settled(random_game, rng)


def _play_match(random_game: Game, rng: random.Random, most: int) -> None:
    """A whole match: scores, leaders, forced leads and the winner after every round."""
    rules, o, players = random_game.rules, random_game.o, random_game.players
    match = Match(rules)
    how, leader, scores = "first_lead", None, [0] * rules.n_teams
    last_double: int | None = None
    for _ in range(most):
        deal = match.deal(rng)
        hands = [[tile(str(t)) for t in hand.tiles] for hand in deal.hands]
        if how in {"first_lead", "as_first"}:
            leader = naive.first_leader(o, hands)
        chosen = naive.next_double(hands, last_double) if how == "next_double" else None
        if chosen:
            leader = naive.holder(hands, chosen)
        assert deal.leader == leader or leader is None, how
        forced = naive.is_forced(o, hands[deal.leader], how, chosen)
        assert deal.lead_forced == forced, (how, format_position(deal.start()))
        duel = Duel(random_game, deal, match.scores)
        duel.play(rng)
        match = replace(
            match.begin(deal),
            rounds=(
                *match.rounds,
                Record({}, deal, tuple(duel.moves), match.scores),
            ),
        )
        scores = duel.naive.final_scores()
        result = duel.naive.outcome()
        assert result is not None
        ending, winner, _ = result
        assert list(match.scores) == scores
        assert match.winner == naive.match_winner(o, scores, players)
        if match.winner is not None:
            return
        how = naive.later_rule(o, ending)
        leader = naive.later_leader(o, ending, winner, deal.leader, players)
        assert match.next_leader == leader, (how, result)
        led = duel.naive.table.stones[0].tile if duel.naive.table.stones else (1, 0)
        last_double = led[0] if led[0] == led[1] else last_double


@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize("preset", PRESETS)
def test_match(preset: str, seating: str) -> None:
    rng = random.Random(f"{preset} {seating}")
    _play_match(seated(preset, seating), rng, 4)


LEADING = [v for v in EACH_VALUE if v[0] in {"first_lead", "forced_lead", "later_lead"}]


@pytest.mark.parametrize(("name", "value"), LEADING, ids=_value_id)
def test_leaders(name: str, value: str) -> None:
    rng = random.Random(f"{name} {value}")
    fixed = {name: value} | ({"after_block_lead": value} if name == "later_lead" else {})
    for random_game in random_games(rng, fixed, 4):
        _play_match(random_game, rng, 4)
