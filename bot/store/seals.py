"""Seals: the checksum of a game's data beside its log: channel, title, name, status, settings and seats.

Each write renews it with what it changes. A row that was flipped is seen and told, and the game goes on: its
moves have checksums of their own (`chain`). It is no seal against whoever can write the database: no key.
"""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import game_rows
from bot.store import tables as t
from bot.store.chain import DIGEST_BYTES
from bot.store.game_rows import GameInfo

_STORE_SEAL = update(t.game).where(t.game.c.id == bindparam("this")).values(seal=bindparam("made"))


def compute_seal(info: GameInfo) -> bytes:
    """Return the seal of a game, stored in the database: a checksum (BLAKE2b, 16 bytes) of its row and seats.

    The log and the revision are not covered.
    """
    fields: Any = [
        info.id, info.guild_id, info.channel_id, info.title, info.name, info.owner_id, info.status,
        info.end_reason, info.options, info.settings, info.seed, info.created_at, info.started_at,
        info.ended_at,
        [
            [seat.id, seat.name, seat.user_id, *([seat.computer] if seat.computer else [])]
            for seat in info.seats
        ],
    ]  # fmt: skip
    canonical = json.dumps(fields, sort_keys=True, default=str)
    return blake2b(canonical.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()


def has_valid_seal(info: GameInfo) -> bool:
    """Return True if a game's settings and seats match the stored seal (checksum), or none is stored."""
    return info.seal is None or info.seal == compute_seal(info)


async def update_seal(conn: AsyncConnection, before: GameInfo, info: GameInfo) -> GameInfo:
    """Store the seal (checksum) of a game, after this transaction changed it from ``before`` to ``info``.

    Return ``info`` with the seal. Nothing is stored if there is a seal and no field that it covers has
    changed.
    """
    checksum = compute_seal(info)
    if info.seal is not None and checksum == compute_seal(before):
        return info
    await conn.execute(_STORE_SEAL, {"this": info.id, "made": checksum})
    return replace(info, seal=checksum)


async def renew_seal(conn: AsyncConnection, game_id: int) -> None:
    """Compute and store the seal (checksum) of a game from its rows; an unknown game is ignored."""
    info = await game_rows.find_game(conn, game_id)
    if info is not None:
        await conn.execute(_STORE_SEAL, {"this": game_id, "made": compute_seal(info)})


async def store_missing_seals(conn: AsyncConnection) -> None:
    """Store seals (checksums) in the database for all games that have none yet."""
    for game in (await conn.execute(select(t.game.c.id).where(t.game.c.seal.is_(None)))).scalars().all():
        await renew_seal(conn, game)
