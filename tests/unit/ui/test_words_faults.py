"""Faults of files that readers bring are told in their language."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine import DominoError
from engine.teaching import format as lesson_format
from engine.teaching import saving, source, writing
from engine.teaching.format import parse_set
from engine.teaching.source import LessonError
from ui import texts
from ui.words_faults import lesson_fault, reworded

_RAISED = {"fail", "LessonError", "ProgressError"}
_VALUE = "X1"


def sentences() -> list[str]:
    """What the engine says was expected, with `_VALUE` in the place of every value."""
    found = []
    for module in (lesson_format, saving, source, writing):
        tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and call.args:
                name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                text = _text(call.args[-1]) if name in _RAISED else None
                if text:
                    found.append(text)
    return found


def _text(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) or _VALUE for part in parts)
        case _:
            return None


def test_there_are_sentences_to_look_at() -> None:
    assert len(sentences()) > 45


@pytest.mark.parametrize("text", sentences())
def test_every_fault_of_a_file_is_told_in_hungarian(text: str) -> None:
    words = text
    while words.partition(": ")[1] and " " not in words.partition(": ")[0]:
        words = words.partition(": ")[2]
    with texts.use("en"):
        assert reworded(text) == text
    with texts.use("hu"):
        assert reworded(text) != text or words == _VALUE


def test_a_fault_of_a_lesson_set_names_its_line() -> None:
    with pytest.raises(DominoError) as caught:
        parse_set("format = 1\n[[lesson]]\nn = 1\n", file="mine.toml")
    assert isinstance(caught.value, LessonError)
    with texts.use("en"):
        assert lesson_fault(caught.value) == str(caught.value)
    with texts.use("hu"):
        assert lesson_fault(caught.value).startswith("mine.toml, 3. sor: ")
