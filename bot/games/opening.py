"""Loads games that are not in memory: one read of the database, then the log is verified and folded.

Folding some thousand records takes most of a second, so a thread does it, one game after another; more
threads would only compete for the interpreter.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.feature_states import read_all
from bot.store import game_rows, records
from bot.store.chain import Damaged
from bot.store.game_rows import CardInfo, GameInfo
from bot.store.messages import calls
from bot.store.messages.calls import Call
from bot.store.records import StoredLog, VerifiedLog
from engine import TITLES, Game, Record, Setup, Title, load_game


class TitleMissing(Damaged):
    """A game's title is not among those of this bot; ``title`` is its key."""

    def __init__(self, info: GameInfo, title: str) -> None:
        """Build the error that the game ``info`` cannot be loaded, because no title has the key ``title``."""
        super().__init__(info.id, info.rev, info.name)
        self.title = title


_OPENING_THREAD = ThreadPoolExecutor(1, thread_name_prefix="folding")


async def read_stored_game(
    conn: AsyncConnection, game_id: int
) -> tuple[GameInfo, StoredLog, dict[str, Any]] | None:
    """Query what is needed to load a live game: its info, its log (not yet unpacked), what features store.

    None if there is no such game.
    """
    info = await game_rows.find_game(conn, game_id)
    if info is None:
        return None
    return info, await records.read_stored_log(conn, game_id, info.rev), await read_all(conn, game_id)


async def read_snapshot(
    conn: AsyncConnection, game_id: int
) -> tuple[int | None, dict[str, CardInfo], Call | None]:
    """Query a game's write counter, its cards by kind and its open call, all in one transaction.

    The counter is None if there is no such game.
    """
    return (
        await game_rows.write_count(conn, game_id),
        await game_rows.cards_of_game(conn, game_id),
        await calls.current_call(conn, game_id),
    )


async def open_log(info: GameInfo, stored: StoredLog) -> tuple[VerifiedLog, Game | None]:
    """Verify a stored log and build its game, in a thread; the game is None in the lobby.

    Raises BadLog (Damaged when a checksum fails, TitleMissing when the bot does not know the title).
    """
    return await asyncio.get_running_loop().run_in_executor(_OPENING_THREAD, _open_log, info, stored)


def _open_log(info: GameInfo, stored: StoredLog) -> tuple[VerifiedLog, Game | None]:
    """Verify a stored log and build its live game in the current thread.

    The title is that of the log, which its digests protect; in the lobby it is that of the game's row, and
    the game is None. Raises BadLog (Damaged when a checksum fails, TitleMissing for an unknown title).
    """
    game_log = stored.verify()
    title = str(game_log.setup.get("title")) if game_log.setup else info.title
    if title not in TITLES:
        raise TitleMissing(info, title)
    return game_log, build_game(game_log) if game_log.setup else None


def build_game(game_log: VerifiedLog) -> Game:
    """Build the game that results from its log; raises BadLog if the log is invalid."""
    return load_game(
        Setup.from_json(game_log.setup), [Record.from_json(record) for record in game_log.records]
    )


def title_in_play(info: GameInfo) -> Title:
    """Return the title of a game with its options applied: a scenario may change its components."""
    return TITLES[info.title].played(info.options)
