"""Routes by brute force, from the words of the rulebook: every run is walked, every set is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.view import View
from tests.brute_base import Ground, Path, Place, Run, best_sum, one_way, ranking

CITIES = ("city", "town", "offboard")


class Brute(Ground):
    """All runs of a company in a position. ``bonus`` is what a city is worth to it beyond its value."""

    def __init__(self, view: View, company: str, bonus: Mapping[Place, int] | None = None) -> None:
        super().__init__(view, company)
        self.bonus = dict(bonus or {})
        self.colour = view.phase.tiles[-1]
        self._known: dict[int, list[Run]] = {}

    def runs(self, reach: int) -> list[Run]:
        """Every legal run of a train that reaches so many cities, in both directions."""
        if reach not in self._known:
            starts = [place for place in self.stops() if self.kind(place) in CITIES]
            self._known[reach] = [run for p in starts for run in self._at(*p, (), (), frozenset(), reach)]
        return self._known[reach]

    def worth(self, city: Place) -> int:
        """The value of a city for this company in the phase."""
        revenue = self.face(city[0]).stops[city[1]].revenue
        return (revenue if isinstance(revenue, int) else dict(revenue)[self.colour]) + self.bonus.get(city, 0)

    def _at(
        self, coord: str, i: int, path: Path, cities: tuple[Place, ...], sides: frozenset[object], reach: int
    ) -> Iterator[Run]:
        """The train is at a city or junction."""
        if self.kind((coord, i)) in CITIES:
            if (coord, i) in cities:
                return  # each city once by a single train
            cities = (*cities, (coord, i))
            if len(cities) > reach:
                return
            if len(cities) >= 2 and any(map(self.is_ours, cities)):
                yield Run(path, cities, sum(map(self.worth, cities)), sides, tuple(sorted(cities)))
            # off-board locations and cities filled by other railroads are not run through
            if len(cities) > 1 and (self.kind((coord, i)) == "offboard" or self.is_full((coord, i))):
                return
        yield from self._leave(coord, 6 + i, path, cities, sides, reach)

    def _leave(
        self,
        coord: str,
        end: int,
        path: Path,
        cities: tuple[Place, ...],
        sides: frozenset[object],
        reach: int,
    ) -> Iterator[Run]:
        """The train goes on over every piece of track that begins at this end of the hex."""
        for other, beyond, used in self.onward(coord, end):
            if used in sides:
                continue
            now, longer = sides | {used} if used else sides, (*path, (coord, end, other))
            if other >= 6:
                yield from self._at(coord, other - 6, longer, cities, now, reach)
            else:
                yield from self._leave(beyond, (other + 3) % 6, longer, cities, now, reach)

    # --- sets

    def best(self, reaches: Sequence[int]) -> int:
        """What the best set of runs earns."""
        return best_sum([one_way(self.runs(reach)) for reach in reaches])

    def ranking(self, reaches: Sequence[int]) -> list[int]:
        """What the sets that visit different cities earn, best first."""
        return ranking([one_way(self.runs(reach)) for reach in reaches])
