"""Loads games: reads them in one unit, then verifies and applies their logs outside the event loop.

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
    """Return everything that is stored about a game; None if it does not exist."""
    info = await game_rows.find(conn, game)
    if info is None:
        return None
    return info, await records.stored(conn, game, info.rev), await read_all(conn, game)


async def standing(conn: AsyncConnection, game: int) -> tuple[int | None, dict[str, CardInfo], Call | None]:
    """Return the number of writes of a game, its cards and its call, all from one snapshot."""
    return (
        await game_rows.writes(conn, game),
        await game_rows.cards(conn, game),
        await calls.current(conn, game),
    )


async def opened(kept: Stored) -> tuple[Log, Game | None]:
    """Return a log and the resulting game, which is None before the start; raises BadLog."""
    return await asyncio.get_running_loop().run_in_executor(_FOLDING, _opened, kept)


def _opened(kept: Stored) -> tuple[Log, Game | None]:
    found = kept.log()
    return found, fold(found) if found.genesis else None


def fold(found: Log) -> Game:
    """Return the game that results from a log; raises BadLog."""
    return load_game(Genesis.from_json(found.genesis), [Record.from_json(r) for r in found.records])


def played(info: GameInfo) -> Title:
    """The title as a table plays it: its scenario has components of its own."""
    return TITLES[info.title].played(info.options)
