"""Loads games that are not in memory: one read of the database, then the log is verified and replayed.

Replaying some thousand records takes most of a second, so a thread does it, one game after another; more
threads would only compete for the interpreter.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.feature_data import read_feature_data
from bot.store import game_rows, records
from bot.store.chain import Damaged
from bot.store.game_rows import CardInfo, GameInfo
from bot.store.messages import pings
from bot.store.messages.pings import TurnPing
from bot.store.records import StoredLog, VerifiedLog
from engine import TITLES, Game, Record, Setup, Title, load_game


class TitleMissing(Damaged):
    """The title of a game is not among those of this bot; ``title`` is its key."""

    def __init__(self, info: GameInfo, title: str) -> None:
        """Build the error that the game ``info`` cannot be loaded because no title has the key ``title``."""
        super().__init__(info.id, info.revision, info.name)
        self.title = title


_LOADING_THREAD = ThreadPoolExecutor(1, thread_name_prefix="folding")


async def read_stored_game(
    conn: AsyncConnection, game_id: int
) -> tuple[GameInfo, StoredLog, dict[str, Any]] | None:
    """Query what is needed to load a game: its info, its log (still compressed), and the data of features.

    The last value has the data by the name of the feature, such as standing orders (`FeatureData`). Return
    None if there is no such game.
    """
    info = await game_rows.find_game(conn, game_id)
    if info is None:
        return None
    return (
        info,
        await records.read_stored_log(conn, game_id, info.revision),
        await read_feature_data(conn, game_id),
    )


async def read_snapshot(
    conn: AsyncConnection, game_id: int
) -> tuple[int | None, dict[str, CardInfo], TurnPing | None]:
    """Query a game's write count, its cards by kind and its ping to the seats to act, for a `GameSnapshot`.

    The write count is None if there is no such game, the ping is None if the game waits for nobody. ``conn``
    must be in a transaction, so that the three values belong to the same write.
    """
    return (
        await game_rows.query_write_count(conn, game_id),
        await game_rows.cards_of_game(conn, game_id),
        await pings.current_ping(conn, game_id),
    )


async def verify_log_and_build_game(info: GameInfo, stored_log: StoredLog) -> tuple[VerifiedLog, Game | None]:
    """Verify a game's stored log in a thread; return it with the game built from it (None in the lobby).

    Raises Damaged if a digest is wrong, TitleMissing for an unknown title, and BadLog for an invalid log.
    """
    return await asyncio.get_running_loop().run_in_executor(
        _LOADING_THREAD, _verify_and_build, info, stored_log
    )


def _verify_and_build(info: GameInfo, stored_log: StoredLog) -> tuple[VerifiedLog, Game | None]:
    """Verify a game's stored log in the current thread; return it with the game built from it.

    The game is None in the lobby. The key of its title is read from the verified setup of the log; in the
    lobby, where there is none, from ``info``. Raises Damaged if a digest is wrong, TitleMissing for an
    unknown title, and BadLog for an invalid log.
    """
    game_log = stored_log.verify()
    title = str(game_log.setup.get("title")) if game_log.setup else info.title
    if title not in TITLES:
        raise TitleMissing(info, title)
    return game_log, build_game(game_log) if game_log.setup else None


def build_game(game_log: VerifiedLog) -> Game:
    """Build the game that a verified log results in; raise BadLog if the engine refuses the log.

    ``game_log.setup`` must not be None: a game in the lobby cannot be built.
    """
    return load_game(
        Setup.from_json(game_log.setup), [Record.from_json(record) for record in game_log.records]
    )


def title_with_options(info: GameInfo) -> Title:
    """Return the 18xx title of a game with the game's options applied: an option may change the components.

    Raises KeyError if this bot does not have the title.
    """
    return TITLES[info.title].played(info.options)
