"""What features store beside the log of a game: loaded, cached and committed together with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.work.registry import Registry

T = TypeVar("T")


class Holder(Protocol):
    """Something that holds features' values by name: a game in memory, or the `Work` of a write."""

    kept: MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """A value that a feature stores for each game, with its queries; ``empty`` when there is none."""

    name: str
    empty: T
    read: Callable[[AsyncConnection, int], Awaitable[T]]
    put: Callable[[AsyncConnection, int, T], Awaitable[None]]

    def of(self, live: Holder, work: Holder | None = None) -> T:
        """Return the value of a game; with ``work``, the value as that write leaves it."""
        value: T = live.kept.get(self.name, self.empty)
        return value if work is None else work.kept.get(self.name, value)

    def keep(self, work: Holder, value: T) -> None:
        """Replace the value as part of a write."""
        work.kept[self.name] = value


KEPT = Registry[Kept[Any]]("kept beside the log of a game")


async def read_all(conn: AsyncConnection, game: int) -> dict[str, Any]:
    """Read all features' values of a game, by name."""
    return {kept.name: await kept.read(conn, game) for kept in KEPT}


async def put_all(conn: AsyncConnection, game: int, changed: MutableMapping[str, Any]) -> None:
    """Store the values of a game that a write has changed."""
    for kept in KEPT:
        if kept.name in changed:
            await kept.put(conn, game, changed[kept.name])
