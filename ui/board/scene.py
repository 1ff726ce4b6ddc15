"""Where everything on the table is drawn: a layout becomes rectangles, with no pixel in it.

Lengths are in quarters of a half (`routing.HALF`); x grows to the right, y downward, and the
drawing's own corner is (0, 0). One table has several `Scene`s, one for each of `VIEWS` that needs
its own, and whoever draws takes the one that suits the room there is (`best`). So a resized or
turned screen needs no new scene, and two drawings of one table never differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log
from typing import Final

from engine.layout import LEFT, RIGHT, Arm, Chain, Layout, places
from engine.options import Spinner
from engine.rules import RuleSet
from engine.tiles import Tile
from ui.board.routing import (
    HALF,
    NORTH,
    SOUTH,
    WEST,
    Manner,
    Rect,
    Slot,
    Spot,
    Step,
    Vector,
    route,
    steps_of,
)

View = tuple[int, int]

VIEWS: Final[tuple[View, ...]] = (
    (300, 360),
    (480, 300),
    (800, 190),
    (640, 560),
    (880, 420),
    (1180, 560),
)
"""Pixels, width by height: the room that tables are laid out for, the roomiest last."""

MIN_HALF: Final = 20.0
"""Pixels: side of a half below which pips are hard to tell; a smaller view pans instead."""

MAX_HALF: Final = 50.0
"""Pixels: a half grows no larger, so that the first tile is not a poster."""

LADDER: Final = 1.09
"""Ratio of one size of tiles to the next: a table keeps its size and turns for several plays."""

MARGIN: Final = 2
"""Bare table around the drawing, in quarters of a half."""

STRAIGHTER: Final = 0.96
"""A scene with fewer turns is taken at this cost in the size of tiles."""

_DENSEST: Final = 4.4
"""Area of a tile in the tightest tables seen, in halves squared; no smaller box is tried."""

_EDGELESS: Final = Rect(-400, -400, 400, 400)
_SIDES: Final = (Slot.UP, Slot.DOWN)
_TURNS: Final[dict[Vector, int]] = {NORTH: 0, (1, 0): 90, SOUTH: 180, WEST: 270}


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the table. `turn`: degrees clockwise from standing with its high half up."""

    tile: Tile
    rect: Rect
    turn: int
    spinner: bool


@dataclass(frozen=True, slots=True)
class PlaceSpot:
    """Where a tile would go. `turn`: as for a tile whose high half touches the table.

    `across` says that a double would lie crosswise here, around `near`, the centre of the touching
    half.
    """

    arm: Arm
    rect: Rect
    turn: int
    near: Vector
    across: bool


@dataclass(frozen=True, slots=True)
class Tip:
    """The outer half of an arm, where its chip points: its centre and the way outward."""

    arm: Arm
    at: Vector
    way: Vector


@dataclass(frozen=True, slots=True)
class Scene:
    """A table laid out within `width` by `height`.

    `joints` are pairs of indices in `tiles` that touch: inner tile, outer tile. `turns` counts the
    corners of its chains.
    """

    width: int
    height: int
    tiles: tuple[LaidTile, ...]
    spots: tuple[PlaceSpot, ...]
    tips: tuple[Tip, ...]
    joints: tuple[tuple[int, int], ...]
    turns: int = 0

    def half(self, width: float, height: float) -> float:
        """Pixels a half in a view of `width` by `height` pixels, if all is to be seen at once."""
        return HALF * min(width / self.width, height / self.height, MAX_HALF / HALF)


@dataclass(frozen=True, slots=True)
class Fit:
    """A scene as shown in a view: `half` pixels a half; it `pans` where the view is too small."""

    scene: Scene
    half: float
    pans: bool


@dataclass(frozen=True, slots=True)
class _Laid:
    """How a table was laid out for one view, to start from when a tile is added."""

    half: float
    box: Rect
    manner: Manner
    steps: list[Step]
    spots: list[Spot]


def fit(
    layout: Layout, rules: RuleSet, *, width: float, height: float, order: tuple[Tile, ...] = ()
) -> Fit:
    """The drawing of `layout` in `width` by `height` pixels."""
    return best(scenes(layout, rules, order=order), width=width, height=height)


def best(options: Sequence[Scene], *, width: float, height: float) -> Fit:
    """Of several scenes the straightest of those that show tiles about as large as can be.

    Where all are too large for the view at `MIN_HALF`, the one of which most is seen at once.
    """
    halves = [option.half(width, height) for option in options]
    half = max(halves)
    if half >= MIN_HALF:
        enough = max(half * STRAIGHTER, MIN_HALF)
        large = [index for index, value in enumerate(halves) if value >= enough]
        index = min(large, key=lambda index: (options[index].turns, -halves[index], index))
        return Fit(options[index], halves[index], pans=False)
    unit = MIN_HALF / HALF
    scene = max(
        options,
        key=lambda option: (
            min(1, width / option.width / unit) * min(1, height / option.height / unit)
        ),
    )
    return Fit(scene, MIN_HALF, pans=True)


