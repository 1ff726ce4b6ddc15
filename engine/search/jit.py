"""One shim for numba: the same source compiled where it is installed, plain Python elsewhere.

A kernel is a module-level function marked with `@kernel`, or `@step` if it is a part of others: it
uses ints, tuples and indexed sequences only, and calls no functions but kernels, `popcount` and
`bit_length`. Marking changes nothing: called by its name it runs as plain Python. `fast(function)`
gives its compiled twin once that is ready; compiling goes on in a thread (`warm`) and is kept on
disk.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import tempfile
import threading
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    F = TypeVar("F", bound=Callable[..., Any])

OFF: Final = "FIVES_NO_NUMBA"
"""Environment variable: with any value but 0 numba is never used."""

# Kernels make no arrays, and their callers hold those they are given: nobody has to count who uses
# an array (`_nrt`). Counting at every call would cost more than all the work of a search.
OPTIONS: Final[dict[str, Any]] = {"nogil": True, "cache": True, "_nrt": False}

popcount = int.bit_count
bit_length = int.bit_length

_kernels: dict[str, FunctionType] = {}
_steps: set[str] = set()
_warmers: list[Callable[[], None]] = []
_twins: dict[str, Any] = {}
_ready = threading.Event()
_lock = threading.Lock()
_thread: threading.Thread | None = None
_failure: BaseException | None = None


def kernel(function: F) -> F:
    """Mark a function as one that can be compiled; returns it unchanged."""
    assert isinstance(function, FunctionType)  # noqa: S101 - for the type checker
    _kernels[function.__name__] = function
    return function


def step(function: F) -> F:
    """Mark a kernel that others are made of: compiled into them, so that a call costs nothing."""
    assert isinstance(function, FunctionType)  # noqa: S101 - for the type checker
    _steps.add(function.__name__)
    return kernel(function)


def warmer(function: Callable[[], None]) -> Callable[[], None]:
    """Mark a function that uses kernels once as they are used later: that compiles them."""
    _warmers.append(function)
    return function


def twin(function: F) -> F:
    """The compiled form of a kernel that is known to be there."""
    return _twins[function.__name__]  # type: ignore[no-any-return]


def fast(function: F) -> F | None:
    """The compiled form of a kernel if it can be used now, else None; starts compiling it.

    While compiling it is there for the compiling thread alone, whose warmers call it first.
    """
    if _ready.is_set() or threading.current_thread() is _thread:
        return twin(function)
    warm()
    return None


def ready() -> bool:
    """Whether the compiled kernels can be used now."""
    return _ready.is_set()


@contextmanager
def turned_off() -> Iterator[None]:
    """The plain kernels answer everywhere while this lasts; for tests and benchmarks."""
    was_ready = _ready.is_set()
    before = os.environ.get(OFF)
    os.environ[OFF] = "1"
    _ready.clear()
    try:
        yield
    finally:
        os.environ.pop(OFF)
        if before is not None:
            os.environ[OFF] = before
        if was_ready:
            _ready.set()


def available() -> bool:
    """Whether there is a numba to compile with and it is not turned off."""
    return os.environ.get(OFF, "0") in ("", "0") and find_spec("numba") is not None


def warm(*, wait: bool = False) -> None:
    """Compile the kernels, or load them from disk, in a thread of its own.

    Args:
        wait: Come back only when they are ready (or cannot be had).
    """
    global _thread  # noqa: PLW0603 - one compiler for the process
    if _ready.is_set() or not available():
        return
    with _lock:
        if _thread is None:
            _thread = threading.Thread(target=_compile, name="fives-compile", daemon=True)
            _thread.start()
    if wait:
        _thread.join()
        if _failure is not None:
            raise _failure


def _compile() -> None:
    global _failure  # noqa: PLW0603 - told to whoever waits
    try:
        _make_twins()
        for each in _warmers:
            each()
    except Exception as error:  # noqa: BLE001 - the plain path goes on answering
        _failure = error
    else:
        _ready.set()


def _make_twins() -> None:
    import numba  # noqa: PLC0415 - only once something is to be compiled

    if not os.environ.get("NUMBA_CACHE_DIR"):
        vars(numba.config)["CACHE_DIR"] = str(_cache_folder())
    names: dict[str, Any] = _bit_operations()
    for name, function in _kernels.items():
        # The same code, but the names of other kernels stand for their compiled forms.
        code = FunctionType(function.__code__, {**function.__globals__, **names}, name)
        code.__module__ = function.__module__
        names[name] = _twins[name] = numba.njit(code, **OPTIONS, forceinline=name in _steps)


def _bit_operations() -> dict[str, Any]:
    from llvmlite import ir  # noqa: PLC0415 - only where it is needed
    from numba import types  # noqa: PLC0415 - only where it is needed
    from numba.extending import intrinsic  # noqa: PLC0415 - only where it is needed

    @intrinsic
    def popcount(_context: Any, _bits: Any) -> Any:  # noqa: ANN401 - numba's or numpy's own
        def code(_c: Any, builder: Any, _s: Any, args: Any) -> Any:  # noqa: ANN401 - numba's or numpy's own
            return builder.ctpop(args[0])

        return types.int64(types.int64), code

    @intrinsic
    def bit_length(_context: Any, _bits: Any) -> Any:  # noqa: ANN401 - numba's or numpy's own
        def code(_c: Any, builder: Any, _s: Any, args: Any) -> Any:  # noqa: ANN401 - numba's or numpy's own
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
            return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

        return types.int64(types.int64), code

    return {"popcount": popcount, "bit_length": bit_length}


def _cache_folder() -> Path:
    """A folder for what was compiled from exactly these sources, in the way that is said here.

    numba looks only at the file of a kernel, not at those of the kernels it calls.
    """
    digest = hashlib.sha256()
    for path in sorted({__file__, *map(inspect.getfile, _kernels.values())}):
        digest.update(Path(path).read_bytes())
    name = f"fives-{digest.hexdigest()[:16]}"
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for parent in (Path(home) / "fives-studio", Path(tempfile.gettempdir())):
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix=name))
