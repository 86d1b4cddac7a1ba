"""Registries: an upper room registers functions or objects by name, and a lower room uses them.

    BUTTON_HANDLERS = Registry[Handler]("presses")

    @BUTTON_HANDLERS.add("pay")
    async def _pay(response: Response, press: Press) -> None: ...

Registration happens at import. The lower room looks a name up (`get`) or iterates over the objects by their
``order``. `registered_names_by_purpose` names everything that is registered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

_REGISTRIES: list[Registry[object]] = []


class Registry(Generic[T]):
    """Objects registered by name for one purpose."""

    def __init__(self, purpose: str) -> None:
        """Create an empty registry: upper modules register objects by name, and a lower module uses them.

        ``purpose`` describes it in errors and in `registered_names_by_purpose`.
        """
        self.purpose = purpose
        self._entries: dict[str, tuple[int, T]] = {}
        _REGISTRIES.append(self)  # type: ignore[arg-type]

    def add(self, *names: str, order: int = 0) -> Callable[[T], T]:
        """Return a decorator that registers an object, such as a function, under these names.

        Iteration yields the objects by ``order``, the lowest first. Decorating raises ValueError if a name is
        taken.
        """

        def register(entry: T) -> T:
            """Register the object under all names in the registry and return it unchanged.

            Raises ValueError if a name is taken; the names before it are registered then.
            """
            for name in names:
                if name in self._entries:
                    raise ValueError(f"{self.purpose}: {name} is registered twice")
                self._entries[name] = (order, entry)
            return entry

        return register

    def get(self, name: str) -> T | None:
        """Return the object that is registered under a name; None if there is none."""
        entry = self._entries.get(name)
        return None if entry is None else entry[1]

    def __iter__(self) -> Iterator[T]:
        """Iterate over the registered objects by ``order``, the lowest first, and within it by name.

        An object with several names comes once for each.
        """
        return (
            registered
            for _, (_, registered) in sorted(self._entries.items(), key=lambda item: (item[1][0], item[0]))
        )

    def __contains__(self, name: str) -> bool:
        """Return True if an object is registered under a name."""
        return name in self._entries

    def remove(self, name: str) -> None:
        """Remove the object that is registered under a name, if there is one; its other names stay."""
        self._entries.pop(name, None)

    def names(self) -> list[str]:
        """Return all names in the registry, sorted."""
        return sorted(self._entries)


def registered_names_by_purpose() -> dict[str, list[str]]:
    """Return the sorted names of what is registered in this process, by the purpose of the registry."""
    return {registry.purpose: registry.names() for registry in _REGISTRIES}
