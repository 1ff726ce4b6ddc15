"""The Learn page put together: the map of lessons, and the lesson, progress or set that is open."""

from __future__ import annotations

import time
from collections.abc import Iterator
from html import escape

import streamlit as st

from engine import explain_count
from engine.position import Position
from engine.teaching.lessons import Lesson
from engine.teaching.mastery import RIGHT_OF_WINDOW, WINDOW, SkillState, lacking
from engine.teaching.misconceptions import named
from engine.teaching.schedule import Why
from engine.teaching.skills import COURSE_GAMES, NEEDS, Skill, skills
from ui import board, session
from ui.learn import desk as desks
from ui.learn import first as rounds
from ui.learn.course import START, stages, title
from ui.learn.desk import Desk, desk, go
from ui.learn.first import First
from ui.learn.lessons_map import lessons_map
from ui.teach import panel
from ui.teach.learner import keep, learner
from ui.teach.panel import Hooks
from ui.texts import _, ngettext, one_language
from ui.wording import why_count
from ui.words import preset_name
from ui.words_teaching import lesson_differs, lesson_says, lesson_title

FIRST_BOARD = "first_board"
READ_BOARD = "read_board"
_WAITING = ".st-key-learn { animation: appear 0.01s 0.6s both; }"


def page() -> None:
    """The whole page below the header."""
    panel.style()
    desks.follow_link()
    _learn()


@st.fragment
@one_language()
def _learn() -> None:
    here, who = desk(), learner()
    wake_in = _due(here)
    keep(wake_in=wake_in, on_restored=desks.at_first)
    _speak(here)
    # Until the browser has said what it kept, the page waits: a reload must not flash the start.
    st.html("<style></style>" if who.is_asked else f"<style>{_WAITING}</style>")
    with st.container(key="learn"):
        with st.container(key="learn_main"):
            _troubles(here)
            match here.view:
                case "progress":
                    from ui.learn.report import report  # noqa: PLC0415 - seldom looked at

                    report()
                case "teacher":
                    from ui.learn.teacher import teacher  # noqa: PLC0415 - seldom looked at

                    teacher()
                case _:
                    _open()
        with st.container(key="learn_map"):
            lessons_map(here)


def _speak(here: Desk) -> None:
    """The lesson that was opened, or the question; the guided round is told by its board."""
    open_ = desks.lesson() if here.view == "lesson" else None
    asked = here.asked if open_ else None
    text = title(open_) if open_ else ""
    panel.speak(asked, _hooks(here), at=f"{here.view} {here.lesson} {here.step}", text=text)


def _due(here: Desk) -> int | None:
    """Let the opponent of the guided round move when the browser wakes us for it."""
    first = here.first
    if here.lesson != START or first is None or first.is_yours or first.is_over:
        return None
    left = here.due_at - time.monotonic()
    if left > 0:
        return int(left * 1000) + 1
    desks.replied()
    return _due(here)


def _troubles(here: Desk) -> None:
    who = learner()
    if here.trouble:
        st.error(here.trouble)
    if who.trouble:
        st.warning(who.trouble)
        if who.dropped:
            st.download_button(
                _("Download what was kept"), who.dropped, "fives-progress.json", "application/json"
            )


def _open() -> None:
    here = desk()
    open_ = desks.lesson()
    if open_ is None:
        _first_round(here)
    else:
        _lesson(here, open_)


def _heading(text: str, lead: str, *, steps: str = "") -> None:
    """The title with the step that is open, the game, and the lesson in a sentence."""
    with st.container(horizontal=True, vertical_alignment="center", key="learn_head"):
        st.html(f'<div class="title"><h2>{escape(text)}</h2>{steps}</div>', width="stretch")
        if desk().lessons is None:
            _game()
    kind = "lead asked" if desk().asked else "lead"
    st.html(f'<p class="{kind}">{escape(lead)}</p>')


