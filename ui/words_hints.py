"""Hints in two steps, and the working of an answer: facts of `engine.teaching.hints` in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine import Play, apply, count, explain_award, explain_count
from engine.notation import parse_move
from engine.options import Rounding
from engine.settlement import Award
from engine.teaching.answers import answer
from engine.teaching.hints import Hint, hints
from engine.teaching.questions import Ask, Question
from ui.texts import N_, _, ngettext, number
from ui.wording import pips, result, sentence, sum_line, towards, why_count
from ui.words import arm_name, seat_letter, tile_name
from ui.words_teaching import answer_text, arm_of, move_text

_CHOICES = frozenset({Ask.SAFEST, Ask.BLOCKING, Ask.BEST, Ask.PARTNER})
_PLACES = frozenset({Ask.PLAYABLE, Ask.WHERE, Ask.PLACES, Ask.LEGAL, Ask.NEXT})


_LOOK: Final[Mapping[Ask, str]] = MappingProxyType(
    {
        Ask.COUNT: N_("Look at the ends that are marked, and ask of each what it counts."),
        Ask.POINTS: N_("Does the count divide by five?"),
        Ask.CHANGE: N_(
            "Look at the marked end: what does it count now, and what will the tile show?"
        ),
        Ask.SCORING: N_("The count leaves {rest} over a multiple of five."),
        Ask.LEADS: N_("A first tile counts both its halves: add them."),
        Ask.SCORES: N_("Try each tile at each open end, and add up what lies open then."),
        **dict.fromkeys((Ask.AWARD, Ask.LAST), N_("Add the pips of the hands that pay.")),
        Ask.SAFEST: N_(
            "What numbers lie open after each play, and how far is the count from a five?"
        ),
        Ask.BLOCKING: N_("Write down every number they hold; none of them may stay open."),
        Ask.BEST: N_("Who goes out first after each play, and with what in the other's hand?"),
        Ask.PARTNER: N_("The next player showed what is not there. Leave just that."),
        Ask.LEAD: N_("Look at your doubles."),
        Ask.CHANCE: N_("Ask first how likely it is that there is none."),
        Ask.CANNOT: N_(
            "Look at what was open at each draw and pass, and at what came in after it."
        ),
        Ask.HOLDING: N_("Each number stands on seven tiles: take off those you can see."),
        Ask.UNSEEN: N_("Count how many of them you can see. They are marked."),
        Ask.MISSING: N_("Go number by number: each stands on seven tiles."),
        **dict.fromkeys(_PLACES, N_("Look at every marked place, and at what it takes.")),
    }
)


def where_to_look(question: Question) -> str:
    """The first hint: where to look."""
    return _(_LOOK[question.ask], rest=count(question.layout, question.rules) % 5)


def the_number(question: Question) -> list[str]:
    """The second hint: the numbers that decide it."""
    _first, second = hints(question)
    return list(_figures(question, second))


def _figures(question: Question, hint: Hint) -> Iterator[str]:
    figures = dict(hint.figures)
    match question.ask:
        case Ask.COUNT:
            yield from why_count(explain_count(question.layout, question.rules), question.rules)[
                : len(figures)
            ]
        case Ask.CHANGE:
            yield _(
                "{count} − {leaves} + {comes}",
                count=figures["count"], leaves=figures["leaves"], comes=figures["comes"],
            )  # fmt: skip
        case Ask.POINTS if question.rules.multiples:
            below, above = figures["below"], figures["above"]
            yield _("The multiples around it are {below} and {above}.", below=below, above=above)
        case Ask.POINTS:
            yield _("This game scores at the end of a round only.")
        case Ask.SCORING | Ask.LEADS:
            yield ", ".join(f"{_tile(token)}: {n}" for token, n in hint.figures)
        case Ask.SCORES:
            yield "; ".join(f"{_play(question, token)}: {n}" for token, n in hint.figures)
        case Ask.AWARD | Ask.LAST:
            yield from _award(question)
        case ask if ask in _CHOICES:
            yield from (_choice(question, token, n) for token, n in hint.figures)
        case ask if ask in _PLACES:
            yield from _takes(question, hint)
        case _:
            yield from _of_the_set(question, hint, figures)


def _tile(token: str) -> str:
    return f"{token[0]}-{token[1]}"


def _play(question: Question, token: str) -> str:
    return move_text(parse_move(token, question.rules))


def _choice(question: Question, token: str, n: int) -> str:
    play = _play(question, token)
    match question.ask:
        case Ask.BLOCKING:
            return ngettext("{play}: {n} tile fits", "{play}: {n} tiles fit", n, play=play)
        case Ask.BEST:
            return _("{play}: worth {n}", play=play, n=number(n, signed=True))
        case Ask.PARTNER:
            return ngettext("{play}: {n} for your partner", "{play}: {n} for your partner", n,
                            play=play)  # fmt: skip
        case _:
            return ngettext(
                "{play}: {n} scoring reply", "{play}: {n} scoring replies", n, play=play
            )


def _takes(question: Question, hint: Hint) -> Iterator[str]:
    by_arm: dict[str, list[int]] = {}
    for token, pip in hint.figures:
        by_arm.setdefault(token, []).append(pip)
    for token, values in by_arm.items():
        arm = arm_of(token, question.rules)
        if arm is not None:
            place = sentence(arm_name(arm))
            yield _("{Place} takes {pips}.", Place=place, pips=pips(values))


def _award(question: Question) -> Iterator[str]:
    """The hands in figures, and the award with its rounding."""
    position = question.position
    if question.ask is Ask.LAST and question.tile is not None:
        position = apply(position, Play(question.tile, question.arm))
        facts = explain_count(position.layout, question.rules)
        yield _("The play: {sum}.", sum=sum_line(facts, question.rules))
    yield _("Pips left: {hands}.", hands=", ".join(
        f"{seat_letter(seat)} {hand.tiles.pips}" for seat, hand in enumerate(position.hands)
    ))  # fmt: skip
    worked = explain_award(position)
    if worked is None or not worked.awards:
        yield _("The lightest hands are equal: nobody is paid.")
        return
    yield _paid(worked.awards[0], question)


def _paid(award: Award, question: Question) -> str:
    name = seat_letter(award.seat)
    if question.rules.round is Rounding.NONE:
        return _("{name} is paid {n}.", name=name, n=number(award.points))
    return _(
        "{name} is paid for {total}, to the nearest five: {n}.",
        name=name,
        total=number(award.total),
        n=number(award.points),
    )


def _of_the_set(question: Question, hint: Hint, figures: Mapping[str, int]) -> Iterator[str]:
    match question.ask:
        case Ask.HOLDING if not question.tray:
            yield _("The set has {total} such tiles.", total=figures["suit"])
        case Ask.HOLDING | Ask.UNSEEN:
            yield ngettext(
                "The set has {total} such tiles; you see {n} of them.",
                "The set has {total} such tiles; you see {n} of them.",
                figures["seen"],
                total=figures["suit"],
            )
        case Ask.CHANCE:
            yield _("That there is none: {n} %.", n=number(figures["none"]))
        case Ask.CANNOT:
            ruled_out = pips(n for name, n in hint.figures if name == "pip")
            yield _("Ruled out: every tile with {pips}.", pips=ruled_out or "–")
        case Ask.LEAD:
            yield _("The highest of them is due.")
        case _:
            yield _("One of its numbers stands on six tiles only, and so does the other.")


def working(question: Question) -> list[str]:
    """The answer worked out, ending with the answer itself."""
    truth = answer(question)
    facts = explain_count(question.layout, question.rules)
    match question.ask:
        case Ask.COUNT:
            return [*why_count(facts, question.rules), sum_line(facts, question.rules)]
        case Ask.POINTS:
            return [f"{facts.count} → {result(facts, question.rules)}"]
        case Ask.CHANGE if question.tile is not None and question.arm is not None:
            line = the_number(question)[0]
            tile = sentence(f"{tile_name(question.tile)} {towards(question.arm)}")
            return [f"{tile}: {line} = {truth}"]
        case _:
            said = _("So the answer is: {answer}.", answer=answer_text(question, truth))
            return [*the_number(question), said]
