"""Members who follow a game without playing, and the level of news each wants."""

from __future__ import annotations

from bot.games.core import Games
from bot.store import followers as rows


async def follow(games: Games, game_id: int, user_id: int, news_level: str) -> None:
    """Let a member follow a game as a spectator, or change which news he gets (``news_level``).

    ``news_level`` is "end" (when the game ends), "rounds" (also when a round ends) or "everything" (also
    every turn).
    """
    await games.store.write(lambda conn: rows.follow(conn, game_id, user_id, news_level), game_id=game_id)


async def unfollow(games: Games, game_id: int, user_id: int) -> bool:
    """Let a member no longer follow a game as a spectator; return True if he followed it before."""
    return await games.store.write(lambda conn: rows.unfollow(conn, game_id, user_id), game_id=game_id)


async def news_levels_of_followers(games: Games, game_id: int) -> dict[int, str]:
    """Return the levels of news (see `follow`) of the followers of a game, by Discord user id; or {}."""
    return await games.store.read(lambda conn: rows.news_levels_by_follower(conn, game_id))
