"""Which freight trains of a company must run, and which other trains can (7.8, 7.8.1).

"Each train must run a route ... if it can": no train is idle that could run with all those that run, whatever
runs these take and whatever they earn. A local or an express train can run if it has a run from the home:
that meets the main run. Freight trains can run together only as 7.8.1 joins them, so it is asked for which of
them there are runs at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

from engine.core.state import Train
from engine.core.view import View
from engine.solver.clock import Clock, Stopped, never
from engine.titles.g1862.data.options import FREIGHT, LOCAL, is_simple
from engine.titles.g1862.phases.bands import is_permanent, reach, type_of
from engine.titles.g1862.solver.columns import Unit
from engine.titles.g1862.solver.lines import Line, Network, network
from engine.titles.g1862.solver.relay import Relay
from engine.titles.g1862.solver.walks import PATIENCE, Run, Walk

WORK, LEAST = 10_000, 300
"""Steps of the questions about a company, of which a crew may take half, and at least so many."""
Units = tuple[Unit, ...]
Runs = tuple[tuple[Unit, Run], ...]


class Crew(NamedTuple):
    """Freight trains by their reach: those that rust and permanent ones."""

    loose: tuple[int, ...] = ()
    lasting: tuple[int, ...] = ()

    def within(self, other: Crew) -> bool:
        """Whether the other has all these trains."""
        return all(Counter(few) <= Counter(many) for few, many in zip(self, other, strict=True))


def runnable(view: View, company: str) -> list[Train]:
    """The trains for which the company has a permit (7.8); in a simple game all (11.1)."""
    permits = view.company(company).data.get("permits", ())
    return [t for t in view.trains(company) if is_simple(view) or type_of(t) in permits]


def unit_of(view: View, train: Train) -> Unit:
    """A train that runs by itself."""
    paid, visited = reach(view.data.trains[train.kind], type_of(train))
    return (FREIGHT, (visited,), 0) if type_of(train) == FREIGHT else (type_of(train), (visited - 1,), paid)


def crew_of(view: View, trains: Sequence[Train]) -> Crew:
    """The freight trains among these."""
    freight = [(unit_of(view, t)[1][0], is_permanent(view, t.kind)) for t in trains if type_of(t) == FREIGHT]
    loose, lasting = (sorted(leg for leg, lasts in freight if lasts == which) for which in (False, True))
    return Crew(tuple(loose), tuple(lasting))


def other_units(view: View, company: str) -> Units:
    """The local and express trains that can run."""
    net = network(view, company)
    others = (unit_of(view, t) for t in runnable(view, company) if type_of(t) != FREIGHT)
    return tuple(sorted(unit for unit in others if first_line(net, unit) is not None))


def first_line(net: Network, unit: Unit) -> Line | None:
    """A line on which one train runs from the home to the next large stop; None when there is none."""
    kind, legs, _ = unit
    for line in net.lines[net.home] if net.home is not None else ():
        fits = line.borders <= legs[0] if kind == FREIGHT else kind != LOCAL or net.kinds[line.to] is None
        if fits and line.to != net.home:
            return line
    return None


def crews(view: View, company: str) -> Mapping[Crew, Runs]:
    """Of the freight trains of a company all that run together in one of the legal ways, each with runs.

    Every crew leaves idle only what cannot run with it. Trains that rust run without a permanent one only
    where no permanent one can run. What is not settled with some work counts as impossible.
    """
    owned, others = crew_of(view, runnable(view, company)), other_units(view, company)
    net = network(view, company)
    return view.board().remember(
        ("crews", company, owned, others), lambda: _Crews(net, owned, others, WORK).all()
    )


@dataclass
class _Crews:
    net: Network
    owned: Crew
    others: Units
    left: int
    _known: dict[tuple[Unit, int], Run | None] = field(default_factory=dict)
    _tables: dict[Unit, list[Run]] = field(default_factory=dict)

    def all(self) -> Mapping[Crew, Runs]:
        loose, lasting = map(_subsets, self.owned)
        lasting = [some for some in lasting if not Counter(self._at_home()) - Counter(some)]
        with_lasting = self._most(Crew(*pair) for pair in product(loose, lasting) if pair[1])
        found = with_lasting or self._most(Crew(some, ()) for some in loose if some)
        if not found and self.others and self.net.home is not None:
            return {Crew(): ()}
        return found

    def _at_home(self) -> list[int]:
        """Permanent trains with a run from the home, apart from all others: these run in any case."""
        return [leg for leg in self.owned.lasting if first_line(self.net, (FREIGHT, (leg,), 0))]

    def _most(self, every: Iterator[Crew]) -> dict[Crew, Runs]:
        """The largest crews that can run."""
        found: dict[Crew, Runs] = {}
        for crew in sorted(every, key=lambda crew: -len(crew.loose) - len(crew.lasting)):
            if not any(crew.within(other) for other in found):
                runs = self._runs(crew)
                if runs is not None:
                    found[crew] = runs
        return found

    def _runs(self, crew: Crew) -> Runs | None:
        clock = Clock(never, PATIENCE, max(LEAST, self.left // 2))
        try:
            if not all(self._find((FREIGHT, (leg,), 0), self.net.cities, clock) for leg in {*sum(crew, ())}):
                return None
            plans = (self._linked(together, clock) for together in _plain_chains(*crew))
            return next((runs for runs in plans if runs is not None), None)
        except Stopped:
            return None
        finally:
            self.left -= clock.steps

    def _linked(self, together: Sequence[tuple[int, ...]], clock: Clock) -> Runs | None:
        """Runs for these freight trains and all others, linked to the home."""
        net = self.net
        if net.home is None:
            return None
        units = tuple((FREIGHT, legs, 0) for legs in together)
        return self._place(net.bits[net.home], (*units, *self.others), (), clock, set())

    def _place(self, met: int, left: Units, chosen: Runs, clock: Clock, seen: set[object]) -> Runs | None:
        """Runs for all that are left: at once where they meet what is met, else one that leads on first."""
        if (met, left) in seen:
            return None
        seen.add((met, left))
        clock.tick()
        near = [(unit, self._find(unit, met, clock)) for unit in left]
        placed = tuple((unit, run) for unit, run in near if run is not None)
        if len(placed) == len(left):
            return (*chosen, *placed)
        if any(self._find(unit, self.net.cities, clock) is None for unit in left):
            return None
        for unit, _ in dict(placed).items() if len(left) > 1 else ():
            rest = list(left)
            rest.remove(unit)
            for run in self._table(unit, clock):
                if run.stops & met and run.stops & self.net.cities & ~met:
                    after = met | run.stops & self.net.cities
                    found = self._place(after, tuple(rest), (*chosen, (unit, run)), clock, seen)
                    if found is not None:
                        return found
        return None

    def _find(self, unit: Unit, met: int, clock: Clock) -> Run | None:
        """A run of a unit that meets one of these stations."""
        net, key = self.net, (unit, met)
        if key not in self._known:
            line = first_line(net, unit) if len(unit[1]) == 1 else None
            if line is not None and net.home is not None and net.bits[net.home] & met:
                self._known[key] = _short(net, net.home, line, unit[0] == LOCAL)
            else:
                self._known[key] = Relay(net, unit[1], met, clock).find() if unit[0] == FREIGHT else None
        return self._known[key]

    def _table(self, unit: Unit, clock: Clock) -> list[Run]:
        """The runs of a unit that meet more stations than another one."""
        if unit not in self._tables:
            every: dict[int, Run] = {}

            def keep(run: Run) -> None:
                every.setdefault(run.stops & self.net.cities, run)

            Walk(self.net, unit[1], unit[0] == FREIGHT, unit[0] == LOCAL, keep, clock).run()
            found: dict[int, Run] = {}
            for meets in sorted(every, key=lambda meets: -meets.bit_count()):
                clock.tick(1 + len(found) // 10)
                if not any(meets & other == meets for other in found):
                    found[meets] = every[meets]
            self._tables[unit] = list(found.values())
        return self._tables[unit]


def _short(net: Network, home: int, line: Line, is_local: bool) -> Run:
    """From the home to the next large stop."""
    ends = (net.stops[home][0], net.measured(line.to, line.near[1]))
    extras = line.towns | line.hexes if is_local else 0
    return Run(home, line.to, net.bits[home] | net.bits[line.to], extras, ends, (None, line))


def _plain_chains(loose: tuple[int, ...], lasting: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """The ways to join freight trains (see `chains`) of which one is possible if any is.

    Permanent trains that are joined could as well run apart, each its part, and meet where they join; except
    one that trains that rust must be joined to, and those between two of these.
    """
    if not (loose and lasting):
        yield [*([loose] if loose else []), *((leg,) for leg in lasting)]
        return
    for count in range(1, 1 + (len(lasting) if len(loose) > 1 else 1)):
        for joined in dict.fromkeys(combinations(lasting, count)):
            rest = (Counter(lasting) - Counter(joined)).elements()
            yield [tuple(sorted((*loose, *joined))), *((leg,) for leg in rest)]


def _subsets(legs: tuple[int, ...]) -> list[tuple[int, ...]]:
    counts = Counter(legs)
    return [
        tuple(leg for leg, n in zip(counts, numbers, strict=True) for _ in range(n))
        for numbers in product(*(range(n + 1) for n in counts.values()))
    ]
