"""What all brute force over routes needs: the ground that trains run over, and the best of some runs.

It shares no code with the search or the check of the engine, only the board's faces and the position.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from engine.core.view import View

Piece = tuple[str, int, int]
Place = tuple[str, int]
Path = tuple[Piece, ...]


@dataclass(frozen=True)
class Run:
    """A legal run of one train: its track in order, the stops that count, what it is worth.

    ``sides``: what no other train may use. ``key``: what makes it another run than the rest.
    """

    path: Path
    stops: tuple[Place, ...]
    worth: int
    sides: frozenset[object]
    key: Hashable


class Ground:
    """The hexes, faces and markers of a position, as one company sees them."""

    def __init__(self, view: View, company: str) -> None:
        self.hexes = view.board().hexmap.hexes
        self.face = view.board().face
        self.company = company
        self.markers: dict[Place, list[str]] = {}
        for token in view.state.tokens.values():
            if token.place is not None:
                self.markers.setdefault(token.place, []).append(token.company)

    def kind(self, place: Place) -> str:
        """city, town, offboard or junction."""
        return self.face(place[0]).stops[place[1]].kind

    def is_ours(self, place: Place) -> bool:
        """Whether the company has a marker there."""
        return self.company in self.markers.get(place, ())

    def is_full(self, place: Place) -> bool:
        """Whether a city is full of others' markers."""
        slots, here = self.face(place[0]).stops[place[1]].slots, self.markers.get(place, ())
        full = self.kind(place) == "city" and len(here) >= max(1, slots)
        return full and not self.is_ours(place)

    def stops(self) -> Iterator[Place]:
        """All stops and junctions of the map."""
        for coord in self.hexes:
            for i in range(len(self.face(coord).stops)):
                yield coord, i

    def onward(self, coord: str, end: int) -> Iterator[tuple[int, str, object]]:
        """The ways over a hex from an end: the other end, the hex that follows, what is used up by it.

        Inside the hex nothing is used up but a piece of track between two stops.
        """
        for a, b in self.face(coord).track:
            if end not in (a, b):
                continue
            other = b if end == a else a
            if other >= 6:
                inside = frozenset({(coord, end), (coord, other)})
                yield other, coord, inside if end >= 6 else None
                continue
            beyond = self.hexes[coord].neighbours[other]
            if beyond is not None and other not in self.hexes[coord].impassable:
                yield other, beyond, frozenset({(coord, other), (beyond, (other + 3) % 6)})


def turned(path: Path) -> Path:
    """The same run in the other direction."""
    return tuple((coord, b, a) for coord, a, b in reversed(path))


def one_way(runs: Sequence[Run]) -> list[Run]:
    """The runs in one direction only, the best first."""
    return sorted((run for run in runs if run.path[0] <= turned(run.path)[0]), key=lambda run: -run.worth)


def overlap(runs: Sequence[Run]) -> bool:
    """Whether two of these runs use the same."""
    return sum(len(run.sides) for run in runs) > len(frozenset[object]().union(*[run.sides for run in runs]))


def best_sum(tables: Sequence[Sequence[Run]]) -> int:
    """What the best set earns that takes a run from each table, or none."""
    most = [max((run.worth for run in table), default=0) for table in tables]

    def best_of(number: int, used: frozenset[object], worth: int, best: int) -> int:
        if number == len(tables):
            return max(best, worth)
        for run in tables[number]:
            if worth + run.worth + sum(most[number + 1 :]) > best and not used & run.sides:
                best = best_of(number + 1, used | run.sides, worth + run.worth, best)
        return best_of(number + 1, used, worth, best)

    return best_of(0, frozenset(), 0, 0)


def ranking(tables: Sequence[Sequence[Run]]) -> list[int]:
    """What the sets of different keys earn, best first (all of them: small boards only)."""
    earned: dict[object, int] = {}
    for runs in product(*[[None, *table] for table in tables]):
        chosen = [run for run in runs if run is not None]
        if chosen and not overlap(chosen):
            earned[tuple(sorted(run.key for run in chosen))] = sum(run.worth for run in chosen)  # type: ignore[type-var]
    return sorted(earned.values(), reverse=True)


def spoil(rng: Random, path: Path, others: Sequence[Path]) -> Path:
    """A path that may be no run any more: cut, run on into another one, turned back, with a wrong piece."""
    cut, bent = rng.randrange(len(path)), (path[0][0], rng.randrange(8), rng.randrange(8))
    onward = [other for other in others if other[0][:2] == (path[-1][0], path[-1][2])]
    other = rng.choice(onward if onward and rng.random() < 0.7 else others)
    return rng.choice(
        [
            *(path + other, path + other, path + turned(path)),
            *(path[cut:], path[: cut + 1], path[:cut] + other[cut:]),
            path[: cut + 1] + other[rng.randrange(len(other)) :],
            (*path[:cut], bent, *path[cut + rng.randrange(2) :]),
        ]
    )
