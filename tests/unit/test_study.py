"""Numbers with their errors: measured again they agree with what is published."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import pytest

from engine.errors import DominoError
from engine.spread import ALONE, Where
from engine.study import STUDIES, Number, Published, differing, exactness, leads, read_published
from engine.study.__main__ import main
from engine.study.calibration import Tenth
from engine.study.number import ratio

NUMBERS = Path(__file__).parents[2] / "docs" / "numbers.json"


def test_error_of_a_ratio_is_that_of_its_rows() -> None:
    assert Number("x", 0.5, 0.0, 2) == ratio("x", [(1, 2), (2, 4)])
    found = ratio("x", [(0, 1), (1, 1), (0, 1), (1, 1)])
    assert (0.5, 0.25) == (found.value, found.stderr)


def test_sample_agrees_within_its_own_error() -> None:
    published = Number("x", 10.0, 0.1, 10_000)
    assert 0 == Number("x", 10.0, 0.0, 1).errors_from(published)
    # A hundredth of the deals has ten times the error, whatever the sample says of itself.
    assert 3 > Number("x", 12.9, 0.0, 100).errors_from(published) > 2.8
    assert inf == Number("x", 1.0, 0.0, 1).errors_from(Number("x", 2.0, 0.0, 1))
    assert 0 == Number("x", 1.0, 0.0, 1).errors_from(Number("x", 1.0, 0.0, 1))


def test_what_differs_is_told() -> None:
    published = (Number("a", 1.0, 0.1, 100), Number("b", 2.0, 0.1, 100))
    assert () == differing(published, published, sure=0)
    assert () == differing(published[:1], published)
    assert ("b: published, but not measured",) == differing(published[:1], published, sure=0)
    assert ("c: not published",) == differing([Number("c", 1.0, 0.1, 100)], published)
    (told,) = differing([Number("a", 2.0, 0.1, 100)], published)
    assert "a: 2.0 ± 0.1, published 1.0 ± 0.1, 7.1 standard errors off" == told


def test_published_numbers_are_kept_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "numbers.json"
    published = read_published(NUMBERS)
    published.write(path)
    assert NUMBERS.read_text("utf-8") == path.read_text("utf-8")
    assert set(STUDIES) == set(published.studies)
    path.write_text("{}")
    for bad in (path, tmp_path / "missing"):
        with pytest.raises(DominoError, match="no published numbers"):
            read_published(bad)
    Published(1, {}).write(path)
    assert {} == read_published(path).studies


@pytest.mark.slow
@pytest.mark.parametrize("study", STUDIES)
def test_large_sample_agrees_with_what_is_published(study: str) -> None:
    """A small one is taken by the notebook, in `test_notebooks`."""
    published = read_published(NUMBERS)
    numbers = STUDIES[study](scale=0.05, seed=published.seed + 1, over=Where())
    assert numbers
    assert () == differing(numbers, published.studies[study])


def test_chunks_of_leads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leads, "DEALS_A_CHUNK", 10)
    found = leads.study(scale=0.001, seed=1, over=ALONE)
    assert 28 == len(found)
    assert {20} == {each.n for each in found}
    assert found == leads.study(scale=0.001, seed=1, over=Where(jobs=1))


def test_without_any_move_to_judge_there_is_no_number() -> None:
    assert () == exactness._numbers("sharp", [])
    share, lost = exactness._numbers("sharp", [0, 0, 0, 0])
    assert (1.0, 0.25, 0.0, 0.25) == (share.value, share.stderr, lost.value, lost.stderr)


def test_tenth_without_predictions_has_no_gap() -> None:
    empty = Tenth()
    assert (0.0, 0.0, 0.0, 0.0) == (empty.gap, empty.stderr, empty.deviations, empty.raw_gap)


def test_the_command_line_prints_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = f"--state={tmp_path / 'state'}"
    assert 0 == main(["frequencies", "--scale=0.001", "--jobs=1", state])
    told = json.loads(capsys.readouterr().out)
    assert ("frequencies", 0.001, 1) == (told["study"], told["scale"], told["seed"])
    assert {"name", "value", "stderr", "n"} == set(told["numbers"][0])
    assert 2 == main(["leads", "--scale=0.001", "--jobs=1", state])
    assert "holds other work" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["leads", "--scale=0"])
