"""A measured number, and whether two measurements of the same agree."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING, Final, Protocol

from engine.errors import DominoError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from engine.spread import Where

SURE: Final = 3.0
"""Standard errors within which two measurements agree."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a study measured.

    Attributes:
        name: What was measured, in words.
        value: Its value.
        stderr: Standard error of `value`.
        n: Over so many of what was looked at.
    """

    name: str
    value: float
    stderr: float
    n: int

    def errors_from(self, published: Number) -> float:
        """How many standard errors lie between a sample and what is published of the same.

        A small sample knows its own error badly: it is at least what the published one says of so
        few.
        """
        gap = abs(self.value - published.value)
        own = max(self.stderr, published.stderr * sqrt(published.n / self.n))
        joint = hypot(own, published.stderr)
        return gap / joint if joint else (inf if gap else 0.0)


class Study(Protocol):
    """What measures numbers: `scale` times the work that is published."""

    def __call__(self, *, scale: float, seed: int, over: Where) -> tuple[Number, ...]:
        """The numbers, in a fixed order."""


def number(name: str, value: float, stderr: float, n: int) -> Number:
    """A number to as many places as are published."""
    return Number(name, round(value, 4), round(stderr, 4), n)


def ratio(name: str, rows: Iterable[tuple[float, float]]) -> Number:
    """The sum of the first over the sum of the second, each row one independent round or deal."""
    pairs = list(rows)
    above, below = (sum(column) for column in zip(*pairs, strict=True))
    value = above / below
    spread = sqrt(sum((x - value * y) ** 2 for x, y in pairs))
    return number(name, value, spread / below, len(pairs))


def differing(
    measured: Iterable[Number], published: Iterable[Number], *, sure: float = SURE
) -> tuple[str, ...]:
    """What of a sample does not agree with what is published, in words; empty if all does.

    Args:
        measured: Of the sample; what it has too little of may be missing.
        published: All there is.
        sure: How many standard errors may lie between them; 0 for the same work done again.
    """
    known = {each.name: each for each in published}
    wrong = []
    for each in measured:
        if each.name not in known:
            wrong.append(f"{each.name}: not published")
            continue
        other = known.pop(each.name)
        if (errors := each.errors_from(other)) > sure:
            wrong.append(
                f"{each.name}: {each.value} ± {each.stderr}, published {other.value} ± "
                f"{other.stderr}, {errors:.1f} standard errors off"
            )
    return (*wrong, *(f"{name}: published, but not measured" for name in known if not sure))


def read_published(path: Path) -> Published:
    """The numbers that are published, by study; `DominoError` for a file that is none."""
    try:
        data = json.loads(path.read_text("utf-8"))
        studies = {
            name: tuple(Number(**row) for row in rows) for name, rows in data["studies"].items()
        }
        return Published(data["seed"], studies)
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise DominoError(f"{path}: no published numbers ({error})") from error


@dataclass(frozen=True, slots=True)
class Published:
    """The numbers that README and site refer to, and the seed they come from."""

    seed: int
    studies: Mapping[str, tuple[Number, ...]]

    def write(self, path: Path) -> None:
        """As a file, a number a line."""
        blocks = []
        for name, numbers in self.studies.items():
            rows = ",\n".join(f"   {json.dumps(asdict(each))}" for each in numbers)
            blocks.append(f"  {json.dumps(name)}: [\n{rows}\n  ]")
        studies = ",\n".join(blocks)
        path.write_text(f'{{\n "seed": {self.seed},\n "studies": {{\n{studies}\n }}\n}}\n', "utf-8")
