"""Stands in for pandas: what the pages ask of it. `in_browser` shows such a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence


class DataFrame:
    """Rows under names of columns."""

    def __init__(self, rows: Sequence[Mapping[str, object]], columns: Sequence[str] = ()) -> None:
        self.columns = list(columns or (rows[0] if rows else ()))
        self.rows = [[row[name] for name in self.columns] for row in rows]

    def to_csv(self, *, index: bool) -> str:
        """The table as text; rows have no other index than their order."""
        if index:
            raise NotImplementedError("rows have no names here")
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([self.columns, *self.rows])
        return text.getvalue()
