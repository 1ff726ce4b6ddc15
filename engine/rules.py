"""Rule sets: every game of the family as options of one frozen value.

What the options may say is in `engine.options`.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from engine.errors import RulesError
from engine.options import (
    ArmsOpen,
    BlockedCompare,
    BlockerRule,
    Claim,
    Direction,
    DrawRule,
    EndDouble,
    FirstLead,
    ForcedLead,
    LaterLead,
    LongSideMatch,
    PartnerHand,
    PointScale,
    Rounding,
    Settle,
    SniffSideArms,
    Spinner,
    SpinnerCounts,
    TargetCheck,
    Tie,
)
from engine.tiles import MAX_PIP, set_size

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.tiles import Pip, Seat, Team

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules of one game, all options of rules.md 2.1; the defaults are the base values.

    `hand` and `target` are for 2, 3 and 4 players. `name` is the preset that the set starts from.
    Options that cannot hold together raise `RulesError`, which says why.
    """

    name: str
    max_pip: Pip = 6
    players: int = 2
    partnership: bool = False
    hand: tuple[int, int, int] = (7, 7, 7)
    target: tuple[int, int, int] = (250, 250, 250)
    first_lead: FirstLead = FirstLead.RANDOM
    forced_lead: ForcedLead = ForcedLead.NO
    later_lead: LaterLead = LaterLead.WINNER
    after_block_lead: LaterLead = LaterLead.WINNER
    direction: Direction = Direction.CLOCKWISE
    spinner: Spinner = Spinner.NONE
    long_side_match: LongSideMatch = LongSideMatch.EITHER_HALF
    arms_open: ArmsOpen = ArmsOpen.AFTER_LINE
    spinner_counts: SpinnerCounts = SpinnerCounts.UNTIL_TWO_ARMS
    sniff_side_arms: SniffSideArms = SniffSideArms.FULL
    end_double: EndDouble = EndDouble.BOTH_HALVES
    unplayed_arm_counts: bool = False
    multiples: tuple[int, ...] = (5,)
    point_scale: PointScale = PointScale.ONE
    draw: DrawRule = DrawRule.UNTIL_PLAYABLE
    reserve: int = 0
    voluntary_draw: bool = False
    settle: Settle = Settle.OPPONENTS
    round: Rounding = Rounding.SUM_NEAREST5
    subtract_own_when_blocked: bool = False
    blocked_compare: BlockedCompare = BlockedCompare.SIDE_TOTAL
    tie: Tie = Tie.NONE
    blocker_rule: BlockerRule = BlockerRule.IGNORED
    partner_hand: PartnerHand = PartnerHand.IGNORED
    exact: bool = False
    target_check: TargetCheck = TargetCheck.IMMEDIATE
    claim: Claim = Claim.AUTOMATIC
    min_first_score: int = 0
    pass_penalty: int = 0

    def __post_init__(self) -> None:
        for name, allowed in _ALLOWED.items():
            value = getattr(self, name)
            if value not in allowed or type(value) is not type(allowed[0]):
                raise RulesError(_wrong_value(name, value, allowed))
        _check_numbers(self)
        for cannot_hold, why in _CONFLICTS:
            if cannot_hold(self):
                raise RulesError(why)

    @property
    def hand_size(self) -> int:
        """Tiles dealt to each of `players` seats."""
        return self.hand[self.players - MIN_PLAYERS]

    @property
    def target_points(self) -> int:
        """Points that end the match with `players` seats."""
        return self.target[self.players - MIN_PLAYERS]

    @property
    def n_tiles(self) -> int:
        """Tiles in the set: 28 for double-six."""
        return set_size(self.max_pip)

    @property
    def n_teams(self) -> int:
        """Sides that keep a score of their own."""
        return MIN_PLAYERS if self.partnership else self.players

    def team(self, seat: Seat) -> Team:
        """The side of `seat`: with partners A and C are 0, B and D 1; else every seat its own."""
        return seat % 2 if self.partnership else seat

    def seats(self, team: Team) -> tuple[Seat, ...]:
        """The seats of a side, lowest first."""
        return tuple(seat for seat in range(self.players) if self.team(seat) == team)

    @property
    def max_draws(self) -> int | None:
        """Tiles that may be drawn in a turn; None for no limit."""
        if self.draw is DrawRule.UNTIL_PLAYABLE:
            return None
        return 0 if self.draw is DrawRule.NONE else int(self.draw)

    def with_options(self, **options: Any) -> RuleSet:  # noqa: ANN401 - each has its type
        """This rule set with some options (or `players`) changed; `RulesError` for unknown ones."""
        for name in options:
            if name not in OPTIONS and name != "players":
                raise RulesError(_unknown("option", name, OPTIONS))
        return replace(self, **options)

    def differences(self) -> dict[str, object]:
        """The options unlike the preset's, by name in alphabetical order."""
        base = preset(self.name)
        return {
            name: getattr(self, name)
            for name in sorted(OPTIONS)
            if getattr(self, name) != getattr(base, name)
        }


