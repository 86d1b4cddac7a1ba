"""The board of 18EZ as the rules see it: homes kept, tile colours by phase (2.3-2.5)."""

from __future__ import annotations

from pathlib import Path

from engine.board.lays import HEX
from engine.rules.boards import BoardPolicy


class Map(BoardPolicy):
    """A first tile extends own track, an upgrade needs a route to it (2.3, 2.4)."""

    upgrade_needs = HEX


BOARD = Map(Path(__file__).parent)
