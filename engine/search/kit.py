"""What a call of a kernel takes: its fastest form, the boards of a rule set, sequences of ints."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from engine.search.jit import fast, twin
from engine.search.ruling import Ints, ruling
from engine.search.table import Table, as_array, board_of, tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.rules import RuleSet

WORD: Final = 62
"""Bits of a mask or code that fit into a compiled kernel's integers."""


class Kit:
    """A kernel and what it needs for one rule set: lists in plain Python, arrays compiled.

    The compiled kernel is taken where it is ready and the set is small enough for its masks.
    """

    def __init__(self, rules: RuleSet, kernel: Callable[..., int]) -> None:
        self.rules = rules
        self.tables = tables(rules)
        width = max(rules.n_tiles, self.tables.boards.spun_unit.bit_length())
        quick = fast(kernel) if width <= WORD else None
        self.kernel = kernel if quick is None else quick
        self.compiled = quick is not None
        self.rule = _rule(rules, self.compiled)

    def ints(self, values: Any, *, wide: bool = False) -> Ints:  # noqa: ANN401 - rows or flat
        """The values, row after row; `wide` for masks, codes and sums."""
        if self.compiled:
            found: Ints = as_array(values, wide=wide)
            return found
        flat = values.tolist() if hasattr(values, "tolist") else list(values)
        if flat and isinstance(flat[0], (list, tuple)):
            flat = [each for row in flat for each in row]
        return flat

    def zeros(self, n: int, *, wide: bool = False) -> Ints:
        """Room for so many ints."""
        if not self.compiled:
            return [0] * n
        import numpy as np  # noqa: PLC0415 - not needed in plain Python

        room: Any = np.zeros(n, dtype=np.int64 if wide else np.int32)
        found: Ints = room
        return found

    def board(self, table: Table, code: int) -> int:
        """The number of a board; the table must have room for one more."""
        return (twin(board_of) if self.compiled else board_of)(table, code)

    def run(self, call: Callable[[Any, int], int], begin: int, end: int) -> None:
        """Call the kernel, `call(table, begin)`, until it comes to `end`; make room for boards."""
        table = self.tables.take(compiled=self.compiled)
        while (begin := call(table, begin)) < end:
            table = self.tables.roomier(table)
        self.tables.give(table)


@lru_cache(maxsize=64)
def _rule(rules: RuleSet, compiled: bool) -> Ints:  # noqa: FBT001 - a key of the cache
    return as_array(ruling(rules)) if compiled else list(ruling(rules))
