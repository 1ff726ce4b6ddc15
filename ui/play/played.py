"""What rounds at the table show of the learner, until the progress takes it up."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from engine.teaching.progress import Progress, TableStats
from engine.teaching.saving import ProgressError, dump, load
from ui.play.table import Table

PLAYED_SLOT = "fives.played"
_NOTHING = TableStats()


@dataclass(slots=True)
class Played:
    """Rounds looked at and not yet entered in the learner's progress.

    A round counts that was played against bots from its deal to its end in this session, with no
    hint and no move taken back.

    Attributes:
        stats: What they have shown.
        is_read: Whether the browser has said what it kept of earlier ones.
        noted: The round that is not to be looked at (again); None before any was seen.
        thoughts: Rounds that are being looked at.
    """

    stats: TableStats = _NOTHING
    is_read: bool = False
    noted: str | None = None
    thoughts: list[Future[TableStats]] = field(default_factory=list)

    def note(self, table: Table | None, think: Callable[..., Future[Any]]) -> None:
        """See the table; a round that is over is looked at once, by `think`, in its own time."""
        if table is None or table.setup.is_shared or not table.rounds:
            return
        number = f"{table.setup.seed} {len(table.rounds)}"
        if self.noted is None:
            was_begun = table.last_own_ply is not None
            self.noted = number if was_begun else ""
        if table.is_over and not table.is_helped and number != self.noted:
            from engine.teaching.played import table_stats  # noqa: PLC0415 - once a round

            self.noted = number
            rng = table.setup.chance("played", len(table.rounds))
            seat = table.setup.persons[0]
            self.thoughts.append(think(table_stats, table.rounds[-1], seat, rng))
        self._collect()

    def _collect(self) -> None:
        done = [thought for thought in self.thoughts if thought.done()]
        self.thoughts = [thought for thought in self.thoughts if thought not in done]
        for thought in done:
            self.stats += thought.result()

    def read(self, text: str | None) -> None:
        """Take over what the browser kept; it has the last word, once it was asked before."""
        kept = _NOTHING
        # What is no progress is dropped: it was a few rounds at the most.
        with suppress(ProgressError):
            kept = load(text).table if text else _NOTHING
        self.stats = kept if self.is_read else self.stats + kept
        self.is_read = True

    def kept(self) -> str | None:
        """The text for the browser; None before it was asked."""
        if not self.is_read:
            return None
        return dump(Progress(table=self.stats)) if self.stats != _NOTHING else ""

    def taken(self) -> TableStats:
        """What is to be entered in the progress, and no more after that."""
        self._collect()
        stats, self.stats = self.stats, _NOTHING
        return stats
