"""Return the users who follow a game, with the extent of their messages."""

from __future__ import annotations

from bot.games.core import Games
from bot.settings import rows


async def follow(games: Games, game_id: int, user: int, level: str) -> None:
    """Let a user follow a game."""
    await games.store.write(lambda conn: rows.follow(conn, game_id, user, level), game=game_id)


async def unfollow(games: Games, game_id: int, user: int) -> bool:
    """End following a game; return False if the user did not follow it."""
    return await games.store.write(lambda conn: rows.unfollow(conn, game_id, user), game=game_id)


async def followers(games: Games, game_id: int) -> dict[int, str]:
    """Return the users who follow a game, with the extent of their messages."""
    return await games.store.read(lambda conn: rows.followers(conn, game_id))
