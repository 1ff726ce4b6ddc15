"""Why a count, why a place is closed, why a move is refused, how an award was worked out.

Structured facts, no prose: pages word them. Every figure comes from the modules that decide it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.layout import LEFT, RIGHT, arms_are_open, places
from engine.moves import Play, Reason
from engine.options import EndDouble, LongSideMatch, SniffSideArms, Spinner, SpinnerCounts
from engine.play import legal_moves, settlement, why_illegal
from engine.position import forced_tile
from engine.scoring import multiples_hit, open_ends, points_of_count

if TYPE_CHECKING:
    from engine.layout import Arm, Layout, Spun, Stone
    from engine.moves import Move
    from engine.position import Position
    from engine.rules import RuleSet
    from engine.scoring import End
    from engine.settlement import Settlement
    from engine.tiles import Pip, Tile


class EndReason(StrEnum):
    """Why an end counts what it counts."""

    HALF = "HALF"
    DOUBLE_BOTH_HALVES = "DOUBLE_BOTH_HALVES"
    DOUBLE_ONE_HALF = "DOUBLE_ONE_HALF"
    LONE_DOUBLE = "LONE_DOUBLE"
    SPINNER_BOTH_HALVES = "SPINNER_BOTH_HALVES"
    SPINNER_SIDE = "SPINNER_SIDE"
    UNPLAYED_ARM = "UNPLAYED_ARM"


class SilentReason(StrEnum):
    """Why something that looks like an end counts nothing."""

    SPINNER_COVERED = "SPINNER_COVERED"
    ARM_UNPLAYED = "ARM_UNPLAYED"
    ARM_CLOSED = "ARM_CLOSED"
    JOINED = "JOINED"


@dataclass(frozen=True, slots=True)
class CountedEnd:
    """An end of the count, the tile that shows it, and why it counts so."""

    end: End
    tile: Tile
    reason: EndReason


@dataclass(frozen=True, slots=True)
class SilentTile:
    """A tile, and the arm of a spinner where one is meant, that adds nothing."""

    tile: Tile
    arm: Arm | None
    reason: SilentReason


@dataclass(frozen=True, slots=True)
class CountFacts:
    """A count taken apart.

    `hit` are the multiples that divide it, `below` and `above` the nearest multiples of the first
    one (`above` is the next to reach even if the count is one itself); both 0 where nothing scores.
    """

    ends: tuple[CountedEnd, ...]
    silent: tuple[SilentTile, ...]
    count: int
    points: int
    hit: tuple[int, ...]
    below: int
    above: int


def explain_count(layout: Layout, rules: RuleSet) -> CountFacts:
    """Which ends make the count and why, and what counts nothing and why."""
    ends = tuple(
        CountedEnd(end, *_shown_by(layout, rules, end)) for end in open_ends(layout, rules)
    )
    total = sum(counted.end.counts for counted in ends)
    hit = multiples_hit(total, rules)
    step = rules.multiples[0] if rules.multiples else 0
    below = total // step * step if step else 0
    points = points_of_count(total, rules)
    return CountFacts(ends, _silent(layout, rules, ends), total, points, hit, below, below + step)


def _shown_by(layout: Layout, rules: RuleSet, end: End) -> tuple[Tile, EndReason]:
    for spun in layout.spinners(rules):
        reason = _spinner_reason(spun, rules, end)
        if reason is not None:
            return spun.stone.tile, reason
    stone = _outer_stone(layout, rules, end.arm)
    if not stone.is_double:
        return stone.tile, EndReason.HALF
    if len(layout.line) == 1 and not stone.is_spinner:
        return stone.tile, EndReason.LONE_DOUBLE
    if rules.end_double is EndDouble.ONE_HALF:
        return stone.tile, EndReason.DOUBLE_ONE_HALF
    return stone.tile, EndReason.DOUBLE_BOTH_HALVES


def _spinner_reason(spun: Spun, rules: RuleSet, end: End) -> EndReason | None:
    """Why `end` belongs to this spinner, or None if it does not."""
    stone = spun.stone
    bare = [arm for arm, chain in spun.side_arms if not chain]
    if not stone.is_double or end.arm not in (spun.near_arm, spun.far_arm, *bare):
        return None
    sides = (SpinnerCounts.EXPOSED_ENDS, SpinnerCounts.OPEN_SIDES)
    if rules.spinner_counts in sides:
        return EndReason.SPINNER_SIDE
    return EndReason.UNPLAYED_ARM if end.arm in bare else EndReason.SPINNER_BOTH_HALVES


def _outer_stone(layout: Layout, rules: RuleSet, arm: Arm) -> Stone:
    if arm == LEFT:
        return layout.line[0]
    if arm == RIGHT:
        return layout.line[-1]
    return next(chain[-1] for root, chain in layout.chains(rules) if root == arm)


def _silent(layout: Layout, rules: RuleSet, ends: tuple[CountedEnd, ...]) -> tuple[SilentTile, ...]:
    counted_arms = {counted.end.arm for counted in ends}
    counted_tiles = {counted.tile for counted in ends}
    silent = []
    for spun in layout.spinners(rules):
        tile = spun.stone.tile
        if spun.stone.is_double and tile not in counted_tiles:
            silent.append(SilentTile(tile, None, SilentReason.SPINNER_COVERED))
        is_open = arms_are_open(spun, rules)
        why = SilentReason.ARM_UNPLAYED if is_open else SilentReason.ARM_CLOSED
        silent += [
            SilentTile(tile, arm, why)
            for arm, chain in spun.side_arms
            if not chain and arm not in counted_arms
        ]
    silent += [
        SilentTile(stone.tile, None, SilentReason.JOINED)
        for stone in layout.stones()
        if not stone.is_spinner and stone.tile not in counted_tiles
    ]
    return tuple(silent)


class PlaceReason(StrEnum):
    """Why a place is open or closed."""

    OPEN = "OPEN"
    BARE_TABLE = "BARE_TABLE"
    NO_SPINNERS = "NO_SPINNERS"
    NO_SPINNER_YET = "NO_SPINNER_YET"
    NO_SUCH_SPINNER = "NO_SUCH_SPINNER"
    LINE_FIRST = "LINE_FIRST"
    LONG_SIDES_CLOSED = "LONG_SIDES_CLOSED"
    ONE_TILE_ONLY = "ONE_TILE_ONLY"


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """An arm: the pips it takes (none if closed), why, and the spinner it belongs to."""

    arm: Arm
    pips: frozenset[Pip]
    reason: PlaceReason
    spinner: Tile | None

    @property
    def is_open(self) -> bool:
        """Whether a tile may go there."""
        return bool(self.pips)


def explain_place(layout: Layout, rules: RuleSet, arm: Arm) -> PlaceFacts:
    """Whether a tile may go on `arm`, which, and why (not)."""
    spun = next(
        (spun for spun in layout.spinners(rules) if arm in (spun.up_arm, spun.down_arm)), None
    )
    spinner = spun.stone.tile if spun else None
    for place in places(layout, rules):
        if place.arm == arm:
            return PlaceFacts(arm, place.pips, PlaceReason.OPEN, spinner)
    return PlaceFacts(arm, frozenset(), _why_closed(layout, rules, arm, spun), spinner)


def _why_closed(layout: Layout, rules: RuleSet, arm: Arm, spun: Spun | None) -> PlaceReason:
    if not layout.line:
        return PlaceReason.BARE_TABLE
    if rules.spinner is Spinner.NONE:
        return PlaceReason.NO_SPINNERS
    if spun is None:
        has_spinner = any(stone.is_spinner for stone in layout.stones())
        return PlaceReason.NO_SUCH_SPINNER if has_spinner else PlaceReason.NO_SPINNER_YET
    if rules.sniff_side_arms is SniffSideArms.ONE_TILE and spun.stone.side(arm.side):
        return PlaceReason.ONE_TILE_ONLY
    if not spun.stone.is_double and rules.long_side_match is LongSideMatch.CLOSED:
        return PlaceReason.LONG_SIDES_CLOSED
    return PlaceReason.LINE_FIRST


@dataclass(frozen=True, slots=True)
class RefusalFacts:
    """Why a move is refused, with what would be right.

    `place` is the arm it was meant for; `forced` the tile that must be led; `instead` the moves
    that are legal (none told of a hidden hand).
    """

    move: Move
    reason: Reason
    place: PlaceFacts | None
    forced: Tile | None
    instead: tuple[Move, ...]


def explain_refusal(position: Position, move: Move) -> RefusalFacts | None:
    """Why `move` is refused; None if it is legal."""
    reason = why_illegal(position, move)
    if reason is None:
        return None
    place = None
    if isinstance(move, Play) and move.arm is not None:
        place = explain_place(position.layout, position.rules, move.arm)
    forced = None
    if reason is Reason.LEAD_FORCED:
        forced = forced_tile(position.hand.tiles, position.rules)
    instead = () if position.hand.hidden else legal_moves(position)
    return RefusalFacts(move, reason, place, forced, instead)


def explain_award(position: Position) -> Settlement | None:
    """The end of the round worked out: what was compared, who is paid which hands, the rounding.

    None while the round goes on; `PositionError(HIDDEN)` if hidden tiles would be paid.
    """
    return settlement(position)
