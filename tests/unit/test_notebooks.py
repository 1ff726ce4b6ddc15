"""The notebooks run, and stand in the repository as they ran."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
nbformat = pytest.importorskip("nbformat")


def cells(name: str) -> list[Any]:
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def run(name: str, monkeypatch: pytest.MonkeyPatch, **environment: str) -> None:
    """Every cell, in this process: a kernel of its own would take longer to start than to run."""
    importlib.import_module("ui.notebook")  # found without it only where the project is installed
    monkeypatch.chdir(FOLDER)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells(name):
        exec(cell.source, names)  # noqa: S102 - the notebook's own cells


@pytest.mark.parametrize("name", ["fives_in_ten_minutes", "numbers"])
def test_notebooks_are_kept_as_they_ran(name: str) -> None:
    found = cells(name)
    assert list(range(1, len(found) + 1)) == [cell.execution_count for cell in found]
    outputs = [output for cell in found for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    assert len(found) - 4 <= len(outputs)  # but for cells that only import and assign
    assert any("text/html" in output.get("data", {}) for output in outputs)
    for output in outputs:
        page = "".join(output.get("data", {}).get("text/html", ""))
        assert page.count("<img ") == page.count(' alt="')


def test_fives_in_ten_minutes_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    run("fives_in_ten_minutes", monkeypatch)


def test_every_published_number_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    run("numbers", monkeypatch, FIVES_SCALE="0.004", FIVES_JOBS="1")


@pytest.mark.slow
def test_notebooks_run_in_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nbclient")
    from engine.spread import ALONE
    from scripts import notebooks

    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent))
    for path in FOLDER.glob("*.ipynb"):
        assert notebooks.run(path, scale=notebooks.SAMPLE, over=ALONE, keep=False) is None
