"""The cache of games: a game is loaded at its first use and dropped if others need the memory."""

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
from bot.words import meet
from bot.work.recent import Recent
from engine import EngineError, Game

KEEP, RECORDS = 200, 6000
"""Games held in memory at most, and records of them all: about 2 kB and a dozen objects each."""


class Held(Beside):
    """The stored games, with a cache of the last used ones, and their locks."""

    def __init__(self, store: Store, *, keep: int = KEEP, records: int = RECORDS) -> None:
        super().__init__()
        self.store = store
        self.finder: Finder | None = None
        self.broken: dict[int, EngineError] = {}
        self._games = Recent[int, Live](keep, weigh=lambda live: live.info.rev, heaviest=records)
        self._locks: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()

    # --- reading -------------------------------------------------------------------------------

    async def info(self, game_id: int) -> GameInfo | None:
        """Return a game's data without its log, with its seats; None if it does not exist."""
        live = await self.live(game_id)
        return None if live is None else live.info

    async def game(self, game_id: int) -> Game | None:
        """Return the current game, which must not be changed.

        None if it does not exist or has not started.
        """
        live = await self.live(game_id)
        return None if live is None else live.game

    async def live(self, game_id: int) -> Live | None:
        """Return a game and its data at one committed revision; raises BadLog if the log is damaged."""
        held = self._games.get(game_id)
        if held is not None and not self.store.shared:
            return self._met(self._recall(held))
        # Of those who load it at once one does, and none of them beside a write.
        async with self.lock(game_id):
            return await self._load(game_id)

    async def standing(self, game_id: int) -> Standing | None:
        """Return a game with its cards and call at one committed revision; None if it does not exist."""
        async with self.lock(game_id):
            while (live := await self._load(game_id)) is not None:
                writes, cards, call = await self.store.read(partial(opening.standing, game=game_id))
                if writes == live.info.writes:
                    return Standing(live.info, live.game, cards, call)
                self.drop(game_id)
        return None

    def lock(self, key: object) -> asyncio.Lock:
        """Return the lock of a game (or of another key)."""
        found = self._locks.get(key)
        if found is None:
            found = self._locks[key] = asyncio.Lock()
        return found

    @property
    def held(self) -> int:
        """Return the number of games in memory."""
        return len(self._games)

    def heard(self, what: str) -> None:
        """Drop a game that another process has changed ("game 5"), or all games ("")."""
        if not what:
            self._games.clear()
        elif what.startswith("game "):
            self.drop(int(what.removeprefix("game ")))

    def drop(self, game_id: int) -> None:
        """Drop a game from memory."""
        self._games.pop(game_id, None)

    # --- loading -------------------------------------------------------------------------------

    async def _load(self, game_id: int) -> Live | None:
        """A game as it is stored; from now on this task speaks of its people."""
        live = await self._loaded(game_id)
        return live and self._met(live)

    def _met(self, live: Live) -> Live:
        meet(seat.name for seat in live.info.seats)
        return live

    async def _loaded(self, game_id: int) -> Live | None:
        held = self._games.get(game_id)
        if held is not None and await self._is_new(held):
            return self._recall(held)
        found = await self.store.read(partial(opening.stored, game=game_id))
        if found is None:
            return None
        info, stored, kept = found
        live = await self._opened(info, stored)
        live.kept = kept
        self._elsewhere(live)
        self._hold(live)
        return live

    def _hold(self, live: Live) -> None:
        """Keep a game that is stored like that."""
        live.make_ready()
        request_cache.keep(live.info)
        self._games[live.info.id] = live

    async def _is_new(self, held: Live) -> bool:
        """Whether a game is as it is held; only where another process may have changed it."""
        if not self.store.shared or request_cache.holds(held.info):
            return True
        stored = await self.store.read(partial(game_rows.writes, game=held.info.id))
        if stored != held.info.writes:
            return False
        request_cache.keep(held.info)
        return True

    async def _opened(self, info: GameInfo, stored: Stored) -> Live:
        """A game by its log; one that is damaged or cannot be folded is kept in mind as such."""
        self.look_over([info])
        try:
            found, game = await opening.opened(stored)
        except Damaged as fault:
            fault.name = info.name
            self.broken[info.id] = fault
            raise
        except EngineError as fault:
            self.broken[info.id] = fault
            raise
        self.broken.pop(info.id, None)
        return Live(info, game, head=found.head or None)

    def _recall(self, held: Live) -> Live:
        """Used just now; another process may have had it dropped since it was looked up."""
        self._games[held.info.id] = held
        return held

    def _elsewhere(self, live: Live) -> None:
        if live.game is not None and self.finder is not None:
            live.game.view.answers = {}
