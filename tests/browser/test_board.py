"""The board alone, in real Chromium: every way to lay a tile, and what is seen and heard of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from engine import apply, legal_moves, parse_move, parse_position
from tests.browser.driving import axe_violations, listening, sampled, settle, watch
from tests.serving import ROOT, Server

Open = Callable[..., None]
START = "all_fives - 66636155514030/62544433221100 - A 0 0/0"
FOUR_ARMS = "all_fives 22.25.55*(56|53).51.11 646133/544440 ?17 A 0 95/110"
CROWDED = (
    "five_up 01.16.63.33*(31.14|32.25).34.44*(46.65|45).42.22*(20.05|26.66*(|64).60).21.11*.15 "
    "5540/5300 - A 0 0/0"
)


@pytest.fixture(scope="module")
def board_url(browser_type_launch_args: dict[str, Any]) -> Iterator[str]:
    assert browser_type_launch_args  # the browser comes first, to skip before a server starts
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with Server(env, script="tests/browser/apps/board_app.py") as running:
        yield running.url


@pytest.fixture(autouse=True)
def _no_fault_in_the_page(context: BrowserContext, board_url: str) -> Iterator[None]:
    with watch(context, board_url):
        yield


@pytest.fixture
def open_board(page: Page, board_url: str) -> Callable[..., None]:
    def go(position: str = "", **link: str | list[str]) -> None:
        query = urlencode({**({"p": position} if position else {}), **link}, doseq=True)
        page.goto(f"{board_url}/?{query}")
        expect(page.locator(".board").first).to_be_visible(timeout=30_000)
        settle(page)

    return go


def piece(page: Page, tile: str) -> Locator:
    return page.locator(f'.piece[data-tile="{tile}"]')


def stone(page: Page, tile: str) -> Locator:
    return page.locator(f'.tiles [data-tile="{tile}"]')


def spot(page: Page, place: str) -> Locator:
    return page.locator(f'.spot[data-place="{place}"]')


def on_board(look: str) -> str:
    """A script that gives the function `look` another that finds a node of the board at once."""
    return f"""() => {{
        const roots = [...document.querySelectorAll('*')].map(node => node.shadowRoot);
        const root = roots.find(found => found?.querySelector('.board'));
        return ({look})(selector => root.querySelector(selector));
    }}"""


def expect_log(page: Page, *tokens: str) -> None:
    expect(page.get_by_text(f"log: {' '.join(tokens)}", exact=True)).to_be_visible()


def position_of(page: Page) -> str:
    return page.get_by_text("position:").inner_text().removeprefix("position: ")


def heard(page: Page) -> list[str]:
    return page.locator(".live p[data-say]").all_inner_texts()


def test_a_tile_that_fits_one_place_goes_there_at_once(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS, slow="0.5")
    expect(piece(page, "33")).to_have_accessible_name("3-3, plays downwards: 18")
    laid = """find => {
        find('.piece[data-tile="33"]').click();
        return Boolean(find('.tiles [data-tile="33"]'));
    }"""
    assert page.evaluate(on_board(laid))  # before Python has answered, which takes half a second
    expect_log(page, "33D")
    expect(page.locator(".total")).to_have_text("=18")
    expect(stone(page, "33")).to_have_count(1)


def test_a_tile_that_fits_several_shows_what_each_would_make(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS)
    piece(page, "61").click()
    expect(piece(page, "61")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".spot.lit")).to_have_count(2)
    expect(spot(page, "U")).to_have_accessible_name("upwards: 10, you score 10")
    expect(spot(page, "U").locator("text").first).to_have_text("10")
    expect(spot(page, "R").locator("text").first).to_have_text("19")
    spot(page, "U").click()
    expect_log(page, "61U")
    expect(page.locator(".result")).to_have_text("10 to you")
    expect(page.locator(".chip").nth(2)).to_have_accessible_name("Up: 1")


def test_two_boards_live_on_one_page(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS, twice="1")
    expect(page.locator(".board")).to_have_count(2)
    piece(page, "33").click()
    expect_log(page, "33D")
    expect(page.locator(".board")).to_have_count(2)
    expect(page.locator('.tiles [data-tile="33"]')).to_have_count(2)


def test_touch_on_a_phone_on_its_side(
    browser: Browser, browser_context_args: dict[str, Any], board_url: str
) -> None:
    phone = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
    context = listening(browser.new_context(**{**browser_context_args, **phone}))
    page = context.new_page()
    page.goto(f"{board_url}/?{urlencode({'p': FOUR_ARMS, 'rest': '210'})}")
    expect(page.locator(".board").first).to_be_visible(timeout=30_000)
    settle(page)
    piece(page, "61").tap()
    spot(page, "U").tap()
    expect_log(page, "61U")
    context.close()


def test_tapping_the_tile_again_or_the_table_lets_go(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS)
    for lets_go in (piece(page, "61"), page.locator(".sum")):
        piece(page, "61").click()
        expect(page.locator(".spot.lit")).to_have_count(2)
        lets_go.click()
        expect(page.locator(".spot.lit")).to_have_count(0)
    expect_log(page)


def test_drag_lays_a_tile(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS)
    start, end = piece(page, "61").bounding_box(), spot(page, "R").bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(end["x"], end["y"] - 60, steps=4)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    expect(spot(page, "R")).to_contain_class("over")
    page.mouse.up()
    expect_log(page, "61R")
    expect(page.locator(".ghost")).to_have_count(0)


def test_a_drag_beside_the_places_changes_nothing(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS)
    start = piece(page, "61").bounding_box()
    table = page.locator(".field").bounding_box()
    assert start is not None
    assert table is not None
    page.mouse.move(start["x"] + 20, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(table["x"] + 5, table["y"] + 5, steps=5)
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".spot.lit")).to_have_count(0)
    expect_log(page)


def test_the_hand_is_sorted_by_button_and_by_drag(page: Page, open_board: Open) -> None:
    open_board()
    hand = page.locator(".piece")

    def order() -> list[str | None]:
        return [found.get_attribute("data-tile") for found in hand.all()]

    dealt = order()
    page.get_by_role("button", name="Sort tiles").click()
    page.get_by_role("button", name="Sort tiles").click()
    assert order() == ["66", "55", "63", "61", "51", "40", "30"]
    first, last = piece(page, "66").bounding_box(), piece(page, "30").bounding_box()
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + 10, first["y"] + 30)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"], last["y"] + 40, steps=5)
    page.mouse.up()
    assert order() == ["55", "63", "61", "51", "40", "30", "66"]
    page.get_by_role("button", name="Sort tiles").click()
    page.get_by_role("button", name="Sort tiles").click()
    page.get_by_role("button", name="Sort tiles").click()
    assert order() == dealt
    expect_log(page)


def test_a_whole_round_by_keyboard_only(page: Page, open_board: Open) -> None:
    """Tab, arrows, Enter: to the end of a round, and the focus never leaves the board."""
    open_board(START)
    position = parse_position(START)
    page.locator(".piece").first.focus()
    for _move in range(60):
        plays = [str(move) for move in legal_moves(position)]
        if not plays:
            break
        token = plays[0]
        if token in ("+", "-"):
            page.locator(f'.act[data-token="{token}"]').focus()
            page.keyboard.press("Enter")
        else:
            press_play(page, token)
        position = apply(position, parse_move(token, position.rules))
        expect(page.get_by_text(f"position: {position_text(position)}", exact=True)).to_be_visible()
    assert not legal_moves(position)
    expect(page.locator(".piece")).to_have_count(0)


def position_text(position: object) -> str:
    from engine import Position, format_position

    assert isinstance(position, Position)
    return format_position(position)


def press_play(page: Page, token: str) -> None:
    """Lay a tile with arrows and Enter, as the play's token says."""
    tile, place = token[:2], token[2:] or "lead"
    tiles = page.locator(".piece")
    names = [found.get_attribute("data-tile") for found in tiles.all()]
    tiles.first.focus()
    for _step in range(names.index(tile)):
        page.keyboard.press("ArrowRight")
    expect(piece(page, tile)).to_be_focused()
    ways = n_ways(page, tile)
    page.keyboard.press("Enter")
    if ways == 1:
        return
    expect(page.locator(".spot.lit")).to_have_count(ways)
    for _step in range(ways):
        if page.locator(".spot:focus").get_attribute("data-place") == place:
            break
        page.keyboard.press("ArrowRight")
    expect(spot(page, place)).to_be_focused()
    page.keyboard.press("Enter")


