"""What holds of every round of every rule set."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine import (
    DOWN,
    LEFT,
    PRESETS,
    RIGHT,
    UP,
    Deal,
    Draw,
    Hand,
    Layout,
    Move,
    Pass,
    Play,
    Position,
    RuleSet,
    TileSet,
    apply,
    count,
    explain_count,
    legal_moves,
    open_ends,
    outcome,
    places,
    problems,
    score_play,
    settle,
    view,
    why_illegal,
)
from engine.layout import Chain
from engine.options import SpinnerCounts
from tests.strategies import play_out, positions, preset_rules, rounds, rule_sets

Played = tuple[Position, tuple[Move, ...]]
MIRROR = {LEFT: RIGHT, RIGHT: LEFT}


def replay(played: Played) -> list[Position]:
    start, moves = played
    found = [start]
    for move in moves:
        found.append(apply(found[-1], move))
    return found


@given(rounds())
def test_pips_are_conserved(played: Played) -> None:
    for position in replay(played):
        assert position.is_open
        assert position.seen.pips == 168
        assert len(position.seen) == 28
        assert not problems(position)


@given(positions())
def test_touching_halves_are_equal(position: Position) -> None:
    def check(chain: Chain) -> None:
        for one, other in pairwise(chain):
            assert one.far == other.near
        for stone in chain:
            for side in (stone.up, stone.down):
                if side:
                    assert side[0].near in (stone.near, stone.far)
                    check(side)

    check(position.layout.line)


@given(rule_sets(), st.integers(0, 2**32))
def test_every_round_ends(rules: RuleSet, seed: int) -> None:
    rng = Random(seed)
    found = play_out(Deal.shuffled(rules, rng).start(), rng)
    assert outcome(found[-1]) is not None
    assert len(found) <= (rules.players + 1) * rules.n_tiles + rules.players


def mirrored(position: Position) -> Position:
    return replace(position, layout=position.layout.mirrored())


@given(positions())
def test_a_mirror_changes_no_count_and_no_outcome(position: Position) -> None:
    other = mirrored(position)
    rules = position.rules
    assert not problems(other)
    assert count(position.layout, rules) == count(other.layout, rules)
    assert score_play(position.layout, rules) == score_play(other.layout, rules)
    assert outcome(position) == outcome(other)
    assert {(MIRROR.get(p.arm, p.arm), p.pips) for p in places(position.layout, rules)} == {
        (p.arm, p.pips) for p in places(other.layout, rules)
    }


@given(positions())
def test_legal_is_what_nothing_speaks_against(position: Position) -> None:
    if outcome(position) is not None:
        assert legal_moves(position) == ()
        return
    legal = set(legal_moves(position))
    arms = {place.arm for place in places(position.layout, position.rules)} | {None, UP, DOWN, LEFT}
    tiles = TileSet.full(position.rules.max_pip)
    tried: list[Move] = [Draw(), Pass(), *(Play(tile, arm) for tile in tiles for arm in arms)]
    for move in tried:
        assert (why_illegal(position, move) is None) == (move in legal)


@given(positions(preset_rules()))
def test_halves_left_when_joints_are_removed_are_the_ends(position: Position) -> None:
    """Another way to the count: every half that touches nothing, but for what a spinner covers."""
    rules, layout = position.rules, position.layout
    if rules.spinner_counts is SpinnerCounts.EXPOSED_ENDS or not layout.line:
        return
    facts = explain_count(layout, rules)
    assert facts.count == count(layout, rules)
    assert sum(end.counts for end in open_ends(layout, rules)) == facts.count
    shown = {counted.tile for counted in facts.ends}
    assert shown <= set(layout.tiles)
    outer = {layout.line[0].tile, layout.line[-1].tile}
    outer |= {chain[-1].tile for _, chain in layout.chains(rules)}
    covered = {silent.tile for silent in facts.silent if silent.reason == "SPINNER_COVERED"}
    assert outer - covered <= shown


@st.composite
def blocked_hands(draw: st.DrawFn) -> list[TileSet]:
    """Hands left after a block: disjoint, none empty."""
    players = draw(st.integers(2, 4))
    tiles = draw(st.permutations(list(TileSet.full(3))))
    return [
        TileSet.of(tiles[seat : 2 * players : players][: 1 + seat % 2]) for seat in range(players)
    ]


@given(blocked_hands(), st.sampled_from(sorted(PRESETS)), st.data())
def test_the_order_of_seats_decides_no_tie(
    left: list[TileSet], name: str, data: st.DataObject
) -> None:
    players = len(left)
    rules = PRESETS[name].with_options(players=players)
    order = data.draw(st.permutations(range(players)))
    award = settle(left, rules).by_seat(players)
    moved = settle([left[seat] for seat in order], rules).by_seat(players)
    # An odd point that two share goes to the earlier seat: a difference of one, no more.
    for place, seat in enumerate(order):
        assert abs(award[seat] - moved[place]) <= (1 if rules.tie == "none_split3" else 0)
    assert sum(award) == sum(moved)


@given(rounds(), st.data())
def test_views_that_differ_in_unseen_tiles_only_are_equal(
    played: Played, data: st.DataObject
) -> None:
    start, moves = played
    seat = data.draw(st.integers(0, start.rules.players - 1))
    # Swap two tiles that the seat never sees between where they lie; keep it if the moves still go.
    final = replay(played)[-1]
    hidden = [hand.tiles for owner, hand in enumerate(final.hands) if owner != seat]
    unseen = list(TileSet(sum(tiles.mask for tiles in hidden)) | TileSet.of(final.boneyard))  # type: ignore[arg-type]
    if len(unseen) < 2:
        return
    one, two = data.draw(st.permutations(unseen))[:2]
    swap = {one: two, two: one}
    changed = replace(
        start,
        hands=tuple(Hand.of(swap.get(tile, tile) for tile in hand.tiles) for hand in start.hands),
        boneyard=tuple(swap.get(tile, tile) for tile in start.boneyard),  # type: ignore[union-attr]
    )
    position = changed
    for move in moves:
        if why_illegal(position, move) is not None:
            return
        position = apply(position, move)
    assert view(start, moves, seat) == view(changed, moves, seat)


def test_a_bare_table_has_no_places_and_counts_nothing() -> None:
    for rules in PRESETS.values():
        assert places(Layout(), rules) == ()
        assert open_ends(Layout(), rules) == ()
        assert count(Layout(), rules) == 0