def _game() -> None:
    who = learner()
    st.selectbox(
        _("Game"),
        COURSE_GAMES,
        index=COURSE_GAMES.index(who.game),
        format_func=preset_name,
        key=f"learn_game_{who.game}",
        on_change=lambda: desks.choose_game(session.choice(f"learn_game_{who.game}", who.game)),
        label_visibility="collapsed",
        width=230,
    )


def _first_round(here: Desk) -> None:
    first = here.first
    if first is None:
        first = here.first = rounds.begin(learner().rules, here.rev + 1)
    with st.container(key="first"):
        _heading(_("Your first round"), rounds.lead(first))
        board.show(
            rounds.model(first, panel.options_of_board(525)),
            key=FIRST_BOARD,
            on_event=_on_first,
            ack=here.ack,
        )
        _first_bar(first)


def _first_bar(first: First) -> None:
    """The score of the guided round, and the ways out of it."""
    st.html(
        f'<p class="scores"><b>{escape(rounds.score_line(first))}</b> '
        f"<span>{escape(rounds.left_line(first))}</span></p>"
    )
    with st.container(horizontal=True, key="learn_bar"):
        st.button(
            _("Back"),
            key="learn_back",
            disabled=not first.moves,
            on_click=desks.first_back,
        )
        st.button(
            _("To the lessons") if first.is_over else _("Skip to the lessons"),
            key="learn_next",
            type="primary" if first.is_over else "secondary",
            on_click=desks.leave_first,
        )


def _on_first() -> None:
    here = desk()
    value = session.trigger(FIRST_BOARD, board.EVENTS)
    if here.first is not None:
        event = board.parse_event(value, rev=here.first.rev, seen=here.ack)
        if event is not None:
            desks.on_first(event.token)
    here.ack = board.ack_of(value, here.ack)


def _lesson(here: Desk, open_: Lesson) -> None:
    asked = here.asked
    say = open_.say or (lesson_says(open_.skill, open_.rules) if open_.skill else "")
    _heading(title(open_), say, steps=_steps(here, open_))
    if asked is None:
        _read(here, open_)
        return
    hooks = _hooks(here)
    with st.container(key="task"):
        with st.container(key="task_board"):
            panel.table(asked, hooks)
        with st.container(key="task_answer"):
            _why(here)
            panel.ask(asked, hooks)
            _passed(here)
            _bar(here, open_)


def _hooks(here: Desk) -> Hooks:
    def seen(n: int) -> None:
        here.ack = n

    return Hooks(
        name="learn",
        get=lambda: here.asked,
        put=desks.put,
        answer=desks.answer,
        ack=lambda: here.ack,
        seen=seen,
    )


def _notes(here: Desk, open_: Lesson) -> Iterator[str]:
    """Where tables differ, and what the lesson builds on."""
    who = learner()
    if open_.skill is None or here.lessons is not None:
        return
    differs = lesson_differs(open_.skill)
    if differs:
        yield differs
    wanting = [
        lesson_title(need)
        for need in NEEDS[open_.skill]
        if need in skills(who.rules) and not who.progress.has_passed(need, who.rules)
    ]
    if wanting and who.progress.state(open_.skill, who.rules).answered == 0:
        yield _("It builds on: {lessons}.", lessons=", ".join(wanting))


def _steps(here: Desk, open_: Lesson) -> str:
    """Where in the lesson we are."""
    found = stages(open_)
    dots = "".join(
        f'<i class="{"on" if n == here.step else "done" if n < here.step else ""}"></i>'
        for n in range(len(found))
    )
    name = escape(found[here.step].title)
    return f'<p class="steps"><span aria-hidden="true">{dots}</span> {name}</p>'


def _read(here: Desk, open_: Lesson) -> None:
    """The board of the lesson, with nothing asked."""
    position = _position(open_)
    with st.container(key="task"):
        if position is not None:
            with st.container(key="task_board"):
                _board(position)
        with st.container(key="task_answer"):
            if position is not None:
                facts = explain_count(position.layout, position.rules)
                lines = (f"<li>{escape(line)}</li>" for line in why_count(facts, position.rules))
                st.html(f'<div class="say"><ul>{"".join(lines)}</ul></div>')
            for note in _notes(here, open_):
                st.html(f'<p class="quiet">{escape(note)}</p>')
            _bar(here, open_)


