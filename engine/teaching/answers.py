"""The answers of whoever believes the rules, or a wrong model of them.

An answer is never stored: it is worked out from the position by the engine, through the eyes of a
`Mind` that is right or wrong.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from engine.errors import PositionError
from engine.layout import LEFT, RIGHT, Layout
from engine.moves import Play
from engine.notation import format_layout
from engine.play import apply_legal, legal_moves, points_of
from engine.position import Problem, forced_tile
from engine.scoring import count
from engine.teaching.boards import canonical
from engine.teaching.endgame import values
from engine.teaching.judging import greedy, heaviest_first, leaves_nothing, one_ply, replies
from engine.teaching.mind import Mind
from engine.teaching.misconceptions import NONE, Mistake, applies
from engine.teaching.questions import CONSULTS, Answer, Ask, Form
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from engine.layout import Arm
    from engine.position import Position
    from engine.rules import RuleSet
    from engine.teaching.questions import Question
    from engine.tiles import Tile

_M = Mistake
_T = TypeVar("_T")
_RIGHT: Final = Mind()

TYPED_ANSWERS: Final = 20
"""How many answers a typed number is taken to have: a guess is right once in twenty."""


def answer(question: Question, mistakes: frozenset[Mistake] = NONE) -> Answer:
    """The right answer; with `mistakes`, what somebody who holds these wrong models says."""
    held = frozenset(
        mistake for mistake in mistakes & CONSULTS[question.ask] if applies(mistake, question.rules)
    )
    return _ANSWERS[question.ask](question, Mind(held))


def distinct_plays(position: Position) -> tuple[Play, ...]:
    """The legal plays, one of those that lead to the same table but for how it is turned."""
    return tuple(_by_table(position))


def same_play(question: Question, token: str) -> str | None:
    """The option that a play stands for: itself, or one to the same table but for a turn.

    None if `token` is no legal play.
    """
    for option, alike in _by_table(question.position).items():
        if token in map(str, alike):
            return str(option)
    return None


def _by_table(position: Position) -> dict[Play, list[Play]]:
    """The legal plays by the first one to the same table."""
    found: dict[str, list[Play]] = {}
    for move in legal_moves(position):
        if isinstance(move, Play):
            after = position.layout.placed(move.tile, move.arm, position.rules)
            found.setdefault(format_layout(canonical(after)), []).append(move)
    return {alike[0]: alike for alike in found.values()}


def n_answers(question: Question) -> int:
    """How many answers somebody may give who only guesses."""
    if question.form is Form.NUMBER:
        return TYPED_ANSWERS
    n = len(options(question))
    several = question.form in (Form.TILES, Form.PLACES, Form.MOVES)
    return 2**n if several else n


def options(question: Question) -> tuple[str, ...]:
    """The tokens to choose from, in a fixed order; none for a number."""
    return tuple(map(str, _OPTIONS.get(question.ask, _no_options)(question)))


def _no_options(_question: Question) -> Iterable[object]:
    return ()


def table_arms(layout: Layout, rules: RuleSet) -> tuple[Arm, ...]:
    """Both ends of the line and the sides of every spinner, open or not."""
    sides = [arm for spun in layout.spinners(rules) for arm, _ in spun.side_arms]
    return (LEFT, RIGHT, *sorted(sides, key=lambda arm: arm.order))


def _percents(good: int, unseen: int, held: int) -> tuple[str, ...]:
    """The chance as everybody named would have it, and enough others to make a choice."""
    minds = (Mind(), *(Mind(frozenset({mistake})) for mistake in CONSULTS[Ask.CHANCE]))
    found = {mind.chance(good, unseen, held) for mind in minds}
    for filler in (round(100 * good / unseen), 100 - min(found), 50, 25, 75, 10):
        if len(found) < _N_PERCENTS:
            found.add(filler)
    return tuple(map(str, sorted(found)))


_N_PERCENTS: Final = 5


def _tokens(things: Iterable[object]) -> frozenset[str]:
    return frozenset(map(str, things))


def _given(value: _T | None) -> _T:
    """A part of the question that this `Ask` needs."""
    if value is None:
        raise PositionError(Problem(0), "the question lacks its tile or arm")
    return value


_OPTIONS: Final[Mapping[Ask, Callable[[Question], Iterable[object]]]] = MappingProxyType(
    {
        Ask.MISSING: lambda question: TileSet.full(question.rules.max_pip),
        **dict.fromkeys(
            (Ask.PLAYABLE, Ask.LEAD, Ask.SCORES), lambda question: question.position.hand.tiles
        ),
        **dict.fromkeys((Ask.LEADS, Ask.SCORING, Ask.CANNOT), lambda question: question.tray),
        **dict.fromkeys(
            (Ask.WHERE, Ask.PLACES), lambda question: table_arms(question.layout, question.rules)
        ),
        Ask.LEGAL: lambda question: (*question.position.hand.tiles, "+", "-"),
        Ask.NEXT: lambda _question: ("play", "draw", "pass", "blocked"),
        Ask.CHANCE: lambda question: _percents(*question.odds),
        **dict.fromkeys(
            (Ask.SAFEST, Ask.BLOCKING, Ask.BEST, Ask.PARTNER),
            lambda question: distinct_plays(question.position),
        ),
    }
)


# One function an Ask: the position through the eyes of a mind.


def _missing(question: Question, _mind: Mind) -> Answer:
    (tile,) = TileSet.full(question.rules.max_pip) - question.tray
    return str(tile)


def _holding(question: Question, mind: Mind) -> Answer:
    hidden = TileSet.full(question.rules.max_pip) - question.tray
    return mind.holding(hidden, question.pips)


def _playable(question: Question, mind: Mind) -> Answer:
    tiles = question.position.hand.tiles
    return _tokens(t for t in tiles if mind.plays(t, question.layout, question.rules))


def _where(question: Question, mind: Mind) -> Answer:
    return _tokens(mind.fits(_given(question.tile), question.layout, question.rules))


def _places(question: Question, mind: Mind) -> Answer:
    return _tokens(place.arm for place in mind.places(question.layout, question.rules))


def _count(question: Question, mind: Mind) -> Answer:
    return mind.count(question.layout, question.rules)


def _leads(question: Question, mind: Mind) -> Answer:
    rules = question.rules
    return _tokens(
        tile
        for tile in question.tray
        if mind.scores(mind.count(Layout().placed(tile, None, rules), rules), rules)
    )


def _points(question: Question, mind: Mind) -> Answer:
    return mind.points(count(question.layout, question.rules), question.rules)


def _change(question: Question, mind: Mind) -> Answer:
    change = mind.change(
        question.layout, question.rules, _given(question.tile), _given(question.arm)
    )
    return count(question.layout, question.rules) + change


def _scoring(question: Question, mind: Mind) -> Answer:
    layout, rules, arm = question.layout, question.rules, _given(question.arm)
    now = count(layout, rules)
    return _tokens(
        tile
        for tile in question.tray
        if mind.completes(now, mind.change(layout, rules, tile, arm), rules)
    )


def _legal(question: Question, mind: Mind) -> Answer:
    return mind.may_do(question.position)


def _next(question: Question, mind: Mind) -> Answer:
    may = mind.may_do(question.position)
    if may - {"+", "-"}:
        return "play"
    if "+" in may:
        return "draw"
    position = question.position
    over = position.passes + 1 >= question.rules.players
    return "blocked" if over or mind.has(_M.EARLY_BLOCK) else "pass"


def _award(question: Question, mind: Mind) -> Answer:
    return mind.award(question.position)


def _last(question: Question, mind: Mind) -> Answer:
    after = apply_legal(question.position, Play(_given(question.tile), question.arm))
    return mind.points(count(after.layout, after.rules), after.rules) + mind.award(after)


def _unseen(question: Question, mind: Mind) -> Answer:
    return mind.holding(mind.unseen(question.position), question.pips)


def _chance(question: Question, mind: Mind) -> Answer:
    return str(mind.chance(*question.odds))


def _cannot(question: Question, mind: Mind) -> Answer:
    seat = (question.position.turn + 1) % question.rules.players
    pips = mind.ruled_out(question.told, seat)
    return _tokens(tile for tile in question.tray if any(tile.has(pip) for pip in pips))


def _choose(question: Question, mind: Mind, best: Callable[[Sequence[Play]], Play]) -> Answer:
    """The play that `best` finds, or the one that an urge takes without looking."""
    plays = distinct_plays(question.position)
    if mind.has(_M.GREEDY):
        return str(most_points(question.position, plays, heavy=mind.has(_M.HEAVY)))
    return str(heaviest_first(plays)[0] if mind.has(_M.HEAVY) else best(plays))


def most_points(position: Position, plays: Sequence[Play], *, heavy: bool = False) -> Play:
    """What greed takes; of equal ones the lightest, or the heaviest if that is an urge as well."""
    by_weight = heaviest_first(plays)
    return greedy(position, by_weight if heavy else by_weight[::-1])


def _safest(question: Question, mind: Mind) -> Answer:
    position = question.position
    return _choose(
        question,
        mind,
        lambda plays: min(plays, key=lambda play: len(replies(position, play, mind))),
    )


def _blocking(question: Question, mind: Mind) -> Answer:
    position, line_only = question.position, mind.has(_M.LINE_ONLY)

    def first(plays: Sequence[Play]) -> Play:
        shut = (p for p in plays if leaves_nothing(position, p, line_only=line_only))
        return next(shut, plays[0])

    return _choose(question, mind, first)


def _best(question: Question, mind: Mind) -> Answer:
    position = question.position

    def first(plays: Sequence[Play]) -> Play:
        if mind.has(_M.ONE_PLY):
            return max(plays, key=lambda play: one_ply(position, play))
        worth = values(position)
        return max(plays, key=worth.__getitem__)

    return _choose(question, mind, first)


def _partner(question: Question, mind: Mind) -> Answer:
    position = question.position

    def first(plays: Sequence[Play]) -> Play:
        most = max(points_of(position, play) for play in plays)
        top = [play for play in plays if points_of(position, play) == most]
        if mind.has(_M.SHUTS_PARTNER):
            return min(top, key=lambda play: len(replies(position, play, mind)))
        return max(top, key=lambda play: len(partner_replies(question, play, mind)))

    return _choose(question, mind, first)


def partner_replies(question: Question, play: Play, mind: Mind = _RIGHT) -> TileSet:
    """The unseen tiles that would score after `play` and that the next seat cannot hold."""
    position = question.position
    found = replies(position, play, mind)
    if mind.has(_M.ALL_REPLIES):
        return found
    seat = (position.turn + 1) % position.rules.players
    pips = mind.ruled_out(question.told, seat)
    return TileSet.of(tile for tile in found if any(tile.has(pip) for pip in pips))


def _lead(question: Question, mind: Mind) -> Answer:
    tiles = question.position.hand.tiles
    return str(forced_tile(tiles, mind.rules(question.rules)) or "")


def _scores(question: Question, mind: Mind) -> Answer:
    layout, rules = question.layout, question.rules

    def scores(tile: Tile) -> bool:
        arms = mind.fits(tile, layout, rules)
        after = (layout.placed(tile, arm, rules) for arm in arms)
        return any(mind.scores(mind.count(table, rules), rules) for table in after)

    return _tokens(tile for tile in question.position.hand.tiles if scores(tile))


_ANSWERS: Final[Mapping[Ask, Callable[[Question, Mind], Answer]]] = MappingProxyType(
    {
        Ask.MISSING: _missing,
        Ask.HOLDING: _holding,
        Ask.PLAYABLE: _playable,
        Ask.WHERE: _where,
        Ask.PLACES: _places,
        Ask.COUNT: _count,
        Ask.LEADS: _leads,
        Ask.POINTS: _points,
        Ask.CHANGE: _change,
        Ask.SCORING: _scoring,
        Ask.LEGAL: _legal,
        Ask.NEXT: _next,
        Ask.AWARD: _award,
        Ask.LAST: _last,
        Ask.UNSEEN: _unseen,
        Ask.CHANCE: _chance,
        Ask.CANNOT: _cannot,
        Ask.SAFEST: _safest,
        Ask.BLOCKING: _blocking,
        Ask.BEST: _best,
        Ask.PARTNER: _partner,
        Ask.LEAD: _lead,
        Ask.SCORES: _scores,
    }
)


def is_clear(question: Question) -> bool:
    """Whether one answer is right: where a best play is asked, no other is as good."""
    position = question.position
    plays = distinct_plays(position) if question.form is Form.PLAY else ()
    match question.ask:
        case Ask.SAFEST:
            worth = [-len(replies(position, play, _RIGHT)) for play in plays]
        case Ask.BLOCKING:
            worth = [int(leaves_nothing(position, play)) for play in plays]
        case Ask.BEST:
            worth = [values(position)[play] for play in plays]
        case Ask.PARTNER:
            most = max(points_of(position, play) for play in plays)
            top = [play for play in plays if points_of(position, play) == most]
            worth = [len(partner_replies(question, play)) for play in top]
        case _:
            return True
    return worth.count(max(worth, default=0)) == 1
