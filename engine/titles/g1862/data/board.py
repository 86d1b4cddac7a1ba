"""The board of 1862 as the rules see it: no space is kept for a home (7.7)."""

from __future__ import annotations

from pathlib import Path

from engine.board.hexmap import HexMap
from engine.board.lays import HEX
from engine.rules.boards import BoardPolicy


class Map(BoardPolicy):
    """A marker on a home that is full stands in a circle lent to it (7.2).

    A yellow tile joins a route, an upgrade adds track or a city to one (7.6).
    """

    keep_homes = False
    lend_circles = True
    lay_needs = HEX


BOARD = Map(Path(__file__).parents[1])


def hexmap() -> HexMap:
    """The printed map."""
    return BOARD.hexmap