def near(width: float, height: float) -> tuple[View, ...]:
    """The two of `VIEWS` nearest to a room of `width` by `height` pixels: in shape, then size."""

    def distance(view: View) -> float:
        wider, taller = log(view[0] / width), log(view[1] / height)
        return abs(wider - taller) + 0.1 * abs(wider + taller)

    first, second, *_others = sorted(VIEWS, key=distance)
    return tuple(view for view in VIEWS if view in (first, second))


@lru_cache(maxsize=512)
def scenes(
    layout: Layout,
    rules: RuleSet,
    *,
    order: tuple[Tile, ...] = (),
    with_places: bool = True,
    views: tuple[View, ...] = VIEWS,
) -> tuple[Scene, ...]:
    """The table laid out for each of `views`, without doublets, the roomiest last.

    `order` is the order in which the tiles were laid, the lead first: with it a tile keeps its
    place as the round goes on, as long as there is room. A bare table is one scene with room for
    the lead.
    """
    if not layout.line:
        return (Scene(16, 12, (), (), (), ()),)
    laid = (_laid(layout, rules, order, view, with_places=with_places) for view in views)
    return tuple(dict.fromkeys(_scene(each.steps, each.spots) for each in laid))


@lru_cache(maxsize=2048)
def _laid(
    layout: Layout, rules: RuleSet, order: tuple[Tile, ...], view: View, *, with_places: bool
) -> _Laid:
    lead = order[0] if order else None
    steps, manner = _steps(layout, rules, lead, with_places=with_places)
    before = None
    if len(order) > 1:
        line = _without(layout.line, order[-1])
        if line:
            before = _laid(Layout(line), rules, order[:-1], view, with_places=with_places)
    return _lay(steps, view, manner, before)


@lru_cache(maxsize=512)
def _steps(
    layout: Layout, rules: RuleSet, lead: Tile | None, *, with_places: bool
) -> tuple[list[Step], Manner]:
    several = rules.spinner is Spinner.EVERY_DOUBLE
    open_places = {place.arm: place.pips for place in places(layout, rules)} if with_places else {}
    steps = steps_of(layout, open_places, lead, several=several)
    return steps, _manner(steps)


def _without(chain: Chain, tile: Tile) -> Chain | None:
    """The chain before `tile` was laid at one of its tips; None if it lies at none."""
    if not chain:
        return None
    first, last = chain[0], chain[-1]
    if last.tile == tile and not (last.up or last.down):
        return chain[:-1]
    if first.tile == tile and not (first.up or first.down):
        return chain[1:]
    for index, stone in enumerate(chain):
        up, down = _without(stone.up, tile), _without(stone.down, tile)
        if up is not None or down is not None:
            shorter = replace(
                stone,
                up=stone.up if up is None else up,
                down=stone.down if down is None else down,
            )
            return (*chain[:index], shorter, *chain[index + 1 :])
    return None


def _manner(steps: list[Step]) -> Manner:
    """The first manner in which the tiles find room at all, on a table without edges."""
    for manner in (Manner.PLAIN, Manner.CRAMPED):
        if route(steps, _EDGELESS, manner=manner, budget=100 * len(steps)) is not None:
            return manner
    return Manner.TOUCHING


def _lay(steps: list[Step], view: View, manner: Manner, before: _Laid | None) -> _Laid:
    """Everything at the largest size at which it finds room in the view.

    What lay there before stays where it was if it can; below `MIN_HALF` the box is larger than the
    view.
    """
    if before is not None and before.manner is manner:
        kept = dict(zip(_names(before.steps), before.spots, strict=True))
        spots = route(steps, before.box, manner=manner, budget=6 * len(steps), kept=kept)
        if spots is not None:
            return _Laid(before.half, before.box, manner, steps, spots)
    half = before.half if before is not None else MAX_HALF
    while half > MIN_HALF / 3:
        width, height = (int(side * HALF / half) - 2 * MARGIN for side in view)
        if width * height >= _DENSEST * HALF * HALF * len(steps):
            box = _box(steps, width, height)
            for tidy in (True, False):
                spots = route(steps, box, manner=manner, tidy=tidy, budget=8 * len(steps) + 20)
                if spots is not None:
                    return _Laid(half, box, manner, steps, spots)
        half /= LADDER
    for last in (manner, Manner.TOUCHING):
        spots = route(steps, _EDGELESS, manner=last, budget=1000 * len(steps))
        if spots is not None:
            return _Laid(half, _EDGELESS, last, steps, spots)
    msg = "a layout that finds no room on a table without edges"
    raise AssertionError(msg)


