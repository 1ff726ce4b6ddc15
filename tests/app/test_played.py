"""A round on the Play page counts for the learner: "used in play"."""

from __future__ import annotations

import time

from streamlit.testing.v1 import AppTest

from engine.play import legal_moves
from engine.teaching.progress import TableStats
from engine.teaching.saving import load
from tests.serving import ROOT
from ui import session
from ui.play import table as tables
from ui.play.table import Table
from ui.teach.learner import Learner


def page(name: str, desk: session.Desk) -> AppTest:
    at = AppTest.from_file(str(ROOT / "pages" / name), default_timeout=120)
    at.session_state["desk"] = desk
    at.query_params["lang"] = "en"
    at.query_params["seed"] = "3"
    return at


def played_out(table: Table) -> Table:
    """The table at the end of its round."""
    while not table.is_over:
        table = tables.moved(table, legal_moves(table.positions[-1])[0])
    return table


def test_a_round_played_is_entered_in_the_progress() -> None:
    desk = session.Desk(is_asked=True, preferences=session.Preferences(plain=True))
    play = page("play.py", desk).run()
    play.button(key="start").click().run()
    desk.played.read(None)
    assert desk.table is not None
    desk.table = played_out(desk.table)
    play.run()
    patience = time.monotonic() + 30
    while not desk.played.kept() and time.monotonic() < patience:
        time.sleep(0.05)
        play.run()
    kept = load(desk.played.kept() or "").table
    assert kept.plays > 3
    learn = page("learn.py", desk)
    learn.session_state["learner"] = who = Learner(is_asked=True, takes=False)
    learn.run()
    assert who.progress.table == kept
    assert desk.played.stats == TableStats()
    assert desk.played.kept() == ""
    learn.button(key="map_progress").click().run()
    taken, chances = kept.taken, kept.chances
    assert any(f"{taken} of {chances} scores taken" in text.value for text in learn.markdown)
    assert [box.value for box in [*play.exception, *learn.exception]] == []
