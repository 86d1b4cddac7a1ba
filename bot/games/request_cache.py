"""What an interaction has looked up: where other processes write, too, a game is asked for once in it.

What another process writes after that is seen by the next one. A write asks by itself (`games.advance`).
"""

from __future__ import annotations

from contextvars import ContextVar

from bot.store.game_rows import GameInfo

_LOOKED: ContextVar[dict[int, int] | None] = ContextVar("looked", default=None)


def anew() -> None:
    """An interaction begins, in the context of this task."""
    _LOOKED.set({})


def keep(info: GameInfo) -> None:
    """This was in the database a moment ago."""
    found = _LOOKED.get()
    if found is not None:
        found[info.id] = info.writes


def holds(info: GameInfo) -> bool:
    """Whether the interaction has seen that this is in the database."""
    return (_LOOKED.get() or {}).get(info.id) == info.writes
