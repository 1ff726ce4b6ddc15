"""What a finished round pays, and how it was worked out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.options import (
    BlockedCompare,
    BlockerRule,
    PartnerHand,
    PointScale,
    Rounding,
    Settle,
    Tie,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.rules import RuleSet
    from engine.tiles import Seat, Team, TileSet


class Ending(StrEnum):
    """How a round ends: somebody is out, nobody can move, or the target is reached by a play."""

    DOMINO = "domino"
    BLOCKED = "blocked"
    TARGET = "target"


class AwardReason(StrEnum):
    """Why a settlement pays what it pays."""

    WENT_OUT = "WENT_OUT"
    LIGHTEST = "LIGHTEST"
    TIE_NOBODY = "TIE_NOBODY"
    TIE_SPLIT = "TIE_SPLIT"
    TIE_LIGHTEST_TILE = "TIE_LIGHTEST_TILE"
    TIE_BLOCKER_LOSES = "TIE_BLOCKER_LOSES"
    OWN_DEDUCTED = "OWN_DEDUCTED"
    TARGET_REACHED = "TARGET_REACHED"


@dataclass(frozen=True, slots=True)
class Term:
    """A hand in the sum of an award: its pips, what they count there, and plus or minus 1."""

    seat: Seat
    pips: int
    counted: int
    sign: int


@dataclass(frozen=True, slots=True)
class Award:
    """What a seat is paid and how: terms, their total, rounded, and in the scale of points."""

    seat: Seat
    terms: tuple[Term, ...]
    total: int
    rounded: int
    points: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round's end worked out.

    `compared` are the figures a block compares, by side or seat as the rules have it; `tied` the
    sides that were equal and lightest, if more than one; `winner` the seat that leads as winner.
    """

    ending: Ending
    reason: AwardReason
    winner: Seat | None
    awards: tuple[Award, ...]
    compared: tuple[int, ...] = ()
    tied: tuple[Team, ...] = ()

    def by_seat(self, players: int) -> tuple[int, ...]:
        """Points by seat; a side's stand at one seat of it."""
        points = [0] * players
        for award in self.awards:
            points[award.seat] += award.points
        return tuple(points)


def nearest5(pips: int) -> int:
    """The multiple of five nearest to `pips`; a tie cannot occur.

    Examples:
        >>> [nearest5(n) for n in (2, 3, 7, 8, 13)]
        [0, 5, 5, 10, 15]
    """
    return (pips + 2) // 5 * 5


def settle(
    hands: Sequence[TileSet], rules: RuleSet, *, out: Seat | None = None, last: Seat | None = None
) -> Settlement:
    """Work out the end of a round.

    Args:
        hands: The tiles left, by seat.
        rules: The rule set.
        out: The seat that went out; None after a block.
        last: After a block, the last seat to play a tile, for the rules that ask; else None.
    """
    if out is not None:
        return _settle_domino(hands, rules, out)
    return _settle_blocked(hands, rules, last)


def _settle_domino(hands: Sequence[TileSet], rules: RuleSet, out: Seat) -> Settlement:
    if rules.settle is Settle.OWN_DEDUCTED:
        return _own_deducted(hands, rules, Ending.DOMINO, out)
    award = _award(hands, rules, out, (out,), blocked=False)
    return Settlement(Ending.DOMINO, AwardReason.WENT_OUT, out, (award,))


def _settle_blocked(hands: Sequence[TileSet], rules: RuleSet, last: Seat | None) -> Settlement:
    compared, lightest = _compare(hands, rules)
    tied = _teams(rules, lightest)
    winners, reason = lightest, AwardReason.LIGHTEST
    if len(tied) > 1:
        winners, reason = _break_tie(hands, rules, lightest, last)
    seats = [_lighter_seat(hands, rules.seats(team)) for team in _teams(rules, winners)]
    winner = seats[0] if len(seats) == 1 else None
    if rules.settle is Settle.OWN_DEDUCTED:
        paid = _own_deducted(hands, rules, Ending.BLOCKED, winner).awards
        reason = AwardReason.OWN_DEDUCTED
    else:
        left_out = last if rules.blocker_rule is BlockerRule.HAND_LEFT_OUT else None
        unpaid = (*seats, left_out)
        paid = tuple(_award(hands, rules, seat, unpaid, blocked=True) for seat in seats)
    if reason is AwardReason.TIE_SPLIT:
        paid = _halves(paid)
    return Settlement(Ending.BLOCKED, reason, winner, paid, compared, tied if len(tied) > 1 else ())


def _compare(
    hands: Sequence[TileSet], rules: RuleSet
) -> tuple[tuple[int, ...], list[tuple[Seat, ...]]]:
    """The figures compared after a block, and who has the lowest: sides, or single hands."""
    if rules.blocked_compare is BlockedCompare.INDIVIDUAL:
        units: list[tuple[Seat, ...]] = [(seat,) for seat in range(rules.players)]
    else:
        units = [rules.seats(team) for team in range(rules.n_teams)]
    pips = [[hands[seat].pips for seat in unit] for unit in units]
    if rules.blocked_compare is BlockedCompare.AFTER_ROUNDING:
        figures = [_rounded_sum(each, rules) for each in pips]
    else:
        figures = [sum(each) for each in pips]
    low = min(figures)
    lightest = [unit for unit, figure in zip(units, figures, strict=True) if figure == low]
    return tuple(figures), lightest


