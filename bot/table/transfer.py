"""Export of games as JSON, and import; each imported action is checked again, since a file can be forged."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, refused_outcome
from bot.store import records
from bot.store.game_rows import SeatInfo, now_ms
from bot.store.records import NewRecord
from bot.table.new_game import store_new_game
from bot.work.importer import BadFile, ImportedGame


async def export_game(games: Games, game_id: int) -> Any:
    """Return the whole game as JSON for the file of `/game export`, without the Discord ids of its players.

    Return None if the game is unknown or has not started. Raises BadLog if its log cannot be read.
    """
    game = await games.game(game_id)
    return None if game is None else await asyncio.to_thread(game.to_json)


async def import_game(
    games: Games, data: bytes, user_id: int, *, name: str, guild_id: int | None = None,
    channel_id: int | None = None, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Create a paused game with free seats from the bytes of an exported file; the user becomes its owner.

    An exported game that was over is stored as ended. Returns the outcome with the game's id; a refused one
    ("bad_file") if the file cannot be read or if the present rules make another record of an action, and
    ("channel_taken") if the channel has an open game. ``guild_id`` and ``channel_id`` are Discord ids or
    None. Raises SQLAlchemyError or OSError if the database cannot tell whether the interaction was handled
    before.
    """
    first_outcome = await games.find_outcome(interaction_id)
    if first_outcome is not None:
        return first_outcome
    try:
        imported = await games.check_export(data, user_id)
    except BadFile as error:
        return refused_outcome("bad_file", str(error))
    values = {
        "owner": user_id, "title": imported.title, "name": name.strip()[:100] or imported.title,
        "guild": guild_id, "channel": channel_id, "options": dict(imported.options),
        "settings": {"imported": True}, "status": "ended" if imported.end_reason else "paused",
        "end_reason": imported.end_reason, "rev": imported.revision, "seed": imported.seed,
        "started_at": now_ms(), "ended_at": now_ms() if imported.end_reason else None,
        "genesis": dict(imported.setup), "rules_version": imported.rules_version,
    }  # fmt: skip
    seats = [
        SeatInfo(f"p{number}", player_name[:100], None)
        for number, player_name in enumerate(imported.names, 1)
    ]
    return await store_new_game(
        games, user_id, interaction_id, values, seats, partial(_append_records, imported=imported)
    )


async def _append_records(conn: AsyncConnection, game_id: int, imported: ImportedGame) -> None:
    """Store the records of a game from `/game import`, in batches of at most 50.

    Raises IntegrityError if the number of a record is taken.
    """
    newest_digest: bytes | None = None
    for batch in imported.records():
        entries = [
            NewRecord(record_number, seat, body, None, "import") for record_number, seat, body in batch
        ]
        newest_digest = await records.append_records(conn, game_id, entries, newest_digest)
