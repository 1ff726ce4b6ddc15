from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine.bots import FLAWS, LEVELS, Eye, Thumb, bot, names
from engine.bots.memory import holding
from engine.errors import DominoError
from engine.moves import Draw, Move, Pass
from engine.notation import format_move, parse_move, parse_position
from engine.play import apply, ending, legal_moves, open_pips, view
from engine.position import Deal, Event, Hand, View
from engine.rules import PRESETS
from engine.scoring import count
from engine.tiles import Tile, TileSet
from engine.tournament import play_round, rules_for

if TYPE_CHECKING:
    from engine.position import Position
    from engine.tiles import Seat

TABLES = [
    *((name, players) for name in PRESETS for players in (2, 3, 4)),
    *((f"{name}+partnership=true", 4) for name in PRESETS),
    *((f"{name}+draw={draw}", 2) for name in ("all_fives", "straight") for draw in ("1", "2", "3")),
    ("all_fives+draw=none", 2),
    ("all_fives+draw=2+reserve=2+voluntary_draw=true", 3),
    ("all_fives+pass_penalty=50", 2),
    ("draw+reserve=2+voluntary_draw=true", 2),
    ("all_fives+claim=opponent_may_take+min_first_score=10", 2),
]
FLAWED = [f"one_ply+{flaw}" for flaw in FLAWS]


def seen(line: str) -> View:
    """What the seat in turn of a position line sees, of a round whose moves are forgotten."""
    position = parse_position(line)
    return View(position.turn, position)


def choice(name: str, line: str, seed: int = 1) -> str:
    return format_move(bot(name).choose(seen(line), Random(seed)))


def choices(name: str, line: str) -> set[str]:
    return {choice(name, line, seed) for seed in range(30)}


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_every_bot_plays_every_game_to_its_end(rules: str, players: int) -> None:
    table = rules_for(rules, players)
    rng = Random(f"{rules} {players}")
    waiting = [*names(), rng.choice(FLAWED)]
    while waiting:
        seated = [waiting.pop() if waiting else rng.choice(names()) for _ in range(players)]
        rngs = [Random(seat) for seat in range(players)]
        # Raises for an illegal move.
        played = play_round(Deal.shuffled(table, rng), list(map(bot, seated)), rngs)
        assert ending(played.record.final) is not None


@pytest.mark.parametrize("name", FLAWED)
def test_flawed_bots_play_too(name: str) -> None:
    for rules in ("straight", "five_up", "draw"):
        table = rules_for(rules, 2)
        rngs = [Random(1), Random(2)]
        played = play_round(Deal.shuffled(table, Random(name)), [bot(name)] * 2, rngs)
        assert ending(played.record.final) is not None


def _alike(position: Position, seat: Seat, rng: Random) -> Position:
    """`position` with the tiles that `seat` does not see dealt out anew."""
    assert not isinstance(position.boneyard, int)
    unseen = [tile for hand in position.hands for tile in hand.tiles] + list(position.boneyard)
    unseen = [tile for tile in unseen if tile not in position.hands[seat].tiles]
    rng.shuffle(unseen)
    hands = []
    for owner, hand in enumerate(position.hands):
        mine, unseen = (
            (hand.tiles, unseen)
            if owner == seat
            else (TileSet.of(unseen[: len(hand)]), unseen[len(hand) :])
        )
        hands.append(Hand(mine))
    return replace(position, hands=tuple(hands), boneyard=tuple(unseen))


@pytest.mark.parametrize("name", [*names(), "one_ply+forgets_passes"])
@pytest.mark.parametrize(("rules", "players"), [("all_fives", 2), ("straight", 4), ("draw", 3)])
def test_permuting_unseen_tiles_changes_no_move(name: str, rules: str, players: int) -> None:
    deal = Deal.shuffled(rules_for(rules, players), Random(f"{rules} {players}"))
    player = bot(name)
    start = position = deal.start()
    moves: list[Move] = []
    compared = 0
    for ply in range(7):
        if ending(position) is not None:
            break
        seat = position.turn
        looks = view(start, moves, seat)
        for other in range(2):
            # Dealt anew before the first move, where every permutation fits what was seen; later,
            # the tiles that come after the last one drawn are still anybody's.
            anew = (
                _alike(start, seat, Random(other)) if not moves else _later(start, position, other)
            )
            alike = view(anew, moves, seat)
            assert looks == alike
            assert player.choose(looks, Random(ply)) == player.choose(alike, Random(ply))
            compared += 1
        move = player.choose(looks, Random(ply))
        moves.append(move)
        position = apply(position, move)
    assert compared > 4


