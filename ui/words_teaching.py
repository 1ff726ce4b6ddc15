"""The words of the course: its lessons, what an exercise asks, answers as a reader says them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final

from engine import Draw, Pass, Play, RuleSet, Seat, Tile, TileSet, count
from engine.layout import Arm
from engine.moves import Move
from engine.notation import parse_move
from engine.options import ArmsOpen
from engine.position import Event, Position
from engine.teaching.mastery import Level
from engine.teaching.questions import Answer, Ask, Form, Question
from engine.teaching.skills import Skill
from ui.texts import N_, _, ngettext, number
from ui.wording import pips, towards
from ui.words import arm_name, seat_letter, tile_name

_S = Skill
TITLES: Final[Mapping[Skill, str]] = MappingProxyType(
    {
        _S.SET: N_("28 tiles"),
        _S.MATCH: N_("Open ends"),
        _S.COUNT: N_("Doubles twice"),
        _S.FIVES: N_("Fives, and zero"),
        _S.SPINNER: N_("The spinner's life"),
        _S.CHANGE: N_("The change, not the sum"),
        _S.REMAINDER: N_("Remainders"),
        _S.DRAWING: N_("Draw, pass, block"),
        _S.CLOSING: N_("Closing a round"),
        _S.LEFT: N_("What is left"),
        _S.INFER: N_("What they cannot have"),
        _S.SAFE: N_("Leave nothing"),
        _S.BLOCK: N_("Block"),
        _S.EXACT: N_("The exact end"),
        _S.PARTNER: N_("Two play as one"),
        _S.DRAW_GAME: N_("Plain Draw"),
    }
)

GROUPS: Final = (
    (N_("The table"), (_S.SET, _S.MATCH)),
    (N_("Counting"), (_S.COUNT, _S.FIVES, _S.SPINNER, _S.CHANGE, _S.REMAINDER)),
    (N_("The round"), (_S.DRAWING, _S.CLOSING)),
    (N_("Thinking"), (_S.LEFT, _S.INFER, _S.SAFE, _S.BLOCK, _S.EXACT)),
    (N_("And more"), (_S.PARTNER, _S.DRAW_GAME)),
)

_SAYS: Final[Mapping[Skill, str]] = MappingProxyType(
    {
        _S.SET: N_(
            "The set has 28 tiles: every pair of numbers from 0 to 6, once. "
            "Each number stands on seven of them."
        ),
        _S.MATCH: N_(
            "A tile goes where one of its numbers meets the same number at an open end. "
            "Two open ends with the same number are two places."
        ),
        _S.COUNT: N_(
            "The count is the sum of the open ends. A double lying across an end counts both "
            "halves: 4-4 is 8."
        ),
        _S.FIVES: N_(
            "A count that divides by five scores just that many points. Zero scores nothing."
        ),
        _S.SPINNER: N_(
            "A spinner counts both halves until tiles lie on both its long sides. From then on it "
            "counts nothing, and its two short sides are open."
        ),
        _S.CHANGE: N_(
            "You need not add up again: take away what the covered end counted and add what the "
            "new end counts."
        ),
        _S.REMAINDER: N_(
            "Divide the count by five and keep the remainder. A tile scores if its change makes up "
            "the rest to a five."
        ),
        _S.DRAWING: N_(
            "If a tile fits, you must play. If none does, you draw until one fits; when the "
            "boneyard is empty, you pass. When nobody can play, the round is blocked."
        ),
        _S.CLOSING: N_(
            "Whoever goes out is paid the pips that the others still hold, rounded to the nearest "
            "five. After a block it is whoever holds fewest."
        ),
        _S.LEFT: N_(
            "Of every number there are seven tiles. Take away those on the table and those in your "
            "hand: the rest is what you cannot see."
        ),
        _S.INFER: N_(
            "Whoever draws or passes has none of the numbers that were open. That holds until "
            "they draw something new."
        ),
        _S.SAFE: N_(
            "Before you play, count the unseen tiles that would score on what you leave. Of plays "
            "that earn the same, leave the fewest."
        ),
        _S.BLOCK: N_(
            "If you know what they hold, look for the play after which no tile of theirs fits."
        ),
        _S.EXACT: N_(
            "When every tile is known, a play is worth all points to come: yours less theirs. "
            "The most points now are often not the most in the end."
        ),
        _S.PARTNER: N_(
            "Your partner plays after the next player. Of plays that score alike, leave what your "
            "partner can use and the player between you cannot."
        ),
        _S.DRAW_GAME: N_(
            "Draw Dominoes has no points during play. The highest double is led, and the winner is "
            "paid the pips left, without rounding."
        ),
    }
)

_SAYS_OPEN: Final[Mapping[Skill, str]] = MappingProxyType(
    {
        _S.MATCH: N_(
            "A tile goes where one of its numbers meets the same number. The first tile is the "
            "spinner: either of its numbers may be met on each of its long sides."
        ),
        _S.SPINNER: N_(
            "The first tile is the spinner, double or not. All four of its sides are open at once. "
            "A double counts both halves until tiles lie on two of its sides. Of another tile an "
            "open long side counts; a short side counts only when a tile lies there."
        ),
    }
)
"""Where the spinner's sides are open at once."""

