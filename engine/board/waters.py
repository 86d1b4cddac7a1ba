"""Open water on a map: sea zones, the ports that lead to them, and ferries.

A sea crossing runs from a port over one sea zone, or several that adjoin, to another port; each zone counts
against the reach of a train. A ferry is track over water that a train rides; it has a number that counts.
All of it is open to any number of trains of a company at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.board import Board

Side = tuple[str, int]
WATER = -1
"""The end of a piece of a route that lies on water: ``(zone, WATER, WATER)`` is a sea zone on the way, and
``(coord, STOP + i, WATER)`` leads from a stop over an offshore port to the sea."""


@dataclass(frozen=True, slots=True)
class Port:
    """A port that opens on a sea zone.

    edge: the hex side with the port arrow; None is an offshore port, joined to each city and town of the hex.
    private: only for companies with a station on the hex.
    """

    coord: str
    zone: str
    edge: int | None = None
    private: bool = False


@dataclass(frozen=True, slots=True)
class Ferry:
    """Track over water: the number that it counts, once for a route, and the hex sides that it crosses.

    landing: where its track ends at sea, that side and the hex inland whose cities and towns it is joined
    to, as by an offshore port.
    """

    name: str
    number: int
    sides: frozenset[Side]
    landing: tuple[Side, str] | None = None


@dataclass(frozen=True, eq=False)
class Waters:
    """All water of a map. zones: each sea zone and those that adjoin it. Compared by identity.

    near: sea zones and ferries that count as adjacent to a hex beyond those on which its ports open and that
    touch it. ValueError when two ferries cross one hex side.
    """

    zones: Mapping[str, frozenset[str]] = field(default_factory=dict)
    ports: tuple[Port, ...] = ()
    ferries: tuple[Ferry, ...] = ()
    near: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.by_side) < sum(len(ferry.sides) for ferry in self.ferries):
            raise ValueError("two ferries cross one hex side")

    @cached_property
    def by_side(self) -> Mapping[Side, Ferry]:
        """The ferry that crosses a hex side, which is named from either hex."""
        return {side: ferry for ferry in self.ferries for side in ferry.sides}

    def ports_at(self, coord: str, edge: int | None) -> tuple[Port, ...]:
        """The ports of a hex on one of its sides, or its offshore ports."""
        return self._ports.get((coord, edge), ())

    @cached_property
    def _ports(self) -> Mapping[tuple[str, int | None], tuple[Port, ...]]:
        found: dict[tuple[str, int | None], tuple[Port, ...]] = {}
        for port in self.ports:
            key = port.coord, port.edge
            found[key] = (*found.get(key, ()), port)
        return found

    @cached_property
    def landings(self) -> Mapping[str, Side]:
        """By hex the side at sea from which a ferry is joined to its cities and towns."""
        return {ferry.landing[1]: ferry.landing[0] for ferry in self.ferries if ferry.landing}

    def landed(self, side: Side) -> str | None:
        """The hex to whose cities and towns a ferry is joined on this side at sea."""
        return next((coord for coord, at in self.landings.items() if at == side), None)

    def beside(self, coord: str) -> frozenset[str]:
        """The sea zones adjacent to a hex, and the ferries that touch it, by name."""
        zones = {port.zone for port in self.ports if port.coord == coord}
        ferries = {ferry.name for side, ferry in self.by_side.items() if side[0] == coord}
        ferries |= {ferry.name for ferry in self.ferries if ferry.landing and ferry.landing[1] == coord}
        return frozenset(zones | ferries) | self.near.get(coord, frozenset())

    def ports_in(self, zone: str) -> tuple[Port, ...]:
        """The ports that open on a sea zone."""
        return self._by_zone.get(zone, ())

    @cached_property
    def _by_zone(self) -> Mapping[str, tuple[Port, ...]]:
        return {zone: tuple(port for port in self.ports if port.zone == zone) for zone in self.zones}


NO_WATERS = Waters()


def may_embark(board: Board, port: Port, company: str, harbours: frozenset[str]) -> bool:
    """Whether trains of the company may use a port; ``harbours`` are hexes whose private ports it may use."""
    return not port.private or port.coord in harbours or board.has_station(port.coord, company)
