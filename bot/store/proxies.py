"""Proxies: users who play a seat for its holder. Times are seconds since 1970, UTC."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, Column, Index, String, Table, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import game_id_column, metadata

proxy = Table(
    "proxy",
    metadata,
    game_id_column(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("ix_proxy_until", "until"),
)


async def proxies_of_games(conn: AsyncConnection, game_ids: Sequence[int]) -> dict[int, dict[str, int]]:
    """Query who plays seats of some games as proxy: user ids by game id and seat id.

    Expired proxies are included until their rows are deleted. A game without proxies has no entry.
    """
    proxies_by_game: dict[int, dict[str, int]] = {}
    for row in await conn.execute(select(proxy).where(proxy.c.game.in_(game_ids))):
        proxies_by_game.setdefault(row.game, {})[row.seat] = row.user_id
    return proxies_by_game


_PROXIES = select(proxy).where(proxy.c.game == bindparam("game"))


async def proxies_of_game(conn: AsyncConnection, game_id: int) -> dict[str, int]:
    """Query who plays seats of a game as proxy: user ids by seat id; {} without proxies.

    Expired proxies are included until their rows are deleted.
    """
    return {row.seat: row.user_id for row in await conn.execute(_PROXIES, {"game": game_id})}


async def store_proxy(conn: AsyncConnection, game_id: int, seat: str, user_id: int, until: int) -> None:
    """Store that a user plays a seat as proxy until a time (seconds since 1970).

    An earlier proxy of this seat is replaced.
    """
    await delete_proxy(conn, game_id, seat)
    await conn.execute(insert(proxy).values(game=game_id, seat=seat, user_id=user_id, until=until))


async def delete_proxy(conn: AsyncConnection, game_id: int, seat: str) -> None:
    """Delete the stored proxy of a seat in a game, if it has one."""
    await conn.execute(delete(proxy).where(proxy.c.game == game_id, proxy.c.seat == seat))


async def expired_proxies(conn: AsyncConnection, now: int) -> list[tuple[int, str]]:
    """Query the seats whose proxies have expired by ``now`` (seconds since 1970), in all games; [] for none.

    Each is a pair of game id and seat id.
    """
    rows = await conn.execute(select(proxy.c.game, proxy.c.seat).where(proxy.c.until <= now))
    return [(row.game, row.seat) for row in rows]
