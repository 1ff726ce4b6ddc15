"""Finds room on the table for a tree of chains: which way every tile runs, so that none overlap.

Lengths are in quarters of a half: a half is 4 by 4, a tile 8 by 4. The root lies at (0, 0), y grows
downward. A chain runs straight on until a wall or another tile stops it, then turns; where it must
come back, it comes back in rows. The search is depth-first and jumps back to what
was in the way: quick where there is room, and given up after a budget of tries where there is none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from engine.layout import DOWN, LEFT, RIGHT, UP, Arm, Chain, Layout, Side, Stone
from engine.tiles import Tile

HALF: Final = 4
GAP: Final = 1
"""Least room between tiles that do not join, in quarters of a half."""

Vector = tuple[int, int]
EAST: Final[Vector] = (1, 0)
SOUTH: Final[Vector] = (0, 1)
WEST: Final[Vector] = (-1, 0)
NORTH: Final[Vector] = (0, -1)


class Rect(NamedTuple):
    """A rectangle by its corners."""

    x0: int
    y0: int
    x1: int
    y1: int

    def overlaps(self, other: Rect, gap: int = 0) -> bool:
        """Whether less than `gap` lies between them."""
        return (
            self.x0 < other.x1 + gap
            and other.x0 < self.x1 + gap
            and self.y0 < other.y1 + gap
            and other.y0 < self.y1 + gap
        )

    def inside(self, other: Rect) -> bool:
        """Whether it lies wholly in `other`."""
        return (
            self.x0 >= other.x0
            and self.y0 >= other.y0
            and self.x1 <= other.x1
            and self.y1 <= other.y1
        )


class Manner(Enum):
    """What is given up for room, where many spinners stand near each other; mostly nothing is."""

    PLAIN = "plain"
    CRAMPED = "cramped"  # a double may lie along its chain
    TOUCHING = "touching"  # and tiles that do not join may touch


class Slot(Enum):
    """Where on its parent a tile is laid."""

    AHEAD = "ahead"
    BACK = "back"  # only on the root: the left end of the line
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Step:
    """One tile or spot to lay, after its parent.

    `arm` is the arm whose chain it belongs to, `stone` None for a spot (an empty place). `near` is
    the half toward the root, whatever the order of the line. On the long side of a 6-4 `lean` tells
    which half it touches: -1 its near one, 1 its far one, 0 either.
    """

    parent: int
    slot: Slot
    arm: Arm
    stone: Stone | None
    near: int = -1
    far: int = -1
    lean: int = 0

    @property
    def is_double(self) -> bool:
        """Whether a double lies here, or is to."""
        return self.stone is not None and self.stone.is_double

    @property
    def is_spinner(self) -> bool:
        """Whether side arms grow from here."""
        return self.stone is not None and self.stone.is_spinner


class Spot(NamedTuple):
    """A tile or empty place as laid: its rectangle, the centres of both halves, its run.

    `home` and `advance` steer the turns to come: where an upright run turns to, and where a level
    one does. `long` marks an upright run that goes on until it is stopped.
    """

    rect: Rect
    near: Vector
    far: Vector
    run: Vector
    home: Vector
    advance: Vector
    long: bool


def steps_of(
    layout: Layout, open_places: dict[Arm, frozenset[int]], anchor: Tile | None, *, several: bool
) -> list[Step]:
    """The tiles and empty places of `layout` in the order they are laid: nearest the root first.

    `several` says whether arms name their spinner, `anchor` which tile is the root; without it the
    spinner nearest the middle of the line is, or the middle tile.
    """
    line = layout.line
    if not line:
        return []
    centre = _root_of(line, anchor)
    root = line[centre]
    steps = [Step(-1, Slot.AHEAD, RIGHT, root, near=root.near, far=root.far)]
    back = tuple(line[index] for index in range(centre - 1, -1, -1))
    queue: deque[tuple[int, Slot, Arm, Chain, bool]] = deque()
    queue.append((0, Slot.BACK, LEFT, back, True))
    queue.append((0, Slot.AHEAD, RIGHT, line[centre + 1 :], False))
    _push_sides(queue, 0, root, several=several)
    while queue:
        parent, slot, arm, chain, reverse = queue.popleft()
        if not chain:
            if arm in open_places:
                lean = _lean(steps[parent], slot, open_places[arm])
                steps.append(Step(parent, slot, arm, None, lean=lean))
            continue
        stone = chain[0]
        near, far = (stone.far, stone.near) if reverse else (stone.near, stone.far)
        lean = _lean(steps[parent], slot, {near})
        steps.append(Step(parent, slot, arm, stone, near, far, lean))
        here = len(steps) - 1
        queue.append((here, Slot.AHEAD, arm, chain[1:], reverse))
        _push_sides(queue, here, stone, several=several)
    return steps


def _root_of(line: Chain, anchor: Tile | None) -> int:
    middle = (len(line) - 1) / 2
    if anchor is not None:
        for index, stone in enumerate(line):
            if stone.tile == anchor:
                return index
    spinners = [index for index, stone in enumerate(line) if stone.is_spinner]
    return min(spinners or range(len(line)), key=lambda index: (abs(index - middle), index))


def _lean(parent: Step, slot: Slot, pips: Collection[int]) -> int:
    if slot not in (Slot.UP, Slot.DOWN) or parent.is_double:
        return 0
    return (parent.far in pips) - (parent.near in pips)


def _push_sides(
    queue: deque[tuple[int, Slot, Arm, Chain, bool]], here: int, stone: Stone, *, several: bool
) -> None:
    if not stone.is_spinner:
        return
    up, down = (Arm(Side.U, stone.tile), Arm(Side.D, stone.tile)) if several else (UP, DOWN)
    queue.append((here, Slot.UP, up, stone.up, False))
    queue.append((here, Slot.DOWN, down, stone.down, False))


def route(
    steps: list[Step],
    box: Rect,
    *,
    tidy: bool = False,
    manner: Manner = Manner.PLAIN,
    budget: int,
    kept: Mapping[Tile | None, Spot] | None = None,
) -> list[Spot] | None:
    """A place in `box` for every step, or None if none was found within `budget` tries.

    With `tidy` the root's arms keep out of each other's way as they grow: side arms off the row of
    the line, and the line off their column.
    """
    gap = 0 if manner is Manner.TOUCHING else GAP
    laid: list[Spot] = []
    choices: list[Iterator[Spot]] = []
    culprits: list[int] = []  # by step, a bit mask of the earlier steps that stood in its way
    lanes = [_lane(steps, index) if tidy else () for index in range(len(steps))]
    while len(laid) < len(steps):
        index = len(laid)
        step = steps[index]
        if index == len(choices):
            choices.append(_kept(step, kept) or _choices(steps, index, laid, manner))
            culprits.append(1 << step.parent if step.parent >= 0 else 0)
        for spot in choices[index]:
            budget -= 1
            if budget < 0:
                return None
            if not spot.rect.inside(box) or any(map(spot.rect.overlaps, lanes[index])):
                continue
            blocker = _blocker(spot.rect, laid, step.parent, gap)
            if blocker < 0:
                laid.append(spot)
                break
            culprits[index] |= 1 << blocker
        else:
            mask = culprits[index]
            if not mask:
                return None
            back = mask.bit_length() - 1
            del choices[back + 1 :], culprits[back + 1 :], laid[back:]
            culprits[back] |= mask & ~(1 << back)
    return laid


def _kept(step: Step, kept: Mapping[Tile | None, Spot] | None) -> Iterator[Spot] | None:
    spot = kept.get(step.stone.tile) if kept and step.stone is not None else None
    return None if spot is None else iter((spot,))


def _blocker(rect: Rect, laid: list[Spot], parent: int, gap: int) -> int:
    x0, y0, x1, y1 = rect.x0 - gap, rect.y0 - gap, rect.x1 + gap, rect.y1 + gap
    for index, spot in enumerate(laid):
        other = spot.rect
        if x0 < other[2] and other[0] < x1 and y0 < other[3] and other[1] < y1 and index != parent:
            return index
    return -1


_FAR: Final = 1 << 20
_COLUMN: Final = (Rect(-3, -_FAR, 3, -4), Rect(-3, 4, 3, _FAR))
_ROW: Final = (Rect(-_FAR, -5, -2, 5), Rect(2, -5, _FAR, 5))


def _lane(steps: list[Step], index: int) -> tuple[Rect, ...]:
    """The lanes this step keeps off: it belongs to the line, or to an arm of the root's sides."""
    if index == 0 or not steps[0].is_spinner:
        return ()
    while steps[index].parent > 0:
        index = steps[index].parent
    return _COLUMN if steps[index].slot in (Slot.AHEAD, Slot.BACK) else _ROW


