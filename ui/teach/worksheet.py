"""A worksheet with its answer key as one HTML page, for A4 paper. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from engine.rules import RuleSet
from engine.teaching.answers import answer, options
from engine.teaching.questions import Ask, Form, Question
from engine.tiles import Tile
from ui.board.scene import best, scenes
from ui.board.svg import svg
from ui.teach.tiles import tile_svg
from ui.texts import _, language
from ui.wording import sentence
from ui.words import rules_name, tile_name
from ui.words_teaching import answer_text, context, prompt, strips, token_text

_STYLE: Final = (Path(__file__).parent / "worksheet.css").read_text("utf-8")
_WIDTH, _HEIGHT = 620, 260
_HANDS: Final = frozenset(
    {Ask.NEXT, Ask.LEGAL, Ask.UNSEEN, Ask.CHANCE, Ask.LAST, Ask.PLAYABLE, Ask.SCORES, Ask.LEAD}
)


@dataclass(frozen=True, slots=True)
class Part:
    """A lesson on the sheet: its title, its sentence, and what is asked."""

    title: str
    say: str
    rules: RuleSet
    questions: tuple[Question, ...]


def worksheet(title: str, parts: Sequence[Part]) -> str:
    """The whole page: exercises by lesson, then the key on a page of its own."""
    body: list[str] = []
    key: list[str] = []
    number = 0
    for part in parts:
        body.append(f"<h2>{escape(part.title)}</h2>")
        body.append(f"<p>{escape(part.say)}</p>" if part.say else "")
        for question in part.questions:
            number += 1
            body.append(_exercise(number, question))
            said = sentence(answer_text(question, answer(question)))
            key.append(f"<li>{escape(said)}</li>")
    games = ", ".join(dict.fromkeys(rules_name(part.rules) for part in parts))
    name, date, heading = _("Name"), _("Date"), _("Answers")
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        f"<header><h1>{escape(title)}</h1><p>{escape(games)}</p>"
        f'<p class="who"><span>{escape(name)}</span><span>{escape(date)}</span></p></header>'
        f"<main>{''.join(body)}</main>"
        f'<section class="key"><h2>{escape(heading)}: {escape(title)}</h2><ol>{"".join(key)}</ol>'
        "</section></body></html>"
    )


def _exercise(number: int, question: Question) -> str:
    rows = strips(question)
    if question.form is Form.PLAY or question.ask in _HANDS:
        hand = question.position.hand.tiles
        rows = [*rows, (_("Your tiles"), tuple(hand))] if hand else rows
    elif question.form is Form.TILES and question.tray:
        rows = [*rows, (_("Tiles"), tuple(question.tray))]
    told = "".join(f"<p>{escape(line)}</p>" for line in context(question))
    return (
        f'<article><p class="ask"><b>{number}.</b> {escape(prompt(question))}</p>'
        f"{_table(question)}{_rows(rows)}{told}{_answers(question)}</article>"
    )


def _table(question: Question) -> str:
    if not question.layout.line:
        return ""
    drawn = scenes(question.layout, question.rules, with_places=False)
    picture = svg(best(drawn, width=_WIDTH, height=_HEIGHT), title=_("Table"))
    return f'<div class="table">{picture}</div>'


def _rows(rows: Iterable[tuple[str, tuple[Tile, ...]]]) -> str:
    return "".join(
        f'<p class="row"><span>{escape(name)}</span>{"".join(map(_tile, tiles)) or "–"}</p>'
        for name, tiles in rows
    )


def _tile(tile: Tile) -> str:
    return tile_svg(tile).replace("<svg ", f'<svg role="img" aria-label="{tile_name(tile)}" ', 1)


def _answers(question: Question) -> str:
    """Room for a number or a play, boxes for everything else."""
    if question.form is Form.NUMBER or question.ask is Ask.MISSING:
        return '<p class="answer"><i></i></p>'
    boxes = "".join(
        f"<span><i></i> {escape(sentence(token_text(question, token)))}</span>"
        for token in options(question)
    )
    return f'<p class="boxes">{boxes}</p>'
