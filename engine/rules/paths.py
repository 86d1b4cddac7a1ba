"""The path of a train: how it is written, where it stops, and whether it is one unbroken line of track.

A path is the track that a train runs over, in running order. Track is told apart by the hex sides it crosses:
two pieces that share a side are the same track there, two pieces that only meet at a stop or at a junction
are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.actions import Json
from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import STOP, segment
from engine.errors import Violation
from engine.state import Place

Piece = tuple[str, int, int]
"""A segment in running order: (hex, the end it comes from, the end it goes to)."""
TrackKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """The run of one train: its id and its track in running order, from stop to stop.

    uncounted: stops on the way that do not pay, where a title lets the player leave some out; None leaves
    the choice to the engine, which takes what earns most.
    """

    train: str
    path: tuple[Piece, ...]
    uncounted: tuple[Place, ...] | None = None

    def to_json(self) -> dict[str, Json]:
        """``{"train": id, "path": [[hex, end, end], ...]}``, and ``"uncounted": [[hex, stop], ...]``."""
        written: dict[str, Json] = {"train": self.train, "path": [list(piece) for piece in self.path]}
        if self.uncounted is not None:
            written["uncounted"] = [list(place) for place in self.uncounted]
        return written


def parse_routes(raw: Json) -> tuple[Route, ...] | Violation:
    """Read a list of routes in JSON form; anything else is refused as ``bad_routes``."""
    try:
        routes = tuple(_route(entry) for entry in raw)
        good = all(isinstance(route.train, str) for route in routes)
    except (KeyError, TypeError, ValueError, AttributeError):
        good = False
    if good:
        return routes
    return Violation("bad_routes", "Give each route as a train and a path of hex, end and end.")


def _route(raw: Json) -> Route:
    left = raw.get("uncounted")
    uncounted = None if left is None else tuple(_place(place) for place in left)
    return Route(raw["train"], tuple(_piece(piece) for piece in raw["path"]), uncounted)


def _piece(raw: Json) -> Piece:
    coord, a, b = raw
    if not isinstance(coord, str) or type(a) is not int or type(b) is not int:
        raise TypeError(raw)
    return coord, a, b


def _place(raw: Json) -> Place:
    coord, index = raw
    if not isinstance(coord, str) or type(index) is not int:
        raise TypeError(raw)
    return coord, index


def places(path: Sequence[Piece]) -> Iterator[Place]:
    """The inner ends of a path: stops and junctions, each time that it comes to one."""
    for i, (coord, a, b) in enumerate(path):
        if i == 0 and a >= STOP:
            yield coord, a - STOP
        if b >= STOP:
            yield coord, b - STOP


def ends(path: Sequence[Piece]) -> list[tuple[str, int]]:
    """The two ends of a path as (hex, end); none of an empty one."""
    return [(coord, end) for coord, end, _ in path[:1]] + [(coord, end) for coord, _, end in path[-1:]]


def check_track(board: Board, path: Sequence[Piece]) -> Violation | None:
    """Why this is no unbroken line of track that a train runs over without turning back; None when it is."""
    used: set[TrackKey] = set()
    for i, (coord, a, b) in enumerate(path):
        if coord not in board.hexmap or segment(a, b) not in board.face(coord).track:
            text = f"A route runs on track that lies on the board; on {coord} there is none like that."
            return Violation("off_the_tile", text, {"hex": coord})
        if i and not _joined(board, path[i - 1], path[i]):
            text = f"A route is one unbroken line of track; it must go on where it comes to {coord}."
            return Violation("path_broken", text, {"hex": coord})
        keys = set(track_keys(board, coord, a, b))
        if i and a < STOP:
            keys.remove(_side(board, coord, a))
        if keys & used:
            text = f"A train uses each piece of track once and never turns back; see {coord}."
            return Violation("track_twice", text, {"hex": coord})
        used |= keys
    return None


def _joined(board: Board, before: Piece, after: Piece) -> bool:
    (coord, _, end), (next_coord, start, _) = before, after
    if end >= STOP:
        return (coord, end) == (next_coord, start)
    return start == opposite(end) and board.across(coord, end) == next_coord


def track_keys(board: Board, coord: str, a: int, b: int) -> Iterator[TrackKey]:
    """What makes a segment the same track as another: its hex sides, or itself between two stops."""
    if a >= STOP and b >= STOP:
        yield coord, *segment(a, b)
    for end in (a, b):
        if end < STOP:
            yield _side(board, coord, end)


def _side(board: Board, coord: str, edge: int) -> TrackKey:
    """A hex side by the one name that both its hexes agree on."""
    other = board.hexmap.neighbour(coord, edge)
    return (coord, edge) if other is None else min((coord, edge), (other, opposite(edge)))
