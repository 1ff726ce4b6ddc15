"""Exact puzzles: a late position, every tile seen, and one best play proved by the solver.

`python -m engine.teaching.puzzles mine --rules straight --seeds 0:1000` prints new ones, `prove`
proves the shipped ones again (`--every 50` a sample), each from the seed and the ply it came from
(`engine.teaching.mining`).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Final

from engine.errors import DominoError
from engine.layout import places
from engine.moves import Play
from engine.notation import format_position, parse_move, parse_position
from engine.play import apply_legal, can_play, ending, legal_moves, open_pips, points_of
from engine.position import Deal, Position
from engine.scoring import open_ends
from engine.settlement import Ending
from engine.teaching.answers import distinct_plays, same_play
from engine.teaching.endgame import values
from engine.teaching.judging import greedy, heaviest_first, one_ply
from engine.teaching.questions import Ask, Question
from engine.teaching.rating import Rating, meet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from engine.moves import Move
    from engine.rules import RuleSet
    from engine.teaching.progress import Progress
    from engine.tiles import Pip

GAP: Final = 5
"""The best play is best by so many points at least."""
MOST_TILES: Final = 12
"""Tiles in both hands together, at most."""
_NARROW: Final = 0.9
_DEVIATION: Final = 90.0
"""How uncertain the rating of a puzzle is that was reckoned and not played."""


class Theme(StrEnum):
    """What a puzzle is about, as measured on its best line.

    REFUSE: the best play scores less than another would. FORCE: the opponent must pass (or draw)
    after it. BLOCK: the round ends blocked. KEEP: a suit stays in the hand that is open, that the
    opponent lacks, and that the greedy play would give up. OUT: the side to move goes out.
    """

    REFUSE = "refuse"
    FORCE = "force"
    BLOCK = "block"
    KEEP = "keep"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one best play; seat A, in turn, is who solves it.

    `margin` is what the best play is worth (points from here to the end of the round, the
    opponent's taken off), `gap` by how much the next one is worse. `seed` and `ply` tell the round
    of self-play it comes from; `rating` is how hard it is for the start.
    """

    position: Position
    best: Play
    margin: int
    gap: int
    themes: frozenset[Theme]
    rating: int
    seed: int
    ply: int

    @property
    def id(self) -> str:
        """Its name."""
        return f"{self.position.rules.name}-{self.seed}-{self.ply}"

    def is_solved_by(self, play: str) -> bool:
        """Whether a play is the best one, or leads to the same table but for a turn."""
        return same_play(Question(Ask.BEST, self.position), play) == str(self.best)


def at_seat_a(position: Position) -> Position:
    """The position with the seats renamed so that A is in turn, and no points scored yet."""
    hands = (*position.hands[position.turn :], *position.hands[: position.turn])
    return Position(
        position.rules, position.layout, hands, position.boneyard, 0, passes=position.passes
    )


def game_key(position: Position) -> str:
    """The same for positions that play alike: hands, places, ends, spinners still in play."""
    rules = position.rules
    counts = {end.arm: end.counts for end in open_ends(position.layout, rules)}
    where = sorted(
        (sorted(place.pips), counts.pop(place.arm, 0)) for place in places(position.layout, rules)
    )
    spinners = [
        (str(spun.stone.tile), spun.n_covered, spun.line_covered)
        for spun in position.layout.spinners(rules)
        if spun.n_covered < _SIDES
    ]
    hands = "/".join(str(hand.tiles) for hand in position.hands)
    return f"{hands} {where} {sorted(counts.values())} {spinners} {position.passes}"


_SIDES: Final = 4


def made(position: Position, seed: int, ply: int) -> Puzzle | None:
    """The puzzle of a position; None if it has no single best play, or nothing to choose."""
    if not isinstance(position.boneyard, tuple) or position.boneyard or not position.layout.line:
        return None
    if sum(map(len, position.hands)) > MOST_TILES or not can_play(position):
        return None
    position = at_seat_a(position)
    plays = distinct_plays(position)
    if len(plays) < 2:  # noqa: PLR2004 - a choice
        return None
    worth = values(position)
    best, second = sorted(plays, key=lambda play: -worth[play])[:2]
    gap = worth[best] - worth[second]
    if gap < GAP:
        return None
    themes = _themes(position, best, plays)
    return Puzzle(
        position, best, worth[best], gap, themes, _rating(position, best, plays, gap), seed, ply
    )


