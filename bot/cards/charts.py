"""Charts of the course of a game, for the end card and for `/show chart`."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from bot.words import msg
from bot.work.pictures import DrawnPicture, Pictures
from engine import Game, Json
from engine.api.course import course

CHARTS = {
    "worth": msg("Worth of the players"),
    "prices": msg("Share prices"),
    "income": msg("Income of the players by round"),
    "certificates": msg("Certificates of the players"),
    "trains": msg("Trains in use by kind"),
}


async def rounds_of(game: Game) -> list[Json]:
    """Return the course of a game by round, as JSON for the chart pictures.

    It is computed in a thread, as it may take seconds.
    """
    rounds = await asyncio.to_thread(course, game)
    return [asdict(round_) for round_ in rounds]


async def draw_chart(pictures: Pictures, game_id: int, game: Game, chart: str) -> DrawnPicture | None:
    """Draw one of the charts of a game's course (`CHARTS`); None if it cannot be drawn in time."""
    return await pictures.draw(game_id, game, "chart", chart=chart, rounds=await rounds_of(game))
