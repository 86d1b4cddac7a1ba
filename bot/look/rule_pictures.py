"""The picture beside a section of the rules, drawn from a game of the title that has just begun."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from bot.chat.respond import Response
from bot.store.game_rows import GameInfo
from bot.words import colours
from bot.work.pictures import DrawnPicture
from engine import TITLES, Game, Refused, new_game

PLAIN_VIEWS = ("market", "trains", "map")
"""The names of pictures without a parameter."""

_PRICE_CHANGE = re.compile(r"(\d+),(\d+)>(\d+),(\d+)", re.ASCII)


def parse_picture_name(picture_name: str) -> tuple[str, dict[str, Any]]:
    """Parse the name of a section's picture, as written in the rules; return a view and its parameters.

    The view is the one of `render.api` that draws the picture. "tiles 5 57" are two tiles, "hex C4" is the
    map around a hex, and "lays C4 12 13:2" are numbered tiles (with rotations) on a hex. "moves 2,4>2,5" are
    arrows on the share price chart, from row,column to row,column (from 0). A name in PLAIN_VIEWS is that
    view. Raises ValueError for any other name.
    """
    kind, *values = picture_name.split()
    if kind in PLAIN_VIEWS and not values:
        return kind, {}
    if kind == "tiles" and values:
        return "tiles", {"numbers": values, "unrotated": True}
    if kind == "hex" and values:
        return "crop", {"hexes": values}
    if kind == "lays" and len(values) > 1:
        return "candidates", {
            "hex": values[0],
            "lays": [_parse_tile_and_rotation(value) for value in values[1:]],
        }
    if kind == "moves" and values:
        return "market", {"moves": [_parse_price_change(value) for value in values], "brief": True}
    raise ValueError(f"no picture of the rules: {picture_name!r}")


def _parse_tile_and_rotation(text: str) -> tuple[str, int]:
    """Parse a tile and its rotation, such as "12:3", in the name of a rule's picture.

    Returns the tile's number and the rotation, 0 if there is none in the text. Raises ValueError for a
    rotation that is not a number.
    """
    tile, _, rotation = text.partition(":")
    return tile, int(rotation or 0)


def _parse_price_change(text: str) -> tuple[str, list[int], list[int]]:
    """Parse a change of share price, such as "2,4>2,5", in the name of a rule's picture.

    Returns "" (the text names no company) and the cells of the share price chart before and after; a cell is
    [row, column], counted from 0. Raises ValueError if the text has another form.
    """
    match = _PRICE_CHANGE.fullmatch(text)
    if match is None:
        raise ValueError(f"no change of share price: {text!r}")
    row_before, column_before, row_after, column_after = map(int, match.groups())
    return "", [row_before, column_before], [row_after, column_after]


async def rule_picture(response: Response, info: GameInfo, picture_name: str) -> list[DrawnPicture]:
    """Draw the picture of a section for `/show rules`, with the variants of the game; return it in a list.

    ``picture_name`` is the picture's name in the rules; "" draws nothing. Returns [] if drawing fails, for
    members who prefer text, for variants that do not go together, and for a hex that is not on the map with
    these variants. Raises ValueError if `parse_picture_name` does not know the name.
    """
    if not picture_name or colours.prefers_text_first():
        return []
    view, params = parse_picture_name(picture_name)
    try:
        game = example_game(info.title, tuple(sorted(info.options.items())))
    except Refused:
        return []
    if not set(params.get("hexes", ())) <= game.view.board().hexmap.hexes.keys():
        return []
    drawn_picture = await response.bot.pictures.draw(info.id, game, view, **params)
    return [drawn_picture] if drawn_picture is not None else []


@lru_cache(maxsize=16)
def example_game(title: str, options: tuple[tuple[str, str], ...] = ()) -> Game:
    """Return a new game of a title with these options, from which pictures of its rules are drawn.

    ``options`` are pairs of key and value. The game has the minimum number of players, is cached and shared;
    do not change it. Raises Refused for options that are unknown or do not go together.
    """
    names = [f"{title} {number}" for number in range(1, TITLES[title].data.min_players + 1)]
    return new_game(title, names, seed=1, options=dict(options))
