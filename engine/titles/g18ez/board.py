"""The board of 18EZ as the rules see it: homes kept, tile colours by phase (2.3-2.5)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.board.board import Board
from engine.board.hexmap import HexMap, Place
from engine.board.lays import HEX, TRACK, LayRules
from engine.board.mapfile import load_map
from engine.board.tiles import standard_catalogue
from engine.state import State
from engine.view import View


@cache
def hexmap() -> HexMap:
    """The printed map, read once."""
    return load_map(Path(__file__).parent / "data" / "map.toml")


def board_of(state: State) -> Board:
    """The board of a position."""
    return Board(hexmap(), standard_catalogue(), state.tiles, _stations(state), _kept(state))


def stock_of(tile: str) -> str:
    """The physical tile whose copies a tile id uses up."""
    return standard_catalogue()[tile].base


def lay_rules(view: View, company: str) -> LayRules:
    """Colours by phase; a first tile extends own track, an upgrade needs a route to it (2.3, 2.4)."""
    return LayRules(view.phase.tiles, TRACK, HEX)


def _stations(state: State) -> dict[Place, list[str]]:
    found: dict[Place, list[str]] = {}
    for token in state.tokens.values():
        if token.place is not None:
            found.setdefault(token.place, []).append(token.company)
    return found


def _kept(state: State) -> dict[Place, list[str]]:
    """Homes of railroads, minors included, that have not placed a station marker yet (2.5)."""
    placed = {token.company for token in state.tokens.values() if token.place is not None}
    kept: dict[Place, list[str]] = {}
    for company, home in sorted(hexmap().homes.items()):
        if company not in placed and not state.companies[company].closed:
            kept.setdefault(home, []).append(company)
    return kept
