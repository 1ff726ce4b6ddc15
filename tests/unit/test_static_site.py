"""What goes into the site of files, without fetching anything."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.static_site import build

STAND_INS = Path(build.__file__).parent / "stand_ins"

MISSING = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numba", "llvmlite", "plotly", "distributed", "uvicorn"}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
"""
RUN = f"""{MISSING}
import in_browser, numpy, pandas
assert not hasattr(numpy, "array") and not hasattr(pandas, "Series"), "the real ones"
from streamlit.testing.v1 import AppTest
for script in sys.argv[1:]:
    at = AppTest.from_file(script, default_timeout=60).run()
    print(script, len(at.main.children), [each.message for each in at.exception])
"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The app as the browser's Python finds it, with what takes the place of large packages."""
    folder = tmp_path_factory.mktemp("app")
    for name, content in build.app_files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for name in ("numpy.py", "pandas.py", "PIL.py"):
        shutil.copy(STAND_INS / name, folder)
    return folder


def run_in(app: Path, code: str, *arguments: str) -> str:
    """What the program says, run with the app's own modules."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=app,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_archive_holds_four_pages_and_their_door(app: Path) -> None:
    names = sorted(path.stem for path in (app / "sheets").iterdir())
    assert names == sorted(build.PAGES)
    door = (app / "app.py").read_text("utf-8")
    assert door.count("st.Page(") == len(build.PAGES)
    assert door.index("import in_browser") < door.index("import streamlit")
    assert (app / "ui/locale/hu/LC_MESSAGES/fives.mo").exists()
    assert not list(app.rglob("*.po")) + list(app.rglob("*.pyc"))


def test_every_page_runs_without_large_packages(app: Path) -> None:
    scripts = ["app.py", *(f"sheets/{name}.py" for name in build.PAGES)]
    lines = run_in(app, RUN, *scripts).splitlines()
    assert [line.split()[0] for line in lines] == scripts
    assert [line for line in lines if not line.endswith(" []")] == []


def test_work_is_done_when_it_is_asked_for(app: Path) -> None:
    code = f"""{MISSING}
from in_browser import OneThread
from ui import session
pool = session._thinkers()
assert isinstance(pool, OneThread)
done = []
kept, dropped = pool.submit(done.append, 1), pool.submit(done.append, 2)
assert done == [] and dropped.cancel()
assert kept.done() and kept.result() is None and done == [1]
failed = pool.submit(int, "no number")
assert failed.done()
print(repr(failed.exception()))
"""
    assert "invalid literal" in run_in(app, code)


def test_a_folder_of_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    with pytest.raises(FileExistsError, match="holds other files"):
        build.build(tmp_path)
    assert (tmp_path / "mine.txt").exists()


def test_versions_are_named_exactly() -> None:
    assert all(wheel.count("==") == 1 for wheel in build.WHEELS)
    assert all(package.split("@")[-1].count(".") == 2 for package in (build.STLITE, build.PYODIDE))
