"""Games as files: out as JSON, and in again after every action was judged anew: a file can be forged."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.core import Games
from bot.games.outcome import Id, Outcome, refused
from bot.store import records
from bot.store.game_rows import SeatInfo, now
from bot.store.records import Entry
from bot.table import service as tables
from bot.work.intake import BadFile, ImportedGame


async def export(games: Games, game_id: int) -> Any:
    """Return the whole game as JSON, without users; None when there is none or it has not started."""
    game = await games.game(game_id)
    return None if game is None else await asyncio.to_thread(game.to_json)


async def import_game(
    games: Games, data: bytes, user: int, *, name: str, guild: int | None = None, channel: int | None = None,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Take in an exported game, paused and with free seats; the user becomes its owner.

    Refused (``bad_file``) at the first record that today's rules would not make so.
    """
    given = await games.stored_answer(interaction_id)
    if given is not None:
        return given
    try:
        taken = await games.intake(data, user)
    except BadFile as fault:
        return refused("bad_file", str(fault))
    values = {
        "owner": user, "title": taken.title, "name": name.strip()[:100] or taken.title,
        "guild": guild, "channel": channel, "options": dict(taken.options),
        "settings": {"imported": True}, "status": "ended" if taken.ended else "paused",
        "end_reason": taken.ended, "rev": taken.rev, "seed": taken.seed,
        "started_at": now(), "ended_at": now() if taken.ended else None,
        "genesis": dict(taken.genesis), "rules_version": taken.rules_version,
    }  # fmt: skip
    chairs = [SeatInfo(f"p{i}", n[:100], None) for i, n in enumerate(taken.names, 1)]
    return await tables.insert(games, user, interaction_id, values, chairs, partial(_append, taken=taken))


async def _append(conn: AsyncConnection, game: int, taken: ImportedGame) -> None:
    """Store the records piece by piece, so that nobody else waits long."""
    head: bytes | None = None
    for piece in taken.records():
        entries = [Entry(seq, by, body, None, "import") for seq, by, body in piece]
        head = await records.append(conn, game, entries, head)
