"""All runs over track and water, by brute force: every run is walked.

Written from the words of the rules (for 18OE sections 11.3 and 12); it shares no code with the search or the
check of the engine, only the board's faces and the data that a title states: manners, terms and extras.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from engine.board.waters import WATER
from engine.core.view import View
from engine.routes.manners import Extras, Manner
from engine.routes.policy import policy_of

Piece = tuple[str, int, int]
Place = tuple[str, int]
OPEN_WATER = "sea"


class Trail(NamedTuple):
    """A walk over track and water: its pieces, stops in order, track that is its own, water, land sides."""

    path: tuple[Piece, ...] = ()
    stops: tuple[Place, ...] = ()
    own: frozenset[object] = frozenset()
    shared: frozenset[object] = frozenset()
    water: tuple[str, ...] = ()
    ferries: frozenset[str] = frozenset()
    land: int = 0
    sides: int = 0
    dry: bool = True
    here: tuple[str, ...] = ()


@dataclass
class Trails:
    """All runs of a company whose policy is a `tests.seas.Reading`."""

    view: View
    company: str
    _runs: dict[object, list[Trail]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.board = self.view.board()
        self.policy = policy_of(self.view)
        self.terms = self.policy.terms(self.view, self.company)
        self.extras: Extras = self.policy.extras(self.view, self.company)
        self.waters = self.terms.waters
        self.bonus = self.policy.bonuses(self.view, self.company)
        self.free = self.policy.free(self.view, self.company)
        self.number = {ferry.name: ferry.number for ferry in self.waters.ferries}
        self.markers: dict[Place, list[str]] = {}
        for token in self.view.state.tokens.values():
            if token.place is not None:
                self.markers.setdefault(token.place, []).append(token.company)

    def kind(self, place: Place) -> str:
        return self.board.face(place[0]).stops[place[1]].kind

    # --- every run of a train

    def runs(self, manner: Manner) -> list[Trail]:
        """All runs that obey the rules on track and stops, and may be short enough with every help."""
        if manner not in self._runs:
            self._runs[manner] = list(self._walked(manner))
        return self._runs[manner]

    def are_few(self, manner: Manner, most: int) -> bool:
        """Whether a train that runs like this has no more runs."""
        return len(list(islice(self._walked(manner), most + 1))) <= most

    def _walked(self, manner: Manner) -> Iterator[Trail]:
        most = manner
        for marker in self.extras.markers:
            most = marker.change(most)
        for coord in self.board.hexmap.hexes:
            for i, stop in enumerate(self.board.face(coord).stops):
                if stop.kind in manner.counts and coord not in manner.closed:
                    yield from self._at(coord, i, None, Trail(), manner, most.reach)

    def _at(self, coord: str, i: int, came: int | None, trail: Trail, manner: Manner, reach: int):
        """The train is at a stop or junction, where it came over this end (None: it begins there)."""
        place, kind = (coord, i), self.kind((coord, i))
        passable = True
        if kind in manner.counts:
            known = place in trail.stops
            if known and kind not in self.terms.again:
                return
            if not known and any(self._is_one(place, other) for other in trail.stops):
                return
            if not known:
                trail = trail._replace(stops=(*trail.stops, place))
            if self._gross(trail, manner) > reach + sum(r.amount for r in self.extras.reliefs):
                return
            if came is not None and self._is_run(trail, manner):
                yield trail
            passable = came is None or not self._stops_here(place)
        for end, after, section in self._ways_out(coord, 6 + i):
            if came is not None and kind in manner.counts:
                met = {(coord, came), (coord, end)}
                if met & self.terms.bars or not (passable or met & self.terms.gates):
                    continue
            yield from self._go(after, section, (coord, 6 + i, end), trail, manner, reach)

    def _is_one(self, a: Place, b: Place) -> bool:
        """Whether two stops are one: an area over several hexes, a hex on which one station is visited."""
        groups = [self.board.face(c).stops[n].group for c, n in (a, b)]
        if groups[0] is not None or groups[1] is not None:
            return groups[0] == groups[1]
        return a[0] == b[0] and a[0] in self.policy.single

    def _stops_here(self, place: Place) -> bool:
        stop, here = self.board.face(place[0]).stops[place[1]], self.markers.get(place, [])
        if stop.kind == "offboard" and not self.policy.pass_offboard:
            return True
        full = stop.kind == "city" and bool(here) and len(here) >= stop.slots
        return full and self.company not in here and place not in self.terms.unblocked

    def _is_run(self, trail: Trail, manner: Manner) -> bool:
        own = any(self.company in self.markers.get(place, ()) for place in trail.stops)
        visits = all(any(place in trail.stops for place in group) for group in manner.must)
        return len(trail.stops) >= self.policy.fewest and visits and (own or not self.policy.own_station)

    def _gross(self, trail: Trail, manner: Manner) -> int:
        units = len(trail.water) + sum(self.number[name] for name in trail.ferries)
        if manner.hexes:
            return trail.sides + units
        return units + sum(self._is_large(p, manner) and p not in self.free for p in trail.stops)

    def _is_large(self, place: Place, manner: Manner) -> bool:
        return self.kind(place) not in manner.small

    def _ways_out(self, coord: str, end: int) -> Iterator[tuple[int, object, object]]:
        """Over each piece of track that begins at this end: its other end, what comes then, what it uses."""
        for a, b in self.board.face(coord).track:
            if end not in (a, b):
                continue
            other = b if end == a else a
            if other >= 6:
                inside = frozenset({(coord, end), (coord, other)}) if end >= 6 else None
                yield other, ("stop", coord, other - 6, end), inside
                continue
            yield from self._over_side(coord, other)
        if end >= 6 and self.board.face(coord).stops[end - 6].kind != "junction":
            for ferry in self.waters.ferries:
                if ferry.landing and ferry.landing[1] == coord:
                    yield WATER, ("put off", ferry.landing[0], ferry.name), ("landing", coord, end)
            for port in self.waters.ports:
                if port.coord == coord and port.edge is None and self._may_use(port):
                    yield WATER, (OPEN_WATER, port.zone), ("port", coord, end)

    def _over_side(self, coord: str, other: int) -> Iterator[tuple[int, object, object]]:
        """What comes beyond a side: the next hex, the sea, a stop to which a ferry is joined."""
        beyond = self.board.hexmap.hexes[coord].neighbours[other]
        if beyond is not None and other not in self.board.hexmap.hexes[coord].impassable:
            far = (other + 3) % 6
            if any(far in piece for piece in self.board.face(beyond).track):
                yield other, ("hex", beyond, far), frozenset({(coord, other), (beyond, far)})
        for port in self.waters.ports:
            if (port.coord, port.edge) == (coord, other) and self._may_use(port):
                yield other, (OPEN_WATER, port.zone), ("port", coord, other)
        for ferry in self.waters.ferries:
            if ferry.landing and ferry.landing[0] == (coord, other):
                yield other, ("landed", ferry.landing[1], ferry.name), None

    def _may_use(self, port) -> bool:
        stations = [
            self.markers.get((port.coord, i), ()) for i in range(len(self.board.face(port.coord).stops))
        ]
        here = any(self.company in station for station in stations)
        return not port.private or here or port.coord in self.terms.harbours

    def _go(self, after, section, piece: Piece, trail: Trail, manner: Manner, reach: int):
        """The train runs over a piece of track to what comes then."""
        trail = trail._replace(path=(*trail.path, piece))
        if after[0] == "stop":
            _, coord, i, came = after
            if section is not None:
                if section in trail.own:
                    return
                trail = trail._replace(own=trail.own | {section})
            yield from self._at(coord, i, came, trail, manner, reach)
        elif after[0] == "put off":
            if section in trail.shared or after[1][0] in manner.closed:
                return
            here = trail._replace(shared=trail.shared | {section}, ferries=trail.ferries | {after[2]})
            (beyond, edge) = after[1]
            yield from self._come_in(beyond, edge, here, manner, reach)
        elif after[0] == "landed":
            yield from self._land(after[1], after[2], trail, manner, reach)
        elif after[0] == OPEN_WATER:
            if section in trail.shared or (trail.water and trail.dry is False):
                return
            trail = trail._replace(shared=trail.shared | {section}, here=(), dry=False)
            yield from self._sail(after[1], trail, manner, reach)
        else:
            yield from self._cross(after, section, trail, manner, reach)

    def _land(self, coord: str, ferry: str, trail: Trail, manner: Manner, reach: int):
        """The train comes from a ferry to a stop inland to which it is joined."""
        for i, stop in enumerate(self.board.face(coord).stops):
            section = ("landing", coord, 6 + i)
            if stop.kind != "junction" and section not in trail.shared and coord not in manner.closed:
                path = (*trail.path, (coord, WATER, 6 + i))
                landed = trail._replace(path=path, shared=trail.shared | {section})
                landed = landed._replace(ferries=landed.ferries | {ferry})
                yield from self._at(coord, i, WATER, landed, manner, reach)

    def _cross(self, after, section, trail: Trail, manner: Manner, reach: int):
        """The train crosses a hex side, by track on land or by a ferry."""
        _, beyond, far = after
        if beyond in manner.closed:
            return
        ferry = next((f.name for f in self.waters.ferries if (beyond, far) in f.sides), None)
        if section in trail.own | trail.shared:
            return
        if ferry is None:
            trail = trail._replace(own=trail.own | {section}, land=trail.land + 1, dry=True)
        else:
            trail = trail._replace(shared=trail.shared | {section}, ferries=trail.ferries | {ferry})
        trail = trail._replace(sides=trail.sides + 1)
        yield from self._come_in(beyond, far, trail, manner, reach)

    def _come_in(self, coord: str, edge: int, trail: Trail, manner: Manner, reach: int):
        for end, after, section in self._ways_out(coord, edge):
            yield from self._go(after, section, (coord, edge, end), trail, manner, reach)

    def _sail(self, zone: str, trail: Trail, manner: Manner, reach: int):
        """The train is in a sea zone: it goes on to one that adjoins, or ashore."""
        trail = trail._replace(water=(*trail.water, zone), here=(*trail.here, zone))
        trail = trail._replace(path=(*trail.path, (zone, WATER, WATER)))
        if self._gross(trail, manner) > reach + sum(r.amount for r in self.extras.reliefs):
            return
        for other in self.waters.zones[zone]:
            if other not in trail.here:
                yield from self._sail(other, trail, manner, reach)
        for port in self.waters.ports:
            if port.zone != zone or not self._may_use(port) or port.coord in manner.closed:
                continue
            if port.edge is not None:
                key = ("port", port.coord, port.edge)
                if key not in trail.shared:
                    landed = trail._replace(shared=trail.shared | {key})
                    yield from self._come_in(port.coord, port.edge, landed, manner, reach)
                continue
            for i, stop in enumerate(self.board.face(port.coord).stops):
                key = ("port", port.coord, 6 + i)
                if stop.kind != "junction" and key not in trail.shared:
                    path = (*trail.path, (port.coord, WATER, 6 + i))
                    landed = trail._replace(shared=trail.shared | {key}, path=path)
                    yield from self._at(port.coord, i, WATER, landed, manner, reach)