_DIFFERS: Final[Mapping[Skill, str]] = MappingProxyType(
    {
        _S.MATCH: N_("At many tables the first double is the spinner, not the first tile."),
        _S.COUNT: N_("A few tables count only one half of a double. Nearly all count both."),
        _S.FIVES: N_("Some games also score threes. Zero scores at hardly any table."),
        _S.SPINNER: N_(
            "Some tables open the short sides at once, some after both long sides. "
            "In Sniff a covered spinner goes on counting."
        ),
        _S.DRAWING: N_(
            "Some tables leave two tiles in the boneyard; some let you draw although you can play."
        ),
        _S.CLOSING: N_(
            "Some tables round each hand before adding; some take the winner's own pips off after "
            "a block."
        ),
        _S.INFER: N_("Where you may draw although you can play, a draw tells nothing."),
        _S.BLOCK: N_("If hands are equal after a block, most tables pay nobody."),
        _S.PARTNER: N_("Most tables forget what the partner still holds; some deduct it."),
        _S.DRAW_GAME: N_(
            "Some tables leave two tiles in the boneyard; some draw until it is empty."
        ),
    }
)

LEVELS: Final[Mapping[Level, str]] = MappingProxyType(
    {
        Level.NEW: N_("not begun"),
        Level.INTRODUCED: N_("begun"),
        Level.PRACTISING: N_("practising"),
        Level.PASSED: N_("passed"),
        Level.RETAINED: N_("kept"),
        Level.USED: N_("used in play"),
    }
)

_NEXT: Final = {
    "play": N_("You play a tile"),
    "draw": N_("You draw"),
    "pass": N_("You pass"),
    "blocked": N_("Blocked: the round is over"),
}


def lesson_title(skill: Skill) -> str:
    """What its lesson is called."""
    return _(TITLES[skill])


def lesson_says(skill: Skill, rules: RuleSet) -> str:
    """Its lesson in a sentence or two, as `rules` have it."""
    if rules.arms_open is ArmsOpen.IMMEDIATE and skill in _SAYS_OPEN:
        return _(_SAYS_OPEN[skill])
    return _(_SAYS[skill])


def lesson_differs(skill: Skill) -> str:
    """Where tables differ, in one line; empty where they hardly do."""
    return _(_DIFFERS[skill]) if skill in _DIFFERS else ""


def prompt(question: Question) -> str:  # noqa: C901, PLR0911, PLR0912 - one sentence an Ask
    """What is asked."""
    tile = tile_name(question.tile) if question.tile else ""
    where = towards(question.arm) if question.arm else ""
    numbers = _either(question.pips)
    match question.ask:
        case Ask.MISSING:
            return _("One of the 28 tiles is missing here. Which one?")
        case Ask.HOLDING if not question.tray:
            return _("How many of the 28 tiles have a {numbers}?", numbers=numbers)
        case Ask.HOLDING:
            return _("How many tiles that are not shown here have a {numbers}?", numbers=numbers)
        case Ask.PLAYABLE:
            return _("Which of your tiles fit? Choose them all.")
        case Ask.WHERE:
            return _("Where does {tile} fit? Choose every place.", tile=tile)
        case Ask.PLACES:
            return _("Where may a tile go next? Choose every place.")
        case Ask.COUNT:
            return _("What is the count now?")
        case Ask.LEADS:
            return _("Which of these score as the first tile? Choose them all.")
        case Ask.POINTS:
            return _("The count is {n}. How many points is that?", n=_count(question))
        case Ask.CHANGE:
            return _(
                "The count is {n}. {tile} goes {where}. What is the count then?",
                n=_count(question), tile=tile, where=where,
            )  # fmt: skip
        case Ask.SCORING:
            return _(
                "The count is {n}. Which of these score {where}? Choose them all.",
                n=_count(question), where=where,
            )  # fmt: skip
        case Ask.LEGAL:
            return _("What may you do now? Choose all that is allowed.")
        case Ask.NEXT:
            return _("It is your turn. What happens?")
        case Ask.AWARD:
            return _("The round is over. How many points is the winner paid?")
        case Ask.LAST:
            return _(
                "You go out with {tile} {where}. How many points is that in all, play and award?",
                tile=tile, where=where,
            )  # fmt: skip
        case Ask.UNSEEN:
            return _("How many tiles with a {numbers} can you not see?", numbers=numbers)
        case Ask.CHANCE:
            good, unseen, held = question.odds
            return _(
                "{unseen} tiles are unseen, {good} of them have a {numbers}. The other player "
                "holds {held}. How likely is at least one {numbers}?",
                unseen=unseen, good=good, numbers=numbers, held=held,
            )  # fmt: skip
        case Ask.CANNOT:
            seat = next_seat(question.position)
            return _("Which of these can {name} not hold? Choose them all.", name=seat_letter(seat))
        case Ask.SAFEST:
            return _("Which play leaves the fewest unseen tiles that score? Play it.")
        case Ask.BLOCKING:
            return _("Which play leaves the next player nothing that fits? Play it.")
        case Ask.BEST:
            return _("Every tile is known. Which play is worth most in the end? Play it.")
        case Ask.PARTNER:
            return _(
                "Of the plays that score most: which leaves most for your partner that the next "
                "player cannot have? Play it."
            )
        case Ask.LEAD:
            return _("Which tile must be led?")
        case Ask.SCORES:
            return _("Which of your tiles score here? Choose them all.")


