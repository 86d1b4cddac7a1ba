"""The board of 1862 as the rules see it: no space is kept for a home (7.7)."""

from __future__ import annotations

from dataclasses import replace
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
    """The board of a position. A marker on a home that is full stands in a circle lent to it (7.2)."""
    stations = _stations(state)
    plain = Board(hexmap(), standard_catalogue(), state.tiles, stations)
    beyond = {place: len(here) - plain.slots(*place) for place, here in stations.items() if len(here) > 1}
    return replace(plain, extra_slots={place: count for place, count in beyond.items() if count > 0})


def stock_of(tile: str) -> str:
    """The physical tile whose copies a tile id uses up."""
    return standard_catalogue()[tile].base


def lay_rules(view: View, company: str) -> LayRules:
    """Colours by phase; a yellow tile joins a route, an upgrade adds track or a city to one (7.6)."""
    return LayRules(view.phase.tiles, HEX, TRACK)


def _stations(state: State) -> dict[Place, list[str]]:
    found: dict[Place, list[str]] = {}
    for token in state.tokens.values():
        if token.place is not None:
            found.setdefault(token.place, []).append(token.company)
    return found
