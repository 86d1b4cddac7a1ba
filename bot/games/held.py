"""The cache of games: loaded from the database when asked for, the least recently used dropped."""

from __future__ import annotations

import asyncio
from functools import partial
from weakref import WeakValueDictionary

from bot.games import opening, request_cache
from bot.games.beside import Beside
from bot.games.work import Finder, Live, Standing
from bot.store import Store, game_rows
from bot.store.chain import Damaged
from bot.store.game_rows import GameInfo
from bot.store.records import Stored
from bot.work.recent import Recent
from engine import EngineError, Game

KEEP, RECORDS = 200, 6000
"""The most games in memory, and the most records of them all (about 2 kB and a dozen objects each)."""


class Held(Beside):
    """Games as they are stored, the most recently used in memory, and a lock for each."""

    def __init__(self, store: Store, *, keep: int = KEEP, records: int = RECORDS) -> None:
        super().__init__()
        self.store = store
        self.finder: Finder | None = None
        self.broken: dict[int, EngineError] = {}
        self._games = Recent[int, Live](keep, weigh=lambda live: live.info.rev, heaviest=records)
        self._locks: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()

    # --- reading -------------------------------------------------------------------------------

    async def info(self, game_id: int) -> GameInfo | None:
        """What is known of a game, seats included; None when there is no such game."""
        live = await self.live(game_id)
        return None if live is None else live.info

    async def game(self, game_id: int) -> Game | None:
        """The game as it is stored now, for reading only; None when there is none or it has not started."""
        live = await self.live(game_id)
        return None if live is None else live.game

    async def live(self, game_id: int) -> Live | None:
        """A game and its info, both of one committed revision; None when there is no such game.

        Raises BadLog when its log is damaged.
        """
        held = self._games.get(game_id)
        if held is not None and not self.store.shared:
            return self._mark_used(held)
        # Of several tasks that want it at once, only one loads it, and never during a write.
        async with self.lock(game_id):
            return await self._load(game_id)

    async def standing(self, game_id: int) -> Standing | None:
        """A game with its cards and its open call, all of one revision; None when there is no such game."""
        async with self.lock(game_id):
            while (live := await self._load(game_id)) is not None:
                writes, cards, call = await self.store.read(partial(opening.read_standing, game=game_id))
                if writes == live.info.writes:
                    return Standing(live.info, live.game, cards, call)
                self.drop(game_id)
        return None

    def lock(self, key: object) -> asyncio.Lock:
        """The lock of a game (or of another key); all who ask at the same time get the same one."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    @property
    def held(self) -> int:
        """The number of games in memory."""
        return len(self._games)

    def heard(self, what: str) -> None:
        """Drop what another process changed: "game 5", or "" for every game when messages may be missing."""
        if not what:
            self._games.clear()
        elif what.startswith("game "):
            self.drop(int(what.removeprefix("game ")))

    def drop(self, game_id: int) -> None:
        """Drop a game from memory; the database keeps it."""
        self._games.pop(game_id, None)

    # --- loading -------------------------------------------------------------------------------

    async def _load(self, game_id: int) -> Live | None:
        """A current game from the cache or the database; None when there is no such game."""
        held = self._games.get(game_id)
        if held is not None and await self._is_current(held):
            return self._mark_used(held)
        row = await self.store.read(partial(opening.read_stored, game=game_id))
        if row is None:
            return None
        info, stored, kept = row
        live = await self._open(info, stored)
        live.kept = kept
        self._delegate_searches(live)
        self._cache(live)
        return live

    def _cache(self, live: Live) -> None:
        """Put a game as it is stored into the cache."""
        live.make_ready()
        request_cache.remember(live.info)
        self._games[live.info.id] = live

    async def _is_current(self, held: Live) -> bool:
        """Whether a cached game is what the database has; asks it only where other processes write."""
        if not self.store.shared or request_cache.is_current(held.info):
            return True
        stored = await self.store.read(partial(game_rows.writes, game=held.info.id))
        if stored != held.info.writes:
            return False
        request_cache.remember(held.info)
        return True

    async def _open(self, info: GameInfo, stored: Stored) -> Live:
        """Fold a game from its stored log. Raises BadLog, and remembers the error in `broken`."""
        self.check_seals([info])
        try:
            game_log, game = await opening.open_log(stored)
        except Damaged as error:
            error.name = info.name
            self.broken[info.id] = error
            raise
        except EngineError as error:
            self.broken[info.id] = error
            raise
        self.broken.pop(info.id, None)
        return Live(info, game, head=game_log.head or None)

    def _mark_used(self, held: Live) -> Live:
        """Make a cached game the most recently used; it may have been dropped meanwhile."""
        self._games[held.info.id] = held
        return held

    def _delegate_searches(self, live: Live) -> None:
        """Make the engine raise Unanswered instead of searching routes itself, so that a worker does it."""
        if live.game is not None and self.finder is not None:
            live.game.view.answers = {}
