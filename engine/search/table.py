"""Boards by number: an automaton's classes as they are met, in flat sequences for the kernels.

The sequences are lists in plain Python and arrays for compiled kernels. A board gets its number
when it is first met, so a number tells nothing by itself; the code it stands for does.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.search.boards import automaton
from engine.search.jit import kernel, step, twin
from engine.search.shelf import SHELF
from engine.tiles import TILES

if TYPE_CHECKING:
    from engine.rules import RuleSet
    from engine.search.boards import Automaton

Ints = list[int]
"""A list of ints, or a numpy array."""

ARM_BITS: Final = 4
ARM_MASK: Final = 15
LEVELS: Final = 5
"""Answers are told apart by how many fives they earn, up to so many."""
ANSWERS: Final = LEVELS + 1
ROOM: Final = 64
"""Boards that must have room before a tile is looked up; no tile has as many arms."""
FIRST_BOARDS: Final = 1 << 10
"""Room of a new table: a game without spinner never has a hundred boards, All Fives has 4,134."""
MOST_BOARDS: Final = 1 << 16
"""A table that cannot do with so many boards is begun anew: memory is bounded."""


class Table(NamedTuple):
    """The boards met so far, and the automaton that tells of new ones.

    By board: `code`, `playable` (mask of the tiles that fit), `points` (of the play that made it)
    and `row`: by tile `start << 4 | n`, where in `pool` the boards that it leads to begin and how
    many they are, or `board << 4 | 1` where there is but one; 0 while nobody asked; and `answers`:
    mask of the tiles that somebody asked about, then of those that earn one five or more, two or
    more … `slots` finds a board by its code. `size` is how many boards there are and how much of
    the pool is used. The rest is the automaton, by digit (`shift mask first counted`), kind
    (`counts`), spun and kind (`fits`: mask of the tiles that fit, `entry`: where its entries
    begin), entry (`pip`, `steps`), tile (`high low leads`) and count (`score`).
    """

    code: Ints
    playable: Ints
    points: Ints
    row: Ints
    pool: Ints
    answers: Ints
    slots: Ints
    size: Ints
    shift: Ints
    mask: Ints
    first: Ints
    counted: Ints
    counts: Ints
    fits: Ints
    entry: Ints
    pip: Ints
    steps: Ints
    high: Ints
    low: Ints
    leads: Ints
    score: Ints
    spun_unit: int
    n_kinds: int
    n_pips: int
    n_tiles: int


_BY_BOARD: Final = ("code", "playable", "points", "row", "pool", "answers")
_WIDE: Final = ("code", "playable", "answers", "steps", "leads", "fits")
POOL: Final = 8
SLOTS: Final = 4


@kernel
def board_of(table: Table, code: int) -> int:
    """The number of the board with this code; the caller has seen that there is room for one."""
    top = len(table.slots) - 1
    at = ((((code ^ (code >> 29)) & 0x1FFFFFFF) * 0x9E3779B1) >> 17) & top
    while True:
        board = table.slots[at]
        if board < 0:
            break
        if table.code[board] == code:
            return board
        at = (at + 1) & top
    board = table.size[0]
    table.size[0] = board + 1
    table.slots[at] = board
    table.code[board] = code
    if code == 0:
        table.playable[board] = (1 << table.n_tiles) - 1
        return board
    base = table.n_kinds if code & table.spun_unit else 0
    count = 0
    fits = 0
    for digit in range(len(table.shift)):
        value = (code >> table.shift[digit]) & table.mask[digit]
        if value:
            kind = table.first[digit]
            if table.counted[digit]:
                count += value * table.counts[kind]
            else:
                kind += value - 1
                count += table.counts[kind]
            fits |= table.fits[base + kind]
    table.playable[board] = fits
    table.points[board] = table.score[count]
    return board


@kernel
def look_up(table: Table, board: int, tile: int) -> int:
    """The `row` of a board and a tile that fits, worked out; 0 if there is no room for it."""
    start = table.size[1]
    if table.size[0] + ROOM > len(table.code) or start + ROOM > len(table.pool):
        return 0
    code = table.code[board]
    n = 0
    if code == 0:
        table.pool[start] = board_of(table, table.leads[tile])
        n = 1
    else:
        base = table.n_kinds if code & table.spun_unit else 0
        high = table.high[tile]
        low = table.low[tile]
        for digit in range(len(table.shift)):
            value = (code >> table.shift[digit]) & table.mask[digit]
            if value:
                kind = base + table.first[digit]
                if not table.counted[digit]:
                    kind += value - 1
                for entry in range(table.entry[kind], table.entry[kind + 1]):
                    pip = table.pip[entry]
                    if pip in (high, low):
                        change = table.steps[entry * table.n_pips + high + low - pip]
                        table.pool[start + n] = board_of(table, code + change)
                        n += 1
    if n == 1:
        start = table.pool[start]
    else:
        table.size[1] += n
    found = (start << ARM_BITS) | n
    table.row[board * table.n_tiles + tile] = found
    return found


@step
def boards_after(table: Table, board: int, tile: int) -> int:
    """The `row` of a board and a tile that fits; 0 if it is new and there is no room for it."""
    return table.row[board * table.n_tiles + tile] or look_up(table, board, tile)


@step
def board_at(table: Table, found: int, arm: int) -> int:
    """The board that a tile with the `row` entry `found` makes at one of its arms."""
    start = found >> ARM_BITS
    return table.pool[start + arm] if found & ARM_MASK > 1 else start


@kernel
def most_points(table: Table, found: int) -> int:
    """The most points on the boards that a `row` entry leads to."""
    most = 0
    for arm in range(found & ARM_MASK):
        most = max(most, table.points[board_at(table, found, arm)])
    return most


@kernel
def find_answers(table: Table, board: int, tiles: int, five: int) -> bool:
    """Enter those of `tiles` that fit into the `answers` of a board; False if there is no room.

    Only of tiles that are not on the table can be told where they lead to.
    """
    tiles &= table.playable[board]
    for tile in range(table.n_tiles):
        if (tiles >> tile) & 1:
            found = boards_after(table, board, tile)
            if not found:
                return False
            most = most_points(table, found)
            for level in range(LEVELS):
                if most > level * five:
                    table.answers[board * ANSWERS + 1 + level] |= 1 << tile
    table.answers[board * ANSWERS] |= tiles
    return True


@kernel
def answer(table: Table, five: int, board: int, tile: int, tiles: int) -> bool:
    """Work out what a playout asks for: of a negative `tile` how `tiles` answer board `~tile`."""
    if tile < 0:
        return find_answers(table, ~tile, tiles, five)
    return look_up(table, board, tile) > 0


@kernel
def refile(table: Table) -> None:
    """Put every board into empty `slots`."""
    top = len(table.slots) - 1
    for board in range(table.size[0]):
        code = table.code[board]
        at = ((((code ^ (code >> 29)) & 0x1FFFFFFF) * 0x9E3779B1) >> 17) & top
        while table.slots[at] >= 0:
            at = (at + 1) & top
        table.slots[at] = board


def new_table(boards: Automaton, *, compiled: bool) -> Table:
    """A table that knows only the bare board, number 0."""
    rules = boards.rules
    tiles = TILES[: rules.n_tiles]
    flat = [entry for entries in boards.entries for entry in entries]
    by_pip = [sum(1 << t.index for t in tiles if t.has(pip)) for pip in range(rules.max_pip + 1)]
    fits = [reduce(or_, (by_pip[e.pip] for e in entries), 0) for entries in boards.entries]
    capacity = FIRST_BOARDS
    columns: dict[str, Ints] = {
        "code": [0] * capacity,
        "playable": [0] * capacity,
        "points": [0] * capacity,
        "row": [0] * (capacity * len(tiles)),
        "pool": [0] * (POOL * capacity),
        "answers": [0] * (ANSWERS * capacity),
        "slots": [-1] * (SLOTS * capacity),
        "size": [0, 1],
        "shift": [digit.shift for digit in boards.digits],
        "mask": [digit.mask for digit in boards.digits],
        "first": [digit.first_kind for digit in boards.digits],
        "counted": [int(digit.counted) for digit in boards.digits],
        "counts": list(boards.counts),
        "fits": fits,
        "entry": [0, *accumulate(map(len, boards.entries))],
        "pip": [entry.pip for entry in flat],
        "steps": [step for entry in flat for step in entry.steps],
        "high": [tile.high for tile in tiles],
        "low": [tile.low for tile in tiles],
        "leads": list(boards.leads),
        "score": list(boards.points),
    }
    if compiled:
        columns = {name: as_array(column, wide=name in _WIDE) for name, column in columns.items()}
    table = Table(
        **columns,
        spun_unit=boards.spun_unit,
        n_kinds=len(boards.counts),
        n_pips=rules.max_pip + 1,
        n_tiles=len(tiles),
    )
    board_of(table, 0)
    return table


def grown(table: Table) -> Table:
    """The same boards with twice the room."""
    compiled = is_compiled(table)
    columns: dict[str, Any] = {
        name: _doubled(getattr(table, name), compiled=compiled) for name in _BY_BOARD
    }
    slots = [-1] * (2 * len(table.slots))
    table = table._replace(**columns, slots=as_array(slots) if compiled else slots)
    (twin(refile) if compiled else refile)(table)
    return table


def as_array(values: Any, *, wide: bool = False) -> Any:  # noqa: ANN401 - lists, arrays, rows
    """A flat numpy array of 32 or 64 bits."""
    import numpy as np  # noqa: PLC0415 - not needed in plain Python

    return np.asarray(values, dtype=np.int64 if wide else np.int32).reshape(-1)


def _doubled(column: Ints, *, compiled: bool) -> Any:  # noqa: ANN401 - a list or an array
    if not compiled:
        return column + [0] * len(column)
    import numpy as np  # noqa: PLC0415 - only where it is needed

    return np.concatenate((column, np.zeros_like(column)))


class Tables:
    """The tables of one automaton; a table serves one thread at a time."""

    def __init__(self, boards: Automaton) -> None:
        self.boards = boards

    def take(self, *, compiled: bool) -> Table:
        """A table for the caller alone, until it gives back that one or what it grew into."""
        found: Table | None = SHELF.take((self, compiled))
        return found or new_table(self.boards, compiled=compiled)

    def give(self, table: Table) -> None:
        """Take a table back for the next caller."""
        SHELF.put((self, is_compiled(table)), table, n_bytes(table))

    def roomier(self, table: Table) -> Table:
        """A table with room: the same with twice as much, or an empty one for a large one."""
        if len(table.code) < MOST_BOARDS:
            return grown(table)
        return new_table(self.boards, compiled=is_compiled(table))


def is_compiled(table: Table) -> bool:
    """Whether the table is made of arrays."""
    return not isinstance(table.code, list)


def n_bytes(table: Table) -> int:
    """Memory that the boards take; a list needs about as much as a wide array."""
    return sum(
        getattr(column, "nbytes", 8 * len(column))
        for column in (*(getattr(table, name) for name in _BY_BOARD), table.slots)
    )


@lru_cache(maxsize=32)
def _tables(boards: Automaton) -> Tables:
    return Tables(boards)


def tables(rules: RuleSet) -> Tables:
    """The tables of a rule set; the same for all that agree in `BOARD_OPTIONS`."""
    return _tables(automaton(rules))
