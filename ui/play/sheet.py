"""The end of a round worked out line by line, and the end of a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from engine import Play, Tile, explain_award, explain_count
from engine.options import BlockedCompare, PointScale, Rounding, Settle
from engine.play import points_of
from engine.settlement import Award, AwardReason, Ending, Settlement, Term
from ui.board.svg import PIPS
from ui.play import telling
from ui.play.setup import Setup
from ui.play.table import Table
from ui.texts import N_, _, ngettext, number
from ui.wording import n_points, sum_line
from ui.words import tile_name

_REASONS = {
    AwardReason.TIE_NOBODY: N_("The lightest are equal: nobody is paid."),
    AwardReason.TIE_SPLIT: N_("The lightest are equal: they share what the third hand pays."),
    AwardReason.TIE_LIGHTEST_TILE: N_("The lightest are equal: the lightest single tile decides."),
    AwardReason.TIE_BLOCKER_LOSES: N_("The lightest are equal: whoever blocked the round loses."),
    AwardReason.OWN_DEDUCTED: N_("Everybody loses what they still hold."),
}


@dataclass(frozen=True, slots=True)
class HandLeft:
    """A hand at the end of a round, face up."""

    name: str
    tiles: tuple[Tile, ...]
    pips: int


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """How a side's score came about: before the round, by plays, by the award, now."""

    name: str
    before: int
    plays: int
    award: int
    now: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is shown when a round is over; `winner` is said only when the match is."""

    title: str
    hands: tuple[HandLeft, ...]
    lines: tuple[str, ...]
    scores: tuple[ScoreRow, ...]
    winner: str = ""


def sheet(table: Table) -> Sheet | None:
    """The sheet of the last round; None while it goes on."""
    if not table.positions:
        return None
    final = table.positions[-1]
    worked = explain_award(final)
    if worked is None:
        return None
    setup = table.setup
    last = (final.turn - 1) % final.rules.players
    hands = tuple(
        HandLeft(telling.name(setup, seat), tuple(hand.tiles), hand.tiles.pips)
        for seat, hand in enumerate(final.hands)
    )
    title = telling.ending(setup, worked.ending, last, worked.winner)
    return Sheet(title, hands, tuple(_lines(table, worked)), _scores(table, worked), _winner(table))


def _lines(table: Table, worked: Settlement) -> list[str]:
    setup = table.setup
    lines = _last_play(table)
    if worked.ending is Ending.BLOCKED and worked.compared:
        lines.append(_compared(setup, worked))
    if worked.reason in _REASONS:
        lines.append(_(_REASONS[worked.reason]))
    lines += [_award_line(setup, worked, award) for award in worked.awards]
    return lines


def _last_play(table: Table) -> list[str]:
    """What the last tile made, if it scored: a second award beside the settlement's."""
    before, move = table.positions[-2], table.plies[-1]
    if not isinstance(move, Play) or not points_of(before, move):
        return []
    facts = explain_count(table.positions[-1].layout, before.rules)
    text = _(
        "Last tile {tile}: {sum}.", tile=tile_name(move.tile), sum=sum_line(facts, before.rules)
    )
    return [f"{text} {telling.award(table.setup, before, move, table.positions[-1])}"]


def side_name(setup: Setup, team: int) -> str:
    """A side: the name at its seat, with partners both."""
    names = [telling.name(setup, seat) for seat in setup.rules.seats(team)]
    return _(" and ").join(names)


def _compared(setup: Setup, worked: Settlement) -> str:
    by_seat = setup.rules.blocked_compare is BlockedCompare.INDIVIDUAL
    name = telling.name if by_seat else side_name
    figures = ", ".join(
        f"{name(setup, number_)} {figure}" for number_, figure in enumerate(worked.compared)
    )
    return _("Compared: {figures}. The lightest is paid.", figures=figures)


def _award_line(setup: Setup, worked: Settlement, award: Award) -> str:
    to = telling.name(setup, award.seat)
    parts = [_formula(setup, award)]
    rules = setup.rules
    points = award.rounded
    if award.terms and rules.round is Rounding.SUM_NEAREST5:
        parts.append(_("to the nearest five: {n}", n=number(points)))
    if award.terms and rules.round is Rounding.DOWN5:
        parts.append(_("down to a five: {n}", n=number(points)))
    if rules.point_scale is PointScale.FIVE and rules.settle is not Settle.ONE_POINT:
        parts.append(_("divided by 5: {n}", n=number(int(points / 5))))
    if worked.reason is AwardReason.TIE_SPLIT:
        parts.append(_("half of it: {n}", n=number(award.points)))
    if rules.exact and points and not award.points:
        parts.append(_("void, it would pass the target"))
    paid = n_points(award.points)
    return _("{name}: {work} → {points}", name=to, work=", ".join(filter(None, parts)), points=paid)


