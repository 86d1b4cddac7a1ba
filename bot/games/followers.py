"""Members who follow a game without playing, and the news that each of them gets (``news_level``)."""

from __future__ import annotations

from bot.games.core import Games
from bot.store import followers as rows


async def follow(games: Games, game_id: int, user_id: int, news_level: str) -> None:
    """Let a member follow a game as a spectator, or change which news the member gets.

    ``news_level`` is "end" (when the game ends), "rounds" (also when a round ends) or "everything" (also
    every turn).
    """
    await games.store.write(lambda conn: rows.follow(conn, game_id, user_id, news_level), game_id=game_id)


async def unfollow(games: Games, game_id: int, user_id: int) -> bool:
    """Make a member stop following a game as a spectator; return True if the member followed it before."""
    return await games.store.write(lambda conn: rows.unfollow(conn, game_id, user_id), game_id=game_id)
