"""The board of a position: the printed map with tiles, station tokens and homes that are kept.

A title reads its map once (`printed_map`) and says what differs in its `BoardPolicy`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.board.board import Board
from engine.board.hexmap import HexMap, Place
from engine.board.lays import TRACK, LayRules, stop_map
from engine.board.mapfile import load_map
from engine.board.tiles import standard_catalogue
from engine.core.state import State
from engine.core.view import View
from engine.data.loader import known_keys
from engine.data.schema import TitleData


@cache
def printed_map(folder: Path) -> HexMap:
    """The map in ``data/map.toml`` of a title's folder, read once."""
    return load_map(folder / "data" / "map.toml")


def check_tiles(data: TitleData) -> None:
    """Raise BadData for a tile or a colour of tiles that the catalogue does not have, naming the nearest."""
    catalogue = standard_catalogue()
    known_keys("game.toml: tiles", data.tiles, catalogue)
    colours = {catalogue[tile].colour for tile in catalogue}
    for phase in data.phases.values():
        known_keys(f"game.toml: phase {phase.key}: tiles", dict.fromkeys(phase.tiles), colours)


def stations(state: State) -> dict[Place, list[str]]:
    """The companies with a station token on each place, in the order of the tokens."""
    found: dict[Place, list[str]] = {}
    for token in state.tokens.values():
        if token.place is not None:
            found.setdefault(token.place, []).append(token.company)
    return found


def home_stop(board: Board, company: str) -> Place | None:
    """The home city of a company on the face that lies there now; None for one without a home."""
    printed = board.hexmap.homes.get(company)
    if printed is None:
        return None
    coord, stop = printed
    stops = stop_map(board.hexmap[coord].face, board.face(coord))
    return coord, stop if stops is None else stops[stop]


def kept_homes(board: Board, state: State) -> dict[Place, list[str]]:
    """The homes of open companies that have no station token on the board yet, as `home_stop` has them."""
    placed = {token.company for token in state.tokens.values() if token.place is not None}
    kept: dict[Place, list[str]] = {}
    for company in sorted(board.hexmap.homes):
        home = None if company in placed or state.companies[company].closed else home_stop(board, company)
        if home is not None:
            kept.setdefault(home, []).append(company)
    return kept


def assemble(hexmap: HexMap, state: State, *, keep_homes: bool = True, lend_circles: bool = False) -> Board:
    """The board of a position.

    ``keep_homes``: a circle is kept for each company that has yet to place its home token.
    ``lend_circles``: a token beyond the circles of its place stands in one lent to it.
    """
    placed = stations(state)
    board = Board(hexmap, standard_catalogue(), state.tiles, placed)
    if keep_homes:
        board = replace(board, reserved=kept_homes(board, state))
    if not lend_circles:
        return board
    beyond = {place: len(here) - board.slots(*place) for place, here in placed.items() if len(here) > 1}
    return replace(board, extra_slots={place: count for place, count in beyond.items() if count > 0})


class BoardPolicy:
    """How a title reads its map; it overrides what differs."""

    keep_homes = True
    lend_circles = False
    lay_needs = TRACK
    upgrade_needs = TRACK
    old_track = False

    def __init__(self, folder: Path) -> None:
        """``folder``: where the title's code, data and RULES.md lie."""
        self.folder = folder

    def printed(self) -> HexMap:
        """The map as its file says."""
        return printed_map(self.folder)

    @property
    def hexmap(self) -> HexMap:
        """The printed map."""
        return self.printed()

    def board(self, state: State) -> Board:
        """The board of a position."""
        return assemble(self.hexmap, state, keep_homes=self.keep_homes, lend_circles=self.lend_circles)

    def stock_of(self, tile: str) -> str:
        """The physical tile whose copies a tile id uses up."""
        return standard_catalogue()[tile].base

    def lay_rules(self, view: View, company: str) -> LayRules:
        """What may be laid where now: colours by phase, and what a lay needs of the company's track."""
        states = view.data.tile_states
        return LayRules(
            view.phase.tiles, self.lay_needs, self.upgrade_needs, old_track=self.old_track, states=states
        )