def _formula(setup: Setup, award: Award) -> str:
    settle = setup.rules.settle
    if settle is Settle.ONE_POINT:
        return _("one point for going out") if award.points else _("nothing after a block")
    if settle is Settle.FIVE_PER_TILE:
        return _("5 × {n} tiles = {total}", n=number(award.total), total=number(award.rounded))
    text = "".join(_term(setup, term, first=not at) for at, term in enumerate(award.terms))
    if not text:
        return "0"
    several = len(award.terms) > 1 or any(term.sign < 0 for term in award.terms)
    return f"{text} = {number(award.total)}" if several else text


def _term(setup: Setup, term: Term, *, first: bool) -> str:
    sign = "−" if term.sign < 0 else "+"
    lead = ("−" if term.sign < 0 else "") if first else f" {sign} "
    rounded = f" → {term.counted}" if term.counted != term.pips else ""
    return f"{lead}{telling.name(setup, term.seat)} {term.pips}{rounded}"


def _scores(table: Table, worked: Settlement) -> tuple[ScoreRow, ...]:
    setup = table.setup
    final = table.positions[-1]
    awards = worked.by_seat(setup.rules.players)
    rows = []
    for team in range(setup.rules.n_teams):
        before = table.positions[0].scores[team]
        plays = final.scores[team] - before
        award = sum(awards[seat] for seat in setup.rules.seats(team))
        rows.append(ScoreRow(side_name(setup, team), before, plays, award, before + plays + award))
    return tuple(rows)


def _winner(table: Table) -> str:
    team = table.match.winner
    if team is None:
        return ""
    setup = table.setup
    others = (score for other, score in enumerate(table.scores) if other != team)
    scores = " : ".join(map(number, (table.scores[team], *others)))
    seats = setup.rules.seats(team)
    if not setup.is_shared and setup.persons[0] in seats:
        return _("You win the match, {scores}.", scores=scores)
    return ngettext(
        "{name} wins the match, {scores}.",
        "{name} win the match, {scores}.",
        len(seats),
        name=side_name(setup, team),
        scores=scores,
    )


def sheet_html(shown: Sheet) -> str:
    """The sheet as HTML: hands face up, the lines, the scores as a table."""
    hands = "".join(
        f"<li><b>{escape(hand.name)}</b> {tiles_html(hand.tiles)} <span>{hand.pips}</span></li>"
        for hand in shown.hands
    )
    lines = "".join(f"<li>{escape(line)}</li>" for line in shown.lines)
    heads = (_("Side"), _("Before"), _("Plays"), _("Award"), _("Now"))
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    rows = "".join(
        f'<tr><th scope="row">{escape(row.name)}</th><td>{number(row.before)}</td>'
        f"<td>{number(row.plays, signed=True)}</td><td>{number(row.award, signed=True)}</td>"
        f"<td><b>{number(row.now)}</b></td></tr>"
        for row in shown.scores
    )
    winner = f'<p class="winner">{escape(shown.winner)}</p>' if shown.winner else ""
    name = escape(_("End of the round"))
    return (
        f'<section class="sheet" aria-label="{name}">'
        f"<header>{winner}<h3>{escape(shown.title)}</h3></header>"
        f'<div><ul class="hands">{hands}</ul><ul class="work">{lines}</ul></div>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></section>"
    )


def tiles_html(tiles: Iterable[Tile]) -> str:
    """Tiles face up in a line of text; a dash for none."""
    return "".join(map(_tile_html, tiles)) or "–"


def _tile_html(tile: Tile) -> str:
    """A tile face up, as small as a line of text allows."""
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -20 20 40">'
        '<rect x="-9" y="-19" width="18" height="38" rx="3" fill="#fbf7ea" stroke="#b5a986"/>'
        '<path d="M-6 0H6" stroke="#b5a986"/>'
        f"{_half_svg(tile.high, -9.5)}{_half_svg(tile.low, 9.5)}</svg>"
    )
    # Streamlit strips SVG from its HTML, but not from an image.
    source = f"data:image/svg+xml,{quote(picture)}"
    return f'<img class="tile" alt="{tile_name(tile)}" src="{source}">'


def _half_svg(pip: int, middle: float) -> str:
    if pip not in PIPS:
        return f'<text y="{middle + 4}" text-anchor="middle" font-size="11">{pip}</text>'
    return "".join(
        f'<circle cx="{5 * column}" cy="{middle + 5 * row}" r="1.9" fill="#1d211b"/>'
        for column, row in PIPS[pip]
    )
