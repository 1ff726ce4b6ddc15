"""Searches of open positions that share what they find: between two sides, or among more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final

from engine.moves import Draw, Move, Pass, Play
from engine.play import legal_moves
from engine.search import alphabeta, frames, maxn, node, transposition
from engine.search.boards import automaton
from engine.search.kit import Kit
from engine.search.playout import AT, BOARD, DREW, PASSES, TOP, TURN
from engine.search.ruling import EXACT, IMMEDIATE, MIN_FIRST, TARGET
from engine.search.shelf import SHELF
from engine.search.table import (
    ARM_BITS,
    ARM_MASK,
    MOST_BOARDS,
    board_at,
    grown,
    n_bytes,
)

if TYPE_CHECKING:
    from engine.evals import Limit
    from engine.position import Position
    from engine.search.table import Table
    from engine.tiles import Team

PLAIN_SLICE: Final = 2_000
COMPILED_SLICE: Final = 200_000
"""Nodes between two looks at the clock."""
SIZES: Final = ((0, 11), (6_000, 14), (60_000, 17), (600_000, 20))
"""From so many nodes on, the binary logarithm of the pairs of entries in the transposition table.

A small one stays in the processor's cache.
"""
RESTING_LEVELS: Final = 2
"""So many of them are kept from one search to the next: the larger are seldom needed."""


class Memory:
    """Boards and transposition tables that go together, for one search at a time.

    Attributes:
        table: The boards.
        number: Of the last search: what others found is not used.
        level: Which of SIZES is in use.
    """

    def __init__(self, kit: Kit, entry: int) -> None:
        self.table: Table = kit.tables.take(compiled=kit.compiled)
        self.number = 0
        self.level = 0
        self._kit = kit
        self._entry = entry
        self._key = kit.tables, kit.compiled, entry
        self._found: dict[int, Any] = {}

    @classmethod
    def at_hand(cls, kit: Kit, entry: int) -> Memory:
        """One that a search of the kind has left, else a new one."""
        found: Memory | None = SHELF.take((kit.tables, kit.compiled, entry))
        return found or cls(kit, entry)

    @property
    def found(self) -> Any:  # noqa: ANN401 - list or array
        """The transposition table in use."""
        if self.level not in self._found:
            size = 2 * self._entry << SIZES[self.level][1]
            self._found[self.level] = self._kit.zeros(size, wide=True)
        return self._found[self.level]

    def rest(self) -> None:
        """Leave it to the next search of the kind, without what is large."""
        self.level = 0
        for level in range(RESTING_LEVELS, len(SIZES)):
            self._found.pop(level, None)
        if len(self.table.code) <= MOST_BOARDS:
            found = sum(2 * self._entry << SIZES[level][1] for level in self._found)
            SHELF.put(self._key, self, n_bytes(self.table) + 8 * found)


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
        self._job = kit.zeros(frames.JOB, wide=True)
        self._last = 0
        self._hands = kit.zeros(self.rules.players, wide=True)
        self._scores = kit.zeros(max(self.rules.n_teams, maxn.MOST_TEAMS))
        depth = 3 * n_tiles + self.rules.players
        self._stack = kit.zeros(depth * max(frames.FRAME, maxn.G_FRAME), wide=True)
        self._moves = kit.zeros(depth * node.MOST_MOVES, wide=True)
        self._memory = Memory.at_hand(kit, self.entry)
        self.tracked = self._scores_matter()
        self._forget()

    def close(self) -> None:
        """Leave the memory to the next search."""
        self._memory.rest()

    def track(self) -> None:
        """From now on, take the scores into account; what was found so far is forgotten."""
        self.tracked = True
        self._forget()

    def _forget(self) -> None:
        """What was found so far is not used any more."""
        self._memory.number += 1
        if self._memory.number == transposition.MOST_SEARCHES:
            self._memory = Memory(self.kit, self.entry)
            self._memory.number = 1

    @abstractmethod
    def margin(self, position: Position, team: Team, guess: float = 0) -> float | None:
        """Points of a side from `position` on less the mean of the others; None at the limit.

        A good guess saves time and changes nothing.
        """

    @abstractmethod
    def best(self, position: Position) -> int | None:
        """Tile and arm of the best move, as the kernel spells them; None at the limit."""

    def move(self, position: Position) -> Move | None:
        """The best move; None at the limit."""
        moves = legal_moves(position)
        if len(moves) == 1:
            return moves[0]
        best = self.best(position)
        if best is None:
            return None
        tile, arm = best >> ARM_BITS, best & ARM_MASK
        if tile == node.DRAW_TILE:
            return Draw()
        if tile == node.PASS_TILE:
            return Pass()
        table = self._memory.table
        boards = automaton(self.rules)
        here = self.kit.board(table, boards.code(position.layout))
        code = table.code[board_at(table, table.row[here * table.n_tiles + tile], arm)]
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
            score + points >= rule[TARGET] or points >= transposition.MOST_MASK
            for score, points in zip(position.scores, most, strict=False)
        )

    def _stand(self, position: Position) -> None:
        """Put `position` before the kernel."""
        if len(self._memory.table.code) - self._memory.table.size[0] < node.MOST_MOVES:
            self._memory.table = grown(self._memory.table)
        code = automaton(self.rules).code(position.layout)
        now = self._now
        now[BOARD] = self.kit.board(self._memory.table, code)
        now[TURN] = position.turn
        now[DREW] = position.drew
        now[PASSES] = position.passes
        now[TOP] = len(self.yard) - position.n_boneyard

    def _next_slice(self) -> bool:
        """Allow more nodes, if the limit does; take a larger table when it is time."""
        if self._deadline.over:
            return False
        allowed = self.nodes + (COMPILED_SLICE if self.kit.compiled else PLAIN_SLICE)
        if self._most_nodes is not None:
            allowed = min(allowed, self._most_nodes)
        for level, (nodes, _) in enumerate(SIZES):
            if nodes > self.nodes:
                allowed = min(allowed, nodes)
            else:
                self._memory.level = level
        self._job[node.J_LIMIT] = allowed
        return allowed > self.nodes


class BetweenTwo(Exact):
    """Two sides: the minimax value."""

    kernel = staticmethod(alphabeta.prove)
    entry = transposition.ENTRY

    def margin(self, position: Position, team: Team, guess: float = 0) -> float | None:
        """See `Exact`."""
        job = self._job
        job[frames.J_BUSY] = 0
        job[frames.J_LOW] = -transposition.INFINITE
        job[frames.J_HIGH] = transposition.INFINITE
        job[frames.J_PROBE] = round(guess if team == 0 else -guess)
        job[node.J_NUMBER] = self._memory.number
        job[node.J_TRACKED] = int(self.tracked)
        scores = self.start.scores
        job[frames.J_START], job[frames.J_START + 1] = scores
        self._stand(position)
        root = self.kit.ints(
            [
                *self._now[: TOP + 1],
                *(now - then for now, then in zip(position.scores, scores, strict=True)),
                *(hand.tiles.mask for hand in position.hands),
            ],
            wide=True,
        )
        status = node.OUT_OF_NODES
        while status != node.SOLVED:
            if status == node.NO_ROOM:
                self._memory.table = grown(self._memory.table)
            elif not self._next_slice():
                return None
            status = self.kit.kernel(
                self._memory.table,
                self.kit.rule,
                self._memory.found,
                self._stack,
                self._moves,
                self._hands,
                self.yard,
                self._now,
                self._scores,
                job,
                root,
            )
            self.nodes = int(job[node.J_NODES])
        most = job[frames.J_MOST : frames.J_MOST + 2]
        self.touched = self.touched or self._may_touch(position, most)
        self._last = int(job[frames.J_LOW])
        return self._last if team == 0 else -self._last

    def best(self, position: Position) -> int | None:
        """See `Exact`."""
        if self.margin(position, 0, self._last) is None:
            return None
        return int(self._job[frames.J_BEST_OF + self.rules.team(position.turn)])


class AmongMore(Exact):
    """Three or four single players, each for himself."""

    kernel = staticmethod(maxn.search_all)
    entry = maxn.G_ENTRY

    def best(self, position: Position) -> int | None:
        """See `Exact`."""
        return None if self.margin(position, 0) is None else int(self._job[node.J_BEST])

    def margin(self, position: Position, team: Team, guess: float = 0) -> float | None:  # noqa: ARG002 - the same call as the other solver's
        """See `Exact`; there are no bounds to guess at."""
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
            job[node.J_NUMBER] = self._memory.number
            job[node.J_TRACKED] = int(self.tracked)
            job[node.J_NODES] = before
            # It begins again after a stop: so it gets all nodes at once.
            job[node.J_LIMIT] = self._most_nodes or 1 << 40
            status = kit.kernel(
                self._memory.table,
                kit.rule,
                self._memory.found,
                self._stack,
                self._moves,
                kit.ints([hand.tiles.mask for hand in position.hands], wide=True),
                self.yard,
                self._now,
                kit.ints(position.scores),
                start,
                values,
                most,
                job,
            )
            self.nodes = int(job[node.J_NODES])
            if status == node.SOLVED:
                break
            if status == node.OUT_OF_NODES:
                return None
            self._memory.table = grown(self._memory.table)
            self._forget()
        self.touched = self.touched or self._may_touch(position, most)
        own = int(values[team])
        return own - (sum(map(int, values)) - own) / (n_teams - 1)
