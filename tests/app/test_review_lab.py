"""The Review and Lab pages through their widgets, without a browser."""

from __future__ import annotations

import time

from streamlit.testing.v1 import AppTest

from tests.serving import ROOT
from tests.unit.ui.playing import against_bots, finished
from ui import working
from ui.lab import screen as lab
from ui.play import keeping
from ui.review.desk import Desk
from ui.storage import pack

RECORD = keeping.full_record(finished(against_bots("all_fives", seed="3"), 3, rounds=1))


def opened(page: str, **query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "pages" / f"{page}.py"), default_timeout=60)
    for name, value in {"lang": "en", **query}.items():
        at.query_params[name] = value
    return ok(at.run())


def ok(at: AppTest) -> AppTest:
    assert [box.value for box in at.exception] == []
    return at


def in_link(at: AppTest, name: str) -> str:
    """What the address carries; AppTest hands back a text or a list of one."""
    value = at.query_params[name]
    return value if isinstance(value, str) else str(value[0])


def review_of(at: AppTest) -> Desk:
    found: Desk = at.session_state["review"]
    return found


def test_a_record_is_pasted_and_a_wrong_one_names_its_move() -> None:
    at = opened("review")
    cut = RECORD.index("=") + 1
    at.text_area(key="review_text").set_value(f"{RECORD[:cut]}9{RECORD[cut:]}")
    ok(at.run())
    assert "Round 1, move " in at.error[0].value
    at.text_area(key="review_text").set_value(RECORD)
    ok(at.run())
    assert not at.error
    here = review_of(at)
    assert here.story is not None
    assert in_link(at, "r") == pack(here.story.text)
    here.stop()


def test_whoever_has_no_record_finds_an_example() -> None:
    at = opened("review")
    at.button(key="review_example").click()
    ok(at.run())
    here = review_of(at)
    assert here.story is not None
    assert ("Dani", "Piroska") == tuple(map(here.story.name, here.story.seats))
    here.stop()


def test_a_link_opens_the_replay_and_a_spoilt_one_says_so() -> None:
    at = opened("review", r=pack(RECORD), show="replay", at="1.4", seat="B")
    here = review_of(at)
    assert (4, 1, "replay") == (here.at, here.seat, here.panel)
    ok(at.button(key="review_on").click().run())
    assert 5 == here.at
    assert in_link(at, "at") == "1.5"
    here.stop()
    spoilt = opened("review", r="nonsense")
    assert "cut or spoilt" in spoilt.error[0].value


def test_a_tournament_runs_to_its_end_while_the_page_is_looked_at() -> None:
    query = {"rules": "all_fives", "bots": "greedy,random", "deals": "4", "seed": "5"}
    at = opened("lab", **query)
    ok(at.button(key="lab_start").click().run())
    here: lab.Desk = at.session_state["lab"]
    deadline = time.monotonic() + 120
    while not here.is_done and time.monotonic() < deadline:
        time.sleep(0.2)
        ok(at.run())
    ok(at.run())
    assert here.is_done
    assert not here.runs
    assert here.result is not None
    assert 8 == here.result.n_rounds
    assert in_link(at, "bots") == "greedy,random"
    deadline = time.monotonic() + 10
    while working.n_working() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert 0 == working.n_working()


def test_a_link_that_asks_for_what_cannot_be_says_so() -> None:
    at = opened("lab", rules="all_fives", bots="greedy,nobody")
    assert "nobody" in at.error[0].value
