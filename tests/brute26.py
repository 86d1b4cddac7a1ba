"""Routes of 1826 by brute force, from the words of the outline: every run is walked, every set is tried.

It shares no code with the search or the check of the engine, only the board's faces and the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engine.view import View

Piece = tuple[str, int, int]
Place = tuple[str, int]
HEXES = {"2H": 2, "4H": 4, "6H": 6, "10H": 10}
PARIS = "G9"


@dataclass(frozen=True)
class Run26:
    """A legal run of one train: track in order, stops that count, what it is worth, the borders it blocks."""

    path: tuple[Piece, ...]
    stops: tuple[Place, ...]
    worth: int
    sides: frozenset[object]
    key: tuple[object, ...]


class Brute26:
    """All runs of a company. ``power``: cities and factor of E trains; ``mail``: a hex and its bonus."""

    def __init__(
        self, view: View, company: str, power: tuple[int, int], mail: tuple[str, int] | None
    ) -> None:
        self.hexes = view.board().hexmap.hexes
        self.face = view.board().face
        self.company, self.power, self.mail, self.phase = company, power, mail, view.state.phase
        self._known: dict[str, list[Run26]] = {}
        self.markers: dict[Place, list[str]] = {}
        for token in view.state.tokens.values():
            if token.place is not None:
                self.markers.setdefault(token.place, []).append(token.company)

    def runs(self, kind: str) -> list[Run26]:
        """Every legal run of a train of this kind, in both directions."""
        if kind not in self._known:
            self._known[kind] = [run for start in self._starts(kind) for run in _Trip(self, kind).at(*start)]
        return self._known[kind]

    def _starts(self, kind: str) -> Iterator[Place]:
        for coord in self.hexes:
            for i, stop in enumerate(self.face(coord).stops):
                if self.counts(kind, stop.kind):
                    yield coord, i

    def counts(self, kind: str, stop: str) -> bool:
        """Towns count for H trains only (O71, O78)."""
        return stop in ("city", "offboard") or (stop == "town" and kind in HEXES)

    def worth(self, kind: str, stops: Sequence[Place]) -> int:
        """What a run to these stops earns: E trains and TGV by their factor (O72-O76, O80)."""
        factor = 1 if kind in HEXES else 2 if kind == "TGV" else self.power[1]
        return factor * sum(self._value(place) for place in stops)

    def _value(self, place: Place) -> int:
        revenue = self.face(place[0]).stops[place[1]].revenue
        value = revenue if isinstance(revenue, int) else dict(revenue)[self.phase]
        return value + (self.mail[1] if self.mail and self.mail[0] == place[0] else 0)

    def ends_here(self, place: Place) -> bool:
        """Off-board areas and cities full of others' tokens are not run through."""
        stop, here = self.face(place[0]).stops[place[1]], self.markers.get(place, [])
        full = stop.kind == "city" and bool(here) and len(here) >= stop.slots
        return stop.kind == "offboard" or place[0] == PARIS or (full and self.company not in here)

    # --- sets ----------------------------------------------------------------------------------

    def best(self, trains: Sequence[str]) -> int:
        """What the best set of runs earns."""
        tables = [self.one_way(kind) for kind in trains]
        most = [max((run.worth for run in table), default=0) for table in tables]
        return self._best(tables, most, frozenset(), 0, 0)

    def _best(
        self, tables: list[list[Run26]], most: list[int], used: frozenset[object], worth: int, best: int
    ) -> int:
        if not tables:
            return max(best, worth)
        for run in tables[0]:
            if worth + run.worth + sum(most[1:]) > best and not used & run.sides:
                best = self._best(tables[1:], most[1:], used | run.sides, worth + run.worth, best)
        return self._best(tables[1:], most[1:], used, worth, best)

    def ranking(self, trains: Sequence[str]) -> list[int]:
        """What the sets earn that visit other stops, or for which trains earn something else there."""
        earned: dict[object, int] = {}
        for runs in product(*[[None, *self.one_way(kind)] for kind in trains]):
            chosen = [run for run in runs if run is not None]
            if chosen and not overlap(chosen):
                earned[tuple(sorted(run.key for run in chosen))] = sum(run.worth for run in chosen)
        return sorted(earned.values(), reverse=True)

    def one_way(self, kind: str) -> list[Run26]:
        """The runs in one direction only, the best first."""
        runs = [run for run in self.runs(kind) if run.path[0] <= _turned(run.path)[0]]
        return sorted(runs, key=lambda run: -run.worth)


@dataclass
class _Trip:
    """One train on its way."""

    brute: Brute26
    kind: str

    def at(
        self,
        coord: str,
        i: int,
        path: tuple[Piece, ...] = (),
        stops: tuple[Place, ...] = (),
        used: frozenset[object] = frozenset(),
    ) -> Iterator[Run26]:
        """The train is at a stop or junction."""
        brute, place = self.brute, (coord, i)
        if brute.counts(self.kind, brute.face(coord).stops[i].kind):
            if place in stops or (coord == PARIS and any(other == PARIS for other, _ in stops)):
                return
            stops = (*stops, place)
            if self.kind not in HEXES and len(stops) > (3 if self.kind == "TGV" else brute.power[0]):
                return
            if len(stops) >= 2 and any(brute.company in brute.markers.get(stop, ()) for stop in stops):
                yield self._run(path, stops, used)
            if len(stops) > 1 and brute.ends_here(place):
                return
        yield from self._leave(coord, 6 + i, path, stops, used)

    def _run(self, path: tuple[Piece, ...], stops: tuple[Place, ...], used: frozenset[object]) -> Run26:
        worth = self.brute.worth(self.kind, stops)
        key = (tuple(sorted((c, 0 if c == PARIS else i) for c, i in stops)), worth)
        return Run26(path, stops, worth, frozenset() if self.kind == "TGV" else used, key)

    def _leave(
        self, coord: str, end: int, path: tuple[Piece, ...], stops: tuple[Place, ...], used: frozenset[object]
    ) -> Iterator[Run26]:
        """The train goes on over every piece of track that begins at this end of the hex."""
        brute = self.brute
        for a, b in brute.face(coord).track:
            if end not in (a, b):
                continue
            other = b if end == a else a
            longer = (*path, (coord, end, other))
            if other >= 6:
                inside = (coord, min(end, other), max(end, other))
                if end < 6:
                    yield from self.at(coord, other - 6, longer, stops, used)
                elif inside not in used:
                    yield from self.at(coord, other - 6, longer, stops, used | {inside})
                continue
            beyond = brute.hexes[coord].neighbours[other]
            if beyond is None or other in brute.hexes[coord].impassable:
                continue
            border = frozenset({(coord, other), (beyond, (other + 3) % 6)})
            crossed = sum(isinstance(one, frozenset) for one in used) + 1
            if border not in used and crossed <= HEXES.get(self.kind, crossed):
                yield from self._leave(beyond, (other + 3) % 6, longer, stops, used | {border})


def overlap(runs: Sequence[Run26]) -> bool:
    """Whether two of these trains use the same border (a TGV blocks none)."""
    return sum(len(run.sides) for run in runs) > len(frozenset[object]().union(*[run.sides for run in runs]))


def _turned(path: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple((coord, b, a) for coord, a, b in reversed(path))