def test_escape_lets_go_and_the_focus_stays_in_the_hand(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS)
    piece(page, "61").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".spot.lit").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(piece(page, "61")).to_be_focused()
    expect(page.locator(".spot.lit")).to_have_count(0)


def test_focus_goes_on_to_the_next_tile_after_a_play(page: Page, open_board: Open) -> None:
    same_hand_again = "block 66.65 64635150/44 - A 0 0/0"
    open_board(same_hand_again)
    piece(page, "64").focus()
    page.keyboard.press("Enter")
    expect_log(page, "64L")
    settle(page)
    assert page.evaluate("document.activeElement?.shadowRoot?.activeElement?.className ?? ''")


def test_a_refused_play_glides_back_says_why_and_the_hand_keeps_its_order(
    page: Page, open_board: Open
) -> None:
    open_board(refuse="1")
    page.get_by_role("button", name="Sort tiles").click()
    before = [found.get_attribute("data-tile") for found in page.locator(".piece").all()]
    piece(page, "55").click()
    expect(page.locator(".line")).to_have_text("No, not 55.")
    expect(stone(page, "55")).to_have_count(0)
    expect(piece(page, "55")).to_be_visible()
    assert before == [found.get_attribute("data-tile") for found in page.locator(".piece").all()]
    assert page.locator(".live p").all_inner_texts() == ["No, not 55."]
    piece(page, "63").click()
    expect_log(page, "55", "63")


