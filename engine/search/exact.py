"""Searches of open positions that share what they find: between two sides, or among more."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from engine.moves import Draw, Move, Pass, Play
from engine.play import legal_moves
from engine.search import alphabeta as ab
from engine.search import maxn
from engine.search.boards import automaton
from engine.search.kit import Kit
from engine.search.playout import AT, BOARD, DREW, PASSES, TOP, TURN
from engine.search.ruling import EXACT, IMMEDIATE, MIN_FIRST, TARGET
from engine.search.table import (
    ARM_BITS,
    ARM_MASK,
    MOST_COMPILED,
    MOST_PLAIN,
    grown,
)

if TYPE_CHECKING:
    from engine.evals import Limit
    from engine.position import Position
    from engine.search.table import Table
    from engine.tiles import Team

PLAIN_SLICE: Final = 2_000
COMPILED_SLICE: Final = 200_000
"""Nodes between two looks at the clock."""
LARGEST: Final = 21
"""Binary logarithm of the most pairs of entries that a transposition table has."""


class Memory:
    """Boards and a transposition table that go together, for one search at a time."""

    def __init__(self, kit: Kit, size: int, entry: int) -> None:
        self.table: Table = kit.tables.take(compiled=kit.compiled)
        self.found = kit.zeros(2 * entry << size, wide=True)
        self.number = 0
        """Of the last search: what others found is not used."""


_idle: dict[tuple[object, ...], list[Memory]] = defaultdict(list)
_lock = threading.Lock()


class Exact(ABC):
    """The exact values of positions of one round; a later one gains from what earlier ones found.

    Attributes:
        nodes: Positions searched so far.
        touched: Whether, in a line that was looked at, a side came to where its score matters.
    """

    kernel: Any
    entry: int

    def __init__(self, start: Position, limit: Limit) -> None:
        self.start = start
        self.rules = start.rules
        self.nodes = 0
        self.touched = False
        self.kit = Kit(self.rules, self.kernel)
        kit = self.kit
        assert not isinstance(start.boneyard, int)  # noqa: S101 - it is open
        self.yard = kit.ints([tile.index for tile in start.boneyard])
        n_tiles = sum(map(len, start.hands)) + len(start.boneyard)
        self._most_nodes = limit.nodes
        self._deadline = limit.deadline()
        self._now = kit.zeros(AT, wide=True)
        self._job = kit.zeros(ab.JOB, wide=True)
        self._scores = kit.zeros(max(self.rules.n_teams, maxn.MOST_TEAMS))
        depth = 3 * n_tiles + self.rules.players
        self._stack = kit.zeros(depth * max(ab.FRAME, maxn.G_FRAME), wide=True)
        self._moves = kit.zeros(depth * ab.MOST_MOVES, wide=True)
        size = min(max(10, n_tiles - 2), LARGEST if kit.compiled else 16)
        self._key = (id(kit.tables), kit.compiled, size, self.entry)
        with _lock:
            idle = _idle[self._key]
            memory = idle.pop() if idle else None
        self._memory = memory or Memory(kit, size, self.entry)
        self.tracked = self._scores_matter()
        self._memory.number += 1

    def close(self) -> None:
        """Leave the memory to the next search."""
        most = MOST_COMPILED if self.kit.compiled else MOST_PLAIN
        if len(self._memory.table.code) <= most:
            with _lock:
                _idle[self._key].append(self._memory)

    def track(self) -> None:
        """From now on, take the scores into account; what was found so far is forgotten."""
        self.tracked = True
        self._memory.number += 1

    @abstractmethod
    def margin(self, position: Position, team: Team) -> float | None:
        """Points of a side from `position` on less the mean of the others; None at the limit."""

    def move(self, position: Position) -> Move | None:
        """The best move; None at the limit."""
        moves = legal_moves(position)
        if len(moves) == 1:
            return moves[0]
        if self.margin(position, 0) is None:
            return None
        best = int(self._job[ab.J_BEST])
        tile, arm = best >> ARM_BITS, best & ARM_MASK
        if tile == ab.DRAW_TILE:
            return Draw()
        if tile == ab.PASS_TILE:
            return Pass()
        table = self._memory.table
        boards = automaton(self.rules)
        here = self.kit.board(table, boards.code(position.layout))
        there = table.pool[(table.row[here * table.n_tiles + tile] >> ARM_BITS) + arm]
        code = table.code[there]
        for move in moves:
            if not isinstance(move, Play) or move.tile.index != tile:
                continue
            if boards.code(position.layout.placed(move.tile, move.arm, self.rules)) == code:
                return move
        raise AssertionError(position)

    def _scores_matter(self) -> bool:
        """Whether the scores say from the first move on what points are worth."""
        rule = self.kit.rule
        scores = self.start.scores
        if rule[MIN_FIRST] and 0 in scores:
            return True
        watched = rule[IMMEDIATE] or rule[EXACT]
        return bool(watched) and max(scores) >= rule[TARGET]

    def _may_touch(self, position: Position, most: Any) -> bool:  # noqa: ANN401 - list or array
        rule = self.kit.rule
        if not (rule[IMMEDIATE] or rule[EXACT]):
            return False
        return any(
            score + points >= rule[TARGET] or points >= ab.MOST_MASK
            for score, points in zip(position.scores, most, strict=False)
        )

    def _hands(self, position: Position) -> Any:  # noqa: ANN401 - list or array
        return self.kit.ints([hand.tiles.mask for hand in position.hands], wide=True)

    def _stand(self, position: Position) -> None:
        """Put `position` before the kernel."""
        if len(self._memory.table.code) - self._memory.table.size[0] < ab.MOST_MOVES:
            self._memory.table = grown(self._memory.table)
        code = automaton(self.rules).code(position.layout)
        now = self._now
        now[BOARD] = self.kit.board(self._memory.table, code)
        now[TURN] = position.turn
        now[DREW] = position.drew
        now[PASSES] = position.passes
        now[TOP] = len(self.yard) - position.n_boneyard

    def _next_slice(self) -> bool:
        """Allow more nodes, if the limit does."""
        if self._deadline.over:
            return False
        slice_ = COMPILED_SLICE if self.kit.compiled else PLAIN_SLICE
        allowed = self.nodes + slice_
        if self._most_nodes is not None:
            allowed = min(allowed, self._most_nodes)
        self._job[ab.J_LIMIT] = allowed
        return allowed > self.nodes


class BetweenTwo(Exact):
    """Two sides: the minimax value."""

    kernel = staticmethod(ab.search)
    entry = ab.ENTRY

    def margin(self, position: Position, team: Team) -> float | None:
        """See `Exact`."""
        value = self.value(position, -ab.INFINITE, ab.INFINITE)
        return value if value is None or team == 0 else -value

    def value(self, position: Position, low: int, high: int) -> int | None:
        """The margin of side 0 between `low` and `high`, else a bound; None at the limit."""
        job = self._job
        job[ab.J_DEPTH] = 0
        job[ab.J_ALPHA] = low
        job[ab.J_BETA] = high
        job[ab.J_TEAM] = 0
        job[ab.J_NUMBER] = self._memory.number
        job[ab.J_TRACKED] = int(self.tracked)
        for side in (0, 1):
            job[ab.J_START + side] = self.start.scores[side]
            job[ab.J_MADE + side] = position.scores[side] - self.start.scores[side]
        self._stand(position)
        hands = self._hands(position)
        status = ab.OUT_OF_NODES
        while status != ab.SOLVED:
            if status == ab.NO_ROOM:
                self._memory.table = grown(self._memory.table)
            elif not self._next_slice():
                return None
            status = self.kit.kernel(
                self._memory.table,
                self.kit.rule,
                self._memory.found,
                self._stack,
                self._moves,
                hands,
                self.yard,
                self._now,
                self._scores,
                job,
            )
            self.nodes = int(job[ab.J_NODES])
        most = job[ab.J_MOST : ab.J_MOST + 2]
        self.touched = self.touched or self._may_touch(position, most)
        return int(job[ab.J_VALUE])


class AmongMore(Exact):
    """Three or four single players, each for himself."""

    kernel = staticmethod(maxn.search_all)
    entry = maxn.G_ENTRY

    def margin(self, position: Position, team: Team) -> float | None:
        """See `Exact`."""
        kit = self.kit
        job = self._job
        n_teams = self.rules.n_teams
        values = kit.zeros(n_teams)
        most = kit.zeros(n_teams)
        start = kit.ints(self.start.scores)
        before = self.nodes
        if not self._next_slice():
            return None
        while True:
            self._stand(position)
            job[ab.J_NUMBER] = self._memory.number
            job[ab.J_TRACKED] = int(self.tracked)
            job[ab.J_NODES] = before
            # It begins again after a stop: so it gets all nodes at once.
            job[ab.J_LIMIT] = self._most_nodes or 1 << 40
            status = kit.kernel(
                self._memory.table,
                kit.rule,
                self._memory.found,
                self._stack,
                self._moves,
                self._hands(position),
                self.yard,
                self._now,
                kit.ints(position.scores),
                start,
                values,
                most,
                job,
            )
            self.nodes = int(job[ab.J_NODES])
            if status == ab.SOLVED:
                break
            if status == ab.OUT_OF_NODES:
                return None
            self._memory.table = grown(self._memory.table)
            self._memory.number += 1
        self.touched = self.touched or self._may_touch(position, most)
        own = int(values[team])
        return own - (sum(map(int, values)) - own) / (n_teams - 1)
