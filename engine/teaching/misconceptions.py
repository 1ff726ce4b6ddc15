"""Named wrong models of the game: what each believes, and which skills it spoils.

Where it can be, a wrong model is an alternative rule set, so that the engine itself works out what
its holder would say; else it is one small change in `Mind`.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from engine.options import ArmsOpen, DrawRule, EndDouble, FirstLead, Rounding, Spinner
from engine.teaching.skills import Skill, course_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules import RuleSet


class Mistake(StrEnum):
    """A wrong idea about the game, by what its holder does."""

    SUIT_EIGHT = "suit_eight"
    """Counts the double of a suit as two tiles: eight in a suit."""
    SUITS_ADD = "suits_add"
    """Adds two suits and counts the tile in both twice."""
    NO_BLANKS = "no_blanks"
    """Forgets the tile of a suit whose other half is blank."""
    ONE_PLACE = "one_place"
    """Sees only the first place where a tile may go, as when both ends show the same number."""
    BLANK_WILD = "blank_wild"
    """Lets a blank touch anything."""
    INNER_PIPS = "inner_pips"
    """Matches halves that are already joined."""
    DOUBLES_ONCE = "doubles_once"
    """Counts one half of a double at an end."""
    ALL_PIPS = "all_pips"
    """Adds up every pip on the table instead of the ends."""
    SPINNER_ONCE = "spinner_once"
    """Counts one half of a spinner."""
    SPINNER_STAYS = "spinner_stays"
    """Goes on counting a spinner that is covered."""
    UNPLAYED_ARMS = "unplayed_arms"
    """Counts a side arm that nobody has played on."""
    ARMS_EARLY = "arms_early"
    """Uses the side arms before both long sides are covered, where that is forbidden."""
    ARMS_LATE = "arms_late"
    """Waits for both long sides before using the side arms, where they are open at once."""
    ONLY_DOUBLES = "only_doubles"
    """Takes no tile but a double for a spinner, where the first tile is one."""
    ZERO_SCORES = "zero_scores"
    """Takes a count of zero for a score."""
    FLAT_FIVE = "flat_five"
    """Pays five for every score."""
    TENS_ONLY = "tens_only"
    """Takes only tens for scores."""
    ROUND_PLAYS = "round_plays"
    """Rounds the count of a play to the nearest five, as at the end of a round."""
    KEEPS_END = "keeps_end"
    """Adds the new end without taking away the one it covers."""
    REMAINDER_SIGN = "remainder_sign"
    """Looks for a change equal to the remainder instead of one that makes up the five."""
    NO_DRAW = "no_draw"
    """Passes where a tile must be drawn."""
    FREE_DRAW = "free_draw"
    """Draws although a tile can be played."""
    EARLY_BLOCK = "early_block"
    """Takes the round for over when one player cannot move."""
    ROUND_DOWN = "round_down"
    """Rounds an award down."""
    EXACT_PIPS = "exact_pips"
    """Does not round an award."""
    ROUND_EACH = "round_each"
    """Rounds every hand instead of the sum."""
    OWN_PIPS = "own_pips"
    """After a block pays the winner's own pips too."""
    OWN_SUBTRACTED = "own_subtracted"
    """After a block takes the winner's own pips off, where they stay."""
    OWN_TILES = "own_tiles"
    """Counts tiles of the own hand among those that are unseen."""
    CHANCES_ADD = "chances_add"
    """Adds the chances of single tiles."""
    ONE_TILE_CHANCE = "one_tile_chance"
    """Gives the chance of one tile however many would do."""
    DRAWS_SILENT = "draws_silent"
    """Learns from a pass but not from a draw."""
    ONE_END = "one_end"
    """Rules out one of the open ends only."""
    KEEPS_OLD = "keeps_old"
    """Holds on to what was ruled out before new tiles were drawn."""
    GREEDY = "greedy"
    """Takes the most points at once, whatever is asked."""
    HEAVY = "heavy"
    """Plays the heaviest tile, whatever is asked."""
    LINE_ONLY = "line_only"
    """Looks at both ends of the line and forgets the side arms."""
    ONE_PLY = "one_ply"
    """Looks one reply ahead and no further."""
    ALL_REPLIES = "all_replies"
    """Counts replies that an opponent may have as well as those that only the partner can."""
    SHUTS_PARTNER = "shuts_partner"
    """Leaves as little as possible although the partner is the one to use it."""
    FIVES_HERE = "fives_here"
    """Scores fives during the round in a game that has no such points."""
    FIVES_ROUNDED = "fives_rounded"
    """Rounds an award to the nearest five where it is paid exactly."""
    OWN_KEPT = "own_kept"
    """After a block leaves the winner's own pips on, where they are taken off."""
    LOW_LEAD = "low_lead"
    """Leads the lowest double where the highest is due."""


