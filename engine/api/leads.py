"""Where the track of a tile lay leads: the stops that lie ahead of it; how far a hex is from a company."""

from __future__ import annotations

from engine.board.board import Board
from engine.board.coords import distance, opposite
from engine.board.faces import JUNCTION
from engine.board.network import reach
from engine.core.view import View
from engine.rules.track import hex_name

__all__ = ["hexes_from_tokens", "neighbours_joined", "stops_ahead"]

FAR = 3
"""Hexes beyond the tile in which a stop is sought."""
TURNS = (0, 1, 5, 2, 4)
"""The sides by which track leaves a hex, from the one straight ahead to sharp curves."""


def hexes_from_tokens(view: View, company: str, coord: str) -> int:
    """How many hexes lie between a hex and the nearest token of a company, as the crow flies.

    The hex itself counts, a token's hex is 0 away; 0 also without tokens.
    """
    layout = view.board().hexmap.layout
    return min((distance(layout, coord, station) for station, _ in view.stations(company)), default=0)


def stops_ahead(view: View, company: str, coord: str, tile: str, rotation: int) -> dict[str, str]:
    """The nearest stops towards which a company's tile brings track: the hex of each, with its name.

    There is one for each new side. A side by which the company's track already comes to the hex has none, nor
    has one beyond which there is no stop within FAR hexes.
    """
    board = view.board()
    ways_in = {side for hex_, side in reach(board, company, view.stations(company)).inbound if hex_ == coord}
    new_sides = set(board.catalogue[tile].face(rotation).exits) - set(board.face(coord).exits) - ways_in
    found = (_nearest(board, coord, side) for side in sorted(new_sides))
    return {stop: hex_name(view, stop) for stop in found if stop is not None}


def neighbours_joined(view: View, coord: str, tile: str, rotation: int) -> list[str]:
    """The names of the neighbouring hexes to which the track of a tile on a hex leads."""
    board = view.board()
    sides = sorted(board.catalogue[tile].face(rotation).exits)
    others = (board.hexmap.neighbour(coord, side) for side in sides)
    return [hex_name(view, other) for other in others if other is not None]


def _nearest(board: Board, coord: str, side: int) -> str | None:
    """The nearest hex with a stop over a side of a hex, the straightest way first; None without one."""
    seen, ways = {coord}, [(coord, side)]
    for _ in range(FAR):
        arrivals = [(other, way) for here, way in ways if (other := _beyond(board, here, way)) is not None]
        for other, _way in arrivals:
            if any(stop.kind != JUNCTION for stop in board.face(other).stops):
                return other
        fresh = [(other, way) for other, way in arrivals if other not in seen]
        seen.update(other for other, _way in fresh)
        ways = [(other, (way + turn) % 6) for turn in TURNS for other, way in fresh]
    return None


def _beyond(board: Board, coord: str, side: int) -> str | None:
    """The hex to which track can lead over a side; None where printed track or a barrier prevents it."""
    spot, other = board.hexmap[coord], board.hexmap.neighbour(coord, side)
    if other is None or side in spot.impassable:
        return None
    is_cut = board.hexmap[other].fixed and opposite(side) not in board.face(other).exits
    return None if is_cut else other
