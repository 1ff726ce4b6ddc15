"""The app for many readers: `fives-studio`, or any ASGI server with `asgi:app`.

`streamlit run app.py` serves the same pages, for one reader at a time; uvicorn answers a class
sooner, because it sends every answer at once (TCP_NODELAY) and compresses none.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import streamlit as st
import uvicorn
from streamlit import config

from engine.search import warm
from ui.lighter import lighten

_HERE: Final = Path(__file__).parent
_IN_WHEEL: Final = _HERE / "site"
_SITE: Final = _IN_WHEEL if _IN_WHEEL.is_dir() else _HERE.parent
"""Where `app.py`, `pages`, `static` and `.streamlit` lie."""

MAX_MESSAGE: Final = 2_000_000
"""Bytes that a browser may send at once; what a page may hold is far below."""
_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
"""The names of those options in glibc's `malloc.h`."""
_LARGE: Final = 1 << 20
"""Bytes from which memory is a piece of its own, given back as soon as it is free."""
_NEW_OBJECTS: Final = 50_000
"""How many objects come before Python looks for garbage among the new ones (700, else)."""


def site() -> st.App:
    """The app, with its options whatever directory the server was started in."""
    lighten()
    app = st.App(_SITE / "app.py")
    config.get_config_options(force_reparse=True)  # now those beside app.py are among them
    config.set_option("server.fileWatcherType", "none")
    return app


def _settle() -> None:
    """Have the kernels compiled before a class comes, and what stays for good out of its way.

    A full collection of garbage holds all sessions while it looks through everything there is: a
    quarter of a second with all that the compiler leaves. What is there now it need not look at.
    """
    with suppress(Exception):  # the plain kernels answer where the others cannot be had
        warm(wait=True)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])


def _share_memory() -> None:
    """Have glibc keep one heap for all threads, and none of the large tables of searches in it.

    Every run is a thread of its own, and else leaves its pieces in one of sixteen heaps.
    """
    with suppress(AttributeError, OSError):  # another C library
        glibc = ctypes.CDLL(None)
        glibc.mallopt(_ARENA_MAX, 1)
        glibc.mallopt(_MMAP_THRESHOLD, _LARGE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve the app until it is stopped."""
    parser = argparse.ArgumentParser(
        prog="fives-studio", description="Serve Fives Studio, a place to learn scoring dominoes."
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen at (this machine only; 0.0.0.0: all)"
    )
    parser.add_argument("--port", type=int, default=8501, help="port to listen at (8501)")
    asked = parser.parse_args(arguments)
    _share_memory()
    threading.Thread(target=_settle, name="settle", daemon=True).start()
    print(f"Fives Studio at http://{asked.host}:{asked.port}", flush=True)
    uvicorn.run(
        site(),
        host=asked.host,
        port=asked.port,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
