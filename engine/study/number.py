"""A measured number, and whether two measurements of the same agree."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

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

    def errors_from(self, other: Number) -> float:
        """How many joint standard errors lie between two independent measurements."""
        gap, joint = abs(self.value - other.value), sqrt(self.stderr**2 + other.stderr**2)
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
    """What is wrong where two lists of numbers do not agree, in words; empty if they do."""
    before = {each.name: each for each in published}
    wrong = []
    for each in measured:
        known = before.pop(each.name, None)
        if known is None:
            wrong.append(f"{each.name}: not published")
        elif (errors := each.errors_from(known)) > sure:
            wrong.append(
                f"{each.name}: {each.value} ± {each.stderr}, published {known.value} ± "
                f"{known.stderr}, {errors:.1f} standard errors off"
            )
    return (*wrong, *(f"{name}: published, but not measured" for name in before))
