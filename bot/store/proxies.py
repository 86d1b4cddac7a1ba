"""Proxies: users who play a seat for its holder. Times are seconds since 1970, UTC."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BigInteger, Column, Index, String, Table, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import metadata, of_game

proxy = Table(
    "proxy",
    metadata,
    of_game(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("ix_proxy_until", "until"),
)


async def proxies(conn: AsyncConnection, games: Sequence[int]) -> dict[int, dict[str, int]]:
    """Who plays for which seat, game by game."""
    found: dict[int, dict[str, int]] = {}
    for row in await conn.execute(select(proxy).where(proxy.c.game.in_(games))):
        found.setdefault(row.game, {})[row.seat] = row.user_id
    return found


_PROXIES = select(proxy).where(proxy.c.game == bindparam("game"))


async def proxies_of(conn: AsyncConnection, game: int) -> dict[str, int]:
    """Who plays for which seat of a game."""
    return {row.seat: row.user_id for row in await conn.execute(_PROXIES, {"game": game})}


async def put_proxy(conn: AsyncConnection, game: int, seat: str, user: int, until: int) -> None:
    """Let a user play a seat until a time."""
    await drop_proxy(conn, game, seat)
    await conn.execute(insert(proxy).values(game=game, seat=seat, user_id=user, until=until))


async def drop_proxy(conn: AsyncConnection, game: int, seat: str) -> None:
    """End the proxy of a seat."""
    await conn.execute(delete(proxy).where(proxy.c.game == game, proxy.c.seat == seat))


async def ended_proxies(conn: AsyncConnection, now: int) -> list[tuple[int, str]]:
    """Return the games and seats whose proxy has expired."""
    rows = await conn.execute(select(proxy.c.game, proxy.c.seat).where(proxy.c.until <= now))
    return [(row.game, row.seat) for row in rows]
