"""State of features that is loaded, cached and stored together with a game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.work.registry import Registry

T = TypeVar("T")


class Holder(Protocol):
    """A game in memory, or the changes that a write will store."""

    kept: MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """The state that a feature stores for each game; ``empty`` is the value for games without it."""

    name: str
    empty: T
    read: Callable[[AsyncConnection, int], Awaitable[T]]
    put: Callable[[AsyncConnection, int, T], Awaitable[None]]

    def of(self, live: Holder, work: Holder | None = None) -> T:
        """Return the state for a game; if ``work`` changes it, the new one."""
        found: T = live.kept.get(self.name, self.empty)
        return found if work is None else work.kept.get(self.name, found)

    def keep(self, work: Holder, value: T) -> None:
        """Replace the state with this write."""
        work.kept[self.name] = value


KEPT = Registry[Kept[Any]]("kept beside the log of a game")


async def read_all(conn: AsyncConnection, game: int) -> dict[str, Any]:
    """Return the states of all features for a game by name."""
    return {kept.name: await kept.read(conn, game) for kept in KEPT}


async def put_all(conn: AsyncConnection, game: int, changed: MutableMapping[str, Any]) -> None:
    """Store the states that a write has changed."""
    for kept in KEPT:
        if kept.name in changed:
            await kept.put(conn, game, changed[kept.name])
