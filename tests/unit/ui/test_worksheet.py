"""The worksheet: every exercise once, its answer in the key, nothing given away above it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random

import pytest

from engine import PRESETS
from engine.teaching.answers import answer
from engine.teaching.items import fresh
from engine.teaching.skills import Skill
from ui import texts
from ui.practise.spark import sparkline
from ui.teach.worksheet import Part, worksheet
from ui.wording import sentence
from ui.words_teaching import answer_text


def part(skill: Skill, n: int = 4, title: str = "Lesson") -> Part:
    rules = PRESETS["all_fives"]
    found = fresh(skill, rules, Random(3), level=2, n=n)
    return Part(title, "Say.", rules, tuple(made.question for made in found))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag not in {"meta", "circle", "path", "rect", "line", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in {"meta", "circle", "path", "rect", "line", "br"}:
            assert self.open.pop() == tag


@pytest.mark.parametrize("skill", [s for s in Skill if s not in (Skill.PARTNER, Skill.EXACT)])
def test_every_exercise_stands_once_with_its_answer_in_the_key(skill: Skill) -> None:
    made = part(skill)
    html = worksheet("Sheet", [made])
    above, key = html.split('<section class="key">')
    assert above.count("<article>") == len(made.questions)
    found = re.findall(r"<li>(.*?)</li>", key)
    assert found == [sentence(answer_text(q, answer(q))) for q in made.questions]
    tags = Tags()
    tags.feed(html)
    assert tags.open == []


def test_places_are_not_drawn_on_paper() -> None:
    html = worksheet("Sheet", [part(Skill.SPINNER, 6)])
    assert "stroke-dasharray" not in html


def test_words_of_a_teacher_cannot_break_the_page() -> None:
    html = worksheet('<script>alert("x")</script>', [part(Skill.COUNT, 1, title="<b>")])
    assert "<script>" not in html
    assert "<b>&lt;" not in html
    assert "&lt;b&gt;" in html


def test_it_speaks_the_language_of_the_page() -> None:
    with texts.use("hu"):
        html = worksheet("Lap", [part(Skill.COUNT, 2)])
    assert 'lang="hu"' in html
    assert "Mennyi most a végek összege?" in html


def test_a_sparkline_marks_the_last_score() -> None:
    picture = sparkline([3, 6, 12])
    assert picture.count(",") == 3
    assert '<circle cx="34" cy="6.0"' in picture
    assert sparkline([0])
