"""The tiles on the table as a tree of chains, and where a tile may go.

A *place* is where a tile may be put; an *end* (in `engine.scoring`) is what is summed. They are
two lists on purpose: a spinner's open side is a place long before it counts anything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from engine.display import Shown
from engine.options import ArmsOpen, LongSideMatch, SniffSideArms, Spinner
from engine.tiles import Tile, TileSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.rules import RuleSet
    from engine.tiles import Pip


class Side(StrEnum):
    """Left and right end of the line; up and down, the side arms of a spinner."""

    L = "L"
    R = "R"
    U = "U"
    D = "D"


@dataclass(frozen=True, slots=True)
class Arm:
    """Where a chain grows: an end of the line, or a side of a spinner.

    `spinner` names which one, and only under rules that allow several; else it is None.
    """

    side: Side
    spinner: Tile | None = None

    @property
    def order(self) -> tuple[int, int, int]:
        """Sort key: L, R, then U and D of each spinner, the highest spinner first."""
        return (
            (-1 if self.side in (Side.L, Side.R) else 1),
            -self.spinner.index if self.spinner else 0,
            _SIDE_ORDER[self.side],
        )

    def __str__(self) -> str:
        return f"{self.side}{self.spinner or ''}"


_SIDE_ORDER: Final = {side: number for number, side in enumerate(Side)}
LEFT: Final = Arm(Side.L)
RIGHT: Final = Arm(Side.R)
UP: Final = Arm(Side.U)
DOWN: Final = Arm(Side.D)


@dataclass(frozen=True, slots=True)
class Stone:
    """A tile on the table.

    In the line `near` is the left half and `far` the right one; in a side chain `near` is the half
    toward the spinner. `up` and `down` are the chains on its sides, outward, if it is a spinner.
    """

    near: Pip
    far: Pip
    is_spinner: bool = False
    up: Chain = ()
    down: Chain = ()

    @property
    def tile(self) -> Tile:
        """The tile that lies here."""
        return Tile.of(self.near, self.far)

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self.near == self.far

    def side(self, side: Side) -> Chain:
        """The chain on its U or D side."""
        return self.up if side is Side.U else self.down


Chain = tuple[Stone, ...]


@dataclass(frozen=True, slots=True)
class Spun:
    """A spinner on the table with what is known of its surroundings.

    `near_arm` and `far_arm` are the arms that would cover its long sides, None where covered.
    """

    stone: Stone
    near_arm: Arm | None
    far_arm: Arm | None
    up_arm: Arm
    down_arm: Arm

    @property
    def line_covered(self) -> bool:
        """Whether both long sides are covered."""
        return self.near_arm is None and self.far_arm is None

    @property
    def n_covered(self) -> int:
        """How many of its four sides are covered."""
        stone = self.stone
        return (self.near_arm is None) + (self.far_arm is None) + bool(stone.up) + bool(stone.down)

    @property
    def side_arms(self) -> tuple[tuple[Arm, Chain], ...]:
        """Its U and D arms with the chains on them."""
        return ((self.up_arm, self.stone.up), (self.down_arm, self.stone.down))


@dataclass(frozen=True, slots=True)
class Layout(Shown):
    """The line from left to right, with side chains on its spinners."""

    line: Chain = ()

    def stones(self) -> Iterator[Stone]:
        """Every stone, the line from the left, side chains after the spinner they lie on."""
        return _stones(self.line)

    @property
    def tiles(self) -> TileSet:
        """The tiles on the table."""
        return TileSet.of(stone.tile for stone in self.stones())

    def spinners(self, rules: RuleSet) -> tuple[Spun, ...]:
        """Every spinner, in the order of `stones`."""
        found: list[Spun] = []
        several = rules.spinner is Spinner.EVERY_DOUBLE
        _find_spinners(self.line, LEFT, RIGHT, found, several=several)
        return tuple(found)

    def chains(self, rules: RuleSet) -> Iterator[tuple[Arm, Chain]]:
        """Every side chain that has a tile, with its arm."""
        for spun in self.spinners(rules):
            for arm, chain in spun.side_arms:
                if chain:
                    yield arm, chain

    def mirrored(self) -> Layout:
        """The same table seen from behind: left and right swapped, nothing else."""
        return Layout(
            tuple(replace(stone, near=stone.far, far=stone.near) for stone in reversed(self.line))
        )

    def placed(self, tile: Tile, arm: Arm | None, rules: RuleSet) -> Layout:
        """The table after `tile` is put on `arm` (None for the lead).

        Whether the rules allow it is `engine.play.why_illegal`'s to say; here the tile must only
        touch. The lead lies with its high half left.
        """
        if arm is None:
            return Layout((Stone(tile.high, tile.low, self._spins(tile, rules)),))
        line = self.line
        spins = self._spins(tile, rules)
        if arm.side is Side.L:
            touching = line[0].near
            return Layout((Stone(tile.other(touching), touching, spins), *line))
        if arm.side is Side.R:
            touching = line[-1].far
            return Layout((*line, Stone(touching, tile.other(touching), spins)))
        return Layout(_grown(line, tile, arm, spins=spins))

    def _spins(self, tile: Tile, rules: RuleSet) -> bool:
        match rules.spinner:
            case Spinner.NONE:
                return False
            case Spinner.FIRST_TILE:
                return not self.line
            case Spinner.FIRST_DOUBLE:
                return tile.is_double and not any(stone.is_spinner for stone in self.line)
            case Spinner.EVERY_DOUBLE:
                return tile.is_double


def _stones(chain: Chain) -> Iterator[Stone]:
    for stone in chain:
        yield stone
        if stone.up:
            yield from _stones(stone.up)
        if stone.down:
            yield from _stones(stone.down)


def _find_spinners(
    chain: Chain, near_arm: Arm | None, far_arm: Arm, found: list[Spun], *, several: bool
) -> None:
    last = len(chain) - 1
    for number, stone in enumerate(chain):
        if not stone.is_spinner:
            continue
        up, down = (Arm(Side.U, stone.tile), Arm(Side.D, stone.tile)) if several else (UP, DOWN)
        found.append(
            Spun(
                stone,
                near_arm if number == 0 else None,
                far_arm if number == last else None,
                up,
                down,
            )
        )
        if not several:
            return
        _find_spinners(stone.up, None, up, found, several=True)
        _find_spinners(stone.down, None, down, found, several=True)


def _grown(chain: Chain, tile: Tile, arm: Arm, *, spins: bool) -> Chain:
    """`chain` with `tile` at the end of the side arm `arm`, wherever in the tree its spinner is."""
    for number, stone in enumerate(chain):
        if not stone.is_spinner:
            continue
        if arm.spinner is None or stone.tile == arm.spinner:
            grown = _with_side(stone, arm.side, _extended(stone, arm.side, tile, spins=spins))
        else:
            up = _grown(stone.up, tile, arm, spins=spins)
            down = _grown(stone.down, tile, arm, spins=spins)
            if up is stone.up and down is stone.down:
                continue
            grown = replace(stone, up=up, down=down)
        return (*chain[:number], grown, *chain[number + 1 :])
    return chain


def _extended(stone: Stone, side: Side, tile: Tile, *, spins: bool) -> Chain:
    chain = stone.side(side)
    touching = stone.near if tile.has(stone.near) else stone.far
    if chain:
        touching = chain[-1].far
    return (*chain, Stone(touching, tile.other(touching), spins))


def _with_side(stone: Stone, side: Side, chain: Chain) -> Stone:
    if side is Side.U:
        return Stone(stone.near, stone.far, stone.is_spinner, chain, stone.down)
    return Stone(stone.near, stone.far, stone.is_spinner, stone.up, chain)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile may go, and the pips it takes: two on the long side of a 6-4 spinner."""

    arm: Arm
    pips: frozenset[Pip]

    def takes(self, tile: Tile) -> bool:
        """Whether a half of `tile` fits."""
        return tile.high in self.pips or tile.low in self.pips


