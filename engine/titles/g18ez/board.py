"""The board of 18EZ as the rules see it: homes kept, tile colours by phase (2.3-2.5)."""

from __future__ import annotations

from engine.board.board import Board
from engine.board.hexmap import HexMap
from engine.board.lays import HEX, TRACK, LayRules
from engine.core.state import State
from engine.core.view import View
from engine.rules.boards import assemble, printed_map, stock_of

__all__ = ["board_of", "hexmap", "lay_rules", "stock_of"]


def hexmap() -> HexMap:
    """The printed map."""
    return printed_map(__file__)


def board_of(state: State) -> Board:
    """The board of a position; homes of railroads, minors included, are kept (2.5)."""
    return assemble(hexmap(), state)


def lay_rules(view: View, company: str) -> LayRules:
    """Colours by phase; a first tile extends own track, an upgrade needs a route to it (2.3, 2.4)."""
    return LayRules(view.phase.tiles, TRACK, HEX)
