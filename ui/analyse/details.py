"""The fields beside the board: counts of tiles, scores, target, what the others lacked."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine import DominoError
from ui import session
from ui.analyse.situation import Situation, seat_name
from ui.texts import _, ngettext
from ui.words import seat_letter
from ui.words_problems import why

Put = Callable[[Situation], None]
_MOST_POINTS = 1000


def show(now: Situation, form: int, put: Put) -> None:
    """The fields for `now`; `form` tells one filling from the next, `put` takes what is entered."""
    if not now.is_dealt:
        return
    with st.expander(_("Counts, scores, who had nothing to play"), key="analyse_details"):
        if now.base is not None and not now.moves:
            _counts(now, form, put)
            _lacks(now, form, put)
        elif now.base is None:
            st.caption(
                _("The counts follow from the moves. Say each draw and pass when it was made.")
            )
        _scores(now, form, put)


def _counts(now: Situation, form: int, put: Put) -> None:
    """Tiles in the other hands and whose turn it is; the boneyard has the rest."""
    position = now.start
    others = [seat for seat in range(len(position.hands)) if seat != now.you]

    def on_change() -> None:
        counts = {seat: session.choice(f"analyse_count_{seat}_{form}", 0) for seat in others}
        try:
            put(now.with_counts(counts, session.choice(f"analyse_turn_{form}", now.you)))
        except DominoError as error:
            st.toast(_("This cannot be: {why}.", why=why(error)))

    columns = st.columns(len(others) + 1)
    for seat, column in zip(others, columns, strict=False):
        with column:
            st.number_input(
                _("Tiles of {seat}", seat=seat_letter(seat)),
                0,
                now.rules.n_tiles,
                len(position.hands[seat]),
                key=f"analyse_count_{seat}_{form}",
                on_change=on_change,
            )
    with columns[-1]:
        seats = list(range(len(position.hands)))
        st.selectbox(
            _("In turn"),
            seats,
            index=position.turn,
            format_func=lambda seat: seat_name(seat, now.you),
            key=f"analyse_turn_{form}",
            on_change=on_change,
        )
    n = position.n_boneyard
    st.caption(
        ngettext("{n} tile is left for the boneyard.", "{n} tiles are left for the boneyard.", n)
    )


def _lacks(now: Situation, form: int, put: Put) -> None:
    """The ends that each of the others drew or passed on before."""
    known = dict(now.lacks)
    for seat in range(len(now.start.hands)):
        if seat == now.you:
            continue
        key = f"analyse_lacks_{seat}_{form}"

        def on_change(seat: int = seat, key: str = key) -> None:
            put(now.with_lacks(seat, session.choice(key, [])))

        st.pills(
            _("{seat} drew or passed on, and has drawn nothing since", seat=seat_letter(seat)),
            list(range(now.rules.max_pip + 1)),
            selection_mode="multi",
            default=sorted(known.get(seat, ())),
            key=key,
            on_change=on_change,
        )


def _scores(now: Situation, form: int, put: Put) -> None:
    """The score of every side before the moves entered here, and the target."""
    rules, scores = now.rules, now.start.scores

    def on_change() -> None:
        entered = tuple(
            session.choice(f"analyse_score_{team}_{form}", score)
            for team, score in enumerate(scores)
        )
        target = session.choice(f"analyse_target_{form}", rules.target_points)
        put(now.with_scores(entered, target))

    columns = st.columns(len(scores) + 1)
    for team, score in enumerate(scores):
        names = [seat_name(seat, now.you) for seat in rules.seats(team)]
        with columns[team]:
            st.number_input(
                _("Score of {who}", who=" + ".join(names)),
                min(0, score),
                max(_MOST_POINTS, score),
                score,
                key=f"analyse_score_{team}_{form}",
                on_change=on_change,
            )
    with columns[-1]:
        st.number_input(
            _("Target"),
            1,
            max(_MOST_POINTS, rules.target_points),
            rules.target_points,
            key=f"analyse_target_{form}",
            on_change=on_change,
        )
