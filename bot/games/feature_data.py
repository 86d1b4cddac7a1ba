"""What features store beside the log of a game: loaded, cached and committed together with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.work.registry import Registry

T = TypeVar("T")


class FeatureDataHolder(Protocol):
    """Something that holds what features store for a game, by feature name: a game in memory, or a write.

    A write (`Changes`) holds only what has changed.
    """

    feature_data: MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class FeatureData(Generic[T]):
    """What a feature stores for each game, such as its standing orders, with its queries.

    ``read`` and ``store`` take a connection and the game's id, ``store`` also the new value. ``empty`` is the
    value if none is stored.
    """

    name: str
    empty: T
    read: Callable[[AsyncConnection, int], Awaitable[T]]
    store: Callable[[AsyncConnection, int, T], Awaitable[None]]

    def value_in(self, loaded: FeatureDataHolder, changes: FeatureDataHolder | None = None) -> T:
        """Return what this feature, such as standing orders, stores for a game in memory (``loaded``).

        It is ``empty`` if nothing is stored. With ``changes`` it is the value as that write will leave it.
        """
        value: T = loaded.feature_data.get(self.name, self.empty)
        return value if changes is None else changes.feature_data.get(self.name, value)

    def set_value(self, changes: FeatureDataHolder, value: T) -> None:
        """Add a new value of this feature, such as the standing orders, to what a write of a game stores."""
        changes.feature_data[self.name] = value


FEATURE_DATA = Registry[FeatureData[Any]]("kept beside the log of a game")


async def read_feature_data(conn: AsyncConnection, game_id: int) -> dict[str, Any]:
    """Query what features, such as standing orders, store for a game, by feature name.

    A feature that has stored nothing for this game has its ``empty`` value.
    """
    return {feature.name: await feature.read(conn, game_id) for feature in FEATURE_DATA}


async def store_feature_data(conn: AsyncConnection, game_id: int, changed: MutableMapping[str, Any]) -> None:
    """Store the changed data of features for a game; ``changed`` has the new values by feature name."""
    for feature in FEATURE_DATA:
        if feature.name in changed:
            await feature.store(conn, game_id, changed[feature.name])
