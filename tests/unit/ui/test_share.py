"""Links, QR codes and pictures that the Share dialog gives."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from engine import parse_position
from engine.teaching.questions import Ask, Question
from engine.teaching.source import LessonError
from ui import texts
from ui.share import links
from ui.share.picture import table_svg
from ui.teach import items

LINE = "all_fives 05.56.66*(63|).60 64625452/6155535144 4342414033323130222120111000 B 0 5/0"
SVG = "{http://www.w3.org/2000/svg}"


def test_an_address_keeps_the_page_and_says_its_version() -> None:
    given = links.address("https://club.example/fives/play?seed=1", "play", {"m": "a b"}, "hu")
    assert given == "https://club.example/fives/play?v=1&m=a+b&lang=hu"


def test_a_code_is_a_picture_with_a_name_and_a_long_link_has_none() -> None:
    code = ET.fromstring(links.qr_svg("https://fives.example/play?v=1", title="A <code>"))  # noqa: S314
    assert code.findtext(f"{SVG}title") == "A <code>"
    assert links.qr_svg("x" * 5000, title="") == ""


@pytest.mark.parametrize("values", [{}, {"v": "1"}, {"v": "1", "p": "-"}])
def test_links_of_today_may_be_tried(values: dict[str, str]) -> None:
    assert links.fault(values) == ""


@pytest.mark.parametrize("values", [{"v": "2"}, {"v": ""}, {"v": "<b>"}, {"p": "5" * 60_000}])
def test_other_versions_and_endless_links_are_refused(values: dict[str, str]) -> None:
    assert links.fault(values) != ""


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_a_picture_tells_the_table_in_words(lang: str) -> None:
    position = parse_position(LINE)
    with texts.use(lang):
        drawn = ET.fromstring(table_svg(position.layout, position.rules))  # noqa: S314
    assert drawn.get("role") == "img"
    assert drawn.findtext(f"{SVG}title")
    assert "3" in (drawn.findtext(f"{SVG}desc") or "")
    assert len(drawn.findall(f"{SVG}g")) == len(position.layout.tiles)


def test_one_exercise_goes_by_link() -> None:
    question = Question(Ask.COUNT, parse_position(LINE))
    assert items.question(items.packed(question)) == question
    with pytest.raises(LessonError, match="link"):
        items.question("nonsense")
