"""Pictures for the README, one of them moving, from the running app: `scripts/screenshots.py`.

A seed makes the deals, so that the pictures show the same match until the app changes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.driving import listening, settle  # noqa: E402 - found from the root
from tests.browser.table import AT_ONCE, Player, plays  # noqa: E402
from tests.serving import Server  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SEED = "32"
FILM, FILM_MOVES, FRAME_MS = (960, 640), 8, 1400
COLOURS = 128
"""Enough for a quiet table; the pictures stay under 100 kB."""


@dataclass(frozen=True)
class Shot:
    """One picture: its file, the window, the theme, how many moves of yours precede it."""

    name: str
    width: int
    height: int
    scheme: str = "light"
    moves: int = 5


SHOTS = (
    Shot("play", 1280, 800),
    Shot("play-dark", 1280, 800, "dark"),
    Shot("play-phone", 844, 390),
    Shot("play-phone-upright", 390, 844, "dark"),
    Shot("round-end", 1280, 900, moves=99),
)


def take(browser: Browser, url: str, shot: Shot, folder: Path) -> None:
    """Play up to the moment of the picture and save it."""
    context = listening(
        browser.new_context(
            base_url=url,
            viewport={"width": shot.width, "height": shot.height},
            color_scheme="dark" if shot.scheme == "dark" else "light",
        )
    )
    player = Player(context.new_page())
    player.prefer(**AT_ONCE)
    player.open(seed=SEED)
    player.start()
    for _ in range(shot.moves):
        if player.wait_for_turn() is None:
            break
        player.act()
    if player.wait_for_turn() is not None:
        pick_a_choice(player)
    save(player.page, folder / f"{shot.name}.png")
    context.close()


def film(browser: Browser, url: str, path: Path) -> None:
    """A round as a moving picture: what is offered, what was played, what the other answered."""
    width, height = FILM
    context = listening(
        browser.new_context(base_url=url, viewport={"width": width, "height": height})
    )
    player = Player(context.new_page())
    player.prefer(**AT_ONCE)
    player.open(seed=SEED)
    player.start()
    frames: list[Image.Image] = []

    def catch() -> None:
        player.page.evaluate("document.fonts.ready.then(() => true)")
        shot = Image.open(BytesIO(player.page.screenshot(animations="disabled")))
        frames.append(shot.convert("RGB").quantize(COLOURS))

    for _ in range(FILM_MOVES):
        if player.wait_for_turn() is None:
            break
        pick_a_choice(player)
        catch()
        player.page.keyboard.press("Escape")
        player.act()
        player.wait_for_turn()
        settle(player.page)
        catch()
    context.close()
    first, *others = frames
    first.save(path, save_all=True, append_images=others, duration=FRAME_MS, loop=0, optimize=True)


def pick_a_choice(player: Player) -> None:
    """Pick a tile that fits several places, so that the picture shows what each would make."""
    open_plays = plays(player.position)
    tiles = [play.tile for play in open_plays]
    chosen = next((play for play in open_plays if tiles.count(play.tile) > 1), None)
    if chosen is not None:
        player.ready(chosen).click()
        expect(player.page.locator(".spot.lit").first).to_be_visible()


def save(page: Page, path: Path) -> None:
    """Save what the page shows, with few colours."""
    settle(page)
    page.evaluate("scrollTo(0, 0); document.fonts.ready.then(() => true)")
    page.screenshot(path=path, animations="disabled")
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)


def main() -> None:
    """Take every picture into `--into` (default: docs)."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--into", type=Path, default=ROOT / "docs")
    folder: Path = parser.parse_args().into
    folder.mkdir(exist_ok=True)
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for shot in SHOTS:
            take(browser, server.url, shot, folder)
            print(folder / f"{shot.name}.png")
        film(browser, server.url, folder / "play.gif")
        print(folder / "play.gif")
        browser.close()


if __name__ == "__main__":
    main()
