"""Spoilt links, records, lines and files: each is read or refused in words, none breaks the app."""

from __future__ import annotations

import pytest

from benchmarks.fuzz import READERS, run, tells
from engine import NotationError
from engine.teaching import saving
from engine.teaching.format import MAX_LENGTH, parse_set
from engine.teaching.source import LessonError
from ui.play import keeping
from ui.review import reading
from ui.storage import MAX_KEPT, pack, unpack


def test_a_sample_is_read_or_refused() -> None:
    tallies, faults = run(500, seed=7)
    assert faults == [], "\n".join(faults)
    assert all(tally.refused for name, tally in tallies.items() if name != "any link")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 11))
def test_a_hundred_thousand_are_read_or_refused(seed: int) -> None:
    _tallies, faults = run(10_000, seed)
    assert faults == [], "\n".join(faults)


def reads(name: str, text: str) -> bool:
    try:
        READERS[name].read(text)
    except READERS[name].errors:
        return False
    return True


@pytest.mark.parametrize("name", READERS)
def test_each_reader_reads_what_is_whole(name: str) -> None:
    assert any(reads(name, text) for text in READERS[name].samples())


def test_the_fuzzer_sees_an_error_without_place_or_expectation() -> None:
    assert tells(NotationError("55", 0, "")) == "no expectation"
    assert tells(NotationError("55", 9, "a tile")) == "offset 9 is not in the text"
    assert tells(keeping.KeptError(" ")) == "no word"


def test_what_unfolds_without_end_is_not_unfolded() -> None:
    assert unpack(pack("5" * (MAX_KEPT + 1))) is None
    assert unpack(pack("5" * MAX_KEPT)) is not None


def test_uploads_have_a_size() -> None:
    with pytest.raises(reading.ReadError, match="too long"):
        reading.read_bytes(b"5" * (reading.MAX_TEXT + 1))
    with pytest.raises(keeping.KeptError, match="too long"):
        keeping.read_kept(" " * (MAX_KEPT + 1))
    with pytest.raises(LessonError, match="at most"):
        parse_set("#" * (MAX_LENGTH + 1))
    with pytest.raises(saving.ProgressError, match="at most"):
        saving.load(" " * (saving.MAX_LENGTH + 1))
