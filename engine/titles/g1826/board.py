"""The board of 1826 as the rules see it: homes kept, tile colours by phase (O9-O49)."""

from __future__ import annotations

from engine.board.board import Board
from engine.board.hexmap import HexMap
from engine.board.lays import TRACK, LayRules
from engine.core.state import State
from engine.core.view import View
from engine.rules.boards import assemble, printed_map, stock_of

__all__ = ["board_of", "hexmap", "lay_rules", "stock_of"]


def hexmap() -> HexMap:
    """The printed map."""
    return printed_map(__file__)


def board_of(state: State) -> Board:
    """The board of a position; the homes of corporations that have not floated are kept."""
    return assemble(hexmap(), state)


def lay_rules(view: View, company: str) -> LayRules:
    """Colours by phase; a tile adds track, or a city, to a route of the company (O3)."""
    return LayRules(view.phase.tiles, TRACK, TRACK)
