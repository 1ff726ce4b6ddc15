"""What each page shows, as the values of a link that reopens exactly that.

Every page reads these values itself when a link is opened; what is written here is what is read
there. `tests/data/links` holds links that were made once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from engine import Layout, RuleSet, format_move, format_rules
from engine.teaching.questions import Question
from ui import session
from ui.teach import items
from ui.texts import _


@dataclass(frozen=True, slots=True)
class State:
    """What a link carries, and the table that a picture shows.

    Attributes:
        values: Query values by name, in the order in which they are written.
        layout: The table on the screen; None where there is none.
        rules: Those of the table.
        note: A warning to stand beside the link.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    layout: Layout | None = None
    rules: RuleSet | None = None
    note: str = ""


def now(page: str) -> State:
    """The state of the page with this address; the first page has none ("")."""
    return _STATES.get(page or "learn", State)()


def _play() -> State:
    from ui.play import form, keeping  # noqa: PLC0415 - only the page in question

    table = session.desk().table
    if table is None:
        rules = form.chosen()
        values = {"rules": format_rules(rules), "players": str(rules.players)}
        seed = session.choice("seed", "").strip()
        return State(values | ({"seed": seed} if seed else {}))
    note = "" if table.is_over else _("The link holds every tile of the round, seen or not.")
    values = {"m": keeping.link_to(table), "seed": table.setup.seed}
    if not table.rounds:
        values.pop("m")
        return State(values, note=note)
    return State(values, table.positions[-1].layout, table.setup.rules, note)


def _explain() -> State:
    from ui.explain.desk import desk  # noqa: PLC0415 - only where it is needed
    from ui.explain.panels import FIRST_PANEL  # noqa: PLC0415 - only where it is needed

    building = desk().building
    values = {"p": building.line()} | _in_address("show", "change", "to")
    if values.get("show") == FIRST_PANEL:
        del values["show"]
    return State(values, building.layout, building.rules)


def _analyse() -> State:
    from ui.analyse.desk import desk  # noqa: PLC0415 - only where it is needed

    now = desk().situation
    values = _in_address(*(name for name in st.query_params if name not in ("v", "lang")))
    position = now.position if now.is_dealt else now.start
    return State(values, position.layout, now.rules)


def _in_address(*names: str) -> dict[str, str]:
    """Those values that the page keeps in its own address."""
    return {name: st.query_params[name] for name in names if name in st.query_params}


def _review() -> State:
    from ui.review.desk import desk  # noqa: PLC0415 - only where it is needed

    here = desk()
    moment = here.moment
    if here.story is None or moment is None:
        return State()
    return State(here.link(), moment.after.layout, moment.after.rules)


def _practise() -> State:
    from ui.practise.desk import desk  # noqa: PLC0415 - only where it is needed
    from ui.teach.learner import learner  # noqa: PLC0415 - only where it is needed

    here, rules = desk(), {"rules": learner().game}
    if here.view == "scores" and here.asked is not None:
        return _asking(
            {"do": "scores", "item": items.packed(here.asked.question)} | rules, here.asked.question
        )
    question = here.asked.question if here.asked else None
    if here.day is not None:
        return _asking({"day": here.day.isoformat()} | rules, question)
    if here.puzzle is not None:
        return _asking({"puzzle": here.puzzle.id} | rules, question)
    return State({"do": here.view} | rules)


def _asking(values: Mapping[str, str], question: Question | None) -> State:
    if question is None:
        return State(values)
    return State(values, question.position.layout, question.position.rules)


def _learn() -> State:
    from ui.learn.course import START  # noqa: PLC0415 - only where it is needed
    from ui.learn.desk import desk  # noqa: PLC0415 - only where it is needed
    from ui.teach.learner import learner  # noqa: PLC0415 - only where it is needed

    here, rules = desk(), {"rules": learner().game}
    if here.view != "lesson":
        return State(rules)
    if here.asked is not None and here.asked.step is not None:
        question = here.asked.question
        return _asking(
            {"set": items.packed(question), "lesson": items.ID, "step": "2"} | rules, question
        )
    if here.lesson != START:
        values = {"set": here.packed} if here.packed else {}
        place = {"lesson": here.lesson, "step": str(here.step + 1)}
        return _asking(values | place | rules, here.asked.question if here.asked else None)
    if here.first is None:
        return State(rules)
    moves = ".".join(map(format_move, here.first.moves))
    position = here.first.position
    return State(rules | ({"moves": moves} if moves else {}), position.layout, position.rules)


def _rules() -> State:
    names = ("part", "example", "step", "games", "all")
    asked = st.query_params
    return State({name: asked[name] for name in names if name in asked} or {"part": "games"})


def _lab() -> State:
    from ui.lab.screen import Desk  # noqa: PLC0415 - only where it is needed

    return State(session.state("lab", Desk).link())


_STATES: Final[Mapping[str, Callable[[], State]]] = {
    "learn": _learn,
    "play": _play,
    "practise": _practise,
    "explain": _explain,
    "analyse": _analyse,
    "review": _review,
    "rules": _rules,
    "lab": _lab,
}
