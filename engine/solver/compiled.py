"""The compiled part, where it is installed: the only module of the engine that knows packages.

It is imported by `rough_set` at the first need and only where these packages are installed; without them
`engine.solver.routing` searches large networks as it does small ones: as exact, and slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import highspy as _highspy
import numba as _numba
import numpy as _numpy

__all__ = ["Ints", "compiled", "highspy", "ints", "numpy"]

numba: Any = _numba
numpy: Any = _numpy
highspy: Any = _highspy
Ints = MutableSequence[int]
KERNELS = ("memory", "kernels", "scoring", "building", "climbing", "max_flow")
"""The modules of which functions are compiled."""
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, kept on disk between runs where that is possible.

    What is kept goes by the sources of all kernels and of its own module: a function holds the code of those
    that it calls.
    """
    try:
        made: Any = numba.njit(cache=True, nogil=True)(function)
        made._cache._cache_file._source_stamp = _stamp(function)
    except (RuntimeError, AttributeError):  # no place to keep it
        made = numba.njit(nogil=True)(function)
    kernel: F = made
    return kernel


def _stamp(function: Callable[..., Any]) -> str:
    kernels = [Path(__file__).parent / "large" / f"{name}.py" for name in KERNELS]
    return _digest((*kernels, Path(function.__code__.co_filename)))


@cache
def _digest(paths: tuple[Path, ...]) -> str:
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def ints(values: Iterable[int]) -> Ints:
    """Numbers in the form that the kernels work on."""
    found: Ints = numpy.array(list(values), numpy.int64)
    return found
