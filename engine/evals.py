"""What an analysis says: margins from a point of view, one row a move, and how far it may go."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.display import Shown
from engine.errors import DominoError

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.moves import Move
    from engine.tiles import Team


@dataclass(frozen=True, slots=True)
class Margin:
    """Expected points to the end of the round, award included: `team` less the mean of the others.

    Examples:
        >>> Margin(3.5, team=0).pov(1)
        -3.5
    """

    points: float
    team: Team

    def pov(self, team: Team) -> float:
        """The margin as `team` sees it, where there are two sides."""
        return self.points if team == self.team else -self.points


@dataclass(frozen=True, slots=True)
class MoveEval:
    """One move and what it is worth.

    Attributes:
        move: The move.
        margin: Expected points to the end of the round, for the mover's side.
        stderr: Standard error of the margin, in points; 0 where it is exact.
        win: Chance to win the match, 0 to 1; None while no side is near the target.
        line: The best play that follows, the move itself first; empty where tiles are hidden.
        equals: Moves that lead to the same, folded into this row.
        reasons: What speaks for or against it (`engine.reasons`), each measured on this position.
    """

    move: Move
    margin: Margin
    stderr: float = 0.0
    win: float | None = None
    line: tuple[Move, ...] = ()
    equals: tuple[Move, ...] = ()
    reasons: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis(Shown):
    """Every move of a position, best first.

    Attributes:
        evals: One row a class of moves; empty if the round is over.
        exact: Whether the margins are proven.
        nodes: Positions looked at by an exact search.
        samples: Deals the margins are a mean over.
        seed: What the chance began from; None where there is none.
    """

    evals: tuple[MoveEval, ...]
    exact: bool
    nodes: int = 0
    samples: int = 0
    seed: int | None = None

    @property
    def best(self) -> MoveEval:
        """The first row; `DominoError` if the round is over."""
        if not self.evals:
            msg = "the round is over: there is no move to choose"
            raise DominoError(msg)
        return self.evals[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """How far a search may go: nodes, sampled deals, seconds; whichever comes first.

    `given_up` is asked every few hundredths of a second where there is work for longer: once it is
    true, nobody waits for more.

    Raises `DominoError` if none of the numbers is set or one is not above 0.
    """

    nodes: int | None = None
    samples: int | None = None
    seconds: float | None = None
    given_up: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        given = {
            name: value
            for name in ("nodes", "samples", "seconds")
            if (value := getattr(self, name)) is not None
        }
        if not given:
            msg = "a limit needs nodes, samples or seconds"
            raise DominoError(msg)
        for name, value in given.items():
            if not value > 0:
                msg = f"{name}: a limit is above 0, not {value}"
                raise DominoError(msg)

    def deadline(self) -> Deadline:
        """The moment it is reached, counted from now."""
        ends = math.inf if self.seconds is None else time.monotonic() + self.seconds
        return Deadline(ends, self.given_up)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock: the one place where the engine looks at it."""

    ends: float
    given_up: Callable[[], bool] | None = None

    @property
    def left(self) -> float:
        """Seconds left; infinite without a limit of time."""
        return self.ends - time.monotonic()

    @property
    def over(self) -> bool:
        """Whether it has passed, or nobody waits for it any more."""
        return self.left <= 0 or (self.given_up is not None and self.given_up())
