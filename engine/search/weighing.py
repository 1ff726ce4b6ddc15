"""Deals that the plays of others speak for: who can take points mostly does.

`engine.beliefs` tells what the rules make certain; this is a model of players on top of it. Of the
tiles that fit, one that earns a five more is taken to be chosen eight times as often. So in a
deal every play seen has a chance, and the deal weighs as much as their product. A deal tells what a
hand holds, not when each tile came to it: where some came later, the others count in proportion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.layout import Layout
from engine.moves import Draw, Play
from engine.rules import PRESETS
from engine.scoring import points_of_count, score_play
from engine.search.boards import automaton
from engine.search.jit import bit_length, kernel, popcount, twin, warmer
from engine.search.kit import Kit
from engine.search.table import Ints, Table, board_of, boards_after, most_points
from engine.search.worlds import scrambled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.beliefs import Beliefs
    from engine.rules import RuleSet
    from engine.search.worlds import Worlds
    from engine.tiles import Seat

GREED: Final = 3
"""Binary logarithm: a five more makes a tile 8 times as likely to be chosen."""
MOST_FIVES: Final = 12
"""More fives than these make no play likelier: so the sums stay exact."""
OVERSAMPLED: Final = 4
"""Deals weighed for each one taken."""
FACTS: Final = 5
"""Numbers that `pick` reads of a choice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A play that another seat made, where it had a choice.

    Attributes:
        seat: Who made it.
        code: Of the board that it was made on.
        points: What it earned.
        tiles: Mask of those that the seat may have held then beside it.
        since: Mask of the tiles that the seat has played since, and held then.
        late: Mask of the tiles that it cannot have held then.
        held: How many of the tiles that it holds now it held then.
    """

    seat: Seat
    code: int
    points: int
    tiles: int
    since: int
    late: int
    held: int


def likely(beliefs: Beliefs, n: int, seed: int) -> Worlds:
    """`n` deals that agree with a view, each as often as the choices of others make it likely.

    The same seed gives the same deals with and without numba; some come more than once.
    """
    seen = choices(beliefs)
    if not seen:
        return beliefs.sample(n, seed)
    worlds = beliefs.sample(OVERSAMPLED * n, seed)
    kit = Kit(beliefs.view.position.rules, earn)
    return worlds.only(_picked(kit, seen, worlds.hands, n, scrambled(seed)))


def _picked(kit: Kit, seen: Sequence[Choice], hands: Any, n: int, start: int) -> Ints:  # noqa: ANN401 - numba's or numpy's own
    """The numbers of `n` worlds among `hands`; `start` are 32 bits of chance."""
    codes = kit.ints([choice.code for choice in seen], wide=True)
    tiles = kit.ints([choice.tiles for choice in seen], wide=True)
    end = len(seen)
    most = kit.zeros(end * kit.rules.n_tiles)
    kit.run(lambda table, at: kit.kernel(table, codes, tiles, at, end, most), 0, end)
    worth = [_worth(int(points), kit.rules) for points in most]
    facts = [
        fact
        for number, choice in enumerate(seen)
        for fact in _facts(choice, worth[number * kit.rules.n_tiles :], kit.rules)
    ]
    masks = kit.ints(hands, wide=True)
    picked = kit.zeros(n, wide=True)
    (twin(pick) if kit.compiled else pick)(
        kit.ints(facts, wide=True),
        kit.ints(worth, wide=True),
        masks,
        start,
        _room(len(masks) // kit.rules.players, compiled=kit.compiled),
        picked,
    )
    return picked


def choices(beliefs: Beliefs) -> list[Choice]:
    """The plays that others chose; none where the events do not begin with the lead."""
    view = beliefs.view
    rules = view.position.rules
    found: list[Choice] = []
    if not beliefs.history.is_whole:
        return found
    layout = Layout()
    forced = view.lead_forced
    for ply, event in enumerate(view.events):
        if isinstance(event.move, Play):
            after = layout.placed(event.move.tile, event.move.arm, rules)
            if event.seat != view.seat and not forced:
                found.append(_choice(beliefs, ply, layout, after))
            layout = after
        # Who had to draw plays the tile that came last.
        forced = isinstance(event.move, Draw) and not rules.voluntary_draw
    return found


def _choice(beliefs: Beliefs, ply: int, layout: Layout, after: Layout) -> Choice:
    """What the play of ply `ply` tells, which led from one layout to another."""
    position = beliefs.view.position
    seat = beliefs.view.events[ply].seat
    history = beliefs.history.seats[seat]
    lacks = [lack for lack in history.lacks if lack.ply > ply]
    late = since = 0
    for lack in lacks:
        late |= lack.mask
    n_later = sum(arrival > ply for arrival in history.arrivals)
    for shown in history.shown:
        if shown.until is not None and shown.until > ply:
            bit = 1 << shown.tile.index
            if any(lack.mask & bit for lack in lacks if lack.ply < shown.until):
                n_later -= 1
            else:
                since |= bit
    return Choice(
        seat,
        automaton(position.rules).code(layout),
        score_play(after, position.rules),
        (position.unseen | position.hands[seat].tiles).mask | since,
        since,
        late & (1 << position.rules.n_tiles) - 1,
        max(len(position.hands[seat]) - max(n_later, 0), 0),
    )


def _worth(points: int, rules: RuleSet) -> int:
    """How often a tile that earns so many points is chosen, beside others; 0 if it does not fit."""
    if points < 0:
        return 0
    five = points_of_count(rules.multiples[0], rules) if rules.multiples else 1
    return 1 << GREED * min(points // five, MOST_FIVES)


def _facts(choice: Choice, worth: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    """A choice as `pick` reads it."""
    own = _worth(choice.points, rules)
    since = sum(worth[index] for index in range(rules.n_tiles) if choice.since >> index & 1)
    return choice.seat, own, own + since, choice.late, choice.held


def _room(n: int, *, compiled: bool) -> Any:  # noqa: ANN401 - list or array
    if not compiled:
        return [0.0] * n
    import numpy as np  # noqa: PLC0415 - not needed in plain Python

    return np.zeros(n)


@kernel
def earn(table: Table, codes: Ints, tiles: Ints, begin: int, end: int, most: Ints) -> int:
    """By board and tile of its mask in `tiles`, the most that it earns there; else -1."""
    n_tiles = table.n_tiles
    for number in range(begin, end):
        if table.size[0] >= len(table.code):
            return number
        board = board_of(table, codes[number])
        fitting = table.playable[board] & tiles[number]
        for tile in range(n_tiles):
            most[number * n_tiles + tile] = -1
            if (fitting >> tile) & 1:
                found = boards_after(table, board, tile)
                if not found:
                    return number
                most[number * n_tiles + tile] = most_points(table, found)
    return end


@kernel
def pick(
    facts: Ints,
    worth: Ints,
    hands: Ints,
    start: int,
    weights: Any,  # noqa: ANN401 - list or array
    picked: Ints,
) -> None:
    """Fill `picked` with numbers of worlds, in order, each as often as it weighs.

    Args:
        facts: By choice five numbers, see `_facts`.
        worth: By choice and tile, how often the tile is chosen, beside others.
        hands: By world and seat.
        start: 32 bits of chance.
        weights: Room, by world.
        picked: Filled.
    """
    n_choices = len(facts) // FACTS
    n_tiles = len(worth) // n_choices
    players = len(hands) // len(weights)
    total = 0.0
    for world in range(len(weights)):
        weight = 1.0
        for choice in range(n_choices):
            fact = choice * FACTS
            hand = hands[world * players + facts[fact]] & ~facts[fact + 3]
            n = popcount(hand)
            others = 0
            while hand:
                others += worth[choice * n_tiles + bit_length(hand & -hand) - 1]
                hand &= hand - 1
            rest = others * min(n, facts[fact + 4]) / max(n, 1)
            weight *= facts[fact + 1] / (facts[fact + 2] + rest)
        weights[world] = weight
        total += weight
    world = 0
    so_far = weights[0]
    step = total / len(picked)
    at = step * start / (1 << 32)
    for number in range(len(picked)):
        # Sums of fractions may fall short of their total by a little.
        while so_far <= at and world < len(weights) - 1:
            world += 1
            so_far += weights[world]
        picked[number] = world
        at += step


@warmer
def _warm() -> None:
    """Compile for what `likely` calls with."""
    kit = Kit(PRESETS["all_fives"], earn)
    _picked(kit, [Choice(1, 0, 0, 3, 0, 0, 1)], [1, 2], 1, 0)
