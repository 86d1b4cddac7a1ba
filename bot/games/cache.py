"""The cache of games: a game is loaded from the database when needed; the least recently used are dropped."""

from __future__ import annotations

import asyncio
from functools import partial
from weakref import WeakValueDictionary

from bot.games import loading, request_cache
from bot.games.changes import GameSnapshot, LoadedGame, RouteFinder
from bot.games.checksum_checks import ChecksumChecks
from bot.store import Store, game_rows
from bot.store.chain import Damaged
from bot.store.game_rows import GameInfo
from bot.store.records import StoredLog
from bot.work.recent import LruCache
from engine import EngineError, Game

MAX_GAMES, MAX_RECORDS = 200, 6000
"""The maximum of games in memory, and of all their records (about 2 kB and a dozen objects each)."""


class GameCache(ChecksumChecks):
    """Games as they are stored, the most recently used in memory, and a lock for each."""

    def __init__(self, store: Store, *, max_games: int = MAX_GAMES, max_records: int = MAX_RECORDS) -> None:
        """Begin with no games in memory; the least recently used are dropped above the limits.

        ``max_games`` limits the number of games, ``max_records`` the sum of their log records.
        `route_finder`, which searches routes for the engine, is set later.
        """
        super().__init__()
        self.store = store
        self.route_finder: RouteFinder | None = None
        self.unreadable_games: dict[int, EngineError] = {}
        self._loaded_games = LruCache[int, LoadedGame](
            max_games, weigh=lambda loaded: loaded.info.revision, max_weight=max_records
        )
        self._locks: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()

    # --- reading -------------------------------------------------------------------------------

    async def info(self, game_id: int) -> GameInfo | None:
        """Return a game's name, title, channel, settings, seats and so on; None if there is no such game.

        Raises BadLog, another EngineError, SQLAlchemyError or OSError if the game cannot be loaded (see
        `load`).
        """
        loaded = await self.load(game_id)
        return None if loaded is None else loaded.info

    async def game(self, game_id: int) -> Game | None:
        """Return a game as it is stored now, for reading only; None if it is unknown or in the lobby.

        Raises BadLog, another EngineError, SQLAlchemyError or OSError if the game cannot be loaded (see
        `load`).
        """
        loaded = await self.load(game_id)
        return None if loaded is None else loaded.game

    def info_in_memory(self, game_id: int, write_count: int) -> GameInfo | None:
        """Return the info of a game if it is in memory with this write count of its row; otherwise None."""
        cached = self._loaded_games.get(game_id)
        return cached.info if cached is not None and cached.info.write_count == write_count else None

    async def load(self, game_id: int) -> LoadedGame | None:
        """Return a game with its row in the database, at the newest revision; None if there is no such game.

        It is taken from memory if that is current (other processes may write the game), else from the
        database. Raises BadLog if its log is corrupt or its title missing, SQLAlchemyError or OSError if the
        database fails, and other errors of the engine (EngineError).
        """
        cached = self._loaded_games.get(game_id)
        if cached is not None and not self.store.is_postgres:
            return self._mark_used(cached)
        # If several tasks need the game at once, only one loads it, and never during a write.
        async with self.lock(game_id):
            return await self._load(game_id)

    async def snapshot(self, game_id: int) -> GameSnapshot | None:
        """Return a game with its cards and turn ping, all of one committed revision; None if it is unknown.

        They are read again until they belong to the same write of the game. Raises the exceptions of `load`.
        """
        async with self.lock(game_id):
            while (loaded := await self._load(game_id)) is not None:
                write_count, cards, turn_ping = await self.store.read(
                    partial(loading.read_snapshot, game_id=game_id)
                )
                if write_count == loaded.info.write_count:
                    return GameSnapshot(loaded.info, loaded.game, cards, turn_ping)
                self.drop_from_memory(game_id)
        return None

    def lock(self, key: object) -> asyncio.Lock:
        """Return the lock of a key, such as a game's id; it is not acquired here.

        All callers with the same key get the same lock while any of them holds a reference to it.
        """
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    @property
    def loaded_count(self) -> int:
        """Return the number of games in memory."""
        return len(self._loaded_games)

    def on_remote_change(self, change: str) -> None:
        """Drop from memory the games that another process has changed.

        ``change`` is "game" and its id, such as "game 5", or "" if notifications of other processes may have
        been missed: then all games are dropped. Other changes, such as "member 7", are ignored.
        """
        if not change:
            self._loaded_games.clear()
        elif change.startswith("game "):
            self.drop_from_memory(int(change.removeprefix("game ")))

    def drop_from_memory(self, game_id: int) -> None:
        """Drop a game from memory; the database keeps it."""
        self._loaded_games.pop(game_id, None)

    # --- loading -------------------------------------------------------------------------------

    async def _load(self, game_id: int) -> LoadedGame | None:
        """Return a game from memory if it is current, else from the database, and keep it in memory.

        Return None if there is no such game. The caller must hold the game's lock. Raises the exceptions of
        `load`.
        """
        cached = self._loaded_games.get(game_id)
        if cached is not None and await self._is_current(cached):
            return self._mark_used(cached)
        stored_game = await self.store.read(partial(loading.read_stored_game, game_id=game_id))
        if stored_game is None:
            return None
        info, stored_log, feature_data = stored_game
        loaded = await self._open_game(info, stored_log)
        loaded.feature_data = feature_data
        self._delegate_searches(loaded)
        self._keep_in_memory(loaded)
        return loaded

    def _keep_in_memory(self, loaded: LoadedGame) -> None:
        """Keep in memory a game as it is stored in the database now, with the present names of its seats."""
        loaded.apply_seat_names_and_lenience()
        request_cache.mark_checked(loaded.info)
        self._loaded_games[loaded.info.id] = loaded

    async def _is_current(self, cached: LoadedGame) -> bool:
        """Return True if a game in memory has the write count of the stored game.

        The database is read only if other processes may write the same games, once for each interaction.
        Raises SQLAlchemyError or OSError if it cannot be read.
        """
        if not self.store.is_postgres or request_cache.was_checked(cached.info):
            return True
        write_count = await self.store.read(partial(game_rows.query_write_count, game_id=cached.info.id))
        if write_count != cached.info.write_count:
            return False
        request_cache.mark_checked(cached.info)
        return True

    async def _open_game(self, info: GameInfo, stored_log: StoredLog) -> LoadedGame:
        """Verify a stored log, build its game and return the game.

        A wrong checksum of the game's row is only written to the bot's log file. Raises Damaged if the log is
        corrupt or the title missing, and other errors of the engine (EngineError); the error is also kept in
        `unreadable_games`.
        """
        self.verify_checksums([info])
        try:
            game_log, game = await loading.verify_log_and_build_game(info, stored_log)
        except Damaged as error:
            error.name = info.name
            self.unreadable_games[info.id] = error
            raise
        except EngineError as error:
            self.unreadable_games[info.id] = error
            raise
        self.unreadable_games.pop(info.id, None)
        return LoadedGame(info, game, newest_digest=game_log.newest_digest or None)

    def _mark_used(self, cached: LoadedGame) -> LoadedGame:
        """Mark a game as the most recently used one, and return it.

        It is put back into memory if it has been dropped meanwhile.
        """
        self._loaded_games[cached.info.id] = cached
        return cached

    def _delegate_searches(self, loaded: LoadedGame) -> None:
        """Let a game's engine raise SearchNeeded instead of searching routes, so that a worker does it.

        Search results that the engine was given before are dropped. Nothing changes in the lobby, or while no
        `route_finder` is set.
        """
        if loaded.game is not None and self.route_finder is not None:
            loaded.game.view.answers = {}