MULTIPLES: Final = ((5,), (3,), (5, 3), ())

_ALLOWED: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        **{
            field.name: tuple(type(field.default))
            for field in fields(RuleSet)
            if isinstance(field.default, StrEnum)
        },
        **{field.name: (False, True) for field in fields(RuleSet) if field.default is False},
        "multiples": MULTIPLES,
        "reserve": (0, 1, 2),
        "min_first_score": (0, 10),
        "pass_penalty": (0, 50),
    }
)

_NOT_OPTIONS: Final = ("name", "players")
OPTIONS: Final[Mapping[str, object]] = MappingProxyType(
    {
        field.name: field.default
        for field in fields(RuleSet)
        if field.name not in _NOT_OPTIONS and field.default is not MISSING
    }
)
"""Every option by name, with its base value."""


def option_values(name: str) -> tuple[object, ...]:
    """The values an option can have, base value first; empty for `hand`, `target` and `max_pip`."""
    if name not in OPTIONS:
        raise RulesError(_unknown("option", name, OPTIONS))
    allowed = _ALLOWED.get(name, ())
    base = OPTIONS[name]
    return tuple(sorted(allowed, key=lambda value: value != base))


def _check_numbers(rules: RuleSet) -> None:
    if type(rules.players) is not int or not MIN_PLAYERS <= rules.players <= MAX_PLAYERS:
        msg = f"players: {MIN_PLAYERS} to {MAX_PLAYERS}, not {rules.players!r}"
        raise RulesError(msg)
    if type(rules.max_pip) is not int or not 1 <= rules.max_pip <= MAX_PIP:
        msg = f"max_pip: 1 to {MAX_PIP}, not {rules.max_pip!r}"
        raise RulesError(msg)
    for name in ("hand", "target"):
        value = getattr(rules, name)
        if not (
            isinstance(value, tuple)
            and len(value) == MAX_PLAYERS - MIN_PLAYERS + 1
            and all(type(number) is int and number >= 1 for number in value)
        ):
            msg = f"{name}: three numbers from 1, for 2, 3 and 4 players, not {value!r}"
            raise RulesError(msg)


_CONFLICTS: Final = (
    (
        lambda r: r.partnership and r.players != MAX_PLAYERS,
        "partnership=true needs 4 players",
    ),
    (
        lambda r: r.players * r.hand_size > r.n_tiles,
        "hand: the players' hands together hold more tiles than the set has",
    ),
    (
        lambda r: (
            r.long_side_match is not LongSideMatch.EITHER_HALF
            and r.spinner is not Spinner.FIRST_TILE
        ),
        "long_side_match concerns a spinner that is no double: it needs spinner=first_tile",
    ),
    (
        lambda r: r.spinner is Spinner.NONE and r.arms_open is not ArmsOpen.AFTER_LINE,
        "arms_open=immediate needs a spinner, and spinner=none has none",
    ),
    (
        lambda r: (
            r.spinner is Spinner.NONE and r.spinner_counts is not SpinnerCounts.UNTIL_TWO_ARMS
        ),
        "spinner_counts needs a spinner, and spinner=none has none",
    ),
    (
        lambda r: r.spinner is Spinner.NONE and r.unplayed_arm_counts,
        "unplayed_arm_counts=true needs a spinner, and spinner=none has none",
    ),
    (
        lambda r: (
            r.spinner_counts is SpinnerCounts.EXPOSED_ENDS and r.spinner is not Spinner.FIRST_DOUBLE
        ),
        "spinner_counts=exposed_ends is Sniff's: it needs spinner=first_double",
    ),
    (
        lambda r: (
            r.sniff_side_arms is SniffSideArms.ONE_TILE
            and r.spinner_counts is not SpinnerCounts.EXPOSED_ENDS
        ),
        "sniff_side_arms=one_tile is Sniff's: it needs spinner_counts=exposed_ends",
    ),
    (
        lambda r: r.draw is DrawRule.NONE and r.reserve != 0,
        "reserve keeps tiles from being drawn, and with draw=none none are",
    ),
    (
        lambda r: r.draw is DrawRule.NONE and r.voluntary_draw,
        "voluntary_draw=true needs drawing, and draw=none has none",
    ),
    (
        lambda r: r.partner_hand is not PartnerHand.IGNORED and not r.partnership,
        "partner_hand=deducted needs partnership=true",
    ),
    (
        lambda r: r.tie is Tie.SPLIT3 and r.partnership,
        "tie=split3 shares between single hands: it cannot be with partnership=true",
    ),
    (
        lambda r: r.point_scale is PointScale.FIVE and r.multiples != (5,),
        "point_scale=5 counts fives: it needs multiples=5",
    ),
    (
        lambda r: r.point_scale is PointScale.QUOTIENTS and not r.multiples,
        "point_scale=quotients needs multiples to divide by, and multiples=none has none",
    ),
)


