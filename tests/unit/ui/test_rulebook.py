"""The Rules page says nothing that the cases and the presets do not."""

from __future__ import annotations

import pytest

from engine import PRESETS, Play, count, parse_move, score_play
from engine.laying import lay
from engine.rules import OPTIONS
from tests.unit.ui.test_explain import BOARDS, tokens
from ui.rulebook.examples import EXAMPLES, Example
from ui.rulebook.games import GAMES
from ui.rulebook.questions import QUESTIONS


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.case)
def test_an_example_is_the_published_case(example: Example) -> None:
    case = next(case for case in BOARDS if case["id"] == example.case)
    assert example.preset == case["game"]
    assert "options" not in case
    legal = [step for step in case["steps"] if not step.get("illegal")]
    assert example.plays.split() == tokens(case)[: len(legal)]
    rules = PRESETS[example.preset]
    moves = [parse_move(token, rules) for token in example.plays.split()]
    plays = [move for move in moves if isinstance(move, Play)]
    for number, step in enumerate(legal, start=1):
        laid = lay(plays[:number], rules)
        assert laid.refused is None
        assert step["count"] == count(laid.layout, rules)
        assert step["points"] == score_play(laid.layout, rules)


def test_every_game_has_its_card() -> None:
    assert list(PRESETS) == [game.name for game in GAMES]


def test_every_question_asks_about_an_option() -> None:
    assert {question.option for question in QUESTIONS} <= set(OPTIONS)