def test_a_tile_that_fits_nowhere_says_why_on_request(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS.replace("646133/544440", "645033/544440"))
    expect(piece(page, "50")).not_to_have_attribute("aria-pressed", "false")
    piece(page, "50").click()
    expect(page.locator(".line")).to_have_text("no open place takes it: they take 1, 2, 3, 6")
    assert "no open place takes it" in page.locator(".live").inner_text()
    expect_log(page)


def test_the_fastest_taps_lose_nothing_and_double_nothing(page: Page, open_board: Open) -> None:
    """Twenty-eight taps in one tick: each is an event, in order, once."""
    open_board(rules="tray")
    tap_all = """find => [...find('.hand').children].map(piece => {
        piece.click();
        return 'hold:' + piece.dataset.tile;
    })"""
    tokens = page.evaluate(on_board(tap_all))
    assert len(tokens) == 28
    expect_log(page, *tokens)
    expect(page.locator('.piece[aria-pressed="true"]')).to_have_count(28)


def test_a_double_tap_is_one_play(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS, slow="0.3")
    piece(page, "33").dblclick()
    expect_log(page, "33D")
    settle(page)
    expect_log(page, "33D")


def test_the_live_region_speaks_each_line_of_the_record_once(page: Page, open_board: Open) -> None:
    open_board(START)
    position = parse_position(START)
    said: list[str] = []
    before = 0
    for number in range(8):
        token = str(legal_moves(position)[0])
        if token in ("+", "-"):
            page.locator(f'.act[data-token="{token}"]').click()
        else:
            tap_play(page, token)
        position = apply(position, parse_move(token, position.rules))
        gained = sum(position.scores) - before
        before = sum(position.scores)
        said.append(f"{token}, {gained}")
        expect(page.locator(".live p[data-say]")).to_have_count(number + 1)
    assert heard(page) == said


def test_a_board_just_put_up_says_all_that_was_not_heard(page: Page, open_board: Open) -> None:
    open_board(START, said=["Round 1.", "Ann leads 5-5.", "Your turn."], heard="0")
    assert heard(page) == ["Ann leads 5-5.", "Your turn."]


