"""The chips of five published tables in Chromium: each lies on its end, as the picture shows."""

from __future__ import annotations

import io
from dataclasses import dataclass
from math import dist
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from engine import PRESETS, explain_count
from engine.explain import CountedEnd
from tests.browser.driving import open_page, sampled
from tests.unit.ui.test_explain import BOARDS, tokens
from ui.explain.building import Building

CASES = ("AF-PAGAT-9", "AF-GD-5", "ST-SIDE-1", "SN-PAGAT", "FU-1")
HALF = 40.0
"""The side of half a tile in the units of the drawing."""

_PLACES = """board => {
  const at = (node, x, y) => {
    const point = new DOMPoint(x, y).matrixTransform(node.getScreenCTM())
    return [point.x, point.y]
  }
  return {
    tiles: [...board.querySelectorAll(".tiles [data-tile]")].map(tile => ({
      tile: tile.dataset.tile, halves: [at(tile, 0, -20), at(tile, 0, 20)],
    })),
    beads: [...board.querySelectorAll(".beads .bead")].map(bead => ({
      text: bead.querySelector("text").textContent,
      at: at(bead.querySelector("circle"), 0, 0),
      radius: bead.querySelector("circle").getBoundingClientRect().width / 2,
    })),
    chips: [...board.querySelectorAll(".chips .chip b")].map(chip => chip.textContent),
  }
}"""


@dataclass(frozen=True)
class Bead:
    """A chip as it is seen on the table, in pixels of the window."""

    text: str
    at: tuple[float, float]
    radius: float


@dataclass(frozen=True)
class Seen:
    """What lies where: beads, and the middles of both halves of every tile, the high one first."""

    beads: tuple[Bead, ...]
    halves: dict[str, tuple[tuple[float, float], tuple[float, float]]]
    chips: tuple[str, ...]

    @staticmethod
    def of(page: Page) -> Seen:
        found: dict[str, Any] = page.locator(".st-key-explain_board .board").evaluate(_PLACES)
        beads = (Bead(each["text"], tuple(each["at"]), each["radius"]) for each in found["beads"])
        halves = {
            each["tile"]: (tuple(each["halves"][0]), tuple(each["halves"][1]))
            for each in found["tiles"]
        }
        return Seen(tuple(beads), halves, tuple(found["chips"]))

    @property
    def scale(self) -> float:
        """Pixels of a unit of the drawing."""
        return dist(*next(iter(self.halves.values()))) / HALF


@pytest.mark.parametrize("name", sampled(*CASES, n=2))
def test_every_chip_lies_on_its_end(page: Page, name: str) -> None:
    case = next(case for case in BOARDS if case["id"] == name)
    building = Building(PRESETS[case["game"]])
    for token in tokens(case):
        building = building.submit(token)
    ends = explain_count(building.layout, building.rules).ends
    open_page(page, f"/explain?{urlencode({'p': building.line()})}")
    expect(page.locator(".st-key-explain_board .beads .bead")).to_have_count(len(ends))
    page.wait_for_function("() => document.getAnimations().every(a => a.playState !== 'running')")
    seen = Seen.of(page)
    values = [str(counted.end.counts) for counted in ends]
    assert values == [bead.text for bead in seen.beads] == list(seen.chips)
    for counted, bead in zip(ends, seen.beads, strict=True):
        lies_on_its_end(counted, bead, seen)
    picture_shows_just(page, seen)


def lies_on_its_end(counted: CountedEnd, bead: Bead, seen: Seen) -> None:
    """The bead touches the outer half of its tile, of a double its side; no other is nearer."""
    tile = counted.tile
    high, low = seen.halves[str(tile)]
    near = {key: min(dist(bead.at, half) for half in pair) for key, pair in seen.halves.items()}
    assert str(tile) == min(near, key=near.__getitem__)
    if tile.is_double:
        middle = ((high[0] + low[0]) / 2, (high[1] + low[1]) / 2)
        assert HALF / 2 <= dist(bead.at, middle) / seen.scale <= 2 * HALF
        return
    outer, inner = (high, low) if counted.end.counts == tile.high else (low, high)
    assert dist(bead.at, outer) < dist(bead.at, inner)
    assert HALF / 2 <= dist(bead.at, outer) / seen.scale <= HALF


def picture_shows_just(page: Page, seen: Seen) -> None:
    """Chips in another colour change the picture on every chip's place and nowhere else."""
    shown = pixels(page)
    page.locator(".st-key-explain_board .beads circle").evaluate_all(
        "circles => circles.forEach(circle => { circle.style.fill = '#f0f' })"
    )
    changed = np.abs(shown - pixels(page)).max(axis=2) > 24
    rows, columns = np.indices(changed.shape)
    elsewhere = np.ones_like(changed)
    for bead in seen.beads:
        away = np.hypot(columns + 0.5 - bead.at[0], rows + 0.5 - bead.at[1])
        assert changed[away < bead.radius - 1].mean() > 0.6
        elsewhere &= away > bead.radius + 2
    assert not (changed & elsewhere).any()


def pixels(page: Page) -> np.ndarray[Any, np.dtype[np.int16]]:
    """The window as it is seen."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return np.asarray(picture, dtype=np.int16)
