"""What `pip install` brings along: all that the app reads, in the packages and beside them."""

from __future__ import annotations

import os
import subprocess
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.serving import ROOT, UVICORN, Server

SITE = {".streamlit", "pages", "static", "app.py"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist")))))


def tracked() -> Iterator[str]:
    """The files of the project, where it is a repository; else those on the disk."""
    names = ["engine", "ui", *SITE]
    listed = subprocess.run(
        ["git", "ls-files", *names], cwd=ROOT, capture_output=True, text=True, check=False
    )
    yield from (
        listed.stdout.split()
        or (
            str(path.relative_to(ROOT))
            for name in names
            for path in [ROOT / name, *(ROOT / name).rglob("*")]
            if path.is_file() and path.suffix != ".pyc"
        )
    )


def test_all_that_the_app_reads_is_in_the_wheel(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"ui/site/{name}" if name.split("/")[0] in SITE else name for name in tracked()}
    assert "ui/locale/hu/LC_MESSAGES/fives.mo" in wanted
    assert "ui/site/.streamlit/config.toml" in wanted
    assert wanted - packed == set()
    assert {name.split("/")[0] for name in packed if ".dist-info" not in name} == {"engine", "ui"}


@pytest.mark.slow
def test_an_empty_environment_serves_the_app_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    from benchmarks.load import visit

    venv.create(tmp_path / "env", with_pip=True)
    bin_ = tmp_path / "env" / "bin"
    subprocess.run([bin_ / "pip", "install", "-q", wheel], check=True, timeout=600)

    def run(*command: str) -> str:
        done = subprocess.run(
            [bin_ / command[0], *command[1:]], cwd="/", check=True, capture_output=True, text=True
        )
        return done.stdout

    run("python", "-c", "import engine")
    assert "--port" in run("fives-studio", "--help")
    with Server(command=[str(bin_ / "fives-studio"), "--port={port}"], cwd=Path("/")) as server:
        for page in sorted(path.stem for path in (ROOT / "pages").glob("[a-z]*.py")):
            assert visit(server.url, page).errors == []


@pytest.mark.skipif(
    os.geteuid() != 0 or which("setpriv") is None, reason="only root can become another user"
)
def test_it_is_served_as_a_user_who_may_write_nothing(tmp_path: Path) -> None:
    """As in a container whose file system is read-only; what is Python's may still be read."""
    from benchmarks.load import visit

    may_read = ["--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search"]
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *may_read]
    probe = subprocess.run([*nobody, "true"], check=False, capture_output=True)
    if probe.returncode:
        pytest.skip("this machine lets nobody read what is not theirs")
    tmp_path.chmod(0o555)
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "PYTHONPATH": str(ROOT)}
    with Server(env=env, command=[*nobody, *UVICORN], cwd=tmp_path) as server:
        status = Path(f"/proc/{server.pid}/status").read_text("ascii")
        assert "Uid:\t65534" in status
        assert visit(server.url, "play").errors == []
