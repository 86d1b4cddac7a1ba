"""What a set of operating rounds brought, on the first card after it."""

from __future__ import annotations

from dataclasses import asdict

from bot.work.pictures import Drawn, Pictures
from engine import Game, Json
from engine.api.sets import OperatingSet, just_over

SET = "set"
"""A view of `render.api`."""


def set_param(told: OperatingSet | None) -> Json:
    """A set as the parameter of its view."""
    return None if told is None else asdict(told)


async def draw_set(pictures: Pictures, game_id: int, game: Game) -> Drawn | None:
    """Draw the set that ended with the last move; None when none did or it cannot be drawn."""
    told = just_over(game)
    return None if told is None else await pictures.draw(game_id, game, SET, told=set_param(told))
