"""Positions, deals and what a seat sees of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import IntFlag, auto
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.display import Shown
from engine.errors import PositionError
from engine.layout import Layout, arm_pips, arms_are_open
from engine.options import FirstLead, ForcedLead, SniffSideArms, Spinner
from engine.tiles import NO_TILES, Tile, TileSet, heaviest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from engine.layout import Chain
    from engine.moves import Move
    from engine.rules import RuleSet
    from engine.tiles import Pip, Seat


class Problem(IntFlag):
    """What is wrong with a position or deal; every fault at once."""

    TILE_TWICE = auto()
    TILE_OUTSIDE_SET = auto()
    HALVES_DIFFER = auto()
    SPINNER_MISSING = auto()
    SPINNER_WRONG = auto()
    SPINNER_SECOND = auto()
    ARM_TOO_EARLY = auto()
    ARM_TOO_LONG = auto()
    WRONG_HANDS = auto()
    WRONG_SCORES = auto()
    WRONG_TURN = auto()
    TOO_MANY_PASSES = auto()
    LEAD_FORCED_LATE = auto()
    TOO_MANY_HIDDEN = auto()
    HIDDEN = auto()
    HAND_SIZE = auto()
    TILES_MISSING = auto()
    TABLE_NOT_BARE = auto()
    EVENT_IMPOSSIBLE = auto()


@dataclass(frozen=True, slots=True)
class Hand:
    """What is seen of a seat's tiles, and how many are not."""

    tiles: TileSet = NO_TILES
    hidden: int = 0

    @staticmethod
    def of(tiles: Iterable[Tile]) -> Hand:
        """A hand of which all is seen."""
        return Hand(TileSet.of(tiles))

    def __len__(self) -> int:
        return self.tiles.mask.bit_count() + self.hidden


@dataclass(frozen=True, slots=True)
class Position(Shown):
    """One moment of a round.

    `boneyard` is the tiles in draw order, or how many there are. `drew` counts the tiles that the
    seat in turn has drawn this turn, `passes` those in a row. `scores` are by team with partners,
    else by seat, with the points of the plays so far. A Position may be impossible (`problems`).

    `last` is the seat that played the last tile, where that is known: a position line does not tell
    it, and it is no part of what makes two positions equal. Only the rules on blockers ask.
    """

    rules: RuleSet
    layout: Layout
    hands: tuple[Hand, ...]
    boneyard: tuple[Tile, ...] | int
    turn: Seat
    drew: int = 0
    lead_forced: bool = False
    passes: int = 0
    scores: tuple[int, ...] = ()
    last: Seat | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if isinstance(self.boneyard, int) and not self.boneyard:
            object.__setattr__(self, "boneyard", ())
        if not self.scores:
            object.__setattr__(self, "scores", (0,) * self.rules.n_teams)

    @property
    def n_boneyard(self) -> int:
        """How many tiles the boneyard has."""
        return self.boneyard if isinstance(self.boneyard, int) else len(self.boneyard)

    @property
    def hand(self) -> Hand:
        """The hand of the seat in turn."""
        return self.hands[self.turn]

    @property
    def is_open(self) -> bool:
        """Whether every tile is seen."""
        return not isinstance(self.boneyard, int) and not any(hand.hidden for hand in self.hands)

    @property
    def seen(self) -> TileSet:
        """Every tile that is seen: on the table, in hands and in an open boneyard."""
        mask = self.layout.tiles.mask
        for hand in self.hands:
            mask |= hand.tiles.mask
        if not isinstance(self.boneyard, int):
            mask |= TileSet.of(self.boneyard).mask
        return TileSet(mask)

    @property
    def unseen(self) -> TileSet:
        """The tiles of the set that are not seen anywhere."""
        return TileSet.full(self.rules.max_pip) - self.seen


def problems(position: Position) -> Problem:
    """Every fault of a position at once; `Problem(0)` if it can be.

    Tiles that stand nowhere, hands of any size and any turn order are no faults: endgames are
    positions too. `Deal` is stricter.
    """
    rules = position.rules
    return (
        _table_problems(position.layout, rules)
        | _tile_problems(position)
        | _flag(Problem.WRONG_HANDS, len(position.hands) != rules.players)
        | _flag(Problem.WRONG_SCORES, len(position.scores) != rules.n_teams)
        | _flag(Problem.WRONG_TURN, not 0 <= position.turn < rules.players)
        | _flag(Problem.TOO_MANY_PASSES, position.passes > rules.players)
        | _flag(Problem.LEAD_FORCED_LATE, position.lead_forced and bool(position.layout.line))
    )


def _flag(problem: Problem, holds: bool) -> Problem:  # noqa: FBT001 - it is the condition
    return problem if holds else Problem(0)


