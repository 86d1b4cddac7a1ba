"""Pictures and texts of a game for people: a position in, PNG bytes or plain words out.

`draw` and `describe` show a game. What each of the `VIEWS` takes stands in `render.api`, which draws
positions in wire form and may run in a worker process.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from render.api import Picture
    from render.games import describe, draw

VIEWS: tuple[str, ...]
"""The names of all views, such as `map`, `market` and `company`; `python -m render --help` lists them."""
__all__ = ["VIEWS", "Picture", "describe", "draw"]

_HOMES = {"VIEWS": "render.api", "Picture": "render.api", "describe": "render.games", "draw": "render.games"}
"""Loaded at the first need: parts of this package do without the library that draws."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
