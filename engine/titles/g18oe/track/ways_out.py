"""Whether a home can be connected to another town or city with yellow tiles (11.1.9).

The ways that lead out of it are followed tile by tile over land and ferries, never by a sea crossing, with
the tile points and the money that the railroad has. Ways over hexes that need another player's consent do
not count. Of each kind of tile a copy is taken to be enough. Tokens of the engineers that the president may
use now pay for the dearest rough hexes of a way (14.9).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from engine.board import lays as board_lays
from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import CITY, JUNCTION, OFFBOARD, STOP, TOWN, End, Face
from engine.board.hexmap import Place
from engine.board.lays import LayRules
from engine.board.voyages import voyage
from engine.board.waters import Ferry, Waters
from engine.core.view import View
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads import consent, solvency
from engine.titles.g18oe.railroads.companies import home_hex
from engine.titles.g18oe.track import engineers, points, rights
from engine.titles.g18oe.track.fees import FERRY, terms

STOPS = (CITY, TOWN, OFFBOARD)


@cache
def _by_land(waters: Waters) -> Waters:
    """The ferries alone."""
    return Waters({}, (), waters.ferries)


def is_linked(view: View, company: str, board: Board) -> bool:
    """Whether track and ferries lead from a token of the railroad to a stop on another hex."""
    found = terms(view, company)
    starts = view.stations(company)
    got = voyage(board, company, starts, replace(found, waters=_by_land(found.waters))).whole.stops
    homes = {coord for coord, _ in starts}
    return any(place[0] not in homes and board.stop(*place).kind in STOPS for place in got)


def can_connect(view: View, company: str, board: Board, left: int, at: int | None = None) -> bool:
    """Whether yellow tiles for so many points would connect the home to a stop, by land or ferry.

    ``at``: the city of the home hex where the token is to be; None where it is, or may be.
    """
    return way_out(view, company, board, left, at) is not None


def way_out(
    view: View, company: str, board: Board, left: int, at: int | None = None
) -> frozenset[str] | None:
    """The hexes of a way by which `can_connect` is so; None without one, none for one of track that lies.

    The way is there for as long as nothing is laid on these hexes.
    """
    if at is None and is_linked(view, company, board):
        return frozenset()
    unused = frozenset(m for m in points.BUILDERS if points.has_extra(view, company, m))
    money, tokens = solvency.to_spare(view, company), engineers.left_for(view, company)
    purse = _Purse(left, money, unused=unused, tokens=tokens)
    search = _Search(view, company, board)
    found = any(search.leads_out(home, at, purse) for home in _homes(view, company))
    return search.way if found else None


def _homes(view: View, company: str) -> list[Place]:
    placed = view.stations(company)
    home = home_hex(view, company)
    return placed or ([(home, 0)] if home is not None else [])


@dataclass(frozen=True)
class _Purse:
    """What is left on a way: tile points, money, the extra points of minors; the fee for ferries ridden.

    tokens: those of the engineers; rough: what the rough hexes on it cost.
    """

    points: int
    money: int
    toll: int = 0
    ridden: frozenset[Ferry] = frozenset()
    unused: frozenset[str] = frozenset()
    tokens: int = 0
    rough: tuple[int, ...] = ()

    @property
    def solvent(self) -> bool:
        """Whether the money is enough, with the tokens of the engineers where they save most."""
        return self.money + sum(sorted(self.rough, reverse=True)[: self.tokens]) >= 0


@dataclass
class _Search:
    """A search along all ways out of a home; ``way``: the hexes of the one that was found."""

    view: View
    company: str
    board: Board
    way: frozenset[str] = frozenset()
    _lays: dict[str, list[tuple[str, Face]]] = field(default_factory=dict)
    _costs: dict[str, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ferries = terms(self.view, self.company).waters.by_side
        self._toll = self.view.data.figures(Figures).tile_over_water[FERRY]

    def leads_out(self, home: Place, at: int | None, purse: _Purse) -> bool:
        """Whether a way out of the home, with a first tile there if it is bare, comes to a stop."""
        coord, stop = home
        seen = frozenset({coord})
        if self.board.face(coord).colour != board_lays.COLOUR_ORDER[0]:
            ends = self.board.face(coord).stop_exits(stop if at is None else at)
            return any(self._over(coord, edge, purse, seen) for edge in ends)
        for tile, face in self._tiles(coord) if self._cost(coord) is not None else ():
            after = self._laid(purse, coord, tile)
            cities = face.indices(CITY) if at is None else (at,)
            edges = {edge for city in cities for edge in face.stop_exits(city)}
            if after and any(self._over(coord, edge, after, seen) for edge in sorted(edges)):
                return True
        return False

    def _tiles(self, coord: str) -> list[tuple[str, Face]]:
        """The yellow tiles that fit a hex, each way round."""
        if coord not in self._lays:
            rules, supply = LayRules(("yellow",)), self.view.state.supply
            found = board_lays.lays(self.board, None, rules, supply, [coord])
            self._lays[coord] = [(tile, self.board.catalogue[tile].face(turn)) for _, tile, turn in found]
        return self._lays[coord]

    def _laid(self, purse: _Purse, coord: str, tile: str) -> _Purse | None:
        """What is left after a tile; None when there is not enough for it."""
        view, company = self.view, self.company
        helped = purse.unused and purse.unused & frozenset(points.builders_for(view, company, coord))
        left = purse.points - points.cost_of(view, company, coord, tile) + len(helped)
        cost = (self._cost(coord) or 0) + purse.toll
        rough = (*purse.rough, cost) if engineers.is_rough(view, coord) else purse.rough
        after = replace(
            purse, points=left, money=purse.money - cost, unused=purse.unused - helped, rough=rough
        )
        return after if left >= 0 and after.solvent else None

    def _cost(self, coord: str) -> int | None:
        """The fee of a hex; None for one where the railroad may not build."""
        if coord not in self._costs:
            view, company = self.view, self.company
            barred = rights.check_rights(view, company, coord) or consent.is_foreign(view, company, coord)
            self._costs[coord] = None if barred else rights.terrain_cost(view, company, coord)
        return self._costs[coord]

    def _over(self, coord: str, edge: int, purse: _Purse, seen: frozenset[str]) -> bool:
        """Whether the way over a hex side leads to a stop."""
        spot = self.board.hexmap[coord]
        beyond = spot.neighbours[edge]
        if beyond is None or edge in spot.impassable or beyond in seen:
            return False
        side = beyond, opposite(edge)
        face, aboard, seen = self.board.face(beyond), self._ferried(purse, side), seen | {beyond}
        if side[1] in face.exits:
            return any(self._leads_on(beyond, end, aboard, seen) for end in _ends(face, side[1]))
        if face.colour != board_lays.COLOUR_ORDER[0] or purse.points + len(purse.unused) < 1:
            return False
        if self._cost(beyond) is None:
            return False
        for tile, new in self._tiles(beyond):
            after = self._laid(aboard, beyond, tile) if side[1] in new.exits else None
            if after and any(self._leads_on(beyond, end, after, seen) for end in _ends(new, side[1])):
                return True
        return False

    def _leads_on(self, coord: str, end: int | None, purse: _Purse, seen: frozenset[str]) -> bool:
        """Whether an end of `_ends` is a stop or a side over which the way leads to one."""
        if end is None:
            self.way = seen
            return True
        return self._over(coord, end, purse, seen)

    def _ferried(self, purse: _Purse, side: tuple[str, int]) -> _Purse:
        """The fee for every tile beyond a ferry (11.1.6)."""
        ferry = self._ferries.get(side)
        if ferry is None or ferry in purse.ridden:
            return purse
        return replace(purse, toll=purse.toll + self._toll * ferry.number, ridden=purse.ridden | {ferry})


def _ends(face: Face, edge: End) -> Iterator[int | None]:
    """Where track from a side leads on the face: other sides, or None for a town, city or red zone."""
    queue = [edge]
    for end in queue:
        for other in face.ends_from(end):
            if other < STOP:
                if other != edge:
                    yield other
            elif face.stops[other - STOP].kind != JUNCTION:
                yield None
            elif other not in queue:
                queue.append(other)
