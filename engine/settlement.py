"""What a finished round pays, and how it was worked out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.rules import (
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
    terms = _paid_by_others(hands, rules, out, None)
    if rules.partner_hand is PartnerHand.DEDUCTED:
        terms += [_term(hands, rules, seat, -1) for seat in _partners(rules, out)]
    award = _award(hands, rules, out, terms, blocked=False)
    return Settlement(Ending.DOMINO, AwardReason.WENT_OUT, out, (award,))


def _settle_blocked(hands: Sequence[TileSet], rules: RuleSet, last: Seat | None) -> Settlement:
    compared, lightest = _compare(hands, rules)
    winners, reason = lightest, AwardReason.LIGHTEST
    if len(lightest) > 1:
        winners, reason = _break_tie(hands, rules, lightest, last)
    seats = [_lighter_seat(hands, rules.seats(team)) for team in winners]
    winner = seats[0] if len(seats) == 1 else None
    if rules.settle is Settle.OWN_DEDUCTED:
        paid = _own_deducted(hands, rules, Ending.BLOCKED, winner).awards
        reason = AwardReason.OWN_DEDUCTED
    else:
        paid = tuple(_blocked_award(hands, rules, seat, last) for seat in seats)
    if reason is AwardReason.TIE_SPLIT:
        paid = _halves(paid)
    tied = tuple(lightest) if len(lightest) > 1 else ()
    return Settlement(Ending.BLOCKED, reason, winner, paid, compared, tied)


def _compare(hands: Sequence[TileSet], rules: RuleSet) -> tuple[tuple[int, ...], list[Team]]:
    """The figures compared after a block, and the sides that have the lowest."""
    if rules.blocked_compare is BlockedCompare.INDIVIDUAL:
        figures = [hand.pips for hand in hands]
        low = min(figures)
        teams = {rules.team(seat) for seat, figure in enumerate(figures) if figure == low}
        return tuple(figures), sorted(teams)
    figures = [sum(hands[seat].pips for seat in rules.seats(team)) for team in range(rules.n_teams)]
    if rules.blocked_compare is BlockedCompare.AFTER_ROUNDING:
        figures = [
            _rounded_sum([hands[seat].pips for seat in rules.seats(team)], rules)
            for team in range(rules.n_teams)
        ]
    low = min(figures)
    return tuple(figures), [team for team, figure in enumerate(figures) if figure == low]


def _break_tie(
    hands: Sequence[TileSet], rules: RuleSet, tied: list[Team], last: Seat | None
) -> tuple[list[Team], AwardReason]:
    tie = rules.tie
    if tie is Tie.NONE_SPLIT3:
        tie = Tie.SPLIT3 if rules.players == 3 else Tie.NONE  # noqa: PLR2004 - "split3"
    if tie is Tie.SPLIT3 and len(tied) == 2 < rules.n_teams:  # noqa: PLR2004 - two halves
        return tied, AwardReason.TIE_SPLIT
    if tie is Tie.LIGHTEST_TILE:
        lightest = {team: _lightest_tile(hands, rules, team) for team in tied}
        low = min(lightest.values())
        left = [team for team in tied if lightest[team] == low]
        if len(left) == 1:
            return left, AwardReason.TIE_LIGHTEST_TILE
    if tie is Tie.BLOCKER_LOSES and last is not None:
        left = [team for team in tied if team != rules.team(last)]
        if len(left) == 1:
            return left, AwardReason.TIE_BLOCKER_LOSES
    return [], AwardReason.TIE_NOBODY


def _lightest_tile(hands: Sequence[TileSet], rules: RuleSet, team: Team) -> int:
    return min(tile.pips for seat in rules.seats(team) for tile in hands[seat])


def _lighter_seat(hands: Sequence[TileSet], seats: tuple[Seat, ...]) -> Seat:
    return min(seats, key=lambda seat: (hands[seat].pips, seat))


def _blocked_award(
    hands: Sequence[TileSet], rules: RuleSet, seat: Seat, last: Seat | None
) -> Award:
    left_out = last if rules.blocker_rule is BlockerRule.HAND_LEFT_OUT else None
    terms = _paid_by_others(hands, rules, seat, left_out)
    if rules.subtract_own_when_blocked:
        own = rules.seats(rules.team(seat))
        terms += [_term(hands, rules, owner, -1) for owner in own]
    return _award(hands, rules, seat, terms, blocked=True)


def _paid_by_others(
    hands: Sequence[TileSet], rules: RuleSet, winner: Seat, left_out: Seat | None
) -> list[Term]:
    everybody = rules.settle is Settle.ALL_OTHER_HANDS
    return [
        _term(hands, rules, seat, 1)
        for seat in range(rules.players)
        if seat not in (winner, left_out) and (everybody or rules.team(seat) != rules.team(winner))
    ]


def _partners(rules: RuleSet, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in rules.seats(rules.team(seat)) if other != seat)


def _term(hands: Sequence[TileSet], rules: RuleSet, seat: Seat, sign: int) -> Term:
    pips = hands[seat].pips
    each = rules.round is Rounding.EACH_NEAREST5
    return Term(seat, pips, nearest5(pips) if each else pips, sign)


def _award(
    hands: Sequence[TileSet], rules: RuleSet, seat: Seat, terms: list[Term], *, blocked: bool
) -> Award:
    if rules.settle is Settle.ONE_POINT:
        points = 0 if blocked else 1
        return Award(seat, (), points, points, points)
    if rules.settle is Settle.FIVE_PER_TILE:
        own = rules.team(seat)
        tiles = sum(
            -len(hand) if rules.team(owner) == own else len(hand)
            for owner, hand in enumerate(hands)
        )
        return Award(seat, (), tiles, 5 * tiles, _scaled(5 * tiles, rules))
    total = sum(term.sign * term.counted for term in terms)
    rounded = _rounded(total, rules)
    return Award(seat, tuple(terms), total, rounded, _scaled(rounded, rules))


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
