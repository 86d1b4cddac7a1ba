"""Charts of the course of a game, for the end card and for whoever looks."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from bot.words import msg
from bot.work.pictures import Drawn, Pictures
from engine import Game, Json
from engine.face.course import course

CHARTS = {
    "worth": msg("Worth of the players"),
    "prices": msg("Share prices"),
    "income": msg("Income of the players by round"),
}


async def rounds_of(game: Game) -> list[Json]:
    """The rounds of a game, as the pictures take them. A long game takes some time, so in a thread."""
    found = await asyncio.to_thread(course, game)
    return [asdict(one) for one in found]


async def chart(pictures: Pictures, number: int, game: Game, which: str) -> Drawn | None:
    """One of `CHARTS` as a picture; None when it cannot be had in time."""
    return await pictures.draw(number, game, "chart", chart=which, rounds=await rounds_of(game))
