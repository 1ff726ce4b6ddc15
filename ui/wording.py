"""Counts, refusals and places in words: what the facts of `engine.explain` say to a reader."""

from __future__ import annotations

from collections.abc import Iterable

from engine import Arm, Pip, Play, Reason, RuleSet, Side
from engine.explain import (
    CountedEnd,
    CountFacts,
    EndReason,
    PlaceReason,
    RefusalFacts,
    SilentReason,
)
from engine.options import PointScale
from ui.texts import N_, _, ngettext
from ui.words import arm_name, tile_name

_TOWARDS = {
    Side.L: N_("to the left"),
    Side.R: N_("to the right"),
    Side.U: N_("upwards"),
    Side.D: N_("downwards"),
}

_COUNTED = {
    EndReason.HALF: N_("{Place}: {tile} shows {n}."),
    EndReason.DOUBLE_BOTH_HALVES: N_("{Place}: {tile} is a double, both halves count: {n}."),
    EndReason.DOUBLE_ONE_HALF: N_("{Place}: of the double {tile} one half counts: {n}."),
    EndReason.LONE_DOUBLE: N_("{tile} lies alone: both halves count, {n}."),
    EndReason.SPINNER_BOTH_HALVES: N_("The spinner {tile} still counts both halves: {n}."),
    EndReason.SPINNER_SIDE: N_("{Place}: an open side of the spinner {tile} counts {n}."),
    EndReason.UNPLAYED_ARM: N_("{Place}: the empty side of the spinner {tile} counts {n}."),
}

_CLOSED = {
    PlaceReason.BARE_TABLE: N_("the table is bare"),
    PlaceReason.NO_SPINNERS: N_("this game has no spinner: a line has two ends"),
    PlaceReason.NO_SPINNER_YET: N_("there is no spinner yet"),
    PlaceReason.NO_SUCH_SPINNER: N_("that tile is no spinner"),
    PlaceReason.LINE_FIRST: N_("both long sides of the spinner must be covered first"),
    PlaceReason.LONG_SIDES_CLOSED: N_("the long sides of this spinner stay closed"),
    PlaceReason.ONE_TILE_ONLY: N_("a side of the spinner takes one tile only"),
}


def sentence(text: str) -> str:
    """`text` with a capital first letter."""
    return text[:1].upper() + text[1:]


def towards(arm: Arm) -> str:
    """Where a tile goes: "to the left", "upwards from 5-5"."""
    where = _(_TOWARDS[arm.side])
    if arm.spinner is None:
        return where
    return _("{where} from {tile}", where=where, tile=tile_name(arm.spinner))


def pips(values: Iterable[Pip]) -> str:
    """Pips as a list: "1, 2, 5"."""
    return ", ".join(map(str, sorted(values)))


def terms(facts: CountFacts) -> str:
    """The count as a sum in the field's order: "8 + 2 + 5 = 15"; a single end is just itself."""
    parts = [str(counted.end.counts) for counted in facts.ends]
    total = f" = {facts.count}" if len(parts) > 1 else ""
    return " + ".join(parts) + total


def n_points(points: int) -> str:
    """Points with their word: "15 points"."""
    return ngettext("{n} point", "{n} points", points)


def result(facts: CountFacts, rules: RuleSet) -> str:
    """What the count is worth: "15 points", or why nothing."""
    if not rules.multiples:
        return _("nothing: this game scores at the end of a round")
    if facts.points:
        return n_points(facts.points)
    if not facts.count:
        return _("nothing: 0 never scores")
    if len(rules.multiples) > 1:
        numbers = ", ".join(map(str, rules.multiples))
        return _("nothing: divides by none of {numbers}", numbers=numbers)
    short = facts.above - facts.count
    return ngettext(
        "nothing, {n} short of {goal}", "nothing, {n} short of {goal}", short, goal=facts.above
    )


def sum_line(facts: CountFacts, rules: RuleSet) -> str:
    """The whole line: "8 + 2 + 5 = 15 → 15 points"."""
    return f"{terms(facts)} → {result(facts, rules)}"


def why_count(facts: CountFacts, rules: RuleSet) -> list[str]:
    """Each end of the count in a sentence, what stays silent, and how the points come about."""
    lines = [_counted(counted) for counted in facts.ends]
    lines += [
        _("The spinner {tile} is covered and counts nothing.", tile=tile_name(silent.tile))
        for silent in facts.silent
        if silent.reason is SilentReason.SPINNER_COVERED
    ]
    if any(silent.reason is SilentReason.ARM_UNPLAYED for silent in facts.silent):
        lines.append(_("A side of the spinner without a tile may be played on, but adds nothing."))
    if facts.points:
        lines.append(_worth(facts, rules))
    return lines


def _counted(counted: CountedEnd) -> str:
    end = counted.end
    return _(
        _COUNTED[counted.reason],
        Place=sentence(arm_name(end.arm)),
        tile=tile_name(counted.tile),
        n=end.counts,
    )


def _worth(facts: CountFacts, rules: RuleSet) -> str:
    if rules.point_scale is PointScale.ONE:
        times = facts.count // facts.hit[0]
        return _(
            "{count} is {times} × {multiple}: {points}.",
            count=facts.count,
            times=times,
            multiple=facts.hit[0],
            points=n_points(facts.points),
        )
    quotients = " + ".join(str(facts.count // multiple) for multiple in facts.hit)
    divisors = ", ".join(map(str, facts.hit))
    return _(
        "{count} divides by {divisors}: {quotients}, so {points}.",
        count=facts.count,
        divisors=divisors,
        quotients=quotients,
        points=n_points(facts.points),
    )


def why_refused(facts: RefusalFacts) -> str:  # noqa: PLR0911 - one a reason
    """Why a move was refused, in one sentence that says what would be right."""
    name = tile_name(facts.move.tile) if isinstance(facts.move, Play) else ""
    where = towards(facts.place.arm) if facts.place else ""
    match facts.reason:
        case Reason.NOT_IN_HAND:
            return _("{tile} is not in your hand.", tile=name)
        case Reason.ARM_CLOSED | Reason.NO_SUCH_ARM:
            return _("Nothing goes {where} now: {why}.", where=where, why=_why_closed(facts))
        case Reason.NO_MATCH:
            fitting = pips(facts.place.pips) if facts.place else ""
            return _("{tile} does not fit {where}: it takes {pips}.", tile=name, where=where,
                     pips=fitting)  # fmt: skip
        case Reason.LEAD_FORCED:
            forced = tile_name(facts.forced) if facts.forced else ""
            return _("The lead is fixed: {tile} must be led.", tile=forced)
        case Reason.MUST_PLAY:
            return _must_play(facts)
        case Reason.MAY_NOT_DRAW:
            return _("Nothing may be drawn now.")
        case Reason.TILE_PLAYED:
            return _("{tile} lies on the table already.", tile=name)
        case Reason.NO_CLAIM:
            return _("These points cannot go there.")


def _why_closed(facts: RefusalFacts) -> str:
    reason = facts.place.reason if facts.place else PlaceReason.BARE_TABLE
    return _(_CLOSED.get(reason, _CLOSED[PlaceReason.BARE_TABLE]))


def _must_play(facts: RefusalFacts) -> str:
    plays = [move for move in facts.instead if isinstance(move, Play)]
    if plays:
        return _("You can play {tile}, so you must play.", tile=tile_name(plays[0].tile))
    return _("You must draw before you may pass.")
