"""What the open ends count and what a play earns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, assert_never

from engine.layout import LEFT, RIGHT, Arm, arms_are_open
from engine.options import EndDouble, PointScale, SpinnerCounts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.layout import Layout, Spun, Stone
    from engine.rules import RuleSet
    from engine.tiles import Pip


_SILENT_FROM: Final = 2
"""Covered sides from which a spinner counts nothing (`until_two_arms`)."""


@dataclass(frozen=True, slots=True)
class End:
    """What is summed: the pip an arm shows, and what that counts (twice the pip for a double)."""

    arm: Arm
    pip: Pip
    counts: int


def open_ends(layout: Layout, rules: RuleSet) -> tuple[End, ...]:
    """The ends that make the count, in the order L, R, then U and D by spinner, highest first.

    One end carries both halves of a spinner, or of a lone double, at its first free side
    (rules.md 2.3); `spinner_counts` says how long a spinner counts.
    """
    line = layout.line
    if not line:
        return ()
    if len(line) == 1 and line[0].is_double and not line[0].is_spinner:
        return (End(LEFT, line[0].near, 2 * line[0].near),)
    found: list[End] = []
    if not _counts_as_spinner(line[0]):
        found.append(_outer(LEFT, line[0], line[0].near, rules))
    if not _counts_as_spinner(line[-1]):
        found.append(_outer(RIGHT, line[-1], line[-1].far, rules))
    for spun in layout.spinners(rules):
        found.extend(_spinner_ends(spun, rules))
        for arm, chain in spun.side_arms:
            if chain and not _counts_as_spinner(chain[-1]):
                found.append(_outer(arm, chain[-1], chain[-1].far, rules))
    found.sort(key=lambda end: end.arm.order)
    return tuple(found)


def _counts_as_spinner(stone: Stone) -> bool:
    """Whether the spinner's rule, not the end's, says what it counts: only for double spinners."""
    return stone.is_spinner and stone.is_double


def _outer(arm: Arm, stone: Stone, pip: Pip, rules: RuleSet) -> End:
    twice = stone.is_double and rules.end_double is EndDouble.BOTH_HALVES
    return End(arm, pip, 2 * pip if twice else pip)


def _spinner_ends(spun: Spun, rules: RuleSet) -> Iterator[End]:
    stone = spun.stone
    if not stone.is_double:
        return
    pip = stone.near
    long_sides = [arm for arm in (spun.near_arm, spun.far_arm) if arm is not None]
    short_ends = [arm for arm, chain in spun.side_arms if not chain]
    summed: dict[Arm, int]
    match rules.spinner_counts:
        case SpinnerCounts.UNTIL_TWO_ARMS:
            summed = {(long_sides + short_ends)[0]: 2} if spun.n_covered < _SILENT_FROM else {}
        case SpinnerCounts.LINE_SIDES:
            summed = {long_sides[0]: 2} if long_sides else {}
        case SpinnerCounts.EXPOSED_ENDS:
            summed = dict.fromkeys(short_ends, 1)
        case SpinnerCounts.OPEN_SIDES:
            summed = dict.fromkeys(long_sides + short_ends, 1)
        case unknown:
            assert_never(unknown)
    if rules.unplayed_arm_counts and short_ends and arms_are_open(spun, rules):
        summed.setdefault(short_ends[0], 1)
    for arm, halves in summed.items():
        yield End(arm, pip, halves * pip)


def count(layout: Layout, rules: RuleSet) -> int:
    """The sum of the open ends; 0 on a bare table."""
    return sum(end.counts for end in open_ends(layout, rules))


def score_play(layout: Layout, rules: RuleSet) -> int:
    """Points the play that made this table earns whoever takes them.

    0 if the count is 0 or divides by none of `rules.multiples`. Points belong to the table, not to
    the tile: what the score so far makes void is `engine.play.apply`'s concern.
    """
    return points_of_count(count(layout, rules), rules) if rules.multiples else 0


def points_of_count(total: int, rules: RuleSet) -> int:
    """Points a count of `total` earns, in the scale of the rule set."""
    hit = multiples_hit(total, rules)
    if rules.point_scale is PointScale.ONE:
        return total * len(hit)
    return sum(total // multiple for multiple in hit)


def multiples_hit(total: int, rules: RuleSet) -> tuple[int, ...]:
    """Which of `rules.multiples` divide `total`; none divides 0."""
    return tuple(multiple for multiple in rules.multiples if total > 0 and total % multiple == 0)
