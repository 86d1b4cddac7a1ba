"""Charts of the course of a game, for the game-over card and for `/show chart`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, replace

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


async def rounds_as_json(game: Game) -> list[Json]:
    """Return the rounds of a game as JSON, for the charts of the game-over card and of `/show chart`.

    Each round is a dict with the fields of `engine.api.course.Round`; the current round is the last. The
    rounds are computed in a thread, since that may take seconds.
    """
    rounds = await asyncio.to_thread(course, game)
    return [asdict(round_) for round_ in rounds]


async def draw_charts(
    pictures: Pictures, game_id: int, game: Game, charts: Sequence[str]
) -> list[DrawnPicture]:
    """Draw charts of the course of a game, for the game-over card and `/show chart`; return them in order.

    ``charts`` are keys of `CHARTS`; charts that cannot be drawn in time are left out.
    """
    rounds = await rounds_as_json(game)
    drawn_pictures = await asyncio.gather(
        *(pictures.draw(game_id, game, "chart", chart=chart, rounds=rounds) for chart in charts)
    )
    return [
        replace(picture, name=f"chart-{chart}.png")
        for chart, picture in zip(charts, drawn_pictures, strict=True)
        if picture is not None
    ]
