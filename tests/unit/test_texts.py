from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages import Catalog

from ui import locale_tools, texts
from ui.texts import N_, _, ngettext, number


@pytest.mark.parametrize("code", locale_tools.TARGETS)
def test_every_sentence_is_translated(code: str) -> None:
    assert [] == list(locale_tools.faults(code))


def test_placeholders_are_filled_by_name() -> None:
    assert _("{b} before {a}", a=1, b=2) == "2 before 1"
    assert ngettext("{n} such tile", "{n} such tiles", 1) == "1 such tile"
    assert ngettext("{n} such tile", "{n} such tiles", 3) == "3 such tiles"


def test_braces_without_values_are_left_alone() -> None:
    assert _(N_("a {brace}")) == "a {brace}"


def test_language_is_asked_for_and_given_back() -> None:
    with texts.use("hu"):
        assert texts.language() == "hu"
        assert number(2.5, 1) == "2,5"
    assert texts.language() == "en"
    with pytest.raises(KeyError), texts.use("xx"):
        pass


def test_hungarian_article_follows_the_sound() -> None:
    filled = texts._fill("{tile:A} jobb, mint {other:a}", {"tile": "5-5", "other": "6-3"})
    assert filled == "Az 5-5 jobb, mint a 6-3"


def _catalogue_with(monkeypatch: pytest.MonkeyPatch, path: Path, code: list[str]) -> Catalog:
    """A tiny project: these sentences in the code, an empty .po at `path`."""
    found = Catalog()
    for sentence in code:
        found.add(sentence)
    monkeypatch.setattr(locale_tools, "sentences", lambda: found)
    monkeypatch.setattr(locale_tools, "LOCALE_DIR", path)
    return locale_tools.updated("hu")


def test_check_names_what_is_missing_stale_fuzzy_and_ill_filled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    catalog = _catalogue_with(monkeypatch, tmp_path, ["good", "to do", "unsure", "{n} left"])
    answers = {"good": "jó", "unsure": "talán", "{n} left": "{k} maradt"}
    assert locale_tools.fill(catalog, answers | {"unheard": "?"}) == ["unheard"]
    catalog["unsure"].flags.add("fuzzy")
    catalog.add("gone", "elmúlt")
    locale_tools.write("hu", catalog)
    locale_tools.compile_mo("hu")
    catalog["good"].string = "kitűnő"
    locale_tools.write("hu", catalog)
    assert sorted(locale_tools.faults("hu")) == [
        "fives.mo is not the compiled fives.po (run compile)",
        "fuzzy: 'unsure'",
        "not translated: 'to do'",
        "placeholders differ: '{n} left' -> ['{k} maradt']",
        "stale (run update): 'gone'",
    ]


def test_a_new_sentence_is_missing_until_update(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    locale_tools.write("hu", _catalogue_with(monkeypatch, tmp_path, []))
    locale_tools.compile_mo("hu")
    locale_tools.sentences().add("new")
    assert list(locale_tools.faults("hu")) == ["missing (run update): 'new'"]
    locale_tools.write("hu", locale_tools.updated("hu"))
    assert list(locale_tools.faults("hu")) == ["not translated: 'new'"]
