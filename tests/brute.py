"""Routes by brute force, from the words of the rulebook: every run is walked, every set is tried.

It shares no code with the search or the check of the engine, only the board's faces and the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from engine.view import View

Piece = tuple[str, int, int]
Place = tuple[str, int]
CITIES = ("city", "town", "offboard")


@dataclass(frozen=True)
class Run:
    """A legal run of one train: its track in order, the cities on it, what it is worth, the sides it uses."""

    path: tuple[Piece, ...]
    cities: tuple[Place, ...]
    worth: int
    sides: frozenset[object]

    @property
    def visits(self) -> tuple[Place, ...]:
        return tuple(sorted(self.cities))


class Brute:
    """All runs of a company in a position. ``bonus`` is what a city is worth to it beyond its value."""

    def __init__(self, view: View, company: str, bonus: Mapping[Place, int] | None = None) -> None:
        self.hexes = view.board().hexmap.hexes
        self.face = view.board().face
        self.company, self.bonus = company, dict(bonus or {})
        self.colour = view.phase.tiles[-1]
        self._known: dict[int, list[Run]] = {}
        self.markers: dict[Place, list[str]] = {}
        for token in view.state.tokens.values():
            if token.place is not None:
                self.markers.setdefault(token.place, []).append(token.company)

    def runs(self, reach: int) -> list[Run]:
        """Every legal run of a train that reaches so many cities, in both directions."""
        if reach not in self._known:
            self._known[reach] = self._all(reach)
        return self._known[reach]

    def _all(self, reach: int) -> list[Run]:
        return [
            run
            for coord in self.hexes
            for i, stop in enumerate(self.face(coord).stops)
            if stop.kind in CITIES
            for run in self._at(coord, i, (), (), frozenset(), reach)
        ]

    def worth(self, city: Place) -> int:
        """The value of a city for this company in the phase."""
        revenue = self.face(city[0]).stops[city[1]].revenue
        return (revenue if isinstance(revenue, int) else dict(revenue)[self.colour]) + self.bonus.get(city, 0)

    def _at(
        self,
        coord: str,
        i: int,
        path: tuple[Piece, ...],
        cities: tuple[Place, ...],
        sides: frozenset[object],
        reach: int,
    ) -> Iterator[Run]:
        """The train is at a city or junction."""
        if self.face(coord).stops[i].kind in CITIES:
            if (coord, i) in cities:
                return  # each city once by a single train
            cities = (*cities, (coord, i))
            if len(cities) > reach:
                return
            if len(cities) >= 2 and any(self.company in self.markers.get(city, ()) for city in cities):
                yield Run(path, cities, sum(map(self.worth, cities)), sides)
            if len(cities) > 1 and self._ends_here(coord, i):
                return
        yield from self._leave(coord, 6 + i, path, cities, sides, reach)

    def _ends_here(self, coord: str, i: int) -> bool:
        """Off-board locations and cities filled by other railroads are not run through."""
        stop, here = self.face(coord).stops[i], self.markers.get((coord, i), [])
        full = stop.kind == "city" and bool(here) and len(here) >= stop.slots
        return stop.kind == "offboard" or (full and self.company not in here)

    def _leave(
        self, coord: str, end: int, path, cities, sides: frozenset[object], reach: int
    ) -> Iterator[Run]:
        """The train goes on over every piece of track that begins at this end of the hex."""
        for a, b in self.face(coord).track:
            if end not in (a, b):
                continue
            other = b if end == a else a
            longer = (*path, (coord, end, other))
            if other >= 6:
                inside = frozenset({(coord, end), (coord, other)})
                if end < 6:
                    yield from self._at(coord, other - 6, longer, cities, sides, reach)
                elif inside not in sides:
                    yield from self._at(coord, other - 6, longer, cities, sides | {inside}, reach)
                continue
            beyond = self.hexes[coord].neighbours[other]
            if beyond is None or other in self.hexes[coord].impassable:
                continue
            side = frozenset({(coord, other), (beyond, (other + 3) % 6)})
            if side not in sides:
                yield from self._leave(beyond, (other + 3) % 6, longer, cities, sides | {side}, reach)

    # --- sets ----------------------------------------------------------------------------------

    def best(self, reaches: Sequence[int]) -> int:
        """What the best set of runs earns."""
        tables = [self._tables(reach) for reach in reaches]
        most = [max((run.worth for run in table), default=0) for table in tables]
        return self._best(tables, most, frozenset(), 0, 0)

    def _best(
        self, tables: list[list[Run]], most: list[int], used: frozenset[object], worth: int, best: int
    ) -> int:
        if not tables:
            return max(best, worth)
        for run in tables[0]:
            if worth + run.worth + sum(most[1:]) > best and not used & run.sides:
                best = self._best(tables[1:], most[1:], used | run.sides, worth + run.worth, best)
        return self._best(tables[1:], most[1:], used, worth, best)

    def ranking(self, reaches: Sequence[int]) -> list[int]:
        """What the sets that visit different cities earn, best first (all of them: small boards only)."""
        earned: dict[object, int] = {}
        for runs in product(*[[None, *self._tables(reach)] for reach in reaches]):
            chosen = [run for run in runs if run is not None]
            if chosen and sum(len(run.sides) for run in chosen) == len(
                frozenset().union(*[r.sides for r in chosen])
            ):
                earned[tuple(sorted(run.visits for run in chosen))] = sum(run.worth for run in chosen)
        return sorted(earned.values(), reverse=True)

    def _tables(self, reach: int) -> list[Run]:
        """The runs in one direction only."""
        return [run for run in self.runs(reach) if run.path[0] <= _turned(run.path)[0]]


def _turned(path: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple((coord, b, a) for coord, a, b in reversed(path))
