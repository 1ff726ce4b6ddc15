"""Reading a text of a notation from left to right: what comes next, or what was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import NotationError
from engine.tiles import PIP_DIGITS, Tile

if TYPE_CHECKING:
    from engine.tiles import Pip, Seat

SEATS: Final = "ABCDEFGH"
"""Letters of the seats."""
_DIGITS: Final = "0123456789"


class Scanner:
    """A text and how far it has been read."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at

    def fail(self, expected: str, at: int | None = None) -> NotationError:
        """The error to raise for what stands at `at` (default: here)."""
        return NotationError(self.text, self.at if at is None else at, expected)

    def peek(self, length: int = 1) -> str:
        """The next characters, fewer at the end of the text."""
        return self.text[self.at : self.at + length]

    @property
    def at_end(self) -> bool:
        """Whether all has been read."""
        return self.at >= len(self.text)

    def take(self, literal: str) -> bool:
        """Read `literal` if it comes next."""
        if self.text.startswith(literal, self.at):
            self.at += len(literal)
            return True
        return False

    def expect(self, literal: str, what: str) -> None:
        """Read `literal`, or fail naming `what` it is."""
        if not self.take(literal):
            raise self.fail(what)

    def space(self) -> None:
        """Read the one space between fields."""
        self.expect(" ", "one space")

    def word(self, alphabet: str) -> str:
        """Read the longest run of characters of `alphabet`."""
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in alphabet:
            self.at += 1
        return self.text[start : self.at]

    def number(self, what: str, least: int = 0) -> int:
        """Read a number of at least `least`, without leading zeros."""
        start = self.at
        digits = self.word(_DIGITS)
        plain = digits and (digits == "0" or digits[0] != "0") and len(digits) <= len("999999")
        if not plain or int(digits) < least:
            raise self.fail(what, start)
        return int(digits)

    def pip(self) -> Pip:
        """Read one pip."""
        found = self.peek()
        if not found or found not in PIP_DIGITS:
            raise self.fail("a pip, 0 to 9 or a to i")
        self.at += 1
        return PIP_DIGITS.index(found)

    def tile(self) -> Tile:
        """Read a tile, the high half first."""
        start = self.at
        high, low = self.pip(), self.pip()
        if high < low:
            raise self.fail(f"a tile with its high half first: {Tile.of(high, low)}", start)
        return Tile.of(high, low)

    def starts_tile(self) -> bool:
        """Whether a pip comes next."""
        return self.peek() != "" and self.peek() in PIP_DIGITS

    def seat(self, players: int) -> Seat:
        """Read the letter of a seat."""
        found = self.peek()
        if not found or found not in SEATS[:players]:
            raise self.fail(f"a seat, A to {SEATS[players - 1]}")
        self.at += 1
        return SEATS.index(found)

    def quoted(self) -> str:
        """Read a text in double quotes; a backslash stands before a quote or backslash in it."""
        self.expect('"', "a text in double quotes")
        found = []
        while not self.take('"'):
            if self.take("\\") and self.peek() not in ('"', "\\"):
                raise self.fail("a double quote or a backslash after the backslash")
            if self.at_end or self.peek() < " ":
                raise self.fail("the closing double quote")
            found.append(self.peek())
            self.at += 1
        return "".join(found)

    def end(self) -> None:
        """Fail unless all has been read."""
        if not self.at_end:
            raise self.fail("the end of the text")