def _later(start: Position, position: Position, seed: int) -> Position:
    """`start` with the tiles that are still in the boneyard of `position` in another order."""
    assert not isinstance(start.boneyard, int)
    drawn = len(start.boneyard) - position.n_boneyard
    rest = list(start.boneyard[drawn:])
    Random(seed).shuffle(rest)
    return replace(start, boneyard=(*start.boneyard[:drawn], *rest))


def test_greedy_takes_the_most_points() -> None:
    # The lone spinner counts 10: 5-0 beside it leaves 10, 6-5 leaves 16, 5-3 leaves 13.
    assert choices("greedy", "all_fives 55* 655350/?5 ?19 A 0 0/0") == {"50L", "50R"}
    assert choices("greedy", "straight - 553211/?7 ?18 A 0 0/0") == {"55"}


def test_greedy_breaks_ties_by_chance_and_its_heavy_brother_by_weight() -> None:
    line = "all_fives - 656240/?5 ?20 A 0 0/0"
    assert choices("greedy", line) == {"65", "62", "40"}
    assert choices("greedy_heavy", line) == {"65"}


def test_one_ply_leaves_the_smaller_reply() -> None:
    # Nothing scores. 6-1 leaves two scoring replies, 4-2 leaves four (search.md 6a).
    line = "all_fives - 6142/?9 ?17 A 0 0/0"
    assert choices("greedy", line) == {"61", "42"}
    assert choices("one_ply", line) == {"61"}


def test_first_and_random_do_as_they_are_called() -> None:
    line = "all_fives - 655140/?5 ?20 A 0 0/0"
    assert choices("first", line) == {"65"}
    assert choices("random", line) == {"65", "51", "40"}


def test_who_cannot_play_draws_before_it_passes() -> None:
    line = "all_fives+pass_penalty=50 55* 6160/?5 ?20 A 0 0/0"
    assert choices("greedy", line) == {"+"}


@pytest.mark.parametrize(
    ("eye", "sums"),
    [
        # the double 6-6 at an end; the spinner 5-5 alone; both
        (Eye.TRUE, {"35.55*.56.66": 15, "55*": 10, "55*.56.66": 22}),
        (Eye.DOUBLES_ONCE, {"35.55*.56.66": 9, "55*": 10, "55*.56.66": 16}),
        (Eye.SPINNER_ONCE, {"35.55*.56.66": 15, "55*": 5, "55*.56.66": 17}),
    ],
)
def test_eyes_miscount_doubles_or_the_spinner(eye: Eye, sums: dict[str, int]) -> None:
    for layout, total in sums.items():
        position = parse_position(f"all_fives {layout} 11/00 ?2 A 0 0/0")
        assert total == eye.count(position.layout, position.rules)
    true = parse_position("all_fives 35.55*.56.66 11/00 ?2 A 0 0/0")
    assert count(true.layout, true.rules) == 15


def test_who_miscounts_the_spinner_misses_its_points() -> None:
    line = "all_fives - 5532/?5 ?21 A 0 0/0"
    assert choices("greedy", line) == {"55"}
    # It sees 5 in both leads.
    assert choices("greedy+counts_spinner_once", line) == {"55", "32"}


def test_who_dumps_the_heaviest_lets_points_lie() -> None:
    line = "all_fives - 6632/?5 ?20 A 0 0/0"
    assert choices("greedy", line) == {"32"}
    assert choices("greedy+dumps_heaviest", line) == {"66"}


