"""Whether the packages of the compiled part are installed; they are loaded at the first need."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

PACKAGES = ("numba", "numpy", "highspy")


@cache
def is_installed() -> bool:
    """Whether all packages are here."""
    return all(map(find_spec, PACKAGES))


_EARLY = [False]


def without_packages(early: bool) -> None:
    """Whether networks are searched as if they were small, while what is compiled is made ready elsewhere."""
    _EARLY[0] = early


def is_ready() -> bool:
    """Whether large networks may be searched as such."""
    return is_installed() and not _EARLY[0]
