"""What a set of operating rounds brought, on the first card after it."""

from __future__ import annotations

from dataclasses import asdict

from bot.work.pictures import DrawnPicture, Pictures
from engine import Game, Json
from engine.api.sets import OperatingSet, just_over

SET_VIEW = "set"
"""A view of `render.api`."""


def operating_set_param(operating_set: OperatingSet | None) -> Json:
    """Return a set of operating rounds as JSON, for the parameter ``told`` of its picture; None for None.

    The value is a dict with the fields of `OperatingSet`. Cards and `/show` have this picture.
    """
    return None if operating_set is None else asdict(operating_set)


async def draw_operating_set_summary(pictures: Pictures, game_id: int, game: Game) -> DrawnPicture | None:
    """Draw the picture on a card that sums up the set of operating rounds that has just ended.

    Return None if no set has just ended, or if the picture cannot be drawn in time.
    """
    operating_set = just_over(game)
    if operating_set is None:
        return None
    return await pictures.draw(game_id, game, SET_VIEW, told=operating_set_param(operating_set))
