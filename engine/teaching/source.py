"""A TOML text and where everything in it stands, so that an error can name the line."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.errors import DominoError

if TYPE_CHECKING:
    from collections.abc import Iterator

_E = TypeVar("_E", bound=StrEnum)


class LessonError(DominoError):
    """A lesson set that cannot be read.

    Attributes:
        file: the name of the file.
        line: the line at fault, from 1; 0 if it is the whole.
        expected: what would be right there.
    """

    def __init__(self, file: str, line: int, expected: str) -> None:
        self.file = file
        self.line = line
        self.expected = expected
        super().__init__(f"{file}, line {line}: {expected}" if line else f"{file}: {expected}")


class Table:
    """One table of the file: its entries, and the lines where they stand."""

    def __init__(self, source: Source, path: str, data: Any) -> None:  # noqa: ANN401 - TOML
        self.source = source
        self.path = path
        if not isinstance(data, dict):
            raise self.fail("", "expected a table")
        self.data: dict[str, Any] = data

    def fail(self, key: str, expected: str) -> LessonError:
        """The error for an entry of this table, or for the table where `key` is empty."""
        return self.source.fail(f"{self.path}/{key}" if key else self.path, expected)

    def only(self, *known: str) -> None:
        """Fail if there is any other entry."""
        for key in self.data:
            if key not in known:
                raise self.fail(key, f"unknown entry {key!r}; known: {', '.join(known)}")

    def text(self, key: str, default: str = "") -> str:
        """An entry that is a text."""
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise self.fail(key, f"{key}: expected a text in quotes")
        return value

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """An entry that is a whole number from `low` to `high`."""
        value = self.data.get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise self.fail(key, f"{key}: expected a whole number from {low} to {high}")
        return value

    def texts(self, key: str) -> list[str]:
        """An entry that is a list of texts; empty if it is not there."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise self.fail(key, f"{key}: expected a list of texts in quotes")
        return value

    def word(self, key: str, kind: type[_E], default: _E | None = None) -> _E:
        """A value of an enumeration."""
        if key not in self.data and default is not None:
            return default
        try:
            return kind(self.text(key))
        except ValueError:
            raise self.fail(key, f"{key}: expected one of {', '.join(kind)}") from None

    def tables(self, key: str, most: int) -> list[Table]:
        """The tables `[[key]]` below this one."""
        found = self.data.get(key, [])
        if not isinstance(found, list) or len(found) > most:
            raise self.fail(key, f"expected at most {most} tables [[{key}]]")
        path = f"{self.path}/{key}" if self.path else key
        return [Table(self.source, f"{path}[{n}]", entry) for n, entry in enumerate(found)]

    def table(self, key: str) -> Table | None:
        """The table `[key]` below this one, if it is there."""
        if key not in self.data:
            return None
        return Table(self.source, f"{self.path}/{key}", self.data[key])


class Source:
    """The text, where everything in it stands, and how it is read."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = dict(_lines(text))

    def fail(self, path: str, expected: str) -> LessonError:
        """The error for what stands at `path`, or at the nearest table around it."""
        while path:
            for known in (path, path.lstrip("/"), f"{path.lstrip('/')}[0]"):
                if known in self.lines:
                    return LessonError(self.file, self.lines[known], expected)
            path = path.rpartition("/")[0]
        return LessonError(self.file, 0, expected)


_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\- ]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """Every table and entry of a TOML text with its line, by the path that `Table` uses."""
    counts: dict[str, int] = {}
    path = ""
    quoted = ""
    for number, line in enumerate(text.splitlines(), 1):
        if quoted:
            quoted = "" if quoted in line else quoted
            continue
        header = _HEADER.match(line)
        if header:
            path = _path(header[2].split("."), counts, several=header[1] == "[[")
            yield path, number
            continue
        key = _KEY.match(line)
        if key:
            yield (f"{path}/{key[1]}" if path else f"/{key[1]}"), number
        for mark in ('"""', "'''"):
            if line.count(mark) == 1:
                quoted = mark


def _path(names: list[str], counts: dict[str, int], *, several: bool) -> str:
    path = ""
    for depth, name in enumerate(names):
        path = f"{path}/{name.strip()}" if path else name.strip()
        if several and depth == len(names) - 1:
            counts[path] = counts.get(path, -1) + 1
            for below in [known for known in counts if known.startswith(f"{path}[")]:
                del counts[below]
        if path in counts:
            path += f"[{counts[path]}]"
    return path