_M = Mistake
NONE: Final[frozenset[Mistake]] = frozenset()


def as_options(mistake: Mistake, rules: RuleSet) -> dict[str, Any] | None:
    """The options of the rules that its holder believes in.

    None for a mistake that is no matter of options; empty where `rules` leave no room for it.
    """
    has_spinner = rules.spinner is not Spinner.NONE
    wrong: dict[Mistake, tuple[bool, dict[str, Any]]] = {
        _M.DOUBLES_ONCE: (
            rules.end_double is EndDouble.BOTH_HALVES,
            {"end_double": EndDouble.ONE_HALF},
        ),
        _M.UNPLAYED_ARMS: (
            has_spinner and not rules.unplayed_arm_counts,
            {"unplayed_arm_counts": True},
        ),
        _M.ARMS_EARLY: (
            has_spinner and rules.arms_open is ArmsOpen.AFTER_LINE,
            {"arms_open": ArmsOpen.IMMEDIATE},
        ),
        _M.ARMS_LATE: (
            has_spinner and rules.arms_open is ArmsOpen.IMMEDIATE,
            {"arms_open": ArmsOpen.AFTER_LINE},
        ),
        _M.NO_DRAW: (
            rules.draw is not DrawRule.NONE,
            {"draw": DrawRule.NONE, "reserve": 0, "voluntary_draw": False},
        ),
        _M.FREE_DRAW: (
            rules.draw is not DrawRule.NONE and not rules.voluntary_draw,
            {"voluntary_draw": True},
        ),
        _M.ROUND_DOWN: (_rounds(rules), {"round": Rounding.DOWN5}),
        _M.EXACT_PIPS: (_rounds(rules), {"round": Rounding.NONE}),
        _M.ROUND_EACH: (
            rules.round is Rounding.SUM_NEAREST5,
            {"round": Rounding.EACH_NEAREST5},
        ),
        _M.FIVES_ROUNDED: (
            rules.round is Rounding.NONE,
            {"round": Rounding.SUM_NEAREST5},
        ),
        _M.OWN_SUBTRACTED: (
            not rules.subtract_own_when_blocked,
            {"subtract_own_when_blocked": True},
        ),
        _M.OWN_KEPT: (
            rules.subtract_own_when_blocked,
            {"subtract_own_when_blocked": False},
        ),
        _M.FIVES_HERE: (not rules.multiples, {"multiples": (5,)}),
        _M.LOW_LEAD: (
            rules.first_lead is FirstLead.HIGHEST_DOUBLE,
            {"first_lead": FirstLead.LOWEST_DOUBLE},
        ),
    }
    if mistake not in wrong:
        return None
    holds, options = wrong[mistake]
    return options if holds else {}


def _rounds(rules: RuleSet) -> bool:
    return rules.round in (Rounding.SUM_NEAREST5, Rounding.EACH_NEAREST5)


_FIRST_TILE_ONLY: Final = frozenset({_M.ONLY_DOUBLES})
_SPINNER_ONLY: Final = frozenset({_M.SPINNER_ONCE, _M.SPINNER_STAYS, _M.LINE_ONLY})


def applies(mistake: Mistake, rules: RuleSet) -> bool:
    """Whether the idea is wrong, and can matter, under `rules`."""
    options = as_options(mistake, rules)
    if options is not None:
        return bool(options)
    if mistake in _FIRST_TILE_ONLY:
        return rules.spinner is Spinner.FIRST_TILE
    if mistake in _SPINNER_ONLY:
        return rules.spinner is not Spinner.NONE
    if mistake is _M.OWN_PIPS:
        return not rules.subtract_own_when_blocked
    return True


