"""Database queries of settings of servers and members, and of followers of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, String, Table, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.game_rows import now
from bot.store.tables import metadata, of_game

server_pref = Table(
    "server_pref",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("body", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)

member_pref = Table(
    "member_pref",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("body", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)

follower = Table(
    "follower",
    metadata,
    of_game(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("level", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_follower_user_id", "user_id"),
)


_SERVER = select(server_pref.c.body).where(server_pref.c.guild == bindparam("guild"))


async def server(conn: AsyncConnection, guild: int) -> Mapping[str, Any]:
    """Return the stored settings of a server; an empty mapping without any."""
    return (await conn.execute(_SERVER, {"guild": guild})).scalar() or {}


async def put_server(conn: AsyncConnection, guild: int, body: Mapping[str, Any]) -> None:
    """Store the settings of a server in place of the earlier ones."""
    await conn.execute(delete(server_pref).where(server_pref.c.guild == guild))
    await conn.execute(insert(server_pref).values(guild=guild, body=dict(body), at=now()))


async def member(conn: AsyncConnection, user: int) -> Mapping[str, Any]:
    """Return the stored settings of a member; an empty mapping without any."""
    query = select(member_pref.c.body).where(member_pref.c.user_id == user)
    return (await conn.execute(query)).scalar() or {}


async def put_member(conn: AsyncConnection, user: int, body: Mapping[str, Any]) -> None:
    """Store the settings of a member in place of the earlier ones."""
    await conn.execute(delete(member_pref).where(member_pref.c.user_id == user))
    await conn.execute(insert(member_pref).values(user_id=user, body=dict(body), at=now()))


async def follow(conn: AsyncConnection, game: int, user: int, level: str) -> None:
    """Let a user follow a game at this level, in place of an earlier one."""
    await unfollow(conn, game, user)
    await conn.execute(insert(follower).values(game=game, user_id=user, level=level, at=now()))


async def unfollow(conn: AsyncConnection, game: int, user: int) -> bool:
    """Stop a user from following a game. Return False if the user did not."""
    is_follower = (follower.c.game == game) & (follower.c.user_id == user)
    return (await conn.execute(delete(follower).where(is_follower))).rowcount > 0


_FOLLOWERS = select(follower).where(follower.c.game == bindparam("game")).order_by(follower.c.at)


async def followers(conn: AsyncConnection, game: int) -> dict[int, str]:
    """Return the followers of a game: user ids with the level of news of each."""
    return {row.user_id: row.level for row in (await conn.execute(_FOLLOWERS, {"game": game})).all()}
