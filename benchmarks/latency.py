"""How long a tap on the Play page takes, in Chromium, beside a bare `st.button` in the same run.

    python -m benchmarks.latency [--plays 50] [--json]

Plays and presses alternate, so that both meet the same load. Bars: local feedback under 50 ms; the
new places and the sum drawn at most 1.5 times the button's median after the tap, their 95th
percentile at most 2 times. Python says ahead what follows each play (`ui.board.ahead`), so that
they wait for no answer; when its answer to the tap itself is there, is the third line.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import median, quantiles

from playwright.sync_api import Page, expect, sync_playwright

from engine import Play
from tests.browser.driving import listening
from tests.browser.table import Player, best
from tests.serving import Server

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LOCAL_MS, MEDIAN_RATIO, P95_RATIO = 50.0, 1.5, 2.0

# Both clocks start at the browser's own click event and stop when the DOM has changed.
WATCH_BUTTON = """() => {
  const clock = (window.clock = { start: 0, times: [] })
  addEventListener("click", () => { clock.start = performance.now() }, true)
  new MutationObserver(() => {
    const now = document.querySelector("[data-testid=stText]")?.textContent
    if (clock.start && now !== clock.last) {
      clock.times.push(performance.now() - clock.start)
      clock.start = 0
    }
    clock.last = now
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""

WATCH_BOARD = """() => {
  const find = (node) => node.querySelector(".board") ?? [...node.querySelectorAll("*")]
    .map((e) => e.shadowRoot && find(e.shadowRoot)).find(Boolean)
  const board = find(document)
  const clock = (window.clock = { start: 0, asked: 0, seen: false })
  Object.assign(clock, { local: [], drawn: [], answer: [] })
  board.addEventListener("click", () => {
    clock.start = clock.asked = performance.now()
    clock.seen = false
  }, true)
  const laid = () => board.querySelectorAll(".tiles [data-tile]").length
  let before = laid(), { rev, ack } = board.dataset
  new MutationObserver(() => {
    if (clock.start && !clock.seen && laid() > before) {
      clock.seen = true
      clock.local.push(performance.now() - clock.start)
    }
    if (clock.start && board.dataset.rev !== rev) {
      clock.drawn.push(performance.now() - clock.start)
      clock.start = 0
    }
    if (clock.asked && board.dataset.ack !== ack) {
      clock.answer.push(performance.now() - clock.asked)
      clock.asked = 0
    }
    before = laid()
    ;({ rev, ack } = board.dataset)
  }).observe(board, { subtree: true, childList: true, attributes: true })
}"""


@dataclass(frozen=True)
class Row:
    """One line of the table; milliseconds."""

    what: str
    n: int
    median: float
    p95: float


def row(what: str, times: Iterable[float]) -> Row:
    """Median and 95th percentile of `times`."""
    found = sorted(times)
    return Row(what, len(found), round(median(found), 1), round(quantiles(found, n=20)[-1], 1))


def press(page: Page) -> None:
    """Press the bare button once and wait for its answer."""
    page.bring_to_front()
    seen = page.evaluate("clock.times.length")
    page.get_by_role("button", name="Press").click()
    page.wait_for_function("seen => clock.times.length > seen", arg=seen)


def play(player: Player) -> bool:
    """Make one play; whether it was timed (a draw or pass is not)."""
    player.page.bring_to_front()
    position = player.wait_for_turn()
    if position is None:
        player.next_round()
        return False
    move = best(position)
    player.act(move)
    return isinstance(move, Play)


def measure(n_plays: int) -> list[Row]:
    """Alternate plays and presses until `n_plays` were timed."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with (
        Server() as app,
        Server(script="benchmarks/bare_button.py") as bare,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        button = browser.new_page()
        button.goto(bare.url)
        expect(button.get_by_role("button", name="Press")).to_be_visible(timeout=30_000)
        button.evaluate(WATCH_BUTTON)
        player = Player(listening(browser.new_context(base_url=app.url)).new_page())
        player.prefer(pace="normal")
        player.open(seed="latency")
        player.fill("Points that win the match", "1000")
        player.start()
        player.page.evaluate(WATCH_BOARD)
        done = 0
        while done < n_plays:
            press(button)
            done += play(player)
        clock = player.page.evaluate("clock")
        pressed = button.evaluate("clock.times")
        browser.close()
    return [
        row("tap: the tile lies on the table", clock["local"]),
        row("tap: new places and sum drawn", clock["drawn"]),
        row("tap: Python has answered", clock["answer"]),
        row("bare st.button", pressed),
    ]


def ratios(rows: list[Row]) -> tuple[float, float]:
    """New places and sum beside the bare button: medians, 95th percentiles."""
    _local, drawn, _answer, bare = rows
    return drawn.median / bare.median, drawn.p95 / bare.p95


def bars_met(rows: list[Row]) -> bool:
    """Whether all three bars hold."""
    middle, tail = ratios(rows)
    return rows[0].p95 < LOCAL_MS and middle <= MEDIAN_RATIO and tail <= P95_RATIO


def report(rows: list[Row]) -> str:
    """The table as text."""
    lines = [f"{'':34}{'n':>5}{'median ms':>11}{'p95 ms':>9}"]
    lines += [f"{line.what:34}{line.n:5}{line.median:11.1f}{line.p95:9.1f}" for line in rows]
    middle, tail = ratios(rows)
    lines.append(f"places and sum / bare button: median {middle:.2f}, p95 {tail:.2f}")
    lines.append(f"Python's answer / bare button: median {rows[2].median / rows[3].median:.2f}")
    return "\n".join([*lines, "bars met" if bars_met(rows) else "a bar is missed", ""])


def main() -> int:
    """Print the table; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--plays", type=int, default=50)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = measure(options.plays)
    sys.stdout.write(json.dumps([asdict(line) for line in rows]) if options.json else report(rows))
    return 0 if bars_met(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