def _teams(rules: RuleSet, units: Sequence[tuple[Seat, ...]]) -> tuple[Team, ...]:
    return tuple(sorted({rules.team(unit[0]) for unit in units}))


def _break_tie(
    hands: Sequence[TileSet],
    rules: RuleSet,
    tied: list[tuple[Seat, ...]],
    last: Seat | None,
) -> tuple[list[tuple[Seat, ...]], AwardReason]:
    """Who of the tied sides (or hands) is left, and by which rule."""
    tie = rules.tie
    if tie is Tie.NONE_SPLIT3:
        tie = Tie.SPLIT3 if rules.players == 3 else Tie.NONE  # noqa: PLR2004 - "split3"
    if tie is Tie.SPLIT3 and len(tied) == 2 < rules.n_teams:  # noqa: PLR2004 - two halves
        return tied, AwardReason.TIE_SPLIT
    if tie is Tie.LIGHTEST_TILE:
        lightest = [min(tile.pips for seat in unit for tile in hands[seat]) for unit in tied]
        low = min(lightest)
        left = [unit for unit, pips in zip(tied, lightest, strict=True) if pips == low]
        if len(_teams(rules, left)) == 1:
            return left, AwardReason.TIE_LIGHTEST_TILE
    if tie is Tie.BLOCKER_LOSES and last is not None:
        left = [unit for unit in tied if last not in unit]
        if len(_teams(rules, left)) == 1:
            return left, AwardReason.TIE_BLOCKER_LOSES
    return [], AwardReason.TIE_NOBODY


def _lighter_seat(hands: Sequence[TileSet], seats: tuple[Seat, ...]) -> Seat:
    return min(seats, key=lambda seat: (hands[seat].pips, seat))


def _award(
    hands: Sequence[TileSet],
    rules: RuleSet,
    seat: Seat,
    unpaid: Sequence[Seat | None],
    *,
    blocked: bool,
) -> Award:
    """What `seat` gets; nobody is paid for the hands of `unpaid` seats, the winners among them."""
    if rules.settle is Settle.ONE_POINT:
        points = 0 if blocked else 1
        return Award(seat, (), points, points, points)
    own = rules.seats(rules.team(seat))
    paying = [
        other
        for other in range(rules.players)
        if other not in unpaid and (rules.settle is Settle.ALL_OTHER_HANDS or other not in own)
    ]
    if rules.settle is Settle.FIVE_PER_TILE:
        tiles = sum(len(hands[other]) for other in paying) - sum(len(hands[s]) for s in own)
        return Award(seat, (), tiles, 5 * tiles, _scaled(5 * tiles, rules))
    terms = [_term(hands, rules, other, 1) for other in paying]
    terms += [_term(hands, rules, owner, -1) for owner in _deducted(rules, seat, blocked=blocked)]
    total = sum(term.sign * term.counted for term in terms)
    rounded = _rounded(total, rules)
    return Award(seat, tuple(terms), total, rounded, _scaled(rounded, rules))


def _deducted(rules: RuleSet, seat: Seat, *, blocked: bool) -> tuple[Seat, ...]:
    """Whose pips are taken off the award of `seat`."""
    own = rules.seats(rules.team(seat))
    if blocked and rules.subtract_own_when_blocked:
        return own
    if rules.partner_hand is PartnerHand.DEDUCTED:
        return tuple(owner for owner in own if owner != seat)
    return ()


def _term(hands: Sequence[TileSet], rules: RuleSet, seat: Seat, sign: int) -> Term:
    pips = hands[seat].pips
    each = rules.round is Rounding.EACH_NEAREST5
    return Term(seat, pips, nearest5(pips) if each else pips, sign)


def _own_deducted(
    hands: Sequence[TileSet], rules: RuleSet, ending: Ending, out: Seat | None
) -> Settlement:
    awards = []
    for team in range(rules.n_teams):
        seats = rules.seats(team)
        seat = out if out in seats and out is not None else _lighter_seat(hands, seats)
        terms = tuple(_term(hands, rules, owner, -1) for owner in seats)
        total = sum(term.counted for term in terms)
        lost = -_rounded(total, rules)
        awards.append(Award(seat, terms, -total, lost, -_scaled(-lost, rules)))
    return Settlement(ending, AwardReason.OWN_DEDUCTED, out, tuple(awards))


def _halves(awards: tuple[Award, ...]) -> tuple[Award, ...]:
    """Half of each award; an odd point goes to the earlier seat."""
    return tuple(
        Award(award.seat, award.terms, award.total, award.rounded, (award.points + odd) // 2)
        for award, odd in zip(awards, (1, 0), strict=True)
    )


def _rounded_sum(pips: list[int], rules: RuleSet) -> int:
    if rules.round is Rounding.EACH_NEAREST5:
        return sum(map(nearest5, pips))
    return _rounded(sum(pips), rules)


def _rounded(total: int, rules: RuleSet) -> int:
    match rules.round:
        case Rounding.SUM_NEAREST5:
            return nearest5(total)
        case Rounding.DOWN5:
            return total // 5 * 5
        case Rounding.EACH_NEAREST5 | Rounding.NONE:
            return total


def _scaled(points: int, rules: RuleSet) -> int:
    return points // 5 if rules.point_scale is PointScale.FIVE else points
