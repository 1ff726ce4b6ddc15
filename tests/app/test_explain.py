"""The Explain page as Streamlit runs it: what is looked at stays in the link."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.serving import ROOT

TIMEOUT_S = 60


def opened(**query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "pages" / "explain.py"), default_timeout=TIMEOUT_S)
    for name, value in query.items():
        at.query_params[name] = value
    at.run()
    assert not at.exception
    return at


def test_a_link_opens_the_table_with_the_rule_that_was_changed() -> None:
    table = "all_fives 55*.54 -/- ?26 A 0 0/0"
    first = opened(p=table)
    first.segmented_control(key="explain_panel").set_value("compare").run()
    first.selectbox(key="explain_option").set_value("end_double").run()
    first.selectbox(key="explain_value_end_double").set_value("one_half").run()
    kept = {name: str(first.query_params[name]) for name in first.query_params}
    again = opened(**kept)
    assert [text.value for text in first.markdown] == [text.value for text in again.markdown]
    assert ("compare", "end_double", "one_half") == (kept["show"], kept["change"], kept["to"])
    assert any("**" in text.value and "→" in text.value for text in again.markdown)


def test_a_link_that_asks_for_no_such_thing_opens_the_first() -> None:
    at = opened(show="nothing", change="x", to="y")
    assert "scores" == at.segmented_control(key="explain_panel").value


def test_an_impossible_table_is_told_with_every_fault_and_the_old_one_kept() -> None:
    at = opened(p="all_fives 55*.66.54 3322/3322 ?9 A 8 0/0")
    (told,) = at.error
    for fault in ("a tile is there twice", "two halves that touch", "more passes in a row"):
        assert fault in told.value
    assert "Why 18" in " ".join(html.proto.body for html in at.get("html"))
