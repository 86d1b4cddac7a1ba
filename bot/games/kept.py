"""What features keep beside the log of a game: read with it, held with it, stored in the same transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.work.registry import Registry

T = TypeVar("T")


class Holder(Protocol):
    """A game as it is held, or what a write is to store of it."""

    kept: MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """One thing that a feature keeps of each game; ``empty`` where it has kept nothing."""

    name: str
    empty: T
    read: Callable[[AsyncConnection, int], Awaitable[T]]
    put: Callable[[AsyncConnection, int, T], Awaitable[None]]

    def of(self, live: Holder, work: Holder | None = None) -> T:
        """What is kept of a game; where ``work`` changes it, what will be."""
        found: T = live.kept.get(self.name, self.empty)
        return found if work is None else work.kept.get(self.name, found)

    def keep(self, work: Holder, value: T) -> None:
        """Store this in place of what was kept, with the write."""
        work.kept[self.name] = value


KEPT = Registry[Kept[Any]]("kept beside the log of a game")


async def read_all(conn: AsyncConnection, game: int) -> dict[str, Any]:
    """All that is kept of a game, by name."""
    return {kept.name: await kept.read(conn, game) for kept in KEPT}


async def put_all(conn: AsyncConnection, game: int, changed: MutableMapping[str, Any]) -> None:
    """Store what a write has changed of it."""
    for kept in KEPT:
        if kept.name in changed:
            await kept.put(conn, game, changed[kept.name])
