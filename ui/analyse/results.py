"""Beside the board of the analyser: the ranking, its chart and reasons, who may hold what."""

from __future__ import annotations

from html import escape

import streamlit as st

from engine import Analysis, DominoError, MoveEval, Play, apply, explain_count
from engine.beliefs import BONEYARD, Beliefs
from ui import board, downloads
from ui.analyse import beliefmap, telling
from ui.analyse import desk as desks
from ui.analyse.situation import Situation
from ui.analyse.thinking import Answer
from ui.texts import _, number, one_language
from ui.wording import sum_line
from ui.words_problems import why

_POLL_S = 0.4


def results() -> None:
    """The ranking; looked at again and again until nothing new comes."""
    job = desks.desk().think()
    is_polled = job is not None and not job.is_done
    st.fragment(_ranking, run_every=_POLL_S if is_polled else None)(is_polled=is_polled)


@one_language()
def _ranking(*, is_polled: bool) -> None:
    desk = desks.desk()
    now = desk.situation
    job = desk.think()
    if is_polled and (job is None or job.is_done):
        st.rerun()  # for the last time: nothing more will come
    if job is None:
        st.caption(_("When it is your turn, every play is ranked here in expected points."))
        _chart_to_come()
        if now.is_dealt:
            _beliefs(now)
        return
    answer = job.look()
    if job.fault is not None:
        st.error(_("This cannot be: {why}. What was entered before is kept.", why=why(job.fault)))
    if answer is None:
        st.caption(_("Thinking…"))
        _chart_to_come()
        return
    if answer.known is not None:
        _ranked(now, answer, is_done=job.is_done)
    _beliefs(now)


def _ranked(now: Situation, answer: Answer, *, is_done: bool) -> None:
    known = answer.known
    if known is None or not known.evals:
        return
    st.subheader(_("Best plays"), anchor=False)
    refining = "" if is_done else " " + _("Still refining.")
    st.caption(f"{telling.basis(known)}.{refining}")
    picked = _guess(now, known)
    if picked is None:
        return
    _chart(known)
    st.markdown(telling.verdict(known))
    _one(now, known, answer, known.evals[min(picked, len(known.evals) - 1)])


def _guess(now: Situation, known: Analysis) -> int | None:
    """Which row is looked at; None while the reader is to guess first."""
    plays = list(range(len(known.evals)))
    hidden = st.toggle(_("Guess first"), key="analyse_guess")
    names = [telling.move_name(each.move) for each in known.evals]
    if not hidden:
        chosen = st.pills(
            _("Look at"), plays, format_func=names.__getitem__, default=0, key=f"look_{now.rev}"
        )
        return chosen if chosen is not None else 0
    in_hand_order = sorted(plays, key=lambda k: names[k])
    chosen = st.pills(
        _("What would you play?"),
        in_hand_order,
        format_func=names.__getitem__,
        key=f"guess_{now.rev}",
    )
    if chosen is None:
        return None
    lost = known.evals[0].margin.points - known.evals[chosen].margin.points
    st.markdown(_guessed(known, chosen, lost))
    return int(chosen)


def _guessed(known: Analysis, chosen: int, lost: float) -> str:
    if chosen == 0:
        return _("That is the best play.")
    if telling.gap_errors(known.evals[0], known.evals[chosen]) < telling.CLEAR:
        return _("As good as the best: the difference is too close to call.")
    return _(
        "{best} is better: your play gives up {n} points.",
        best=telling.move_name(known.evals[0].move),
        n=number(lost, 1),
    )


def _chart_to_come() -> None:
    """An empty chart: the browser fetches what draws it while the situation is entered."""
    from ui.charts import margins  # noqa: PLC0415 - plotly only where a chart is shown

    st.plotly_chart(
        margins([]),
        key="analyse_no_chart",
        config={"displayModeBar": False},
        alt=_("No plays are ranked yet"),
    )


def _chart(known: Analysis) -> None:
    from ui.charts import margins  # noqa: PLC0415 - plotly only where a chart is shown
    from ui.tables import ranking  # noqa: PLC0415 - only where it is needed

    downloads.chart(
        margins(known.evals),
        "analysis",
        key="analyse_chart",
        alt=_("Expected points of every play"),
    )
    with st.expander(_("The same in numbers")):
        table = ranking(known)
        st.dataframe(table, hide_index=True, width="stretch")
        downloads.csv(table, "analysis")


def _one(now: Situation, known: Analysis, answer: Answer, each: MoveEval) -> None:
    """A play looked at: badges, the board as it would be, its reasons."""
    st.subheader(telling.move_name(each.move), anchor=False)
    badges = [_("known to you")]
    if known.exact:
        badges.append(_("exact"))
    if answer.opened is not None and answer.opened.evals:
        best = answer.opened.evals[0]
        same = each.move in (best.move, *best.equals)
        badges.append(
            _("with open hands: the same play")
            if same
            else _("with open hands: {play}", play=telling.move_name(best.move))
        )
    st.html(" ".join(f'<span class="badge">{escape(text)}</span>' for text in badges))
    lines = telling.reason_lines(each)
    position = now.position
    if isinstance(each.move, Play):
        layout = position.layout.placed(each.move.tile, each.move.arm, position.rules)
        lines.insert(0, sum_line(explain_count(layout, position.rules), position.rules))
    st.markdown("\n".join(f"- {line}" for line in lines))
    if isinstance(each.move, Play):
        after = apply(position, each.move).layout
        show = board.Show(
            order=(each.move.tile,), options=board.Options(size="small"), glide="bottom"
        )
        model = board.layout_model(after, now.rules, rev=now.rev, with_places=False, show=show)
        board.show(model, key="analyse_after", on_event=_only_looked_at, ack=0)


def _only_looked_at() -> None:
    """The board of a play looked at takes none."""


def _beliefs(now: Situation) -> None:
    """Who may hold what."""
    position = now.position
    holders = [
        seat
        for seat, hand in enumerate(position.hands)
        if seat != now.you and (hand.hidden or hand.tiles)
    ]
    if position.n_boneyard:
        holders.append(BONEYARD)
    if not holders:
        return
    st.subheader(_("Who may hold what"), anchor=False)
    holder = st.segmented_control(
        _("Holder"),
        holders,
        format_func=lambda seat: telling.holder_name(seat, now.you),
        default=holders[0],
        required=True,
        key=f"holder_{len(holders)}_{BONEYARD in holders}",
        label_visibility="collapsed",
    )
    st.html(beliefmap.cells_html(now.view, holder))
    try:
        beliefs = Beliefs(now.view)
    except DominoError:
        return  # the map has said why
    from ui.tables import beliefs_table  # noqa: PLC0415 - pandas only where a table is shown

    downloads.csv(beliefs_table(beliefs, now.you), "beliefs")
