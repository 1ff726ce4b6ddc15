"""Things asked at nearly the same time: all are done, and of all it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from types import SimpleNamespace

import pytest
from streamlit.runtime.app_session import AppSessionState
from streamlit.runtime.scriptrunner import RerunData

from benchmarks.client import Reader
from tests.serving import ROOT, Server
from ui import reruns

PAUSES_S = [ms / 1000 for ms in range(0, 40, 4)]


def apart(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run it in a thread of its own: that of the tests has Playwright's event loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with Server(script=str(ROOT / "tests" / "app" / "apps" / "hurried_app.py")) as server:
        yield server.url


@pytest.mark.parametrize("names", [*permutations(["left", "right", "whole"])], ids="-".join)
def test_of_requests_at_nearly_the_same_time_none_is_lost(url: str, names: tuple[str, ...]) -> None:
    async def press_all() -> None:
        async with Reader(url, page="") as reader:
            assert await reader.until(lambda: reader.is_idle and reader.parts), reader.errors
            for times, pause in enumerate(PAUSES_S, start=1):
                for name in names:
                    await reader.press(name)
                    await asyncio.sleep(pause)
                told = {f"{name}: {times}" for name in names}
                await reader.until(lambda told=told: told <= {*reader.texts.values()}, 5.0)  # type: ignore[misc]
                assert told <= {*reader.texts.values()}, f"after {pause} s"
                assert await reader.until(lambda: reader.is_idle)

    apart(press_all)


class Runner:
    """Takes requests until it is over."""

    def __init__(self, *, is_over: bool) -> None:
        self.is_over = is_over
        self.asked: list[RerunData] = []

    def request_rerun(self, request: RerunData) -> bool:
        self.asked += [] if self.is_over else [request]
        return not self.is_over


@pytest.mark.parametrize("follower", [None, Runner(is_over=False)], ids=["none", "another"])
def test_a_runner_begins_when_the_last_one_has_told_all(
    monkeypatch: pytest.MonkeyPatch, follower: Runner | None
) -> None:
    begun: list[RerunData] = []
    monkeypatch.setattr(reruns, "_begin", lambda _session, request: begun.append(request))

    async def ask() -> None:
        ended = Runner(is_over=True)
        session = SimpleNamespace(
            _scriptrunner=ended,
            _event_loop=asyncio.get_running_loop(),
            _state=AppSessionState.APP_IS_RUNNING,
        )
        request = RerunData(fragment_id="part")
        reruns._create_scriptrunner(session, request)  # type: ignore[arg-type]
        await asyncio.sleep(0.02)
        assert begun == []  # what it has told is not yet sent
        session._scriptrunner = follower
        await asyncio.sleep(0.02)
        assert begun == ([] if follower else [request])
        assert follower is None or follower.asked == [request]

    apart(ask)
