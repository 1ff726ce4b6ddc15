"""What one reader has open on the Learn page, and what taps and answers make of it."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from engine import DominoError
from engine.teaching.items import Key
from engine.teaching.lessons import Exercise, Lesson, LessonSet
from engine.teaching.lessons import course as course_of
from engine.teaching.progress import introduce
from engine.teaching.questions import Answer
from engine.teaching.schedule import first_unpassed, next_step, respond
from engine.teaching.skills import COURSE_GAMES, Skill
from engine.teaching.source import LessonError
from engine.teaching.writing import unpack
from ui import session
from ui.learn import first as rounds
from ui.learn.course import START, Stage, find, stages
from ui.learn.first import First
from ui.teach.asking import Asked, judged
from ui.teach.learner import learner, now, seed
from ui.texts import _
from ui.words_faults import lesson_fault

VIEWS: Final = ("lesson", "progress", "teacher")
_RECENT: Final = 12


@dataclass(slots=True)
class Desk:
    """The Learn page of one browser session.

    Attributes:
        lesson: The lesson that is open: an id, or `START` for the guided round.
        step: Its step, from 0.
        view: Which of `VIEWS` is shown.
        first: The guided round, once it was looked at.
        asked: The question that is open.
        ack: The last event of the board that was looked at.
        rev: Of the last board shown; the next one's is higher.
        linked: What of the link has been followed.
        lessons: A teacher's set; None: the course.
        packed: That set as a link has it.
        passed: The skill whose gate has just been opened.
        recent: Items not to be asked again so soon.
    """

    lesson: str = START
    step: int = 0
    view: str = "lesson"
    first: First | None = None
    asked: Asked | None = None
    ack: int = 0
    rev: int = 0
    linked: tuple[str, ...] = ()
    lessons: LessonSet | None = None
    packed: str = ""
    passed: Skill | None = None
    trouble: str = ""
    is_touched: bool = False
    asks_wipe: bool = False
    due_at: float = 0.0
    recent: deque[Key] = field(default_factory=lambda: deque(maxlen=_RECENT))
    right: dict[str, bool] = field(default_factory=dict)


def desk() -> Desk:
    """The desk of this session."""
    return session.state("learn", Desk)


def lesson_set() -> LessonSet:
    """The lessons that are open: a teacher's, or the course in the learner's game."""
    here = desk()
    return here.lessons or course_of(learner().rules)


def lesson() -> Lesson | None:
    """The lesson that is open; None for the guided round."""
    here = desk()
    return None if here.lesson == START else find(lesson_set(), here.lesson)


def stage() -> Stage:
    """The step that is open."""
    here, open_ = desk(), lesson()
    if open_ is None:
        return Stage(_("Your first round"))
    found = stages(open_)
    return found[min(here.step, len(found) - 1)]


_LINK: Final = ("set", "rules", "lesson", "step", "seed", "moves")


def follow_link() -> None:
    """Open what the link names, if it is not what is open."""
    here, params = desk(), st.query_params
    linked = tuple(params.get(name, "") for name in _LINK)
    if linked == here.linked:
        return
    here.linked = linked
    packed, rules, name, step, chance, moves = linked
    if rules in COURSE_GAMES:
        learner().game = rules
    if chance:
        seed(chance)
    if packed != here.packed:
        _open_packed(packed)
    if name or packed:
        at = int(step) - 1 if step.isdecimal() else 0
        go(name or _first_id(), at, from_link=True)
    elif moves:
        _open_round(moves)


def _open_round(moves: str) -> None:
    """The guided round after these moves."""
    here = desk()
    go(START, from_link=True)
    try:
        here.first = rounds.replayed(learner().rules, moves, here.rev)
    except DominoError as error:
        here.trouble = _("The round of the link cannot be opened: {why}.", why=error)
        return
    here.rev = here.first.rev
    here.due_at = time.monotonic() + rounds.PAUSE_MS / 1000


def _first_id() -> str:
    found = lesson_set().lessons
    return found[0].id if found else START


def _open_packed(packed: str) -> None:
    here = desk()
    if not packed:
        here.lessons, here.packed = None, ""
        return
    try:
        open_set(unpack(packed), file=_("link"))
    except LessonError as error:
        here.lessons, here.packed = None, packed
        here.trouble = _("This set cannot be opened: {why}.", why=lesson_fault(error))


def open_set(text: str, *, file: str) -> None:
    """Open a teacher's set; `LessonError` if it is none."""
    from engine.teaching.format import parse_set  # noqa: PLC0415 - for teachers' sets only
    from engine.teaching.writing import pack  # noqa: PLC0415 - only where it is needed

    here = desk()
    found = parse_set(text, file=file)
    if not found.lessons:
        raise LessonError(file, 0, _("expected at least one [[lesson]]"))
    here.lessons, here.packed, here.trouble = found, pack(text), ""
    here.right = {}


