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
    """Return the view of `render.api` that a section of the rules names, and its parameters.

    "tiles 5 57" are tiles in all rotations, "hex C4" the map around a hex, "lays C4 12 13:2" a hex with tiles
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
    """Parse a tile and its rotation, such as "12:3", in a picture's name; without one the rotation is 0."""
    tile, _, rotation = text.partition(":")
    return tile, int(rotation or 0)


async def rule_picture(answer: Answer, info: GameInfo, picture: str) -> list[DrawnPicture]:
    """Draw the picture of a section of the rules; [] if it has none or drawing fails.

    It shows the game with the table's options. Members who prefer words get none: the section says all.
    """
    if not picture or colours.text_first():
        return []
    view, params = view_named(picture)
    game = fresh_game(info.title, tuple(sorted(info.options.items())))
    drawn_picture = await answer.bot.pictures.draw(info.id, game, view, **params)
    return [drawn_picture] if drawn_picture is not None else []


@lru_cache(maxsize=16)
def fresh_game(title: str, options: tuple[tuple[str, str], ...] = ()) -> Game:
    """Return a new game of a title with options and the fewest players; pictures of the rules show it."""
    names = [f"{title} {number}" for number in range(1, TITLES[title].data.min_players + 1)]
    return new_game(title, names, seed=1, options=dict(options))
