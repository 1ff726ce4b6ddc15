"""A review in words: what a move cost, how sure that is, and what would have been better."""

from __future__ import annotations

from engine import Play, explain_count
from engine.play import points_of
from engine.review import Mark, Summary
from ui.analyse.telling import move_name
from ui.review.looking import Looked
from ui.review.model import ENOUGH, Moment, Scores, Story
from ui.texts import N_, _, ngettext, number
from ui.wording import n_points, sentence, sum_line, towards
from ui.words import rules_name, tile_name

MARKS = {
    Mark.FORCED: N_("forced"),
    Mark.BEST: N_("best"),
    Mark.EQUAL: N_("too close to call"),
    Mark.GOOD: N_("good"),
    Mark.INACCURACY: N_("inaccuracy"),
    Mark.MISTAKE: N_("mistake"),
    Mark.BLUNDER: N_("blunder"),
    Mark.MISSED_SCORE: N_("missed score"),
}


def mark_name(mark: Mark) -> str:
    """What is said of a move, in a word or two."""
    return _(MARKS[mark])


def heading(story: Story) -> str:
    """Who played what, and how it stands: "You – Marci, Straight Dominoes, 250 : 180"."""
    rules = story.match.rules
    sides = [" + ".join(map(story.name, rules.seats(team))) for team in range(rules.n_teams)]
    scores = " : ".join(map(number, story.match.scores))
    return f"{' – '.join(sides)} · {rules_name(rules)} · {scores}"


def place(moment: Moment) -> str:
    """Where in the match a move stands."""
    return _("Round {round}, move {ply}", round=moment.round, ply=moment.ply)


def made(story: Story, moment: Moment) -> str:
    """Who did what, and the sum it made: "You: 6-3 to the left. 5 + 10 = 15 → 15 points"."""
    text = f"{story.name(moment.seat)}: {move_name(moment.move)}"
    if isinstance(moment.move, Play) and moment.after.rules.multiples:
        facts = explain_count(moment.after.layout, moment.after.rules)
        return f"{text}. {sum_line(facts, moment.after.rules)}"
    return text


def plus_minus(value: float, error: float, *, signed: bool = False) -> str:
    """A number with its standard error, where there is one."""
    shown = number(value, 1, signed=signed)
    return f"{shown} ± {number(error, 1)}" if error and error != float("inf") else shown


def cost(looked: Looked) -> str:
    """What a move cost by what its seat knew."""
    found = looked.review
    match found.mark:
        case Mark.FORCED:
            return _("Forced: there was nothing to choose.")
        case Mark.BEST:
            return _("The best play by what was known.")
        case Mark.EQUAL:
            return _(
                "Too close to call: {lost} behind {best}.",
                lost=plus_minus(found.loss, found.stderr),
                best=move_name(found.best),
            )
        case _:
            return _(
                "{Mark}: {lost} points behind {best}.",
                Mark=sentence(mark_name(found.mark)),
                lost=plus_minus(found.loss, found.stderr),
                best=move_name(found.best),
            )


def opened(looked: Looked) -> str:
    """What the move cost with every hand open; empty where that was not solved."""
    lost = looked.review.open_loss
    if lost is None or looked.review.mark is Mark.FORCED:
        return ""
    if not lost:
        return _("With open hands: nothing was better.")
    return _("With open hands: {n} points behind the best. Nobody could know.", n=number(lost, 1))


def luck(looked: Looked) -> str:
    """What the tile drawn was worth beyond one by chance; empty if none was drawn."""
    worth = looked.review.luck
    if not worth:
        return ""
    if worth > 0:
        return _("Lucky draw: {n} points better than chance.", n=number(worth, 1))
    return _("Unlucky draw: {n} points worse than chance.", n=number(-worth, 1))


def figures(found: Summary, scores: Scores) -> tuple[tuple[str, str, str], ...]:
    """The large numbers of a seat: what, how much, and a word on it."""
    few = found.decisions < ENOUGH
    decisions = ngettext("over {n} choice", "over {n} choices", found.decisions)
    rating = plus_minus(found.lost, found.stderr) if found.decisions else "–"
    return (
        (
            _("Points lost per choice"),
            rating,
            _("{over}: too few to judge", over=decisions) if few else decisions,
        ),
        (
            _("Scores taken"),
            _("{taken} of {offered}", taken=scores.taken, offered=scores.offered),
            ngettext(
                "{n} missed score cost points",
                "{n} missed scores cost points",
                found.marks[Mark.MISSED_SCORE],
            ),
        ),
        (
            _("Luck of the draws"),
            number(found.luck, 1, signed=True),
            _("points, apart from skill"),
        ),
    )


def first_hint(moment: Moment, looked: Looked) -> str:
    """Where to look, before the number."""
    best, before = looked.review.best, moment.before
    if not isinstance(best, Play):
        return _("Not every turn needs a tile.")
    points = points_of(before, best)
    if points:
        return _("There is a play that scores {points}.", points=n_points(points))
    if points_of(before, moment.move):
        return _("The points on the table are not everything: look at what you leave.")
    if best.arm is None or before.layout.line == ():
        return _("Look at what the others can answer.")
    return _("Look for a tile that goes {where}.", where=towards(best.arm))


def second_hint(looked: Looked) -> str:
    """Which tile."""
    best = looked.review.best
    if isinstance(best, Play):
        return _("It is {tile}. Where?", tile=tile_name(best.tile))
    return _("{Move}.", Move=sentence(move_name(best)))


def solution(moment: Moment, looked: Looked) -> str:
    """The best play with the sum it makes."""
    best = looked.review.best
    text = sentence(move_name(best))
    if isinstance(best, Play) and moment.before.rules.multiples:
        layout = moment.before.layout.placed(best.tile, best.arm, moment.before.rules)
        text += f": {sum_line(explain_count(layout, moment.before.rules), moment.before.rules)}"
    return text
