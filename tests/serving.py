"""The app as its readers get it: `streamlit run app.py` (or another server) on a free port."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parent.parent
START_S = 60.0
UVICORN = (sys.executable, "-m", "ui.server", "--port={port}")


class Server:
    """One running app. `with Server() as server: server.url`; `restart` keeps the port.

    `command` is another one to serve with, `{port}` in it for the port; `UVICORN` is ours.
    """

    def __init__(
        self,
        env: Mapping[str, str] | None = None,
        script: str = "app.py",
        *,
        command: Sequence[str] = (),
        cwd: Path = ROOT,
    ) -> None:
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = env
        self.script = script
        self.command, self.cwd = command, cwd
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start and wait until the app answers; TimeoutError if it does not."""
        command = [sys.executable, "-m", "streamlit", "run", self.script, "--server.headless=true"]
        command += [f"--server.port={self.port}", "--server.address=127.0.0.1"]
        command += ["--server.fileWatcherType=none"]
        if self.command:
            command = [part.format(port=self.port) for part in self.command]
        self._process = subprocess.Popen(command, cwd=self.cwd, env=self.env)
        deadline = time.monotonic() + START_S
        while not self._healthy():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise TimeoutError(f"the app does not answer at {self.url}")
            time.sleep(0.1)

    @property
    def pid(self) -> int:
        """The process that serves."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it at once, as the machine's failing would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def stop(self) -> None:
        """End it, by force if it lingers."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def restart(self) -> None:
        """Stop and start again at the same address, as after a crash or an upgrade."""
        self.stop()
        self.start()

    def _healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
