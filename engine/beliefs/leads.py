"""What a forced lead tells: the leader, and often everybody, was dealt no tile that beats it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from engine.beliefs.history import Shown
from engine.moves import Play
from engine.options import FirstLead, ForcedLead, LaterLead
from engine.position import forced_tile
from engine.tiles import TILES, TileSet, heaviest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.beliefs.history import History, SeatHistory
    from engine.position import View
    from engine.rules import RuleSet
    from engine.tiles import Seat, Tile


@dataclass(slots=True)
class Case:
    """One way the lead can have come about: the seats' histories, and the tiles still unseen."""

    seats: dict[Seat, SeatHistory]
    unseen: TileSet


def cases(view: View, history: History, unseen: TileSet) -> Iterator[Case]:
    """Every way the lead can have come about; they exclude each other.

    Where nothing was forced, or the lead was not seen, there is the one case that tells nothing.
    Who leads a round after the first says nothing under `next_double`: the view does not know
    which double is next.
    """
    lead = history.events[0] if history.is_whole and history.events else None
    if view.position.lead_forced:
        leader = view.position.turn
    elif view.lead_forced and lead is not None:
        leader = lead.seat
    else:
        yield Case(history.seats, unseen)
        return
    led = lead.move.tile if lead is not None and isinstance(lead.move, Play) else None
    if leader == view.seat:
        yield from _own_lead(view, history, unseen)
        return
    dealt = history.seats[leader]
    seen = [shown.tile for shown in dealt.shown]
    for tile in [led] if led is not None else [*unseen, *seen]:
        yield from _cases_of(view, history, unseen, leader, tile)


def _own_lead(view: View, history: History, unseen: TileSet) -> Iterator[Case]:
    rules = view.position.rules
    own = history.dealt
    tile = forced_tile(own, rules) if own is not None else None
    if own is None or tile is None:
        yield Case(history.seats, unseen)
        return
    barred = 0
    if _chosen_by_deal(rules):
        by_weight = rules.first_lead is FirstLead.HEAVIEST_TILE
        barred = heavier_than(heaviest(own)) if by_weight else beaters(tile, rules)
    yield Case(_barred(history, barred, None, 0), unseen)


def _cases_of(
    view: View, history: History, unseen: TileSet, leader: Seat, tile: Tile
) -> Iterator[Case]:
    """The cases in which `tile` is what the hidden hand of `leader` had to lead."""
    rules = view.position.rules
    own = history.dealt or TileSet()
    beaten_by = beaters(tile, rules)
    if not tile.is_double and rules.forced_lead is not ForcedLead.DOUBLE_OR_HEAVIEST:
        return
    if not _chosen_by_deal(rules):
        yield _pinned(Case(_barred(history, 0, leader, beaten_by), unseen), leader, tile)
    elif rules.first_lead is not FirstLead.HEAVIEST_TILE:
        if not own.mask & beaten_by:
            barred = _barred(history, beaten_by, leader, beaten_by)
            yield _pinned(Case(barred, unseen), leader, tile)
    else:
        seen = [shown.tile for shown in history.seats[leader].shown]
        for top in {tile, *unseen, *seen}:
            heavier = heavier_than(top)
            if (heavier | beaten_by) >> top.index & 1 or heavier >> tile.index & 1:
                continue
            if not own.mask & heavier:
                barred = _barred(history, heavier, leader, heavier | beaten_by)
                yield _pinned(_pinned(Case(barred, unseen), leader, tile), leader, top)


def _chosen_by_deal(rules: RuleSet) -> bool:
    """Whether a forced leader is always the one whom `first_lead` finds by the tiles dealt."""
    by_tile = (FirstLead.HIGHEST_DOUBLE, FirstLead.LOWEST_DOUBLE, FirstLead.HEAVIEST_TILE)
    later = (rules.later_lead, rules.after_block_lead)
    return rules.first_lead in by_tile and LaterLead.NEXT_DOUBLE not in later


@cache
def beaters(tile: Tile, rules: RuleSet) -> int:
    """The mask of the tiles that a forced leader would have had to lead rather than `tile`."""
    if not tile.is_double:
        return heavier_than(tile) | sum(1 << t.index for t in TILES if t.is_double)
    low_first = rules.first_lead is FirstLead.LOWEST_DOUBLE
    return sum(
        1 << other.index
        for other in TILES
        if other.is_double and (other < tile if low_first else other > tile)
    )


@cache
def heavier_than(tile: Tile) -> int:
    """The mask of the tiles that outweigh `tile`, by pips, then by the higher half."""
    weight = (tile.pips, tile.high)
    return sum(1 << other.index for other in TILES if (other.pips, other.high) > weight)


def _barred(
    history: History, mask: int, leader: Seat | None, leader_mask: int
) -> dict[Seat, SeatHistory]:
    return {
        seat: replace(seat_history, barred=leader_mask if seat == leader else mask)
        for seat, seat_history in history.seats.items()
    }


def _pinned(case: Case, seat: Seat, tile: Tile) -> Case:
    """The case in which `tile` is known to have been dealt to `seat`."""
    history = case.seats[seat]
    shown = [replace(known, dealt=True) if known.tile == tile else known for known in history.shown]
    unseen = case.unseen
    if tile in unseen:
        unseen = unseen.without(tile)
        shown.append(Shown(tile, dealt=True))
    return Case({**case.seats, seat: replace(history, shown=shown)}, unseen)
