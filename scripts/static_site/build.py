"""Puts the folder together from the tree and from packages of npm and PyPI, every version named.

What runs in the browser is pure Python. What Streamlit requires and these pages never use (numpy,
pandas and the like) stands in the lock file by its name alone, so that nothing is fetched.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from email.parser import HeaderParser
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
_HERE: Final = Path(__file__).parent
_SITE: Final = _HERE / "site"

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
    "micropip==0.11.0",
    "packaging==26.4",
    "protobuf==7.36.2",
    "pyodide-http==0.2.2",
    "python-multipart==0.0.34",
    "segno==1.6.6",
    "starlette==1.10.0",
    "toml==0.10.2",
    "typing-extensions==4.16.0",
)
STAND_INS: Final[Mapping[str, tuple[str, str]]] = {
    "altair": ("6.0.0", ""),
    "fastparquet": ("2025.12.0", ""),
    "numpy": ("2.4.0", "numpy.py"),
    "pandas": ("3.0.0", "pandas.py"),
    "pillow": ("12.0.0", "PIL.py"),
    "ssl": ("1.0.0", "ssl.py"),
}
"""Required by Streamlit: a version that answers the requirement, and the module of `stand_ins` that
takes its place if it is imported at all."""

PAGES: Final = ("learn", "play", "practise", "explain")
"""The first is the one that opens, and has no other address."""
_CODE: Final = ("engine", "ui")
_NO_PARTS: Final = ("__pycache__", "*.pyc", "*.po", "*.pot")


def build(out: Path) -> int:
    """Make the folder anew; the number of its files.

    Raises `FileExistsError` if `out` holds something that is no such folder, and
    `subprocess.CalledProcessError` if npm or pip cannot bring a package.
    """
    if out.exists():
        if any(out.iterdir()) and not (out / "boot.js").exists():
            raise FileExistsError(f"{out} holds other files: name a new folder")
        shutil.rmtree(out)
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        brought = Path(name)
        _unpack(_npm(STLITE, brought), out / "stlite", under="package/build/")
        _unpack(_npm(PYODIDE, brought), out / "pyodide", only=("pyodide.js", "pyodide.asm"))
        _python_packages(out / "pyodide", _wheels(brought / "wheels"))
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


def _python_packages(folder: Path, wheels: list[Path]) -> None:
    """Lay the wheels beside Pyodide and tell it that there are no others."""
    for wheel in wheels:
        shutil.copy(wheel, folder)
    wheels += [_stand_in(name, *about, folder) for name, about in STAND_INS.items()]
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    lock["packages"] = {entry["name"]: entry for entry in map(_entry, wheels)}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock, indent=1), "utf-8")


def _stand_in(name: str, version: str, module: str, into: Path) -> Path:
    """A wheel that says it is `name`, and holds one module or none."""
    path = into / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    files = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": "",
    }
    if module:
        files[module] = (_HERE / "stand_ins" / module).read_text("utf-8")
    path.write_bytes(_zipped({each: text.encode() for each, text in files.items()}))
    return path


def _entry(wheel: Path) -> dict[str, Any]:
    """The wheel as Pyodide's lock file names it."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        told = HeaderParser().parsestr(packed.read(about).decode())
    tops = {name.split("/")[0].removesuffix(".py") for name in names}
    return {
        "name": re.sub(r"[-_.]+", "-", told["Name"]).lower(),
        "version": told["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(top for top in tops if top.isidentifier()),
        "depends": [],
        "unvendored_tests": False,
    }


def _own_files(out: Path) -> None:
    """The page, once for each address, and the app as one archive."""
    page = (_SITE / "index.html").read_text("utf-8")
    (out / "index.html").write_text(page.replace("ROOT/", "./"), "utf-8")
    for name in PAGES[1:]:
        (out / name).mkdir()
        (out / name / "index.html").write_text(page.replace("ROOT/", "../"), "utf-8")
    (out / ".nojekyll").touch()
    shutil.copytree(ROOT / "static", out / "app" / "static")
    shutil.copy(ROOT / "ui" / "icon.svg", out)
    (out / "app.zip").write_bytes(_zipped(dict(app_files())))
    names = json.loads((out / "pyodide" / "pyodide-lock.json").read_text("utf-8"))["packages"]
    boot = (_SITE / "boot.js").read_text("utf-8")
    (out / "boot.js").write_text(boot.replace("PACKAGES", json.dumps(sorted(names))), "utf-8")


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
    yield ".streamlit/config.toml", re.sub(r"(?m)^paddingTop.*\n", "", config).encode()
    yield "in_browser.py", (_SITE / "in_browser.py").read_bytes()
    yield "app.py", _door((ROOT / "app.py").read_text("utf-8")).encode()


def _door(app: str) -> str:
    """The door of the app, less the pages that are not here; it first mends what is missing."""
    lines = [
        line
        for line in app.splitlines(keepends=True)
        if not (page := re.search(r"pages/(\w+)\.py", line)) or page[1] in PAGES
    ]
    door = "".join(lines).replace("pages/", "sheets/")
    return door.replace("\nimport ", "\nimport in_browser\nimport ", 1)


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as an archive, the same bytes whenever it is made."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()
