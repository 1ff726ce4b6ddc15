"""The Learn page through its plain widgets: lessons, gates, progress, sets from teachers."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from engine import PRESETS, format_move
from engine.teaching.answers import answer
from engine.teaching.lessons import best_now
from engine.teaching.mastery import Level
from engine.teaching.misconceptions import Mistake, named
from engine.teaching.progress import Progress
from engine.teaching.saving import dump, load
from engine.teaching.skills import Skill
from engine.teaching.writing import pack
from tests.serving import ROOT
from ui import session
from ui.learn.desk import Desk
from ui.learn.teacher import EXAMPLE
from ui.teach.asking import Asked
from ui.teach.learner import Learner
from ui.words_mistakes import mistake_text

PAGE = str(ROOT / "pages" / "learn.py")


def opened(**link: str) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=120)
    at.session_state["desk"] = session.Desk(preferences=session.Preferences(plain=True))
    for name, value in ({"seed": "7", "lang": "en"} | link).items():
        at.query_params[name] = value
    return ok(at.run())


def ok(at: AppTest) -> AppTest:
    assert [box.value for box in at.exception] == []
    return at


def desk(at: AppTest) -> Desk:
    found: Desk = at.session_state["learn"]
    return found


def learner(at: AppTest) -> Learner:
    found: Learner = at.session_state["learner"]
    return found


def asked(at: AppTest) -> Asked:
    found = desk(at).asked
    assert found is not None
    return found


def press(at: AppTest, key: str) -> AppTest:
    return ok(at.button(key=key).click().run())


def give(at: AppTest, given: object) -> AppTest:
    """Answer by the widgets that stand on the page."""
    rev = asked(at).rev
    if isinstance(given, int):
        at.number_input(key=f"learn_number_{rev}").set_value(given)
        return press(at, "learn_check")
    if isinstance(given, frozenset):
        at.button_group(key=f"learn_several_{rev}").set_value(sorted(given))
        return press(at, "learn_check")
    return press(at, f"learn_one_{given}")


def html(at: AppTest) -> str:
    return "\n".join(
        element.proto.body for element in at.main.get("html") if hasattr(element.proto, "body")
    )


def test_a_newcomer_finds_the_first_round_with_its_first_play_pointed_out() -> None:
    at = opened()
    first = desk(at).first
    assert first is not None
    assert first.is_yours
    assert format_move(best_now(first.position))[0] in html(at)
    assert "Your first round" in html(at)


def test_a_lesson_is_gone_through_forward_and_back() -> None:
    at = opened(lesson="spinner", rules="all_fives")
    titles = []
    while desk(at).step < 4:
        titles.append(desk(at).step)
        press(at, "learn_next")
    assert titles == [0, 1, 2, 3]
    assert asked(at).step is not None
    press(at, "learn_back")
    assert desk(at).step == 3
    assert at.query_params["step"] == "4"


@pytest.mark.parametrize("mistake", [Mistake.SPINNER_STAYS, Mistake.UNPLAYED_ARMS])
def test_a_wrong_idea_is_named_in_its_sentence(mistake: Mistake) -> None:
    at = opened(lesson="spinner", step="5", rules="all_fives")
    for _turn in range(40):
        step = asked(at).step
        assert step is not None
        said = step.item.said(frozenset({mistake}))
        give(at, said)
        verdict = asked(at).verdict
        assert verdict is not None
        if verdict.mistake is mistake:
            tiles = " and ".join(f"{tile.high}-{tile.low}" for tile in verdict.tiles)
            assert mistake_text(mistake, tiles) in html(at)
            return
        press(at, "learn_next")
    pytest.fail(f"{mistake} was never named")


def test_the_gate_opens_for_who_is_right_and_stays_shut_for_a_wrong_idea() -> None:
    rules = PRESETS["all_fives"]
    at = opened(lesson="count", step="5", rules="all_fives")
    for _turn in range(12):
        give(at, answer(asked(at).question))
        if desk(at).passed:
            break
        press(at, "learn_next")
    assert desk(at).passed is Skill.COUNT
    assert any("is passed" in box.value for box in at.success)
    assert learner(at).progress.level(Skill.COUNT, rules) is Level.PASSED
    wrong = opened(lesson="count", step="5", rules="all_fives")
    for _turn in range(14):
        step = asked(wrong).step
        assert step is not None
        give(wrong, step.item.said(frozenset({Mistake.DOUBLES_ONCE})))
        press(wrong, "learn_next")
    assert Mistake.DOUBLES_ONCE in named(Skill.COUNT, rules)
    assert not learner(wrong).progress.has_passed(Skill.COUNT, rules)


def test_a_hint_makes_the_answer_not_count() -> None:
    at = opened(lesson="count", step="5")
    press(at, "learn_hint_0")
    assert "does not count" in html(at)
    press(at, "learn_hint_1")
    give(at, answer(asked(at).question))
    state = learner(at).progress.state(Skill.COUNT, learner(at).rules)
    assert state.last == ()
    assert state.answered == 1


def test_another_game_changes_boards_and_sentences() -> None:
    at = opened(lesson="spinner")
    before = html(at)
    at.selectbox(key="learn_game_straight").set_value("all_fives").run()
    ok(at)
    assert learner(at).game == "all_fives"
    assert at.query_params["rules"] == "all_fives"
    assert html(at) != before


def test_progress_is_saved_wiped_and_loaded_again() -> None:
    at = opened(lesson="count", step="5")
    give(at, answer(asked(at).question))
    kept = learner(at).text()
    assert load(kept) == learner(at).progress
    press(at, "map_progress")
    press(at, "progress_wipe")
    press(at, "progress_wipe_no")
    assert learner(at).progress != Progress()
    press(at, "progress_wipe")
    press(at, "progress_wipe_yes")
    assert learner(at).progress == Progress()
    at.file_uploader(key="progress_file").set_value(
        ("p.json", kept.encode(), "application/json")
    ).run()
    ok(at)
    assert learner(at).progress == load(kept)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"format": "fives-progress"}', dump(Progress()).replace("350", "1e99")],
)
def test_a_file_that_is_no_progress_is_refused_in_words(text: str) -> None:
    at = opened()
    before = learner(at).progress
    press(at, "map_progress")
    at.file_uploader(key="progress_file").set_value(("p.json", text.encode(), "text/plain")).run()
    ok(at)
    assert learner(at).progress is before
    assert any("cannot be used" in box.value for box in at.warning)


def test_a_file_that_is_no_text_is_refused_in_words() -> None:
    at = opened()
    press(at, "map_progress")
    at.file_uploader(key="progress_file").set_value(("p.json", b"\xff\xfe\x00", "x/y")).run()
    ok(at)
    assert any("text file" in box.value for box in at.warning)


def test_a_teachers_set_is_opened_from_its_link_and_walked_to_its_end() -> None:
    at = opened(set=pack(EXAMPLE))
    lessons = desk(at).lessons
    assert lessons is not None
    assert lessons.title == "Counting, week 2"
    assert "A spinner counts both halves" in html(at)
    n_right = 0
    while True:
        if desk(at).asked is not None:
            give(at, answer(asked(at).question))
            n_right += 1
        if "learn_next" not in {button.key for button in at.button}:
            break
        press(at, "learn_next")
    assert n_right == 8
    assert sum(desk(at).right.values()) == 8
    press(at, "map_course")
    assert desk(at).lessons is None


def test_a_set_that_is_wrong_is_refused_with_its_line() -> None:
    at = opened()
    press(at, "map_teacher")
    wrong = EXAMPLE.replace("expect = 15", "expect = 16")
    at.file_uploader(key="set_file").set_value(("mine.toml", wrong.encode(), "text/plain")).run()
    ok(at)
    assert any("mine.toml, line 12" in box.value for box in at.error)
    assert desk(at).lessons is None
    broken = opened(set="nonsense")
    assert any("cannot be opened" in box.value for box in broken.error)


def test_a_teacher_gets_a_link_and_a_worksheet() -> None:
    at = opened()
    press(at, "map_teacher")
    press(at, "set_try")
    assert any(f"?set={pack(EXAMPLE)}" in block.value for block in at.code)
    sheet = at.get("bidi_component")
    found = [json.loads(one.proto.json) for one in sheet if "<article>" in one.proto.json]
    assert found
    assert found[0]["html"].count("<article>") == 8
