"""A question on its way to the verdict: taps, hints, what the board gives away and what not."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from engine import PRESETS
from engine.teaching.answers import answer, distinct_plays, options
from engine.teaching.bank import entries
from engine.teaching.items import item
from engine.teaching.lessons import Shown, course
from engine.teaching.questions import Ask, Form
from engine.teaching.skills import COURSE_GAMES, Skill, skills
from ui.board import Options
from ui.teach.asking import CHECK, Asked, judged, model, tapped

RULES = PRESETS["all_fives"]


def asked(skill: Skill, ask: Ask | None = None, game: str = "all_fives") -> Asked:
    rules = PRESETS[game]
    for entry in entries(skill, rules, Random(1)):
        question = item(entry.key).question
        if ask in (None, question.ask):
            return Asked(question=question, rules=rules, skill=skill, rev=1)
    raise LookupError(ask)


def test_taps_on_tiles_gather_a_set_and_check_hands_it_in() -> None:
    now = asked(Skill.REMAINDER)
    first, second = map(str, list(now.question.tray)[:2])
    for token in (first, second, first):
        done = tapped(now, token)
        assert isinstance(done, Asked)
        assert done.rev == now.rev + 1
        now = done
    assert tapped(now, CHECK) == frozenset({second})


@pytest.mark.parametrize("game", COURSE_GAMES)
@pytest.mark.parametrize(("skill", "ask"), [(Skill.MATCH, Ask.WHERE), (Skill.SPINNER, Ask.PLACES)])
def test_places_are_tapped_on_the_board_which_does_not_tell_the_open_ones(
    skill: Skill, ask: Ask, game: str
) -> None:
    now = asked(skill, ask, game)
    offered = set(options(now.question))
    shown = model(now, Options())
    assert shown is not None
    assert {pick["token"] for pick in shown["picks"]} == offered
    for scene in shown["scenes"]:
        assert {spot[0] for spot in scene["spots"]} == offered
    truth = answer(now.question)
    assert isinstance(truth, frozenset)
    for token in truth:
        done = tapped(now, token)
        assert isinstance(done, Asked)
        now = done
    assert now.chosen == truth
    shown = model(now, Options())
    assert shown is not None
    assert {pick["token"] for pick in shown["picks"] if pick["pressed"]} == truth
    over = model(now.answered(judged(now, truth)), Options())
    assert over is not None
    assert over["picks"] == []
    assert set(over["marks"]["arms"]) == truth


def test_a_play_answers_as_the_one_it_mirrors() -> None:
    now = asked(Skill.SAFE)
    options = set(map(str, distinct_plays(now.question.position)))
    for play in options:
        assert tapped(now, play) == play
    assert tapped(now, "nonsense") is now


def test_nothing_more_is_taken_when_it_is_answered() -> None:
    now = asked(Skill.REMAINDER)
    over = now.answered(judged(now, frozenset()))
    assert tapped(over, str(next(iter(now.question.tray)))) is over


def test_the_board_does_not_tell_which_ends_count_while_that_is_asked() -> None:
    now = asked(Skill.COUNT)
    shown = model(now, Options())
    assert shown is not None
    assert shown["chips"] == []
    assert shown["sum"]["total"] == "?"
    assert str(answer(now.question)) not in json.dumps(shown["label"])
    hinted = model(now.hinted(), Options())
    assert hinted is not None
    assert {chip["value"] for chip in hinted["chips"]} == {"?"}
    over = model(now.answered(judged(now, 1)), Options())
    assert over is not None
    assert over["sum"]["total"] == str(answer(now.question))


def test_hints_come_in_two_steps_and_make_the_answer_not_count() -> None:
    now = asked(Skill.CHANGE)
    assert not now.is_hinted
    hinted = now.hinted()
    assert hinted.is_hinted
    assert hinted.hinted().hinted().n_hints == 2


def test_the_hint_of_a_question_half_worked_out_is_not_offered_again() -> None:
    now = replace(asked(Skill.CHANGE), shown=Shown.SOME)
    assert now.hints_shown == 1
    assert now.hinted().hints_shown == 2


def test_a_worked_example_is_over_before_it_begins() -> None:
    lesson = course(RULES).lessons[0]
    exercise = lesson.worked[0]
    now = Asked(question=exercise.question, rules=RULES, shown=exercise.shown, rev=1)
    assert exercise.shown is Shown.ALL
    assert now.is_over


def test_right_is_right_and_wrong_lists_what_lacks() -> None:
    now = asked(Skill.SPINNER, Ask.PLACES)
    truth = answer(now.question)
    assert isinstance(truth, frozenset)
    assert truth
    assert judged(now, truth).right
    none = judged(now, frozenset())
    assert not none.right
    assert none.missed == truth


@pytest.mark.parametrize("game", COURSE_GAMES)
def test_every_question_can_be_shown_before_and_after(game: str) -> None:
    rules = PRESETS[game]
    for skill in skills(rules):
        for entry in entries(skill, rules, Random(2))[::30]:
            question = item(entry.key).question
            now = Asked(question=question, rules=rules, skill=skill, rev=1)
            for stage in (now, now.hinted(), now.answered(judged(now, answer(question)))):
                shown = model(stage, Options())
                assert (shown is None) == (question.ask in (Ask.MISSING, Ask.HOLDING))
                json.dumps(shown)
            if question.form is Form.TILES:
                tray = model(now, Options())
                assert tray is not None
                assert all(tile["token"] for tile in tray["hand"])