_NAMED: Final[Mapping[Skill, tuple[Mistake, ...]]] = MappingProxyType(
    {
        Skill.SET: (_M.SUIT_EIGHT, _M.SUITS_ADD, _M.NO_BLANKS),
        Skill.MATCH: (_M.ONE_PLACE, _M.BLANK_WILD, _M.INNER_PIPS),
        Skill.COUNT: (_M.DOUBLES_ONCE, _M.ALL_PIPS, _M.SPINNER_ONCE),
        Skill.FIVES: (_M.ZERO_SCORES, _M.FLAT_FIVE, _M.TENS_ONLY, _M.ROUND_PLAYS),
        Skill.SPINNER: (
            _M.SPINNER_ONCE,
            _M.SPINNER_STAYS,
            _M.UNPLAYED_ARMS,
            _M.ARMS_EARLY,
            _M.ARMS_LATE,
            _M.ONLY_DOUBLES,
            _M.ALL_PIPS,
        ),
        Skill.CHANGE: (_M.DOUBLES_ONCE, _M.ALL_PIPS, _M.KEEPS_END),
        Skill.REMAINDER: (_M.REMAINDER_SIGN, _M.DOUBLES_ONCE, _M.ALL_PIPS, _M.KEEPS_END),
        Skill.DRAWING: (_M.NO_DRAW, _M.FREE_DRAW, _M.EARLY_BLOCK),
        Skill.CLOSING: (
            _M.ROUND_DOWN,
            _M.EXACT_PIPS,
            _M.ROUND_EACH,
            _M.OWN_PIPS,
            _M.OWN_SUBTRACTED,
        ),
        Skill.LEFT: (_M.OWN_TILES, _M.CHANCES_ADD, _M.ONE_TILE_CHANCE),
        Skill.INFER: (_M.DRAWS_SILENT, _M.ONE_END, _M.KEEPS_OLD),
        Skill.SAFE: (_M.GREEDY, _M.HEAVY),
        Skill.BLOCK: (_M.GREEDY, _M.HEAVY, _M.LINE_ONLY),
        Skill.EXACT: (_M.GREEDY, _M.HEAVY, _M.ONE_PLY),
        Skill.PARTNER: (_M.GREEDY, _M.HEAVY, _M.ALL_REPLIES, _M.SHUTS_PARTNER),
        Skill.DRAW_GAME: (_M.FIVES_HERE, _M.FIVES_ROUNDED, _M.OWN_KEPT, _M.LOW_LEAD),
    }
)


def named(skill: Skill, rules: RuleSet) -> tuple[Mistake, ...]:
    """The wrong models that the items of `skill` are made to find out.

    Whoever holds one is stopped at exactly the skills that name it: every other skill's items are
    chosen so that it makes no difference there.
    """
    own = course_rules(skill, rules)
    found = tuple(mistake for mistake in _NAMED[skill] if applies(mistake, own))
    if skill is Skill.COUNT and own.arms_open is ArmsOpen.IMMEDIATE:
        # An open spinner with its arms open tells SPINNER_ONCE and UNPLAYED_ARMS at once: lesson 5.
        return tuple(mistake for mistake in found if mistake is not _M.SPINNER_ONCE)
    return found


def course_mistakes(rules: RuleSet) -> tuple[Mistake, ...]:
    """Every wrong model that some skill of the course names under `rules`."""
    found = {mistake for skill in Skill for mistake in named(skill, rules)}
    return tuple(mistake for mistake in Mistake if mistake in found)


def compatible(one: Mistake, other: Mistake, rules: RuleSet) -> bool:
    """Whether a learner can hold both: not where they set the same option in two ways."""
    ones, others = as_options(one, rules), as_options(other, rules)
    return not set(ones or ()) & set(others or ())


@lru_cache(maxsize=256)
def hypotheses(skill: Skill, rules: RuleSet) -> tuple[frozenset[Mistake], ...]:
    """What a learner of `skill` may believe: nothing wrong, one wrong model, or two at once."""
    own = course_rules(skill, rules)
    single = named(skill, rules)
    pairs = [frozenset(pair) for pair in combinations(single, 2) if compatible(*pair, own)]
    pairs += [pair for pair in _BESIDE.get(skill, ()) if pair & set(single)]
    return (NONE, *(frozenset({mistake}) for mistake in single), *pairs)


_BESIDE: Final[Mapping[Skill, tuple[frozenset[Mistake], ...]]] = MappingProxyType(
    {Skill.DRAW_GAME: (frozenset({_M.FIVES_HERE, _M.FLAT_FIVE}),)}
)
"""A wrong model that a skill names, with one that it does not but that changes what is said."""