def fooled(position: Position, best: Play, plays: Sequence[Play]) -> tuple[bool, bool, bool]:
    """Whether the greedy play, the one-ply play and the heaviest tile are not the best play."""
    return (
        greedy(position, plays) != best,
        max(plays, key=lambda play: one_ply(position, play)) != best,
        heaviest_first(plays)[0] != best,
    )


def _rating(position: Position, best: Play, plays: Sequence[Play], gap: int) -> int:
    """How hard it is: which simple players fail, how much there is to see, how clear it is."""
    by_greed, by_look, by_weight = fooled(position, best, plays)
    tiles = sum(map(len, position.hands))
    return (
        900
        + 350 * by_greed
        + 250 * by_look
        + 50 * by_weight
        + 30 * min(len(plays), 6)
        + 25 * min(tiles, 10)
        - 2 * min(gap, 40)
    )


def end_of_best_play(position: Position) -> Position:
    """The end of the round when both sides play best; of equal moves the first."""
    while ending(position) is None:
        worth = values(position)
        position = apply_legal(position, max(legal_moves(position), key=worth.__getitem__))
    return position


def _themes(position: Position, best: Play, plays: Sequence[Play]) -> frozenset[Theme]:
    after = apply_legal(position, best)
    last = end_of_best_play(after)
    most = max(points_of(position, play) for play in plays)
    greed = greedy(position, plays)
    kept = _kept_suits(position, best)
    found = {
        Theme.REFUSE: points_of(position, best) < most,
        Theme.FORCE: ending(after) is None and not can_play(after),
        Theme.BLOCK: ending(last) is Ending.BLOCKED,
        Theme.KEEP: greed != best and bool(kept - _kept_suits(position, greed)),
        Theme.OUT: ending(last) is Ending.DOMINO and not len(last.hands[0]),
    }
    return frozenset(theme for theme, holds in found.items() if holds)


def _kept_suits(position: Position, play: Play) -> frozenset[Pip]:
    """The open pips, after `play`, that only the player has tiles for."""
    after = apply_legal(position, play)
    mine, others = after.hands[0].tiles, after.hands[1].tiles
    return frozenset(
        pip
        for pip in open_pips(after.layout, after.rules)
        if any(tile.has(pip) for tile in mine) and not any(tile.has(pip) for tile in others)
    )


def self_play(rules: RuleSet, seed: int) -> Iterator[tuple[int, Position]]:
    """The positions of one round, with their plies, between two who like to shut each other out.

    Such rounds empty the boneyard more often than others, and only then all is known.
    """
    rng = Random(f"puzzle {rules.name} {seed}")
    position = Deal.shuffled(rules, rng, seed % rules.players).start()
    ply = 0
    while ending(position) is None:
        yield ply, position
        moves = legal_moves(position)
        narrow = len(moves) > 1 and rng.random() < _NARROW
        move = _narrowest(position, moves, rng) if narrow else rng.choice(moves)
        position = apply_legal(position, move)
        ply += 1


def _narrowest(position: Position, moves: Sequence[Move], rng: Random) -> Move:
    """A move that leaves the fewest open pips, by chance among equals."""

    def left(move: Move) -> tuple[int, float]:
        after = apply_legal(position, move)
        return len(open_pips(after.layout, after.rules)), rng.random()

    return min(moves, key=left)


def mine(rules: RuleSet, seeds: range) -> Iterator[Puzzle]:
    """The hardest puzzle of each round of self-play that has one, no two that play alike."""
    rounds = (
        [
            puzzle
            for ply, position in self_play(rules, seed)
            if not position.n_boneyard and (puzzle := made(position, seed, ply))
        ]
        for seed in seeds
    )
    return distinct(max(found, key=lambda puzzle: puzzle.rating) for found in rounds if found)


