"""Every error that leaves the engine.

`DominoError` is the base. The data of an error is on the exception, so that a page can word it;
the message is for programmers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.moves import Move, Reason
    from engine.position import Position, Problem


class DominoError(Exception):
    """Base of all errors of the engine."""


class NotationError(DominoError):
    """A text that is no position, record, move or rule set.

    Attributes:
        text: the whole text that was read.
        offset: where it stops making sense, in characters from 0.
        expected: what would be right there, in words.
    """

    def __init__(self, text: str, offset: int, expected: str) -> None:
        self.text = text
        self.offset = offset
        self.expected = expected
        super().__init__(self._message())

    def _message(self) -> str:
        found = self.text[self.offset : self.offset + 12]
        shown = repr(found) if found else "the end of the text"
        return f"at character {self.offset}: expected {self.expected}, found {shown}"


class RecordError(NotationError):
    """A game record whose text is well formed but whose content is not what was played.

    Attributes:
        ply: the number of the move at fault, from 1; 0 for the deal or the tags.
    """

    def __init__(self, text: str, offset: int, expected: str, ply: int) -> None:
        self.ply = ply
        super().__init__(text, offset, expected)

    def _message(self) -> str:
        return f"ply {self.ply}, {super()._message()}"


class RulesError(DominoError):
    """An unknown preset or option, a value it cannot have, or options that cannot hold together."""


class PositionError(DominoError):
    """A position or deal that cannot be, or whose hidden tiles would have to be seen.

    Attributes:
        problems: every fault at once.
        ply: the number of the event at fault, from 1; None where it is no event.
    """

    def __init__(self, problems: Problem, detail: str = "", *, ply: int | None = None) -> None:
        self.problems = problems
        self.ply = ply
        names = ", ".join(flag.name or "" for flag in problems)
        super().__init__(f"{names}: {detail}" if detail else names)


class MoveError(DominoError):
    """A move that cannot be made.

    Attributes:
        position: where it was tried.
        move: what was tried.
    """

    def __init__(self, position: Position, move: Move, message: str) -> None:
        self.position = position
        self.move = move
        super().__init__(message)


class IllegalMoveError(MoveError):
    """A move against the rules.

    Attributes:
        reason: the first rule it breaks, in the order of `Reason`.
    """

    def __init__(self, position: Position, move: Move, reason: Reason) -> None:
        self.reason = reason
        super().__init__(position, move, f"{move} is not legal: {reason}")


class WrongTurnError(MoveError):
    """A move sent for a seat that is not in turn."""


class RoundOverError(MoveError):
    """A move after the round has ended."""
