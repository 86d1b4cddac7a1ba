"""How an upper room hands something to a lower one: it registers it there, at import, under a name.

    VERBS = Registry[Handler]("presses")

    @VERBS.add("pay")
    async def _pay(answer: Answer, press: Press) -> None: ...

The lower room looks a name up (`get`), or goes through all in the order of their ranks. `listed` names what
is registered everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

_ALL: list[Registry[object]] = []


class Registry(Generic[T]):
    """What is registered under names for one purpose."""

    def __init__(self, purpose: str) -> None:
        self.purpose = purpose
        self._found: dict[str, tuple[int, T]] = {}
        _ALL.append(self)  # type: ignore[arg-type]

    def add(self, *names: str, rank: int = 0) -> Callable[[T], T]:
        """Register what follows under these names; raises ValueError for a name that is taken."""

        def register(one: T) -> T:
            for name in names:
                if name in self._found:
                    raise ValueError(f"{self.purpose}: {name} is registered twice")
                self._found[name] = (rank, one)
            return one

        return register

    def get(self, name: str) -> T | None:
        """What is registered under a name, or None."""
        found = self._found.get(name)
        return None if found is None else found[1]

    def __iter__(self) -> Iterator[T]:
        """All, the lowest rank first; of the same rank in the order of their names."""
        return (one for _, (_, one) in sorted(self._found.items(), key=lambda item: (item[1][0], item[0])))

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def drop(self, name: str) -> None:
        """Take a name out again; one that is not there is left alone."""
        self._found.pop(name, None)

    def names(self) -> list[str]:
        """The names, sorted."""
        return sorted(self._found)


def listed() -> dict[str, list[str]]:
    """What is registered, by purpose."""
    return {registry.purpose: registry.names() for registry in _ALL}
