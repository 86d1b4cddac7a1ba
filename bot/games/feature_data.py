"""What features store beside the log of a game: loaded, cached and committed together with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.work.registry import Registry

T = TypeVar("T")


class FeatureDataHolder(Protocol):
    """Something that holds features' data by feature name: a game in memory, or the `Changes` of a write."""

    feature_data: MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class FeatureData(Generic[T]):
    """What a feature stores for each game, with its queries; ``empty`` is the value where none is stored."""

    name: str
    empty: T
    read: Callable[[AsyncConnection, int], Awaitable[T]]
    store: Callable[[AsyncConnection, int, T], Awaitable[None]]

    def value_in(self, loaded: FeatureDataHolder, changes: FeatureDataHolder | None = None) -> T:
        """Return the data of the feature for a game in memory.

        With ``changes`` it is the data as that write will leave them.
        """
        value: T = loaded.feature_data.get(self.name, self.empty)
        return value if changes is None else changes.feature_data.get(self.name, value)

    def set_value(self, changes: FeatureDataHolder, value: T) -> None:
        """Replace the data of the feature as part of a write."""
        changes.feature_data[self.name] = value


FEATURE_DATA = Registry[FeatureData[Any]]("kept beside the log of a game")


async def read_all(conn: AsyncConnection, game_id: int) -> dict[str, Any]:
    """Query the data that all features store for a game, by feature name."""
    return {state.name: await state.read(conn, game_id) for state in FEATURE_DATA}


async def store_all(conn: AsyncConnection, game_id: int, changed: MutableMapping[str, Any]) -> None:
    """Store the data of features for a game; ``changed`` has what a write has changed, by feature name."""
    for state in FEATURE_DATA:
        if state.name in changed:
            await state.store(conn, game_id, changed[state.name])
