"""Tiles and sets of tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.errors import DominoError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Plain ints: pips 0.., seats 0.. in play order, teams (0, 2) and (1, 3).
Pip = int
Seat = int
Team = int

MAX_PIP: Final = 18
"""The largest pip the notation can spell (base 36 up to `i`)."""

PIP_DIGITS: Final = "0123456789abcdefghi"


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One domino; `high >= low`.

    Examples:
        >>> Tile.of(3, 6)
        Tile(high=6, low=3)
        >>> str(Tile.of(3, 6)), Tile.of(6, 6).index
        ('63', 27)
    """

    high: Pip
    low: Pip

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= MAX_PIP:
            halves = f"{self.high}-{self.low}"
            msg = f"a tile has two halves of 0 to {MAX_PIP}, the higher first, not {halves}"
            raise DominoError(msg)

    @staticmethod
    def of(a: Pip, b: Pip) -> Tile:
        """The tile with halves `a` and `b`, in either order."""
        high, low = (a, b) if a >= b else (b, a)
        if low >= 0 and high <= MAX_PIP:
            return TILES[high * (high + 1) // 2 + low]
        return Tile(high, low)  # raises, with the reason

    @property
    def index(self) -> int:
        """Place in the order 0-0, 1-0, 1-1, 2-0 …; the same in every set."""
        return self.high * (self.high + 1) // 2 + self.low

    @property
    def pips(self) -> int:
        """Sum of both halves."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self.high == self.low

    def has(self, pip: Pip) -> bool:
        """Whether a half shows `pip`."""
        return pip in (self.high, self.low)

    def other(self, pip: Pip) -> Pip:
        """The half across from `pip`, which must be one of the halves."""
        if pip == self.high:
            return self.low
        if pip == self.low:
            return self.high
        msg = f"{self} has no half of {pip}"
        raise DominoError(msg)

    def __str__(self) -> str:
        return PIP_DIGITS[self.high] + PIP_DIGITS[self.low]


TILES: Final = tuple(Tile(high, low) for high in range(MAX_PIP + 1) for low in range(high + 1))
"""Every tile by `Tile.index`."""


def heaviest(tiles: Iterable[Tile]) -> Tile:
    """The tile with most pips; of equal ones, the one with the higher half."""
    return max(tiles, key=lambda tile: (tile.pips, tile.high))


@dataclass(frozen=True, slots=True)
class TileSet:
    """A set of tiles as a bit mask (bit = `Tile.index`); iterates by index, highest first.

    Examples:
        >>> hand = TileSet.of([Tile.of(1, 2), Tile.of(6, 6)])
        >>> [str(tile) for tile in hand], len(hand), hand.pips
        (['66', '21'], 2, 15)
    """

    mask: int = 0

    @staticmethod
    def of(tiles: Iterable[Tile]) -> TileSet:
        """The set of `tiles`."""
        mask = 0
        for tile in tiles:
            mask |= 1 << tile.index
        return TileSet(mask)

    @staticmethod
    def full(max_pip: Pip) -> TileSet:
        """The whole double-`max_pip` set."""
        return TileSet((1 << set_size(max_pip)) - 1)

    @property
    def pips(self) -> int:
        """Sum of the pips of all tiles."""
        return sum(tile.pips for tile in self)

    def __iter__(self) -> Iterator[Tile]:
        mask = self.mask
        while mask:
            index = mask.bit_length() - 1
            yield TILES[index]
            mask ^= 1 << index

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, tile: Tile) -> bool:
        return self.mask >> tile.index & 1 == 1

    def __or__(self, other: TileSet) -> TileSet:
        return TileSet(self.mask | other.mask)

    def __and__(self, other: TileSet) -> TileSet:
        return TileSet(self.mask & other.mask)

    def __sub__(self, other: TileSet) -> TileSet:
        return TileSet(self.mask & ~other.mask)

    def with_tile(self, tile: Tile) -> TileSet:
        """This set and `tile`."""
        return TileSet(self.mask | 1 << tile.index)

    def without(self, tile: Tile) -> TileSet:
        """This set but for `tile`."""
        return TileSet(self.mask & ~(1 << tile.index))

    def __str__(self) -> str:
        return "".join(map(str, self))


NO_TILES: Final = TileSet()


def set_size(max_pip: Pip) -> int:
    """How many tiles the double-`max_pip` set has: 28 for double-six."""
    return (max_pip + 1) * (max_pip + 2) // 2