def close_set() -> None:
    """Back to the course."""
    here = desk()
    here.lessons, here.packed, here.trouble = None, "", ""
    st.query_params.pop("set", None)
    go(START)


def go(name: str, step: int = 0, *, from_link: bool = False) -> None:
    """Open a step of a lesson, and have the link say so."""
    here, who = desk(), learner()
    here.view, here.passed, here.is_touched = "lesson", None, True
    here.lesson, here.step = name, max(0, step)
    open_ = lesson()
    if open_ is None:
        here.lesson, here.step = START, 0
    else:
        here.step = min(here.step, len(stages(open_)) - 1)
        if open_.skill is not None and here.lessons is None:
            who.learned(introduce(who.progress, open_.skill, who.rules))
    _put_question()
    if not from_link:
        _write_link()


def _write_link() -> None:
    here, params = desk(), st.query_params
    if here.packed:
        params["set"] = here.packed
    if here.lesson == START:
        params.pop("lesson", None)
        params.pop("step", None)
    else:
        params["lesson"], params["step"] = here.lesson, str(here.step + 1)
    here.linked = tuple(params.get(one, "") for one in _LINK)


def choose_game(game: str) -> None:
    """Learn another game: boards, answers and sentences follow."""
    here, who = desk(), learner()
    if game == who.game:
        return
    who.game = game
    st.query_params["rules"] = game
    here.first = None
    go(here.lesson, here.step)


def at_first() -> None:
    """After the browser has said what it kept: whoever has learned before goes on there."""
    here, who = desk(), learner()
    if here.is_touched or (here.first is not None and here.first.moves) or who.is_new:
        return
    skill = first_unpassed(who.progress, who.rules)
    if skill is not None:
        go(skill, 0, from_link=True)
        here.is_touched = False


def _put_question() -> None:
    """Lay the question of the open step on the desk."""
    here, open_ = desk(), lesson()
    here.rev += 1
    now_open = stage()
    if open_ is None or (now_open.exercise is None and not now_open.is_practice):
        here.asked = None
        if open_ is None:
            here.first = here.first or rounds.begin(learner().rules, here.rev)
        return
    here.asked = _practice(open_) if now_open.is_practice else _written(open_, now_open.exercise)


def _written(open_: Lesson, exercise: Exercise | None) -> Asked | None:
    if exercise is None:
        return None
    return Asked(
        question=exercise.question,
        rules=learner().rules,
        skill=open_.skill,
        shown=exercise.shown,
        say=exercise.say,
        rev=desk().rev,
    )


def _practice(open_: Lesson) -> Asked:
    here, who = desk(), learner()
    step = next_step(
        who.progress,
        who.rules,
        rng=who.rng,
        now=now(),
        skill=open_.skill,
        recent=here.recent,
    )
    here.recent.append(step.item.key)
    return Asked(
        question=step.item.question,
        rules=who.rules,
        skill=step.item.skill,
        step=step,
        rev=here.rev,
    )


def put(asked: Asked) -> None:
    """The open question as a tap has changed it."""
    here = desk()
    here.asked, here.rev = asked, asked.rev


def answer(given: Answer) -> None:
    """An answer to the open question: judged, and entered in the progress if it is an item."""
    here, who = desk(), learner()
    asked = here.asked
    if asked is None or asked.is_over:
        return
    if asked.step is None:
        verdict = judged(asked, given)
        here.right[f"{here.lesson}/{here.step}"] = verdict.right and not asked.is_hinted
    else:
        skill = asked.step.item.skill
        had_passed = who.progress.has_passed(skill, who.rules)
        progress, verdict = respond(
            who.progress, asked.step, given, rules=who.rules, now=now(), hinted=asked.is_hinted
        )
        who.learned(progress)
        if not had_passed and progress.has_passed(skill, who.rules):
            here.passed = skill
    put(asked.answered(verdict))


def next_question() -> None:
    """The next exercise of the practice."""
    desk().passed = None
    _put_question()


def on_first(token: str) -> None:
    """A move of the learner in the guided round."""
    here = desk()
    if here.first is not None:
        here.is_touched = True
        _put_first(rounds.submit(here.first, token))


def replied() -> None:
    """The opponent's move in the guided round."""
    here = desk()
    if here.first is not None:
        _put_first(rounds.reply(here.first))


def first_back() -> None:
    """Take the learner's last move back."""
    here = desk()
    if here.first is not None:
        _put_first(here.first.back())


def _put_first(first: First) -> None:
    here = desk()
    here.first, here.rev = first, max(here.rev, first.rev)
    here.due_at = time.monotonic() + rounds.PAUSE_MS / 1000
    if first.is_over:
        learner().has_played = True


def leave_first() -> None:
    """From the guided round to the first lesson that is open."""
    who = learner()
    who.has_played = True
    go(first_unpassed(who.progress, who.rules) or Skill.SET)
