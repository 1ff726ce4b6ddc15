"""A question on the page: board, prompt, the controls to answer it, and what is said then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

import streamlit as st

from engine.teaching.answers import options
from engine.teaching.questions import Answer, Ask, Form, Question
from ui import board, session
from ui.teach.asking import N_HINTS, Asked, has_board, has_hand, model, tapped
from ui.teach.pad import answered, pad, voice
from ui.teach.tiles import strip_html
from ui.texts import _
from ui.wording import sentence
from ui.words_hints import the_number, where_to_look, working
from ui.words_mistakes import feedback
from ui.words_teaching import answer_text, context, prompt, solved, strips, token_text

_REST, _REST_HAND = 540, 610
_STYLE = (Path(__file__).parent / "teach.css").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a page does with a question: where it keeps it, and what follows an answer.

    `put` takes the question as taps change it, `answer` an answer to it, `get` is the question now;
    `ack` and `seen` read and write the last event of the board.
    """

    name: str
    get: Callable[[], Asked | None]
    put: Callable[[Asked], None]
    answer: Callable[[Answer], None]
    ack: Callable[[], int]
    seen: Callable[[int], None]


def style() -> None:
    """The style sheet of what is learned and practised, once a page."""
    st.html(f"<style>{_STYLE}</style>")


def options_of_board(rest: int = _REST) -> board.Options:
    """How the reader likes the table; `rest` pixels are left for what stands around it."""
    wishes = session.desk().preferences
    return board.Options(
        numerals=wishes.numerals, contrast=wishes.contrast, still=wishes.still, rest=rest
    )


def table(asked: Asked, hooks: Hooks) -> None:
    """The board; where there is none, what must be known is all there is to see."""
    shown = model(asked, options_of_board(_REST_HAND if has_hand(asked) else _REST))
    if shown is not None:
        board.show(
            shown, key=f"{hooks.name}_board", on_event=lambda: _on_board(hooks), ack=hooks.ack()
        )
    else:
        _beside(asked.question, "beside bare")


def _beside(question: Question, kind: str) -> None:
    """The tiles beside the table, and what else must be known."""
    rows = strip_html(strips(question))
    lines = "".join(f"<p>{escape(line)}</p>" for line in context(question))
    if rows or lines:
        st.html(f'<div class="{kind}">{rows}{lines}</div>')


def _on_board(hooks: Hooks) -> None:
    value = session.trigger(f"{hooks.name}_board", board.EVENTS)
    asked = hooks.get()
    if asked is not None:
        event = board.parse_event(value, rev=asked.rev, seen=hooks.ack())
        if event is not None:
            _submit(hooks, event.token)
    hooks.seen(board.ack_of(value, hooks.ack()))


def _submit(hooks: Hooks, token: str) -> None:
    asked = hooks.get()
    if asked is None or asked.is_over:
        return
    done = tapped(asked, token)
    if isinstance(done, Asked):
        hooks.put(done)
    else:
        hooks.answer(done)


def ask(asked: Asked, hooks: Hooks) -> None:
    """The question in words with controls beside the board; or what is said of an answer."""
    if has_board(asked.question):
        _beside(asked.question, "beside")
    if asked.is_over:
        _prompt(asked.question)
        st.html(said_html(asked))
    else:
        _controls(asked, hooks)
        if asked.hints_shown:
            st.html(_hint_html(asked))
    if asked.say:
        st.markdown(asked.say)


def speak(asked: Asked | None, hooks: Hooks, *, at: str = "", text: str = "") -> None:
    """Say to a screen reader what is new, and take a keyboard's focus there.

    Always mounted at one place of the page; without a question it says `text`, once for each `at`.
    Another `at` or question is shown from the top of the page.
    """
    key = f"{hooks.name}_voice"
    if asked is None:
        n = hash((at, text)) & 0x7FFFFFFF
        voice(text, key=key, n=n, focus=f".st-key-{hooks.name}_next button", at=at)
    else:
        at = f"{at} {hash(asked.question)}"
        voice(_spoken(asked), key=key, n=_turn(asked), focus=_focus(asked, hooks), at=at)


def _turn(asked: Asked) -> int:
    """Changes when there is something new to be said: the question, a hint, the verdict."""
    return hash((asked.question, asked.n_hints, asked.is_over)) & 0x7FFFFFFF


def _spoken(asked: Asked) -> str:
    if asked.verdict is not None:
        return " ".join([feedback(asked.question, asked.verdict), *working(asked.question)])
    if asked.n_hints:
        return " ".join(_hint_lines(asked))
    return prompt(asked.question)


def _focus(asked: Asked, hooks: Hooks) -> str:
    if asked.is_over:
        return f".st-key-{hooks.name}_next button"
    if asked.on_board:
        return f".st-key-{hooks.name}_board >>> .piece[tabindex='0']"
    if asked.question.form is Form.NUMBER:
        field = "pad >>> input" if not session.desk().preferences.plain else "choices input"
        return f".st-key-{hooks.name}_{field}"
    return f".st-key-{hooks.name}_choices button"


