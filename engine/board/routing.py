"""The exact search for the best set of routes, in plain ints (`engine.rules.suggest` asks it for a game).

Method: the best single route of each train; a first set, greedily; then, for floors that go down from the
sum of these optima to the first set, all routes that can be part of a set with the floor (the floor less the
single optima of the other trains), and branch and bound over these, until a set is found. Each part asks
``stop()`` now and then and gives up when told: what was found by then is returned, with a bound.

Where there are several ways to use the trains (`Problem.plans`) each is searched in turn, the most promising
first, until none can be better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import gcd

from .claims import Claims, Taken
from .kinds import Kind, Problem
from .large import rough_set
from .packing import Column, Packing, Pick
from .tracks import Node
from .walks import NEVER, PATIENCE, Found, Search, Stopped

FIRST_SLACK = 40
"""How much less than the optima of all trains alone a set may earn that is looked for first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A set of routes, one for each train of the problem, or for each kind of the plan of this number.

    None: the train stays at home.
    """

    value: int
    routes: tuple[Found | None, ...]
    plan: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """The best sets found, best first. ``bound``: no set earns more. ``proven``: no better one was missed."""

    choices: tuple[Choice, ...]
    proven: bool
    bound: int


def best_sets(problem: Problem, count: int = 1) -> Answer:
    """The ``count`` best sets of routes that differ in the stops they visit or earn there, best first.

    Without any route the answer is one set of trains that all stay at home.
    """
    searches = tuple(Search(kind, problem.stop) for kind in problem.kinds)
    rough = rough_set(problem, count)
    if rough is None:
        return _exact(problem, count, searches)
    known = tuple(Choice(found.value, found.routes, found.plan) for found in rough.sets)
    if rough.value == rough.bound and len(known) >= count:
        return Answer(known[:count], count == 1, rough.bound)
    answer = _exact(problem, count, searches, known)
    return answer if answer.proven else replace(answer, bound=min(answer.bound, rough.bound))


def _exact(problem: Problem, count: int, searches: Sequence[Search], known: Sequence[Choice] = ()) -> Answer:
    """All sets that beat those that are known are tried."""
    if problem.plans:
        return _of_plans(problem, count, searches, known)
    least = 1 + (known[-1].value if len(known) >= count else 0)
    search = _Search(problem, problem.trains, count, searches, least=least)
    proven = True
    try:
        search.run()
    except Stopped:
        proven = False
    if not known or not known[0].value:
        return search.answer(proven)
    found = _distinct(problem, [*known, search.first, *search.found])[:count]
    bound = max(search.bound, least - 1)
    return Answer(tuple(found), proven, found[0].value if proven else max(found[0].value, bound))


def _distinct(problem: Problem, choices: Sequence[Choice]) -> list[Choice]:
    """Of the sets with the same stops the best one, all best first."""
    shift = problem.kinds[0].graph.track_shift if problem.kinds else 0
    found: dict[object, Choice] = {}
    for choice in sorted(choices, key=lambda choice: -choice.value):
        visits = (route.bits & (1 << shift) - 1 for route in choice.routes if route)
        found.setdefault(tuple(sorted(visits)), choice)
    return list(found.values())


def _of_plans(
    problem: Problem, count: int, searches: Sequence[Search], known: Sequence[Choice] = ()
) -> Answer:
    """The best sets of all plans, each for stops of its own: what it earns less in other plans is no set."""
    ask = count
    while True:
        answer = _Plans(problem, ask, searches, known).answer()
        distinct = _distinct(problem, answer.choices)
        if len(distinct) >= count or len(answer.choices) < ask or not answer.proven:
            return Answer(tuple(distinct[:count]), answer.proven, answer.bound)
        ask *= 2


@dataclass
class _Plans:
    """The search over all ways to use the trains."""

    problem: Problem
    count: int
    searches: Sequence[Search]
    known: Sequence[Choice] = ()
    _kept: dict[object, Choice] = field(default_factory=dict)
    _open: int = NEVER
    _optima: dict[int, int] = field(default_factory=dict)

    def answer(self) -> Answer:
        """The best sets of all plans."""
        plans = self.problem.plans
        groups = self.problem.groups or tuple((plan, (i,)) for i, plan in enumerate(plans))
        for choice in self.known:
            self._keep(choice.plan, [choice])
        proven = self._begin(groups)
        bound = 0
        for best, members in sorted(groups, key=lambda group: -self._most(group[0])):
            if self._most(best) < self._least:
                break
            try:
                if proven:
                    self._run_group(best, members)
            except Stopped:
                proven = False
            if not proven:
                bound = max(bound, min(self._most(best), self._open))
                self._open = NEVER
        kept = sorted(self._kept.values(), key=lambda choice: -choice.value)[: self.count]
        kept = kept or [Choice(0, (None,) * len(plans[0]))]
        return Answer(tuple(kept), proven, kept[0].value if proven else max(bound, kept[0].value))

    def _begin(self, groups: Sequence[tuple[Sequence[int], Sequence[int]]]) -> bool:
        """A first set, greedily, and the best route of each kind; whether there was time for that."""
        number = max(groups, key=lambda group: self._most(group[0]))[1][0]
        search = _Search(self.problem, self.problem.plans[number], self.count, self.searches)
        self._keep(number, [search.greedy(hasty=True)])
        try:
            for kind in sorted({kind for best, _ in groups for kind in best}):
                self._optimum(kind)
        except Stopped:
            return False
        return True

    def _most(self, plan: Sequence[int]) -> int:
        """What no set of a plan exceeds: by the best routes where these are known."""
        return sum(self._optima.get(kind, self.searches[kind].most) for kind in plan)

    def _run_group(self, best: Sequence[int], members: Sequence[int]) -> None:
        """Search the plans of a group until none can be better. Raises Stopped, with an open bound."""
        ceiling = NEVER
        if len(members) > 1 and self.count == 1:
            ceiling = max((choice.value for choice in self._search(best)), default=0)
        for number in members:
            if ceiling < self._least:
                return
            try:
                self._keep(number, self._search(self.problem.plans[number], number))
            except Stopped:
                self._open = ceiling if len(members) > 1 else self._open
                raise

    @property
    def _least(self) -> int:
        """What a further set must earn."""
        values = sorted((choice.value for choice in self._kept.values()), reverse=True)
        return 1 + (values[self.count - 1] if len(values) >= self.count else 0)

    def _search(self, plan: Sequence[int], number: int | None = None) -> list[Choice]:
        """The sets of a plan that earn enough; when stopped, those that were found for a number are kept."""
        search = _Search(self.problem, plan, self.count, self.searches, least=self._least)
        try:
            if sum(map(self._optimum, plan)) >= self._least:
                search.run()
        except Stopped:
            self._open = search.bound
            if number is not None:
                self._keep(number, [search.first, *search.found])
            raise
        return search.found

    def _optimum(self, kind: int) -> int:
        if kind not in self._optima:
            best = self.searches[kind].best()
            self._optima[kind] = best.value if best else 0
        return self._optima[kind]

    def _keep(self, number: int, found: Sequence[Choice]) -> None:
        shift = self.problem.kinds[0].graph.track_shift
        for choice in found:
            routes = [route for route in choice.routes if route]
            key = tuple(sorted((route.bits & (1 << shift) - 1, route.value) for route in routes))
            if choice.value > 0:
                self._kept.setdefault(key, Choice(choice.value, choice.routes, number))


@dataclass
class _Search:
    """The search for one problem and what it knows so far. Trains are sorted, those that may earn most first.

    Trains that share one table of routes are of a lot: those of a kind, which choose different routes; a
    train that may share track is a lot by itself. ``floor`` is what a set must earn to be wanted, ``least``
    what it must earn at all. ``first`` is the greedy set, kept for the case of need.
    """

    problem: Problem
    trains: Sequence[int]
    count: int
    searches: Sequence[Search]
    least: int = 1
    bound: int = 0
    floor: int = 0
    first: Choice = Choice(0, ())
    found: list[Choice] = field(default_factory=list)
    _steps: int = 0

    def __post_init__(self) -> None:
        kinds, trains = self.problem.kinds, self.trains
        self._routes = self.searches
        most = {kind: self._routes[kind].most for kind in trains}
        order = sorted(enumerate(trains), key=lambda t: (-most[t[1]], -kinds[t[1]].reach, t[1], t[0]))
        self._trains = [train for train, _ in order]
        self._kinds = [kind for _, kind in order]
        self._lots = [len(kinds) + i if kinds[k].shares else k for i, k in enumerate(self._kinds)]
        self._shift = kinds[0].graph.track_shift if kinds else 0
        self._stop_mask = (1 << self._shift) - 1
        self.first = self._choice(0, [None] * len(trains))
        self.bound = sum(most[kind] for kind in self._kinds)
        self._claims = Claims(kinds, self._lots, self._kinds)

    def answer(self, proven: bool) -> Answer:
        """What is known now."""
        if not proven and not self.first.value:
            self.first = self.greedy(hasty=True)
        known = sorted(self.found or [self.first], key=lambda choice: -choice.value)
        if not proven and self.first.value > known[0].value:
            known.insert(0, self.first)
        best = known[0].value
        return Answer(tuple(known[: self.count]), proven, best if proven else max(best, self.bound))

    def run(self) -> None:
        """Find the best sets. Raises Stopped."""
        best = {kind: self._routes[kind].best() for kind in sorted(set(self._kinds))}
        optima = {kind: route.value if route else 0 for kind, route in best.items()}
        self.bound = sum(optima[kind] for kind in self._kinds)
        self.first = self.greedy()
        if self.count == 1 and self.first.value == self.bound:
            self.found = [self.first]
            return
        low = max(self.least, self.first.value) if self.count == 1 else self.least
        most, slack = self.bound, FIRST_SLACK
        while len(self.found) < self.count and self.floor != low and self.bound:
            self.floor = max(low, most - slack)
            self._choose(self._candidates(optima, best))
            if not self.found:
                self.bound = max(self.first.value, min(self.bound, self.floor - 1))
            slack = 2 * slack + FIRST_SLACK

    def _choose(self, tables: dict[int, list[Found]]) -> None:
        packing = self._packing(tables)
        try:
            packing.run()
        finally:
            if packing.bound is not None:
                self.bound = min(self.bound, max(packing.bound, self.first.value))
            self.found = [
                self._choice(pick.value, self._picked(pick, tables)) for pick in packing.kept.values()
            ]

    def _picked(self, pick: Pick, tables: dict[int, list[Found]]) -> list[Found | None]:
        return [
            None if number is None else tables[lot][number]
            for lot, number in zip(self._lots, pick.routes, strict=True)
        ]

    def greedy(self, hasty: bool = False) -> Choice:
        """A first set: each train in turn takes the best route left; ``hasty``: one that is at hand."""
        value, taken = 0, Taken()
        routes: list[Found | None] = []
        for lot, number in zip(self._lots, self._kinds, strict=True):
            search, closed = self._routes[number], self._claims.closed_to(lot, taken)
            route = search.some(closed) if hasty else search.best(closed)
            routes.append(route)
            if route is not None:
                taken = self._claims.after(lot, route, taken)
                value += route.value
        return self._choice(value, routes)

    def _choice(self, value: int, routes: Sequence[Found | None]) -> Choice:
        own: list[Found | None] = [None] * len(routes)
        for train, route in zip(self._trains, routes, strict=True):
            own[train] = route
        return Choice(value, tuple(own))

    def _candidates(
        self, optima: Mapping[int, int], best: Mapping[int, Found | None]
    ) -> dict[int, list[Found]]:
        """By lot, the routes that a wanted set can hold, best and shortest first.

        Where one set is wanted, a train that may share track needs its best route only.
        """
        tables: dict[int, list[Found]] = {}
        lost = self.floor - sum(optima[kind] for kind in self._kinds)
        for lot, number in zip(self._lots, self._kinds, strict=True):
            route, kind = best[number], self.problem.kinds[number]
            if lot in tables:
                continue
            if kind.shares and self.count == 1 and not self._claims.layers:
                tables[lot] = [route] if route else []
            else:
                found = self._routes[number].worth(max(1, lost + optima[number]))
                tables[lot] = self._undominated(lot, found)
        return tables

    def _undominated(self, lot: int, routes: list[Found]) -> list[Found]:
        """Without routes that visit the stops of another one but use its track and more."""
        routes.sort(key=lambda route: (-route.value, route.length))
        kept: dict[int, list[int]] = {}
        found = []
        for route in routes:
            taken = self._claims.of(lot, route)
            others = kept.setdefault(route.bits & self._stop_mask, [])
            self._tick(1 + len(others) // 16)
            if not any(other & taken == other for other in others):
                others.append(taken)
                found.append(route)
        return found

    def _packing(self, tables: dict[int, list[Found]]) -> Packing:
        """The choice among candidates; resources are hex sides and passes where track meets in odd number."""
        kinds = dict(zip(self._lots, (self.problem.kinds[k] for k in self._kinds), strict=True))
        exits = _odd([self.problem.kinds[kind] for kind in self._kinds])
        claims = self._claims
        tracks = [0 if kinds[lot].shares else claims.track(r) for lot, table in tables.items() for r in table]
        sides = max(tracks, default=0).bit_length()
        resource = {name: sides + i for i, name in enumerate(exits)}
        return Packing(
            kinds=self._lots,
            tables={
                lot: [
                    column
                    for i, route in enumerate(table)
                    for column in self._columns(i, lot, kinds[lot], route, resource)
                ]
                for lot, table in tables.items()
            },
            capacity=[1] * sides + [count // 2 for count in exits.values()],
            unit=gcd(*(money for kind in kinds.values() for money in _money(kind))) or 1,
            floor=self.floor,
            count=self.count,
            tick=self._tick,
        )

    def _columns(
        self, number: int, lot: int, kind: Kind, route: Found, resource: Mapping[Node, int]
    ) -> list[Column]:
        """The column of a route; one for each train of the lot if it keeps nobody off any track."""
        self._tick(4)
        taken, names = self._claims.of(lot, route), kind.graph.names
        uses = 0 if kind.shares else self._claims.track(route)
        for node in () if kind.shares else route.passes:
            if (use := resource.get(names[node])) is not None:
                uses |= 1 << use
        column = Column(route.value, taken, uses, route.bits & self._stop_mask, number)
        return [column] * (1 if taken else self._lots.count(lot))

    def _tick(self, steps: int) -> None:
        self._steps += steps
        if self._steps >= PATIENCE:
            self._steps = 0
            if self.problem.stop():
                raise Stopped


def _money(kind: Kind) -> Iterator[int]:
    """All sums of which the value of a route is made up."""
    yield from kind.values
    yield kind.base
    yield from (bonus.amount for bonus in kind.bonuses)
    yield from kind.pay.lesser if kind.pay else ()


def _odd(kinds: Sequence[Kind]) -> dict[Node, int]:
    """Stops and junctions where an odd number of tracks meets, in any of the graphs, and that number."""
    exits: dict[Node, frozenset[int]] = {}
    for graph in {id(kind.graph): kind.graph for kind in kinds}.values():
        for name, here in zip(graph.names, graph.exits, strict=True):
            exits[name] = exits.get(name, frozenset()) | here
    return {name: len(here) for name, here in exits.items() if len(here) % 2 and len(here) > 1}
