"""Caches whether a game is current for one interaction, if several processes write.

What another process writes after that is seen by the next one. A write asks by itself (`games.advance`).
"""

from __future__ import annotations

from contextvars import ContextVar

from bot.store.game_rows import GameInfo

_LOOKED: ContextVar[dict[int, int] | None] = ContextVar("looked", default=None)


def anew() -> None:
    """Start an empty cache for the interaction of this task."""
    _LOOKED.set({})


def keep(info: GameInfo) -> None:
    """Remember a state that was just read from the database."""
    found = _LOOKED.get()
    if found is not None:
        found[info.id] = info.writes


def holds(info: GameInfo) -> bool:
    """Return True if the interaction has already read this state from the database."""
    return (_LOOKED.get() or {}).get(info.id) == info.writes
