"""The map: every lesson with how far the learner has come, and the way to progress and sets."""

from __future__ import annotations

from html import escape
from typing import Final

import streamlit as st

from engine.teaching.mastery import Level
from engine.teaching.progress import Progress
from engine.teaching.schedule import due_skills
from engine.teaching.skills import Skill, skills
from ui.learn import desk as desks
from ui.learn.course import START, title
from ui.learn.desk import Desk, go
from ui.teach.learner import learner, now
from ui.texts import _, ngettext
from ui.words_teaching import GROUPS, LEVELS, lesson_title

_ICONS: Final = {
    Level.NEW: ":material/radio_button_unchecked:",
    Level.INTRODUCED: ":material/radio_button_unchecked:",
    Level.PRACTISING: ":material/contrast:",
    Level.PASSED: ":material/check_circle:",
    Level.RETAINED: ":material/verified:",
    Level.USED: ":material/star:",
}
_LATER: Final = ":material/pending:"


def lessons_map(here: Desk) -> None:
    """The map of the course, or of a teacher's set."""
    if here.lessons is None:
        _course()
    else:
        _set(here)
    _ways(here)
    current = here.lesson if here.view == "lesson" else here.view
    here_style = "{background:#f2b84b33;font-weight:700}"
    st.html(f"<style>.st-key-map_{escape(current)} button{here_style}</style>")


def _course() -> None:
    who = learner()
    due = due_skills(who.progress, who.rules, now())
    with st.container(key="map_lessons"):
        _entry(START, _("Your first round"), ":material/play_circle:")
        for group, members in GROUPS:
            st.html(f"<h3>{escape(_(group))}</h3>")
            for skill in members:
                if skill in skills(who.rules):
                    _entry(skill, _label(skill, due, who.progress), _icon(skill, who.progress))


def _label(skill: Skill, due: tuple[Skill, ...], progress: Progress) -> str:
    level = progress.level(skill, learner().rules)
    name = lesson_title(skill)
    if level in (Level.NEW, Level.INTRODUCED):
        return name
    word = _("due again") if skill in due else _(LEVELS[level])
    return f"{name} :small[{word}]"


def _icon(skill: Skill, progress: Progress) -> str:
    rules = learner().rules
    level = progress.level(skill, rules)
    if level in (Level.NEW, Level.INTRODUCED) and not progress.is_open(skill, rules):
        return _LATER
    return _ICONS[level]


def _entry(name: str, label: str, icon: str) -> None:
    st.button(
        label,
        key=f"map_{name}",
        icon=icon,
        type="tertiary",
        width="stretch",
        on_click=go,
        args=(name,),
    )


def _set(here: Desk) -> None:
    lessons = here.lessons
    if lessons is None:
        return
    with st.container(key="map_lessons"):
        name = lessons.title or _("A set of lessons")
        st.html(f"<h3>{escape(name)}</h3>")
        for lesson in lessons.lessons:
            answers = [right for at, right in here.right.items() if at.startswith(f"{lesson.id}/")]
            label = title(lesson)
            if answers:
                n = sum(answers)
                right = ngettext("{n} right", "{n} right", n)
                label = f"{label} :small[{right}]"
            _entry(lesson.id, label, ":material/menu_book:")
        st.button(_("Back to the course"), key="map_course", on_click=desks.close_set)


def _ways(here: Desk) -> None:
    with st.container(key="map_ways"):
        for view, label, icon in (
            ("progress", _("Your progress"), ":material/insights:"),
            ("teacher", _("For teachers"), ":material/school:"),
        ):
            st.button(
                label,
                key=f"map_{view}",
                icon=icon,
                type="tertiary",
                width="stretch",
                on_click=setattr,
                args=(here, "view", view),
            )
