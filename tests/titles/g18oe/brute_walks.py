"""Routes of 18OE by brute force, from the words of 11.3, 12, 14 and 15: every run is walked, every set tried.

Nothing is shared with the engine's reading but the printed map (faces, ports, ferry lines), the sea zones as
data, and the position. A ferry is told by its track on the sea hexes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import engine
from engine.core.view import View
from engine.titles.g18oe.data.figures import Figures

Place = tuple[str, int]
Piece = tuple[str, int, int]
SEA = -1
LILLE = "N31"


class Sort(NamedTuple):
    """How a train runs: its city limit, the towns beyond it, whether cities double (11.3.2, 11.3.3)."""

    limit: int
    towns: int
    doubles: bool

    @property
    def level(self) -> int:
        return self.limit + (3 if self.doubles else 0)


def sort_of(name: str) -> Sort:
    """By the name of its card: ``3+3``, ``3``, ``4D``."""
    cities, _, towns = name.partition("+")
    return Sort(int(cities.rstrip("D")), int(towns or 0), name.endswith("D"))


class Walk(NamedTuple):
    """A run so far: pieces, stops, track of its own and of all, zones, land sides since a crossing."""

    path: tuple[Piece, ...] = ()
    stops: tuple[Place, ...] = ()
    own: frozenset[object] = frozenset()
    common: frozenset[object] = frozenset()
    zones: tuple[str, ...] = ()
    land: int = 0
    since: int | None = None
    here: tuple[str, ...] = ()


@cache
def sea_adjacent() -> dict[str, tuple[str, ...]]:
    """The zones that adjoin each, as data."""
    path = Path(engine.__file__).parent / "titles" / "g18oe" / "data" / "europe.toml"
    return {
        name: tuple(zone["adjacent"]) for name, zone in tomllib.loads(path.read_text())["sea_zones"].items()
    }


@cache
def authority_of() -> dict[str, str]:
    """The water area of each zone, as data."""
    path = Path(engine.__file__).parent / "titles" / "g18oe" / "data" / "europe.toml"
    return {name: zone["authority"] for name, zone in tomllib.loads(path.read_text())["sea_zones"].items()}


class TooMany(Exception):
    """There are too many runs for brute force."""


@dataclass
class Walks:
    """All runs of a railroad in a position."""

    view: View
    company: str
    most: int = 10**9
    landing: tuple[tuple[str, int], str] = (("", 0), "")
    _walks: dict[int, list[Walk]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        state, self.board = self.view.state, self.view.board()
        self.hexes = self.board.hexmap.hexes
        self.tokens: dict[Place, list[str]] = {}
        for token in state.tokens.values():
            if token.place is not None:
                self.tokens.setdefault(token.place, []).append(token.company)
        record = state.companies[self.company]
        self.kind, self.powers = record.kind, {self.company, *record.data.get("powers", ())}
        self.authorities = list(record.data.get("port_authorities", ()))
        self.phase = state.phase
        self.late = self.phase in ("7", "8")
        express = self.view.data.figures(Figures).orient_express
        self.east, self.west = express.terminus, set(express.west)
        self.marks = state.markers
        self.player = next(c.owner for c in state.certs.values() if c.company == self.company and c.president)
        free = [self.marks[m][0] for m in ("SHTC", "CCTC") if m in self.powers and m in self.marks]
        self.passes = {(coord, station) for coord in free for station in range(6)}
        self.star = self.marks.get("SHTC") if "SHTC" in self.powers else None
        self.shut = set[str]()
        if state.certs["BBE:0"].owner != self.player:
            self.shut = {p[0] for m, p in self.marks.items() if m.startswith("BBE")}
        self.lumber = self.marks["HMLC"][0] if "HMLC" in self.marks else ""
        self.ours_is_lumber = state.certs["HMLC:0"].owner == self.player
        self.lines, self.line_of = self._ferry_lines()
        self.line_hexes = {sea for track in self.line_of.values() for sea, _ in track}
        ours = sum(self.company in who for who in self.tokens.values()) + (self.star is not None)
        self.help = (2 if self.late else 1) * (ours + ("H" in self.powers)) + 2 * len(self.authorities)
        self.ports = [
            (c, port.get("edge"), zone, port["access"] == "private")
            for c, spot in self.hexes.items()
            for port in self._extra(c, "ports")
            for zone in port["zones"]
        ]

    def _extra(self, coord: str, key: str) -> Any:
        return self.hexes[coord].extras.get(key, ())

    def _ferry_lines(
        self,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Distance and ends of each line; the track that it has on each sea hex."""
        lines, track = {}, {}
        for coord in self.hexes:
            for line in self._extra(coord, "ferries"):
                name = f"{coord}/{line['to']}"
                way = [coord, *line["over"], line["to"]]
                lines[name] = (line["distance"], (coord, line["to"]))
                if way[-1] not in self.hexes[way[-2]].neighbours:
                    # It ends at sea, on the side of the hex before last, and goes on as a port would.
                    last = self.hexes[way[-3]].neighbours.index(way[-2])
                    self.landing = ((way[-3], last), way[-1])
                    del way[-1]
                sides = [self.hexes[a].neighbours.index(b) for a, b in pairwise(way)]
                track[name] = {
                    (sea, frozenset({(came + 3) % 6, goes}))
                    for sea, came, goes in zip(line["over"], sides, sides[1:], strict=False)
                }
        return lines, track

    # --- the map

    def stop(self, place: Place) -> Any:
        return self.board.face(place[0]).stops[place[1]]

    def kind_of(self, place: Place) -> str:
        """The Hochberg token is a town for some, and for the others there is none (14.8)."""
        if place[0] == self.lumber:
            return "town" if self.ours_is_lumber else "junction"
        return str(self.stop(place).kind)

    def stops_at(self, coord: str) -> int:
        """How many stops and junctions a hex has."""
        ends = [end for piece in self.track(coord) for end in piece]
        return max([len(self.board.face(coord).stops), *(end - 5 for end in ends)])

    def track(self, coord: str) -> tuple[tuple[int, int], ...]:
        """The track on a hex; where the Hochberg token lies it meets there."""
        laid = self.board.face(coord).track
        if coord == self.lumber and self.ours_is_lumber and len(laid) == 1 and max(laid[0]) < 6:
            return tuple((end, 6) for end in laid[0])
        return tuple(laid)

    def is_sea(self, coord: str) -> bool:
        return "sea_zone" in self.hexes[coord].extras

    def is_ours(self, place: Place) -> bool:
        return self.company in self.tokens.get(place, ())

    def may_use(self, port: tuple[str, int | None, str, bool]) -> bool:
        coord, _, _, private = port
        ours = any(self.company in who for place, who in self.tokens.items() if place[0] == coord)
        return not private or ours or (self.star is not None and self.star[0] == coord)

    # --- walks

    def walks(self, limit: int) -> list[Walk]:
        """All runs that keep to the track and may be short enough with every help."""
        if limit not in self._walks:
            self._walks[limit] = []
            for coord in self.hexes:
                if coord in self.shut:
                    continue
                for i in range(self.stops_at(coord)):
                    if self.kind_of((coord, i)) != "junction":
                        for walk in self._at((coord, i), None, Walk(), limit):
                            self._walks[limit].append(walk)
                            if len(self._walks[limit]) > self.most:
                                raise TooMany
        return self._walks[limit]

    def _at(self, place: Place, came: int | None, walk: Walk, limit: int) -> Iterator[Walk]:
        kind = self.kind_of(place)
        if kind != "junction":
            if place in walk.stops and kind != "town":
                return
            if kind != "town" and any(p[0] == place[0] and self.kind_of(p) != "town" for p in walk.stops):
                return
            if place not in walk.stops:
                walk = walk._replace(stops=(*walk.stops, place))
            if self._least(walk) > limit:
                return
            if came is not None and len(walk.stops) > 1 and any(map(self.is_ours, walk.stops)):
                yield walk
        for end, after, key, common in self._ways((place[0]), 6 + place[1]):
            if came is not None and kind != "junction" and not self._may_pass(place, came, end):
                continue
            yield from self._go((place[0], 6 + place[1], end), after, key, common, walk, limit)

    def _least(self, walk: Walk) -> int:
        """What counts at least, with every reduction."""
        cities = sum(self.kind_of(p) != "town" and p not in self.passes for p in walk.stops)
        wet = any(coord in self.line_hexes for coord, _, _ in walk.path)
        ridden = self.rides(walk.path, open_end=True) if wet else ()
        units = len(walk.zones) + sum(self.lines[name][0] for name in ridden)
        return cities + max(0, units - self.help)

    def _may_pass(self, place: Place, came: int, goes: int) -> bool:
        here, kind = self.tokens.get(place, []), self.kind_of(place)
        if kind == "offboard":
            return False
        if kind == "town":
            return True
        full = bool(here) and len(here) >= self.board.slots(*place) and self.company not in here
        free = place in self.passes
        if place[0] == LILLE:
            held = self.view.state.notes.get("white_cliffs", "")
            in_lille = any(self.company in w for p, w in self.tokens.items() if p[0] == LILLE)
            if held and held != "open":
                if not (in_lille or free) and 1 in (came, goes):
                    return False
            elif held == "open" or int(self.phase) >= 5 or 1 in (came, goes):
                return True
        return free or not full

    def _ways(self, coord: str, end: int) -> Iterator[tuple[int, Any, object, bool]]:
        """Each piece of track at an end: its other end, what comes then, what it uses, if all may use it."""
        for segment in self.track(coord):
            if end not in segment:
                continue
            other = segment[1] if segment[0] == end else segment[0]
            if other >= 6:
                inside = frozenset({(coord, end), (coord, other)}) if end >= 6 else None
                yield other, ("stop", (coord, other - 6), end), inside, False
                continue
            beyond = self.hexes[coord].neighbours[other]
            if beyond is not None and other not in self.hexes[coord].impassable and beyond not in self.shut:
                far = (other + 3) % 6
                ferry = self.is_sea(coord) or self.is_sea(beyond)
                if any(far in piece for piece in self.track(beyond)):
                    yield (
                        other,
                        ("hex", beyond, far, ferry),
                        frozenset({(coord, other), (beyond, far)}),
                        ferry,
                    )
            for port in self.ports:
                if port[:2] == (coord, other) and self.may_use(port):
                    yield other, ("sea", port[2]), ("port", coord, other), True
            if (coord, other) == self.landing[0] and self.landing[1] not in self.shut:
                yield other, ("land",), None, True
        if end >= 6 and self.kind_of((coord, end - 6)) != "junction":
            for port in self.ports:
                if port[:2] == (coord, None) and self.may_use(port):
                    yield SEA, ("sea", port[2]), ("port", coord, end), True
            if coord == self.landing[1]:
                yield SEA, ("ferry",), ("landing", coord, end), True

    def _go(
        self, piece: Piece, after: Any, key: object, common: bool, walk: Walk, limit: int
    ) -> Iterator[Walk]:
        if key is not None and key in walk.own | walk.common:
            return
        walk = walk._replace(path=(*walk.path, piece))
        if key is not None:
            walk = (
                walk._replace(common=walk.common | {key}) if common else walk._replace(own=walk.own | {key})
            )
        if after[0] == "stop":
            yield from self._at(after[1], after[2], walk, limit)
        elif after[0] == "sea":
            if walk.since != 0:
                yield from self._sail(after[1], walk._replace(here=()), limit)
        elif after[0] == "ferry":
            yield from self._come_in(*self.landing[0], walk, limit)
        elif after[0] == "land":
            inland = self.landing[1]
            for i in range(len(self.board.face(inland).stops)):
                key = ("landing", inland, 6 + i)
                if key not in walk.common:
                    path = (*walk.path, (inland, SEA, 6 + i))
                    landed = walk._replace(common=walk.common | {key}, path=path)
                    yield from self._at((inland, i), SEA, landed, limit)
        else:
            _, beyond, far, ferry = after
            if not ferry:
                since = None if walk.since is None else walk.since + 1
                walk = walk._replace(land=walk.land + 1, since=since)
            yield from self._come_in(beyond, far, walk, limit)

    def _come_in(self, coord: str, edge: int, walk: Walk, limit: int) -> Iterator[Walk]:
        for end, after, key, common in self._ways(coord, edge):
            yield from self._go((coord, edge, end), after, key, common, walk, limit)

    def _sail(self, zone: str, walk: Walk, limit: int) -> Iterator[Walk]:
        walk = walk._replace(
            zones=(*walk.zones, zone), here=(*walk.here, zone), since=0, path=(*walk.path, (zone, SEA, SEA))
        )
        if self._least(walk) > limit:
            return
        for other in sea_adjacent()[zone]:
            if other not in walk.here:
                yield from self._sail(other, walk, limit)
        for port in self.ports:
            coord, edge, opens, _ = port
            if opens != zone or not self.may_use(port) or coord in self.shut:
                continue
            if edge is not None:
                key = ("port", coord, edge)
                if key not in walk.common:
                    yield from self._come_in(coord, edge, walk._replace(common=walk.common | {key}), limit)
                continue
            for i, stop in enumerate(self.board.face(coord).stops):
                key = ("port", coord, 6 + i)
                if stop.kind != "junction" and key not in walk.common:
                    path = (*walk.path, (coord, SEA, 6 + i))
                    landed = walk._replace(common=walk.common | {key}, path=path)
                    yield from self._at((coord, i), SEA, landed, limit)

    def rides(self, path: Sequence[Piece], open_end: bool = False) -> set[str]:
        """The ferry lines that a path rides, told by its track on sea hexes."""
        found, legs = set[str](), list[list[Piece]]()
        for i, (coord, a, b) in enumerate(path):
            if coord in self.hexes and self.is_sea(coord) and SEA not in (a, b):
                if i and legs and path[i - 1] in legs[-1] and a < 6:
                    legs[-1].append((coord, a, b))
                else:
                    legs.append([(coord, a, b)])
        for number, leg in enumerate(legs):
            names = {n for n in self.lines if all(self._on(n, piece) for piece in leg)}
            last = number == len(legs) - 1 and leg[-1] == path[-1]
            if len(names) == 1 or not (open_end and last):
                assert len(names) == 1, (leg, names)
                found |= names
        return found

    def _on(self, name: str, piece: Piece) -> bool:
        coord, a, b = piece
        track = [ends for sea, ends in self.line_of[name] if sea == coord]
        return any(a in ends | {6} and b in ends | {6} for ends in track)
