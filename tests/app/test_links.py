"""A link made once opens for ever, and shows exactly what it showed."""

from __future__ import annotations

import tomllib
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from engine import format_position, format_rules
from tests.serving import ROOT
from ui.learn.course import START
from ui.share.states import State

LINKS: list[dict[str, Any]] = [
    link
    for path in sorted((ROOT / "tests/data/links").glob("*.toml"))
    for link in tomllib.loads(path.read_text("utf-8"))["link"]
]

SCRIPT = """
import runpy
from ui import session
from ui.share import screen, states

session.desk().is_asked = True  # as if the browser had said that it keeps nothing
screen.refuse()
runpy.run_path({path!r})
session.state("shared", list)[:] = [states.now({page!r})]
"""


def opened(link: str) -> AppTest:
    parts = urlsplit(link)
    page = parts.path.strip("/")
    path = str(ROOT / "pages" / f"{page}.py")
    at = AppTest.from_string(SCRIPT.format(path=path, page=page), default_timeout=60)
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        at.query_params[name] = value
    at.run()
    for desk in ("review", "analyse", "lab"):  # nobody waits for what they began to work out
        if desk in at.session_state and (job := at.session_state[desk].job) is not None:
            job.stop()
    assert [box.value for box in at.exception] == []
    return at


def shared(at: AppTest) -> State:
    (state,) = at.session_state["shared"]
    assert isinstance(state, State)
    return state


def play(at: AppTest) -> dict[str, Any]:
    table = at.session_state["desk"].table
    if table is None:
        rules, seed = at.session_state["form"].rules, at.text_input(key="seed").value
        return {"rules": format_rules(rules), "players": rules.players, "seed": seed}
    names = [sitter.name for sitter in table.setup.sitters]
    return {"position": format_position(table.positions[-1]), "names": names}


def explain(at: AppTest) -> dict[str, Any]:
    return {"line": at.session_state["explain"].building.line()}


def analyse(at: AppTest) -> dict[str, Any]:
    line, moves = at.session_state["analyse"].situation.link()[:2]
    return {"line": line, "moves": moves}


def review(at: AppTest) -> dict[str, Any]:
    desk = at.session_state["review"]
    rounds = len(desk.story.match.rounds)
    return {"show": desk.panel, "seat": desk.seat, "at": desk.moment.key, "rounds": rounds}


def rules(at: AppTest) -> dict[str, Any]:
    games = at.multiselect(key="rules_games").value if at.multiselect else []
    example = at.selectbox[0].value if at.selectbox else ""
    step = at.slider[0].value if at.slider else 0
    part = at.session_state["rules_part"]
    return {"part": part, "games": games, "example": example, "step": step}


def lab(at: AppTest) -> dict[str, Any]:
    order = at.session_state["lab"].order
    return {"bots": list(order.names), "deals": order.n_deals, "seed": order.seed}


def asked(at: AppTest, desk: Any) -> dict[str, Any]:
    found = {"game": at.session_state["learner"].game}
    if desk.asked is not None:
        question = desk.asked.question
        found |= {"position": format_position(question.position), "ask": question.ask}
    return found


def practise(at: AppTest) -> dict[str, Any]:
    desk = at.session_state["practise"]
    puzzle, day = desk.puzzle, desk.day
    found = {"view": desk.view, "puzzle": puzzle and puzzle.id, "day": day and day.isoformat()}
    return asked(at, desk) | found


def learn(at: AppTest) -> dict[str, Any]:
    desk = at.session_state["learn"]
    found = asked(at, desk) | {"lesson": desk.lesson, "step": desk.step}
    if desk.lesson == START and desk.first is not None:
        found["position"] = format_position(desk.first.position)
    return found


SHOWN = {
    "play": play,
    "explain": explain,
    "analyse": analyse,
    "review": review,
    "rules": rules,
    "lab": lab,
    "practise": practise,
    "learn": learn,
}
"""Facts of what is open, by the names that the files of links use."""


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link["name"])
def test_a_link_opens_what_it_opened_when_it_was_made(link: dict[str, Any]) -> None:
    """And Share gives the same link again."""
    at = opened(link["link"])
    assert [box.value for box in at.error] == []
    parts = urlsplit(link["link"])
    facts = SHOWN[parts.path.strip("/")](at)
    assert {name: facts[name] for name in link["shows"]} == link["shows"]
    values = {name: found[0] for name, found in parse_qs(parts.query).items()}
    assert values.pop("v") == "1"
    assert shared(at).values == values


def test_every_page_has_links() -> None:
    pages = {path.stem for path in (ROOT / "pages").glob("[a-z]*.py")}
    assert {urlsplit(link["link"]).path.strip("/") for link in LINKS} == pages


def test_a_link_of_another_version_is_refused_in_words() -> None:
    at = opened("/explain?v=2&p=66")
    (told,) = [box.value for box in at.error]
    assert told.startswith("This link is of version “2”; this copy of Fives Studio opens version 1")
    assert "p" not in at.query_params


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("/play?v=1&m=eJx-cut", "cannot be opened: the link is cut or spoilt"),
        ("/play?v=1&rules=chess", "The link asks for rules that cannot be"),
        ("/explain?v=1&p=55.4", "Character 5"),
        ("/analyse?v=1&p=straight+99", "Character 12"),
        ("/review?v=1&r=AAAA", "cut or spoilt"),
        ("/practise?v=1&puzzle=none-1-1", "There is no puzzle “none-1-1”."),
        ("/practise?v=1&day=today", "A day is written as"),
        ("/practise?v=1&do=scores&item=AAAA", "The exercise of the link cannot be opened"),
        ("/learn?v=1&set=AAAA", "This set cannot be opened"),
        ("/learn?v=1&rules=straight&moves=65.99", "The round of the link cannot be opened"),
        ("/lab?v=1&rules=straight&bots=nobody,greedy", "The link asks for what cannot be"),
        (f"/explain?v=1&p={'5' * 70_000}", "and no more than 60000 can be opened"),
    ],
)
def test_a_broken_link_says_what_is_wrong(link: str, says: str) -> None:
    at = opened(link)
    told = [box.value for box in [*at.error, *at.warning]]
    assert any(says in text for text in told), told
