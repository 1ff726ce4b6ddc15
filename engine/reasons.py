"""Why a play is good or bad: facts measured on this position, with their numbers.

Structured, no prose: pages word them. A fact is left out where there is nothing to tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.layout import places
from engine.moves import Draw, Play
from engine.play import apply_legal, ending, open_pips, points_of
from engine.scanner import SEATS
from engine.scoring import score_play
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.beliefs import Beliefs
    from engine.layout import Layout
    from engine.moves import Move
    from engine.position import Position
    from engine.rules import RuleSet
    from engine.tiles import Pip, Seat, Tile


class ReasonKind(StrEnum):
    """What a reason tells; which fields of `PlayReason` it fills.

    POINTS: `points` earned now. GOES_OUT: the hand is empty; `points` are the pips that the paying
    hands are expected to hold. REPLIES: `tiles` that score for `seat`, who is next, the most
    `points` one of them makes, and the `chance` that it holds one (no tiles: nothing scores).
    CLOSES: `pips` that were open and no longer are. FORCES_DRAW, FORCES_PASS: the `chance` that
    `seat` cannot play. LACKS: open `pips` that `seat` is known not to hold, told by event `ply`.
    FOLLOWS: own `tiles` that fit the new ends. BALANCE: the `pips` that the hand left shows.
    UNLOADS: `points` are the pips of the tile, more than those of the others are on average.
    KEEPS_DOUBLE: `tiles` are doubles held back that could have been played. PARTNER_FOLLOWS,
    PARTNER_SCORES: the `chance` that the partner holds one of `tiles`, which fit or score if the
    table stays as it is. DRAWS: the `chance` that the tile drawn can be played, one of `tiles`.
    """

    POINTS = "POINTS"
    GOES_OUT = "GOES_OUT"
    REPLIES = "REPLIES"
    CLOSES = "CLOSES"
    FORCES_DRAW = "FORCES_DRAW"
    FORCES_PASS = "FORCES_PASS"  # noqa: S105 - a pass of the turn
    LACKS = "LACKS"
    FOLLOWS = "FOLLOWS"
    BALANCE = "BALANCE"
    UNLOADS = "UNLOADS"
    KEEPS_DOUBLE = "KEEPS_DOUBLE"
    PARTNER_FOLLOWS = "PARTNER_FOLLOWS"
    PARTNER_SCORES = "PARTNER_SCORES"
    DRAWS = "DRAWS"


@dataclass(frozen=True, slots=True)
class PlayReason:
    """One fact about a play; `ReasonKind` says which fields it fills."""

    kind: ReasonKind
    seat: Seat | None = None
    points: float | None = None
    tiles: tuple[Tile, ...] | None = None
    pips: tuple[Pip, ...] | None = None
    chance: float | None = None
    ply: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The fields it fills, spelled as in the notation."""
        found: dict[str, Any] = {"kind": str(self.kind)}
        if self.seat is not None:
            found["seat"] = SEATS[self.seat]
        if self.points is not None:
            found["points"] = round(self.points, 2)
        if self.tiles is not None:
            found["tiles"] = [str(tile) for tile in self.tiles]
        if self.pips is not None:
            found["pips"] = list(self.pips)
        if self.chance is not None:
            found["chance"] = round(self.chance, 4)
        if self.ply is not None:
            found["ply"] = self.ply
        return found


def reasons(beliefs: Beliefs, move: Move) -> tuple[PlayReason, ...]:
    """What speaks for or against a legal move of the view's own seat, which is in turn."""
    position = beliefs.view.position
    if isinstance(move, Draw):
        return tuple(_of_draw(beliefs))
    if not isinstance(move, Play):
        return ()
    after = apply_legal(position, move)
    found = [*_of_points(beliefs, move, after)]
    if ending(after) is None:
        found += _of_next(beliefs, after)
        found += _of_lacks(beliefs, after)
        found += _of_partner(beliefs, after)
        found += _of_hand(position, move, after)
    return tuple(found)


def _of_draw(beliefs: Beliefs) -> Iterator[PlayReason]:
    from engine.beliefs import BONEYARD  # noqa: PLC0415 - beliefs are built by whoever asks

    position = beliefs.view.position
    fits = fitting(position.layout, position.rules, beliefs.unseen)
    n = position.n_boneyard
    if n:
        chance = sum(beliefs.probability(tile, BONEYARD) for tile in fits) / n
        yield PlayReason(ReasonKind.DRAWS, position.turn, tiles=tuple(fits), chance=chance)


