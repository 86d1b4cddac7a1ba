"""What features store beside the log of a game: loaded, cached and committed together with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.work.registry import Registry

T = TypeVar("T")


class StateHolder(Protocol):
    """Something that holds features' values by name: a game in memory, or the `Changes` of a write."""

    feature_states: MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class FeatureState(Generic[T]):
    """A value that a feature stores for each game, with its queries; ``empty`` when there is none."""

    name: str
    empty: T
    read: Callable[[AsyncConnection, int], Awaitable[T]]
    store: Callable[[AsyncConnection, int, T], Awaitable[None]]

    def value_in(self, loaded: StateHolder, changes: StateHolder | None = None) -> T:
        """Return what a feature stores beside the log of a live game.

        With ``changes`` it is the value as that write leaves it.
        """
        value: T = loaded.feature_states.get(self.name, self.empty)
        return value if changes is None else changes.feature_states.get(self.name, value)

    def set_value(self, changes: StateHolder, value: T) -> None:
        """Replace the feature's value as part of a write."""
        changes.feature_states[self.name] = value


FEATURE_STATES = Registry[FeatureState[Any]]("kept beside the log of a game")


async def read_all(conn: AsyncConnection, game_id: int) -> dict[str, Any]:
    """Query the values that all features store beside the log of a game, by the feature's name."""
    return {state.name: await state.read(conn, game_id) for state in FEATURE_STATES}


async def store_all(conn: AsyncConnection, game_id: int, changed: MutableMapping[str, Any]) -> None:
    """Store the values that features keep beside a live game's log, as far as a write changed them.

    ``changed`` has the new values by the feature's name.
    """
    for state in FEATURE_STATES:
        if state.name in changed:
            await state.store(conn, game_id, changed[state.name])
