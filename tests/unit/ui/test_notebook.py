"""In a notebook values show themselves with text beside the picture, and results give frames."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest

from engine import (
    PRESETS,
    Analysis,
    Deal,
    DominoError,
    Layout,
    Limit,
    Match,
    Position,
    Record,
    View,
    display,
    evaluate,
    frame,
    legal_moves,
    parse_position,
    review,
    solve,
    view,
)
from engine.bots import bot
from engine.study import Number
from engine.tournament import Spec, play_round, run_chunk
from ui import notebook, texts

ROOT = Path(__file__).parents[3]
LINE = "all_fives 05.56.66*(63|).60 64625452/?5 ?14 B 0 5/0"
SPINNERS = "five_up 01.16.63.33*(|30).34.42.22*(|26.64).20 55/?5 ?14 B 0 5/0"


class Told(HTMLParser):
    """What of some HTML is read out, its images apart; an image without a text is a fault."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.pictures: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            given = dict(attrs)
            assert given["alt"]
            self.words.append(given["alt"])
            self.pictures.append(unquote(given["src"] or "").removeprefix("data:image/svg+xml,"))
        else:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)


def told(value: Layout | Position | Analysis | Record) -> Told:
    html = value._repr_html_()
    assert html is not None
    found = Told(html)
    for picture in found.pictures:
        ET.fromstring(picture)  # noqa: S314 - our own
    return found


@pytest.fixture(scope="module")
def record() -> Record:
    deal = Deal.shuffled(PRESETS["all_fives"], Random(3))
    return play_round(deal, [bot("greedy")] * 2, [Random(1), Random(2)]).record


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (LINE, "Table with 5 tiles: 5-0, 6-5, 6-6, 6-3, 6-0."),
        (SPINNERS, "Table with 11 tiles: 1-0, 6-1, 6-3, 3-3, 3-0, 4-3, 4-2, 2-2, 6-2, 6-4, 2-0."),
        ("all_fives - 55/?5 ?14 B 0 5/0", "Table with 0 tiles."),
    ],
)
def test_layout_is_a_picture_that_names_its_tiles(line: str, words: str) -> None:
    layout = parse_position(line).layout
    shown = told(layout)
    assert words == shown.text
    (picture,) = shown.pictures
    assert len(layout.tiles) == picture.count("<g ")


def test_position_tells_its_sum_and_its_hands() -> None:
    shown = told(parse_position(LINE))
    for words in ("0 + 0 + 3 = 3 → nothing, 2 short of 5", "6-4", "5 tiles hidden", "B ←"):
        assert words in shown.text
    with texts.use("hu"):
        assert "5 rejtett kő" in told(parse_position(LINE)).text


def test_record_tells_every_move(record: Record) -> None:
    shown = told(record)
    assert "B greedy 6-6 as the lead 12 → nothing, 3 short of 15" in shown.text
    assert shown.text.count("greedy") == len(record.plies)


def test_analysis_tells_whether_it_is_proven(record: Record) -> None:
    start = record.start
    seen = view(start, (), start.turn)
    guessed = evaluate(seen, rng=Random(1), limit=Limit(samples=20))
    assert "20 deals that agree with what you know" in told(guessed).text
    proven = solve(parse_position("all_fives 55* 50/53 - A 0 0/0"), Limit(nodes=1000))
    assert "exact: every tile is known" in told(proven).text.lower()
    near = View(0, parse_position("all_fives 55* 545041/?3 ?10 A 0 240/240"), ())
    chances = evaluate(near, rng=Random(1), limit=Limit(samples=20))
    assert "Chance to win the match" in told(chances).text


def test_names_in_a_record_are_text() -> None:
    deal = Deal.canonical(PRESETS["straight"])
    record = Record({"A": "<b>&"}, deal, legal_moves(deal.start())[:1])
    assert "A <b>& " in told(record).text


def test_results_give_frames(record: Record) -> None:
    seen = view(record.start, (), record.start.turn)
    analysis = evaluate(seen, rng=Random(1), limit=Limit(samples=20))
    found = frame(analysis)
    assert [each.margin.points for each in analysis.evals] == list(found["margin"])
    moves = frame(record)
    assert len(record.plies) == len(moves)
    assert sum(moves["points"]) == sum(record.final.scores)
    match = Match(record.deal.rules, (record, record))
    assert [1] * len(moves) + [2] * len(moves) == list(frame(match)["round"])
    begun = Match(record.deal.rules, (replace(record, plies=record.plies[:4]),))
    looked = review(begun, rng=Random(1), limit=Limit(samples=4))
    assert [each.loss for each in looked] == list(frame(looked)["loss"])
    assert {"A", "B"} == set(frame(looked)["seat"])
    spec = Spec(rules=record.deal.rules, bots=(bot("greedy"), bot("random")), n_deals=2)
    assert ["greedy", "random"] == list(frame(run_chunk(spec, 0))["name"])
    assert [2.0] == list(frame([Number("x", 1.0, 2.0, 3)])["stderr"])


def test_what_has_no_frame_is_told() -> None:
    values: tuple[object, ...] = (3, [], "text")
    for value in values:
        with pytest.raises(DominoError, match="no frame is known for"):
            frame(value)


def test_engine_alone_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_shown", {})
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: ())
    display._load.cache_clear()
    assert parse_position(LINE)._repr_html_() is None
    display._load.cache_clear()


def test_installed_it_is_found_by_the_engine(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    entered = project["entry-points"][display.GROUP]
    assert notebook.__name__ in entered.values()
    info = tmp_path / "entered-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: fives-display-test\nVersion: 1.0\n"
    )
    lines = [f"{name} = {module}\n" for name, module in entered.items()]
    (info / "entry_points.txt").write_text(f"[{display.GROUP}]\n{''.join(lines)}")
    code = f"import engine; print(engine.parse_position({LINE!r})._repr_html_()[:10])"
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{tmp_path}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert '<img alt="' == run.stdout.rstrip("\n")
