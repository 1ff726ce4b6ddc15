"""What one reader has open on the Practise page, and what taps and answers make of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

import streamlit as st

from engine import DominoError
from engine.teaching import trainer
from engine.teaching.puzzles import Puzzle, Theme, daily, pick, puzzles, tried
from engine.teaching.questions import Answer, Ask, Question
from engine.teaching.skills import COURSE_GAMES, Skill
from engine.teaching.source import LessonError
from engine.teaching.trainer import Sprint
from ui import session
from ui.teach import items
from ui.teach.asking import Asked, judged
from ui.teach.learner import learner, now
from ui.texts import _

VIEWS: Final = ("count", "scores", "puzzles", "daily")
_LEVEL_UP: Final = 3
_MOST_LEVEL: Final = 3


@dataclass(slots=True)
class Desk:
    """The Practise page of one browser session.

    Attributes:
        view: Which of `VIEWS` is shown.
        sprint: The run of the count trainer; None before the first.
        is_entered: Whether that run stands in the progress.
        last: What the last count was, and what was answered.
        asked: The question that is open, of "what scores here?" or a puzzle.
        puzzle: The puzzle it comes from.
        day: Whose puzzle it is, if it is a day's.
        theme: The only theme of puzzles wanted; None: any.
        streak: Right answers in a row to "what scores here?", and `level` its difficulty.
    """

    view: str = VIEWS[0]
    sprint: Sprint | None = None
    is_entered: bool = False
    last: tuple[int, int] | None = None
    asked: Asked | None = None
    puzzle: Puzzle | None = None
    day: date | None = None
    theme: Theme | None = None
    streak: int = 0
    level: int = 1
    ack: int = 0
    rev: int = 0
    linked: tuple[str, ...] = ()
    trouble: str = ""


def desk() -> Desk:
    """The desk of this session."""
    return session.state("practise", Desk)


_LINK: Final = ("do", "puzzle", "day", "rules", "item")


def _linked() -> tuple[str, ...]:
    """What the address asks for now."""
    return tuple(st.query_params.get(name, "") for name in _LINK)


def follow_link() -> None:
    """Open what the link names, if it is not what is open."""
    here = desk()
    linked = _linked()
    if linked == here.linked:
        return
    here.linked, here.trouble = linked, ""
    view, name, day, rules, exercise = linked
    if rules in COURSE_GAMES:
        learner().game = rules
    if name:
        _open_named(name)
    elif day:
        _open_day(day)
    elif exercise:
        _open_item(exercise)
    elif view in VIEWS:
        show(view)


def _open_item(packed: str) -> None:
    here = desk()
    show("scores")
    try:
        question = items.question(packed)
    except LessonError as error:
        here.trouble = _("The exercise of the link cannot be opened: {why}.", why=error)
        return
    here.rev += 1
    here.asked = _of(question, Skill.REMAINDER)
    st.query_params["item"] = packed
    here.linked = _linked()


def _open_named(name: str) -> None:
    here = desk()
    game = name.rsplit("-", 2)[0]
    if game in COURSE_GAMES:
        learner().game = game
    found = next((puzzle for puzzle in puzzles(learner().rules) if puzzle.id == name), None)
    here.view = "puzzles"
    if found is None:
        here.trouble = _("There is no puzzle “{name}”.", name=name)
    else:
        _lay(found)


def _open_day(text: str) -> None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        desk().trouble = _("A day is written as 2026-11-30, not “{text}”.", text=text)
        return
    desk().view = "daily"
    _lay(daily(day, learner().rules), day=day)


def show(view: str) -> None:
    """Turn to one of the kinds of practice."""
    here = desk()
    here.view = view
    here.asked = here.puzzle = here.day = None
    st.query_params["do"] = view
    st.query_params.pop("puzzle", None)
    st.query_params.pop("day", None)
    match view:
        case "scores":
            next_scores()
        case "puzzles":
            next_puzzle()
        case "daily":
            today = now().date()
            _lay(daily(today, learner().rules), day=today)
        case _:
            pass
    here.linked = _linked()


def choose_game(game: str) -> None:
    """Practise for another game."""
    learner().game = game
    st.query_params["rules"] = game
    desk().sprint = None
    show(desk().view)


def begin(at: datetime | None = None) -> None:
    """Start a run of the count trainer."""
    here, who = desk(), learner()
    here.sprint = trainer.start(who.rules, rng=who.rng, now=at or now())
    here.is_entered, here.last = False, None
    here.rev += 1


def counted(value: int) -> None:
    """An answer in the run."""
    here, who = desk(), learner()
    run = here.sprint
    if run is None or run.is_over(now()):
        return
    truth = judged(_of(run.question, Skill.COUNT), value).truth
    here.last = (int(truth) if isinstance(truth, int) else 0, value)
    here.sprint = trainer.answered(run, value, rng=who.rng, now=now())
    here.rev += 1


def enter() -> None:
    """Enter a run whose time is up in the progress, once."""
    here, who = desk(), learner()
    run = here.sprint
    if run is not None and run.is_over(now()) and not here.is_entered:
        here.is_entered = True
        if run.shots:
            who.learned(trainer.finished(who.progress, run))


def _of(question: Question, skill: Skill) -> Asked:
    here = desk()
    return Asked(question=question, rules=learner().rules, skill=skill, rev=here.rev)


def next_scores() -> None:
    """Another board of "what scores here?"."""
    here, who = desk(), learner()
    if st.query_params.pop("item", None):
        here.linked = _linked()
    here.rev += 1
    here.asked = _of(trainer.what_scores(who.rules, who.rng, level=here.level), Skill.REMAINDER)


def next_puzzle() -> None:
    """Another puzzle, about as hard as the learner is strong."""
    here, who = desk(), learner()
    try:
        _lay(pick(who.progress, who.rules, who.rng, theme=here.theme))
    except DominoError:
        here.asked = here.puzzle = None
        here.trouble = _("There are no puzzles for this.")


def choose_theme(theme: Theme | None) -> None:
    """Puzzles of one theme only."""
    desk().theme = theme
    next_puzzle()


def _lay(puzzle: Puzzle, *, day: date | None = None) -> None:
    here = desk()
    here.rev += 1
    here.puzzle, here.day, here.trouble = puzzle, day, ""
    here.asked = _of(Question(Ask.BEST, puzzle.position), Skill.EXACT)
    if day is None:
        st.query_params["puzzle"] = puzzle.id
        st.query_params.pop("day", None)
    else:
        st.query_params["day"] = day.isoformat()
        st.query_params.pop("puzzle", None)
    st.query_params.pop("do", None)
    here.linked = _linked()


def put(asked: Asked) -> None:
    """The open question as a tap has changed it."""
    here = desk()
    here.asked, here.rev = asked, asked.rev


def answer(given: Answer) -> None:
    """An answer: judged, and a puzzle's first try rated."""
    here, who = desk(), learner()
    asked = here.asked
    if asked is None or asked.is_over:
        return
    said = judged(asked, given)
    right = said.right and not asked.is_hinted
    if here.puzzle is not None:
        who.learned(tried(who.progress, here.puzzle, solved=right, day=here.day))
    else:
        here.streak = here.streak + 1 if right else 0
        if here.streak and here.streak % _LEVEL_UP == 0:
            here.level = min(_MOST_LEVEL, here.level + 1)
        elif not said.right:
            here.level = max(1, here.level - 1)
    put(asked.answered(said))
