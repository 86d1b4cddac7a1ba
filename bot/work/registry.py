"""Registries: an upper room registers functions or objects by name, and a lower room uses them.

    VERBS = Registry[Handler]("presses")

    @VERBS.add("pay")
    async def _pay(answer: Answer, press: Press) -> None: ...

Registration happens at import. The lower room looks a name up (`get`) or iterates in the order of ranks.
`names_by_purpose` names everything that is registered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

_REGISTRIES: list[Registry[object]] = []


class Registry(Generic[T]):
    """Objects registered by name for one purpose."""

    def __init__(self, purpose: str) -> None:
        """Create an empty registry, by which code of a lower folder calls what an upper folder registers.

        ``purpose`` names it in errors and in the list of all registries.
        """
        self.purpose = purpose
        self._entries: dict[str, tuple[int, T]] = {}
        _REGISTRIES.append(self)  # type: ignore[arg-type]

    def add(self, *names: str, order: int = 0) -> Callable[[T], T]:
        """Return a decorator by which an upper folder registers an object under names for a lower one.

        Iteration gives the objects by ``order``, the lowest first. Registering raises ValueError for a name
        that is taken.
        """

        def register(entry: T) -> T:
            """Register the function or object of an upper folder, and return it unchanged."""
            for name in names:
                if name in self._entries:
                    raise ValueError(f"{self.purpose}: {name} is registered twice")
                self._entries[name] = (order, entry)
            return entry

        return register

    def get(self, name: str) -> T | None:
        """Return the object that an upper folder has registered under a name; None if there is none."""
        entry = self._entries.get(name)
        return None if entry is None else entry[1]

    def __iter__(self) -> Iterator[T]:
        """Iterate over all objects by rank, the lowest first; those of the same rank by name."""
        return (
            registered
            for _, (_, registered) in sorted(self._entries.items(), key=lambda item: (item[1][0], item[0]))
        )

    def __contains__(self, name: str) -> bool:
        """Return True if a name is registered."""
        return name in self._entries

    def remove(self, name: str) -> None:
        """Remove a name, if it is registered."""
        self._entries.pop(name, None)

    def names(self) -> list[str]:
        """Return all names, sorted."""
        return sorted(self._entries)


def names_by_purpose() -> dict[str, list[str]]:
    """Return the names of all registries, by purpose."""
    return {registry.purpose: registry.names() for registry in _REGISTRIES}
