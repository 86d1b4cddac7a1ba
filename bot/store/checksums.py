"""The checksum of a game's data beside its log: channel, title, name, status, settings and seats.

Each write that changes them stores it anew. A row that was corrupted is noticed and logged, and the game goes
on: its moves have checksums of their own (`chain`). There is no key, so it does not stop anybody who can
write the database.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import game_rows
from bot.store import tables as db
from bot.store.chain import DIGEST_BYTES
from bot.store.game_rows import GameInfo

_STORE_CHECKSUM = update(db.game).where(db.game.c.id == bindparam("game")).values(seal=bindparam("checksum"))


def game_info_checksum(info: GameInfo) -> bytes:
    """Return the checksum (BLAKE2b, 16 bytes) of the seats and of most fields of a game.

    It does not cover the log, the revision, the write counter and the proxies.
    """
    fields: Any = [
        info.id, info.guild_id, info.channel_id, info.title, info.name, info.owner_id, info.status,
        info.end_reason, info.options, info.settings, info.seed, info.created_at, info.started_at,
        info.ended_at,
        [
            [seat.id, seat.name, seat.user_id, *([seat.computer_level] if seat.computer_level else [])]
            for seat in info.seats
        ],
    ]  # fmt: skip
    canonical = json.dumps(fields, sort_keys=True, default=str)
    return blake2b(canonical.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()


def has_valid_checksum(info: GameInfo) -> bool:
    """Return True if the row and seats of a stored game match its checksum, or if it has no checksum."""
    return info.checksum is None or info.checksum == game_info_checksum(info)


async def update_checksum(conn: AsyncConnection, old_info: GameInfo, info: GameInfo) -> GameInfo:
    """Store the checksum of a game whose row or seats this transaction has changed.

    ``old_info`` is the game before the change, ``info`` after it. Return ``info`` with the new checksum. If
    ``info`` has a checksum and nothing that it covers has changed, nothing is stored and ``info`` is returned
    as it is, even if its checksum is wrong.
    """
    checksum = game_info_checksum(info)
    if info.checksum is not None and checksum == game_info_checksum(old_info):
        return info
    await conn.execute(_STORE_CHECKSUM, {"game": info.id, "checksum": checksum})
    return replace(info, checksum=checksum)


async def recompute_checksum(conn: AsyncConnection, game_id: int) -> None:
    """Compute and store the checksum of a game's row and seats; do nothing if the game does not exist.

    The column of the checksum is called ``seal``.
    """
    info = await game_rows.find_game(conn, game_id)
    if info is not None:
        await conn.execute(_STORE_CHECKSUM, {"game": game_id, "checksum": game_info_checksum(info)})


async def store_missing_checksums(conn: AsyncConnection) -> None:
    """Compute and store the checksums of all games that have none."""
    for game_id in (await conn.execute(select(db.game.c.id).where(db.game.c.seal.is_(None)))).scalars().all():
        await recompute_checksum(conn, game_id)
