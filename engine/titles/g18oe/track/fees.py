"""What a railroad pays to build beyond the water (11.1.6, 11.2.1), and how it gets there.

The route that leads there is that of a train without a city limit, so what holds for trains at ports, on
ferries and in Lille holds here (11.3.4-11.3.7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from engine.board.hexmap import HexMap, Place
from engine.board.network import Reach
from engine.board.terms import Terms
from engine.board.voyages import Fares, Voyage, VoyageBounds, dry_ways, voyage, voyage_bounds
from engine.board.waters import Ferry
from engine.core.view import View
from engine.routes.policy import policy_of
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import NATIONAL, PORT_AUTHORITIES, POWERS, zone
from engine.titles.g18oe.railroads.marks import BRANDT, WHITE_CLIFFS, brandt_hexes, controls
from engine.titles.g18oe.track.lille import passage
from engine.titles.g18oe.track.seas import SEA_ZONE, waters, zones_of

ZONE, FERRY = "zone", "ferry"
"""Keys of the figures: for each sea zone, for each of a ferry's number."""


@cache
def _area(hexmap: HexMap, authority: str) -> frozenset[str]:
    """The zones and ferries within the water of a port authority (11.3.5)."""
    zones, lines = zones_of(authority), waters(hexmap).ferries
    return zones | {line.name for line in lines if _runs_through(hexmap, line) <= zones}


def _runs_through(hexmap: HexMap, line: Ferry) -> frozenset[str]:
    extras = (hexmap[coord].extras for coord, _ in line.sides)
    return frozenset(str(found[SEA_ZONE]) for found in extras if SEA_ZONE in found)


def fares(view: View, company: str, prices: Mapping[str, int]) -> Fares:
    """What water costs a railroad now: a port authority takes off units in its waters (11.1.6, 11.2.1)."""
    held: Sequence[str] = view.company(company).data.get(PORT_AUTHORITIES) or ()
    if not held:
        return Fares(prices[ZONE], prices[FERRY])
    free = view.data.figures(Figures).port_authority["reduction"]
    return Fares(prices[ZONE], prices[FERRY], free, _area(view.board().hexmap, held[0]))


def virtual_stations(view: View, company: str) -> list[Place]:
    """The cities of a national's zone: it counts as having a token in each (11.3.10)."""
    board, own = view.board(), zone(view, company)
    return board.remember(("cities", own), lambda: _cities(view, own))


def _cities(view: View, own: str) -> list[Place]:
    board, spec = view.board(), europe().zones[own]
    own_cities = (c for c in spec.hexes if europe().zone_of_stop(c) == own)
    coords = [c for c in dict.fromkeys((*own_cities, *spec.red_zones)) if c in board.hexmap]
    return [(c, i) for c in coords for i in board.face(c).indices("city")]


def terms(view: View, company: str, marks: bool = True) -> Terms:
    """How the board is for a connection of the railroad: as for its trains, had it any.

    ``marks`` False leaves out its Star Harbor and Central Circle tokens (14.5).
    """
    found = policy_of(view).terms(view, company)
    if not marks:
        return replace(found, harbours=frozenset(), unblocked=passage(view, company).unblocked)
    if view.company(company).kind != NATIONAL:
        return found
    own = frozenset(virtual_stations(view, company))
    hexes = frozenset(coord for coord, _ in own)
    bars = frozenset(end for end in found.bars if end[0] not in hexes)
    return replace(found, harbours=found.harbours | hexes, unblocked=found.unblocked | own, bars=bars)


def shut(view: View, company: str) -> frozenset[str]:
    """The hexes whose track is for the railroads of another player (14.9)."""
    hexes = brandt_hexes(view)
    return hexes if hexes and not controls(view, BRANDT, company) else frozenset()


def key_of(view: View, company: str) -> tuple[object, ...]:
    """What the connections of a railroad depend on, beyond the board."""
    record, notes = view.company(company), view.state.notes
    held = (*(record.data.get(PORT_AUTHORITIES) or ()), "", *(record.data.get(POWERS) or ()))
    return record.kind, held, view.state.phase, notes.get(WHITE_CLIFFS), shut(view, company)


def travels(view: View, company: str, prices: Mapping[str, int], marks: bool = True) -> Voyage:
    """Where a railroad can get to, and what the water on the way costs it (``marks``: see `terms`)."""
    return view.board().remember(
        (*_key(view, company, prices), marks), lambda: _travels(view, company, prices, marks)
    )


def travels_at(view: View, company: str, prices: Mapping[str, int], coord: str) -> Voyage:
    """The same as far as it matters for one hex; most hexes need no long search."""
    if are_known(view, company, prices):
        return travels(view, company, prices)
    found = outlined(view, company, prices)
    return travels(view, company, prices) if coord in found.doubtful else found.sure


def outlined(view: View, company: str, prices: Mapping[str, int]) -> VoyageBounds:
    """What is known at once of where a railroad can get to."""
    key = ("outlined", *_key(view, company, prices))
    board = view.board()
    return board.remember(key, lambda: voyage_bounds(board, *_course(view, company, prices, True)))


def are_known(view: View, company: str, prices: Mapping[str, int]) -> bool:
    """Whether its travels were worked out in this position."""
    return (*_key(view, company, prices), True) in view.board().memo


def _key(view: View, company: str, prices: Mapping[str, int]) -> tuple[object, ...]:
    return ("travels", company, prices[ZONE], *key_of(view, company))


def _travels(view: View, company: str, prices: Mapping[str, int], marks: bool) -> Voyage:
    return voyage(view.board(), *_course(view, company, prices, marks))


def _course(
    view: View, company: str, prices: Mapping[str, int], marks: bool
) -> tuple[str, list[Place], Terms, Fares, frozenset[str]]:
    starts, way = stations(view, company), terms(view, company, marks)
    return company, starts, way, fares(view, company, prices), shut(view, company)


def dry_travels(view: View, company: str) -> Iterator[tuple[str, Reach]]:
    """Hexes to which a railroad gets by land alone, the nearest first, with the ways into each."""
    board, starts = view.board(), stations(view, company)
    return dry_ways(board, company, starts, terms(view, company), shut(view, company))


def stations(view: View, company: str) -> list[Place]:
    """Where routes of the railroad begin; a national has a token in each city of its zone (11.3.10)."""
    national = view.company(company).kind == NATIONAL
    return virtual_stations(view, company) if national else view.stations(company)
