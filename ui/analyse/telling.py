"""An analysis in words: reasons with their numbers, and how sure the ranking is."""

from __future__ import annotations

from collections.abc import Callable

from engine import Analysis, Draw, Move, MoveEval, Pass, Play, Seat, Tile
from engine.reasons import PlayReason, ReasonKind
from ui.texts import _, ngettext, number
from ui.wording import n_points, pips, towards
from ui.words import seat_letter, tile_name

CLEAR = 2.0
"""Joint standard errors from which one play is called better than another."""


def move_name(move: Move) -> str:
    """A move: "6-3 to the left", "draw", "pass"."""
    match move:
        case Play():
            where = towards(move.arm) if move.arm else _("as the lead")
            return _("{tile} {where}", tile=tile_name(move.tile), where=where)
        case Draw():
            return _("draw")
        case Pass():
            return _("pass")


def percent(chance: float) -> str:
    """A chance as a whole percentage; never 0 or 100 where it is neither."""
    shown = round(100 * chance)
    if shown == 0 and chance > 0:
        return _("under 1 %")
    if shown == 100 and chance < 1:  # noqa: PLR2004 - per cent
        return _("over 99 %")
    return _("{n} %", n=shown)


def _tiles(tiles: tuple[Tile, ...] | None) -> str:
    return ", ".join(map(tile_name, tiles or ()))


def _replies(reason: PlayReason, who: str) -> str:
    if not reason.tiles:
        return _("Leaves {seat} nothing that scores.", seat=who)
    return ngettext(
        "Leaves {seat} {n} scoring tile ({tiles}, for {points}): held with a chance of {chance}.",
        "Leaves {seat} {n} scoring tiles ({tiles}, for up to {points}): one of them is held with a "
        "chance of {chance}.",
        len(reason.tiles),
        seat=who,
        tiles=_tiles(reason.tiles),
        points=round(reason.points or 0),
        chance=percent(reason.chance or 0.0),
    )


def _follows(reason: PlayReason, _who: str) -> str:
    if not reason.tiles:
        return _("None of your tiles would fit the table it leaves.")
    return _("You could follow with {tiles}.", tiles=_tiles(reason.tiles))


_TOLD: dict[ReasonKind, Callable[[PlayReason, str], str]] = {
    ReasonKind.POINTS: lambda r, _who: _(
        "Scores {points} now.", points=n_points(round(r.points or 0))
    ),
    ReasonKind.GOES_OUT: lambda r, _who: _(
        "Goes out: the others are expected to hold {pips} pips.", pips=number(r.points or 0.0, 1)
    ),
    ReasonKind.REPLIES: _replies,
    ReasonKind.CLOSES: lambda r, _who: _("Closes the {pips}.", pips=pips(r.pips or ())),
    ReasonKind.FORCES_DRAW: lambda r, who: _(
        "{seat} must draw with a chance of {chance}.", seat=who, chance=percent(r.chance or 0.0)
    ),
    ReasonKind.FORCES_PASS: lambda r, who: _(
        "{seat} must pass with a chance of {chance}.", seat=who, chance=percent(r.chance or 0.0)
    ),
    ReasonKind.LACKS: lambda r, who: (
        _(
            "{seat} cannot hold a {pips}: move {ply} told so.",
            seat=who,
            pips=pips(r.pips or ()),
            ply=r.ply,
        )
        if r.ply
        else _("{seat} cannot hold a {pips}: so you entered.", seat=who, pips=pips(r.pips or ()))
    ),
    ReasonKind.FOLLOWS: _follows,
    ReasonKind.BALANCE: lambda r, _who: _("Your hand then shows {pips}.", pips=pips(r.pips or ())),
    ReasonKind.UNLOADS: lambda r, _who: _(
        "Gets rid of a heavy tile: {pips} pips.", pips=round(r.points or 0)
    ),
    ReasonKind.KEEPS_DOUBLE: lambda r, _who: _(
        "Keeps the double back: {tiles}.", tiles=_tiles(r.tiles)
    ),
    ReasonKind.PARTNER_FOLLOWS: lambda r, who: _(
        "Your partner {seat} can follow with a chance of {chance}.",
        seat=who,
        chance=percent(r.chance or 0.0),
    ),
    ReasonKind.PARTNER_SCORES: lambda r, who: _(
        "Your partner {seat} can score with a chance of {chance} ({tiles}).",
        seat=who,
        chance=percent(r.chance or 0.0),
        tiles=_tiles(r.tiles),
    ),
    ReasonKind.DRAWS: lambda r, _who: _(
        "The tile drawn fits with a chance of {chance}.", chance=percent(r.chance or 0.0)
    ),
}


def reason_line(reason: PlayReason) -> str:
    """One reason in one sentence."""
    who = "" if reason.seat is None else seat_letter(reason.seat)
    return _TOLD[reason.kind](reason, who)


def reason_lines(each: MoveEval) -> list[str]:
    """Everything told of a move."""
    return [reason_line(reason) for reason in each.reasons if isinstance(reason, PlayReason)]


def gap_errors(one: MoveEval, other: MoveEval) -> float:
    """The difference of two margins in joint standard errors; infinite where both are exact."""
    joint = (one.stderr**2 + other.stderr**2) ** 0.5
    gap = abs(one.margin.points - other.margin.points)
    return float("inf") if not joint and gap else (gap / joint if joint else 0.0)


def verdict(analysis: Analysis) -> str:
    """How sure the first place is."""
    if len(analysis.evals) < 2:  # noqa: PLR2004 - nothing to compare
        return _("There is only one move.")
    best, second = analysis.evals[:2]
    gap = number(best.margin.points - second.margin.points, 1)
    if analysis.exact:
        if best.margin.points == second.margin.points:
            return _("Proven: the first two are worth the same.")
        return _("Proven: the first is better by {gap}.", gap=gap)
    close = [other for other in analysis.evals[1:] if gap_errors(best, other) < CLEAR]
    if close:
        names = ", ".join(move_name(other.move) for other in close)
        return _("Too close to call: {best} and {others}.", best=move_name(best.move), others=names)
    return _(
        "{best} is better by {gap} points, {errors} standard errors: clear.",
        best=move_name(best.move),
        gap=gap,
        errors=number(gap_errors(best, second), 1),
    )


def basis(analysis: Analysis) -> str:
    """What the numbers rest on."""
    if analysis.exact:
        return _("exact: every tile is known")
    return ngettext(
        "{n} deal that agrees with what you know",
        "{n} deals that agree with what you know",
        analysis.samples,
    )


def holder_name(seat: Seat, you: Seat) -> str:
    """A seat or the boneyard, as a holder of tiles."""
    if seat < 0:
        return _("the boneyard")
    return _("You") if seat == you else seat_letter(seat)
