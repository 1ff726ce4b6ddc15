"""A lesson as steps to go through, forward and back. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.teaching.lessons import Exercise, Lesson, LessonSet
from engine.teaching.questions import Question
from ui.texts import _
from ui.words_teaching import lesson_title

START: Final = "start"
"""The lesson before the first: the guided round."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a lesson: its board to read (nothing asked), an exercise, or practice."""

    title: str
    exercise: Exercise | None = None
    is_practice: bool = False


def stages(lesson: Lesson) -> tuple[Stage, ...]:
    """The steps of a lesson: board, worked examples, written items, those of its drill, practice.

    A lesson of the course ends with practice, which goes on until its gate is passed; a teacher's
    lesson ends with its last item.
    """
    found = [Stage(_("The board"))] if lesson.board is not None or lesson.say else []
    found += [
        Stage(_("Example {n} of {total}", n=n, total=len(lesson.worked)), exercise)
        for n, exercise in enumerate(lesson.worked, 1)
    ]
    items = written(lesson)
    found += [
        Stage(_("Exercise {n} of {total}", n=n, total=len(items)), Exercise(question))
        for n, question in enumerate(items, 1)
    ]
    if lesson.skill is not None and not items:
        found.append(Stage(_("Practice"), is_practice=True))
    return tuple(found) or (Stage(_("The board")),)


def written(lesson: Lesson) -> tuple[Question, ...]:
    """The exercises of a teacher's lesson."""
    return lesson.questions()


def find(lessons: LessonSet, name: str) -> Lesson | None:
    """The lesson called `name`."""
    return next((lesson for lesson in lessons.lessons if lesson.id == name), None)


def title(lesson: Lesson) -> str:
    """What a lesson is called: its author's words, else the course's."""
    if lesson.title or lesson.skill is None:
        return lesson.title or lesson.id
    return lesson_title(lesson.skill)
