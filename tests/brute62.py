"""Routes of 1862 by brute force, from the words of the rulebook: all runs are walked, all sets are tried.

Sections in brackets are the rulebook's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise, permutations, product
from typing import Any

from engine.core.state import Train
from engine.core.view import View
from tests.brute_base import Ground, Path, Piece, Place, turned

FREIGHT = {"A": 1, "B": 2, "C": 3, "D": 5, "E": 6, "F": 7, "G": 8, "H": 9}
STATIONS = dict(
    zip("ABCDEFGH", [(2, 2), (2, 3), (3, 3), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6)], strict=True)
)


@dataclass(frozen=True)
class Run:
    """A run of one train: its track in order, its large stops and small stations, borders it crosses."""

    path: tuple[Piece, ...]
    large: tuple[Place, ...]
    small: tuple[Place, ...]
    borders: int

    @property
    def hexes(self) -> frozenset[str]:
        return frozenset(coord for coord, _, _ in self.path)

    @property
    def turned(self) -> Path:
        return turned(self.path)


@dataclass(frozen=True)
class Unit:
    """What one train, or freight trains together, may do: what is scored once, money beyond, stations met."""

    scored: frozenset[object]
    bonus: int
    met: frozenset[frozenset[object]]
    hexes: frozenset[str]


class Brute62(Ground):
    """All that a company may run in a position."""

    def __init__(self, view: View, company: str) -> None:
        super().__init__(view, company)
        self.view = view
        self.permits = view.company(company).data["permits"]
        self.trains = [t for t in view.trains(company) if t.data["type"] in self.permits]
        self.london = any(company in self.markers.get((c, 1), ()) for c in ("B15", "D15"))
        self.home = next(c for c, spot in self.hexes.items() if company in dict(spot.homes))
        self._runs: dict[tuple[str, str], list[Run]] = {}
        self._known: dict[object, tuple[Place, str, Place, str] | None] = {}

    # --- stops

    def colour(self, place: Place) -> str | None:
        """Red or blue of an off-board area or port, None of a station."""
        return self.hexes[place[0]].face.colour if self.kind(place) == "offboard" else None

    def name(self, place: Place) -> object:
        return self.face(place[0]).stops[place[1]].group or place

    def value(self, name: object) -> int:
        return self.values[name]

    @cached_property
    def values(self) -> dict[object, int]:
        found: dict[object, int] = {}
        for coord in self.hexes:
            for i, stop in enumerate(self.face(coord).stops):
                figures = [stop.revenue] if isinstance(stop.revenue, int) else [v for _, v in stop.revenue]
                if stop.kind == "offboard":
                    figures = [dict(stop.revenue)[self.view.state.phase]]  # type: ignore[arg-type]
                found[stop.group or (coord, i)] = 20 if stop.kind == "town" else figures[0]
        return found

    # --- runs of one train

    def runs(self, kind: str, band: str) -> list[Run]:
        """Every run of a train (one of the two directions)."""
        if (kind, band) not in self._runs:
            stops = [place for place in self.stops() if self.kind(place) in ("city", "offboard")]
            every = (run for place in stops for run in self._from(place, kind, band))
            self._runs[kind, band] = [run for run in every if run.path <= run.turned]
        return self._runs[kind, band]

    def _from(self, place: Place, kind: str, band: str) -> Iterator[Run]:
        if self._allowed(place, kind):
            yield from self._on(place[0], 6 + place[1], Run((), (place,), (), 0), frozenset(), kind, band)

    def _allowed(self, place: Place, kind: str) -> bool:
        """Locals keep off areas and ports (7.8.2); London wants a marker there (7.6.5)."""
        if self.kind(place) != "offboard":
            return True
        return kind != "local" and (self.name(place) != "London" or self.london)

    def _on(
        self, coord: str, end: int, run: Run, sides: frozenset[object], kind: str, band: str
    ) -> Iterator[Run]:
        for other, beyond, side in self.onward(coord, end):
            path = (*run.path, (coord, end, other))
            if other >= 6:
                here = Run(path, run.large, run.small, run.borders)
                yield from self._reach((coord, other - 6), here, sides, kind, band)
            elif side not in sides and (kind != "freight" or run.borders < FREIGHT[band]):
                after = Run(path, run.large, run.small, run.borders + 1)
                yield from self._on(beyond, (other + 3) % 6, after, sides | {side}, kind, band)

    def _reach(self, place: Place, run: Run, sides: frozenset[object], kind: str, band: str) -> Iterator[Run]:
        """The train comes to a stop."""
        coord, i = place
        if self.kind(place) == "town":
            small = (*run.small, place)
            yield from self._on(coord, 6 + i, Run(run.path, run.large, small, run.borders), sides, kind, band)
            return
        if self.name(place) in {self.name(p) for p in run.large} or not self._allowed(place, kind):
            return
        run = Run(run.path, (*run.large, place), run.small, run.borders)
        colours = [self.colour(p) for p in run.large if self.colour(p)]
        if len(colours) != len(set(colours)) or (kind != "freight" and len(run.large) > STATIONS[band][1]):
            return
        if any(map(self.is_ours, run.large)):
            yield run
        if self.colour(place) is None and not self.is_full(place):  # 7.4
            yield from self._on(coord, 6 + i, run, sides, kind, band)

    # --- what trains may do

    def met(self, run: Run) -> frozenset[object]:
        return frozenset(p for p in run.large if self.colour(p) is None)

    def units(self, kind: str, band: str) -> set[Unit]:
        """What an express or a local train may do, whichever stop it leaves out (7.8.2, 7.8.3)."""
        found = set()
        for run in self.runs(kind, band):
            found |= set(self.scorings(run, kind, band))
        return found

    def scorings(self, run: Run, kind: str, band: str) -> Iterator[Unit]:
        extra = max(0, len(run.large) - STATIONS[band][0])
        for left in combinations(run.large, extra):
            paid = {self.name(p) for p in run.large if p not in left}
            if kind == "local":
                yield Unit(frozenset(paid | set(run.small)), 0, frozenset({self.met(run)}), run.hexes)
            else:
                yield Unit(frozenset(paid), 0, frozenset({self.met(run)}), frozenset())

    def freight_units(self, runs: Sequence[tuple[str, Run]]) -> Iterator[Unit]:
        """What freight runs (band, run) together may score: joined or apart (7.8.1)."""
        rusting = {i for i, (band, _) in enumerate(runs) if band in "ABCD"}
        for groups in _groups(tuple(range(len(runs)))):
            mixed = [g for g in groups if rusting & set(g)]
            if len(mixed) > 1 or (mixed and len(rusting) < len(runs) and not set(mixed[0]) - rusting):
                continue
            whole = [self.joined([runs[i][1] for i in group]) for group in groups]
            if all(whole):
                scored = frozenset(self.name(p) for ends in whole if ends for p in (ends[0], ends[2]))
                bonus = sum(self.crow(*ends) for ends in whole if ends)
                met = frozenset(self.met(run) for _, run in runs)
                yield Unit(scored, bonus, met, frozenset())

    def joined(self, runs: Sequence[Run]) -> tuple[Place, str, Place, str] | None:
        """As `_joined`, remembered."""
        key = tuple(run.path for run in runs)
        if key not in self._known:
            self._known[key] = self._joined(runs)
        return self._known[key]

    def _joined(self, runs: Sequence[Run]) -> tuple[Place, str, Place, str] | None:
        """The two ends of runs that connect end to end, each with the hex by which the train enters it."""
        for order in permutations(runs):
            for flips in product((False, True), repeat=len(order)):
                pairs = list(zip(order, flips, strict=True))
                stops = [run.large[::-1] if flip else run.large for run, flip in pairs]
                paths = [run.turned if flip else run.path for run, flip in pairs]
                if all(a[-1] == b[0] and not self.colour(b[0]) for a, b in pairwise(stops)):
                    line = [stops[0][0], *(p for part in stops for p in part[1:])]
                    colours = [self.colour(p) for p in line if self.colour(p)]
                    names = {self.name(p) for p in line}
                    if len(names) == len(line) and len(colours) == len(set(colours)):
                        return line[0], paths[0][1][0], line[-1], paths[-1][-2][0]
        return None

    def crow(self, a: Place, by_a: str, b: Place, by_b: str) -> int:
        """20 for each hex between the ends, 30 with a port; counted by the hexes of entry."""
        ends = [by if self.colour(p) else p[0] for p, by in ((a, by_a), (b, by_b))]
        steps = self._steps(*ends) + sum(self.colour(p) is not None for p in (a, b))
        return (30 if "blue" in (self.colour(a), self.colour(b)) else 20) * (steps - 1)

    def _steps(self, a: str, b: str) -> int:
        """Hexes from one to another, barriers ignored: by walking on the grid."""
        rings, seen, here = 0, {a}, {a}
        while b not in here:
            rings += 1
            here = {
                (chr(ord(c[0]) + dx) + str(int(c[1:]) + dy))
                for c in here
                for dx, dy in ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
            } - seen
            seen |= here
        return rings

    # --- sets

    def linked(self, met: Sequence[frozenset[object]]) -> bool:
        """A main run through the home, and each further run meets one before it (7.8)."""
        at_home = (self.home, 0) in self.markers and self.company in self.markers[self.home, 0]
        reached: set[object] = {(self.home, 0)}
        left = list(met)
        if not at_home or not any((self.home, 0) in here for here in met):
            return not left
        while left:
            near = [here for here in left if here & reached]
            if not near:
                return False
            for here in near:
                left.remove(here)
                reached |= here
        return True

    def best(self, total: bool = False) -> tuple[int, int]:
        """The best (revenue, subsidy): most revenue, then most subsidy; or most of both together."""
        self._best = (0, 0)
        for names in self.duties:
            trains = [t for t in self.trains if t.id in names]
            tables = [list(self._freight_choices(trains))]
            tables += [list(self.units(*key)) for key in map(_kind, trains) if key[0] != "freight"]
            most = [max(self._worth(u) + 10 * len(u.hexes) for u in table) for table in tables]
            self._try(tables, most, [], total)
        return self._best

    def _freight_choices(self, trains: Sequence[Train]) -> set[Unit]:
        """What these freight trains may do when all of them run."""
        freight = [t for t in trains if t.data["type"] == "freight"]
        found: set[Unit] = set()
        for choice in product(*[self.runs("freight", t.kind) for t in freight]):
            found |= set(self.freight_units([(t.kind, run) for t, run in zip(freight, choice, strict=True)]))
        return found

    # --- which trains run: each that can (7.8), freight trains joined for that (7.8.1)

    @cached_property
    def possible(self) -> dict[frozenset[str], dict[str, Run]]:
        """All trains that may run together, whatever they earn and whoever is idle, with runs for them."""
        every = (some for n in range(1, len(self.trains) + 1) for some in combinations(self.trains, n))
        found = ((frozenset(t.id for t in some), self._runs_of(some)) for some in every)
        return {names: runs for names, runs in found if runs is not None}

    @cached_property
    def duties(self) -> set[frozenset[str]]:
        """Those to which no train can be added.

        Freight trains that rust connect with a permanent one "if one is available": if one can run at all.
        """
        lasting = {t.id for t in self.trains if _kind(t) in [("freight", band) for band in "EFGH"]}
        loose = {t.id for t in self.trains if t.data["type"] == "freight"} - lasting
        available = any(names & lasting for names in self.possible)
        return {
            names
            for names in self.possible
            if not any(names < more for more in self.possible)
            and not (available and names & loose and not names & lasting)
        }

    def _runs_of(self, trains: Sequence[Train]) -> dict[str, Run] | None:
        """Runs for all these trains that are legal together; None when there are none."""
        freight = [t for t in trains if t.data["type"] == "freight"]
        others = [t for t in trains if t.data["type"] != "freight"]
        ways: dict[object, list[Run]] = {}
        for choice in product(*[self.runs("freight", t.kind) for t in freight]):
            met = frozenset(map(self.met, choice))
            pairs = [(t.kind, run) for t, run in zip(freight, choice, strict=True)]
            if met not in ways and any(True for _ in self.freight_units(pairs)):
                ways[met] = list(choice)
        tables = [{self.met(run): run for run in self.runs(*_kind(t))} for t in others]
        rides: list[list[Any]] = [list(ways.values()), *(list(table.values()) for table in tables)]
        for joined, *rest in product(*rides):
            runs = [*joined, *rest]
            if self.linked([self.met(run) for run in runs]):
                return {t.id: run for t, run in zip([*freight, *others], runs, strict=True)}
        return None

    def _worth(self, unit: Unit) -> int:
        return unit.bonus + sum(map(self.value, unit.scored))

    def money(self, chosen: Sequence[Unit]) -> tuple[int, int]:
        scored = frozenset[object]().union(*(unit.scored for unit in chosen))
        hexes = frozenset[str]().union(*(unit.hexes for unit in chosen))
        return sum(map(self.value, scored)) + sum(u.bonus for u in chosen), 10 * len(hexes)

    def _try(self, tables: list[list[Unit]], most: list[int], chosen: list[Unit], total: bool) -> None:
        money = self.money(chosen)
        here, wanted = self._score(money, total), self._score(self._best, total)
        if not tables:
            if here > wanted and self.linked([met for unit in chosen for met in unit.met]):
                self._best = money
            return
        ahead = money[0] + sum(most) + (money[1] if total else 0)
        if ahead < (wanted[0] if wanted else 0):
            return
        for unit in tables[0]:
            self._try(tables[1:], most[1:], [*chosen, unit], total)

    def _score(self, money: tuple[int, int], total: bool) -> tuple[int, ...]:
        return (sum(money),) if total else money

    # --- sets by hand

    def judge(self, runs: dict[str, Run]) -> int | None:
        """What these runs (by train) earn at most, or None when they may not be run together."""
        cards = {t.id: t for t in self.trains}
        if frozenset(runs) not in self.duties or not self.linked([self.met(run) for run in runs.values()]):
            return None
        freight = [(cards[t].kind, run) for t, run in runs.items() if cards[t].data["type"] == "freight"]
        options: list[list[Unit]] = [list(self.freight_units(freight))]
        for train, run in runs.items():
            if cards[train].data["type"] != "freight":
                options.append(list(self.scorings(run, cards[train].data["type"], cards[train].kind)))
        return max((self.money(choice)[0] for choice in product(*options)), default=None)


def _kind(train: Train) -> tuple[str, str]:
    return train.data["type"], train.kind


def _groups(items: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for n in range(len(rest) + 1):
        for mates in combinations(rest, n):
            for others in _groups(tuple(i for i in rest if i not in mates)):
                yield [(first, *mates), *others]
