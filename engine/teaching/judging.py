"""Simple judgements of a play: what it takes, what it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.layout import places
from engine.moves import Play
from engine.play import apply_legal, legal_moves, points_of
from engine.scoring import score_play
from engine.teaching.mind import Mind, is_line
from engine.tiles import TileSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.layout import Layout
    from engine.position import Position
    from engine.rules import RuleSet
    from engine.tiles import Tile


def greedy(position: Position, plays: Sequence[Play]) -> Play:
    """The play that scores most at once; of equal ones the first."""
    return max(plays, key=lambda play: points_of(position, play))


def heaviest_first(plays: Sequence[Play]) -> tuple[Play, ...]:
    """The plays by the pips of their tiles, most first; of equal ones in the order given."""
    return tuple(sorted(plays, key=lambda play: -play.tile.pips))


def one_ply(position: Position, play: Play) -> int:
    """Points of a play less those of the best reply, the hands being known."""
    after = apply_legal(position, play)
    answers = (points_of(after, move) for move in legal_moves(after))
    return points_of(position, play) - max(answers, default=0)


def scoring_tiles(layout: Layout, rules: RuleSet, tiles: TileSet) -> TileSet:
    """Those of `tiles` that score somewhere on the table."""
    where = places(layout, rules)
    return TileSet.of(
        tile
        for tile in tiles
        if any(
            place.takes(tile) and score_play(layout.placed(tile, place.arm, rules), rules)
            for place in where
        )
    )


def replies(position: Position, play: Play, mind: Mind) -> TileSet:
    """The unseen tiles that would score after `play`."""
    layout = position.layout.placed(play.tile, play.arm, position.rules)
    tiles = mind.unseen(position).without(play.tile)
    return scoring_tiles(layout, position.rules, tiles)


def opponent_plays(position: Position, play: Play, *, line_only: bool = False) -> tuple[Tile, ...]:
    """The tiles that the next seat, whose hand is seen, can play after `play`.

    `line_only` looks at both ends of the line alone.
    """
    after = apply_legal(position, play)
    where = [
        place for place in places(after.layout, after.rules) if is_line(place.arm) or not line_only
    ]
    return tuple(tile for tile in after.hand.tiles if any(place.takes(tile) for place in where))


def leaves_nothing(position: Position, play: Play, *, line_only: bool = False) -> bool:
    """Whether the next seat has no tile to play after `play`."""
    return not opponent_plays(position, play, line_only=line_only)
