"""The picture beside a section of the rules, drawn from a game of the title that has just begun."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bot.chat.respond import Answer
from bot.store.game_rows import GameInfo
from bot.words import colours
from bot.work.pictures import DrawnPicture
from engine import TITLES, Game, new_game

SHEETS = ("market", "trains", "map")
"""Pictures without a parameter."""


def view_named(picture: str) -> tuple[str, dict[str, Any]]:
    """Return the view of `render.api` that a section names, and its parameters.

    "tiles 5 57" are two tiles, "hex C4" the map around a hex, "lays C4 12 13:2" a hex with tiles
    (and rotations) on it, numbered. Raises ValueError for any other name.
    """
    kind, *values = picture.split()
    if kind in SHEETS and not values:
        return kind, {}
    if kind == "tiles" and values:
        return "tiles", {"numbers": values, "once": True}
    if kind == "hex" and values:
        return "crop", {"hexes": values}
    if kind == "lays" and len(values) > 1:
        return "candidates", {"hex": values[0], "lays": [_lay(value) for value in values[1:]]}
    raise ValueError(f"no picture of the rules: {picture!r}")


def _lay(text: str) -> tuple[str, int]:
    """Return the tile and the rotation of a lay such as "12:3"; the rotation is 0 where none is named."""
    tile, _, rotation = text.partition(":")
    return tile, int(rotation or 0)


async def rule_picture(answer: Answer, info: GameInfo, picture: str) -> list[DrawnPicture]:
    """Return the picture of a section, for the options of a table; [] without one and if it cannot be drawn.

    Members who prefer words get none: the section says all.
    """
    if not picture or colours.text_first():
        return []
    view, params = view_named(picture)
    game = fresh_game(info.title, tuple(sorted(info.options.items())))
    drawn = await answer.bot.pictures.draw(info.id, game, view, **params)
    return [drawn] if drawn is not None else []


@lru_cache(maxsize=16)
def fresh_game(title: str, options: tuple[tuple[str, str], ...] = ()) -> Game:
    """Return a game of a title at its beginning, with options and the fewest players."""
    names = [f"{title} {number}" for number in range(1, TITLES[title].data.min_players + 1)]
    return new_game(title, names, seed=1, options=dict(options))