def _tile_problems(position: Position) -> Problem:
    tiles = [stone.tile for stone in position.layout.stones()]
    for hand in position.hands:
        tiles += hand.tiles
    hidden = sum(hand.hidden for hand in position.hands)
    if isinstance(position.boneyard, int):
        hidden += position.boneyard
    else:
        tiles += position.boneyard
    twice = any(times > 1 for times in Counter(tiles).values())
    outside = any(tile.high > position.rules.max_pip for tile in tiles)
    return (
        _flag(Problem.TILE_TWICE, twice)
        | _flag(Problem.TILE_OUTSIDE_SET, outside)
        | _flag(Problem.TOO_MANY_HIDDEN, hidden > len(position.unseen))
    )


def _table_problems(layout: Layout, rules: RuleSet) -> Problem:
    found = _star_problems(layout, rules) | _joint_problems(layout.line)
    for spun in layout.spinners(rules):
        stone = spun.stone
        early = bool(stone.up or stone.down) and not arms_are_open(spun, rules)
        found |= _flag(Problem.ARM_TOO_EARLY, early)
        for arm, chain in spun.side_arms:
            found |= _joint_problems(chain)
            fits = not chain or chain[0].near in arm_pips(stone, arm.side, rules)
            found |= _flag(Problem.HALVES_DIFFER, not fits)
            long = rules.sniff_side_arms is SniffSideArms.ONE_TILE and len(chain) > 1
            found |= _flag(Problem.ARM_TOO_LONG, long)
    return found


def _joint_problems(chain: Chain) -> Problem:
    return _flag(Problem.HALVES_DIFFER, any(a.far != b.near for a, b in pairwise(chain)))


