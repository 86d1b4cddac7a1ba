"""What a national earns: the places of its zone up to the capacity of its trains (11.3.10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.board.faces import CITY, OFFBOARD, TOWN
from engine.core.state import Place
from engine.core.view import View
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads import companies
from engine.titles.g18oe.routes.links import linked, over_sea
from engine.titles.g18oe.routes.lumber import ground
from engine.titles.g18oe.routes.revenue import cards, level
from engine.titles.g18oe.routes.routes import ROUTES


@dataclass(frozen=True, slots=True)
class Capacity:
    """What the trains count together: cities and red zones, how many of these double, towns."""

    cities: int
    doubled: int
    towns: int


@dataclass(frozen=True, slots=True)
class Zone:
    """The places of a zone: what each linked city (by hex) and town earns, how many are not linked."""

    cities: Mapping[str, int]
    towns: tuple[int, ...]
    unlinked_cities: int
    unlinked_towns: int


@dataclass(frozen=True, slots=True)
class Account:
    """How the revenue of a national comes about.

    linked: from linked places, the doubling among it; filled: from capacity that is left, so many cities and
    towns; pullman: of the car that is printed on the charter.
    """

    capacity: Capacity
    linked: int
    cities_left: int
    towns_left: int
    filled: int
    pullman: int

    @property
    def total(self) -> int:
        """The revenue."""
        return self.linked + self.filled + self.pullman


def account(view: View, company: str) -> Account:
    """The revenue of a national as it stands, the best that its president may choose."""
    has, zone = capacity(view, company), places(view, company)
    cities = sorted(zone.cities.values(), reverse=True)[: has.cities]
    towns = sorted(zone.towns, reverse=True)[: has.towns]
    cities_left = max(0, has.cities - len(cities) - zone.unlinked_cities)
    towns_left = max(0, has.towns - len(towns) - zone.unlinked_towns)
    fill = view.data.figures(Figures).unlinked
    return Account(
        has,
        sum(cities) + sum(cities[: has.doubled]) + sum(towns),
        cities_left,
        towns_left,
        cities_left * fill["city"] + towns_left * fill["town"],
        _pullman(view, company),
    )


def capacity(view: View, company: str) -> Capacity:
    """The capacity of its trains, rusted ones among them (11.3.10)."""
    specs = [view.data.trains[train.kind] for train in cards(view, company)]
    doubled = sum(spec.reach for spec in specs if spec.extras.get("doubled"))
    return Capacity(sum(spec.reach for spec in specs), doubled, sum(spec.extras["towns"] for spec in specs))


def _pullman(view: View, company: str) -> int:
    """The car of its charter goes with the train of the highest level."""
    levels = [level(view, train) for train in cards(view, company)]
    return max(levels, default=0) * view.data.figures(Figures).pullman["per_level"]


def places(view: View, company: str) -> Zone:
    """The cities, red zones and towns of the home zone; of a hex in several the part of the stop."""
    board, key = ground(view, company), view.phase.tiles[-1]
    inside = [c for c in _hexes(companies.zone(view, company)) if c in board.hexmap and board.face(c).stops]
    every = [(c, i) for c in inside for i, stop in enumerate(board.face(c).stops)]
    found = linked(view, company)
    large = [place for place in every if board.stop(*place).kind in (CITY, OFFBOARD)]
    small = [place for place in every if board.stop(*place).kind == TOWN]
    own = frozenset(place for place in large if board.stop(*place).kind == CITY)
    counted = [p for p in large if p in found or _by_sea(view, company, p, found, own)]
    worth = ROUTES.worth(view, company, {*counted, *small}, key)
    cities = _best(worth, counted)
    towns = [(place, worth[place]) for place in small for _ in range(board.stop(*place).size)]
    return Zone(
        cities,
        tuple(value for place, value in towns if place in found),
        len({coord for coord, _ in large} - cities.keys()),
        sum(place not in found for place, _ in towns),
    )


def _hexes(zone: str) -> list[str]:
    spec = europe().zones[zone]
    every = dict.fromkeys((*spec.hexes, *spec.red_zones))
    return [c for c in every if c in spec.red_zones or europe().zone_of_stop(c) == zone]


def _by_sea(view: View, company: str, place: Place, found: frozenset[Place], own: frozenset[Place]) -> bool:
    """Whether a red zone that no track links is linked over its sea zone."""
    red = place[0] in europe().red_zones
    return red and place not in found and over_sea(view, company, place[0], own - {place})


def _best(worth: Mapping[Place, int], counted: Iterable[Place]) -> dict[str, int]:
    """The stations of a metropolis are one city."""
    found: dict[str, int] = {}
    for place in counted:
        found[place[0]] = max(worth[place], found.get(place[0], 0))
    return found
