"""The board of 1862 as the rules see it: no space is kept for a home (7.7)."""

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
    """The board of a position. A marker on a home that is full stands in a circle lent to it (7.2)."""
    return assemble(hexmap(), state, keep_homes=False, lend_circles=True)


def lay_rules(view: View, company: str) -> LayRules:
    """Colours by phase; a yellow tile joins a route, an upgrade adds track or a city to one (7.6)."""
    return LayRules(view.phase.tiles, HEX, TRACK, states=view.data.tile_states)
