"""What the learner can do and what the answers look like; to save, load and wipe it."""

from __future__ import annotations

from html import escape
from typing import Final

import streamlit as st

from engine.teaching.mastery import Level
from engine.teaching.progress import diagnosis
from engine.teaching.skills import Skill, skills
from ui import session
from ui.learn.desk import desk
from ui.teach.learner import learner, now
from ui.texts import N_, _, ngettext, number
from ui.words import preset_name
from ui.words_mistakes import mistake_text
from ui.words_teaching import LEVELS, lesson_title

MAX_FILE_MB: Final = 1
_WISHES: Final = {
    "plain": N_("Plain controls"),
    "numerals": N_("Numerals on the tiles"),
    "contrast": N_("High contrast"),
    "still": N_("No motion"),
}


def report() -> None:
    """The view "Your progress"."""
    who = learner()
    title = _("Your progress")
    st.html(f"<h2>{escape(title)}</h2>")
    if who.keeps_nothing:
        st.warning(_("This browser keeps nothing: save your progress before you leave."))
    st.html(_table_html())
    _suspicions()
    _numbers()
    _files()
    _wishes()


def _table_html() -> str:
    who = learner()
    heads = (_("Lesson"), _("Level"), _("Last ten"), _("Asked again"))
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    rows = "".join(_row(skill) for skill in skills(who.rules))
    caption = escape(preset_name(who.game))
    return (
        f'<div class="wide"><table class="levels"><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(skill: Skill) -> str:
    who = learner()
    state = who.progress.state(skill, who.rules)
    level = who.progress.level(skill, who.rules)
    last = _("{n} of {total}", n=sum(state.last), total=len(state.last)) if state.last else ""
    cells = (_(LEVELS[level]), last, _due(skill))
    tds = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    kind = "got" if level in (Level.PASSED, Level.RETAINED, Level.USED) else ""
    return f'<tr class="{kind}"><th scope="row">{escape(lesson_title(skill))}</th>{tds}</tr>'


def _due(skill: Skill) -> str:
    who = learner()
    review = who.progress.state(skill, who.rules).review
    if review is None:
        return ""
    days = (review.due - now()).days
    return _("now") if days < 0 else ngettext("in {n} day", "in {n} days", days + 1)


def _suspicions() -> None:
    """The wrong models that the answers speak for."""
    who = learner()
    found = diagnosis(who.progress, who.rules)
    if not found:
        return
    title = _("What your answers look like")
    lines = "".join(
        f"<li>{escape(mistake_text(mistake))} <small>{number(100 * likely)} %</small></li>"
        for mistake, likely in found.items()
    )
    st.html(f'<h3>{escape(title)}</h3><div class="say wrong"><ul>{lines}</ul></div>')


def _numbers() -> None:
    progress = learner().progress
    lines = []
    if progress.sprints:
        best = max(progress.sprints)
        lines.append(_("Count trainer: best of the last {n} runs {best}.",
                       n=len(progress.sprints), best=best))  # fmt: skip
    if progress.solved:
        lines.append(
            _(
                "Puzzles: {n} tried, rating {mean} ± {deviation}.",
                n=len(progress.solved),
                mean=number(progress.rating.mean),
                deviation=number(2 * progress.rating.deviation),
            )
        )
    table = progress.table
    if table.plays:
        lines.append(_("At the table, in rounds without help: {taken} of {chances} scores taken.",
                       taken=table.taken, chances=table.chances))  # fmt: skip
    if table.decisions:
        lost = number(table.lost / table.decisions, 1)
        lines.append(ngettext(
            "Points lost by a choice: {lost}, over {n} choice.",
            "Points lost by a choice: {lost}, over {n} choices.",
            table.decisions, lost=lost,
        ))  # fmt: skip
    for line in lines:
        st.markdown(line)


def _files() -> None:
    who = learner()
    st.caption(_("All this stays in your own browser. Nothing is kept on the server."))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.download_button(
            _("Save to a file"), who.text(), "fives-progress.json", "application/json",
            key="progress_save",
        )  # fmt: skip
        st.button(_("Wipe everything"), key="progress_wipe", on_click=_ask_wipe)
    if desk().asks_wipe:
        st.warning(_("Wipe your whole progress in this browser? It cannot be brought back."))
        with st.container(horizontal=True):
            st.button(_("Wipe it"), key="progress_wipe_yes", type="primary", on_click=_wipe)
            st.button(_("Keep it"), key="progress_wipe_no", on_click=_keep)
    st.file_uploader(
        _("Load from a file"),
        type="json",
        key="progress_file",
        on_change=_load,
        max_upload_size=MAX_FILE_MB,
    )


def _ask_wipe() -> None:
    desk().asks_wipe = True


def _keep() -> None:
    desk().asks_wipe = False


def _wipe() -> None:
    desk().asks_wipe = False
    desk().first = None
    learner().wiped()


def _load() -> None:
    file = session.choice("progress_file", None)
    if file is None:
        return
    try:
        text = file.getvalue().decode("utf-8")
    except UnicodeDecodeError:
        learner().trouble = _("This is no saved progress: a text file is expected.")
        return
    learner().brought(text)


def _wishes() -> None:
    title = _("How the board looks")
    st.html(f"<h3>{escape(title)}</h3>")
    wishes = session.desk().preferences
    with st.container(horizontal=True):
        for name, text in _WISHES.items():
            st.toggle(
                _(text),
                getattr(wishes, name),
                key=f"wish_{name}",
                on_change=session.on_wish,
                args=(name,),
            )
