"""What happens at the table in sentences, for the log, the live region and the badge on the board.

A person alone at the screen is "you"; people who share one are called by their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import (
    NOBODY,
    Draw,
    Move,
    Pass,
    Play,
    Position,
    Seat,
    explain_award,
    explain_count,
    legal_moves,
)
from engine.play import open_pips, points_of
from engine.settlement import Ending
from ui.play.opponents import Advice
from ui.play.setup import Setup
from ui.texts import _, number
from ui.wording import pips, sum_line, towards
from ui.words import tile_name


def name(setup: Setup, seat: Seat) -> str:
    """What the sitter of a seat is called: "You" for a person alone at the screen."""
    return _("You") if is_you(setup, seat) else setup.sitters[seat].name


def is_you(setup: Setup, seat: Seat) -> bool:
    """Whether the reader plays this seat alone at the screen."""
    return setup.persons == (seat,)


@dataclass(frozen=True, slots=True)
class Line:
    """A move in the log: the text, the points it made, and where they went if not to the mover."""

    text: str
    points: int = 0
    note: str = ""


def log(setup: Setup, positions: Sequence[Position], plies: Sequence[Move]) -> list[Line]:
    """The moves of a round, draws of one turn in one line."""
    lines = []
    following = [*plies[1:], None][: len(plies)]
    moments = zip(positions[:-1], plies, positions[1:], following, strict=True)
    for before, move, after, then in moments:
        goes_on = isinstance(then, Draw) and after.turn == before.turn
        if not (isinstance(move, Draw) and goes_on):
            lines.append(line(setup, before, move, after))
    return lines


def line(setup: Setup, before: Position, move: Move, after: Position) -> Line:
    """A move as the log shows it; a draw with those before it in the same turn."""
    who = name(setup, before.turn)
    if isinstance(move, Play):
        where = towards(move.arm) if move.arm else ""
        points = made(before, move, after)
        text = f"{who} {tile_name(move.tile)} {where}".rstrip()
        return Line(text, points, _taken(setup, move) if points else "")
    you = is_you(setup, before.turn)
    lacks = pips(open_pips(before.layout, before.rules))
    match move:
        case Draw():
            n = before.drew + 1
            if you:
                return Line(_("You draw {n}: no {pips}", n=n, pips=lacks))
            return Line(_("{name} draws {n}: no {pips}", name=who, n=n, pips=lacks))
        case Pass():
            if you:
                return Line(_("You pass: no {pips}", pips=lacks))
            return Line(_("{name} passes: no {pips}", name=who, pips=lacks))


def made(before: Position, move: Play, after: Position) -> int:
    """The points of a play, whoever took them."""
    if move.taker is NOBODY:
        return points_of(before, move)
    return sum(after.scores) - sum(before.scores)


def _taken(setup: Setup, move: Play) -> str:
    if isinstance(move.taker, int):
        return _("taken by {name}", name=name(setup, move.taker))
    return _("not called") if move.taker is NOBODY else ""


def ply(setup: Setup, before: Position, move: Move, after: Position) -> str:
    """A move as it is spoken: the tile, the sum it makes, and who scores."""
    seat = before.turn
    you = is_you(setup, seat)
    if isinstance(move, Draw) and you:
        drawn = after.hands[seat].tiles - before.hands[seat].tiles
        tile = tile_name(next(iter(drawn)))
        return _("You draw {tile}.", tile=tile)
    if isinstance(move, Draw):
        return _("{name} draws.", name=name(setup, seat))
    if not isinstance(move, Play):
        return line(setup, before, move, after).text + "."
    tile = tile_name(move.tile)
    values = {"name": name(setup, seat), "tile": tile}
    if move.arm is None:
        text = _("You lead {tile}", **values) if you else _("{name} leads {tile}", **values)
    else:
        values["where"] = towards(move.arm)
        text = (
            _("You play {tile} {where}", **values)
            if you
            else _("{name} plays {tile} {where}", **values)
        )
    if not before.rules.multiples:
        return text + "."
    facts = explain_count(after.layout, after.rules)
    return f"{text}: {sum_line(facts, after.rules)}. {award(setup, before, move, after)}".rstrip()


def award(setup: Setup, before: Position, move: Move, after: Position) -> str:
    """Who scores what by a play: "Piroska scores 15."; empty if nobody does."""
    if not isinstance(move, Play) or not (points := made(before, move, after)):
        return ""
    if move.taker is NOBODY:
        return _("{points} not called: lost.", points=points)
    taker = move.taker if isinstance(move.taker, int) else before.turn
    return scores(setup, taker, points)


def scores(setup: Setup, seat: Seat, points: int) -> str:
    """Who scores how much: "Piroska scores 15."."""
    if is_you(setup, seat):
        return _("You score {points}.", points=points)
    return _("{name} scores {points}.", name=name(setup, seat), points=points)


def turn(setup: Setup, seat: Seat) -> str:
    """Whose turn it is now."""
    if is_you(setup, seat):
        return _("Your turn.")
    return _("{name} to play.", name=name(setup, seat))


def round_start(setup: Setup, number: int, leader: Seat) -> str:
    """A new deal and who leads it."""
    if is_you(setup, leader):
        return _("Round {n}: you lead.", n=number)
    return _("Round {n}: {name} leads.", n=number, name=name(setup, leader))


def round_end(setup: Setup, final: Position) -> str:
    """How the round ended and who is paid."""
    settlement = explain_award(final)
    if settlement is None:
        return ""
    text = ending(setup, settlement.ending, (final.turn - 1) % final.rules.players,
                  settlement.winner)  # fmt: skip
    paid = [scores(setup, a.seat, a.points) for a in settlement.awards if a.points]
    return " ".join([text, *paid])


def ending(setup: Setup, how: Ending, last: Seat, winner: Seat | None) -> str:
    """How a round ended, in a sentence."""
    match how:
        case Ending.DOMINO:
            seat = last if winner is None else winner
            if is_you(setup, seat):
                return _("You are out: domino!")
            return _("{name} is out: domino!", name=name(setup, seat))
        case Ending.BLOCKED:
            return _("Blocked: nobody can play.")
        case Ending.TARGET:
            return _("The target is reached.")


def taken_back(setup: Setup, turn_of: Seat, n_plies: int) -> str:
    """After an undo, or a deal that starts again."""
    if n_plies:
        return _("Taken back. Your turn.")
    text = _("The same deal again.")
    return f"{text} {turn(setup, turn_of)}"


def not_now(setup: Setup, to_act: Seat | None, *, is_paused: bool) -> str:
    """Why nobody at the screen may move now."""
    if is_paused:
        return _("The match is paused.")
    if to_act is None:
        return _("The round is over.")
    if setup.sitters[to_act].is_person:
        return _("{name} has the turn: hand over the screen.", name=name(setup, to_act))
    return _("{name} is thinking.", name=name(setup, to_act))


def hint(before: Position, advice: Advice, *, step: int) -> str:
    """A hint in two steps: where to look, then what to play, what it makes and is worth."""
    move = advice.move
    if not isinstance(move, Play):
        return due(before)
    if step == 1:
        if move.arm is None:
            return _("The table is bare: look for a lead that scores or is hard to answer.")
        return _("Look for a tile that goes {where}.", where=towards(move.arm))
    values = {
        "tile": tile_name(move.tile),
        "sum": _sum(before, move),
        "margin": number(advice.margin, 1, signed=True),
        "error": number(advice.stderr, 1),
    }
    if move.arm is None:
        return _("Lead {tile}: {sum}. To the end of the round {margin} (± {error}).", **values)
    return _(
        "{tile} goes {where}: {sum}. To the end of the round {margin} (± {error}).",
        where=towards(move.arm),
        **values,
    )


def due(position: Position) -> str:
    """What to do when no tile of yours fits; empty if one does."""
    moves = legal_moves(position)
    if any(isinstance(move, Play) for move in moves):
        return ""
    if Draw() in moves:
        return _("Nothing of yours fits: draw.")
    return _("Nothing of yours fits and nothing may be drawn: pass.")


def _sum(before: Position, move: Play) -> str:
    layout = before.layout.placed(move.tile, move.arm, before.rules)
    return sum_line(explain_count(layout, before.rules), before.rules)
