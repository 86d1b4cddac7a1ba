"""Routes of 1826 by brute force, from the words of the outline: every run is walked, every set is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core.view import View
from tests.brute_base import Ground, Path, Place, Run, best_sum, one_way, ranking

HEXES = {"2H": 2, "4H": 4, "6H": 6, "10H": 10}
PARIS = "G9"


class Brute26(Ground):
    """All runs of a company. ``power``: cities and factor of E trains; ``mail``: a hex and its bonus."""

    def __init__(
        self, view: View, company: str, power: tuple[int, int], mail: tuple[str, int] | None
    ) -> None:
        super().__init__(view, company)
        self.power, self.mail, self.phase = power, mail, view.state.phase
        self._known: dict[str, list[Run]] = {}

    def runs(self, kind: str) -> list[Run]:
        """Every legal run of a train of this kind, in both directions."""
        if kind not in self._known:
            starts = [place for place in self.stops() if self.counts(kind, place)]
            self._known[kind] = [run for start in starts for run in _Trip(self, kind).at(*start)]
        return self._known[kind]

    def counts(self, kind: str, place: Place) -> bool:
        """Towns count for H trains only (O71, O78)."""
        stop = self.kind(place)
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
        return self.kind(place) == "offboard" or place[0] == PARIS or self.is_full(place)

    # --- sets

    def best(self, trains: Sequence[str]) -> int:
        """What the best set of runs earns."""
        return best_sum([self.one_way(kind) for kind in trains])

    def ranking(self, trains: Sequence[str]) -> list[int]:
        """What the sets earn that visit other stops, or for which trains earn something else there."""
        return ranking([self.one_way(kind) for kind in trains])

    def one_way(self, kind: str) -> list[Run]:
        """The runs in one direction only, the best first."""
        return one_way(self.runs(kind))


@dataclass
class _Trip:
    """One train on its way."""

    brute: Brute26
    kind: str

    def at(
        self,
        coord: str,
        i: int,
        path: Path = (),
        stops: tuple[Place, ...] = (),
        used: frozenset[object] = frozenset(),
        crossed: int = 0,
    ) -> Iterator[Run]:
        """The train is at a stop or junction."""
        brute, place = self.brute, (coord, i)
        if brute.counts(self.kind, place):
            if place in stops or (coord == PARIS and any(other == PARIS for other, _ in stops)):
                return
            stops = (*stops, place)
            if self.kind not in HEXES and len(stops) > (3 if self.kind == "TGV" else brute.power[0]):
                return
            if len(stops) >= 2 and any(map(brute.is_ours, stops)):
                yield self._run(path, stops, used)
            if len(stops) > 1 and brute.ends_here(place):
                return
        yield from self._leave(coord, 6 + i, path, stops, used, crossed)

    def _run(self, path: Path, stops: tuple[Place, ...], used: frozenset[object]) -> Run:
        worth = self.brute.worth(self.kind, stops)
        key = (tuple(sorted((c, 0 if c == PARIS else i) for c, i in stops)), worth)
        return Run(path, stops, worth, frozenset() if self.kind == "TGV" else used, key)

    def _leave(
        self,
        coord: str,
        end: int,
        path: Path,
        stops: tuple[Place, ...],
        used: frozenset[object],
        crossed: int,
    ) -> Iterator[Run]:
        """The train goes on over every piece of track that begins at this end of the hex."""
        for other, beyond, border in self.brute.onward(coord, end):
            if border in used:
                continue
            now, longer = used | {border} if border else used, (*path, (coord, end, other))
            if other >= 6:
                yield from self.at(coord, other - 6, longer, stops, now, crossed)
            elif crossed < HEXES.get(self.kind, crossed + 1):
                yield from self._leave(beyond, (other + 3) % 6, longer, stops, now, crossed + 1)
