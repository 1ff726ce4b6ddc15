"""The drawn table of random rounds: nothing overlaps, joints join, everything can be reached."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import PRESETS, Deal, Layout, Move, Play, Position, RuleSet, Tile, places
from engine.options import Spinner
from tests.strategies import play_out, rounds
from ui.board.routing import HALF, Rect
from ui.board.scene import MAX_HALF, MIN_HALF, LaidTile, Scene, best, scenes

WIDTHS = (320, 360, 390, 480, 600, 768, 844, 1024, 1280, 1600)
SEATINGS = ((2, False), (3, False), (4, False), (4, True))
SEED = 20_000


def halves(laid: LaidTile) -> list[tuple[int, Rect]]:
    """The pips and squares of both halves as drawn."""
    x0, y0, x1, y1 = laid.rect
    if laid.turn in (0, 180):
        first, second = Rect(x0, y0, x1, y0 + HALF), Rect(x0, y0 + HALF, x1, y1)
    else:
        second, first = Rect(x0, y0, x0 + HALF, y1), Rect(x0 + HALF, y0, x1, y1)
    if laid.turn in (180, 270):
        first, second = second, first
    return [(laid.tile.high, first), (laid.tile.low, second)]


def shared_edge(one: Rect, other: Rect) -> int:
    """Length along which two rectangles touch; 0 at a corner."""
    if one.x1 == other.x0 or other.x1 == one.x0:
        return max(0, min(one.y1, other.y1) - max(one.y0, other.y0))
    if one.y1 == other.y0 or other.y1 == one.y0:
        return max(0, min(one.x1, other.x1) - max(one.x0, other.x0))
    return 0


def joins_equal_halves(inner: LaidTile, outer: LaidTile) -> bool:
    """Whether equal halves touch along half an edge or more (a double is touched in its middle)."""
    return any(
        pip == other_pip and shared_edge(square, other_square) >= HALF // 2
        for pip, square in halves(inner)
        for other_pip, other_square in halves(outer)
    )


def check(scene: Scene, layout: Layout, rules: RuleSet) -> None:
    table = Rect(0, 0, scene.width, scene.height)
    many = rules.spinner is Spinner.EVERY_DOUBLE
    assert {laid.tile for laid in scene.tiles} == set(layout.tiles)
    assert {spot.arm for spot in scene.spots} == {place.arm for place in places(layout, rules)}
    joints = {frozenset(joint) for joint in scene.joints}
    assert len(joints) == len(scene.tiles) - 1
    for (i, one), (j, other) in combinations(enumerate(scene.tiles), 2):
        joined = frozenset((i, j)) in joints
        assert not one.rect.overlaps(other.rect), (one, other)
        if joined:
            assert joins_equal_halves(one, other), (one, other)
        elif not many:
            assert not one.rect.overlaps(other.rect, gap=1), (one, other)
    rects = [laid.rect for laid in scene.tiles] + [spot.rect for spot in scene.spots]
    for spot in scene.spots:
        assert sum(spot.rect.overlaps(rect) for rect in rects) == 1, spot  # itself
        touched = [laid for laid in scene.tiles if shared_edge(spot.rect, laid.rect)]
        assert touched if many else len(touched) == 1, (spot, touched)
    assert all(rect.inside(table) for rect in rects)
    assert all(0 < tip.at[0] < scene.width and 0 < tip.at[1] < scene.height for tip in scene.tips)


def check_views(options: tuple[Scene, ...], width: int) -> None:
    for height in (180, 320, 420, 600):
        fitted = best(options, width=width - 32, height=height)
        assert MIN_HALF <= fitted.half <= MAX_HALF
        unit = fitted.half / HALF
        if not fitted.pans:
            assert fitted.scene.width * unit <= width - 32 + 1e-6
            assert fitted.scene.height * unit <= height + 1e-6


def check_round(rules: RuleSet, rng: Random, *, every_ply: bool) -> None:
    positions = play_out(Deal.shuffled(rules, rng).start(), rng)
    if not every_ply:
        order: tuple[Tile, ...] = ()
        for position in (positions[-1], rng.choice(positions)):
            options = scenes(position.layout, rules)
            for scene in options:
                if scene.tiles:
                    check(scene, position.layout, rules)
            check_views(options, rng.choice(WIDTHS))
        return
    order = ()
    for position in positions:
        order += tuple(tile for tile in position.layout.tiles if tile not in order)
        if not position.layout.line:
            continue
        options = scenes(position.layout, rules, order=order)
        for scene in options:
            check(scene, position.layout, rules)
        check_views(options, rng.choice(WIDTHS))


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_sample_of_rounds_is_drawn_right(name: str) -> None:
    rng = Random(SEED)
    for players, partnership in SEATINGS:
        rules = PRESETS[name].with_options(players=players, partnership=partnership)
        check_round(rules, rng, every_ply=False)
    check_round(PRESETS[name], rng, every_ply=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PRESETS))
def test_twenty_thousand_rounds_are_drawn_right(name: str) -> None:
    rng = Random(SEED)
    for number in range(20_000 // len(PRESETS) + 1):
        players, partnership = SEATINGS[number % len(SEATINGS)]
        rules = PRESETS[name].with_options(players=players, partnership=partnership)
        check_round(rules, rng, every_ply=number % 40 == 0)


@given(rounds(st.sampled_from(sorted(PRESETS)).map(PRESETS.__getitem__)), st.sampled_from(WIDTHS))
def test_any_position_is_drawn_right(found: tuple[Position, tuple[Move, ...]], width: int) -> None:
    position, moves = found
    layout, rules = position.layout, position.rules
    order: tuple[Tile, ...] = ()
    for move in moves:
        if isinstance(move, Play):
            layout = layout.placed(move.tile, move.arm, rules)
            order += (move.tile,)
    options = scenes(layout, rules, order=order)
    if layout.line:
        for scene in options:
            check(scene, layout, rules)
    check_views(options, width)


def test_the_same_table_is_drawn_the_same_and_mostly_keeps_its_place() -> None:
    """Of the plays of a round at desktop size, at most one in four moves a tile that lay there."""
    moved = plays = 0
    for name in ("all_fives", "draw", "straight", "five_up"):
        rng = Random(7)
        for _round in range(3):
            rules = PRESETS[name]
            before: dict[Tile, Rect] = {}
            order: tuple[Tile, ...] = ()
            for position in play_out(Deal.shuffled(rules, rng).start(), rng):
                new = tuple(tile for tile in position.layout.tiles if tile not in order)
                if not new:
                    continue
                order += new
                options = scenes(position.layout, rules, order=order)
                scenes.cache_clear()
                assert options == scenes(position.layout, rules, order=order)
                scene = best(options, width=880, height=420).scene
                after = {laid.tile: laid.rect for laid in scene.tiles}
                steps = {(after[t].x0 - r.x0, after[t].y0 - r.y0) for t, r in before.items()}
                plays += 1
                moved += len(steps) > 1
                before = after
    assert plays > 150
    assert moved / plays < 0.25
