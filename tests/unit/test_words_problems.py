"""Every fault of a position has its sentence."""

from __future__ import annotations

import pytest

from engine import NotationError, PositionError, Problem, parse_position, problems
from ui import texts
from ui.words_problems import SENTENCES, why


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_every_fault_has_a_sentence_and_all_are_told(lang: str) -> None:
    assert set(Problem) == set(SENTENCES)
    with texts.use(lang):
        everything = why(PositionError(~Problem(0)))
        assert len(Problem) == len(set(everything.split("; ")))
        assert not any((fault.name or "") in everything for fault in Problem)


def test_an_impossible_position_lists_what_the_engine_finds() -> None:
    found = problems(parse_position("all_fives 55*.66.54 3322/3322 ?9 A 8 0/0"))
    assert len(list(found)) == why(PositionError(found)).count(";") + 1 >= 3
    assert "a tile" in why(NotationError("55.x", 3, "a tile"))
