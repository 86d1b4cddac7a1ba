"""Plays the games in which a computer is to act: a task a game, which ends when people are to act again.

Nothing is kept but the games themselves: whoever starts looks which of them wait for a computer. Two
processes may play the same game; each decision is made once (`bot.computers.service.make`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from weakref import WeakKeyDictionary

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.computers.rows import games_with
from bot.computers.service import decide, is_due, same_turn
from bot.games.changes import Changes
from bot.games.core import WATCHES, Games
from bot.store.game_rows import GameInfo
from bot.work.logs import add_log_fields
from bot.work.pool import Pool
from bot.work.priority import Rank, set_rank
from engine import Game

log = logging.getLogger(__name__)

_DUE: WeakKeyDictionary[Games, set[int]] = WeakKeyDictionary()
"""Games of which a write was seen after which a computer may have to act."""

ON = ("stale", "nothing_due")
"""Codes of outcomes after which the game is looked at anew: it has moved on."""


@WATCHES.add("computers")
async def watch(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """Note that a game was written in which computers play."""
    if info.computers and info.status == "running":
        _DUE.setdefault(games, set()).add(info.id)


class Driver:
    """Lets computers act. ``pause``: seconds before each of their turns, so that people can follow."""

    def __init__(self, games: Games, pool: Pool, pause: float = 0.0) -> None:
        self._games, self._pool, self._pause = games, pool, pause
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again = set[int]()
        self._closed = False

    def kick(self) -> None:
        """See to it that computers act in the games that were written, without waiting for it."""
        due = _DUE.get(self._games)
        while due:
            self._start(due.pop())

    async def resume(self, mine: Callable[[int | None], bool] = lambda guild: True) -> None:
        """Look at all games with computers in guilds that are ``mine``: none stands still after a crash."""
        try:
            found = await self._games.store.read(games_with)
        except (SQLAlchemyError, OSError):
            log.exception("computers are looked at again soon")
            return
        for game, guild in found.items():
            if mine(guild):
                self._start(game)

    async def close(self) -> None:
        """Stop; a decision that was not made yet is made after the next start."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, game: int) -> None:
        if self._closed or self._games.draining:
            return
        if game in self._tasks:
            self._again.add(game)
        else:
            self._again.discard(game)
            self._tasks[game] = asyncio.create_task(self._play(game), name=f"computers {game}")

    async def _play(self, game: int) -> None:
        set_rank(Rank.LOOK)
        add_log_fields(game=game)
        try:
            await self._turns(game)
        except Exception:  # whatever breaks one game must not end the others, and is tried again
            log.exception("game %s: its computers go on later", game)
        finally:
            del self._tasks[game]
            if game in self._again:
                self._start(game)

    async def _turns(self, game: int) -> None:
        """Decide until people are to act, or nothing can be stored."""
        paced: Game | None = None
        while not self._games.draining:
            loaded = await self._games.load(game)
            asked = None if loaded is None else is_due(loaded.info, loaded.game)
            if loaded is None or loaded.game is None or asked is None:
                return
            rests = self._pause and not asked.offer and (paced is None or not same_turn(paced, loaded.game))
            paced = loaded.game
            if rests:
                await asyncio.sleep(self._pause)
                continue
            outcome = await decide(self._games, self._pool, loaded.info, loaded.game, asked)
            if not outcome.ok and outcome.code not in ON:
                log.error("game %s: a computer could not move (%s)", game, outcome.code)
                return
