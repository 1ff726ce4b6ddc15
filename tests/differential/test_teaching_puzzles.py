"""Puzzles against the slow referee: the value of every play, by plain minimax."""

from __future__ import annotations

import pytest

from engine import PRESETS
from engine.teaching.answers import distinct_plays
from engine.teaching.endgame import values
from engine.teaching.puzzles import puzzles
from engine.teaching.questions import Ask, Question
from tests.differential.test_teaching_items import by_play


@pytest.mark.parametrize("game", ["straight", "straight_tournament"])
def test_the_referee_gives_every_play_the_same_value(game: str) -> None:
    small = [p for p in puzzles(PRESETS[game]) if sum(map(len, p.position.hands)) <= 6]
    for puzzle in small[:: max(1, len(small) // 6)]:
        worth = by_play(Question(Ask.BEST, puzzle.position))
        ours = values(puzzle.position)
        assert worth == {str(play): ours[play] for play in distinct_plays(puzzle.position)}
        best, second = sorted(worth.values(), reverse=True)[:2]
        assert (best, best - second) == (puzzle.margin, puzzle.gap)
        assert worth[str(puzzle.best)] == best
