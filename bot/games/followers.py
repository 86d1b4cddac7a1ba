"""Members who follow a game without playing, and the level of news each wants."""

from __future__ import annotations

from bot.games.core import Games
from bot.store import followers as rows


async def follow(games: Games, game_id: int, user_id: int, level: str) -> None:
    """Let a member follow a game as a spectator, at a level of news."""
    await games.store.write(lambda conn: rows.follow(conn, game_id, user_id, level), game_id=game_id)


async def unfollow(games: Games, game_id: int, user_id: int) -> bool:
    """Stop following a game; return False when the member did not follow it."""
    return await games.store.write(lambda conn: rows.unfollow(conn, game_id, user_id), game_id=game_id)


async def followers_of_game(games: Games, game_id: int) -> dict[int, str]:
    """Return the members who follow a game as spectators, each with the level of news."""
    return await games.store.read(lambda conn: rows.followers_of_game(conn, game_id))
