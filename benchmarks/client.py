"""A browser without a screen: it speaks Streamlit's websocket, plays, and keeps what is to be kept.

It does what `ui/storage.js` and `ui/board/board.js` do: hands back what was kept, wakes Python,
tells what room there is. Only for servers on this machine.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

PATIENCE_S: Final = 30.0
_MOUNT_S: Final = 0.1
"""How long a browser takes to put a component on the page."""
_FOLLOW_S: Final = 0.1
"""How long the keeper waits for the page to follow a board by itself."""
_ROOM: Final = (880, 380)
"""Pixels that a board tells it has: those of a window of 1280 by 800."""
_LOCAL: Final = ("127.0.0.1", "::1", "localhost")
_FINISHED: Final = (
    ForwardMsg.ScriptFinishedStatus.FINISHED_SUCCESSFULLY,
    ForwardMsg.ScriptFinishedStatus.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
)


@dataclass(slots=True)
class Part:
    """A widget or component that is on the page."""

    id: str
    fragment: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Reader:
    """One browser tab on one page of the app.

    Attributes:
        slots: What this browser keeps, by slot.
        reruns: Seconds from asking for a run until the server had finished it.
        answers: Seconds from a tap until the board that answers it was here.
        errors: What went wrong, in words; empty is good.
    """

    url: str
    page: str = "play"
    query: str = ""
    slots: dict[str, str] = field(default_factory=dict)
    reruns: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    parts: dict[str, Part] = field(default_factory=dict)
    texts: dict[tuple[int, ...], str] = field(default_factory=dict)
    _cached: dict[str, ForwardMsg] = field(default_factory=dict)
    _asked: list[float] = field(default_factory=list)
    _running: list[float] = field(default_factory=list)
    _tapped: tuple[int, float] = (0, 0.0)
    _sessions: dict[str, str] = field(default_factory=dict)
    _woken: dict[str, int] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)
    _n: int = 0
    _hash: str = ""
    _socket: ClientConnection | None = None
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def __aenter__(self) -> Self:
        host = urlsplit(self.url).hostname
        if host not in _LOCAL:
            raise ValueError(f"{host} is not this machine")
        address = f"{self.url.replace('http', 'ws', 1)}/_stcore/stream"
        self._socket = await connect(
            address, subprotocols=[Subprotocol("streamlit")], max_size=None, compression=None
        )
        self._spawn(self._listen())
        await self._rerun()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        if self._socket is not None:
            await self._socket.close()

    @property
    def board(self) -> dict[str, Any]:
        """The model of the board that is shown; empty if there is none."""
        return self._named("fives_board").data

    def _named(self, name: str) -> Part:
        return self.parts.get(name, Part("", ""))

    async def until(self, holds: Callable[[], object], patience_s: float = PATIENCE_S) -> bool:
        """Wait for the page to come so far; False (and an error is noted) if it does not."""
        deadline = time.monotonic() + patience_s
        while not holds():
            left = deadline - time.monotonic()
            if left <= 0 or self.errors:
                return False
            self._news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), left)
        return True

    async def has_board(self) -> bool:
        """Wait for a board to be shown; False (and an error is noted) if none comes."""
        return await self.until(lambda: self.board)

    @property
    def is_idle(self) -> bool:
        """Whether every run that was asked for is finished."""
        return not self._asked and not self._running and bool(self._hash)

    async def press(self, label: str) -> None:
        """Press the button of this name."""
        part = self._named(f"button {label}")
        state = ClientState()
        state.widget_states.widgets.add(id=part.id, trigger_value=True)
        await self._rerun(state, part.fragment)

    async def choose(self, label: str, option: str) -> None:
        """Choose in the list of this name the first option that begins so."""
        part = self._named(f"list {label}")
        full = next(each for each in part.data["options"] if each.startswith(option))
        state = ClientState()
        state.widget_states.widgets.add(id=part.id, string_value=full)
        await self._rerun(state, part.fragment)

    async def fill(self, label: str, value: float) -> None:
        """Put a number into the field of this name."""
        part = self._named(f"number {label}")
        state = ClientState()
        state.widget_states.widgets.add(id=part.id, double_value=value)
        await self._rerun(state, part.fragment)

    async def tap(self, rng: Random) -> bool:
        """Do one thing that the board offers; False while there is none, or one is under way."""
        model = self.board
        if self._tapped[0]:
            return False
        tokens = [play["token"] for tile in model.get("hand", ()) for play in tile.get("plays", ())]
        must = [act["token"] for act in model.get("actions", ()) if act["token"] in ("+", "-")]
        if not tokens and not must:
            return False
        self._n = max(self._n, model.get("ack", 0)) + 1
        token = rng.choice(tokens or must)
        event = {"token": token, "rev": model["rev"], "n": self._n, "room": _ROOM}
        self._tapped = self._n, time.perf_counter()
        await self._trigger("fives_board", "events", event)
        return True

    async def _trigger(self, name: str, event: str, value: object, *, after_s: float = 0.0) -> None:
        await asyncio.sleep(after_s)
        part = self._named(name)
        state = ClientState()
        state.widget_states.widgets.add(id=part.id, json_value="{}")
        state.widget_states.widgets.add(
            id=f"$$STREAMLIT_INTERNAL_KEY_{part.id}__events",
            json_trigger_value=json.dumps([{"event": event, "value": value}]),
        )
        await self._rerun(state, part.fragment)

    async def _rerun(self, state: ClientState | None = None, fragment: str = "") -> None:
        asked = state or ClientState()
        asked.query_string = self.query
        asked.page_script_hash = self._hash
        asked.page_name = "" if self._hash else self.page
        asked.fragment_id = fragment
        asked.context_info.url = f"{self.url}/{self.page}"
        asked.context_info.locale = "en"
        message = BackMsg()
        message.rerun_script.CopyFrom(asked)
        self._asked.append(time.perf_counter())
        with suppress(ConnectionClosed):  # the listener says so
            await self._connection.send(message.SerializeToString())

    @property
    def _connection(self) -> ClientConnection:
        if self._socket is None:
            raise RuntimeError("the tab is not open: use `async with`")
        return self._socket

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        try:
            async for content in self._connection:
                message = ForwardMsg()
                message.ParseFromString(content)
                self._take(message)
                self._news.set()
        except ConnectionClosed as error:
            self.errors.append(f"the connection was closed: {error}")
        except Exception as error:  # noqa: BLE001 - whatever it is, the table of faults must show it
            self.errors.append(f"{type(error).__name__}: {error}")
        self._news.set()

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "ref_hash":
            known = self._cached.get(message.ref_hash)
            if known is None:
                self.errors.append("a message was referred to that never came")
                return
            path = message.metadata.delta_path
            message = ForwardMsg.FromString(known.SerializeToString())
            del message.metadata.delta_path[:]
            message.metadata.delta_path.extend(path)
            kind = message.WhichOneof("type")
        elif message.metadata.cacheable and message.hash:
            self._cached[message.hash] = message
        match kind:
            case "navigation":
                self._hash = message.navigation.page_script_hash
            case "new_session":
                self._seen.clear()
                self._running, self._asked = self._running + self._asked, []
            case "script_finished":
                self._finished(message.script_finished)
            case "delta":
                self._element(message)
            case "page_not_found":
                self.errors.append(f"there is no page {self.page}")
            case _:
                pass

    def _finished(self, status: ForwardMsg.ScriptFinishedStatus.ValueType) -> None:
        if status in _FINISHED:
            is_whole = status == _FINISHED[0]
            ran = {self.parts[name].fragment for name in self._seen}
            self.parts = {
                name: part
                for name, part in self.parts.items()
                if name in self._seen or not (is_whole or part.fragment in ran)
            }
            now = time.perf_counter()
            self.reruns += [now - asked for asked in self._running]
            self._running = []
        elif status == ForwardMsg.ScriptFinishedStatus.FINISHED_WITH_COMPILE_ERROR:
            self.errors.append("the script does not compile")

    def _element(self, message: ForwardMsg) -> None:
        delta = message.delta
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        path = tuple(message.metadata.delta_path)
        if kind == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "button":
            name = f"button {element.button.label}"
            self._put(name, Part(element.button.id, delta.fragment_id))
        elif kind == "number_input":
            name = f"number {element.number_input.label}"
            self._put(name, Part(element.number_input.id, delta.fragment_id))
        elif kind == "selectbox":
            options = {"options": list(element.selectbox.options)}
            self._put(
                f"list {element.selectbox.label}",
                Part(element.selectbox.id, delta.fragment_id, options),
            )
        elif kind in ("markdown", "html", "alert"):
            body: Any = getattr(element, kind)
            self.texts[path] = body.body
        elif kind == "bidi_component":
            self._component(element.bidi_component, delta.fragment_id)

    def _put(self, name: str, part: Part) -> None:
        self.parts[name] = part
        self._seen.add(name)

    def _component(self, component: BidiComponent, fragment: str) -> None:
        name = component.component_name.rsplit(".", 1)[-1]
        data: dict[str, Any] = {}
        if component.WhichOneof("data") == "bytes":
            data = json.loads(component.bytes)
        key = name if name != "fives_keeper" or data["read"] else "fives_waker"
        self._put(key, Part(component.id, fragment, data))
        if name == "fives_keeper" and data["read"]:
            self._keep(key, data)
        if data.get("wake"):
            self._wake(key, *data["wake"])
        n, tapped_at = self._tapped
        if data.get("news"):
            self._hear(data["news"])
        if name == "fives_board" and n and data["ack"] >= n:
            self._tapped = 0, 0.0
            self.answers.append(time.perf_counter() - tapped_at)

    def _keep(self, key: str, data: Mapping[str, Any]) -> None:
        if self._sessions.get(key) != data["session"]:
            self._sessions[key] = data["session"]
            slots = {slot: self.slots.get(slot) for slot in data["read"]}
            answer = {"session": data["session"], "slots": slots}
            self._spawn(self._trigger(key, "restored", answer, after_s=_MOUNT_S))
            return
        self._store(data["keep"])

    def _hear(self, news: Mapping[str, Any]) -> None:
        """A board's news: what to keep, and the page that it wants around it."""
        if self._sessions.get("fives_keeper") == news["session"]:
            self._store(news["keep"])
        page = news["page"]

        def is_behind() -> bool:
            return bool(self._named("fives_keeper").data.get("follows", page) != page)

        async def later() -> None:
            await asyncio.sleep(_FOLLOW_S)
            if is_behind():
                await self._trigger("fives_keeper", "drawn", page)

        if is_behind():
            self._spawn(later())

    def _store(self, keep: Mapping[str, str | None]) -> None:
        self.slots.update({slot: text for slot, text in keep.items() if text is not None})

    def _wake(self, key: str, n: int, delay_ms: int) -> None:
        if self._woken.get(key) == n:
            return
        self._woken[key] = n

        async def later() -> None:
            await asyncio.sleep(delay_ms / 1000)
            if self._woken.get(key) == n:
                await self._trigger(key, "wake", {"room": _ROOM} if key == "fives_board" else n)

        self._spawn(later())
