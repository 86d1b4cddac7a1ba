"""The compiled part, where it is installed: the only module of the engine that knows packages.

It is imported at the first need. Without these packages loops run as they stand: they find the same, slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from engine.solver import packages

__all__ = ["Ints", "compiled", "highspy", "ints", "numpy"]

numba: Any = None
numpy: Any = None
highspy: Any = None
if packages.is_installed():
    import highspy
    import numba
    import numpy

Ints = MutableSequence[int]
KERNELS = ("local/memory", "local/kernels", "local/scoring", "local/building", "local/climbing", "max_flow")
"""The modules of `engine.solver.large` of which functions are compiled."""
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, kept on disk between runs where that is possible.

    What is kept goes by the sources of all kernels and of its own module: a function holds the code of those
    that it calls.
    """
    if numba is None:
        return function
    try:
        made: Any = numba.njit(cache=True, nogil=True)(function)
        made._cache._cache_file._source_stamp = _stamp(function)
        made.get_call_template = _without_constants(made.get_call_template)
    except (RuntimeError, AttributeError):  # no place to keep it
        made = numba.njit(nogil=True)(function)
    kernel: F = made
    return kernel


def _without_constants(template: Callable[..., Any]) -> Callable[..., Any]:
    """How a kernel is called by another one: it is not compiled anew for each constant argument."""
    return lambda args, kws: template(tuple(map(numba.types.unliteral, args)), kws)


def _stamp(function: Callable[..., Any]) -> str:
    kernels = [Path(__file__).parent / "large" / f"{name}.py" for name in KERNELS]
    return _digest((*kernels, Path(function.__code__.co_filename)))


@cache
def _digest(paths: tuple[Path, ...]) -> str:
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def ints(values: Iterable[int], room: int = 0) -> Ints:
    """Numbers in the form that the kernels work on, and room for more: zeros."""
    known = list(values)
    if numpy is None:
        return [*known, *[0] * room]
    found: Ints = numpy.zeros(len(known) + room, numpy.int64)
    found[: len(known)] = numpy.array(known, numpy.int64)
    return found
