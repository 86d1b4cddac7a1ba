"""Whether the packages of the compiled part are installed; they are loaded at the first need."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

PACKAGES = ("numba", "numpy", "highspy")


@cache
def is_installed() -> bool:
    """Whether all packages are here."""
    return all(map(find_spec, PACKAGES))
