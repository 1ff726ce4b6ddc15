"""Runs the notebooks: `python -m scripts.notebooks` on a sample, `--full` as they are published.

`notebooks/numbers.ipynb` measures every published number (`docs/numbers.json`) again: a sample must
agree within 3 standard errors, the full work exactly. `--full` keeps what the cells show, and with
`--state FOLDER` goes on where it was stopped; `--publish` measures anew and writes the numbers.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from engine.spread import Where, add_options, where
from engine.study import STUDIES, Published

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"
NUMBERS = ROOT / "docs" / "numbers.json"
SAMPLE = 0.01
SEED = 1


def run(path: Path, *, scale: float, over: Where, keep: bool) -> str | None:
    """Run the cells of a notebook; what went wrong, if something did."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    given = {
        "FIVES_SCALE": scale,
        "FIVES_STATE": over.state,
        "FIVES_JOBS": over.jobs,
        "FIVES_CLUSTER": over.cluster,
    }
    os.environ |= {name: str(value) for name, value in given.items() if value is not None}
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    client = NotebookClient(notebook, timeout=None, resources={"metadata": {"path": str(FOLDER)}})
    try:
        client.execute(env=os.environ)
    except CellExecutionError as error:
        return str(error)
    if keep:
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)  # times of this run
        notebook.metadata.pop("language_info", None)  # the version of this machine's Python
        nbformat.write(notebook, path)  # type: ignore[no-untyped-call]
    return None


def publish(over: Where) -> None:
    """Measure every number in full and write them."""
    found = {}
    for name, study in STUDIES.items():
        print(f"{name} ...", flush=True)
        state = over.state and over.state / f"{name}.jsonl"
        here = Where(jobs=over.jobs, cluster=over.cluster, state=state)
        found[name] = study(scale=1.0, seed=SEED, over=here)
    Published(SEED, found).write(NUMBERS)


def main() -> int:
    """Run what was asked for; 1 if a cell failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    names = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}")
    parser.add_argument("--full", action="store_true", help="all the work; outputs are kept")
    parser.add_argument("--publish", action="store_true", help="write the numbers first")
    add_options(parser)
    options = parser.parse_args()
    over = where(options)
    if unknown := set(options.names) - set(names):
        parser.error(f"no notebook {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    if over.state is not None:
        over.state.mkdir(exist_ok=True)
        over = Where(jobs=over.jobs, cluster=over.cluster, state=over.state.resolve())
    if options.publish:
        publish(over)
    wrong = 0
    for name in options.names or names:
        began = time.monotonic()
        scale = 1.0 if options.full else SAMPLE
        fault = run(FOLDER / f"{name}.ipynb", scale=scale, over=over, keep=options.full)
        wrong += fault is not None
        print(f"{name}: {fault or 'every cell ran'}, {time.monotonic() - began:.0f} s", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
