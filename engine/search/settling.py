"""The end of a round in the kernels: who is paid after it, by the tables of `ruling`."""

from __future__ import annotations

from engine.search.jit import bit_length, kernel, popcount
from engine.search.ruling import (
    BY_TILES,
    CHUNK,
    CHUNK_MASK,
    COMPARED,
    EXACT,
    LEFT_OUT,
    OWN_DEDUCTED,
    PAY,
    PIPS,
    PLAYERS,
    SIGN,
    TARGET,
    TEAM,
    TEAMS,
    TIE,
    TIE_BLOCKER,
    TIE_LIGHTEST,
    TIE_SPLIT,
    TILE_PIPS,
    UNIT,
    UNITS,
    VALUE,
    WHOLE,
    Ints,
)


@kernel
def pips_of(rule: Ints, hand: int) -> int:
    """The pips of a hand."""
    total = 0
    base = rule[PIPS]
    while hand:
        total += rule[base + (hand & CHUNK_MASK)]
        hand >>= CHUNK
        base += CHUNK_MASK + 1
    return total


@kernel
def add_points(rule: Ints, scores: Ints, team: int, points: int) -> None:
    """Add an award, unless it would pass a target that must be hit exactly."""
    if not (rule[EXACT] and scores[team] + points > rule[TARGET]):
        scores[team] += points


@kernel
def award_of(rule: Ints, hands: Ints, seat: int, blocked: int, unpaid: int) -> int:
    """The award of a winning seat; nobody is paid for the hands of the seats in `unpaid`."""
    players = rule[PLAYERS]
    total = 0
    for other in range(players):
        row = 2 * blocked + ((unpaid >> other) & 1)
        sign = rule[rule[SIGN] + (row * players + seat) * players + other]
        if sign and rule[BY_TILES]:
            total += sign * popcount(hands[other])
        elif sign:
            total += sign * rule[rule[VALUE] + pips_of(rule, hands[other])]
    return rule[rule[PAY + blocked] + total]


@kernel
def lightest_units(rule: Ints, hands: Ints) -> int:
    """The units that have the lowest figure after a block, as a mask."""
    low = -1
    lightest = 0
    for unit in range(rule[UNITS]):
        figure = 0
        for seat in range(rule[PLAYERS]):
            if rule[UNIT + seat] == unit:
                figure += rule[rule[COMPARED] + pips_of(rule, hands[seat])]
        figure = rule[rule[WHOLE] + figure]
        if low < 0 or figure < low:
            low = figure
            lightest = 0
        if figure == low:
            lightest |= 1 << unit
    return lightest


@kernel
def teams_of(rule: Ints, units: int) -> int:
    """The sides of some units, as a mask."""
    teams = 0
    for seat in range(rule[PLAYERS]):
        if (units >> rule[UNIT + seat]) & 1:
            teams |= 1 << rule[TEAM + seat]
    return teams


@kernel
def untied(rule: Ints, hands: Ints, tied: int, last: int) -> int:
    """The tied units that are left by the rule for ties; 0 if nobody is."""
    left = 0
    if rule[TIE] == TIE_BLOCKER:
        left = tied & ~(1 << rule[UNIT + last])
    elif rule[TIE] == TIE_LIGHTEST:
        low = -1
        for seat in range(rule[PLAYERS]):
            if (tied >> rule[UNIT + seat]) & 1:
                tiles = hands[seat]
                while tiles:
                    pips = rule[rule[TILE_PIPS] + bit_length(tiles & -tiles) - 1]
                    tiles &= tiles - 1
                    if low < 0 or pips < low:
                        low = pips
                        left = 0
                    if pips == low:
                        left |= 1 << rule[UNIT + seat]
    elif rule[TIE] == TIE_SPLIT and popcount(tied) == 2 < rule[TEAMS]:  # noqa: PLR2004 - halves
        return tied
    return left if popcount(teams_of(rule, left)) == 1 else 0


@kernel
def settle_blocked(rule: Ints, hands: Ints, last: int, scores: Ints) -> None:
    """Pay after a block; `last` is the seat that moved last."""
    winners = lightest_units(rule, hands)
    if popcount(teams_of(rule, winners)) > 1:
        winners = untied(rule, hands, winners, last)
    teams = teams_of(rule, winners)
    seats = 0
    for team in range(rule[TEAMS]):
        if (teams >> team) & 1:
            lightest = -1
            for seat in range(rule[PLAYERS]):
                if rule[TEAM + seat] == team and (
                    lightest < 0 or pips_of(rule, hands[seat]) < pips_of(rule, hands[lightest])
                ):
                    lightest = seat
            seats |= 1 << lightest
    unpaid = seats
    if rule[LEFT_OUT]:
        unpaid |= 1 << last
    odd = 1
    for seat in range(rule[PLAYERS]):
        if (seats >> seat) & 1:
            points = award_of(rule, hands, seat, 1, unpaid)
            if popcount(seats) > 1:
                points = (points + odd) // 2
                odd = 0
            add_points(rule, scores, rule[TEAM + seat], points)


@kernel
def settle_round(rule: Ints, hands: Ints, out: int, last: int, scores: Ints) -> None:
    """Add the awards of a finished round to the scores; `out` is -1 after a block."""
    if rule[OWN_DEDUCTED]:
        for team in range(rule[TEAMS]):
            total = 0
            for seat in range(rule[PLAYERS]):
                if rule[TEAM + seat] == team:
                    total += rule[rule[VALUE] + pips_of(rule, hands[seat])]
            add_points(rule, scores, team, -rule[rule[PAY] + total])
    elif out >= 0:
        points = award_of(rule, hands, out, 0, 1 << out)
        add_points(rule, scores, rule[TEAM + out], points)
    else:
        settle_blocked(rule, hands, last, scores)
