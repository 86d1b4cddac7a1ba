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
from engine.board.tiles import TILES_FILE, Catalogue, load_catalogue, standard_catalogue
from engine.core.errors import BadData
from engine.core.state import State
from engine.core.view import View


@cache
def printed_map(folder: Path) -> HexMap:
    """The map in ``data/map.toml`` of a title's folder, read once; raises BadData for a fault in it."""
    try:
        return load_map(folder / "data" / "map.toml")
    except (OSError, ValueError) as fault:
        raise BadData(str(fault)) from fault


@cache
def tiles_of(folder: Path) -> Catalogue:
    """The shared tiles and those in ``data/tiles.toml`` of a title's folder, where it has such a file.

    It is written as the shared file; raises BadData for a fault in it and for a tile that both have.
    """
    own = folder / "data" / "tiles.toml"
    if not own.exists():
        return standard_catalogue()
    try:
        return load_catalogue(TILES_FILE, own)
    except ValueError as fault:
        raise BadData(f"{own.name}: {fault}") from fault


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


def assemble(
    hexmap: HexMap, tiles: Catalogue, state: State, *, keep_homes: bool = True, lend_circles: bool = False
) -> Board:
    """The board of a position: the map with the tiles of a catalogue on it.

    ``keep_homes``: a circle is kept for each company that has yet to place its home token.
    ``lend_circles``: a token beyond the circles of its place stands in one lent to it.
    """
    placed = stations(state)
    board = Board(hexmap, tiles, state.tiles, placed)
    if keep_homes:
        board = replace(board, reserved=kept_homes(board, state))
    if not lend_circles:
        return board
    beyond = {place: len(here) - board.slots(*place) for place, here in placed.items() if len(here) > 1}
    return replace(board, extra_slots={place: count for place, count in beyond.items() if count > 0})


class BoardPolicy:
    """How a title reads its map; it overrides what differs.

    ``keep_homes``: a circle is kept for each company that has yet to place its home token. ``lend_circles``:
    a token beyond the circles of its place stands in one lent to it. ``lay_needs``, ``upgrade_needs`` and
    ``old_track`` are those of `engine.board.lays.LayRules`; by default a lay needs new track or a city on a
    route.
    """

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

    @property
    def tiles(self) -> Catalogue:
        """All tiles that it knows, whether or not the box has them."""
        return tiles_of(self.folder)

    def board(self, state: State) -> Board:
        """The board of a position."""
        kept, lent = self.keep_homes, self.lend_circles
        return assemble(self.hexmap, self.tiles, state, keep_homes=kept, lend_circles=lent)

    def stock_of(self, tile: str) -> str:
        """The physical tile whose copies a tile id uses up."""
        return self.tiles[tile].base

    def lay_rules(self, view: View, company: str) -> LayRules:
        """What may be laid where now: colours by phase, and what a lay needs of the company's track."""
        states = view.data.tile_states
        return LayRules(
            view.phase.tiles, self.lay_needs, self.upgrade_needs, old_track=self.old_track, states=states
        )
