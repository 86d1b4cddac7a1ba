"""Games that are not in memory: read in one go, verified and folded away from the event loop.

A log of some thousand records would hold everybody up for most of a second. One thread folds, game after
game: more of them would only take the interpreter from each other and from the loop.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.kept import read_all
from bot.store import calls, game_rows, records
from bot.store.calls import Call
from bot.store.game_rows import CardInfo, GameInfo
from bot.store.records import Log, Stored
from engine import TITLES, Game, Genesis, Record, Title, load_game

_FOLDING = ThreadPoolExecutor(1, thread_name_prefix="folding")


async def stored(conn: AsyncConnection, game: int) -> tuple[GameInfo, Stored, dict[str, Any]] | None:
    """All that is stored of a game; None when there is no such game."""
    info = await game_rows.find(conn, game)
    if info is None:
        return None
    return info, await records.stored(conn, game, info.rev), await read_all(conn, game)


async def standing(conn: AsyncConnection, game: int) -> tuple[int | None, dict[str, CardInfo], Call | None]:
    """How often a game was written, its cards and the call in force, all of one moment."""
    writes: int | None = (await conn.execute(game_rows.WRITES, {"game": game})).scalar()
    return writes, await game_rows.cards(conn, game), await calls.current(conn, game)


async def opened(kept: Stored) -> tuple[Log, Game | None]:
    """A log and the game that it leads to; raises BadLog. None before the start."""
    return await asyncio.get_running_loop().run_in_executor(_FOLDING, _opened, kept)


def _opened(kept: Stored) -> tuple[Log, Game | None]:
    found = kept.log()
    return found, fold(found) if found.genesis else None


def fold(found: Log) -> Game:
    """The game that a log leads to; raises BadLog."""
    return load_game(Genesis.from_json(found.genesis), [Record.from_json(r) for r in found.records])


def played(info: GameInfo) -> Title:
    """The title as a table plays it: its scenario has components of its own."""
    return TITLES[info.title].played(info.options)
