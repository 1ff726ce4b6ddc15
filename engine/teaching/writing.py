"""Lesson sets as the text that a teacher keeps, and as the text of a link."""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING

from engine.notation import format_position, format_rules
from engine.scanner import SEATS
from engine.teaching.format import MAX_LENGTH, VERSION
from engine.teaching.lessons import Shown
from engine.teaching.source import LessonError
from engine.tiles import PIP_DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.teaching.lessons import Exercise, LessonSet


def format_set(lessons: LessonSet) -> str:
    """A lesson set as the text that `parse_set` reads."""
    lines = [f"format = {VERSION}", _entry("title", lessons.title)]
    lines.append(_entry("rules", format_rules(lessons.rules)))
    for lesson in lessons.lessons:
        lines += ["", "[[lesson]]", _entry("id", lesson.id), _entry("title", lesson.title)]
        lines.append(_entry("say", lesson.say))
        if lesson.skill:
            lines.append(_entry("skill", lesson.skill))
        if lesson.rules != lessons.rules:
            lines.append(_entry("rules", format_rules(lesson.rules)))
        if lesson.board:
            lines += ["[lesson.board]", _entry("position", format_position(lesson.board))]
        for kind, exercises in (("worked", lesson.worked), ("item", lesson.items)):
            for exercise in exercises:
                lines += ["", f"[[lesson.{kind}]]", *_item_lines(exercise)]
        if lesson.drill:
            drill = lesson.drill
            lines += ["", "[lesson.drill]", _entry("skill", drill.skill)]
            lines += [f"n = {drill.n}", f"level = {drill.level}", f"seed = {drill.seed}"]
    return "\n".join(lines) + "\n"


def _entry(key: str, value: str) -> str:
    # JSON's escapes are TOML's too, but for DEL, which TOML wants escaped.
    return f"{key} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "\\u007f")


def _item_lines(exercise: Exercise) -> Iterator[str]:
    question = exercise.question
    yield _entry("ask", question.ask)
    yield _entry("position", format_position(question.position))
    if question.tray:
        yield _entry("tray", " ".join(map(str, question.tray)))
    if question.tile:
        yield _entry("tile", str(question.tile))
    if question.arm:
        yield _entry("arm", str(question.arm))
    if question.pips:
        yield _entry("pips", "".join(PIP_DIGITS[pip] for pip in question.pips))
    if question.told:
        told = [
            f"{SEATS[event.seat]}{event.move} {''.join(PIP_DIGITS[p] for p in sorted(event.pips))}"
            for event in question.told
        ]
        yield f"told = {json.dumps(told)}"
    if exercise.shown is not Shown.NONE:
        yield _entry("shown", exercise.shown)
    if exercise.say:
        yield _entry("say", exercise.say)


def pack(text: str) -> str:
    """A lesson set as the text of a link."""
    packed = zlib.compress(text.encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(link: str) -> str:
    """The lesson set that `pack` made a link of; `LessonError` for any other text."""
    try:
        packed = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
        unpacker = zlib.decompressobj()
        # A small link may unfold to gigabytes: no more is unpacked than is read.
        text = unpacker.decompress(packed, MAX_LENGTH + 1).decode()
    except (ValueError, zlib.error) as error:
        raise LessonError("link", 0, "expected the whole link of a lesson set") from error
    if len(text) > MAX_LENGTH or not unpacker.eof:
        raise LessonError("link", 0, f"expected a whole set of at most {MAX_LENGTH} characters")
    return text
