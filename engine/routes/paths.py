"""The path of a train: how it is written, where it stops, and whether it is one unbroken line of track.

A path is the track that a train runs over, in running order. Track is told apart by the hex sides it crosses:
two pieces that share a side are the same track there, two pieces that only meet at a stop or at a junction
are not. A hex side with a port arrow is other track to a train that goes to sea there than to one that rides
a ferry over it. On a sea crossing the pieces are the sea zones (see `engine.board.waters`); the piece from a
stop to an offshore port, or to a ferry that lands so, is ``(coord, STOP + i, WATER)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import JUNCTION, STOP, segment
from engine.board.waters import WATER, Port, Waters, may_embark
from engine.core.actions import Json
from engine.core.errors import Violation
from engine.core.state import Place
from engine.message import say
from engine.routes.terms import PLAIN, Terms

LAST_ROUTES = "last_routes"
"""Note of a company: the routes that it ran last."""
Piece = tuple[str, int, int]
"""A segment in running order: (hex, the end it comes from, the end it goes to); or a sea zone."""
TrackKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """The run of one train: its id and its track in running order, from stop to stop.

    uncounted: stops on the way that do not pay, where a title lets the player leave some out; None leaves
    the choice to the engine, which takes what earns most. joined: further trains that run as one with it.
    """

    train: str
    path: tuple[Piece, ...]
    uncounted: tuple[Place, ...] | None = None
    joined: tuple[str, ...] = ()

    @property
    def trains(self) -> tuple[str, ...]:
        """All trains that run on it."""
        return (self.train, *self.joined)

    def to_json(self) -> dict[str, Json]:
        """``{"train": id, "path": [[hex, end, end], ...]}``, with ``"uncounted"`` and ``"joined"`` if any."""
        written: dict[str, Json] = {"train": self.train, "path": [list(piece) for piece in self.path]}
        if self.uncounted is not None:
            written["uncounted"] = [list(place) for place in self.uncounted]
        if self.joined:
            written["joined"] = list(self.joined)
        return written


def parse_routes(raw: Json) -> tuple[Route, ...] | Violation:
    """Read a list of routes in JSON form; anything else is refused as ``bad_routes``."""
    try:
        routes = tuple(_route(entry) for entry in raw)
        good = all(isinstance(train, str) for route in routes for train in route.trains)
    except (KeyError, TypeError, ValueError, AttributeError):
        good = False
    if good:
        return routes
    return Violation("bad_routes", say("Give each route as a train and a path of hex, end and end."))


def _route(raw: Json) -> Route:
    left = raw.get("uncounted")
    uncounted = None if left is None else tuple(_place(place) for place in left)
    path = tuple(_piece(piece) for piece in raw["path"])
    return Route(raw["train"], path, uncounted, tuple(raw.get("joined", ())))


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


def is_zone(piece: Piece) -> bool:
    """Whether a piece is a sea zone."""
    return piece[1] == piece[2] == WATER


# --- one unbroken line -----------------------------------------------------------------------------------


def check_track(
    board: Board, path: Sequence[Piece], terms: Terms = PLAIN, company: str = ""
) -> Violation | None:
    """Why this is no unbroken line of track that a train runs over without turning back; None when it is.

    ``terms`` and ``company`` say which ports it may use.
    """
    used: set[TrackKey] = set()
    for i, piece in enumerate(path):
        coord = piece[0]
        if not _exists(board, piece, terms.waters):
            text = say(
                "A route runs on track that lies on the board; on {coord} there is none like that.",
                coord=coord,
            )
            return Violation("off_the_tile", text, {"hex": coord})
        if i and not _joined(board, path[i - 1], piece, terms, company):
            return _broken(board, path[i - 1], piece, terms.waters)
        keys = {key for key, _ in sections(board, path, i, terms.waters)}
        if keys & used:
            text = say(
                "A train uses each piece of track once and never turns back; see {coord}.", coord=coord
            )
            return Violation("track_twice", text, {"hex": coord})
        used |= keys
    return _check_crossings(path, terms.waters)


def _broken(board: Board, before: Piece, after: Piece, waters: Waters) -> Violation:
    """Why a train does not go on from a piece to the next: a port between them is private, or nothing is."""
    for (ashore, end), zone in (((before[0], before[2]), after), ((after[0], after[1]), before)):
        if is_zone(zone) and any(port.private for port in _ports(ashore, end, zone[0], waters)):
            name = board.hexmap.name_of(ashore) or ashore
            text = say(
                "{name} has a private port: only trains of a company with a station marker there use it.",
                name=name,
            )
            return Violation("private_port", text, {"hex": ashore})
    coord = after[0]
    text = say("A route is one unbroken line of track; it must go on where it comes to {coord}.", coord=coord)
    return Violation("path_broken", text, {"hex": coord})


def _exists(board: Board, piece: Piece, waters: Waters) -> bool:
    coord, a, b = piece
    if is_zone(piece):
        return coord in waters.zones
    if coord not in board.hexmap:
        return False
    if WATER in (a, b):
        stops = board.face(coord).stops
        landing = max(a, b) - STOP
        offshore = 0 <= landing < len(stops) and stops[landing].kind != JUNCTION
        return offshore and (bool(waters.ports_at(coord, None)) or coord in waters.landings)
    return segment(a, b) in board.face(coord).track


def _joined(board: Board, before: Piece, after: Piece, terms: Terms, company: str) -> bool:
    (coord, _, end), (next_coord, start, _) = before, after
    if is_zone(before):
        if is_zone(after):
            return next_coord in terms.waters.zones[coord]
        return _port(board, next_coord, start, coord, terms, company)
    if is_zone(after):
        return _port(board, coord, end, next_coord, terms, company)
    if WATER in (end, start):
        lands = terms.waters.landings
        at, inland = ((next_coord, start), coord) if end == WATER else ((coord, end), next_coord)
        return end != start and lands.get(inland) == at
    if end >= STOP:
        return (coord, end) == (next_coord, start)
    return start == opposite(end) and board.across(coord, end) == next_coord


def _port(board: Board, coord: str, end: int, zone: str, terms: Terms, company: str) -> bool:
    """Whether a port of the hex joins this end of a piece to the sea zone, for the company."""
    ports = _ports(coord, end, zone, terms.waters)
    return any(may_embark(board, port, company, terms.harbours) for port in ports)


def _ports(coord: str, end: int, zone: str, waters: Waters) -> list[Port]:
    """The ports of a hex, at this end of a piece, that open on the sea zone."""
    if end >= STOP:
        return []
    return [port for port in waters.ports_at(coord, None if end == WATER else end) if port.zone == zone]


def _check_crossings(path: Sequence[Piece], waters: Waters) -> Violation | None:
    """Why the sea crossings of a path are not legal, or None."""
    since: int | None = None
    crossed = set[str]()
    for i, piece in enumerate(path):
        if not is_zone(piece):
            if since is not None:
                since += _land_sides(path, i, waters)
            continue
        begins = not is_zone(path[i - 1])
        if begins and since == 0:
            text = say(
                "Between two sea crossings a train crosses a hex side on land, by track and not by ferry."
            )
            return Violation("no_land_between", text, {"hex": path[i - 1][0]})
        crossed = {piece[0]} if begins else crossed
        if not begins and piece[0] in crossed:
            return Violation(
                "zone_twice",
                say("A sea crossing runs through {piece} once.", piece=piece[0]),
                {"zone": piece[0]},
            )
        crossed.add(piece[0])
        since = 0
    return None


# --- what a path uses --------------------------------------------------------------------------------------


def sections(board: Board, path: Sequence[Piece], i: int, waters: Waters) -> Iterator[tuple[TrackKey, bool]]:
    """The track that a piece of a path adds: hex sides, ports, or itself between two stops.

    True with those that any number of trains of a company may use: ports and ferries.
    """
    coord, a, b = path[i]
    if is_zone(path[i]):
        return
    if a >= STOP and b >= STOP:
        yield (coord, *segment(a, b)), False
    ashore = i > 0 and is_zone(path[i - 1])
    if _is_landing(path, i):
        yield ("landing", coord, max(a, b)), True
        return
    if a == WATER or (ashore and a < STOP):
        yield ("port", coord, a, b if a == WATER else a), True
    elif a < STOP and i == 0:
        yield _side(board, coord, a), (coord, a) in waters.by_side
    if b == WATER or (b < STOP and _embarks(path, i)):
        yield ("port", coord, b, a if b == WATER else b), True
    elif b < STOP:
        yield _side(board, coord, b), (coord, b) in waters.by_side


def _is_landing(path: Sequence[Piece], i: int) -> bool:
    """Whether a piece joins a stop to a ferry that lands there, not to a sea zone."""
    _, a, b = path[i]
    if is_zone(path[i]) or WATER not in (a, b):
        return False
    return not (i > 0 and is_zone(path[i - 1]) if a == WATER else _embarks(path, i))


def _embarks(path: Sequence[Piece], i: int) -> bool:
    return i + 1 < len(path) and is_zone(path[i + 1])


def _side(board: Board, coord: str, edge: int) -> TrackKey:
    """A hex side by the one name that both its hexes agree on."""
    other = board.hexmap.neighbour(coord, edge)
    return (coord, edge) if other is None else min((coord, edge), (other, opposite(edge)))


def exclusive(board: Board, path: Sequence[Piece], waters: Waters) -> set[TrackKey]:
    """The track of a path that no other train of the company may use, unless they share."""
    return {key for i in range(len(path)) for key, common in sections(board, path, i, waters) if not common}


def _sides_at(path: Sequence[Piece], i: int) -> Iterator[tuple[str, int]]:
    """The hex side over which a piece leaves its hex for another hex."""
    coord, _, b = path[i]
    if 0 <= b < STOP and not _embarks(path, i) and not (i + 1 < len(path) and path[i + 1][1] == WATER):
        yield coord, b


def _land_sides(path: Sequence[Piece], i: int, waters: Waters) -> int:
    return sum(side not in waters.by_side for side in _sides_at(path, i))


def borders(path: Sequence[Piece]) -> int:
    """How many hex sides a path crosses; a port arrow is none."""
    return sum(1 for i in range(len(path)) for _ in _sides_at(path, i))


def land_sides(path: Sequence[Piece], waters: Waters) -> int:
    """How many hex sides a path crosses on land."""
    return sum(_land_sides(path, i, waters) for i in range(len(path)))


def waters_on(path: Sequence[Piece], waters: Waters) -> list[tuple[str, int]]:
    """The water on the way and what it counts: each sea zone each time, each ferry once."""
    zones = [(piece[0], 1) for piece in path if is_zone(piece)]
    sides = [side for i in range(len(path)) for side in _sides_at(path, i)]
    sides += [waters.landings[path[i][0]] for i in range(len(path)) if _is_landing(path, i)]
    ridden = dict.fromkeys(waters.by_side[side] for side in sides if side in waters.by_side)
    return zones + [(ferry.name, ferry.number) for ferry in ridden]
