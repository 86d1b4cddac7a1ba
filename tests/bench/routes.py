"""How long the search for routes takes. Each module ``routes_*`` that has ``figures`` adds a part."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any

import tests.bench


def run() -> dict[str, Any]:
    """The figures of all parts, by the end of the module's name."""
    names = sorted(module.name for module in pkgutil.iter_modules(tests.bench.__path__))
    parts = {name: import_module(f"tests.bench.{name}") for name in names if name.startswith("routes_")}
    return {
        name.removeprefix("routes_"): part.figures()
        for name, part in parts.items()
        if hasattr(part, "figures")
    }
