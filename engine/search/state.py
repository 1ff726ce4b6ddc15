"""A decision point as the kernels see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.moves import Draw, Play
from engine.play import legal_moves, points_of
from engine.search.batches import DRAWS, PASSES_ON, PLAYS
from engine.search.boards import automaton

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.moves import Move
    from engine.position import Position
    from engine.rules import RuleSet
    from engine.tiles import Team


@dataclass(frozen=True, slots=True)
class Root:
    """The moves of a position, those that lead to the same class of board folded into one.

    Attributes:
        position: As the mover sees it: other hands and the boneyard may be hidden.
        moves: One of each class, in the order of `legal_moves`.
        equals: By move, the others of its class.
        points: By move, what it earns at once.
        kinds: By move, PLAYS, DRAWS or PASSES_ON.
        tiles: By move, the index of the tile it plays; 0 for others.
        codes: By move, the code of the board that it makes; last, that of the board as it is.
    """

    position: Position
    moves: tuple[Move, ...]
    equals: tuple[tuple[Move, ...], ...]
    points: tuple[int, ...]
    kinds: tuple[int, ...]
    tiles: tuple[int, ...]
    codes: tuple[int, ...]

    @staticmethod
    def of(position: Position, moves: Iterable[Move] | None = None) -> Root:
        """The root at `position`; `moves` default to all legal ones.

        Raises `PositionError` if the mover's hand is hidden or the table cannot be.
        """
        boards = automaton(position.rules)
        here = boards.code(position.layout)
        classes: dict[tuple[int, int, int], list[Move]] = {}
        for move in legal_moves(position) if moves is None else moves:
            key = (DRAWS if isinstance(move, Draw) else PASSES_ON), 0, here
            if isinstance(move, Play):
                layout = position.layout.placed(move.tile, move.arm, position.rules)
                key = PLAYS, move.tile.index, boards.code(layout)
            classes.setdefault(key, []).append(move)
        first = tuple(each[0] for each in classes.values())
        return Root(
            position,
            first,
            tuple(tuple(each[1:]) for each in classes.values()),
            tuple(points_of(position, move) for move in first),
            tuple(kind for kind, _, _ in classes),
            tuple(tile for _, tile, _ in classes),
            (*(code for _, _, code in classes), here),
        )

    @property
    def rules(self) -> RuleSet:
        """The rules of the position."""
        return self.position.rules

    @property
    def team(self) -> Team:
        """The mover's side."""
        return self.rules.team(self.position.turn)

    @property
    def n_teams(self) -> int:
        """How many sides keep a score."""
        return self.rules.n_teams
