"""What the browser's Python has behind it when it wakes: everything loaded, every page run once.

`freeze.mjs` runs this in the Python that it then makes a picture of.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stlite_lib import runtime_init
from stlite_lib.asgi_app import run_lifespan_shutdown, start_resident_app
from stlite_lib.bootstrap import prepare
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

HOME = "/home/pyodide"
PACKAGES = "/lib/python3.13/site-packages"


async def visit(app: Any, page: str) -> None:  # noqa: ANN401 - an ASGI application
    """Open a page as a browser does, and leave when it has been drawn; RuntimeError if it fails."""
    drawn: list[str] = []
    asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    asked.put_nowait({"type": "websocket.connect"})

    async def answer(told: dict[str, Any]) -> None:
        if told["type"] == "websocket.accept":
            wish = BackMsg()
            wish.rerun_script.page_name = page
            asked.put_nowait({"type": "websocket.receive", "bytes": wish.SerializeToString()})
        elif told["type"] == "websocket.send":
            message = ForwardMsg.FromString(told["bytes"])
            if message.WhichOneof("type") == "script_finished":
                asked.put_nowait({"type": "websocket.disconnect", "code": 1000})
            elif message.HasField("delta"):
                drawn.append(message.delta.new_element.exception.message)

    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "ws",
        "path": "/_stcore/stream",
        "raw_path": b"/_stcore/stream",
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"stlite.local"), (b"origin", b"http://stlite.local")],
        "client": ["stlite", 0],
        "server": ["stlite", 80],
        "subprotocols": [],
    }
    await app(scope, asked.get, answer)
    if not drawn or any(drawn):
        raise RuntimeError(f"{page or 'the first page'}: {''.join(drawn) or 'nothing was drawn'}")


async def rehearse(*pages: str) -> None:
    """Start the app as stlite does, open each page, and end it."""
    os.chdir(HOME)
    runtime_init.disable_streamlit_logger_overrides()
    runtime_init.configure_streamlit()
    prepare(f"{HOME}/app.py", [])
    _app, serve, life = await start_resident_app(f"{HOME}/app.py")
    for page in pages:
        await visit(serve, page)
    await run_lifespan_shutdown(life)
    gc.collect()
    gc.freeze()


def files() -> Iterator[str]:
    """What is still to be read: our own files, and modules of packages that are not in memory."""
    read = {getattr(module, "__file__", None) for module in sys.modules.values()}
    ours = Path(HOME).rglob("*")
    others = (path for path in Path(PACKAGES).rglob("*.py*") if str(path) not in read)
    for path in (*ours, *others):
        if path.is_file() and "__pycache__" not in path.parts:
            yield str(path)
