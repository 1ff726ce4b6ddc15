"""A table as plays that lay it, and the same plays laid under other rules.

A layout does not tell in which order its tiles came. `plays_of` gives one order that the rules
allow: from the spinner (or the left end) outward, the line before the arms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.layout import DOWN, LEFT, RIGHT, UP, Arm, Layout, Side
from engine.moves import Play, Reason
from engine.options import Spinner
from engine.play import why_not_placed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.layout import Chain
    from engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Laid:
    """A table laid as far as the rules allow: the plays made, and the first one refused, if any."""

    layout: Layout
    plays: tuple[Play, ...]
    refused: Play | None = None
    reason: Reason | None = None


def plays_of(layout: Layout, rules: RuleSet) -> tuple[Play, ...]:
    """Plays that lay `layout`, or its mirror image where its first tile lies low half left."""
    line = layout.line
    if not line:
        return ()
    first = _first(line)
    lead = line[first]
    left, right = (LEFT, RIGHT) if lead.near >= lead.far else (RIGHT, LEFT)
    plays = [Play(lead.tile)]
    plays += [Play(stone.tile, right) for stone in line[first + 1 :]]
    plays += [Play(stone.tile, left) for stone in reversed(line[:first])]
    return (*plays, *_arm_plays(line, rules))


def _first(line: Chain) -> int:
    """Where to begin: at the spinner, else at a tile that lies as a lead does, high half left."""
    spinners = (number for number, stone in enumerate(line) if stone.is_spinner)
    as_led = (number for number, stone in enumerate(line) if stone.near >= stone.far)
    return next(spinners, next(as_led, 0))


def _arm_plays(chain: Chain, rules: RuleSet) -> Iterator[Play]:
    several = rules.spinner is Spinner.EVERY_DOUBLE
    for stone in chain:
        for side, grown in ((Side.U, stone.up), (Side.D, stone.down)):
            plain = UP if side is Side.U else DOWN
            arm = Arm(side, stone.tile) if several else plain
            yield from (Play(outer.tile, arm) for outer in grown)
            yield from _arm_plays(grown, rules)


def lay(plays: Iterable[Play], rules: RuleSet) -> Laid:
    """Lay `plays` on a bare table under `rules`, up to the first that they refuse.

    An arm is taken as the same side of the same spinner, however the rules name it.
    """
    layout = Layout()
    made: list[Play] = []
    for play in plays:
        move = Play(play.tile, _named(play.arm, layout, rules))
        reason = why_not_placed(layout, rules, move.tile, move.arm)
        if reason is not None:
            return Laid(layout, tuple(made), play, reason)
        layout = layout.placed(move.tile, move.arm, rules)
        made.append(move)
    return Laid(layout, tuple(made))


def _named(arm: Arm | None, layout: Layout, rules: RuleSet) -> Arm | None:
    """`arm` as these rules name it: with its spinner, iff they allow several."""
    if arm is None or arm.side in (Side.L, Side.R):
        return arm
    spinners = layout.spinners(rules)
    if rules.spinner is not Spinner.EVERY_DOUBLE:
        is_other = arm.spinner and all(spun.stone.tile != arm.spinner for spun in spinners)
        return arm if is_other else Arm(arm.side)
    if arm.spinner or not spinners:
        return arm
    return Arm(arm.side, spinners[0].stone.tile)
