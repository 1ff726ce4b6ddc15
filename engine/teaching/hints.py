"""Two hints for every question: where to look, then the number that decides it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.explain import explain_count
from engine.layout import places
from engine.moves import Play
from engine.play import apply, points_of, settlement
from engine.scanner import SEATS
from engine.scoring import count
from engine.teaching.answers import distinct_plays, partner_replies
from engine.teaching.endgame import values
from engine.teaching.judging import opponent_plays, replies
from engine.teaching.mind import Mind
from engine.teaching.questions import Ask
from engine.tiles import TileSet

if TYPE_CHECKING:
    from engine.layout import Arm
    from engine.teaching.questions import Question
    from engine.tiles import Tile

_RIGHT = Mind()


@dataclass(frozen=True, slots=True)
class Hint:
    """What to point at (arms, tiles), and figures by what they belong to.

    A figure's name is an arm, a tile, a play, a seat or one of `count points remainder leaves comes
    suit seen good unseen held none total rounded below above pip`.
    """

    arms: tuple[Arm, ...] = ()
    tiles: tuple[Tile, ...] = ()
    figures: tuple[tuple[str, int], ...] = ()


def hints(question: Question) -> tuple[Hint, Hint]:
    """Where to look, and then the number."""
    match question.ask:
        case Ask.COUNT | Ask.POINTS | Ask.CHANGE | Ask.SCORING | Ask.LEADS | Ask.SCORES:
            return _counting(question)
        case Ask.AWARD | Ask.LAST:
            return _closing(question)
        case Ask.SAFEST | Ask.BLOCKING | Ask.BEST | Ask.PARTNER:
            return _choosing(question)
        case Ask.PLAYABLE | Ask.WHERE | Ask.PLACES | Ask.LEGAL | Ask.NEXT:
            where = places(question.layout, question.rules)
            arms = tuple(place.arm for place in where)
            pips = tuple((str(place.arm), pip) for place in where for pip in sorted(place.pips))
            return Hint(arms=arms), Hint(arms=arms, figures=pips)
        case _:
            return _of_the_set(question)


def _counting(question: Question) -> tuple[Hint, Hint]:
    layout, rules = question.layout, question.rules
    facts = explain_count(layout, rules)
    arms = tuple(counted.end.arm for counted in facts.ends)
    total = (("count", facts.count),)
    match question.ask:
        case Ask.COUNT:
            ends = tuple((str(counted.end.arm), counted.end.counts) for counted in facts.ends)
            return Hint(arms=arms), Hint(arms=arms, figures=ends)
        case Ask.POINTS:
            near = (("below", facts.below), ("above", facts.above))
            return Hint(figures=total), Hint(figures=(*total, *near))
        case Ask.CHANGE if question.tile is not None and question.arm is not None:
            here, tile = (question.arm,), question.tile
            change = _RIGHT.change(layout, rules, tile, question.arm)
            leaves = sum(c.end.counts for c in facts.ends if c.end.arm == question.arm)
            parts = (("leaves", leaves), ("comes", change + leaves))
            return Hint(here, (tile,), total), Hint(here, (tile,), (*total, *parts))
        case Ask.SCORING if question.arm is not None:
            here, now = (question.arm,), facts.count
            counts = tuple(
                (str(tile), now + _RIGHT.change(layout, rules, tile, question.arm))
                for tile in question.tray
            )
            return Hint(here, (), (("remainder", now % 5),)), Hint(here, (), counts)
        case Ask.SCORES:
            plays = distinct_plays(question.position)
            counts = tuple((str(play), _count_after(question, play)) for play in plays)
            return Hint(arms, (), total), Hint(arms, (), counts)
        case _:
            counts = tuple(
                (str(tile), count(layout.placed(tile, None, rules), rules))
                for tile in question.tray
            )
            return Hint(tiles=tuple(question.tray)), Hint(figures=counts)


def _count_after(question: Question, play: Play) -> int:
    layout = question.layout.placed(play.tile, play.arm, question.rules)
    return count(layout, question.rules)


def _closing(question: Question) -> tuple[Hint, Hint]:
    position = question.position
    hands = tuple((SEATS[seat], hand.tiles.pips) for seat, hand in enumerate(position.hands))
    points: tuple[tuple[str, int], ...] = ()
    if question.tile is not None:
        play = Play(question.tile, question.arm)
        points = (("points", points_of(position, play)),)
        position = apply(position, play)
    worked = settlement(position)
    paid = worked.awards[:1] if worked else ()
    award = tuple(figure for a in paid for figure in (("total", a.total), ("rounded", a.rounded)))
    return Hint(figures=hands), Hint(figures=(*points, *award))


def _choosing(question: Question) -> tuple[Hint, Hint]:
    position = question.position
    plays = distinct_plays(position)
    points = tuple((str(play), points_of(position, play)) for play in plays)
    match question.ask:
        case Ask.SAFEST:
            figures = ((str(play), len(replies(position, play, _RIGHT))) for play in plays)
            return Hint(figures=points), Hint(figures=tuple(figures))
        case Ask.BLOCKING:
            figures = ((str(play), len(opponent_plays(position, play))) for play in plays)
            seen = position.hands[(position.turn + 1) % position.rules.players].tiles
            return Hint(tiles=tuple(seen)), Hint(figures=tuple(figures))
        case Ask.PARTNER:
            figures = ((str(play), len(partner_replies(question, play))) for play in plays)
            return Hint(figures=points), Hint(figures=tuple(figures))
        case _:
            worth = values(position)
            return Hint(figures=points), Hint(figures=tuple((str(p), worth[p]) for p in plays))


def _of_the_set(question: Question) -> tuple[Hint, Hint]:
    everything = TileSet.full(question.rules.max_pip)
    match question.ask:
        case Ask.CHANCE:
            named = zip(("good", "unseen", "held"), question.odds, strict=True)
            figures = tuple(named)
            none = 100 - _RIGHT.chance(*question.odds)
            return Hint(figures=figures), Hint(figures=(*figures, ("none", none)))
        case Ask.CANNOT:
            seat = (question.position.turn + 1) % question.rules.players
            pips = sorted(_RIGHT.ruled_out(question.told, seat))
            newest = sorted(question.told[-1].pips)
            return (
                Hint(figures=tuple(("pip", pip) for pip in newest)),
                Hint(figures=tuple(("pip", pip) for pip in pips)),
            )
        case Ask.LEAD:
            doubles = tuple(tile for tile in question.position.hand.tiles if tile.is_double)
            return Hint(tiles=doubles), Hint(tiles=doubles[:1])
        case Ask.HOLDING | Ask.UNSEEN:
            hidden = (
                question.position.unseen
                if question.ask is Ask.UNSEEN
                else (everything - question.tray)
            )
            seen = everything - hidden
            suit = tuple(t for t in seen if any(t.has(pip) for pip in question.pips))
            total = _RIGHT.holding(everything, question.pips)
            return Hint(tiles=suit), Hint(
                tiles=suit, figures=(("suit", total), ("seen", len(suit)))
            )
        case _:
            missing = next(iter(everything - question.tray))
            row = tuple(tile for tile in question.tray if tile.has(missing.high))
            both = tuple(tile for tile in question.tray if tile.has(missing.low))
            return Hint(tiles=row), Hint(tiles=(*row, *both))
