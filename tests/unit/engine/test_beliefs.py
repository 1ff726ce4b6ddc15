from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.beliefs import BONEYARD, Beliefs
from engine.errors import PositionError
from engine.layout import LEFT, RIGHT
from engine.moves import Draw, Pass, Play
from engine.notation import parse_hands, parse_position
from engine.play import apply, legal_moves, open_pips, outcome, view
from engine.position import Deal, Event, Problem, View
from engine.rules import RuleSet, preset
from engine.tiles import Tile, TileSet

ALL_FIVES = preset("all_fives").with_options(hand=(7, 7, 5))


def seen(dpn: str, *events: Event, seat: int = 0) -> View:
    return View(seat, parse_position(dpn), events)


def tiles(text: str) -> TileSet:
    return parse_hands(f"{text}/-")[0].tiles


def start_of(rules: RuleSet, seed: int = 0) -> View:
    return view(Deal.shuffled(rules, Random(seed), leader=0).start(), (), 0)


def played(rules: RuleSet, seed: int, plies: int) -> View:
    start = Deal.shuffled(rules, Random(seed)).start()
    rng = Random(seed)
    moves: list[Play | Draw | Pass] = []
    position = start
    while len(moves) < plies and (legal := legal_moves(position)):
        moves.append(rng.choice(legal))
        position = apply(position, moves[-1])
    return view(start, moves, position.turn)


@pytest.mark.parametrize(
    ("rules", "n_deals"),
    [
        (ALL_FIVES, 116_280),
        (preset("five_up"), 33_649),
        (preset("straight").with_options(players=4), 399_072_960),
    ],
)
def test_number_of_deals_at_the_start(rules: RuleSet, n_deals: int) -> None:
    assert n_deals == Beliefs(start_of(rules)).n_deals


def test_two_of_ten_unseen_among_four_hidden() -> None:
    """Lesson 10: two sixes among ten unseen tiles, the opponent holds four: 1 - C(8,4)/C(10,4)."""
    known = seen("block - 55545251504443424140/?4/6564636233323130 ?6 A 0 0/0/0")
    assert len(known.position.unseen) == 10
    assert Beliefs(known).chance(1, tiles("6660")) == pytest.approx(2 / 3)


def test_draws_exclude_pips_until_the_next_draw() -> None:
    """Lesson 11: at ends 2 and 6 B draws three and plays the third: 13 tiles it cannot hold."""
    pips = frozenset((2, 6))
    events = (
        Event(0, Play(Tile.of(6, 2)), frozenset()),
        *[Event(1, Draw(), pips)] * 3,
        Event(1, Play(Tile.of(6, 5), LEFT), pips),
    )
    position = parse_position("draw+hand=3,5,5 56.62 5443/?5 ?19 A 0 0/0")
    beliefs = Beliefs(View(0, position, events))
    impossible = {tile for tile in beliefs.unseen if beliefs.probability(tile, 1) == 0}
    assert {tile for tile in beliefs.unseen if tile.has(2) or tile.has(6)} == impossible
    told = beliefs.excluded(1)
    assert [(2, 4), (6, 4)] == [(each.pip, each.ply) for each in told]
    drawn_again = (*events, Event(0, Play(Tile.of(5, 4), LEFT), frozenset((5, 2))))
    drawn_again += (Event(1, Draw(), frozenset((4, 2))),)
    later = parse_position("draw+hand=3,5,5 45.56.62 43/?6 ?18 B+ 0 0/0")
    after = Beliefs(View(0, later, drawn_again))
    assert after.excluded(1) == ()
    assert 0 < after.probability(Tile.of(6, 6), 1) < after.probability(Tile.of(3, 1), 1)


def test_position_alone_tells_of_its_passes_and_draws() -> None:
    passed = Beliefs(seen("block 16.66 6551/?5 ?15 A 1 0/0"))
    assert passed.chance(1, tiles("64636261605141312111")) == 0
    drew = Beliefs(seen("draw 16.66 655141/?6 ?14 B+ 0 0/0"))
    only_if_last = drew.chance(1, tiles("64"))
    assert 0 < only_if_last < drew.chance(1, tiles("54"))


def test_pass_at_a_price_and_free_draws_tell_nothing() -> None:
    dpn = "16.66 6551/?5 ?15 A 1 0/0"
    free = Beliefs(seen(f"block+pass_penalty=50 {dpn}"))
    assert free.chance(1, tiles("64")) == pytest.approx(5 / 24)
    voluntary = Beliefs(seen("draw+voluntary_draw=true 16.66 655141/?6 ?14 B+ 0 0/0"))
    assert voluntary.chance(1, tiles("64")) == pytest.approx(6 / 23)


