"""Who sits at the table: name, what they are doing, tiles, score."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from engine import Draw, Move, Pass, Play, Position, Seat
from engine.play import open_pips, points_of
from ui.play import telling
from ui.play.table import Table
from ui.texts import _, ngettext, number
from ui.wording import pips
from ui.words import rules_name

_MOST_BACKS: Final = 9
"""More tiles than these are one back and a number."""


@dataclass(frozen=True, slots=True)
class Card:
    """One seat as it is shown: `doing` is its state or what its last turn told."""

    seat: Seat
    name: str
    doing: str
    n_tiles: int
    score: int
    has_turn: bool
    is_partner: bool


def bottom_seat(table: Table) -> Seat:
    """The seat shown below: whose hand is shown, else who is to take the screen."""
    seats = (table.viewer, table.handover, *table.setup.persons)
    return next(seat for seat in seats if seat is not None)


def cards(table: Table) -> tuple[Card, ...]:
    """Every seat in the order of play, the one shown below last."""
    players = table.setup.rules.players
    below = bottom_seat(table)
    order = [(below + n) % players for n in range(1, players + 1)]
    return tuple(_card(table, seat, below) for seat in order)


def _card(table: Table, seat: Seat, below: Seat) -> Card:
    rules = table.setup.rules
    n_tiles = len(table.positions[-1].hands[seat]) if table.positions else 0
    if table.pending is not None and seat == table.to_act:
        n_tiles -= 1
    return Card(
        seat,
        telling.name(table.setup, seat),
        doing(table, seat),
        n_tiles,
        table.scores[rules.team(seat)],
        seat == table.to_act,
        seat != below and rules.team(seat) == rules.team(below),
    )


def doing(table: Table, seat: Seat) -> str:
    """What a seat is at, else what its last turn was: draws and passes stay until its next."""
    if seat == table.to_act:
        drew = _last_turn(table, seat) if table.positions[-1].drew else ""
        return drew or _at_turn(table, seat)
    return _last_turn(table, seat)


def _at_turn(table: Table, seat: Seat) -> str:
    if telling.is_you(table.setup, seat):
        return _("your turn")
    return _("to play") if table.setup.sitters[seat].is_person else _("thinking …")


def _last_turn(table: Table, seat: Seat) -> str:
    """What the last turn of `seat` in this round told."""
    told: list[str] = []
    drew, lacked = 0, ""
    for number_, move in reversed(list(enumerate(table.plies))):
        before = table.positions[number_]
        if before.turn != seat:
            if told or drew:
                break
            continue
        if isinstance(move, Draw):
            drew, lacked = drew + 1, pips(open_pips(before.layout, before.rules))
            continue
        if told or drew:
            break
        told.append(_told(before, move))
    if drew:
        text = ngettext("drew {n}: had no {pips}", "drew {n}: had no {pips}", drew, pips=lacked)
        told.insert(0, text)
    return " · ".join(filter(None, told))


def _told(before: Position, move: Move) -> str:
    if isinstance(move, Pass):
        return _("passed: no {pips}", pips=pips(open_pips(before.layout, before.rules)))
    points = points_of(before, move)
    return _("scored {points}", points=points) if points and isinstance(move, Play) else ""


def seats_html(table: Table) -> str:
    """The seats above the table, as HTML."""
    above = "".join(map(_card_html, cards(table)[:-1]))
    return f'<ul class="seats">{above}{_meta(table)}</ul>'


def own_seat_html(table: Table) -> str:
    """The seat below the table, as HTML."""
    return f'<ul class="seats">{_card_html(cards(table)[-1])}</ul>'


def _card_html(card: Card) -> str:
    tiles = ngettext("{n} tile", "{n} tiles", card.n_tiles)
    points = ngettext("{n} point", "{n} points", card.score)
    many = " many" if card.n_tiles > _MOST_BACKS else ""
    partner = f"<em>{escape(_('partner'))}</em>" if card.is_partner else ""
    told = " · ".join(filter(None, (partner, escape(card.doing))))
    return (
        f'<li class="seat{" turn" if card.has_turn else ""}">'
        f'<span class="face" aria-hidden="true">{escape(card.name[:1])}</span>'
        f'<span class="who"><b>{escape(card.name)}</b><small>{told}</small></span>'
        f'<span class="backs{many}" aria-hidden="true">{"<i></i>" * card.n_tiles}'
        f"<b>×{card.n_tiles}</b></span>"
        f'<span class="hide">{escape(tiles)}, {escape(points)}</span>'
        f'<span class="score" aria-hidden="true">{number(card.score)}</span></li>'
    )


def _meta(table: Table) -> str:
    rules = table.setup.rules
    left = table.positions[-1].n_boneyard if table.positions else 0
    parts = [
        rules_name(rules),
        _("round {n}", n=len(table.rounds)),
        _("to {target}", target=rules.target_points),
        _("boneyard {n}", n=left),
    ]
    return f'<li class="meta">{escape(" · ".join(parts))}</li>'
