"""What sets of runs of 18OE earn, by brute force, from the words of 11.3.4-11.3.9, 11.6.2, 12, 14 and 15."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from tests.titles.g18oe.brute_walks import Place, Sort, Walk, Walks, authority_of, sea_adjacent, sort_of

LUMBER = {"2": 10, "3": 20, "4": 20, "5": 40, "6": 40, "7": 60, "8": 60}
OE_BONUS = {"2": 30, "3": 30, "4": 30, "5": 60, "6": 60, "7": 100, "8": 100}
COLOUR = {"1": "yellow", "2": "yellow", "3": "green", "4": "green", "5": "brown", "6": "brown"}


@dataclass
class Europe(Walks):
    """All that a railroad may earn in a position."""

    _gains: dict[object, int | None] = field(default_factory=dict)

    # --- money

    def worth(self, place: Place) -> int:
        """What a stop pays this railroad (each town of it, if it is a town)."""
        if place in self.passes:
            return 0
        if place[0] == self.lumber:
            return LUMBER[self.phase]
        revenue = self.stop(place).revenue
        colour = COLOUR.get(self.phase, "gray")
        own = revenue if isinstance(revenue, int) else dict(revenue)[colour]
        extra = 20 if int(self.phase) <= 4 else 40
        return own + (extra if "D" in self.powers and self.marks.get("D") == place else 0)

    def size(self, place: Place) -> int:
        """How many towns a stop is."""
        return 1 if place[0] == self.lumber else int(self.stop(place).size)

    def gain(self, walk: Walk, sort: Sort, longer: bool, north: int, med: int, steam: int) -> int | None:
        """What the stops of a run pay; None where it goes beyond the city limit."""
        key = walk.path, sort, longer, north, med, steam
        if key not in self._gains:
            self._gains[key] = self._gain(walk, sort, longer, north, med, steam)
        return self._gains[key]

    def _gain(self, walk: Walk, sort: Sort, longer: bool, north: int, med: int, steam: int) -> int | None:
        limit, free_towns = sort.limit + longer, sort.towns + longer
        cities = [p for p in walk.stops if self.kind_of(p) != "town"]
        towns = [p for p in walk.stops if self.kind_of(p) == "town" for _ in range(self.size(p))]
        room = limit - self.water(walk, north, med, steam)
        counted = [p for p in cities if p not in self.passes]
        if len(counted) > room:
            return None
        if sort.doubles:
            pays = sorted(map(self.worth, cities), reverse=True)
            doubled = len(pays) if not longer else sort.limit
            best_towns = sorted(map(self.worth, towns), reverse=True)[:free_towns]
            return sum(v * (2 if i < doubled else 1) for i, v in enumerate(pays)) + sum(best_towns)
        best = 0
        for size in range(len(counted) + 1):
            for kept in combinations(counted, size):
                if not kept and cities and not any(p in self.passes for p in cities):
                    continue
                places = free_towns + room - len(kept)
                paid = sorted(map(self.worth, towns), reverse=True)[:places]
                best = max(best, sum(map(self.worth, kept)) + sum(paid))
        return best

    def water(self, walk: Walk, north: int, med: int, steam: int) -> int:
        """The units of water that count: zones, and ferries their number, less all reductions."""
        units = [*walk.zones, *(n for n in sorted(self.rides(walk.path)) for _ in range(self.lines[n][0]))]
        amount = 2 if self.late else 1
        helps: list[tuple[int, Any]] = []
        for place in walk.stops:
            if self.is_ours(place):
                helps.append((amount, self._near(place[0])))
            if self.star is not None and place[0] == self.star[0]:
                helps.append((amount, self._near(place[0])))
        helps += [(north, "north_sea"), (med, "mediterranean"), (steam, "any")]
        return self._left(tuple(units), [h for h in helps if h[0] and h[1]])

    def _near(self, coord: str) -> frozenset[str]:
        """Zones and ferries at a token: zones if the hex has a port."""
        near = {n for n, (_, ends) in self.lines.items() if coord in ends}
        ports = {zone for c, _, zone, _ in self.ports if c == coord}
        if ports:
            around = [o for o in self.hexes[coord].neighbours if o is not None and self.is_sea(o)]
            near |= ports | {str(self.hexes[o].extras["sea_zone"]) for o in around}
        return frozenset(near)

    def _left(self, units: tuple[str, ...], helps: Sequence[tuple[int, Any]]) -> int:
        if not helps or not units:
            return len(units)
        (amount, what), rest = helps[0], helps[1:]
        best = self._left(units, rest)
        for size in range(1, min(amount, len(units)) + 1):
            for chosen in combinations(range(len(units)), size):
                if self._applies(what, [units[i] for i in chosen]):
                    kept = tuple(u for i, u in enumerate(units) if i not in chosen)
                    best = min(best, self._left(kept, rest))
        return best

    def _applies(self, what: Any, part: Sequence[str]) -> bool:
        if what == "any":
            return True
        if isinstance(what, str):
            return all(authority_of().get(u) == what for u in part)
        if part[0] in self.lines:
            return part[0] in what and len(set(part)) == 1
        zones = set(part)
        if zones & self.lines.keys() or len(zones) < len(part) or not zones & what:
            return False
        return all(any(v in sea_adjacent()[u] for v in zones - {u}) for u in zones) or len(zones) == 1

    # --- sets

    def best(self, trains: Sequence[tuple[str, str, bool]], car: bool, must: bool = False) -> int | None:
        """What the best set earns: trains as (id, card, swift), car: whether there is a Pullman.

        ``must``: of the sets with an Orient Express run; None where there is none.
        """
        best: int | None = None if must else 0
        for grouping in self.groupings(trains):
            best = self._best_of(grouping, car, must, best)
        return best

    def groupings(
        self, trains: Sequence[tuple[str, str, bool]]
    ) -> Iterator[list[tuple[Sort, int, bool, str]]]:
        """Ways to combine trains: how each run goes, its level for a Pullman, whether combined, its ids."""
        single = [(sort_of(card), sort_of(card).level, False, name) for name, card, _ in trains]
        yield single
        able = [i for i, (_, card, swift) in enumerate(trains) if sort_of(card).level <= 4 and not swift]
        for size in range(2, len(able) + 1):
            for chosen in combinations(able, size) if self.kind == "major" else ():
                parts = [single[i] for i in chosen]
                one = Sort(sum(p[0].limit for p in parts), sum(p[0].towns for p in parts), False)
                names = "&".join(p[3] for p in parts)
                rest = [s for i, s in enumerate(single) if i not in chosen]
                yield [(one, max(p[1] for p in parts), True, names), *rest]

    def splits(self, runs: int) -> Iterator[tuple[list[bool], list[int], list[int], list[int]]]:
        """Who has minor L's marker, units of both authorities and of minor H."""
        ways = range(runs)
        arrows = [[i == at for i in ways] for at in ways] if "L" in self.powers and runs else [[False] * runs]
        steam = (2 if self.late else 1) if "H" in self.powers else 0
        amounts = [
            2 * self.authorities.count("north_sea"),
            2 * self.authorities.count("mediterranean"),
            steam,
        ]
        each = [[s for s in product(range(a + 1), repeat=runs) if sum(s) <= a] for a in amounts]
        for arrow in arrows:
            for north, med, by_steam in product(*each):
                yield arrow, list(north), list(med), list(by_steam)

    def _best_of(
        self, grouping: list[tuple[Sort, int, bool, str]], car: bool, must: bool, best: int | None
    ) -> int | None:
        for arrow, north, med, steam in self.splits(len(grouping)):
            tables = []
            for i, (sort, _, joined, _) in enumerate(grouping):
                table = []
                for walk in self.one_way(self.reach(sort)):
                    gain = self.gain(walk, sort, arrow[i], north[i], med[i], steam[i])
                    if gain is not None and (self.is_express(walk) or not joined):
                        table.append((gain, walk))
                tables.append(sorted(table, key=lambda entry: -entry[0]))
            best = self._pack(grouping, tables, [], 0, car, must, best)
        return best

    def reach(self, sort: Sort) -> int:
        return sort.limit + ("L" in self.powers)

    def one_way(self, limit: int) -> list[Walk]:
        return [w for w in self.walks(limit) if w.path <= tuple((c, b, a) for c, a, b in reversed(w.path))]

    def is_express(self, walk: Walk) -> bool:
        """Whether a run is one of the Orient Express (12)."""
        hexes = {coord for coord, _ in walk.stops}
        return self.kind == "major" and self.east in hexes and bool(hexes & self.west) and walk.land > 0

    def total(self, grouping: Any, chosen: Sequence[Walk | None], gains: int, car: bool) -> int:
        """With the Pullman and the bonus of the Orient Express."""
        running = [g for g, w in zip(grouping, chosen, strict=True) if w is not None]
        if car and running:
            gains += 10 * max(level for _, level, _, _ in running)
        if any(w is not None and self.is_express(w) for w in chosen):
            gains += OE_BONUS[self.phase]
        return gains

    def _pack(self, grouping, tables, chosen, gains, car, must, best):
        i = len(chosen)
        if i == len(tables):
            if must and not any(w is not None and self.is_express(w) for w in chosen):
                return best
            if sum(w is not None and g[2] for g, w in zip(grouping, chosen, strict=True)) and not any(
                w is not None and g[2] and self.is_express(w) for g, w in zip(grouping, chosen, strict=True)
            ):
                return best
            total = self.total(grouping, chosen, gains, car)
            return total if best is None or total > best else best
        ahead = sum(table[0][0] for table in tables[i + 1 :] if table)
        spare = 10 * max(level for _, level, _, _ in grouping) * car + OE_BONUS[self.phase]
        for gain, walk in tables[i]:
            if best is not None and gains + gain + ahead + spare <= best:
                break
            if all(w is None or not w.own & walk.own for w in chosen):
                best = self._pack(grouping, tables, [*chosen, walk], gains + gain, car, must, best)
        return self._pack(grouping, tables, [*chosen, None], gains, car, must, best)

    def judged(self, trains: Sequence[tuple[str, str, bool]], car: bool, runs: dict[str, Walk]) -> int | None:
        """What these runs earn at most, by the ids of their trains (joined with &); None: not legal."""
        if any(a.own & b.own for a, b in combinations(runs.values(), 2)):
            return None
        best: int | None = None
        for grouping in self.groupings(trains):
            if not set(runs) <= {g[3] for g in grouping}:
                continue
            if any(g[2] and (g[3] not in runs or not self.is_express(runs[g[3]])) for g in grouping):
                continue
            chosen = [runs.get(g[3]) for g in grouping]
            for arrow, north, med, steam in self.splits(len(grouping)):
                gains = [
                    self.gain(w, g[0], arrow[i], north[i], med[i], steam[i])
                    for i, (g, w) in enumerate(zip(grouping, chosen, strict=True))
                    if w is not None
                ]
                if None not in gains:
                    total = self.total(grouping, chosen, sum(g for g in gains if g is not None), car)
                    best = total if best is None else max(best, total)
        return best
