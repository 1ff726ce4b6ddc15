"""The analyser put together: enter a situation on the board, read the ranking beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from time import monotonic

import streamlit as st

from engine import (
    PRESETS,
    Analysis,
    DominoError,
    MoveEval,
    NotationError,
    Play,
    apply,
    explain_count,
)
from engine.beliefs import BONEYARD, Beliefs
from ui import board, downloads, session
from ui.analyse import beliefmap, details, situation, telling, thinking
from ui.analyse.joining import Joined
from ui.analyse.situation import Situation
from ui.analyse.thinking import Answer, Job
from ui.texts import _, number
from ui.wording import sum_line
from ui.words import preset_name, rules_name
from ui.words_problems import why

BOARD = "analyse_board"
_STYLE = (Path(__file__).parent / "analyse.css").read_text("utf-8")
_POLL_S = 0.4
_FIRST_S = 0.3
"""How long a run waits for the first answer, rather than come back for it."""
_FIELD = 168
"""Pixels of a field of the first row: two stand side by side on a phone."""
_LATE_S = 10.0
"""Seconds in which a request may still come with the address that was there before a change."""

_LINK = ("p", "m", "k", "s")
"""What the address carries: a position line, moves since, what others lack; what is begun."""


@dataclass(slots=True)
class Desk:
    """The analyser of one browser session; `form` rises where its fields are to be filled anew."""

    situation: Situation = field(default_factory=lambda: Situation(PRESETS["straight"]))
    ack: int = 0
    trouble: str = ""
    linked: tuple[str, ...] = ("",) * len(_LINK)
    left: dict[tuple[str, ...], float] = field(default_factory=dict)
    form: int = 0
    job: Job[Answer] | None = None

    def put(self, changed: Situation) -> None:
        """Show another situation: the work on the old one ends."""
        if changed is self.situation:
            return
        if self.job is not None:
            self.job.stop()
            self.job = None
        self.situation, self.trouble = changed, ""
        self.form += 1
        self.left[self.linked] = monotonic()
        self.linked = changed.link()
        self.address()

    def address(self) -> None:
        """Have the address open what is shown."""
        for name, text in zip(_LINK, self.linked, strict=True):
            if text:
                st.query_params[name] = text
            else:
                st.query_params.pop(name, None)

    def think(self) -> Job[Answer] | None:
        """The work on the situation shown, begun if it is your turn; None if there is none.

        Work that was left because nobody looked is begun again by who looks again.
        """
        now, before = self.situation, self.job
        if (before is None or before.was_left) and now.is_yours:
            self.job = thinking.begin(
                now.rev, partial(thinking.answers, now.view, now.open_position)
            )
            self.job.latest = before.latest if before else None
            self.job.wait(_FIRST_S)  # the board has been sent: what stands beside it may wait
        return self.job


def _desk() -> Desk:
    return session.state("analyse", Desk)


def page() -> None:
    """The whole page below the header."""
    st.html(f"<style>{_STYLE}</style>")
    _open_link()
    left, right = st.columns([1, 1.05])
    with left:
        _enter()
    with right:
        _results()


def _open_link() -> None:
    desk = _desk()
    asked = tuple(st.query_params.get(name, "") for name in _LINK)
    if not any(asked) or asked == desk.linked:
        return
    if monotonic() - desk.left.get(asked, -_LATE_S) < _LATE_S:
        desk.address()  # the browser sent this before it had heard of the change
        return
    desk.linked = asked
    _load(*asked)


def _load(line: str, *more: str) -> None:
    desk = _desk()
    try:
        found = situation.linked(line, *more) if any(more) else situation.pasted(line)
    except NotationError as error:
        desk.trouble = _(
            "Character {n}: expected {what}; found “{found}”. What was entered before is kept.",
            n=error.offset + 1,
            what=error.expected,
            found=error.text[error.offset : error.offset + 20],
        )
    except DominoError as error:
        desk.trouble = _("This cannot be: {why}. What was entered before is kept.", why=why(error))
    else:
        desk.put(found.changed(rev=desk.situation.rev + 1))


def _enter() -> None:
    """The board with the tray, and what may be entered besides."""
    desk = _desk()
    now = desk.situation
    _game(desk)
    st.markdown(now.prompt())
    position = now.position if now.is_dealt else now.start
    show = board.Show(
        glide="bottom",
        refused=board.Spoken(now.rev, now.refused) if now.refused else None,
        say=[board.Spoken(now.rev, now.prompt())],
        actions=now.actions(),
        order=tuple(move.tile for move in now.moves if isinstance(move, Play)),
        options=board.Options(size="panel"),
    )
    model = board.layout_model(position.layout, now.rules, rev=now.rev, tray=now.tray(), show=show)
    board.show(model, key=BOARD, on_event=_on_board, ack=desk.ack)
    with st.container(horizontal=True, key="analyse_bar"):
        st.button(_("Undo"), key="analyse_undo", on_click=lambda: desk.put(now.undone()))
        st.button(_("Start again"), key="analyse_new", on_click=_start_again)
    with st.expander(_("Paste a position or a record")):
        st.text_area(
            _("A position line, or the record of a round"), key="analyse_text", on_change=_on_text
        )
        if now.is_dealt:
            st.code(now.link()[0], language=None, wrap_lines=True)
    details.show(now, desk.form, partial(_entered, desk.form))
    if desk.trouble:
        st.error(desk.trouble)


def _game(desk: Desk) -> None:
    """Game, players, who led: only while nothing is entered."""
    now = desk.situation
    joined = now.joined
    if now.moves or now.base is not None or now.hand or (joined and joined.hand):
        st.caption(rules_name(now.rules))
        return
    names = list(PRESETS)
    with st.container(horizontal=True, key="analyse_game_row"):
        st.selectbox(
            _("Game"),
            names,
            index=names.index(now.rules.name),
            format_func=preset_name,
            key="analyse_game",
            on_change=_on_game,
            width=_FIELD,
        )
        st.selectbox(
            _("Players"),
            ["2", "3", "4", "2+2"],
            format_func=lambda text: _("4, partners") if text == "2+2" else text,
            key="analyse_players",
            on_change=_on_game,
            width=_FIELD,
        )
        st.selectbox(
            _("The round"),
            [False, True],
            format_func=lambda joins: _("is on already") if joins else _("from its first lead"),
            key="analyse_joins",
            on_change=_on_game,
            width=_FIELD,
        )
        if joined is None:
            st.selectbox(
                _("Leads"),
                list(range(now.rules.players)),
                format_func=lambda seat: situation.seat_name(seat, 0),
                key="analyse_leader",
                on_change=_on_game,
                width=_FIELD,
            )


def _on_game() -> None:
    desk = _desk()
    players = session.choice("analyse_players", "2")
    rules = PRESETS[session.choice("analyse_game", "straight")].with_options(
        players=4 if players == "2+2" else int(players), partnership=players == "2+2"
    )
    leader = session.choice("analyse_leader", 0)
    joined = Joined(rules) if session.choice("analyse_joins", default=False) else None
    leader = leader if leader < rules.players else 0
    desk.put(desk.situation.changed(rules=rules, leader=leader, joined=joined))


def _entered(form: int, changed: Situation) -> None:
    """Take what a field holds, if it is one of those shown: one that is gone can call once more."""
    desk = _desk()
    if form == desk.form:
        desk.put(changed)


def _start_again() -> None:
    desk = _desk()
    now = desk.situation
    joined = Joined(now.rules) if now.joined else None
    desk.put(Situation(now.rules, joined=joined, rev=now.rev + 1))


def _on_text() -> None:
    text = session.choice("analyse_text", "").strip()
    if text:
        _load(text)


def _on_board() -> None:
    desk = _desk()
    value = session.trigger(BOARD, board.EVENTS)
    event = board.parse_event(value, rev=desk.situation.rev, seen=desk.ack)
    desk.ack = board.ack_of(value, desk.ack)
    if event is not None:
        desk.put(desk.situation.submit(event.token))


def _results() -> None:
    """The ranking; looked at again and again until nothing new comes."""
    job = _desk().think()
    is_polled = job is not None and not job.is_done
    st.fragment(_ranking, run_every=_POLL_S if is_polled else None)(is_polled=is_polled)


def _ranking(*, is_polled: bool) -> None:
    desk = _desk()
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
    from ui.tables import ranking  # noqa: PLC0415

    st.plotly_chart(
        margins(known.evals),
        key="analyse_chart",
        config=downloads.chart("analysis"),
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
