"""How values show themselves in a notebook: by whoever has entered the group `fives.display`.

The engine knows nothing of a screen. A package that does enters a module in this group of entry
points; it is imported when a notebook first asks, and calls `shown_by` and `framed_by`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from engine.errors import DominoError

if TYPE_CHECKING:
    from collections.abc import Callable

GROUP: Final = "fives.display"

_shown: dict[type, Callable[[Any], str]] = {}
_framed: dict[type, Callable[[Any], Any]] = {}


def shown_by(kind: type, show: Callable[[Any], str]) -> None:
    """From now on `show` draws values of this type."""
    _shown[kind] = show


def framed_by(kind: type, frame: Callable[[Any], Any]) -> None:
    """From now on `frame` turns values of this type (a tuple of them) into a data frame."""
    _framed[kind] = frame


@cache
def _load() -> None:
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load, and seldom needed

    for point in entry_points(group=GROUP):
        point.load()


class Shown:
    """A value that notebooks show as a picture or a table, where something that draws is there."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return html(self)


def html(value: object) -> str | None:
    """The value as HTML, with text for whoever cannot see it; None where nothing draws it."""
    _load()
    show = _shown.get(type(value))
    return show(value) if show else None


def frame(results: Any) -> Any:  # noqa: ANN401 - results of any kind, a frame of whoever makes it
    """An analysis, a tournament, numbers, reviews, a record or a match as a pandas data frame.

    Raises `DominoError` where nothing that makes frames is installed, or for anything else.
    """
    _load()
    of = results
    if isinstance(results, list | tuple) and results:
        results = tuple(results)
        of = results[0]
    make = _framed.get(type(of))
    if make is None:
        raise DominoError(f"no frame is known for {type(of).__name__}: is fives-studio installed?")
    return make(results)
