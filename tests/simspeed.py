"""Makes SimCord quicker without changing what it does: a tenth to a fifth of the time of a test by thumb."""

from __future__ import annotations

from copy import deepcopy
from types import SimpleNamespace
from typing import Any

from simcord import _runtime, components, gateway
from simcord.http import router

_ATOMS = frozenset({str, int, float, bool, type(None)})


def copied(value: Any) -> Any:
    """Return a deep copy of JSON, by `copy.deepcopy` of all else in it."""
    kind = type(value)
    if kind is dict:
        return {key: item if type(item) in _ATOMS else copied(item) for key, item in value.items()}
    if kind is list:
        return [item if type(item) in _ATOMS else copied(item) for item in value]
    return value if kind in _ATOMS else deepcopy(value)


def hasten() -> None:
    """Let SimCord find a callback by identity, not by comparing timers, and copy JSON as JSON."""
    _runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
    for module in (gateway, router):
        vars(module)["copy"] = SimpleNamespace(deepcopy=copied)
    vars(components)["deepcopy"] = copied
