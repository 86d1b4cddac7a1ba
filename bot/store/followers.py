"""The database table of the followers of games, and its queries."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, String, Table, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.game_rows import now_ms
from bot.store.tables import game_id_column, metadata

follower = Table(
    "follower",
    metadata,
    game_id_column(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("level", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_follower_user_id", "user_id"),
)


async def follow(conn: AsyncConnection, game_id: int, user_id: int, news_level: str) -> None:
    """Store that a user follows a game and which of its news they get, in place of an earlier row.

    ``news_level`` is "end" (the end of the game), "rounds" (also each round) or "everything" (also each
    turn).
    """
    await unfollow(conn, game_id, user_id)
    await conn.execute(insert(follower).values(game=game_id, user_id=user_id, level=news_level, at=now_ms()))


async def unfollow(conn: AsyncConnection, game_id: int, user_id: int) -> bool:
    """Remove a user from the followers of a game; return True if the user was one."""
    is_follower = (follower.c.game == game_id) & (follower.c.user_id == user_id)
    return (await conn.execute(delete(follower).where(is_follower))).rowcount > 0


_FOLLOWERS = select(follower).where(follower.c.game == bindparam("game")).order_by(follower.c.at)


async def news_levels_by_follower(conn: AsyncConnection, game_id: int) -> dict[int, str]:
    """Return which news each follower of a game gets (see `follow`), by user id; {} if it has no followers.

    They are in the order in which they were stored.
    """
    return {row.user_id: row.level for row in (await conn.execute(_FOLLOWERS, {"game": game_id})).all()}