def test_who_never_blocks_keeps_the_round_going() -> None:
    # Every other five lies: 5-1 on the left earns 10 and leaves two fives that nothing follows.
    line = "muggins 16.65.54.42.25.55.53.30.05 5110/?7 ?10 A 0 0/0"
    assert choices("greedy", line) == {"51L"}
    assert choices("greedy+never_blocks", line) == {"10L"}


def test_unknown_bots_and_flaws_are_named_with_what_there_is() -> None:
    with pytest.raises(DominoError, match=r"no bot 'deep_thought'; known: random, first, greedy"):
        bot("deep_thought")
    with pytest.raises(DominoError, match="no flaw 'sleepy'; known: counts_doubles_once"):
        bot("greedy+sleepy")
    with pytest.raises(DominoError, match="random plays by no rule of thumb"):
        bot("random+forgets_passes")


def test_a_bot_is_called_by_its_name_or_its_person() -> None:
    for level in LEVELS:
        assert bot(level.name) is bot(level.persona) is bot(level.persona.upper()) is level.bot
    for name in names():
        assert bot(name).name == name
    assert bot("one_ply+forgets_passes+counts_doubles_once") == Thumb(
        "one_ply+forgets_passes+counts_doubles_once",
        foresight=1,
        eye=Eye.DOUBLES_ONCE,
        forgets=True,
    )


# --- what is remembered of another hand ---------------------------------------------------------


def _exact(looks: View, seat: Seat, wanted: TileSet) -> float:
    """The chance by trying every hand: `_groups` as labelled slots, one after the other."""
    held = holding(looks, seat)
    hands = [frozenset[Tile]()]
    for size, allowed in held.groups:
        hands = [
            hand | set(more)
            for hand in hands
            for more in combinations([tile for tile in allowed if tile not in hand], size)
        ]
    return sum(any(tile in wanted for tile in hand) for hand in hands) / len(hands)


@pytest.mark.parametrize("seed", range(8))
def test_remembered_chances_are_those_of_all_hands_that_fit(seed: int) -> None:
    """Two players, small hands: B draws, and what it lacked then is excluded from what it held."""
    rng = Random(seed)
    rules = rules_for("all_fives+hand=4,4,4+max_pip=4", 2)
    start = position = Deal.shuffled(rules, rng).start()
    moves: list[Move] = []
    checked = 0
    while ending(position) is None:
        looks = view(start, moves, position.turn)
        other = 1 - position.turn
        tiles = list(looks.position.unseen)
        if tiles:
            wanted = TileSet.of(rng.sample(tiles, rng.randint(1, len(tiles))))
            chance = holding(looks, other).chance_of_any(wanted)
            assert chance == pytest.approx(_exact(looks, other, wanted))
            checked += 1
        move = rng.choice(legal_moves(position))
        moves.append(move)
        position = apply(position, move)
    assert checked


def test_a_pass_tells_what_a_hand_lacks_and_forgetting_forgets_it() -> None:
    rules = rules_for("all_fives+draw=none", 2)
    start = Deal.canonical(rules).start()
    lead = legal_moves(start)[0]
    pips = open_pips(apply(start, lead).layout, rules)
    looks = view(start, [lead], 0)
    after = View(
        0, replace(looks.position, turn=0, passes=1), (*looks.events, Event(1, Pass(), pips))
    )
    sixes = [tile for tile in after.position.unseen if tile.has(6)]
    assert sixes
    assert holding(after, 1).chance_of_any(sixes) == 0
    assert holding(after, 1, forgets=True).chance_of_any(sixes) > 0.5


def test_what_was_drawn_later_may_be_what_was_lacking() -> None:
    rules = rules_for("all_fives", 2)
    start = Deal.canonical(rules).start()
    moves = [parse_move("66", rules)]
    position = apply(start, moves[0])
    while Draw() in legal_moves(position):
        moves.append(Draw())
        position = apply(position, Draw())
    looks = view(start, moves, 0)
    sixes = [tile for tile in looks.position.unseen if tile.has(6)]
    if len(moves) > 1:
        assert 0 < holding(looks, 1).chance_of_any(sixes) < 1
