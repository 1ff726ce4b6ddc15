"""Candidates for exercises: for each skill a question by chance, harder with `level` 1 to 3.

A candidate may turn out to ask nothing (None) or to tell no wrong models apart; `engine.teaching.
items` keeps the good ones.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.layout import Layout, places
from engine.moves import Draw, Pass, Play
from engine.options import Spinner
from engine.play import can_play, points_of
from engine.position import Deal, Hand, Position, hidden_from
from engine.scoring import count
from engine.teaching.answers import distinct_plays, most_points, partner_replies
from engine.teaching.boards import moments, random_table, small_deal, watched, ways, with_hand
from engine.teaching.endgame import values
from engine.teaching.judging import heaviest_first, leaves_nothing, replies
from engine.teaching.mind import Mind
from engine.teaching.misconceptions import Mistake
from engine.teaching.questions import Ask, Question
from engine.teaching.skills import Skill
from engine.tiles import Tile, TileSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from engine.position import Event
    from engine.rules import RuleSet

MIN_CHOICES: Final = 4
"""A question to choose from has at least so many answers."""
GAP: Final = 5
"""A best play is best by so many points, or it is no exercise."""
_RIGHT: Final = Mind()
_BARE: Final = Layout()


def _happens(rng: Random, chance: float) -> bool:
    return rng.random() < chance


def _tiles(rules: RuleSet, layout: Layout = _BARE) -> list[Tile]:
    return list(TileSet.full(rules.max_pip) - layout.tiles)


def _set(rules: RuleSet, rng: Random, level: int) -> Question:
    shown = rng.sample(_tiles(rules), rng.randint(3 + 3 * level, 5 + 4 * level))
    pips = tuple(sorted(rng.sample(range(rules.max_pip + 1), rng.choice((1, 2)))))
    return Question(Ask.HOLDING, watched(Layout(), rules), tray=TileSet.of(shown), pips=pips)


def _match(rules: RuleSet, rng: Random, level: int) -> Question:
    layout = random_table(rules, rng, rng.randint(1 + level, 3 + 2 * level))
    hand = rng.sample(_tiles(rules, layout), 6)
    position = with_hand(layout, rules, hand, rules.n_tiles - len(layout.tiles) - 2 * len(hand))
    if _happens(rng, 0.4):
        return Question(Ask.PLAYABLE, position)
    several = [tile for tile in hand if len(_RIGHT.fits(tile, layout, rules)) > 1]
    tile = rng.choice(several if several and _happens(rng, 0.7) else hand)
    return Question(Ask.WHERE, position, tile=tile)


def _count(rules: RuleSet, rng: Random, level: int) -> Question:
    n = rng.randint(2, 2 + 2 * level)
    layout = random_table(rules, rng, n, doubles=0.6)
    return Question(Ask.COUNT, watched(layout, rules))


def _fives(rules: RuleSet, rng: Random, level: int) -> Question:
    if _happens(rng, 0.5):
        tray = rng.sample(_tiles(rules), 5)
        blank = Tile.of(0, 0)
        if _happens(rng, 0.6) and blank not in tray:
            tray.append(blank)
        return Question(Ask.LEADS, watched(Layout(), rules), tray=TileSet.of(tray))
    return _points(rules, rng, level)


def _points(rules: RuleSet, rng: Random, level: int) -> Question:
    """Counts that are and are not multiples of five, half and half."""
    five = _happens(rng, 0.6)
    while True:
        layout = random_table(rules, rng, rng.randint(2, 3 + 2 * level), doubles=0.5)
        total = count(layout, rules)
        if (total % 5 == 0) == five and total:
            return Question(Ask.POINTS, watched(layout, rules))


def _spinner(rules: RuleSet, rng: Random, level: int) -> Question:
    lead = None
    if rules.spinner is Spinner.FIRST_TILE and _happens(rng, 0.7):
        pip = rng.randint(1, rules.max_pip)
        lead = Tile.of(pip, pip)
    n = rng.randint(1 + level, 3 + level)
    layout = random_table(rules, rng, n, doubles=0.2 if lead else 0.5, lead=lead)
    ask = Ask.PLACES if _happens(rng, 0.4) else Ask.COUNT
    return Question(ask, watched(layout, rules))


def _change(rules: RuleSet, rng: Random, level: int) -> Question | None:
    layout = random_table(rules, rng, rng.randint(2, 2 + 2 * level), doubles=0.4)
    found = ways(layout, rules, _tiles(rules, layout))
    if not found:
        return None
    doubles = [way for way in found if way[0].is_double]
    tile, arm = rng.choice(doubles if doubles and _happens(rng, 0.3) else found)
    return Question(Ask.CHANGE, watched(layout, rules), tile=tile, arm=arm)


def _remainder(rules: RuleSet, rng: Random, level: int) -> Question:
    layout = random_table(rules, rng, rng.randint(2, 3 + 2 * level))
    place = rng.choice(places(layout, rules))
    tray = [tile for tile in _tiles(rules, layout) if place.takes(tile)]
    return Question(Ask.SCORING, watched(layout, rules), tray=TileSet.of(tray), arm=place.arm)


def _drawing(rules: RuleSet, rng: Random, level: int) -> Question:
    layout = random_table(rules, rng, rng.randint(2, 3 + level))
    left = _tiles(rules, layout)
    where = places(layout, rules)
    idle = [tile for tile in left if not any(place.takes(tile) for place in where)]
    if _happens(rng, 0.4):
        hand = rng.sample(idle, min(len(idle), 3))
        passes = 0 if _happens(rng, 0.8) else 1
        return Question(Ask.NEXT, replace(with_hand(layout, rules, hand, 0), passes=passes))
    stuck = _happens(rng, 0.5) and len(idle) > level + 1
    hand = rng.sample(idle if stuck else left, 2 + level)
    boneyard = 0 if _happens(rng, 0.2) else rng.randint(1, 6)
    ask = Ask.LEGAL if _happens(rng, 0.7) else Ask.NEXT
    return Question(ask, with_hand(layout, rules, hand, boneyard))


def _closing(rules: RuleSet, rng: Random, level: int) -> Question:
    """A round that is over: somebody out, or nobody able to move."""
    rules = rules.with_options(players=rng.choice((2, 3, 3)))
    layout = random_table(rules, rng, rng.randint(5, 8))
    where = places(layout, rules)
    idle = [t for t in _tiles(rules, layout) if not any(place.takes(t) for place in where)]
    blocked = _happens(rng, 0.6) and len(idle) >= rules.players
    left = idle if blocked else _tiles(rules, layout)
    rng.shuffle(left)
    most = max(1, min(level + 1, len(left) // rules.players))
    hands = []
    for _ in range(rules.players):
        size = rng.randint(1, most)
        hands.append(Hand.of(left[:size]))
        left = left[size:]
    turn = rng.randrange(rules.players)
    if not blocked:
        hands[(turn - 1) % rules.players] = Hand()
    passes = rules.players if blocked else 0
    return Question(Ask.AWARD, Position(rules, layout, tuple(hands), (), turn, passes=passes))


def _left(rules: RuleSet, rng: Random, level: int) -> Question | None:
    layout = random_table(rules, rng, rng.randint(4 + level, 7 + 2 * level))
    hand = rng.sample(_tiles(rules, layout), rng.randint(3, 5))
    n_left = rules.n_tiles - len(layout.tiles) - 2 * len(hand)
    position = with_hand(layout, rules, hand, n_left)
    if _happens(rng, 0.5):
        # A suit in the hand whose double and blank lie open: only the hand itself can mislead.
        pips = [
            pip
            for pip in range(rules.max_pip + 1)
            if any(tile.has(pip) for tile in hand)
            and not {Tile.of(pip, pip), Tile.of(pip, 0)} & set(position.unseen)
        ]
        return Question(Ask.UNSEEN, position, pips=(rng.choice(pips),)) if pips else None
    question = Question(Ask.CHANCE, position, pips=(rng.randint(0, rules.max_pip),))
    return question if 0 < question.odds[0] <= MIN_CHOICES else None


def _infer(rules: RuleSet, rng: Random, level: int) -> Question | None:
    found = [
        (position, heard)
        for position, told in moments(Deal.shuffled(rules, rng, 1).start(), rng)
        if position.turn == 0 and _is_plain(told, 1) and (heard := _tell_tale(told, 1))
    ]
    if not found:
        return None
    renewed = [moment for moment in found if _is_renewed(moment[1])]
    position, told = rng.choice(renewed if renewed and _happens(rng, 0.7) else found)
    position = hidden_from(position, 0)
    tray = rng.sample(list(position.unseen), min(len(position.unseen), 5 + level))
    if len(tray) < MIN_CHOICES:
        return None
    return Question(Ask.CANNOT, position, tray=TileSet.of(tray), told=told)


def _is_renewed(told: tuple[Event, ...]) -> bool:
    """Whether seat 1 has drawn so that older news of its hand is out of date."""
    stubborn = Mind(frozenset({Mistake.KEEPS_OLD}))
    return stubborn.ruled_out(told, 1) != _RIGHT.ruled_out(told, 1)


def _is_plain(told: Iterable[Event], seat: int) -> bool:
    """Whether no play of the seat gives away which of its tiles were drawn when.

    A play that the older tiles cannot have made would: then more is known than draws and passes
    tell, and the exercise would be about something else.
    """
    lacks: frozenset[int] = frozenset()
    drew = False
    for event in told:
        if event.seat != seat:
            continue
        if isinstance(event.move, Play):
            tile = event.move.tile
            if not drew and any(tile.has(pip) for pip in lacks):
                return False
            drew = False
        else:
            lacks |= event.pips
            drew = isinstance(event.move, Draw)
    return True


def _tell_tale(told: Iterable[Event], seat: int) -> tuple[Event, ...]:
    """The draws and passes of a seat, and the plays right after its draws: what tells something."""
    kept: list[Event] = []
    for event in told:
        if event.seat != seat:
            continue
        drew = bool(kept) and isinstance(kept[-1].move, Draw)
        if isinstance(event.move, Draw | Pass) or drew:
            kept.append(event)
    return tuple(kept)


def _safe(rules: RuleSet, rng: Random, _level: int) -> Question | None:
    for position, _ in moments(Deal.shuffled(rules, rng, 0).start(), rng):
        if not position.layout.line or position.turn or not len(position.hand) > 1:
            continue
        plays = distinct_plays(position)
        seen = hidden_from(position, 0)
        if len(plays) >= MIN_CHOICES and _is_alone(
            [-len(replies(seen, play, _RIGHT)) for play in plays]
        ):
            return Question(Ask.SAFEST, seen)
    return None


def _is_alone(worth: Sequence[int], gap: int = 1) -> bool:
    """Whether the best is ahead of the next by `gap`."""
    best, second = sorted(worth, reverse=True)[:2]
    return best - second >= gap


def _block(rules: RuleSet, rng: Random, level: int) -> Question | None:
    for position in _endings(rules, rng, 4 + level):
        plays = distinct_plays(position)
        if len(plays) >= MIN_CHOICES:
            shut = [play for play in plays if leaves_nothing(position, play)]
            line = [p for p in plays if leaves_nothing(position, p, line_only=True)]
            if len(shut) == 1 and (line[0] != shut[0] or _happens(rng, 0.3)):
                return Question(Ask.BLOCKING, position)
    return None


def _endings(rules: RuleSet, rng: Random, each: int) -> Iterable[Position]:
    """Late positions with every tile seen, A in turn with more than one tile."""
    for position, _ in moments(small_deal(rules, rng, each), rng, careful=0.2):
        others = sum(map(len, position.hands))
        if not position.turn and position.layout.line and len(position.hand) > 1 and others:
            yield position


def _exact(rules: RuleSet, rng: Random, level: int) -> Question | None:
    for position in _endings(rules, rng, 3 + level):
        if sum(map(len, position.hands)) > 5 + level or not can_play(position):
            continue
        plays = distinct_plays(position)
        if len(plays) >= MIN_CHOICES:
            worth = values(position)
            if _is_alone([worth[play] for play in plays], GAP):
                return Question(Ask.BEST, position)
    return None


def _partner(rules: RuleSet, rng: Random, _level: int) -> Question | None:
    deal = Deal.shuffled(rules, rng, rng.randrange(rules.players))
    for position, told in moments(deal.start(), rng):
        seat = (position.turn + 1) % rules.players
        heard = _tell_tale(told, seat)
        if (
            not heard
            or not _is_plain(told, seat)
            or not position.layout.line
            or len(position.hand) == 1
        ):
            continue
        plays = distinct_plays(position)
        if len(plays) < MIN_CHOICES:
            continue
        question = Question(Ask.PARTNER, hidden_from(position, position.turn), told=heard)
        most = max(points_of(position, play) for play in plays)
        top = [play for play in plays if points_of(position, play) == most]
        if len(top) > 1 and _tempts(question, plays, top):
            return question
    return None


def _tempts(question: Question, plays: Sequence[Play], top: Sequence[Play]) -> bool:
    """Whether one of `top` is best for the partner, and neither greed nor weight leads there.

    What they lead to differs too, or nobody could tell who follows which.
    """
    worth = [len(partner_replies(question, play)) for play in top]
    best = top[worth.index(max(worth))]
    light = most_points(question.position, plays)
    heavy = heaviest_first(plays)[0]
    return _is_alone(worth) and best != light != heavy != best


def _draw_game(rules: RuleSet, rng: Random, level: int) -> Question:
    if _happens(rng, 0.3):
        while True:
            layout = random_table(rules, rng, rng.randint(1, 4))
            # Tens: whoever takes only them for fives is caught as well.
            total = count(layout, rules)
            if total and total % 10 == 0:
                return Question(Ask.POINTS, watched(layout, rules))
    if _happens(rng, 0.4):
        hand = rng.sample(_tiles(rules), rules.hand_size)
        position = with_hand(Layout(), rules, hand, rules.n_tiles - 2 * len(hand))
        return Question(Ask.LEAD, replace(position, lead_forced=True))
    return _closing(rules, rng, level)


CANDIDATES: Final[Mapping[Skill, Callable[[RuleSet, Random, int], Question | None]]] = (
    MappingProxyType(
        {
            Skill.SET: _set,
            Skill.MATCH: _match,
            Skill.COUNT: _count,
            Skill.FIVES: _fives,
            Skill.SPINNER: _spinner,
            Skill.CHANGE: _change,
            Skill.REMAINDER: _remainder,
            Skill.DRAWING: _drawing,
            Skill.CLOSING: _closing,
            Skill.LEFT: _left,
            Skill.INFER: _infer,
            Skill.SAFE: _safe,
            Skill.BLOCK: _block,
            Skill.EXACT: _exact,
            Skill.PARTNER: _partner,
            Skill.DRAW_GAME: _draw_game,
        }
    )
)
"""A question by chance for each skill, under the rules of its items."""
