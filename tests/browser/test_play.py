"""The Play page as its readers use it: whole matches, every way of acting."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine import Draw, Play, explain_count, parse_position
from tests.browser.driving import axe_violations, open_page, sampled, settle
from tests.browser.table import ANSWER_MS, PATH, Player, best, plays


def play_round(player: Player, act: Callable[[Player], None] = Player.act) -> None:
    """Play to the end of the round."""
    while player.wait_for_turn() is not None:
        act(player)
    expect(player.page.get_by_role("region", name="End of the round")).to_be_visible()
    settle(player.page)
    assert player.page.evaluate(BETWEEN_TABLE_AND_BAR) < 40, "nothing stands between"


BETWEEN_TABLE_AND_BAR = """() =>
  document.querySelector(".st-key-play_bar").getBoundingClientRect().top -
  document.querySelector(".st-key-board").getBoundingClientRect().bottom"""


def test_a_whole_match_is_played_by_clicking(player: Player) -> None:
    player.open(seed="32")  # four rounds
    player.start()
    play_round(player)
    while player.match.winner is None:
        player.next_round()
        play_round(player)
    match = player.match
    assert max(match.scores) >= 250
    expect(player.page.get_by_text(re.compile(r"You win the match, 260 : 150"))).to_be_visible()
    assert player.shown_scores() == {"You": match.scores[0], "Marci": match.scores[1]}
    rows = player.page.locator(".sheet tbody td:last-child").all_inner_texts()
    assert tuple(map(int, rows)) == match.scores
    player.press("New match")
    expect(player.page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    player.page.wait_for_function("localStorage['fives.match'] === undefined")


def test_the_sum_of_every_play_is_shown(player: Player) -> None:
    player.open(seed="2")
    player.start()
    for _ in range(8):
        position = player.wait_for_turn()
        if position is None:
            break
        player.act()
        position = player.wait_for_turn()
        if position is None or not position.layout.line:
            break
        facts = explain_count(position.layout, position.rules)
        expect(player.page.locator(".total")).to_have_text(f"={facts.count}")
        chips = [str(counted.end.counts) for counted in facts.ends]
        expect(player.page.locator(".chip b, .chip .value")).to_have_text(chips)


def test_a_round_is_played_by_keys_alone(player: Player) -> None:
    player.open(seed="3")
    player.page.get_by_role("button", name="Start", exact=True).focus()
    player.page.keyboard.press("Enter")
    expect(player.board).to_be_visible(timeout=ANSWER_MS)
    play_round(player, act_by_keys)


def act_by_keys(player: Player) -> None:
    """Make the best-looking move with Tab, arrows and Enter."""
    page, position, kept = player.page, player.position, player.kept
    move = best(position)
    if isinstance(move, Play):
        player.ready(move)
        reach(page, f'.piece[data-tile="{move.tile}"]', "ArrowRight")
        page.keyboard.press("Enter")
        if sum(other.tile == move.tile for other in plays(position)) > 1:
            reach(page, f'.spot[data-place="{move.arm}"]', "ArrowRight")
            page.keyboard.press("Enter")
    else:
        name = "Draw" if isinstance(move, Draw) else "Pass"
        expect(player.action(name)).to_be_visible()
        player.action(name).focus()
        page.keyboard.press("Enter")
    player.changed(kept)


FOCUSED = """selector => {
  let node = document.activeElement
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
  return node?.matches(selector) ?? false
}"""


def reach(page: Page, selector: str, key: str) -> None:
    """Bring the focus to `selector` inside the board: Tab into its group, then arrows."""
    group = page.locator(selector).first
    if not page.evaluate(FOCUSED, ".piece, .spot"):
        page.locator('.piece[tabindex="0"]').first.focus()
    for _ in range(40):
        if page.evaluate(FOCUSED, selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"arrows never reached {group}")


@pytest.mark.browser_context_args(viewport={"width": 844, "height": 390}, has_touch=True)
def test_a_round_is_played_by_touch_on_a_phone_on_its_side(player: Player) -> None:
    player.open(seed="4")
    player.start()
    play_round(player, act_by_touch)


def act_by_touch(player: Player) -> None:
    position, kept = player.position, player.kept
    move = best(position)
    if isinstance(move, Play):
        player.ready(move).tap()
        if sum(other.tile == move.tile for other in plays(position)) > 1:
            player.spot(move).tap()
    else:
        player.action("Draw" if isinstance(move, Draw) else "Pass").tap()
    player.changed(kept)


def test_a_round_is_played_by_dragging(player: Player) -> None:
    player.open(seed="5")
    player.start()
    play_round(player, act_by_drag)


def act_by_drag(player: Player) -> None:
    position, kept = player.position, player.kept
    move = best(position)
    if not isinstance(move, Play):
        player.act(move)
        return
    place = f'.spot[data-place="{move.arm or "lead"}"]'
    piece = player.ready(move)
    mouse, page = player.page.mouse, player.page
    start, end = piece.bounding_box(), page.locator(place).bounding_box()
    assert start is not None
    assert end is not None
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"], end["y"] - 30, steps=3)
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=3)
    mouse.up()
    player.changed(kept)


def test_what_is_spoken_is_what_was_played(player: Player) -> None:
    player.open(seed="6")
    player.start()
    heard: dict[int, str] = {}
    while player.wait_for_turn() is not None:
        heard |= player.heard()
        player.act()
        heard |= player.heard()
    expect(player.page.get_by_role("region", name="End of the round")).to_be_visible()
    heard |= player.heard()
    spoken = [heard[number] for number in sorted(heard)]
    assert sorted(heard) == list(range(min(heard), max(heard) + 1)), "a sentence was missed"
    record = player.match.rounds[-1]
    told = iter(spoken)
    for before, move in zip(record.positions(), record.plies, strict=False):
        if isinstance(move, Play):
            tile = f"{move.tile.high}-{move.tile.low}"
            assert any(tile in text for text in told), f"{tile} was never spoken"
        elif before.turn == 0:
            assert any(re.search(r"You (draw|pass)", text) for text in told)
        else:
            assert any(re.search(r"Marci (draws|passes)", text) for text in told)
    over = record.outcome
    assert over is not None
    for points in filter(None, over.awards):
        assert any(f"{points}." in text for text in spoken[-2:])


def test_a_refused_play_says_why_and_the_hand_keeps_its_order(player: Player) -> None:
    player.open(seed="7")
    player.start()
    player.wait_for_turn()
    while not (stuck := stuck_tiles(player)):
        player.act()
        assert player.wait_for_turn() is not None
    order = player.page.locator(".piece").evaluate_all("all => all.map(p => p.dataset.tile)")
    kept = player.kept
    tile = player.page.locator(f'.piece[data-tile="{stuck[0]}"]')
    tile.click(force=True)
    expect(player.page.locator(".board .line")).to_contain_text(re.compile(r"take|fit|need"))
    assert player.kept == kept
    after = player.page.locator(".piece").evaluate_all("all => all.map(p => p.dataset.tile)")
    assert after == order


def stuck_tiles(player: Player) -> list[str]:
    """Tiles of yours that no place takes while others play."""
    position = player.position
    fitting = {move.tile for move in plays(position)}
    return [str(t) for t in position.hands[0].tiles if t not in fitting] if fitting else []


def test_four_seats_with_partners_to_the_end_of_a_match(player: Player) -> None:
    player.open(seed="11")
    player.players(4)
    player.fill("Points that win the match", "60")
    player.start()
    expect(player.page.get_by_text("partner", exact=True)).to_be_visible()
    play_round(player)
    while player.match.winner is None:
        player.next_round()
        play_round(player)
    scores = player.match.scores
    assert len(scores) == 2
    assert set(player.shown_scores().values()) == set(scores)


def test_three_people_share_one_screen(player: Player) -> None:
    player.persons = {0, 1, 2}
    player.open(seed="12")
    player.players(3)
    for seat in (1, 2):
        player.choose(f"Opponent {seat}", "a person")
    for label, name in [
        ("Your name", "Anna"),
        ("Name of player 2", "Béla"),
        ("Name of player 3", "Cili"),
    ]:
        player.fill(label, name)
    player.start()
    names = ["Anna", "Béla", "Cili"]
    shown: int | None = None
    while (position := player.wait_for_turn()) is not None:
        if shown != position.turn:
            expect(player.page.locator(".piece[data-tile^='back']")).to_have_count(
                len(position.hands[position.turn])
            )
            player.press(f"I am {names[position.turn]}: show my hand")
            expect(player.page.locator(".piece[data-tile^='back']")).to_have_count(0)
            shown = position.turn
        player.act()
    expect(player.page.get_by_role("region", name="End of the round")).to_be_visible()
    assert set(player.shown_scores()) == set(names)


def test_taps_as_fast_as_can_be_are_neither_lost_nor_doubled(player: Player) -> None:
    player.open(seed="13")
    player.start()
    for _ in range(6):
        position = player.wait_for_turn()
        if position is None:
            break
        kept, move, before = player.kept, best(position), len(player.match.rounds[-1].plies)
        if isinstance(move, Play):
            player.ready(move)
        many = ".piece, .acts button"
        player.page.locator(many).evaluate_all(
            "(all, tile) => { for (let i = 0; i < 5; i++) all.find(p => p.dataset.tile == tile"
            " || (!tile && p.closest('.acts')))?.click() }",
            str(move.tile) if isinstance(move, Play) else "",
        )
        if isinstance(move, Play) and sum(o.tile == move.tile for o in plays(position)) > 1:
            # An odd number of taps leaves the tile picked; then its place.
            player.spot(move).click()
        player.changed(kept)
        own = player.match.rounds[-1].plies[before]
        assert type(own) is type(move)
        if isinstance(move, Play) and isinstance(own, Play):
            assert own.tile == move.tile


def test_bots_answer_while_you_use_the_page(page: Page) -> None:
    player = Player(page)
    player.prefer(pace="slow")
    player.open(seed="1")  # the bot leads
    player.start()
    page.get_by_role("radio", name="Settings").click()
    expect(page.get_by_text("Numerals on the tiles")).to_be_visible()
    assert player.wait_for_turn() is not None


@pytest.mark.parametrize("scheme", sampled("light", "dark"))
def test_no_violation_on_any_state_of_the_page(player: Player, scheme: str) -> None:
    page = player.page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    player.open(seed="14")
    assert axe_violations(page) == []
    player.start()
    position = player.wait_for_turn()
    assert position is not None
    assert axe_violations(page) == []
    for panel in ("Record", "Deal", "Settings"):
        page.get_by_role("radio", name=panel).click()
        settle(page)
        assert axe_violations(page) == []
    play_round(player)
    assert axe_violations(page) == []


def test_hungarian_table(page: Page) -> None:
    open_page(page, f"{PATH}?lang=hu&seed=1")
    page.get_by_role("button", name="Kezdés", exact=True).click()
    expect(page.get_by_text("Te jössz.")).to_be_attached(timeout=ANSWER_MS)
    expect(page.get_by_role("button", name="Új játszma")).to_be_visible()


def test_deal_in_a_link_is_played(page: Page) -> None:
    deal = "straight - 66423322212000/63615553514443 6430546511314052601062415032 A 0 0/0"
    player = Player(page)
    page.goto(f"{PATH}?p=" + deal.replace(" ", "+"))
    expect(player.board).to_be_visible(timeout=ANSWER_MS)
    assert player.position == parse_position(deal)


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740})
def test_names_are_free_of_what_stands_beside_them_on_a_phone(player: Player) -> None:
    player.open(seed="11")
    player.players(4)
    player.start()
    player.wait_for_turn()
    settle(player.page)
    for seat in player.page.locator(".seat").all():
        name, backs = seat.locator(".who b").bounding_box(), seat.locator(".backs").bounding_box()
        told, card = seat.locator("small").bounding_box(), seat.bounding_box()
        assert name is not None
        assert backs is not None
        assert told is not None
        assert card is not None
        assert name["x"] + name["width"] <= backs["x"]
        assert told["y"] >= name["y"] + name["height"] - 1
        assert told["y"] + told["height"] <= card["y"] + card["height"]
