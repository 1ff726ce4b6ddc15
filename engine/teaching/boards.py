"""Tables and rounds by chance for exercises, and one drawing for tables that differ by a turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.layout import Layout, places
from engine.moves import Draw, Play
from engine.notation import format_layout
from engine.play import apply_legal, ending, legal_moves, open_pips
from engine.position import Event, Hand, Position
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from engine.layout import Arm
    from engine.moves import Move
    from engine.rules import RuleSet
    from engine.tiles import Tile


def canonical(layout: Layout) -> Layout:
    """One of the tables that are the same but for a turn or a mirror."""
    swapped = Layout(tuple(replace(s, up=s.down, down=s.up) for s in layout.line))
    return min(
        (layout, layout.mirrored(), swapped, swapped.mirrored()),
        key=format_layout,
    )


def random_table(
    rules: RuleSet, rng: Random, n: int, *, doubles: float = 0.3, lead: Tile | None = None
) -> Layout:
    """A table of up to `n` tiles laid by chance.

    `doubles` is how often a double is preferred, `lead` the first tile if it is not by chance.
    """
    layout = Layout()
    left = list(TileSet.full(rules.max_pip))
    if lead is not None:
        layout = layout.placed(lead, None, rules)
        left.remove(lead)
    while len(layout.tiles) < n:
        moves = ways(layout, rules, left)
        if not moves:
            break
        preferred = [way for way in moves if way[0].is_double]
        tile, arm = rng.choice(preferred if preferred and rng.random() < doubles else moves)
        layout = layout.placed(tile, arm, rules)
        left.remove(tile)
    return layout


def ways(layout: Layout, rules: RuleSet, tiles: Iterable[Tile]) -> list[tuple[Tile, Arm | None]]:
    """Every tile with every place that takes it."""
    if not layout.line:
        return [(tile, None) for tile in tiles]
    where = places(layout, rules)
    return [(tile, place.arm) for tile in tiles for place in where if place.takes(tile)]


def watched(layout: Layout, rules: RuleSet) -> Position:
    """The table as a bystander sees it, with tiles in hands and boneyard as a round has them."""
    n_table = len(layout.tiles)
    players = rules.players
    each = max(1, rules.hand_size - -(-n_table // players))
    left = rules.n_tiles - n_table - players * each
    return Position(rules, layout, (Hand(hidden=each),) * players, max(0, left), 0)


def with_hand(layout: Layout, rules: RuleSet, hand: Iterable[Tile], boneyard: int) -> Position:
    """The table with the hand of A seen and as many tiles hidden with each of the others."""
    own = Hand.of(hand)
    others = (Hand(hidden=len(own)),) * (rules.players - 1)
    return Position(rules, layout, (own, *others), boneyard, 0)


def moments(
    position: Position, rng: Random, *, careful: float = 0.5
) -> Iterator[tuple[Position, tuple[Event, ...]]]:
    """Every position of the rest of a round played by chance, with the moves since `position`.

    What was drawn is not told.
    `careful` is how often a scoring play is preferred, so that the tables look like played ones.
    """
    told: list[Event] = []
    while ending(position) is None:
        yield position, tuple(told)
        moves = legal_moves(position)
        move = _chosen(position, moves, rng, careful)
        shown = Draw() if isinstance(move, Draw) else move
        told.append(Event(position.turn, shown, open_pips(position.layout, position.rules)))
        position = apply_legal(position, move)
    yield position, tuple(told)


def _chosen(position: Position, moves: tuple[Move, ...], rng: Random, careful: float) -> Move:
    if rng.random() < careful:
        gains = [move for move in moves if _gains(position, move)]
        if gains:
            return rng.choice(gains)
    return rng.choice(moves)


def _gains(position: Position, move: Move) -> bool:
    return isinstance(move, Play) and apply_legal(position, move).scores != position.scores


def small_deal(rules: RuleSet, rng: Random, each: int) -> Position:
    """A round of `each` tiles a hand and no boneyard, the other tiles out of play."""
    tiles = rng.sample(list(TileSet.full(rules.max_pip)), each * rules.players)
    hands = tuple(Hand.of(tiles[seat * each : (seat + 1) * each]) for seat in range(rules.players))
    return Position(rules, Layout(), hands, (), 0)
