"""Questions about a position: what is asked, of what, and which wrong ideas can matter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.notation import format_position
from engine.teaching.boards import canonical
from engine.teaching.mind import Mind, is_line
from engine.teaching.misconceptions import NONE, Mistake
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.layout import Arm, Layout
    from engine.position import Event, Position
    from engine.rules import RuleSet
    from engine.tiles import Pip, Tile

Answer = int | str | frozenset[str]
"""A number, one token, or a set of tokens (tiles `63`, arms `U`, plays `63L`, `+`, `-`)."""

_M = Mistake


class Ask(StrEnum):
    """What is asked of the seat in turn; in brackets what of the question it reads.

    MISSING: the one tile not shown (tray). HOLDING: how many tiles with these pips are not
    shown (tray, pips). PLAYABLE: the tiles of the hand that can be played. WHERE: the arms that
    take `tile`. PLACES: the arms that may be played on. COUNT: the sum of the ends. LEADS: the
    tiles that score as a lead (tray). POINTS: what the shown count earns. CHANGE: the count
    after `tile` on `arm`, the count now being shown. SCORING: the tiles that make a scoring
    count on `arm` (tray; count shown). LEGAL: everything that may be done (the tiles that play
    are shown). NEXT: play, draw, pass or blocked. AWARD: what the winner of the finished round
    is paid. LAST: all the points of going out with `tile` on `arm`. UNSEEN: how many unseen
    tiles have a pip (pips). CHANCE: per cent that the next seat holds one of them (`odds` are
    shown). CANNOT: the tiles that the next seat cannot hold (told, tray). SAFEST: the play that
    leaves the fewest scoring replies. BLOCKING: the play that leaves the next seat nothing.
    BEST: the play worth most with every tile known. PARTNER: of the plays that score most, the
    one that leaves the most scoring replies which the next seat cannot have (told). LEAD: the
    tile that must be led.
    """

    MISSING = "missing"
    HOLDING = "holding"
    PLAYABLE = "playable"
    WHERE = "where"
    PLACES = "places"
    COUNT = "count"
    LEADS = "leads"
    POINTS = "points"
    CHANGE = "change"
    SCORING = "scoring"
    LEGAL = "legal"
    NEXT = "next"
    AWARD = "award"
    LAST = "last"
    UNSEEN = "unseen"
    CHANCE = "chance"
    CANNOT = "cannot"
    SAFEST = "safest"
    BLOCKING = "blocking"
    BEST = "best"
    PARTNER = "partner"
    LEAD = "lead"
    SCORES = "scores"


class Form(StrEnum):
    """How a question is answered: a number, a set of tokens by kind, one choice, or one play."""

    NUMBER = "number"
    TILES = "tiles"
    PLACES = "places"
    MOVES = "moves"
    CHOICE = "choice"
    PLAY = "play"


_FORMS: Final[Mapping[Ask, Form]] = MappingProxyType(
    {
        **dict.fromkeys(Ask, Form.NUMBER),
        **dict.fromkeys((Ask.PLAYABLE, Ask.LEADS, Ask.SCORING, Ask.CANNOT, Ask.SCORES), Form.TILES),
        **dict.fromkeys((Ask.WHERE, Ask.PLACES), Form.PLACES),
        Ask.LEGAL: Form.MOVES,
        **dict.fromkeys((Ask.MISSING, Ask.NEXT, Ask.CHANCE, Ask.LEAD), Form.CHOICE),
        **dict.fromkeys((Ask.SAFEST, Ask.BLOCKING, Ask.BEST, Ask.PARTNER), Form.PLAY),
    }
)

_COUNTING: Final = frozenset(
    {_M.DOUBLES_ONCE, _M.ALL_PIPS, _M.SPINNER_ONCE, _M.SPINNER_STAYS, _M.UNPLAYED_ARMS}
)
_ARMS: Final = frozenset({_M.ARMS_EARLY, _M.ARMS_LATE, _M.ONLY_DOUBLES})
_POINTS: Final = frozenset(
    {_M.ZERO_SCORES, _M.FLAT_FIVE, _M.TENS_ONLY, _M.ROUND_PLAYS, _M.FIVES_HERE}
)
_AWARDS: Final = frozenset(
    {
        _M.ROUND_DOWN,
        _M.EXACT_PIPS,
        _M.ROUND_EACH,
        _M.FIVES_ROUNDED,
        _M.OWN_PIPS,
        _M.OWN_SUBTRACTED,
        _M.OWN_KEPT,
    }
)
_URGES: Final = frozenset({_M.GREEDY, _M.HEAVY})

CONSULTS: Final[Mapping[Ask, frozenset[Mistake]]] = MappingProxyType(
    {
        Ask.MISSING: NONE,
        Ask.HOLDING: frozenset({_M.SUIT_EIGHT, _M.SUITS_ADD, _M.NO_BLANKS}),
        Ask.PLAYABLE: _ARMS | {_M.BLANK_WILD, _M.INNER_PIPS},
        Ask.WHERE: _ARMS | {_M.BLANK_WILD, _M.ONE_PLACE},
        Ask.PLACES: _ARMS,
        Ask.COUNT: _COUNTING,
        Ask.LEADS: _COUNTING | _POINTS,
        Ask.POINTS: _POINTS,
        Ask.CHANGE: _COUNTING | {_M.KEEPS_END},
        Ask.SCORING: _COUNTING | {_M.KEEPS_END, _M.REMAINDER_SIGN},
        Ask.LEGAL: frozenset({_M.NO_DRAW, _M.FREE_DRAW}),
        Ask.NEXT: frozenset({_M.NO_DRAW, _M.EARLY_BLOCK}),
        Ask.AWARD: _AWARDS,
        Ask.LAST: _AWARDS | _POINTS,
        Ask.UNSEEN: frozenset({_M.OWN_TILES, _M.SUIT_EIGHT, _M.NO_BLANKS}),
        Ask.CHANCE: frozenset({_M.CHANCES_ADD, _M.ONE_TILE_CHANCE}),
        Ask.CANNOT: frozenset({_M.DRAWS_SILENT, _M.ONE_END, _M.KEEPS_OLD}),
        Ask.SAFEST: _URGES | {_M.OWN_TILES},
        Ask.BLOCKING: _URGES | {_M.LINE_ONLY},
        Ask.BEST: _URGES | {_M.ONE_PLY},
        Ask.PARTNER: _URGES | {_M.ALL_REPLIES, _M.SHUTS_PARTNER, _M.OWN_TILES},
        Ask.LEAD: frozenset({_M.LOW_LEAD}),
        Ask.SCORES: _COUNTING | _POINTS,
    }
)
"""The wrong models that can change the answer; the others are no matter of that question."""

NO_TILES: Final = TileSet()


@dataclass(frozen=True, slots=True)
class Question:
    """One question about a position, put to the seat in turn; `Ask` says what of it is read."""

    ask: Ask
    position: Position
    tray: TileSet = NO_TILES
    tile: Tile | None = None
    arm: Arm | None = None
    pips: tuple[Pip, ...] = ()
    told: tuple[Event, ...] = ()

    @property
    def rules(self) -> RuleSet:
        """The rules in force."""
        return self.position.rules

    @property
    def layout(self) -> Layout:
        """The table."""
        return self.position.layout

    @property
    def form(self) -> Form:
        """How it is answered."""
        return _FORMS[self.ask]

    @property
    def sums(self) -> bool:
        """Whether the board shows what the ends count: not where counting is the task."""
        return self.ask not in (Ask.COUNT, Ask.SCORES)

    @property
    def odds(self) -> tuple[int, int, int]:
        """CHANCE: how many tiles would do, how many are unseen, how many the next seat holds."""
        unseen = self.position.unseen
        holder = self.position.hands[(self.position.turn + 1) % self.rules.players]
        return Mind().holding(unseen, self.pips), len(unseen), holder.hidden

    @property
    def canonical(self) -> str:
        """The same for questions that differ only in how the table is turned."""
        turned = replace(self.position, layout=canonical(self.layout))
        arm = ""
        if self.arm is not None:
            arm = "line" if is_line(self.arm) else "side"
        told = "".join(f"{event.seat}{event.move}{sorted(event.pips)}" for event in self.told)
        return (
            f"{self.ask} {format_position(turned)} {self.tray} {self.tile} {arm} {self.pips} {told}"
        )
