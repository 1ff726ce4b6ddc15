"""Golden pictures of hard tables, and what the geometry promises about them.

`REGENERATE=1 python -m pytest tests/unit/ui/test_scene.py` draws the pictures anew: look at them
before they are kept.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine import LEFT, PRESETS, RIGHT, Layout, Tile, explain_count, parse_position
from ui.board.routing import HALF
from ui.board.scene import MAX_HALF, MIN_HALF, VIEWS, LaidTile, Scene, best, fit, near, scenes
from ui.board.svg import svg
from ui.wording import sum_line

GOLDEN = Path(__file__).parents[2] / "data" / "golden"
TABLES = {
    "double_at_each_corner": ("muggins", "66.65.55.54.44.43.33.32.22.21.11.10.00", (300, 300)),
    "arm_of_twenty": (
        "all_fives",
        "66*.63.34.41.13.33.35.50.03.32.25.55.51.16.60.00.02.26.65.54.46",
        (880, 420),
    ),
    "four_long_arms": (
        "all_fives",
        "55.50.06.61.12.26.66*(65.51.13.33.34.40|63.35.54.44.41.11).64.42.23.30.00.01",
        (880, 420),
    ),
    "five_up_four_spinners": (
        "five_up",
        "01.16.63.33*(31.14|32.25).34.44*(46.65|45).42.22*(20.05|26.66*(|64).60).21.11*.15",
        (1180, 560),
    ),
    "straight_spinner_63": (
        "straight",
        "66.64.42.26.63*(61.10|30.02.22).33.34.44",
        (880, 420),
    ),
    "four_arms_on_a_low_screen": ("all_fives", "05.56.66*(63.31.14|64.45).60.02", (800, 180)),
}


def table(name: str) -> Layout:
    preset, line, _view = TABLES[name]
    return parse_position(f"{preset} {line} ?1/?1 ?1 A 0 0/0").layout


def half_of(scene: Scene, tile: Tile) -> LaidTile:
    return next(laid for laid in scene.tiles if laid.tile == tile)


@pytest.mark.parametrize("name", TABLES)
def test_golden_picture(name: str) -> None:
    preset, line, (width, height) = TABLES[name]
    rules, layout = PRESETS[preset], table(name)
    picture = fit(layout, rules, width=width, height=height)
    desc = sum_line(explain_count(layout, rules), rules)
    drawn = svg(picture, title=f"{preset}: {line}", desc=desc, unit=6)
    path = GOLDEN / f"{name}.svg"
    if os.environ.get("REGENERATE") == "1":
        path.write_text(drawn, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == drawn


def test_corner_doubles_are_turned_at() -> None:
    """Where a line turns at a double, it leaves by the double's short end."""
    scene = fit(table("double_at_each_corner"), PRESETS["muggins"], width=300, height=300).scene
    turned = 0
    for inner, outer in scene.joints:
        one, other = scene.tiles[inner], scene.tiles[outer]
        turned += one.tile.is_double and one.turn % 180 == other.turn % 180
    assert turned == 4  # every corner of this table


@pytest.mark.parametrize("name", TABLES)
def test_doubles_lie_across(name: str) -> None:
    preset, _line, (width, height) = TABLES[name]
    scene = fit(table(name), PRESETS[preset], width=width, height=height).scene
    for inner, outer in scene.joints:
        one, other = scene.tiles[inner].rect, scene.tiles[outer]
        if other.tile.is_double:
            is_beside = one.x1 == other.rect.x0 or other.rect.x1 == one.x0
            assert other.turn == (0 if is_beside else 90)


def test_side_arms_turn_along_the_table_on_a_low_screen() -> None:
    layout = table("four_arms_on_a_low_screen")
    low = fit(layout, PRESETS["all_fives"], width=800, height=180)
    high = fit(layout, PRESETS["all_fives"], width=480, height=560)
    assert low.scene.width > 2.5 * low.scene.height
    assert high.scene.height > low.scene.height
    assert (
        low.half >= 25
    )  # without the turn five tiles would stand above each other, 18 pixels a half


def test_a_tile_leans_toward_the_half_it_touches() -> None:
    scene = fit(table("straight_spinner_63"), PRESETS["straight"], width=880, height=420).scene
    spinner = half_of(scene, Tile.of(6, 3)).rect
    for tile, side in ((Tile.of(6, 1), -1), (Tile.of(3, 0), 1)):
        rect = half_of(scene, tile).rect
        assert (rect.x0 + rect.x1) / 2 - (spinner.x0 + spinner.x1) / 2 == side


def test_a_bare_table_has_room_for_the_lead() -> None:
    (scene,) = scenes(Layout(), PRESETS["straight"])
    assert scene.tiles == ()
    assert scene.width >= 2 * HALF + 4
    assert best([scene], width=800, height=400).half == MAX_HALF


def test_without_places_none_is_drawn() -> None:
    layout = table("four_long_arms")
    assert all(not scene.spots for scene in scenes(layout, PRESETS["all_fives"], with_places=False))
    assert all(len(scene.spots) == 4 for scene in scenes(layout, PRESETS["all_fives"]))


def test_a_view_too_small_pans_at_the_least_legible_size() -> None:
    fitted = fit(table("five_up_four_spinners"), PRESETS["five_up"], width=288, height=150)
    assert fitted.pans
    assert fitted.half == MIN_HALF


def test_few_scenes_serve_every_view() -> None:
    for name, (preset, _line, _view) in TABLES.items():
        assert 1 <= len(scenes(table(name), PRESETS[preset])) <= len(VIEWS)


@pytest.mark.parametrize("name", TABLES)
def test_a_room_needs_only_the_scenes_of_its_shape(name: str) -> None:
    preset, _line, (width, height) = TABLES[name]
    layout, rules = table(name), PRESETS[preset]
    every = scenes(layout, rules)
    few = scenes(layout, rules, views=near(width, height))
    assert set(few) <= set(every)
    full, quick = (best(found, width=width, height=height) for found in (every, few))
    assert quick.half >= 0.9 * full.half


def test_the_nearest_views_have_the_shape_of_the_room() -> None:
    assert near(900, 420) == ((880, 420), (1180, 560))
    assert near(360, 430) == ((300, 360), (640, 560))
    assert near(820, 180) == ((800, 190), (880, 420))


def test_tips_point_at_the_ends() -> None:
    scene = fit(table("straight_spinner_63"), PRESETS["straight"], width=880, height=420).scene
    tips = {tip.arm: tip for tip in scene.tips}
    left, right = half_of(scene, Tile.of(6, 6)).rect, half_of(scene, Tile.of(4, 4)).rect
    assert left.x0 < tips[LEFT].at[0] < left.x1
    assert tips[LEFT].way == (-1, 0)
    assert right.x0 < tips[RIGHT].at[0] < right.x1
    assert tips[RIGHT].way == (1, 0)


def test_a_picture_speaks() -> None:
    picture = fit(table("four_long_arms"), PRESETS["all_fives"], width=880, height=420)
    drawn = svg(picture, title="A <table>", desc="left & right")
    assert "<title>A &lt;table&gt;</title>" in drawn
    assert "<desc>left &amp; right</desc>" in drawn
    assert 'role="img"' in drawn


def test_large_halves_are_numerals() -> None:
    rules = PRESETS["block"].with_options(max_pip=12)
    layout = Layout().placed(Tile.of(12, 11), None, rules)
    drawn = svg(fit(layout, rules, width=400, height=200), title="12-11")
    assert ">12</text>" in drawn
    assert ">11</text>" in drawn
