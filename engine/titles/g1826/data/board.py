"""The board of 1826: homes of corporations that have not floated are kept, colours by phase (O9-O49).

A tile adds track, or a city, to a route of the company (O3).
"""

from __future__ import annotations

from pathlib import Path

from engine.board.hexmap import HexMap
from engine.rules.boards import BoardPolicy

BOARD = BoardPolicy(Path(__file__).parents[1])


def hexmap() -> HexMap:
    """The printed map."""
    return BOARD.hexmap