def _choices(steps: list[Step], index: int, laid: list[Spot], manner: Manner) -> Iterator[Spot]:
    """The ways to lay a step, best first."""
    step = steps[index]
    if step.parent < 0:
        yield _root(step)
        return
    parent = laid[step.parent]
    if step.slot in (Slot.UP, Slot.DOWN):
        yield from _side_choices(step, parent)
        return
    if step.slot is Slot.BACK:
        parent = _turned_root(parent)
    if step.is_double:
        yield _crosswise(_move(parent.far, parent.run, HALF), parent)
        if manner is Manner.PLAIN:
            return
    # A spinner is never left by its sides: they are arms of their own.
    ways = _ways(parent, may_leave_sides=not steps[step.parent].is_spinner)
    for near, way in ways:
        yield _lengthwise(near, way, parent)
    if step.stone is None:
        for near, way in ways:
            yield _half_spot(near, way, parent)


def _ways(parent: Spot, *, may_leave_sides: bool) -> list[tuple[Vector, Vector]]:
    """Where a tile after `parent` may have its near half, and which way it may run, best first."""
    across = parent.near == parent.far
    ahead = _move(parent.far, parent.run, HALF)
    ways: list[tuple[Vector, Vector]] = []
    for turn in _turns(parent):
        if may_leave_sides:
            ways.append((_move(parent.far, turn, 6 if across else HALF), turn))
        if not across:
            ways.append((ahead, turn))
    is_short = parent.run[0] == 0 and not parent.long
    # Between two rows: turn home first, go on only if that is shut, turn away last.
    ways.insert(len(ways) // 2 if is_short else 0, (ahead, parent.run))
    return ways


def _turns(parent: Spot) -> tuple[Vector, Vector]:
    first = parent.advance if parent.run[1] == 0 else parent.home
    return first, (-first[0], -first[1])


def _side_choices(step: Step, parent: Spot) -> Iterator[Spot]:
    """The ways to lay the first tile on a side of a spinner, best first."""
    level = parent.run[1] == 0
    sign = -1 if step.slot is Slot.UP else 1
    run = (0, sign) if level else (sign, 0)
    centre = (parent.near[0] + parent.far[0]) // 2, (parent.near[1] + parent.far[1]) // 2
    if level:
        side = centre[0] or sign * -1
        home = EAST if side > 0 else WEST
        advance = (0, -sign)
    else:
        home, advance = run, parent.run
    spot = Spot(parent.rect, centre, centre, run, home, advance, long=level)
    if parent.near != parent.far:  # it lies along its chain
        near = _move(_move(centre, run, HALF), parent.run, step.lean)
        yield _lengthwise(near, run, spot)
        if step.lean == 0:
            for shift in (2, -2):
                yield _lengthwise(_move(near, parent.run, shift), run, spot)
        if step.stone is None:
            yield _half_spot(near, run, spot)
        return
    near = _move(centre, run, 6)
    ways = [run, home if level else advance]
    ways.append((-ways[1][0], -ways[1][1]))
    for way in ways:
        yield _lengthwise(near, way, spot)
    if step.stone is None:
        yield _half_spot(near, run, spot)


def _root(step: Step) -> Spot:
    if step.is_double:
        return Spot(Rect(-2, -4, 2, 4), (0, 0), (0, 0), EAST, WEST, SOUTH, long=False)
    return Spot(Rect(-4, -2, 4, 2), (-2, 0), (2, 0), EAST, WEST, SOUTH, long=False)


def _turned_root(root: Spot) -> Spot:
    """The root as the left end of the line sees it: half round."""
    return Spot(root.rect, root.far, root.near, WEST, EAST, NORTH, long=False)


def _move(point: Vector, way: Vector, length: int) -> Vector:
    return point[0] + way[0] * length, point[1] + way[1] * length


def _lengthwise(near: Vector, run: Vector, parent: Spot) -> Spot:
    far = _move(near, run, HALF)
    rect = Rect(
        min(near[0], far[0]) - 2,
        min(near[1], far[1]) - 2,
        max(near[0], far[0]) + 2,
        max(near[1], far[1]) + 2,
    )
    home, long = parent.home, parent.long
    if run[1] == 0:
        home, long = (-run[0], 0), False
    elif parent.run[1] == 0 and parent.run != run:
        long = False
    return Spot(rect, near, far, run, home, parent.advance, long)


def _half_spot(near: Vector, run: Vector, parent: Spot) -> Spot:
    rect = Rect(near[0] - 2, near[1] - 2, near[0] + 2, near[1] + 2)
    return Spot(rect, near, near, run, parent.home, parent.advance, parent.long)


def _crosswise(centre: Vector, parent: Spot) -> Spot:
    run = parent.run
    wide, tall = (2, 4) if run[1] == 0 else (4, 2)
    rect = Rect(centre[0] - wide, centre[1] - tall, centre[0] + wide, centre[1] + tall)
    return Spot(rect, centre, centre, run, parent.home, parent.advance, parent.long)
