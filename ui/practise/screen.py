"""The Practise page put together."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final
from urllib.parse import quote

import streamlit as st

from engine.teaching.puzzles import Theme
from engine.teaching.skills import COURSE_GAMES
from engine.teaching.trainer import LENGTH, Sprint
from ui import board, session
from ui.practise import desk as desks
from ui.practise.desk import Desk, desk
from ui.practise.spark import sparkline
from ui.teach import panel
from ui.teach.asking import Asked, model
from ui.teach.learner import keep, learner, now
from ui.teach.pad import answered, pad, voice
from ui.teach.panel import Hooks
from ui.texts import N_, _, ngettext, number, one_language
from ui.words import preset_name
from ui.words_teaching import lesson_title

_NAMES: Final = {
    "count": N_("Count trainer"),
    "scores": N_("What scores here?"),
    "puzzles": N_("Puzzles"),
    "daily": N_("Puzzle of the day"),
}
_THEMES: Final = {
    Theme.REFUSE: N_("Refuse a score"),
    Theme.FORCE: N_("Force a pass"),
    Theme.BLOCK: N_("Block"),
    Theme.KEEP: N_("Keep a suit"),
    Theme.OUT: N_("Go out"),
}


def page() -> None:
    """The whole page below the header."""
    panel.style()
    desks.follow_link()
    _practise()


@st.fragment
@one_language()
def _practise() -> None:
    here = desk()
    desks.enter()
    keep(wake_in=_ends_in(here))
    _speak(here)
    with st.container(key="practise"):
        _head(here)
        if here.trouble:
            st.error(here.trouble)
        match here.view:
            case "count":
                _trainer(here)
            case "scores":
                _question(here, _scores_bar)
            case _:
                _puzzle(here)


def _speak(here: Desk) -> None:
    if here.view == "count":
        focus = ".st-key-sprint_pad >>> input" if _ends_in(here) else ".st-key-sprint_go button"
        voice(_flash(here), key="practise_voice", n=here.rev, focus=focus, at=here.view)
    else:
        panel.speak(here.asked, _hooks(here), at=here.view)


def _ends_in(here: Desk) -> int | None:
    """Milliseconds until the run of the trainer is over."""
    run = here.sprint
    if here.view != "count" or run is None or run.is_over(now()):
        return None
    return int(run.left(now()).total_seconds() * 1000) + 50


def _head(here: Desk) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="practise_head"):
        st.segmented_control(
            _("Practise"),
            list(_NAMES),
            format_func=lambda view: _(_NAMES[view]),
            default=here.view,
            required=True,
            key=f"practise_view_{here.view}",
            on_change=lambda: desks.show(session.choice(f"practise_view_{here.view}", "count")),
            label_visibility="collapsed",
        )
        game = learner().game
        st.selectbox(
            _("Game"),
            COURSE_GAMES,
            index=COURSE_GAMES.index(game),
            format_func=preset_name,
            key=f"practise_game_{game}",
            on_change=lambda: desks.choose_game(session.choice(f"practise_game_{game}", game)),
            label_visibility="collapsed",
            width=230,
        )


def _trainer(here: Desk) -> None:
    run = here.sprint
    if run is None or run.is_over(now()):
        _result(here, run)
        return
    left = run.left(now()).total_seconds()
    gone = LENGTH.total_seconds() - left
    right = ngettext("{n} right", "{n} right", run.score)
    seconds = ngettext("{n} second left", "{n} seconds left", round(left))
    st.html(
        f'<div class="clock"><i style="animation-delay:-{gone:.2f}s"></i></div>'
        f'<p class="scores"><b>{escape(right)}</b> <span>{escape(seconds)}</span></p>'
    )
    asked = Asked(question=run.question, rules=learner().rules, rev=here.rev)
    shown = model(asked, panel.options_of_board())
    with st.container(key="task"):
        with st.container(key="task_board"):
            if shown is not None:
                board.show(shown, key="sprint_board", on_event=_nothing, ack=0)
        with st.container(key="task_answer"):
            _count_controls(here)
            st.html(f'<p class="quiet">{escape(_flash(here))}</p>')


def _nothing() -> None:
    """The board of the trainer is only looked at."""


def _count_controls(here: Desk) -> None:
    title = _("What is the count now?")
    if not session.desk().preferences.plain:
        pad(title, key="sprint_pad", n=here.rev, on_answer=_on_count)
        return
    key = f"sprint_number_{here.rev}"
    st.number_input(title, 0, 999, value=None, key=key)
    st.button(_("Check"), key="sprint_check", on_click=lambda: _count(session.choice(key, None)))


def _on_count() -> None:
    _count(answered("sprint_pad", desk().rev))


def _count(value: int | None) -> None:
    if value is not None:
        desks.counted(value)


def _flash(here: Desk) -> str:
    """The last answer, right or wrong."""
    if here.last is None:
        return ""
    truth, given = here.last
    if truth == given:
        return _("{n}: right.", n=given)
    return _("Not {given}: it was {truth}.", given=given, truth=truth)


def _result(here: Desk, run: Sprint | None) -> None:
    title = _("Count trainer")
    lead = _("Thirty seconds: how many boards can you count? Type the sum of the open ends.")
    st.html(f'<h2>{escape(title)}</h2><p class="lead">{escape(lead)}</p>')
    if run is not None:
        wrong = len(run.shots) - run.score
        text = _("{right} right, {wrong} wrong.", right=run.score, wrong=wrong)
        st.html(f'<p class="big">{escape(text)}</p>')
        if here.last is not None:
            st.html(f'<p class="quiet">{escape(_flash(here))}</p>')
    st.button(
        _("Once more") if run else _("Start"), key="sprint_go", type="primary", on_click=desks.begin
    )
    _history()


def _history() -> None:
    progress = learner().progress
    if progress.sprints:
        name = _("Your last {n} runs: {scores}", n=len(progress.sprints),
                 scores=", ".join(map(str, progress.sprints)))  # fmt: skip
        picture = quote(sparkline(progress.sprints))
        st.html(
            f'<figure class="spark"><img alt="{escape(name)}" src="data:image/svg+xml,{picture}">'
            f"<figcaption>{escape(name)}</figcaption></figure>"
        )
    if progress.speeds:
        heads = (_("Skill"), _("Boards"), _("Right"), _("Seconds each"))
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
        rows = "".join(
            f'<tr><th scope="row">{escape(lesson_title(skill))}</th><td>{speed.n}</td>'
            f"<td>{_('{n} %', n=number(100 * speed.right / speed.n))}</td>"
            f"<td>{number(speed.seconds / speed.n, 1)}</td></tr>"
            for skill, speed in sorted(progress.speeds.items(), key=lambda pair: pair[0].number)
            if speed.n
        )
        st.html(
            f'<div class="wide"><table class="levels"><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )


def _hooks(here: Desk) -> Hooks:
    def seen(n: int) -> None:
        here.ack = n

    return Hooks(
        name="practise",
        get=lambda: here.asked,
        put=desks.put,
        answer=desks.answer,
        ack=lambda: here.ack,
        seen=seen,
    )


def _question(here: Desk, bar: Callable[[Desk, Asked], None]) -> None:
    asked = here.asked
    if asked is None:
        return
    hooks = _hooks(here)
    with st.container(key="task"):
        with st.container(key="task_board"):
            panel.table(asked, hooks)
        with st.container(key="task_answer"):
            panel.ask(asked, hooks)
            with st.container(horizontal=True, vertical_alignment="center", key="practise_bar"):
                if not asked.is_over:
                    panel.hints_bar(asked, hooks)
                bar(here, asked)


def _scores_bar(here: Desk, asked: Asked) -> None:
    if asked.is_over:
        st.button(_("Next"), key="practise_next", type="primary", on_click=desks.next_scores)
    text = _("Level {n}", n=here.level)
    row = ngettext("{n} in a row", "{n} in a row", here.streak)
    st.html(f'<p class="quiet">{escape(text)} · {escape(row)}</p>')


def _puzzle(here: Desk) -> None:
    if here.view == "daily" and here.day is not None:
        st.html(f'<p class="quiet">{escape(_day_line(here))}</p>')
    _question(here, _puzzle_bar)
    if here.view == "puzzles":
        _themes(here)  # also where there is no puzzle, so that another theme can be chosen


def _day_line(here: Desk) -> str:
    day = here.day.isoformat() if here.day else ""
    done = learner().progress.days.get(day)
    if done is None:
        return _("{day}: the same puzzle for everyone.", day=day)
    return (
        _("{day}: solved at the first try.", day=day)
        if done
        else _("{day}: not solved at the first try.", day=day)
    )


def _themes(here: Desk) -> None:
    chosen = here.theme
    key = f"practise_theme_{chosen}"
    st.pills(
        _("Theme"),
        list(Theme),
        format_func=lambda theme: _(_THEMES[theme]),
        default=chosen,
        key=key,
        on_change=lambda: desks.choose_theme(session.choice(key, None)),
        label_visibility="collapsed",
    )


def _puzzle_bar(here: Desk, asked: Asked) -> None:
    puzzle, progress = here.puzzle, learner().progress
    if puzzle is None:
        return
    if asked.is_over and here.view == "puzzles":
        st.button(_("Next puzzle"), key="practise_next", type="primary", on_click=desks.next_puzzle)
    rating = _(
        "Your rating {mean} ± {deviation}",
        mean=number(progress.rating.mean),
        deviation=number(2 * progress.rating.deviation),
    )
    parts = [rating]
    if asked.is_over:
        parts.insert(0, _("The puzzle's rating {rating}", rating=puzzle.rating))
        parts += [_(_THEMES[theme]) for theme in Theme if theme in puzzle.themes]
    st.html(f'<p class="quiet">{escape(" · ".join(parts))}</p>')
