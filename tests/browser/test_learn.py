"""A learner in a real browser: the first score, a lesson by keyboard, what is kept and printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pypdfium2 import PdfDocument
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

from engine import PRESETS, Play
from engine.teaching.answers import answer
from engine.teaching.lessons import best_now, course, first_round
from engine.teaching.misconceptions import Mistake
from engine.teaching.progress import Progress, TableStats
from engine.teaching.saving import dump
from engine.teaching.skills import Skill
from tests.browser.driving import axe_violations, open_page, sampled, settle, watch
from tests.serving import Server
from ui.words_mistakes import mistake_text
from ui.words_teaching import answer_text

A4_POINTS = 595, 842
MARGIN_POINTS = 14 / 25.4 * 72 - 1
SPINNER_COUNT = 3
"""The step of lesson 5, from 0, that asks for a count with nothing shown."""


def piece(page: Page, name: str) -> Locator:
    return page.locator(".piece").and_(page.get_by_role("button", name=re.compile(f"^{name}")))


def lead() -> str:
    """The tile that the guide points out first."""
    move = best_now(first_round(PRESETS["straight"]).start())
    assert isinstance(move, Play)
    return f"{move.tile.high}-{move.tile.low}"


def test_from_the_landing_page_to_the_first_scored_play_in_three_taps(page: Page) -> None:
    open_page(page)
    expect(page.get_by_role("heading", name="Your first round")).to_be_visible()
    taps = 1
    piece(page, lead()).click()
    place = page.locator(".spot.lit")
    if place.count():
        taps += 1
        place.first.click()
    expect(page.locator(".result.award")).to_have_text(re.compile("You score"))
    assert taps <= 3
    expect(page.locator("p.lead")).to_contain_text("Piroska plays", timeout=30_000)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def focus(page: Page, target: Locator) -> None:
    """Go to `target` by the Tab key alone."""
    for _press in range(120):
        if target.evaluate("node => node === node.getRootNode().activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never comes to {target}")


def test_lesson_five_whole_by_keyboard(page: Page) -> None:
    open_page(page, "/?lesson=spinner&rules=all_fives&seed=5")
    heading = page.get_by_role("heading", name="The spinner's life")
    expect(heading).to_be_visible(timeout=60_000)
    settle(page)
    lesson = next(one for one in course(PRESETS["all_fives"]).lessons if one.skill is Skill.SPINNER)
    following = page.get_by_role("button", name="Next", exact=True).first
    for at, exercise in enumerate([None, *lesson.worked]):
        expect(page.locator(".steps")).to_contain_text("The board" if at == 0 else f"Example {at}")
        if exercise is not None and exercise.question.ask == "count" and at == SPINNER_COUNT:
            truth = answer(exercise.question)
            focus(page, page.locator(".pad input"))
            press(page, *str(truth), "Enter")
            expect(page.locator(".say.right")).to_contain_text("Right.")
        settle(page)  # without it, one run in six loses the key; why is not known yet
        focus(page, following)
        press(page, "Enter")
    expect(page.locator(".steps")).to_contain_text("Practice")
    for _turn in range(2):
        controls = page.locator(".pad input, .st-key-learn_choices button")
        expect(controls.first).to_be_visible()
        if page.locator(".pad input").count():
            focus(page, page.locator(".pad input"))
            press(page, "7", "Enter")
        else:
            focus(page, controls.first)
            press(page, "Enter")
            focus(page, page.locator(".st-key-learn_check button"))
            press(page, "Enter")
        onward = page.get_by_role("button", name="Next exercise")
        expect(onward).to_be_focused()
        press(page, "Enter")
        expect(onward).to_have_count(0)


def test_a_wrong_answer_of_a_wrong_idea_shows_its_sentence(page: Page) -> None:
    open_page(page, f"/?lesson=spinner&rules=all_fives&step={SPINNER_COUNT + 1}")
    field = page.locator(".pad input")
    expect(field).to_be_visible(timeout=60_000)
    settle(page)
    field.fill("16")  # 6-6 is covered; 1 and 3 are the ends
    field.press("Enter")
    sentence = mistake_text(Mistake.SPINNER_STAYS, "6-6")
    expect(page.locator(".say.wrong")).to_contain_text(sentence)
    expect(page.locator(".say.wrong")).to_contain_text("1 + 3 = 4")
    expect(page.locator(".tile.marked")).to_have_count(1)


def test_places_are_answered_on_the_board_by_taps_and_keys(page: Page) -> None:
    open_page(page, "/?lesson=match&step=5&seed=1")
    prompt = page.locator(".ask").filter(has_text="Where does")
    expect(prompt).to_be_visible(timeout=60_000)
    left, right = (page.locator(f".spot.lit[data-place={arm}]") for arm in "LR")
    left.click()
    expect(left).to_have_attribute("aria-pressed", "true")
    focus(page, right)
    press(page, "Enter")
    expect(right).to_have_attribute("aria-pressed", "true")
    expect(right).to_be_focused()
    press(page, "Enter")
    expect(right).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".say")).to_contain_text("Your answer: left")


def practised(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("Doubles twice.*practising"))


def test_progress_survives_a_reload_and_a_restarted_server(browser: Browser) -> None:
    context = browser.new_context()
    with Server() as server, watch(context, server.url):
        page = context.new_page()
        page.goto(f"{server.url}/?lesson=count&step=5")
        field = page.locator(".pad input")
        expect(field).to_be_visible(timeout=60_000)
        settle(page)
        field.fill("7")
        field.press("Enter")
        expect(practised(page)).to_be_visible()
        settle(page)  # what the page keeps is kept with the last answer
        page.reload()
        expect(practised(page)).to_be_visible(timeout=60_000)
        page.goto("about:blank")
        server.restart()
        page.goto(server.url)
        expect(practised(page)).to_be_visible(timeout=60_000)
        expect(page.locator(".steps")).to_be_visible()
        page.goto("about:blank")
    context.close()


def test_what_rounds_have_shown_is_taken_up_once(page: Page) -> None:
    open_page(page)
    expect(page.get_by_role("heading", name="Your first round")).to_be_visible()
    shown = dump(Progress(table=TableStats(plays=9, chances=4, taken=3)))
    page.evaluate("text => localStorage.setItem('fives.played', text)", shown)
    for _time in range(2):
        page.reload()
        settle(page)
        page.get_by_role("button", name="Your progress").click()
        expect(page.get_by_text("3 of 4 scores taken")).to_be_visible(timeout=60_000)
        page.wait_for_function("!localStorage.getItem('fives.played')")


def cut_figures(pdf: bytes) -> list[str]:
    """What is drawn beyond the margins of its page: a figure that goes on overleaf is."""
    found = []
    for number, sheet in enumerate(PdfDocument(pdf), start=1):
        width, height = sheet.get_size()
        assert abs(width - A4_POINTS[0]) < 2
        assert abs(height - A4_POINTS[1]) < 2
        for drawn in sheet.get_objects(filter=[FPDF_PAGEOBJ_PATH]):
            _left, bottom, _right, top = drawn.get_bounds()
            if bottom < MARGIN_POINTS or top > height - MARGIN_POINTS:
                found.append(f"page {number}: drawn from {bottom:.0f} to {top:.0f}")
    return found


def test_a_worksheet_prints_on_a4_and_cuts_no_tile(page: Page, tmp_path: Path) -> None:
    open_page(page)
    page.get_by_role("button", name="For teachers").click()
    frame = page.frame_locator("iframe")
    expect(frame.locator("article").first).to_be_visible(timeout=60_000)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the page").click()
    html = Path(saved.value.path()).read_text("utf-8")
    page.context.set_offline(offline=False)
    paper = page.context.new_page()
    paper.set_content(html)
    paper.emulate_media(media="print")
    data = paper.pdf(prefer_css_page_size=True, print_background=True)
    (tmp_path / "worksheet.pdf").write_bytes(data)
    assert cut_figures(data) == []
    # Question, figure and answer stay together: each exercise is whole, and lower than a page.
    heights = paper.locator("article").evaluate_all(
        "nodes => nodes.map(n => [n.offsetHeight, getComputedStyle(n).breakInside])"
    )
    page_height_px = 842 / 72 * 96 - 2 * 14 / 25.4 * 96
    assert all(height < page_height_px and inside == "avoid" for height, inside in heights)
    wide = paper.locator("article svg").evaluate_all(
        "nodes => nodes.map(n => [n.getBoundingClientRect().right, n.closest('article')"
        ".getBoundingClientRect().right])"
    )
    assert all(right <= edge + 1 for right, edge in wide)
    # A figure that is too high for a page is seen to be cut.
    paper.add_style_tag(
        content=".table svg { max-height: none !important; height: 400mm !important }"
    )
    assert cut_figures(paper.pdf(prefer_css_page_size=True, print_background=True))
    paper.close()


@pytest.mark.parametrize("scheme", sampled("dark", "light"))
@pytest.mark.parametrize("size", [(1280, 800), (844, 390), (390, 844)], ids=str)
@pytest.mark.parametrize("step", [2, 4])
def test_no_violation_in_a_lesson(
    page: Page, scheme: str, size: tuple[int, int], step: int
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_page(page, f"/?lesson=spinner&step={step}")
    expect(page.locator(".st-key-task")).to_be_visible(timeout=60_000)
    settle(page)
    assert axe_violations(page) == []


def test_what_a_reader_gets_is_the_question_its_field_and_its_keys(page: Page) -> None:
    open_page(page, "/?lesson=count&step=5&seed=2")
    expect(page.locator(".pad input")).to_be_visible(timeout=60_000)
    field = page.get_by_role("textbox", name="What is the count now?")
    expect(field).to_be_visible()
    expect(page.get_by_role("group", name="Figures")).to_be_visible()
    settle(page)
    field.fill("999")
    field.press("Enter")
    live = page.locator("[aria-live=polite]").filter(has_text=answer_text_pattern())
    expect(live).not_to_have_count(0)


def answer_text_pattern() -> re.Pattern[str]:
    """The verdict on 999, which no wrong idea gives."""
    lesson = course(PRESETS["straight"]).lessons[2]
    said = answer_text(lesson.worked[0].question, 999)
    return re.compile(f"It is not {said}")


@pytest.mark.browser_context_args(viewport={"width": 844, "height": 390})
def test_the_first_round_fits_a_phone_on_its_side(page: Page) -> None:
    open_page(page)
    tile = piece(page, lead())
    expect(tile).to_be_visible()
    for part in (tile, page.get_by_role("button", name="Skip to the lessons")):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 390


@pytest.mark.parametrize("size", [(1280, 800), (844, 390), (360, 740)], ids=str)
def test_the_table_stays_where_it_is_while_the_first_round_goes_on(
    page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_page(page)
    table = page.locator(".table")
    expect(piece(page, lead())).to_be_visible()
    before = table.bounding_box()
    piece(page, lead()).click()
    expect(page.locator("p.lead")).to_contain_text("Piroska plays")
    settle(page)
    assert before is not None
    assert table.bounding_box() == pytest.approx(before, abs=1)


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_what_is_to_be_played_is_asked_above_the_table_on_a_phone(page: Page) -> None:
    open_page(page, "/practise?do=puzzles")
    asked, table = page.locator(".ask").bounding_box(), page.locator(".table").bounding_box()
    assert asked is not None
    assert table is not None
    assert asked["y"] < table["y"]


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_a_lesson_tapped_in_the_list_below_is_shown_from_its_top(page: Page) -> None:
    open_page(page)
    page.get_by_role("button", name="Open ends", exact=True).click()
    expect(page.get_by_role("heading", name="Open ends")).to_be_in_viewport()
    page.get_by_role("button", name="For teachers").click()
    expect(page.get_by_role("heading", name="For teachers")).to_be_in_viewport()
    settle(page)


@pytest.mark.browser_context_args(viewport={"width": 844, "height": 390})
def test_a_puzzle_fits_a_phone_on_its_side(page: Page) -> None:
    open_page(page, "/practise?do=puzzles")
    hand = page.locator(".hand").bounding_box()
    assert hand is not None
    assert hand["y"] + hand["height"] <= 390
