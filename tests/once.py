"""What takes long to make and is the same for many tests is made once for all processes of a run."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class Folder:
    """Where the processes of a run keep what they have made; without a place nothing is kept."""

    place: Path | None = None


def keep(name: str, value: Any) -> None:
    """Keep a value for the other tests of this run."""
    if Folder.place is None:
        return
    target = Folder.place / name
    made = target.with_name(f"{name}.{os.getpid()}")
    made.write_bytes(pickle.dumps(value))
    made.replace(target)


def kept(name: str) -> Any:
    """Return a copy of what is kept under a name, or None."""
    try:
        return pickle.loads((Folder.place / name).read_bytes()) if Folder.place is not None else None
    except FileNotFoundError:
        return None


def once(name: str, make: Callable[[], T]) -> T:
    """Return a copy of what is kept under a name; made and kept where nothing is."""
    found: T | None = kept(name)
    if found is None:
        found = make()
        keep(name, found)
    return found