def _of_points(beliefs: Beliefs, move: Play, after: Position) -> Iterator[PlayReason]:
    position = beliefs.view.position
    points = points_of(position, move)
    if points:
        yield PlayReason(ReasonKind.POINTS, points=points)
    rules = position.rules
    if not len(after.hands[position.turn]):
        table = beliefs.table()
        pips = sum(
            tile.pips * chance
            for seat, row in table.items()
            if seat >= 0 and rules.team(seat) != rules.team(position.turn)
            for tile, chance in row.items()
        )
        yield PlayReason(ReasonKind.GOES_OUT, points=pips)


def _of_next(beliefs: Beliefs, after: Position) -> Iterator[PlayReason]:
    """The next seat, always an opponent: what it can score, and whether it can play at all."""
    rules = after.rules
    seat = after.turn
    possible = _possible(beliefs, seat)
    scores = scoring(after, possible)
    if rules.multiples:
        chance = beliefs.chance(seat, TileSet.of(scores)) if scores else 0.0
        most = max(scores.values(), default=0)
        yield PlayReason(ReasonKind.REPLIES, seat, points=most, tiles=tuple(scores), chance=chance)
    before = open_pips(beliefs.view.position.layout, rules)
    closed = before - open_pips(after.layout, rules)
    if closed:
        yield PlayReason(ReasonKind.CLOSES, pips=tuple(sorted(closed)))
    stuck = 1 - beliefs.chance(seat, fitting(after.layout, rules, possible))
    if stuck > 0:
        draws = rules.max_draws != 0 and after.n_boneyard > rules.reserve
        kind = ReasonKind.FORCES_DRAW if draws else ReasonKind.FORCES_PASS
        yield PlayReason(kind, seat, chance=stuck)


def _of_lacks(beliefs: Beliefs, after: Position) -> Iterator[PlayReason]:
    pips = open_pips(after.layout, after.rules)
    by_ply: dict[int, list[Pip]] = {}
    for told in beliefs.excluded(after.turn):
        if told.pip in pips:
            by_ply.setdefault(told.ply, []).append(told.pip)
    for ply, lacked in by_ply.items():
        yield PlayReason(ReasonKind.LACKS, after.turn, pips=tuple(lacked), ply=ply)


def _of_partner(beliefs: Beliefs, after: Position) -> Iterator[PlayReason]:
    rules = after.rules
    if not rules.partnership:
        return
    partner = (beliefs.view.seat + 2) % rules.players
    possible = _possible(beliefs, partner)
    fits = fitting(after.layout, rules, possible)
    yield PlayReason(
        ReasonKind.PARTNER_FOLLOWS,
        partner,
        tiles=tuple(fits),
        chance=beliefs.chance(partner, fits),
    )
    scores = scoring(after, possible)
    if scores:
        chance = beliefs.chance(partner, TileSet.of(scores))
        most = max(scores.values())
        yield PlayReason(
            ReasonKind.PARTNER_SCORES, partner, points=most, tiles=tuple(scores), chance=chance
        )


def _of_hand(position: Position, move: Play, after: Position) -> Iterator[PlayReason]:
    """The hand that is left: what fits, what it shows, what was got rid of and what was kept."""
    left = after.hands[position.turn].tiles
    follows = fitting(after.layout, after.rules, left)
    yield PlayReason(ReasonKind.FOLLOWS, tiles=tuple(follows))
    shown = sorted({pip for tile in left for pip in (tile.high, tile.low)})
    yield PlayReason(ReasonKind.BALANCE, pips=tuple(shown))
    if move.tile.pips * len(left) > left.pips:
        yield PlayReason(ReasonKind.UNLOADS, points=move.tile.pips)
    if not move.tile.is_double:
        fits = fitting(position.layout, position.rules, left)
        doubles = tuple(tile for tile in fits if tile.is_double)
        if doubles:
            yield PlayReason(ReasonKind.KEEPS_DOUBLE, tiles=doubles)


def _possible(beliefs: Beliefs, seat: Seat) -> TileSet:
    """Every tile that `seat` may hold."""
    shown = beliefs.view.position.hands[seat].tiles
    return shown | TileSet.of(t for t in beliefs.unseen if beliefs.probability(t, seat) > 0)


def fitting(layout: Layout, rules: RuleSet, tiles: TileSet) -> TileSet:
    """Those of `tiles` that can be played on the table."""
    if not layout.line:
        return tiles
    where = places(layout, rules)
    return TileSet.of(tile for tile in tiles if any(place.takes(tile) for place in where))


def scoring(after: Position, tiles: TileSet) -> dict[Tile, int]:
    """Those of `tiles` that score on this table, highest first, with the most they make."""
    layout, rules = after.layout, after.rules
    where = places(layout, rules)
    found = {}
    for tile in tiles:
        points = max(
            (
                score_play(layout.placed(tile, place.arm, rules), rules)
                for place in where
                if place.takes(tile)
            ),
            default=0,
        )
        if points:
            found[tile] = points
    return found
