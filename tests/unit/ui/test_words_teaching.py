"""The course in words: every question, hint, answer and wrong idea has its sentence, everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine import PRESETS
from engine.teaching.answers import answer
from engine.teaching.bank import entries
from engine.teaching.items import Item, item
from engine.teaching.lessons import course
from engine.teaching.mastery import Level
from engine.teaching.misconceptions import Mistake, course_mistakes, named
from engine.teaching.questions import Ask, Question
from engine.teaching.skills import COURSE_GAMES, Skill, skills
from engine.teaching.trainer import what_scores
from ui import texts
from ui.teach.asking import Asked, judged
from ui.words_hints import the_number, where_to_look, working
from ui.words_mistakes import feedback, mistake_text
from ui.words_teaching import (
    GROUPS,
    LEVELS,
    TITLES,
    answer_text,
    context,
    lesson_differs,
    lesson_says,
    lesson_title,
    prompt,
)

SEED = 20


def questions() -> Iterator[Question]:
    """Of every game: all that the course asks, and some exercises of every skill."""
    for game in COURSE_GAMES:
        rules = PRESETS[game]
        for lesson in course(rules).lessons:
            yield from (exercise.question for exercise in lesson.worked)
        for skill in skills(rules):
            shelf = entries(skill, rules, Random(SEED))
            yield from (item(entry.key).question for entry in shelf[:: max(1, len(shelf) // 2)])
        yield what_scores(rules, Random(SEED))


QUESTIONS = list(questions())


def words(question: Question) -> list[str]:
    truth = answer_text(question, answer(question))
    return [
        prompt(question),
        truth,
        where_to_look(question),
        *the_number(question),
        *working(question),
        *context(question),
    ]


def test_every_kind_of_question_is_asked() -> None:
    assert {question.ask for question in QUESTIONS} == set(Ask)


@pytest.mark.parametrize("code", texts.LANGUAGES)
def test_every_question_has_words_and_none_is_left_unfilled(code: str) -> None:
    with texts.use(code):
        for question in QUESTIONS:
            for text in words(question):
                assert text.strip(), question.ask
                assert not re.search(r"[{}]", text), text


def test_prompts_and_hints_are_translated() -> None:
    for question in QUESTIONS:
        with texts.use("en"):
            english = prompt(question), where_to_look(question)
        with texts.use("hu"):
            hungarian = prompt(question), where_to_look(question)
        assert english[0] != hungarian[0]
        assert english[1] != hungarian[1]


@pytest.mark.parametrize("code", texts.LANGUAGES)
def test_every_wrong_idea_has_one_sentence_of_its_own(code: str) -> None:
    with texts.use(code):
        sentences = [mistake_text(mistake, "5-5") for mistake in Mistake]
    assert len(set(sentences)) == len(Mistake)
    assert all(text.endswith(".") and "{" not in text for text in sentences)


@pytest.mark.parametrize("game", COURSE_GAMES)
def test_feedback_names_the_wrong_idea_that_gave_the_answer(game: str) -> None:
    rules = PRESETS[game]
    told: set[Mistake] = set()
    for skill in skills(rules):
        for entry in entries(skill, rules, Random(SEED)):
            if told >= set(named(skill, rules)):
                break
            made: Item = item(entry.key)
            for mistake in named(skill, rules):
                said = made.believed[frozenset({mistake})]
                if said == made.answer or mistake in told:
                    continue
                asked = Asked(question=made.question, rules=rules, skill=skill, rev=1)
                verdict = judged(asked, said)
                if verdict.mistake is mistake:
                    assert feedback(made.question, verdict).endswith(".")
                    assert feedback(made.question, verdict) != "Right."
                    told.add(mistake)
    assert told == set(course_mistakes(rules))


def test_the_double_that_was_counted_once_is_named() -> None:
    rules = PRESETS["straight"]  # 4-2 is the spinner, 4-4 lies across the left end
    question = next(one for one in course(rules).lessons if one.skill is Skill.COUNT).worked[0]
    asked = Asked(question=question.question, rules=rules, skill=Skill.COUNT, rev=1)
    verdict = judged(asked, 6)
    assert feedback(asked.question, verdict) == "You counted 4-4 once: at an end both halves count."


def test_every_lesson_has_title_sentence_and_group() -> None:
    assert set(TITLES) == set(Skill)
    assert [skill for _group, members in GROUPS for skill in members] == list(Skill)
    for game in COURSE_GAMES:
        for skill in skills(PRESETS[game]):
            assert lesson_title(skill)
            assert lesson_says(skill, PRESETS[game]).endswith(".")
    assert lesson_says(Skill.SPINNER, PRESETS["straight"]) != lesson_says(
        Skill.SPINNER, PRESETS["all_fives"]
    )
    assert lesson_differs(Skill.CLOSING)
    assert set(LEVELS) == set(Level)
