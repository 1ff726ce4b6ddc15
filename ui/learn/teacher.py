"""For teachers: open a set from a file, hand it on as a link, print a worksheet with its key."""

from __future__ import annotations

from html import escape
from random import Random
from typing import Final

import streamlit as st

from engine.teaching.items import fresh
from engine.teaching.lessons import LessonSet
from engine.teaching.skills import Skill, skills
from engine.teaching.source import LessonError
from ui import session
from ui.learn import desk as desks
from ui.learn.course import title, written
from ui.learn.desk import desk, go
from ui.teach.learner import learner
from ui.teach.printing import printable
from ui.teach.worksheet import Part, worksheet
from ui.texts import _, ngettext
from ui.words_faults import lesson_fault
from ui.words_teaching import lesson_says, lesson_title

MAX_FILE_MB: Final = 1
MAX_LINK: Final = 6_000
"""Characters of a link that browsers and mail programs carry safely."""
EXAMPLE: Final = """\
format = 1
title = "Counting, week 2"
rules = "straight_tournament"

[[lesson]]
title = "The spinner"
say = "A spinner counts both halves until tiles lie on both its long sides."

[[lesson.item]]
ask = "count"
play = "66 63R"
expect = 15

[[lesson.item]]
ask = "count"
play = "66 63R 61L"

[lesson.drill]
skill = "spinner"
n = 6
"""


def teacher() -> None:
    """The view "For teachers"."""
    heading = _("For teachers")
    lead = _("Write a set of lessons as a small text file; boards and answers are checked here.")
    st.html(f'<h2>{escape(heading)}</h2><p class="lead">{escape(lead)}</p>')
    _open()
    if desk().lessons is not None:
        _link(desk().lessons)
    _sheet()


def _open() -> None:
    st.file_uploader(
        _("Open a set (.toml)"),
        type="toml",
        key="set_file",
        on_change=_on_file,
        max_upload_size=MAX_FILE_MB,
    )
    with st.expander(_("An example to begin with")):
        st.code(EXAMPLE, language="toml")
        with st.container(horizontal=True):
            st.download_button(
                _("Download it"), EXAMPLE, "lessons.toml", "text/plain", key="set_example"
            )
            st.button(
                _("Open it here"), key="set_try", on_click=_try, args=(EXAMPLE, "lessons.toml")
            )


def _on_file() -> None:
    file = session.choice("set_file", None)
    if file is None:
        return
    try:
        text = file.getvalue().decode("utf-8")
    except UnicodeDecodeError:
        desk().trouble = _("This is no set of lessons: a text file in UTF-8 is expected.")
        return
    _try(text, file.name)


def _try(text: str, file: str) -> None:
    here = desk()
    try:
        desks.open_set(text, file=file)
    except LessonError as error:
        here.trouble = lesson_fault(error)
        return
    if here.lessons is not None:
        go(here.lessons.lessons[0].id)
        here.view = "teacher"


def _link(lessons: LessonSet | None) -> None:
    here = desk()
    if lessons is None:
        return
    named = lessons.title or _("A set of lessons")
    n = len(lessons.lessons)
    st.success(
        ngettext(
            "“{title}” is open: {n} lesson.", "“{title}” is open: {n} lessons.", n, title=named
        )
    )
    if len(here.packed) > MAX_LINK:
        st.info(_("This set is too long for a link: hand on the file."))
    else:
        st.caption(_("A link that opens this set:"))
        base = (st.context.url or "").split("?")[0]
        st.code(f"{base}?set={here.packed}", language=None, wrap_lines=False)
    with st.container(horizontal=True):
        st.button(
            _("To its first lesson"), key="set_go", on_click=go, args=(lessons.lessons[0].id,)
        )
        st.button(_("Back to the course"), key="set_close", on_click=_close)


def _close() -> None:
    desks.close_set()
    desk().view = "teacher"


def _sheet() -> None:
    heading = _("A worksheet with answers")
    st.html(f"<h3>{escape(heading)}</h3>")
    lessons = desk().lessons
    parts = _course_parts() if lessons is None else _set_parts(lessons)
    if not parts:
        return
    name = (lessons.title if lessons else "") or _("Fives: a worksheet")
    html = worksheet(name, parts)
    st.download_button(
        _("Download the page"), html, "fives-worksheet.html", "text/html", key="sheet_save"
    )
    printable(html, title=name, label=_("Print"), key="sheet")


def _set_parts(lessons: LessonSet) -> list[Part]:
    return [
        Part(title(lesson), lesson.say, lesson.rules, written(lesson))
        for lesson in lessons.lessons
        if written(lesson)
    ]


def _course_parts() -> list[Part]:
    """Exercises made by the engine for the lessons that are chosen."""
    rules = learner().rules
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen: list[Skill] = st.multiselect(
            _("Lessons"),
            skills(rules),
            default=[Skill.COUNT, Skill.SPINNER],
            format_func=lesson_title,
            key="sheet_lessons",
        )
        n = int(st.number_input(_("Exercises each"), 1, 12, 4, key="sheet_n"))
        seed = int(st.number_input(_("Version"), 1, 999, 1, key="sheet_seed"))
    return [
        Part(
            lesson_title(skill),
            lesson_says(skill, rules),
            rules,
            tuple(
                item.question for item in fresh(skill, rules, Random(f"sheet {seed}"), level=2, n=n)
            ),
        )
        for skill in chosen
    ]
