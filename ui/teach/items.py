"""One exercise as a link carries it: a teacher's set with that exercise alone; pure."""

from __future__ import annotations

from typing import Final

from engine.teaching.format import parse_set
from engine.teaching.lessons import Exercise, Lesson, LessonSet
from engine.teaching.questions import Question
from engine.teaching.source import LessonError
from engine.teaching.writing import format_set, pack, unpack
from ui.texts import _

ID: Final = "item"


def packed(question: Question) -> str:
    """The text for a link."""
    rules = question.position.rules
    title = _("An exercise")
    lesson = Lesson(ID, rules, title=title, say=title, items=(Exercise(question),))
    return pack(format_set(LessonSet(rules, title, (lesson,))))


def question(text: str) -> Question:
    """The exercise of such a text.

    Raises:
        LessonError: It is cut, spoilt, or something else than one exercise.
    """
    file = _("link")
    found = parse_set(unpack(text), file=file)
    asked = [exercise.question for lesson in found.lessons for exercise in lesson.items]
    if len(asked) != 1:
        raise LessonError(file, 0, _("expected one exercise"))
    return asked[0]