def _star_problems(layout: Layout, rules: RuleSet) -> Problem:
    stones = tuple(layout.stones())
    stars = [stone for stone in stones if stone.is_spinner]
    unstarred = [stone for stone in stones if not stone.is_spinner]
    unstarred_double = any(stone.is_double for stone in unstarred)
    missing = any(stone.up or stone.down for stone in unstarred)
    wrong = second = False
    match rules.spinner:
        case Spinner.NONE:
            wrong = bool(stars)
        case Spinner.FIRST_TILE:
            missing |= bool(stones) and not stars
        case Spinner.FIRST_DOUBLE:
            missing |= unstarred_double and not stars
            wrong = any(not stone.is_double for stone in stars)
        case Spinner.EVERY_DOUBLE:
            missing |= unstarred_double
            wrong = any(not stone.is_double for stone in stars)
    if rules.spinner in (Spinner.FIRST_TILE, Spinner.FIRST_DOUBLE):
        second = len(stars) > 1
        wrong |= len(stars) > sum(stone.is_spinner for stone in layout.line)
    return (
        _flag(Problem.SPINNER_MISSING, missing)
        | _flag(Problem.SPINNER_WRONG, wrong)
        | _flag(Problem.SPINNER_SECOND, second)
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """The start of a round: hands, boneyard in draw order, who leads and whether that is forced.

    Hands and boneyard may be hidden (as one seat sees them). Raises `PositionError` with every
    fault: a hand of the wrong size, a tile twice, missing or outside the set.
    """

    rules: RuleSet
    hands: tuple[Hand, ...]
    boneyard: tuple[Tile, ...] | int
    leader: Seat
    lead_forced: bool = False

    def __post_init__(self) -> None:
        rules = self.rules
        start = Position(rules, Layout(), self.hands, self.boneyard, self.leader)
        found = problems(start)
        found |= _flag(Problem.HAND_SIZE, any(len(hand) != rules.hand_size for hand in self.hands))
        n_dealt = sum(map(len, self.hands)) + start.n_boneyard
        found |= _flag(Problem.TILES_MISSING, n_dealt != rules.n_tiles)
        if found:
            sizes = "/".join(str(len(hand)) for hand in self.hands)
            detail = (
                f"{rules.name} deals {rules.players} hands of {rules.hand_size} from "
                f"{rules.n_tiles} tiles; here hands of {sizes}, boneyard {start.n_boneyard}"
            )
            raise PositionError(found, detail)

    @staticmethod
    def of_tiles(
        rules: RuleSet, tiles: Sequence[Tile], leader: Seat, *, lead_forced: bool = False
    ) -> Deal:
        """Deal `tiles` singly, A first; the rest is the boneyard in that order."""
        n_dealt = rules.players * rules.hand_size
        return Deal(rules, _dealt(rules, tiles), tuple(tiles[n_dealt:]), leader, lead_forced)

    @staticmethod
    def canonical(rules: RuleSet) -> Deal:
        """The deal that counts are compared on: tiles from the highest, A leads anything."""
        return Deal.of_tiles(rules, tuple(TileSet.full(rules.max_pip)), 0)

    @staticmethod
    def shuffled(
        rules: RuleSet, rng: Random, leader: Seat | None = None, *, double: Tile | None = None
    ) -> Deal:
        """A uniformly random deal.

        Args:
            rules: The rule set; its `players` are dealt to.
            rng: The only source of chance.
            leader: Who leads, freely. None: `first_lead` decides (`choice` by lot), and
                `forced_lead` binds whom it chose.
            double: For `next_double`: the holder of this double leads, or of the next lower one
                that was dealt (after 0-0 the highest).
        """
        tiles = list(TileSet.full(rules.max_pip))
        while True:
            rng.shuffle(tiles)
            if leader is not None:
                return Deal.of_tiles(rules, tiles, leader)
            hands = _dealt(rules, tiles)
            seat, wanted = _first_leader(rules, hands, rng, double)
            hand = hands[seat].tiles
            if rules.forced_lead is ForcedLead.REDEAL and not any(t.is_double for t in hand):
                continue
            forced = rules.forced_lead is not ForcedLead.NO
            tile = forced_tile(hand, rules)
            # A forced lead is one bit of the position: it holds only where the hand tells which.
            forced &= tile is not None and (wanted is None or wanted == tile)
            return Deal.of_tiles(rules, tiles, seat, lead_forced=forced)

    def start(self, scores: tuple[int, ...] = ()) -> Position:
        """The first position of the round; `scores` are those before it (default: none yet)."""
        return Position(
            self.rules,
            Layout(),
            self.hands,
            self.boneyard,
            self.leader,
            lead_forced=self.lead_forced,
            scores=scores,
        )


def forced_tile(hand: TileSet, rules: RuleSet) -> Tile | None:
    """The tile that a forced leader must lead from `hand`; None if the lead is free.

    The highest double (the lowest under `first_lead=lowest_double`); without one the heaviest
    tile, unless `forced_lead` is `double` or `redeal`.
    """
    doubles = [tile for tile in hand if tile.is_double]
    if doubles:
        return doubles[-1] if rules.first_lead is FirstLead.LOWEST_DOUBLE else doubles[0]
    if rules.forced_lead in (ForcedLead.DOUBLE, ForcedLead.REDEAL):
        return None
    return heaviest(hand)


def _dealt(rules: RuleSet, tiles: Sequence[Tile]) -> tuple[Hand, ...]:
    """The hands when `tiles` are dealt singly, A first."""
    n_dealt = rules.players * rules.hand_size
    return tuple(Hand.of(tiles[seat : n_dealt : rules.players]) for seat in range(rules.players))


def _first_leader(
    rules: RuleSet, hands: tuple[Hand, ...], rng: Random, double: Tile | None
) -> tuple[Seat, Tile | None]:
    """Who leads by the rule of the first round, and the tile that chose the seat, if one did."""
    holder = {tile: seat for seat, hand in enumerate(hands) for tile in hand.tiles}
    doubles = sorted((tile for tile in holder if tile.is_double), reverse=True)
    chosen: Tile | None = None
    if double is not None:
        lower = [tile for tile in doubles if tile <= double]
        chosen = (lower or doubles or [heaviest(holder)])[0]
    elif rules.first_lead is FirstLead.HIGHEST_DOUBLE:
        chosen = doubles[0] if doubles else heaviest(holder)
    elif rules.first_lead is FirstLead.LOWEST_DOUBLE:
        chosen = doubles[-1] if doubles else heaviest(holder)
    elif rules.first_lead is FirstLead.HEAVIEST_TILE:
        return holder[heaviest(holder)], None
    if chosen is None:
        return rng.randrange(rules.players), None
    return holder[chosen], chosen


@dataclass(frozen=True, slots=True)
class Event:
    """A move that everybody saw; `pips` are the open pips when it was made.

    A draw or a pass tells that the hand had none of them. Another seat's draw hides its tile.
    """

    seat: Seat
    move: Move
    pips: frozenset[Pip]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows of a round: the position as it sees it and every move so far.

    `lead_forced`: the leader had to lead a certain tile, which tells of what nobody holds.
    `lacks`: seats and pips that they are known not to have held just before the first event, for
    who came to the table in the middle of a round.
    """

    seat: Seat
    position: Position
    events: tuple[Event, ...] = ()
    lead_forced: bool = False
    lacks: tuple[tuple[Seat, frozenset[Pip]], ...] = ()


def hidden_from(position: Position, seat: Seat) -> Position:
    """The position as `seat` sees it: other hands and the boneyard are only counted."""
    hands = tuple(
        hand if owner == seat else Hand(hidden=len(hand))
        for owner, hand in enumerate(position.hands)
    )
    return replace(position, hands=hands, boneyard=position.n_boneyard)