def _names(steps: list[Step]) -> list[Tile | None]:
    return [step.stone.tile if step.stone is not None else None for step in steps]


def _box(steps: list[Step], width: int, height: int) -> Rect:
    """A box around the root, shifted toward the arms that need more than half of it."""
    reach = {Slot.BACK: 4, Slot.AHEAD: 4, Slot.UP: 4, Slot.DOWN: 4}
    roots: list[Slot] = [Slot.AHEAD]
    for step in steps[1:]:
        root = step.slot if step.parent == 0 else roots[step.parent]
        roots.append(root)
        if step.slot in (Slot.AHEAD, Slot.BACK) or step.parent == 0:
            reach[root] += HALF if step.is_double else 2 * HALF
    left, right = _shared(width, reach[Slot.BACK], reach[Slot.AHEAD])
    top, bottom = _shared(height, reach[Slot.UP], reach[Slot.DOWN])
    return Rect(-left, -top, right, bottom)


def _shared(room: int, first: int, second: int) -> tuple[int, int]:
    half = room // 2
    if first <= half < second:
        first = max(first, room - second)
        return first, room - first
    if second <= half < first:
        second = max(second, room - first)
        return room - second, second
    return half, room - half


def _scene(steps: list[Step], spots: list[Spot]) -> Scene:
    left = min(spot.rect.x0 for spot in spots) - MARGIN
    top = min(spot.rect.y0 for spot in spots) - MARGIN
    right = max(spot.rect.x1 for spot in spots) + MARGIN
    bottom = max(spot.rect.y1 for spot in spots) + MARGIN
    moved = [_moved(spot, -left, -top) for spot in spots]
    tiles: list[LaidTile] = []
    empty: list[PlaceSpot] = []
    joints: list[tuple[int, int]] = []
    index_of: dict[int, int] = {}
    for index, (step, spot) in enumerate(zip(steps, moved, strict=True)):
        if step.stone is None:
            empty.append(_place_spot(step, spot, steps[step.parent], moved[step.parent]))
            continue
        index_of[index] = len(tiles)
        if step.parent >= 0:
            joints.append((index_of[step.parent], len(tiles)))
        tiles.append(LaidTile(step.stone.tile, spot.rect, _turn(step, spot), step.is_spinner))
    return Scene(
        right - left,
        bottom - top,
        tuple(tiles),
        tuple(empty),
        tuple(_tips(steps, moved)),
        tuple(joints),
        _turns(steps, spots),
    )


def _turns(steps: list[Step], spots: list[Spot]) -> int:
    """Corners: tiles and places that do not go straight on, or straight off a spinner's side."""
    return sum(
        (spot.run[0] == 0) is not ((spots[step.parent].run[0] == 0) is not (step.slot in _SIDES))
        for step, spot in zip(steps[1:], spots[1:], strict=True)
    )


def _moved(spot: Spot, dx: int, dy: int) -> Spot:
    rect, near, far = spot.rect, spot.near, spot.far
    return spot._replace(
        rect=Rect(rect.x0 + dx, rect.y0 + dy, rect.x1 + dx, rect.y1 + dy),
        near=(near[0] + dx, near[1] + dy),
        far=(far[0] + dx, far[1] + dy),
    )


def _turn(step: Step, spot: Spot) -> int:
    if spot.near == spot.far:
        return 0 if spot.run[1] == 0 else 90
    turn = _TURNS[spot.run]
    return turn if step.far >= step.near else (turn + 180) % 360


def _place_spot(step: Step, spot: Spot, above: Step, parent: Spot) -> PlaceSpot:
    straight = spot.run == (parent.run if step.slot is Slot.AHEAD else WEST)
    across = step.slot in (Slot.AHEAD, Slot.BACK) and not above.is_double and straight
    return PlaceSpot(step.arm, spot.rect, (_TURNS[spot.run] + 180) % 360, spot.near, across)


def _tips(steps: list[Step], spots: list[Spot]) -> Iterator[Tip]:
    """The tip of every arm that has a tile or a place; the line's ends may both be the root's."""
    outer: dict[Arm, tuple[Vector, Vector]] = {
        LEFT: (spots[0].near, WEST),
        RIGHT: (spots[0].far, spots[0].run),
    }
    for step, spot in zip(steps[1:], spots[1:], strict=True):
        if step.stone is not None:
            outer[step.arm] = (spot.far, spot.run)
        elif step.arm not in outer:
            outer[step.arm] = (_touched(spot), spot.run)
    for arm, (at, way) in outer.items():
        yield Tip(arm, at, way)


def _touched(spot: Spot) -> Vector:
    """The middle of what an empty place touches."""
    return spot.near[0] - HALF * spot.run[0], spot.near[1] - HALF * spot.run[1]