def _board(position: Position) -> None:
    model = board.layout_model(
        position.layout,
        position.rules,
        rev=desk().rev,
        with_places=True,
        show=board.Show(options=panel.options_of_board()),
    )
    board.show(model, key=READ_BOARD, on_event=_nothing, ack=0)


def _nothing() -> None:
    """The board of a lesson is only looked at."""


def _position(open_: Lesson) -> Position | None:
    if open_.board is not None:
        return open_.board
    return open_.worked[0].question.position if open_.worked else None


def _why(here: Desk) -> None:
    """Why this exercise comes, if it is not from the lesson that is open."""
    asked = here.asked
    if asked is None or asked.step is None or asked.step.why is Why.NEW:
        return
    name = lesson_title(asked.step.item.skill)
    text = _("From an earlier lesson: {lesson}", lesson=name)
    st.html(f'<p class="quiet">{escape(text)}</p>')


def _passed(here: Desk) -> None:
    if here.passed is not None:
        name = lesson_title(here.passed)
        st.success(_("“{lesson}” is passed. It comes back in a few days, to stay.", lesson=name))


def _bar(here: Desk, open_: Lesson) -> None:
    """Back, hints, how it stands, and on."""
    found = stages(open_)
    asked = here.asked
    is_practice = found[here.step].is_practice
    with st.container(horizontal=True, vertical_alignment="center", key="learn_bar"):
        if here.step > 0:
            st.button(_("Back"), key="learn_back", on_click=go, args=(here.lesson, here.step - 1))
        if asked is not None and not asked.is_over:
            panel.hints_bar(asked, _hooks(here))
        if not is_practice:
            if here.step + 1 < len(found):
                st.button(
                    _("Next"),
                    key="learn_next",
                    type="primary" if asked is None or asked.is_over else "secondary",
                    on_click=go,
                    args=(here.lesson, here.step + 1),
                )
            else:
                _next_lesson(here)
        elif asked is not None and asked.is_over:
            st.button(
                _("Next exercise"), key="learn_next", type="primary", on_click=desks.next_question
            )
            if here.passed:
                _next_lesson(here, key="learn_lesson")
    if is_practice and open_.skill is not None:
        _standing(open_.skill)


def _next_lesson(here: Desk, key: str = "learn_next") -> None:
    ids = [one.id for one in desks.lesson_set().lessons]
    at = ids.index(here.lesson) + 1 if here.lesson in ids else 0
    if at < len(ids):
        st.button(_("Next lesson"), key=key, on_click=go, args=(ids[at],))


def _standing(skill: Skill) -> None:
    """The last ten answers, and what is still wanted to pass."""
    who = learner()
    state = who.progress.state(skill, who.rules)
    kinds = ["yes" if right else "no" for right in state.last]
    kinds += [""] * (WINDOW - len(kinds))
    marks = "".join(f'<i class="{kind}"></i>' for kind in kinds)
    st.html(
        f'<p class="standing"><span class="pill" aria-hidden="true">{marks}</span> '
        f"{escape(_standing_text(state, skill))}</p>"
    )


def _standing_text(state: SkillState, skill: Skill) -> str:
    if state.passed:
        return _("This lesson is passed.")
    right = sum(state.last)
    if right < RIGHT_OF_WINDOW:
        return _("{n} of the last ten right; {goal} to pass.", n=right, goal=RIGHT_OF_WINDOW)
    wanting = lacking(state, named(skill, learner().rules))
    if wanting:
        n = max(wanting.values())
        return ngettext("{n} more, to be sure.", "At least {n} more, to be sure.", n)
    return _("One more, to be sure.")