def places(layout: Layout, rules: RuleSet) -> tuple[Place, ...]:
    """Every place: L, R, then U and D by spinner, highest first; none on a bare table."""
    line = layout.line
    if not line:
        return ()
    found = [_place(LEFT, line[0].near), _place(RIGHT, line[-1].far)]
    if rules.spinner is Spinner.NONE:
        return tuple(found)
    spinners = layout.spinners(rules)
    if len(spinners) > 1:
        spinners = tuple(sorted(spinners, key=lambda spun: -spun.stone.tile.index))
    for spun in spinners:
        found.extend(_side_places(spun, rules))
    return tuple(found)


def arms_are_open(spun: Spun, rules: RuleSet) -> bool:
    """Whether the side arms of a spinner may be started."""
    if not spun.stone.is_double and rules.long_side_match is LongSideMatch.CLOSED:
        return False
    return rules.arms_open is ArmsOpen.IMMEDIATE or spun.line_covered


def arm_pips(stone: Stone, side: Side, rules: RuleSet) -> frozenset[Pip]:
    """What the bare U or D side of a spinner takes.

    With `fixed_half` U belongs to the high half and D to the low one, so that a mirrored table
    plays alike (rules.md 2.3).
    """
    if stone.is_double or rules.long_side_match is LongSideMatch.EITHER_HALF:
        return frozenset((stone.near, stone.far))
    return frozenset((stone.tile.high if side is Side.U else stone.tile.low,))


def _side_places(spun: Spun, rules: RuleSet) -> Iterator[Place]:
    bare_is_open = arms_are_open(spun, rules)
    for arm, chain in spun.side_arms:
        if not chain:
            if bare_is_open:
                yield Place(arm, arm_pips(spun.stone, arm.side, rules))
        elif rules.sniff_side_arms is SniffSideArms.FULL:
            yield _place(arm, chain[-1].far)


def _place(arm: Arm, pip: Pip) -> Place:
    return Place(arm, _SINGLE_PIPS[pip])


_SINGLE_PIPS: Final = tuple(frozenset((pip,)) for pip in range(19))
