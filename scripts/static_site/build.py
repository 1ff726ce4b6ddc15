"""Puts the folder together from the tree and from packages of npm and PyPI, every version named.

What runs in the browser is pure Python. What Streamlit imports and these pages never use (numpy,
pandas and the like) has a stand-in. The app is loaded here, in the very Python that the browser
runs, and a picture of its memory goes into the folder: see `freeze.mjs`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_HERE: Final = Path(__file__).parent
_SITE: Final = _HERE / "site"
_STAND_INS: Final = _HERE / "stand_ins"

STLITE: Final = "@stlite/browser@1.9.2"
"""It holds Streamlit 1.62, and asks for just this Pyodide."""
PYODIDE: Final = "pyodide@0.29.3"
PYTHON: Final = "3.13"
WHEELS: Final = (
    "anyio==4.16.0",
    "blinker==1.9.0",
    "fsrs==6.3.2",
    "idna==3.20",
    "itsdangerous==2.2.0",
    "packaging==26.4",
    "protobuf==7.36.2",
    "python-multipart==0.0.34",
    "segno==1.6.6",
    "starlette==1.10.0",
    "toml==0.10.2",
    "typing-extensions==4.16.0",
)
PAGES: Final = ("learn", "play", "practise", "explain")
"""The first is the one that opens, and has no other address."""
_CODE: Final = ("engine", "ui")
_NO_PARTS: Final = ("__pycache__", "*.pyc", "*.po", "*.pot")


def build(out: Path) -> int:
    """Make the folder anew; the number of its files.

    Raises `FileExistsError` if `out` holds something that is no such folder, and
    `subprocess.CalledProcessError` if npm or pip cannot bring a package, or the app does not run.
    """
    if out.exists():
        if any(out.iterdir()) and not (out / "stlite").exists():
            raise FileExistsError(f"{out} holds other files: name a new folder")
        shutil.rmtree(out)
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        brought, tree = Path(name), Path(name) / "tree"
        _unpack(_npm(STLITE, brought), out / "stlite", under="package/build/")
        _unpack(_npm(PYODIDE, brought), out / "pyodide", only=("pyodide.js", "pyodide.asm"))
        _lay(tree, [*_wheels(brought / "wheels"), *(out / "stlite" / "wheels").glob("*.whl")])
        shutil.rmtree(out / "stlite" / "wheels")
        _no_packages(out / "pyodide" / "pyodide-lock.json")
        _freeze(out, tree)
    _own_files(out)
    return sum(path.is_file() for path in out.rglob("*"))


def total_bytes(folder: Path) -> int:
    """What the folder's files weigh together."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _npm(package: str, into: Path) -> Path:
    asked = ["npm", "pack", "--silent", "--pack-destination", str(into), package]
    told = subprocess.run(asked, check=True, capture_output=True, text=True)  # noqa: S603
    return into / told.stdout.split()[-1]


def _wheels(into: Path) -> list[Path]:
    kind = ["--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any"]
    asked = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *kind]
    subprocess.run([*asked, f"--python-version={PYTHON}", f"--dest={into}", *WHEELS], check=True)  # noqa: S603
    return sorted(into.glob("*.whl"))


def _unpack(
    archive: Path, into: Path, *, under: str = "package/", only: tuple[str, ...] = ("",)
) -> None:
    """What lies `under` a folder of the archive and begins with one of `only`, without maps."""
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            name = member.name.removeprefix(under)
            if not member.isfile() or name == member.name or name.endswith((".map", ".d.ts")):
                continue
            if name.startswith((*only, "pyodide-lock.json", "python_stdlib.zip")):
                member.name = name
                packed.extract(member, into, filter="data")


def _no_packages(lock: Path) -> None:
    """Tell Pyodide that there are no packages besides those in its memory."""
    about = json.loads(lock.read_text("utf-8"))
    lock.write_text(json.dumps({**about, "packages": {}}), "utf-8")


def _lay(tree: Path, wheels: list[Path]) -> None:
    """Put packages, stand-ins and the app where the browser's Python looks for them."""
    packages = tree / "lib" / f"python{PYTHON}" / "site-packages"
    for wheel in wheels:
        shutil.unpack_archive(wheel, packages, "zip")
    for module in _STAND_INS.glob("*.py"):
        shutil.copy(module, packages)
    for name, content in app_files():
        path = tree / "home" / "pyodide" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _freeze(out: Path, tree: Path) -> None:
    """Load the app, and leave the picture of its memory and the files that it still reads."""
    pages = ["", *PAGES[1:]]
    frozen = ["node", str(_HERE / "freeze.mjs"), str(out / "pyodide"), str(tree), str(out), *pages]
    subprocess.run(frozen, check=True)  # noqa: S603


def _own_files(out: Path) -> None:
    """The page, once for each address, and what starts the app in it."""
    page = (_SITE / "index.html").read_text("utf-8")
    (out / "index.html").write_text(page.replace("ROOT/", "./"), "utf-8")
    for name in PAGES[1:]:
        (out / name).mkdir()
        (out / name / "index.html").write_text(page.replace("ROOT/", "../"), "utf-8")
    (out / ".nojekyll").touch()
    shutil.copytree(ROOT / "static", out / "app" / "static")
    shutil.copy(ROOT / "ui" / "icon.svg", out)
    shutil.copy(_SITE / "boot.js", out)
    size = sum((out / name).stat().st_size for name in ("python.bin", "wasm.bin"))
    python = (_SITE / "python.js").read_text("utf-8")
    (out / "python.js").write_text(python.replace("SIZE", str(size)), "utf-8")


def app_files() -> Iterator[tuple[str, bytes]]:
    """What the browser's Python runs: the engine, what the pages are made of, the pages, a door."""
    for package in _CODE:
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file() and not any(path.match(part) for part in _NO_PARTS):
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()
    for name in PAGES:
        # Not "pages", which Streamlit would run by itself for a link to one of them.
        yield f"sheets/{name}.py", (ROOT / "pages" / f"{name}.py").read_bytes()
    config = (ROOT / ".streamlit" / "config.toml").read_text("utf-8")
    yield ".streamlit/config.toml", _config(config)
    yield "in_browser.py", (_SITE / "in_browser.py").read_bytes()
    yield "app.py", _door((ROOT / "app.py").read_text("utf-8")).encode()


def _config(served: str) -> bytes:
    """The settings for an older Streamlit, which need not look whether its files have changed."""
    known = re.sub(r"(?m)^paddingTop.*\n", "", served)
    return known.replace("[server]\n", '[server]\nfileWatcherType = "none"\n').encode()


def _door(app: str) -> str:
    """The door of the app, less the pages that are not here; it first mends what is missing."""
    lines = [
        line
        for line in app.splitlines(keepends=True)
        if not (page := re.search(r"pages/(\w+)\.py", line)) or page[1] in PAGES
    ]
    door = "".join(lines).replace("pages/", "sheets/")
    return door.replace("\nimport ", "\nimport in_browser\nimport ", 1)