def test_shown_tiles_of_others_and_tiles_out_of_play() -> None:
    beliefs = Beliefs(seen("block 16.66 6551/64?2 - A 0 0/0"))
    assert beliefs.probability(Tile.of(6, 4), 1) == 1
    assert beliefs.probability(Tile.of(4, 4), BONEYARD) == 0
    assert beliefs.n_deals == 23 * 22 // 2
    assert beliefs.chance(1, tiles("6442")) == 1


def test_a_tile_that_all_saw_drawn_takes_no_hidden_slot() -> None:
    drew = Event(1, Draw(Tile.of(6, 4)), frozenset((1, 6)))
    known = Beliefs(seen("draw 16.66 5551/64?3 ?17 B+ 0 0/0", drew))
    assert known.probability(Tile.of(6, 4), 1) == 1
    assert known.chance(1, tiles("656362")) == 0  # the other three were there before the draw
    with pytest.raises(PositionError, match="64, seen when it was drawn"):
        Beliefs(seen("draw 16.66 5551/?4 ?17 B+ 0 0/0", drew))


def test_forced_lead_to_come_excludes_higher_doubles_elsewhere() -> None:
    rules = preset("draw")
    start = Deal.shuffled(rules, Random(3)).start()
    assert start.lead_forced
    other = 1 - start.turn
    beliefs = Beliefs(view(start, (), other))
    own = start.hands[other].tiles
    top = max((tile.high for tile in own if tile.is_double), default=-1)
    higher = TileSet.of(Tile.of(pip, pip) for pip in range(top + 1, 7))
    assert beliefs.chance(start.turn, higher) == 1
    led = view(start, (legal_moves(start)[0],), other)
    lead = next(iter(led.position.layout.tiles))
    after = Beliefs(led)
    for tile in after.unseen:
        if tile.is_double and tile > lead:
            assert after.probability(tile, BONEYARD) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["all_fives", "straight", "draw", "five_up", "fives_threes"])
def test_table_adds_up(name: str, players: int) -> None:
    rules = preset(name).with_options(players=players)
    for seed in range(6):
        beliefs = Beliefs(played(rules, seed, 4 + 5 * seed))
        table = beliefs.table()
        position = beliefs.view.position
        for tile in beliefs.unseen:
            assert sum(row[tile] for row in table.values()) == pytest.approx(1)
        for seat in table.keys() - {BONEYARD}:
            assert sum(table[seat].values()) == pytest.approx(len(position.hands[seat]))
        assert sum(table[BONEYARD].values()) == pytest.approx(position.n_boneyard)


def test_sampled_position_looks_the_same_to_its_seat() -> None:
    for seed in range(8):
        known = played(ALL_FIVES.with_options(players=2 + seed % 3), seed, 9)
        whole = Beliefs(known).position(Random(seed))
        assert whole.is_open
        assert whole.hands[known.seat] == known.position.hands[known.seat]
        assert [len(hand) for hand in whole.hands] == [len(h) for h in known.position.hands]
        assert whole.unseen == TileSet()


P16 = frozenset((1, 6))


@pytest.mark.parametrize(
    ("known", "named"),
    [
        pytest.param(
            seen("block 16.66 6551/64?2 ?18 A 1 0/0", Event(1, Pass(), P16)),
            "event 1, B -",
            id="a pass although a shown tile fits",
        ),
        pytest.param(
            seen("block 16.66 6551/?3 ?18 B 1 0/0", Event(0, Pass(), P16)),
            "event 1, A -: 65 could be played",
            id="my own pass although I could play",
        ),
        pytest.param(
            seen("draw 16.66 5551/?3 ?18 A 1 0/0", Event(1, Pass(), P16)),
            "event 1, B -: it had to draw",
            id="a pass with a boneyard",
        ),
        pytest.param(
            seen("block 16.66 5551/?3 ?18 B 0 0/0", Event(1, Draw(), P16)),
            "event 1, B .: there was nothing",
            id="a draw where none is allowed",
        ),
        pytest.param(
            seen("draw+reserve=2 16.66 5551/?3 ?1 B+ 0 0/0", Event(1, Draw(), P16)),
            "event 1, B .: there was nothing",
            id="a draw from the reserve",
        ),
        pytest.param(
            seen("block 16.66 5551/?3 ?18 B 1 0/0", Event(1, Pass(), P16)),
            "event 1, B -: it was not B's turn",
            id="out of turn",
        ),
        pytest.param(
            seen("block 66 5551/?3 ?18 A 0 0/0", Event(1, Play(Tile.of(6, 1), LEFT), frozenset())),
            "event 1, B 61L: the tile is not on the table",
            id="a tile that does not lie there",
        ),
        pytest.param(
            seen("block 66 5551/?3 ?18 A 0 0/0", Event(1, Play(Tile.of(6, 6)), P16)),
            "event 1, B 66: the open pips were",
            id="a lead with ends",
        ),
        pytest.param(
            seen(
                "block 66.61 5551/?3 ?18 A 0 0/0",
                Event(0, Play(Tile.of(6, 6)), frozenset()),
                Event(1, Play(Tile.of(6, 1), RIGHT), P16),
            ),
            "event 2, B 61R: the open pips were",
            id="pips that were not open",
        ),
        pytest.param(
            seen("block - 5551/?3 ?18 B 1 0/0", Event(0, Pass(), frozenset())),
            "event 1, A -: on a bare table",
            id="a pass before the lead",
        ),
    ],
)
def test_contradiction_is_refused_with_the_event(known: View, named: str) -> None:
    with pytest.raises(PositionError, match=named) as caught:
        Beliefs(known)
    assert caught.value.problems == Problem.EVENT_IMPOSSIBLE
    assert caught.value.ply == int(named.split()[1].strip(","))