def distinct(found: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Those that do not play like one before them."""
    known: set[str] = set()
    for puzzle in found:
        key = game_key(puzzle.position)
        if key not in known:
            known.add(key)
            yield puzzle


# The shipped file


def format_puzzle(puzzle: Puzzle) -> str:
    """One line: seed, ply, best play, margin, gap, rating, themes, position."""
    themes = ",".join(theme for theme in Theme if theme in puzzle.themes) or "-"
    fields = (puzzle.seed, puzzle.ply, puzzle.best, puzzle.margin, puzzle.gap, puzzle.rating)
    return f"{' '.join(map(str, fields))} {themes} {format_position(puzzle.position)}"


def parse_puzzle(line: str) -> Puzzle:
    """The puzzle of a line; `DominoError` for any other text."""
    try:
        seed, ply, best, margin, gap, rating, themes, text = line.split(" ", 7)
        position = parse_position(text)
        play = parse_move(best, position.rules)
        if not isinstance(play, Play):
            raise DominoError(f"a puzzle is solved by a play, not by {best}")
        found = frozenset(map(Theme, themes.split(","))) if themes != "-" else frozenset()
        numbers = map(int, (margin, gap, rating, seed, ply))
    except ValueError as error:
        raise DominoError(f"no puzzle: {line!r}") from error
    margin_, gap_, rating_, seed_, ply_ = numbers
    return Puzzle(position, play, margin_, gap_, found, rating_, seed_, ply_)


@lru_cache(maxsize=8)
def puzzles(rules: RuleSet) -> tuple[Puzzle, ...]:
    """The shipped puzzles for a game, in the order of the file; none for a game without any."""
    source = _SOURCES.get(rules.name)
    if source is None or rules.differences():
        return ()
    text = files("engine.teaching").joinpath("data", f"puzzles_{source}.txt").read_text("ascii")
    found = map(parse_puzzle, text.splitlines())
    if source == rules.name:
        return tuple(found)
    two = rules.with_options(players=2, partnership=False)
    return tuple(replace(puzzle, position=replace(puzzle.position, rules=two)) for puzzle in found)


_SOURCES: Final = {
    "straight": "straight",
    "straight_tournament": "straight_tournament",
    # With two players and no boneyard both games have the same rules.
    "all_fives": "straight_tournament",
}
SHIPPED: Final = tuple(sorted(set(_SOURCES.values())))
"""The games whose puzzles are shipped."""


def daily(day: date, rules: RuleSet) -> Puzzle:
    """The puzzle of a day: the same for everybody, and none twice before all have had their day."""
    found = puzzles(rules)
    return found[day.toordinal() * _STRIDE % len(found)]


_STRIDE: Final = 7_919
"""A prime larger than any shipped file, so that every puzzle gets its day."""


def pick(
    progress: Progress,
    rules: RuleSet,
    rng: Random,
    *,
    theme: Theme | None = None,
    harder: int = 0,
) -> Puzzle:
    """A puzzle not tried yet, about as strong as the learner; `harder` shifts that by rating."""
    found = [p for p in puzzles(rules) if theme is None or theme in p.themes]
    new = [puzzle for puzzle in found if puzzle.id not in progress.solved] or found
    if not new:
        raise DominoError(f"there are no puzzles for {rules.name}")
    wanted = progress.rating.mean + harder
    near = sorted(rng.sample(new, min(len(new), 12)), key=lambda p: abs(p.rating - wanted))
    return near[0]


def tried(progress: Progress, puzzle: Puzzle, *, solved: bool, day: date | None = None) -> Progress:
    """The progress after the first try at a puzzle; `day` if it was that day's.

    Only a first try counts: a puzzle once tried changes nothing any more.
    """
    if day is not None and day.isoformat() not in progress.days:
        progress = replace(progress, days={**progress.days, day.isoformat(): solved})
    if puzzle.id in progress.solved:
        return progress
    rating, _ = meet(progress.rating, Rating(puzzle.rating, _DEVIATION), float(solved))
    return replace(progress, rating=rating, solved={**progress.solved, puzzle.id: solved})


def fault(puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle when it is made again from its seed and ply; None if nothing."""
    rules = puzzle.position.rules
    for ply, position in self_play(rules, puzzle.seed):
        if ply == puzzle.ply:
            again = made(position, puzzle.seed, ply)
            if again == puzzle:
                return None
            return f"{puzzle.id}: made again as {format_puzzle(again) if again else 'nothing'}"
    return f"{puzzle.id}: its round has no ply {puzzle.ply}"


if __name__ == "__main__":
    # The functions that other processes are sent must be found under the name of their module.
    from engine.teaching.mining import main

    sys.exit(main(sys.argv[1:]))
