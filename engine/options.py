"""What the options of a rule set may say, each word with its meaning.

The names and values are the "Exact spelling" of rules.md 2.1: the same words in `RuleSet`, in the
notation, on the command line and in the case file.
"""

from __future__ import annotations

from enum import StrEnum


class FirstLead(StrEnum):
    """Who leads the first round."""

    RANDOM = "random"
    HIGHEST_DOUBLE = "highest_double"
    HEAVIEST_TILE = "heaviest_tile"
    LOWEST_DOUBLE = "lowest_double"
    CHOICE = "choice"


class ForcedLead(StrEnum):
    """Which tile a leader chosen by a tile must lead."""

    NO = "no"
    DOUBLE = "double"
    DOUBLE_OR_HEAVIEST = "double_or_heaviest"
    REDEAL = "redeal"


class LaterLead(StrEnum):
    """Who leads a round after the first (`later_lead`), or after a block (`after_block_lead`)."""

    WINNER = "winner"
    RANDOM = "random"
    ROTATE = "rotate"
    AS_FIRST = "as_first"
    NEXT_DOUBLE = "next_double"


class Direction(StrEnum):
    """Which way the turn goes round the table; for display only."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Spinner(StrEnum):
    """Which tiles open on four sides."""

    NONE = "none"
    FIRST_TILE = "first_tile"
    FIRST_DOUBLE = "first_double"
    EVERY_DOUBLE = "every_double"


class LongSideMatch(StrEnum):
    """What the long sides of a spinner that is no double take."""

    EITHER_HALF = "either_half"
    FIXED_HALF = "fixed_half"
    CLOSED = "closed"


class ArmsOpen(StrEnum):
    """When the side arms of a spinner may be started."""

    AFTER_LINE = "after_line"
    IMMEDIATE = "immediate"


class SpinnerCounts(StrEnum):
    """How long, and how, a double spinner counts."""

    UNTIL_TWO_ARMS = "until_two_arms"
    LINE_SIDES = "line_sides"
    EXPOSED_ENDS = "exposed_ends"
    OPEN_SIDES = "open_sides"


class SniffSideArms(StrEnum):
    """How long the side arms of Sniff may grow."""

    FULL = "full"
    ONE_TILE = "one_tile"


class EndDouble(StrEnum):
    """What a double counts at the end of an arm."""

    BOTH_HALVES = "both_halves"
    ONE_HALF = "one_half"


class PointScale(StrEnum):
    """Points are the count (1), a fifth of it (5), or the sum of its quotients by each multiple."""

    ONE = "1"
    FIVE = "5"
    QUOTIENTS = "quotients"


class DrawRule(StrEnum):
    """How many tiles may be drawn in a turn."""

    UNTIL_PLAYABLE = "until_playable"
    NONE = "none"
    ONE = "1"
    TWO = "2"
    THREE = "3"


class Settle(StrEnum):
    """What is paid at the end of a round."""

    OPPONENTS = "opponents"
    ALL_OTHER_HANDS = "all_other_hands"
    ONE_POINT = "one_point"
    FIVE_PER_TILE = "five_per_tile"
    OWN_DEDUCTED = "own_deducted"


class Rounding(StrEnum):
    """How an award is rounded."""

    SUM_NEAREST5 = "sum_nearest5"
    EACH_NEAREST5 = "each_nearest5"
    DOWN5 = "down5"
    NONE = "none"


class BlockedCompare(StrEnum):
    """What is compared after a block."""

    SIDE_TOTAL = "side_total"
    INDIVIDUAL = "individual"
    AFTER_ROUNDING = "after_rounding"


class Tie(StrEnum):
    """Who is paid when the lightest are equal after a block."""

    NONE = "none"
    SPLIT3 = "split3"
    NONE_SPLIT3 = "none_split3"
    LIGHTEST_TILE = "lightest_tile"
    BLOCKER_LOSES = "blocker_loses"


class BlockerRule(StrEnum):
    """Whether the hand of whoever blocked the round is paid."""

    IGNORED = "ignored"
    HAND_LEFT_OUT = "hand_left_out"


class PartnerHand(StrEnum):
    """What the tiles left to the partner of whoever goes out do."""

    IGNORED = "ignored"
    DEDUCTED = "deducted"


class TargetCheck(StrEnum):
    """When the target is looked at."""

    IMMEDIATE = "immediate"
    END_OF_ROUND = "end_of_round"


class Claim(StrEnum):
    """What becomes of points that the mover does not call."""

    AUTOMATIC = "automatic"
    MUST_CALL = "must_call"
    OPPONENT_MAY_TAKE = "opponent_may_take"
