"""Which games the current interaction has already compared with the database.

If other processes write too, each game is checked once per interaction. Later writes of other processes
are seen by the next interaction; a write checks the revision itself (`game_rows.set_revision`).
"""

from __future__ import annotations

from contextvars import ContextVar

from bot.store.game_rows import GameInfo

_CHECKED_GAMES: ContextVar[dict[int, int] | None] = ContextVar("seen", default=None)


def reset_checked_games() -> None:
    """Forget which games this task has compared with the database; called when an interaction begins."""
    _CHECKED_GAMES.set({})


def mark_checked(info: GameInfo) -> None:
    """Remember for this interaction that a game was just compared with the database.

    Outside of an interaction, nothing is remembered.
    """
    checked = _CHECKED_GAMES.get()
    if checked is not None:
        checked[info.id] = info.write_count


def was_checked(info: GameInfo) -> bool:
    """Return True if this interaction has verified that the database holds this state of a game.

    The state is that with the ``write_count`` of ``info``. False outside of an interaction.
    """
    return (_CHECKED_GAMES.get() or {}).get(info.id) == info.write_count
