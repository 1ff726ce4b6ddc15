"""What a player may do in a turn, and why it may be refused."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.layout import Arm
    from engine.tiles import Seat, Tile


class Taker(Enum):
    """Who takes the points of a play, where it is no other seat."""

    MOVER = "mover"
    NOBODY = "nobody"


MOVER: Final = Taker.MOVER
NOBODY: Final = Taker.NOBODY


@dataclass(frozen=True, slots=True)
class Play:
    """Put `tile` on `arm`; `arm` is None only for the lead.

    `taker` takes its points: the mover, nobody (not called), or the seat that claimed them.
    """

    tile: Tile
    arm: Arm | None = None
    taker: Taker | Seat = MOVER

    def __str__(self) -> str:
        return f"{self.tile}{self.arm or ''}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the next tile of the boneyard.

    `tile` is what it was, where the boneyard is hidden and the seat's own tiles are not; else None.
    """

    tile: Tile | None = None

    def __str__(self) -> str:
        return f"+{self.tile or ''}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Give up the turn. A move like any other: it tells what the hand lacks."""

    def __str__(self) -> str:
        return "-"


Move = Play | Draw | Pass


class Reason(StrEnum):
    """Why a move is refused; the first that holds, in this order, is given.

    ARM_CLOSED: the spinner's side may not be used yet, or never again. NO_SUCH_ARM: there is no
    such side on this table. MUST_PLAY: a draw or pass although a play, or a pass although a draw,
    is due. TILE_PLAYED: only where no hands are known. NO_CLAIM: these points cannot go there.
    """

    NOT_IN_HAND = "NOT_IN_HAND"
    ARM_CLOSED = "ARM_CLOSED"
    NO_SUCH_ARM = "NO_SUCH_ARM"
    NO_MATCH = "NO_MATCH"
    LEAD_FORCED = "LEAD_FORCED"
    MUST_PLAY = "MUST_PLAY"
    MAY_NOT_DRAW = "MAY_NOT_DRAW"
    TILE_PLAYED = "TILE_PLAYED"
    NO_CLAIM = "NO_CLAIM"
