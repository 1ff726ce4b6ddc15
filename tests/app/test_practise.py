"""The Practise page: a run of the count trainer, what scores here, puzzles and their rating."""

from __future__ import annotations

from datetime import date, timedelta

from streamlit.testing.v1 import AppTest

from engine import PRESETS, count
from engine.teaching.answers import answer
from engine.teaching.puzzles import daily, puzzles
from engine.teaching.trainer import LENGTH
from tests.serving import ROOT
from ui import session
from ui.practise.desk import Desk
from ui.teach.learner import Learner

PAGE = str(ROOT / "pages" / "practise.py")


def opened(**link: str) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=120)
    at.session_state["desk"] = session.Desk(preferences=session.Preferences(plain=True))
    for name, value in ({"lang": "en"} | link).items():
        at.query_params[name] = value
    return ok(at.run())


def ok(at: AppTest) -> AppTest:
    assert [box.value for box in at.exception] == []
    return at


def desk(at: AppTest) -> Desk:
    found: Desk = at.session_state["practise"]
    return found


def learner(at: AppTest) -> Learner:
    found: Learner = at.session_state["learner"]
    return found


def press(at: AppTest, key: str) -> AppTest:
    return ok(at.button(key=key).click().run())


def html(at: AppTest) -> str:
    return "\n".join(one.proto.body for one in at.main.get("html"))


def test_a_run_counts_right_answers_and_is_entered_when_its_time_is_up() -> None:
    at = press(opened(), "sprint_go")
    for right in (True, True, False):
        run = desk(at).sprint
        assert run is not None
        truth = count(run.question.layout, run.rules)
        field = at.number_input(key=f"sprint_number_{desk(at).rev}")
        field.set_value(truth if right else truth + 1)
        press(at, "sprint_check")
    run = desk(at).sprint
    assert run is not None
    assert run.score == 2
    assert "it was" in html(at)
    # Let the time be up.
    object.__setattr__(run, "started", run.started - LENGTH - timedelta(seconds=1))
    ok(at.run())
    assert learner(at).progress.sprints == (2,)
    assert sum(speed.n for speed in learner(at).progress.speeds.values()) == 3
    assert "2 right, 1 wrong" in html(at)
    ok(at.run())
    assert learner(at).progress.sprints == (2,)


def test_what_scores_here_grows_harder_with_right_answers() -> None:
    at = opened(do="scores")
    for _turn in range(3):
        asked = desk(at).asked
        assert asked is not None
        truth = answer(asked.question)
        assert isinstance(truth, frozenset)
        at.button_group(key=f"practise_several_{asked.rev}").set_value(sorted(truth))
        press(at, "practise_check")
        press(at, "practise_next")
    assert desk(at).level == 2
    assert desk(at).streak == 3


def test_a_puzzle_is_rated_at_its_first_try_only() -> None:
    puzzle = puzzles(PRESETS["straight"])[0]
    at = opened(puzzle=puzzle.id)
    before = learner(at).progress.rating
    press(at, f"practise_one_{puzzle.best}")
    after = learner(at).progress
    assert after.solved == {puzzle.id: True}
    assert after.rating.mean > before.mean
    assert str(puzzle.rating) in html(at)
    press(at, "practise_next")
    assert desk(at).puzzle != puzzle


def test_the_day_has_the_same_puzzle_for_everyone() -> None:
    day = date(2026, 11, 30)
    at, other = opened(day=day.isoformat()), opened(day=day.isoformat())
    assert desk(at).puzzle == desk(other).puzzle == daily(day, PRESETS["straight"])
    puzzle = desk(at).puzzle
    assert puzzle is not None
    press(at, f"practise_one_{puzzle.best}")
    assert learner(at).progress.days == {"2026-11-30": True}


def test_a_link_that_names_nothing_says_so() -> None:
    assert any("no puzzle" in box.value for box in opened(puzzle="straight-x-y").error)
    assert any("2026-11-30" in box.value for box in opened(day="yesterday").error)
