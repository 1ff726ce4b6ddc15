"""A person at the Play page: sits down, acts, and reads what the page keeps and shows."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from engine import Draw, Match, Move, Pass, Play, Position, legal_moves, parse_match
from engine.play import points_of
from tests.browser.driving import settle

PATH = "/play"
SLOT = "fives.match"
ANSWER_MS = 30_000
AT_ONCE = {"pace": "at_once", "still": True}


@dataclass
class Player:
    """One browser page at the table. What is due is asked of `engine`, from the kept record."""

    page: Page
    persons: set[int] = field(default_factory=lambda: {0})

    def prefer(self, **wishes: object) -> None:
        """Have these preferences before the page opens."""
        text = json.dumps(wishes)
        self.page.add_init_script(
            f"if (!localStorage['fives.preferences']) localStorage['fives.preferences'] = '{text}'"
        )

    def open(self, **link: str) -> None:
        """Go to the page; `seed=…` makes the deals."""
        self.page.goto(f"{PATH}?{urlencode(link)}")
        expect(self.page.get_by_role("button", name="Start", exact=True)).to_be_visible(
            timeout=ANSWER_MS
        )
        settle(self.page)

    def choose(self, label: str, option: str) -> None:
        """Choose an option of a list of the form, by the beginning of its text."""
        self.page.get_by_role("combobox", name=label).click()
        self.page.get_by_role("option", name=re.compile(rf"^{re.escape(option)}")).click()
        settle(self.page)

    def fill(self, label: str, text: str) -> None:
        """Fill in a field of the form."""
        box = self.page.get_by_label(label, exact=True)
        box.fill(text)
        box.press("Tab")
        settle(self.page)

    def players(self, number: int) -> None:
        """Choose how many play."""
        self.page.get_by_role("radio", name=str(number), exact=True).click()
        settle(self.page)

    def start(self) -> None:
        """Begin the match and wait for the first deal."""
        kept = self.kept
        self.page.get_by_role("button", name="Start", exact=True).click()
        expect(self.board).to_be_visible(timeout=ANSWER_MS)
        self.changed(kept)

    @property
    def board(self) -> Locator:
        """The drawn table."""
        return self.page.locator(".board")

    @property
    def kept(self) -> str:
        """What the browser keeps of the match."""
        return self.page.evaluate(f"localStorage['{SLOT}'] ?? ''") or ""

    @property
    def match(self) -> Match:
        """The match that the browser keeps, replayed."""
        return parse_match(json.loads(self.kept)["record"])

    @property
    def position(self) -> Position:
        """Where the match stands."""
        position = self.match.position
        assert position is not None
        return position

    def changed(self, kept: str) -> None:
        """Wait until the browser keeps something else than `kept`."""
        self.page.wait_for_function(
            f"kept => (localStorage['{SLOT}'] ?? '') !== kept", arg=kept, timeout=ANSWER_MS
        )

    def wait_for_turn(self) -> Position | None:
        """Wait out the bots: the position with a person in turn, None if the round is over."""
        if not self.kept:
            self.changed("")  # a match just begun is kept a moment after it is drawn
        while True:
            kept = self.kept
            match = parse_match(json.loads(kept)["record"])
            position = match.position
            if match.is_between_rounds or position is None:
                return None
            if position.turn in self.persons:
                return position
            self.changed(kept)

    def act(self, move: Move | None = None) -> None:
        """Make `move` (else the best-looking one) by mouse, and wait until it is kept."""
        position = self.position
        chosen = move or best(position)
        kept = self.kept
        self.make(position, chosen)
        self.changed(kept)

    def make(self, position: Position, move: Move) -> None:
        """Make a move on the board by mouse or touch."""
        if isinstance(move, Play):
            self.ready(move).click()
            if sum(other.tile == move.tile for other in plays(position)) > 1:
                self.spot(move).click()
        else:
            self.action("Draw" if isinstance(move, Draw) else "Pass").click()

    def piece(self, move: Play) -> Locator:
        """The tile in the hand."""
        return self.page.locator(f'.piece[data-tile="{move.tile}"]')

    def ready(self, move: Play) -> Locator:
        """The tile in the hand, once the page offers it to be played."""
        piece = self.piece(move)
        expect(piece).to_have_attribute("aria-pressed", "false")
        return piece

    def spot(self, move: Play) -> Locator:
        """The place on the table that a play is meant for."""
        return self.page.locator(f'.spot[data-place="{move.arm}"]')

    def action(self, name: str) -> Locator:
        """A button beside the hand."""
        return self.page.locator(".acts").get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        """Press one of the page's own buttons."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def next_round(self) -> None:
        """Have the next round dealt."""
        kept = self.kept
        self.press("Next round")
        self.changed(kept)

    def heard(self) -> dict[int, str]:
        """What stands in the live region, by the number of the sentence."""
        said: list[tuple[str, str]] = self.page.locator(".live p[data-say]").evaluate_all(
            "all => all.map(p => [p.dataset.say, p.textContent])"
        )
        return {int(number): text for number, text in said}

    def shown_scores(self) -> dict[str, int]:
        """The scores on the cards, by name."""
        cards: list[dict[str, Any]] = self.page.locator(".seat").evaluate_all(
            "cards => cards.map(c => ({name: c.querySelector('b').textContent,"
            " score: c.querySelector('.score').textContent}))"
        )
        return {card["name"]: int(card["score"].replace("−", "-")) for card in cards}


def plays(position: Position) -> list[Play]:
    """The tiles that may be laid, and where."""
    return [move for move in legal_moves(position) if isinstance(move, Play)]


def best(position: Position) -> Move:
    """What a hasty player does: the most points, the first of equals."""
    legal = legal_moves(position)
    scoring = max(plays(position), key=lambda move: points_of(position, move), default=None)
    return scoring or next(move for move in legal if isinstance(move, Draw | Pass))
