"""Who follows a table, and how closely."""

from __future__ import annotations

from bot.games.core import Games
from bot.settings import rows


async def follow(games: Games, game_id: int, user: int, level: str) -> None:
    """Let a user follow a table."""
    await games.store.write(lambda conn: rows.follow(conn, game_id, user, level), game=game_id)


async def unfollow(games: Games, game_id: int, user: int) -> bool:
    """A user follows a table no more; False when he did not."""
    return await games.store.write(lambda conn: rows.unfollow(conn, game_id, user), game=game_id)


async def followers(games: Games, game_id: int) -> dict[int, str]:
    """Who follows a table, and how closely."""
    return await games.store.read(lambda conn: rows.followers(conn, game_id))
