"""What may be shown on a board besides the table itself, as those who show one say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine import Arm, Tile

Room = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words for the live region. Each `id` is spoken once, and ids rise."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class Action:
    """A button beside the hand: `token` is sent, `name` is read aloud if it is not `text`."""

    token: str
    text: str
    name: str = ""
    primary: bool = False
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Marks:
    """What a hint or lesson points at: tiles in the hand or on the table, and arms."""

    tiles: tuple[Tile, ...] = ()
    arms: tuple[Arm, ...] = ()


@dataclass(frozen=True, slots=True)
class TrayTile:
    """A tile offered beside a table without a hand.

    With a `token` a tap sends it, and `pressed` shows the tile held down. Without one the tile goes
    to any place it fits, and the token is the play. `faded` tiles rest (played, elsewhere); `note`
    is a word on why, or what a tap does.
    """

    tile: Tile
    token: str = ""
    pressed: bool = False
    faded: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """A place that may be tapped in answer to a question; its arm as written is what is sent."""

    arm: Arm
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """How the table looks. `rest`: pixels that the page needs above and below a "table"."""

    numerals: bool = False
    contrast: bool = False
    still: bool = False
    size: Literal["table", "panel", "small"] = "table"
    rest: int = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """What both kinds of model may show besides the table.

    Attributes:
        award: the badge that appears when the tile has landed: "Mátyás scores 15".
        note: a quiet line below the table: "You must draw".
        say: words for the live region, oldest first; the last ten are enough.
        heard: the last of them that a board just put up need not repeat, by its id.
        refused: the last refused play; its tile glides back and the words are shown.
        order: the tiles in the order they were laid: the last is ringed, and none moves needlessly.
        glide: whence a tile that was in no hand flies in: "top", "left", "right" or "bottom".
        actions: buttons beside the hand.
        marks: what a hint points at.
        sums: False hides every count, for who is to work it out.
        taps: tokens of chips that may be tapped, by arm as written ("L", "U33").
        room: Pixels that the component told it has for the table: only what suits it is drawn.
        picks: places to tap. Every side of a spinner is drawn then, open or not, to give nothing
            away.
    """

    award: str = ""
    note: str = ""
    say: Sequence[Spoken] = ()
    heard: int = -1
    refused: Spoken | None = None
    order: tuple[Tile, ...] = ()
    glide: str = "top"
    actions: Sequence[Action] = ()
    marks: Marks = Marks()
    sums: bool = True
    taps: Mapping[str, str] | None = None
    room: Room | None = None
    picks: Sequence[Pick] = ()
    options: Options = Options()


BARE: Final = Show()
"""Nothing besides the table."""