def _controls(asked: Asked, hooks: Hooks) -> None:
    question = asked.question
    is_plain = session.desk().preferences.plain
    if question.form is Form.NUMBER and not is_plain:
        key = f"{hooks.name}_pad"
        pad(prompt(question), key=key, n=_turn(asked), on_answer=lambda: _on_number(hooks))
        return
    _prompt(question)
    if question.form is Form.NUMBER:
        _plain_number(asked, hooks)
    elif asked.on_board and not is_plain:
        return
    elif question.form in (Form.CHOICE, Form.PLAY):
        _one(asked, hooks)
    else:
        _several(asked, hooks)


def _prompt(question: Question) -> None:
    """The question in words; one that asks for a number belongs to its field, below the board."""
    kind = "ask number" if question.form is Form.NUMBER else "ask"
    st.html(f'<p class="{kind}">{escape(prompt(question))}</p>')


def _on_number(hooks: Hooks) -> None:
    asked = hooks.get()
    if asked is None or asked.is_over:
        return
    value = answered(f"{hooks.name}_pad", _turn(asked))
    if value is not None:
        hooks.answer(value)


def _plain_number(asked: Asked, hooks: Hooks) -> None:
    key = f"{hooks.name}_number_{asked.rev}"
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{hooks.name}_choices"):
        st.number_input(_("Your answer"), 0, 999, value=None, key=key)
        st.button(
            _("Check"),
            key=f"{hooks.name}_check",
            on_click=lambda: _answer_if(hooks, session.choice(key, None)),
        )


def _answer_if(hooks: Hooks, value: Answer | None) -> None:
    if value is not None:
        hooks.answer(value)


def _one(asked: Asked, hooks: Hooks) -> None:
    """One of a few: each a button; of the 28 tiles: a list."""
    question = asked.question
    tokens = options(question)
    if question.ask is Ask.MISSING:
        key = f"{hooks.name}_tile_{asked.rev}"
        with st.container(
            horizontal=True, vertical_alignment="bottom", key=f"{hooks.name}_choices"
        ):
            st.selectbox(
                _("Tile"),
                tokens,
                index=None,
                format_func=lambda token: token_text(question, token),
                key=key,
                placeholder=_("Choose a tile"),
            )
            st.button(
                _("Check"),
                key=f"{hooks.name}_check",
                on_click=lambda: _answer_if(hooks, session.choice(key, None)),
            )
        return
    with st.container(horizontal=True, key=f"{hooks.name}_choices"):
        for token in tokens:
            st.button(
                sentence(token_text(question, token)),
                key=f"{hooks.name}_one_{token}",
                on_click=hooks.answer,
                args=(token,),
            )


def _several(asked: Asked, hooks: Hooks) -> None:
    """Any of a few. A tap on the board makes the buttons new, with what it has chosen."""
    question = asked.question
    key = f"{hooks.name}_several_{asked.rev}"
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{hooks.name}_choices"):
        st.pills(
            _("Your answer"),
            options(question),
            selection_mode="multi",
            format_func=lambda token: sentence(token_text(question, token)),
            default=[token for token in options(question) if token in asked.chosen],
            key=key,
            on_change=lambda: _choose(hooks, session.choice(key, [])),
            label_visibility="collapsed",
        )
        st.button(
            _("Check"),
            key=f"{hooks.name}_check",
            type="primary",
            on_click=lambda: hooks.answer(frozenset(session.choice(key, []) or ())),
        )


def _choose(hooks: Hooks, tokens: Sequence[str] | None) -> None:
    asked = hooks.get()
    if asked is not None:
        hooks.put(replace(asked, chosen=frozenset(tokens or ())))


def hints_bar(asked: Asked, hooks: Hooks) -> None:
    """The two hints, one after the other."""
    labels = (_("Where to look"), _("Show the numbers"))
    for number, label in enumerate(labels):
        st.button(
            label,
            key=f"{hooks.name}_hint_{number}",
            disabled=asked.is_over or asked.hints_shown != number,
            on_click=lambda: _hint(hooks),
        )


def _hint(hooks: Hooks) -> None:
    asked = hooks.get()
    if asked is not None and asked.n_hints < N_HINTS:
        hooks.put(asked.hinted())


def _hint_lines(asked: Asked) -> list[str]:
    lines = [where_to_look(asked.question)]
    if asked.n_hints >= N_HINTS:
        lines += the_number(asked.question)
    return lines


def _hint_html(asked: Asked) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in _hint_lines(asked))
    if asked.n_hints and asked.step is not None:
        note = _("With a hint this one does not count.")
        lines += f"<p><small>{escape(note)}</small></p>"
    return f'<div class="say hint">{lines}</div>'


def said_html(asked: Asked) -> str:
    """What is said when all is answered: the verdict in one sentence, and the working."""
    question, verdict = asked.question, asked.verdict
    lines = "".join(f"<li>{escape(line)}</li>" for line in working(question))
    tiles = strip_html(solved(question))
    if verdict is None:
        return f'{tiles}<div class="say"><ul>{lines}</ul></div>'
    given = answer_text(question, verdict.given)
    answered_ = _("Your answer: {answer}", answer=given)
    kind = "right" if verdict.right else "wrong"
    return (
        f'{tiles}<div class="say {kind}"><p><b>{escape(feedback(question, verdict))}</b> '
        f"<small>{escape(answered_)}</small></p><ul>{lines}</ul></div>"
    )