def test_passes_that_leave_too_few_tiles_are_refused_at_the_one_too_many() -> None:
    position = parse_position("block 26.66.63 6553/?3 - A 1 0/0")
    known = View(0, position, (Event(1, Pass(), frozenset(range(6))),))
    with pytest.raises(PositionError, match="event 1, B -: no deal agrees"):
        Beliefs(known)


def test_a_hidden_own_hand_and_an_impossible_position_are_refused() -> None:
    with pytest.raises(PositionError) as hidden:
        Beliefs(seen("block 16.66 ?4/?3 ?18 A 0 0/0"))
    assert hidden.value.problems == Problem.HIDDEN
    with pytest.raises(PositionError) as twice:
        Beliefs(seen("block 16.66 6661/?3 ?18 A 0 0/0"))
    assert Problem.TILE_TWICE in twice.value.problems
    with pytest.raises(PositionError) as many:
        Beliefs(seen("block 16.66 6551/?3 ?30 A 0 0/0"))
    assert Problem.TOO_MANY_HIDDEN in many.value.problems


def test_enumeration_only_when_few() -> None:
    few = Beliefs(seen("block 16.66 6551/?3 - A 0 0/0"))
    assert few.worlds(100) is None
    worlds = few.worlds(3000)
    assert worlds is not None
    assert len(worlds) == few.n_worlds == 24 * 23 * 22 // 6


@pytest.mark.parametrize("seed", [0, 1, 2, 6, 8, 9, 10])
def test_a_lack_that_the_view_tells_is_worth_a_pass_that_was_seen(seed: int) -> None:
    """Whoever came after the pass and is told of it knows as much as one who saw it."""
    start = Deal.shuffled(preset("block"), Random(seed), leader=0).start()
    position, moves, before = start, list[Play | Draw | Pass](), start
    while not (moves and isinstance(moves[-1], Pass) and position.turn == 0):
        moves.append(legal_moves(position)[0])
        before, position = position, apply(position, moves[-1])
        assert outcome(position) is None, "choose another seed: only the viewer passes here"
    pips = open_pips(before.layout, before.rules)
    saw = view(before, moves[-1:], 0)
    late = replace(saw.position, passes=0)  # else the position itself tells of the pass
    told = Beliefs(View(0, late, lacks=((1, pips),)))
    assert Beliefs(saw).table() == told.table()
    assert [(each.pip, 0) for each in Beliefs(saw).excluded(1)] == [
        (each.pip, each.ply) for each in told.excluded(1)
    ]


def test_a_tile_drawn_after_a_lack_may_have_its_pips() -> None:
    known = seen("all_fives 66*.60 64636261/?4 ?18 A 0 0/0")
    lacks = ((1, frozenset({5})),)
    fives = tiles("65555453525150")
    assert Beliefs(replace(known, lacks=lacks)).chance(1, fives) == 0
    draw = Event(1, Draw(), frozenset({0, 6}))
    play = Event(1, Play(Tile.of(6, 0), RIGHT), frozenset({6}))
    later = replace(known, events=(draw, draw, play), lacks=lacks)
    # The second tile drawn was played; the first fitted nowhere, but it may have a five.
    assert 0 < Beliefs(later).chance(1, fives) < Beliefs(replace(later, lacks=())).chance(1, fives)


def test_lacks_that_no_hand_can_have_are_refused() -> None:
    known = seen("all_fives 66*.60 64636261/?4 ?18 A 0 0/0")
    with pytest.raises(PositionError, match="said to lack"):
        Beliefs(replace(known, lacks=((1, frozenset(range(7))),)))