def _unknown(what: str, name: str, known: Mapping[str, object]) -> str:
    return f"there is no {what} {name!r}; known: {', '.join(sorted(known))}"


def _wrong_value(name: str, value: object, allowed: tuple[object, ...]) -> str:
    return f"{name}: one of {', '.join(map(format_value, allowed))}, not {value!r}"


def format_value(value: object) -> str:
    """A value of an option as the notation spells it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "none"
    return str(value)


def parse_value(name: str, text: str) -> object:
    """The value of option `name` that `text` spells; `RulesError` for an unknown one."""
    if name not in OPTIONS:
        raise RulesError(_unknown("option", name, OPTIONS))
    if name in _ALLOWED:
        for value in _ALLOWED[name]:
            if format_value(value) == text:
                return value
        raise RulesError(_wrong_value(name, text, _ALLOWED[name]))
    numbers = text.split(",")
    base = OPTIONS[name]
    wanted = len(base) if isinstance(base, tuple) else 1
    if len(numbers) != wanted or not all(_is_plain_number(number) for number in numbers):
        msg = f"{name}: {wanted} number(s) from 1, joined by commas, not {text!r}"
        raise RulesError(msg)
    return tuple(map(int, numbers)) if wanted > 1 else int(text)


def _is_plain_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and text[0] != "0" and len(text) <= len("999999")


_FIVES: Final = RuleSet(
    name="all_fives",
    hand=(9, 7, 5),
    target=(250, 200, 200),
    after_block_lead=LaterLead.RANDOM,
    spinner=Spinner.FIRST_DOUBLE,
    tie=Tie.NONE_SPLIT3,
)
_STRAIGHT: Final = RuleSet(
    name="straight",
    after_block_lead=LaterLead.RANDOM,
    spinner=Spinner.FIRST_TILE,
    arms_open=ArmsOpen.IMMEDIATE,
)
_DRAW: Final = RuleSet(
    name="draw",
    target=(100, 100, 100),
    first_lead=FirstLead.HIGHEST_DOUBLE,
    forced_lead=ForcedLead.DOUBLE_OR_HEAVIEST,
    later_lead=LaterLead.AS_FIRST,
    after_block_lead=LaterLead.AS_FIRST,
    multiples=(),
    round=Rounding.NONE,
    subtract_own_when_blocked=True,
    blocked_compare=BlockedCompare.INDIVIDUAL,
    target_check=TargetCheck.END_OF_ROUND,
)

PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            _STRAIGHT,
            replace(
                _STRAIGHT,
                name="straight_tournament",
                spinner=Spinner.FIRST_DOUBLE,
                arms_open=ArmsOpen.AFTER_LINE,
            ),
            _DRAW,
            replace(
                _DRAW,
                name="block",
                hand=(7, 5, 5),
                later_lead=LaterLead.WINNER,
                after_block_lead=LaterLead.WINNER,
                draw=DrawRule.NONE,
            ),
            _FIVES,
            replace(
                _FIVES,
                name="muggins",
                hand=(7, 7, 5),
                target=(200, 200, 200),
                first_lead=FirstLead.HIGHEST_DOUBLE,
                forced_lead=ForcedLead.DOUBLE_OR_HEAVIEST,
                spinner=Spinner.NONE,
                round=Rounding.EACH_NEAREST5,
                tie=Tie.NONE,
            ),
            replace(
                _FIVES,
                name="five_up",
                hand=(5, 5, 5),
                target=(61, 61, 61),
                spinner=Spinner.EVERY_DOUBLE,
                point_scale=PointScale.FIVE,
                tie=Tie.NONE,
            ),
            replace(
                _FIVES,
                name="sniff_us",
                hand=(7, 6, 5),
                target=(100, 100, 100),
                spinner_counts=SpinnerCounts.EXPOSED_ENDS,
                tie=Tie.NONE,
            ),
            RuleSet(
                name="fives_threes",
                hand=(7, 5, 5),
                target=(61, 61, 61),
                later_lead=LaterLead.ROTATE,
                after_block_lead=LaterLead.ROTATE,
                multiples=(5, 3),
                point_scale=PointScale.QUOTIENTS,
                draw=DrawRule.NONE,
                settle=Settle.ONE_POINT,
                exact=True,
            ),
        )
    }
)
"""The games of the family by name, for two players (`with_options(players=3)` for more)."""


def preset(name: str) -> RuleSet:
    """The preset `name`; `RulesError` if there is none, naming those there are."""
    if name not in PRESETS:
        raise RulesError(_unknown("preset", name, PRESETS))
    return PRESETS[name]
