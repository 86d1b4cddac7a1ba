"""What the search is asked for a company: kinds of trains in plain numbers, and the ways to use its trains.

A way says which trains run as one, which train gets each marker, how units of a reduction are split and
which train earns a bonus that is earned once. Trains that run alike are interchangeable, so ways that come
to the same kinds are one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

from engine.core.state import Place
from engine.core.view import View
from engine.routes.manners import NOTHING, Extras, Manner, Marker, Relief, SetBonus, splits
from engine.routes.policy import RoutePolicy, Stop, policy_of
from engine.routes.rules import runners
from engine.routes.tracks import track_graphs
from engine.solver.graph import TrackGraph
from engine.solver.problem import Bonus, Kind, Pay, Problem, Reduction

FORCE = 10_000_000
"""More than all that trains earn: the gain of a run that must be made (it is taken off again)."""


@dataclass(frozen=True, slots=True)
class Use:
    """One run in a way to use the trains: which trains run as one, and how.

    gain: money for the run whatever it visits; units: of each relief, in the order of the extras; bonuses:
    those that the run may earn, by name; required: those which it must earn.
    """

    trains: tuple[str, ...]
    manner: Manner
    gain: int
    units: tuple[int, ...]
    bonuses: frozenset[str]
    required: frozenset[str] = frozenset()

    @property
    def runs(self) -> tuple[object, ...]:
        """The same for uses that earn alike."""
        return self.manner, self.gain, self.units, self.bonuses, self.required


@dataclass(frozen=True, slots=True)
class Asked:
    """A problem for the search, and what each plan in it means: the use of each run."""

    problem: Problem
    uses: tuple[tuple[Use, ...], ...]


def ask(view: View, company: str, stop: Stop, without: Sequence[str] = (), aim: str = "") -> Asked:
    """The problem of the best run.

    ``without``: trains that stay at home. ``aim``: a bonus to be earned; sets in which it is have a value
    that is higher by ``FORCE``.
    """
    return _Asking(view, company, tuple(without), aim).ask(stop)


@dataclass(frozen=True, slots=True)
class _Scope:
    """What track leads to from the stations: stops, and whether any water."""

    stops: frozenset[Place]
    wet: bool


def _reached(kinds: Sequence[Kind]) -> _Scope:
    stops, wet = set[Place](), False
    for kind in kinds:
        seen = dict.fromkeys(kind.anchors)
        queue = list(seen)
        for node in queue:
            for arc in kind.graph.arcs[node]:
                wet |= bool(arc.waters)
                if arc.to not in seen:
                    seen[arc.to] = None
                    queue.append(arc.to)
        stops |= {kind.graph.stops[node] for node in seen if node < len(kind.values)}
    return _Scope(frozenset(stops), wet)


@dataclass
class _Table:
    """The uses that differ, numbered as the kinds will be, and the plans that differ in them."""

    distinct: list[Use] = field(default_factory=list)
    plans: list[tuple[Use, ...]] = field(default_factory=list)
    _number: dict[tuple[object, ...], int] = field(default_factory=dict)
    _known: set[tuple[int, ...]] = field(default_factory=set)

    def kinds_of(self, uses: Sequence[Use]) -> tuple[int, ...]:
        """The numbers of the kinds."""
        for use in uses:
            if use.runs not in self._number:
                self._number[use.runs] = len(self.distinct)
                self.distinct.append(use)
        return tuple(self._number[use.runs] for use in uses)

    def plan(self, uses: tuple[Use, ...]) -> int | None:
        """The number of a new plan; None for one that comes to the kinds of another."""
        key = tuple(sorted(self.kinds_of(uses)))
        if key in self._known:
            return None
        self._known.add(key)
        self.plans.append(uses)
        return len(self.plans) - 1


class _Marked(NamedTuple):
    """The stops of a graph by their places, those that are small, small ones of two, and the anchors."""

    graph: TrackGraph
    number: dict[Place, int]
    small: frozenset[int]
    twins: frozenset[int]
    anchors: tuple[int, ...]


@dataclass
class _Asking:
    view: View
    company: str
    without: tuple[str, ...]
    aim: str
    extras: Extras = field(init=False)
    policy: RoutePolicy = field(init=False)
    _known: dict[tuple[int, frozenset[str]], _Marked] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.policy = policy_of(self.view)
        self.extras = self.policy.extras(self.view, self.company)

    def ask(self, stop: Stop) -> Asked:
        trains = [t for t in runners(self.view, self.company) if t not in self.without]
        table = _Table()
        groups = []
        for wish, ways in self._ways(trains, self._scope(trains)):
            members = tuple(dict.fromkeys(n for n in map(table.plan, ways) if n is not None))
            if members:
                groups.append((table.kinds_of(wish), members))
        if not groups:
            return Asked(Problem((), (), stop), ())
        plans = tuple(table.kinds_of(uses) for uses in table.plans)
        kinds, one = self.kinds(table.distinct), len(plans) == 1
        problem = Problem(kinds, plans[0], stop) if one else Problem(kinds, (), stop, plans, tuple(groups))
        return Asked(problem, tuple(table.plans))

    # --- ways to use the trains

    def _scope(self, trains: Sequence[str]) -> _Scope:
        """What track leads to from the stations, whatever the trains."""
        manners = [self.policy.manner(self.view, train) for train in trains]
        able = tuple(train for train in trains if train in self.extras.joinable)
        if len(able) > 1:
            manners.append(self.policy.joined(self.view, able))
        uses = [Use((), manner, 0, (), frozenset()) for manner in dict.fromkeys(manners)]
        return _reached(self.kinds(uses, bare=True)) if self.extras != NOTHING else _Scope(frozenset(), False)

    def _ways(
        self, trains: Sequence[str], scope: _Scope
    ) -> Iterator[tuple[tuple[Use, ...], list[tuple[Use, ...]]]]:
        """Groups of ways that differ in how units are split, each after the way in which all runs had all."""
        held = [bonus for bonus in self.extras.bonuses if bonus.once or bonus.name == self.aim]
        possible = {b.name for b in self.extras.bonuses if all(group & scope.stops for group in b.groups)}
        if self.aim and self.aim not in possible:
            return
        names = [bonus.name for bonus in held]
        amounts = [relief.amount if scope.wet else 0 for relief in self.extras.reliefs if relief.pooled]
        for runs in self._groupings(trains, self.extras.join_for in possible):
            markers = product(range(len(runs)), repeat=len(self.extras.markers if runs else ()))
            holders = product(
                *(self._holders(bonus, runs) if bonus.name in possible else [None] for bonus in held)
            )
            every = [[amount] * len(runs) for amount in amounts]
            for marked, holding in product(markers, holders):
                home = self._idle(runs, marked)
                if not home.isdisjoint([*marked, *holding]):
                    continue
                hold = dict(zip(names, holding, strict=True))
                given = product(*(list(splits(amount, len(runs))) for amount in amounts))
                ways = [self._way(runs, home, marked, hold, split) for split in given]
                yield self._way(runs, home, marked, hold, every), ways

    def _idle(self, runs: Sequence[tuple[str, ...]], marked: Sequence[int]) -> frozenset[int]:
        """The runs that would gain more by a marker than the one that has it; they are not made.

        That leaves out no set, for markers that only earn: if such a run were made, the marker were its own.
        """
        found = set[int]()
        for marker, at in zip(self.extras.markers, marked, strict=False):
            if marker.only_gains:
                gains = [_gain(marker, run) for run in runs]
                found |= {i for i, gain in enumerate(gains) if (gain, -i) > (gains[at], -at)}
        return frozenset(found)

    def _way(
        self,
        runs: Sequence[tuple[str, ...]],
        home: Collection[int],
        marked: Sequence[int],
        hold: Mapping[str, int | None],
        split: Sequence[Sequence[int]],
    ) -> tuple[Use, ...]:
        """The runs, but some; with the numbers of those that have each marker and hold each bonus; units."""
        return tuple(
            self._use(
                run,
                [m for m, at in zip(self.extras.markers, marked, strict=False) if at == i],
                tuple(part[i] for part in split),
                {name for name, at in hold.items() if at == i},
            )
            for i, run in enumerate(runs)
            if i not in home
        )

    def _groupings(self, trains: Sequence[str], joins: bool) -> Iterator[list[tuple[str, ...]]]:
        """The trains one by one, or with some of them as one."""
        yield [(train,) for train in trains]
        able = [train for train in trains if joins and train in self.extras.joinable]
        for size in range(2, len(able) + 1):
            for joined in combinations(able, size):
                yield [joined, *((train,) for train in trains if train not in joined)]

    def _holders(self, bonus: SetBonus, runs: Sequence[tuple[str, ...]]) -> Sequence[int | None]:
        """The runs of which one must earn a bonus; None: no run does.

        Joined trains must, if it is for it that they are joined.
        """
        if bonus.name == self.extras.join_for and runs and len(runs[0]) > 1:
            return [0]
        return [*range(len(runs)), *([] if bonus.name == self.aim else [None])]

    def _use(
        self, run: tuple[str, ...], markers: Sequence[Marker], split: tuple[int, ...], held: set[str]
    ) -> Use:
        """A run with these markers, units of the pooled reliefs, and bonuses that it holds."""
        joined = len(run) > 1
        manner = self.policy.joined(self.view, run) if joined else self.policy.manner(self.view, run[0])
        gain = 0
        for marker in markers:
            manner = marker.change(manner)
            gain += _gain(marker, run)
        parts = iter(split)
        units = tuple(next(parts) if relief.pooled else relief.amount for relief in self.extras.reliefs)
        required = held | ({self.extras.join_for} if joined else set())
        gain += FORCE if self.aim and self.aim in held else 0
        bonuses = held | {bonus.name for bonus in self.extras.bonuses if not bonus.once}
        return Use(run, manner, gain, units, frozenset(bonuses), frozenset(required))

    # --- plain numbers

    def kinds(self, uses: Sequence[Use], bare: bool = False) -> tuple[Kind, ...]:
        """The kind of each use, on graphs in which a bit means the same; ``bare``: without the extras."""
        view, company, policy = self.view, self.company, self.policy
        board = policy.ground(view, company)
        terms = policy.terms(view, company)
        variants = list(dict.fromkeys((use.manner.counts, use.manner.closed) for use in uses))
        drawn = board.remember(
            ("track", company, tuple(variants), policy.pass_offboard, policy.single, terms),
            lambda: track_graphs(
                board,
                company,
                [counts for counts, _ in variants],
                policy.pass_offboard,
                policy.single,
                terms,
                [closed for _, closed in variants],
            ),
        )
        graphs = dict(zip(variants, drawn, strict=True))
        stops = sorted({place for graph in graphs.values() for place in graph.stops})
        keys = dict.fromkeys(use.manner.values for use in uses)
        worth = {key: policy.worth(view, company, stops, key) for key in keys}
        free = policy.free(view, company)
        return tuple(
            self._kind(
                use, graphs[use.manner.counts, use.manner.closed], worth[use.manner.values], free, bare
            )
            for use in uses
        )

    def _kind(
        self, use: Use, graph: TrackGraph, worth: dict[Place, int], free: frozenset[Place], bare: bool
    ) -> Kind:
        manner = use.manner
        _, number, small, twins, anchors = self._marked(graph, manner.small)
        plain = tuple(worth[place] for place in graph.stops)
        return Kind(
            graph=graph,
            values=tuple(v if i in small else v * manner.factor for i, v in enumerate(plain)),
            anchors=anchors,
            reach=manner.reach,
            hexes=manner.hexes,
            fewest=self.policy.fewest,
            shares=manner.shares,
            alone=manner.alone,
            free=frozenset(number[place] for place in free if place in number) - small,
            pay=None
            if manner.pays_all
            else Pay(small, manner.towns, manner.fill, manner.most, manner.doubled, plain, twins),
            base=use.gain,
            reductions=() if bare else self._reductions(use, graph, number),
            bonuses=self._bonuses(use, number),
            must=tuple(_known(group, number) for group in manner.must),
        )

    def _marked(self, graph: TrackGraph, kinds: frozenset[str]) -> _Marked:
        """What many uses on one graph have in common; ``kinds`` of stops are small."""
        key = id(graph), kinds
        if key not in self._known:
            board = self.policy.ground(self.view, self.company)
            stops = [board.stop(*place) for place in graph.stops]
            anchors = (
                node
                for node, place in enumerate(graph.stops)
                if not self.policy.own_station or self.company in board.companies_at(*place)
            )
            self._known[key] = _Marked(
                graph,
                {place: node for node, place in enumerate(graph.stops)},
                frozenset(node for node, stop in enumerate(stops) if stop.kind in kinds),
                frozenset(node for node, stop in enumerate(stops) if stop.kind in kinds and stop.size > 1),
                tuple(anchors),
            )
        return self._known[key]

    def _reductions(self, use: Use, graph: TrackGraph, number: dict[Place, int]) -> tuple[Reduction, ...]:
        names = {water.name: i for i, water in enumerate(graph.waters)}

        def reduction(relief: Relief, amount: int) -> Reduction:
            waters = frozenset(names[name] for name in relief.waters)
            stops = frozenset() if relief.at is None else _known(frozenset({relief.at}), number)
            return Reduction(amount, stops, waters, relief.abutting)

        pairs = zip(self.extras.reliefs, use.units, strict=True)
        return tuple(
            reduction(relief, amount)
            for relief, amount in pairs
            if amount and (relief.at is None or relief.at in number)
        )

    def _bonuses(self, use: Use, number: dict[Place, int]) -> tuple[Bonus, ...]:
        return tuple(
            Bonus(
                bonus.amount,
                tuple(_known(group, number) for group in bonus.groups),
                bonus.land,
                bonus.name in use.required,
            )
            for bonus in self.extras.bonuses
            if bonus.name in use.bonuses
        )


def _gain(marker: Marker, run: Sequence[str]) -> int:
    return max(marker.gains.get(train, 0) for train in run)


def _known(group: frozenset[Place], number: dict[Place, int]) -> frozenset[int]:
    return frozenset(number[place] for place in group if place in number)
