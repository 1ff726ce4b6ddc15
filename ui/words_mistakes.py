"""Feedback: each wrong model of the game in one plain sentence, with the tiles it is about."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.teaching.diagnosis import Verdict
from engine.teaching.misconceptions import Mistake
from engine.teaching.questions import Answer, Question
from ui.texts import N_, _
from ui.words import tile_name
from ui.words_teaching import answer_text

_M = Mistake
_SENTENCES: Final[Mapping[Mistake, str]] = MappingProxyType(
    {
        _M.SUIT_EIGHT: N_("You counted eight tiles with one number: its double is one tile."),
        _M.SUITS_ADD: N_("The tile that has both numbers was counted twice: it is one tile."),
        _M.NO_BLANKS: N_("You left out the tile whose other half is blank: it has the number too."),
        _M.ONE_PLACE: N_("You found one place only: go on and look at every open end."),
        _M.BLANK_WILD: N_("A blank is no joker: it fits another blank and nothing else."),
        _M.INNER_PIPS: N_("You matched a half that is covered: only open ends take a tile."),
        _M.DOUBLES_ONCE: N_("You counted {tiles} once: at an end both halves count."),
        _M.ALL_PIPS: N_("You added up every pip on the table: only the open ends count."),
        _M.SPINNER_ONCE: N_(
            "You counted the spinner {tiles} once: while it is open both halves count."
        ),
        _M.SPINNER_STAYS: N_(
            "You still counted the spinner {tiles}: both its long sides are covered, so it counts "
            "nothing."
        ),
        _M.UNPLAYED_ARMS: N_(
            "You counted an empty short side of the spinner {tiles}: it counts with a tile on it."
        ),
        _M.ARMS_EARLY: N_("You used a short side too soon: both long sides must be covered first."),
        _M.ARMS_LATE: N_("You left out the short sides: here they are open at once."),
        _M.ONLY_DOUBLES: N_(
            "You took no tile but a double for the spinner: here it is the first tile."
        ),
        _M.ZERO_SCORES: N_("You took zero for a score: a count of 0 is worth nothing."),
        _M.FLAT_FIVE: N_("You paid five for every score: a count is worth just what it is."),
        _M.TENS_ONLY: N_("You took tens only: every count that divides by five scores."),
        _M.ROUND_PLAYS: N_(
            "You rounded the count: during play only an exact multiple of five scores."
        ),
        _M.KEEPS_END: N_(
            "You added the new end and left the covered one in: take that away first."
        ),
        _M.REMAINDER_SIGN: N_(
            "You looked for a change of the remainder itself: what is wanted is the rest to a five."
        ),
        _M.NO_DRAW: N_("You passed too soon: as long as the boneyard has tiles, you draw."),
        _M.FREE_DRAW: N_("You would draw although a tile fits: whoever can play must play."),
        _M.EARLY_BLOCK: N_("One player who cannot move is no block: all must be unable to."),
        _M.ROUND_DOWN: N_("You rounded down: the award goes to the nearest five."),
        _M.EXACT_PIPS: N_(
            "You paid the pips as they are: the award is rounded to the nearest five."
        ),
        _M.ROUND_EACH: N_("You rounded every hand by itself: add first, then round once."),
        _M.OWN_PIPS: N_("You paid the winner's own pips too: only the others' pips count."),
        _M.OWN_SUBTRACTED: N_("You took the winner's own pips off: here they stay."),
        _M.OWN_TILES: N_("You counted tiles of your own hand: those you can see."),
        _M.CHANCES_ADD: N_("You added the chances of single tiles: they overlap, so it is less."),
        _M.ONE_TILE_CHANCE: N_("You gave the chance of one tile: several would do, so it is more."),
        _M.DRAWS_SILENT: N_("You learned from passes only: a draw tells just as much."),
        _M.ONE_END: N_("You ruled out one open end only: none of the open numbers is there."),
        _M.KEEPS_OLD: N_(
            "What was ruled out before the last draws holds no more: new tiles came in."
        ),
        _M.GREEDY: N_("You took the most points now: the question was another one."),
        _M.HEAVY: N_("You got rid of the heaviest tile: the question was another one."),
        _M.LINE_ONLY: N_("You looked at both ends of the line and forgot the side arms."),
        _M.ONE_PLY: N_("You looked one reply ahead: here the round must be followed to its end."),
        _M.ALL_REPLIES: N_(
            "You counted every reply: only what the next player cannot have is your partner's."
        ),
        _M.SHUTS_PARTNER: N_(
            "You left as little as you could: your partner needs something to score."
        ),
        _M.FIVES_HERE: N_("You scored fives: this game has no points during play."),
        _M.FIVES_ROUNDED: N_("You rounded to a five: this game pays the pips as they are."),
        _M.OWN_KEPT: N_("You left the winner's own pips in: after a block they are taken off."),
        _M.LOW_LEAD: N_("You led the lowest double: the highest one is due."),
    }
)

_DOUBLE: Final = N_("a double")


def mistake_text(mistake: Mistake, tiles: str = "") -> str:
    """The wrong model in one sentence; `tiles` are those it is about, as far as they are known."""
    return _(_SENTENCES[mistake], tiles=tiles or _(_DOUBLE))


def feedback(question: Question, said: Verdict) -> str:
    """What was wrong with an answer, in one sentence; "Right." if nothing was."""
    if said.right:
        return _("Right.")
    if said.mistake is not None:
        tiles = _(" and ").join(map(tile_name, said.tiles))
        return mistake_text(said.mistake, tiles)
    if said.missed and not said.extra:
        return _("Not all of them: {tokens} too.", tokens=answer_text(question, said.missed))
    if said.extra and not said.missed:
        return _("Too many: not {tokens}.", tokens=answer_text(question, said.extra))
    return _not(question, said.given)


def _not(question: Question, given: Answer) -> str:
    return _("It is not {answer}.", answer=answer_text(question, given))