def _count(question: Question) -> int:
    return count(question.layout, question.rules)


def _either(values: Iterable[int]) -> str:
    return _(" or ").join(map(str, values))


def next_seat(position: Position) -> Seat:
    """The seat after the one in turn."""
    return (position.turn + 1) % position.rules.players


def context(question: Question) -> list[str]:
    """What else must be known: boneyard, passes, how the round ended, what was drawn and passed."""
    position = question.position
    match question.ask:
        case Ask.LEGAL | Ask.NEXT:
            left = position.n_boneyard
            lines = [
                ngettext("The boneyard has {n} tile.", "The boneyard has {n} tiles.", left)
                if left
                else _("The boneyard is empty.")
            ]
            if position.passes:
                lines.append(_("The other player has just passed."))
            return lines
        case Ask.AWARD:
            out = [seat for seat, hand in enumerate(position.hands) if not len(hand)]
            if out:
                return [_("{name} has gone out.", name=seat_letter(out[0]))]
            return [_("Nobody can play: the round is blocked.")]
        case Ask.CANNOT | Ask.PARTNER:
            return _told(question.told)
        case _:
            return []


def _told(events: Sequence[Event]) -> list[str]:
    """What was seen, in order; the same thing time and again is one line."""
    runs = ((line, len(list(same))) for line, same in groupby(map(told_line, events)))
    return [line if n == 1 else f"{line} ×{n}" for line, n in runs]


def told_line(event: Event) -> str:
    """A draw, a pass or a play as it was seen."""
    name = seat_letter(event.seat)
    open_pips = pips(event.pips)
    match event.move:
        case Draw():
            return _("{name} draws; open: {pips}.", name=name, pips=open_pips)
        case Pass():
            return _("{name} passes; open: {pips}.", name=name, pips=open_pips)
        case _:
            return _("{name} plays {play}.", name=name, play=move_text(event.move))


def strips(question: Question) -> list[tuple[str, tuple[Tile, ...]]]:
    """Tiles to be shown beside the table, each row with its name."""
    position = question.position
    match question.ask:
        case Ask.MISSING | Ask.HOLDING:
            return [(_("Shown"), tuple(question.tray))] if question.tray else []
        case Ask.WHERE | Ask.CHANGE if question.tile:
            return [(_("Tile"), (question.tile,))]
        case Ask.AWARD:
            return [(seat_letter(s), tuple(h.tiles)) for s, h in enumerate(position.hands)]
        case Ask.LAST | Ask.BLOCKING | Ask.BEST | Ask.NEXT:
            return [
                (seat_letter(seat), tuple(hand.tiles))
                for seat, hand in enumerate(position.hands)
                if seat != position.turn and hand.tiles
            ]
        case _:
            return []


def solved(question: Question) -> list[tuple[str, tuple[Tile, ...]]]:
    """Tiles that are the answer, where no table and no row beside it shows them."""
    if question.ask is not Ask.HOLDING:
        return []
    everything = TileSet.full(question.rules.max_pip)
    held = (tile for tile in everything if {tile.high, tile.low} & set(question.pips))
    return [(_("Tiles"), tuple(tile for tile in held if tile not in question.tray))]


def move_text(move: Move) -> str:
    """A move: "6-3 to the left", "draw", "pass"."""
    match move:
        case Play():
            where = f" {towards(move.arm)}" if move.arm else ""
            return tile_name(move.tile) + where
        case Draw():
            return _("draw")
        case Pass():
            return _("pass")


def arm_of(token: str, rules: RuleSet) -> Arm | None:
    """The arm that a token names."""
    move = parse_move(f"00{token}", rules)
    return move.arm if isinstance(move, Play) else None


def token_text(question: Question, token: str) -> str:
    """One token of an answer."""
    match question.form:
        case Form.PLACES:
            arm = arm_of(token, question.rules)
            return arm_name(arm) if arm else token
        case Form.CHOICE if question.ask is Ask.CHANCE:
            return _("{n} %", n=number(int(token)))
        case Form.CHOICE if question.ask is Ask.NEXT:
            return _(_NEXT[token])
        case _:
            return move_text(parse_move(token, question.rules))


def answer_text(question: Question, given: Answer) -> str:
    """An answer as a reader says it; a set in the order of its tokens, "nothing" if it is empty."""
    if isinstance(given, int):
        return number(given)
    if isinstance(given, str):
        return token_text(question, given) if given else _("nothing")
    return ", ".join(token_text(question, token) for token in in_order(given)) or _("nothing")


def in_order(tokens: Iterable[str]) -> list[str]:
    """Tokens as one lists them: tiles from the highest, left before right before up and down."""
    return sorted(tokens, key=lambda token: ("LRUD".find(token[:1]), *(-ord(c) for c in token)))