def n_ways(page: Page, tile: str) -> int:
    """How many plays the name of a tile tells of."""
    return len((piece(page, tile).get_attribute("aria-label") or "").split(";"))


def tap_play(page: Page, token: str) -> None:
    several = n_ways(page, token[:2]) > 1
    piece(page, token[:2]).click()
    if several:
        spot(page, token[2:]).click()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (844, 390), (390, 844), (360, 740)])
def test_everything_is_in_view_at_every_size_and_after_turning(
    page: Page, open_board: Open, width: int, height: int
) -> None:
    page.set_viewport_size({"width": 1000, "height": 700})
    open_board(FOUR_ARMS)
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".field.snap")).to_be_visible()
    all_inside = """find => {
        const field = find('.field').getBoundingClientRect();
        const inside = box => box.left >= field.left - 1 && box.right <= field.right + 1
            && box.top >= field.top - 1 && box.bottom <= field.bottom + 1;
        return [...find('.world').querySelectorAll('.tile .body, .spot .outline')]
            .every(node => inside(node.getBoundingClientRect()));
    }"""
    page.wait_for_function(on_board(all_inside))
    body = stone(page, "55").locator(".body").bounding_box()
    assert body is not None
    assert min(body["width"], body["height"]) >= 19
    page_width = page.evaluate("document.documentElement.scrollWidth")
    assert page_width <= width


def test_a_view_too_small_pans_and_the_compass_shows_the_ends(page: Page, open_board: Open) -> None:
    page.set_viewport_size({"width": 360, "height": 500})
    open_board(CROWDED, rest="420")
    expect(page.locator(".field")).to_contain_class("pans")
    pins = page.locator(".pin")
    assert pins.count() > 0
    assert page.locator(".chip").count() > 8  # the sum line shows every end, seen or not
    name = pins.first.get_attribute("aria-label")
    pins.first.click()
    expect(page.get_by_role("button", name=str(name), exact=True)).to_have_count(0)


@pytest.mark.parametrize("scheme", sampled("dark", "light"))
def test_axe_finds_nothing(page: Page, open_board: Open, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    open_board(FOUR_ARMS)
    assert axe_violations(page) == []
    piece(page, "61").click()
    expect(page.locator(".spot.lit")).to_have_count(2)
    assert axe_violations(page) == []
    open_board(FOUR_ARMS, contrast="1", numerals="1")
    assert axe_violations(page) == []
    open_board(rules="tray")
    assert axe_violations(page) == []
    page.set_viewport_size({"width": 360, "height": 500})
    open_board(CROWDED, rest="420")
    assert axe_violations(page) == []


def test_targets_are_large_enough(page: Page, open_board: Open) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_board(CROWDED, rest="420")
    piece(page, "40").click()
    expect(page.locator(".spot.lit").first).to_be_visible()
    for target in page.locator(".piece, .spot.lit .reach, .act, .sort, .pin").all():
        box = target.bounding_box()
        if box is not None and target.is_visible():
            assert min(box["width"], box["height"]) >= 24


def test_a_reader_gets_the_table_in_words(page: Page, open_board: Open) -> None:
    open_board(FOUR_ARMS)
    table = page.get_by_role("group", name="Table with 7 tiles: left counts 4")
    expect(table).to_be_visible()
    expect(table.get_by_role("img", name="5-5, spinner")).to_be_visible()
    hand = page.get_by_role("group", name="Your tiles")
    expect(hand.get_by_role("button")).to_have_count(3)


def test_reduced_motion_is_respected(page: Page, open_board: Open) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_board(FOUR_ARMS)
    for selector in (".world", ".tiles .tile"):
        node = page.locator(selector).first
        duration = node.evaluate("node => getComputedStyle(node).transitionDuration")
        assert duration == "0s"


def test_text_at_twice_the_size_loses_nothing(page: Page, open_board: Open) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_board(FOUR_ARMS)
    page.add_style_tag(content="html { font-size: 200% !important; }")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for selector in (".chip", ".total", ".result"):
        for found in page.locator(selector).all():
            box = found.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
