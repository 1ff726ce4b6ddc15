"""Names of the rule options and of their values, as a reader meets them."""

from __future__ import annotations

from engine.rules import format_value
from ui.texts import N_, _

_OPTIONS = {
    "hand": N_("Tiles in a hand"),
    "target": N_("Points that win the match"),
    "partnership": N_("Partners"),
    "first_lead": N_("Who leads the first round"),
    "forced_lead": N_("What must be led"),
    "later_lead": N_("Who leads later rounds"),
    "after_block_lead": N_("Who leads after a block"),
    "direction": N_("Direction of play"),
    "spinner": N_("Which tile is the spinner"),
    "long_side_match": N_("What fits the long side of a spinner that is no double"),
    "arms_open": N_("When the spinner's sides open"),
    "spinner_counts": N_("How long the spinner counts"),
    "sniff_side_arms": N_("How far a spinner's side grows"),
    "end_double": N_("A double at an end counts"),
    "unplayed_arm_counts": N_("Empty sides of the spinner count"),
    "multiples": N_("What scores during play"),
    "point_scale": N_("What a count is worth"),
    "draw": N_("How many tiles are drawn"),
    "reserve": N_("Tiles that stay in the boneyard"),
    "voluntary_draw": N_("Drawing although you can play"),
    "settle": N_("What is paid at the end of a round"),
    "round": N_("How the award is rounded"),
    "subtract_own_when_blocked": N_("After a block the winner's own pips are deducted"),
    "blocked_compare": N_("What a block compares"),
    "tie": N_("When the lightest are equal"),
    "blocker_rule": N_("The hand of whoever blocked"),
    "partner_hand": N_("What the partner still holds"),
    "exact": N_("The target must be hit exactly"),
    "target_check": N_("When the target is looked at"),
    "claim": N_("Points that are not called"),
    "min_first_score": N_("Points needed to get in"),
    "pass_penalty": N_("Cost of passing although you can play"),
}

_VALUES = {
    "first_lead": {
        "random": N_("by lot"),
        "highest_double": N_("the highest double"),
        "heaviest_tile": N_("the heaviest tile"),
        "lowest_double": N_("the lowest double"),
        "choice": N_("you choose"),
    },
    "forced_lead": {
        "no": N_("anything"),
        "double": N_("that double"),
        "double_or_heaviest": N_("that double, else the heaviest tile"),
        "redeal": N_("that double; without one a new deal"),
    },
    "later_lead": {
        "winner": N_("the winner"),
        "random": N_("by lot"),
        "rotate": N_("the next seat"),
        "as_first": N_("as in the first round"),
        "next_double": N_("the next lower double"),
    },
    "direction": {
        "clockwise": N_("clockwise"),
        "counterclockwise": N_("counter-clockwise"),
    },
    "spinner": {
        "none": N_("none"),
        "first_tile": N_("the first tile"),
        "first_double": N_("the first double"),
        "every_double": N_("every double"),
    },
    "long_side_match": {
        "either_half": N_("either half"),
        "fixed_half": N_("one half a side"),
        "closed": N_("nothing"),
    },
    "arms_open": {
        "after_line": N_("after both long sides are covered"),
        "immediate": N_("at once"),
    },
    "spinner_counts": {
        "until_two_arms": N_("until two sides are covered"),
        "line_sides": N_("until both long sides are covered"),
        "exposed_ends": N_("each uncovered short end, all round"),
        "open_sides": N_("every open side (a known mistake)"),
    },
    "sniff_side_arms": {"full": N_("as far as it goes"), "one_tile": N_("one tile")},
    "end_double": {"both_halves": N_("both halves"), "one_half": N_("one half")},
    "multiples": {
        "5": N_("multiples of 5"),
        "3": N_("multiples of 3"),
        "5,3": N_("multiples of 5 and of 3"),
        "none": N_("nothing"),
    },
    "point_scale": {
        "1": N_("the count"),
        "5": N_("a fifth of the count"),
        "quotients": N_("the count divided by 5 and by 3"),
    },
    "draw": {
        "until_playable": N_("until one fits"),
        "none": N_("none"),
        "1": N_("at most one"),
        "2": N_("at most two"),
        "3": N_("at most three"),
    },
    "settle": {
        "opponents": N_("the opponents' pips"),
        "all_other_hands": N_("the pips of all other hands"),
        "one_point": N_("one point for going out"),
        "five_per_tile": N_("5 for each tile of difference"),
        "own_deducted": N_("everybody loses their own pips"),
    },
    "round": {
        "sum_nearest5": N_("the sum to the nearest five"),
        "each_nearest5": N_("each hand to the nearest five"),
        "down5": N_("the sum down to a five"),
        "none": N_("not at all"),
    },
    "blocked_compare": {
        "side_total": N_("the sides' totals"),
        "individual": N_("single hands"),
        "after_rounding": N_("rounded totals"),
    },
    "tie": {
        "none": N_("nobody is paid"),
        "split3": N_("two share what the third pays"),
        "none_split3": N_("nobody; with three players two share"),
        "lightest_tile": N_("the lightest single tile wins"),
        "blocker_loses": N_("whoever blocked loses"),
    },
    "blocker_rule": {"ignored": N_("counts like the others"), "hand_left_out": N_("is left out")},
    "partner_hand": {"ignored": N_("does not count"), "deducted": N_("is deducted")},
    "target_check": {
        "immediate": N_("at every play"),
        "end_of_round": N_("at the end of a round"),
    },
    "claim": {
        "automatic": N_("count all the same"),
        "must_call": N_("are lost"),
        "opponent_may_take": N_("go to an opponent who sees them"),
    },
}
_VALUES["after_block_lead"] = _VALUES["later_lead"]

_BOOLEANS = {"true": N_("yes"), "false": N_("no")}


def option_name(option: str) -> str:
    """What an option of `engine.RuleSet` decides, in a few words."""
    return _(_OPTIONS[option])


_BY_PLAYERS = frozenset({"hand", "target"})


def value_name(option: str, value: object) -> str:
    """A value of an option; numbers stay as they are, one for all numbers of players alone."""
    spelled = format_value(value)
    if option in _BY_PLAYERS:
        numbers = spelled.split(",")
        if len(set(numbers)) == 1:
            return numbers[0]
        return _("{numbers} for 2, 3, 4 players", numbers=", ".join(numbers))
    known = _VALUES.get(option, _BOOLEANS)
    return _(known[spelled]) if spelled in known else spelled
