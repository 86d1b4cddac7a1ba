"""Good sets of routes on large networks with a bound on the best, where not all routes can be tried.

A linear program says what sets earn at most, in whichever way the trains are used, and which stops they would
visit; the local search looks for a set there; where both do not meet, the program is split, best half first,
and the local search follows. What it finds is judged again, by `Judge` and by its track, before it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.solver.answer import Answer, Solution, distinct
from engine.solver.judging import Judge
from engine.solver.large.branch_and_bound import Halves
from engine.solver.large.climber import Climber, Tracks
from engine.solver.large.network import Network
from engine.solver.large.relaxation import Relaxation
from engine.solver.large.sorts import sorted_out
from engine.solver.large.verdict import judged
from engine.solver.large.ways import Ways
from engine.solver.problem import Kind, unit_of
from engine.solver.walks import Found

FIRST_CUTS, CUTS = 20, 3
"""How often in a row cuts are looked for in vain before the program is split, and for each half later."""
PORTION, PATIENCE = 60, 25_000
"""Rounds of the local search between two looks at the clock, and in vain before it is given up."""
FIRST_PORTIONS = 30
"""Portions before the program is looked at, but for one train on dry land."""
ROUNDS, PORTIONS = 4, 5
"""In turns: so many rounds of cuts, or one split, and so many portions (for each train, or for one by sea
twice)."""
MORE = 3
"""How many more sets are kept than are asked for, beside the best."""
MORE_PORTIONS = 40
"""Portions for each further set that is asked for, once the best is proven."""
ANYTHING = 1 << 60


def search(
    network: Network,
    kinds: Sequence[Kind],
    plans: Sequence[Sequence[int]],
    count: int,
    stop: Callable[[], bool],
) -> Answer:
    """The best sets that are found for these ways to use trains of these kinds, and a bound on the best."""
    return _Search(network, kinds, plans, count, stop).run()


@dataclass
class _Search:
    network: Network
    kinds: Sequence[Kind]
    plans: Sequence[Sequence[int]]
    count: int
    stop: Callable[[], bool]
    bound: int = 0
    _vain: int = 0
    _best: int = 0

    def __post_init__(self) -> None:
        named = sorted({number for plan in self.plans for number in plan})
        self._unit = unit_of(self.kinds[number] for number in named)
        self._sorts = sorted_out(self.kinds, self.plans)
        self._relaxation = Relaxation(self.network, [(sort.wish, sort.count) for sort in self._sorts])
        several = len(self.plans) > 1 or any(len(sort.kinds) > 1 for sort in self._sorts)
        self._ways = Ways(self._relaxation, self._sorts, self.plans) if several else None
        others = self.count + MORE if self.count > 1 else 0
        self._climber = Climber(self.network, self._sorts, self.plans, others)
        self._judges = {number: Judge(self.kinds[number]) for number in named}
        most = {number: _most(self.network, self.kinds[number]) for number in named}
        self.bound = max(sum(most[number] for number in plan) for plan in self.plans)
        self._trains = max(map(len, self.plans))
        self._found = Solution(0, (None,) * len(self.plans[0]))
        self._relaxation.program.over = self.stop

    def run(self) -> Answer:
        """Search until the set is proven, time is up or both parts come no further."""
        halves = Halves(self._relaxation, self._ways, self._unit)
        hard = self._trains > 1 or len(self.plans) > 1 or any(line.arc.waters for line in self.network.lines)
        portions = PORTIONS * max(self._trains, 1 + hard)
        self._climb(FIRST_PORTIONS if hard else 1)
        while not self._is_over():
            if halves.settled:
                bound = halves.split(self._found.value, CUTS, self.stop)
            else:
                bound = halves.deepen(ROUNDS, FIRST_CUTS, self._is_over)
            self._vain = 0 if bound < self.bound else self._vain
            self.bound = max(self._found.value, min(self.bound, bound))
            self._follow()
            self._climb(portions)
        sets = (self._found,) if self.count == 1 else self._ranked()
        return Answer(sets, sets[0].value >= self.bound, self.bound)

    def _is_over(self) -> bool:
        return self._found.value >= self.bound or self._vain > PATIENCE or self.stop()

    def _follow(self) -> None:
        """Let the local search prefer what the program wants."""
        wanted = [self._relaxation.wanted(group) for group in self._relaxation.groups]
        self._climber.guide(wanted, self._ways.favour if self._ways else -1)

    def _climb(self, portions: int) -> None:
        for _ in range(portions):
            if self._is_over():
                return
            self._vain += PORTION
            found = self._climber.run(PORTION, self.bound)
            if found > self._best:
                self._best, self._vain = found, 0
                made = self._judge(self._climber.best)
                if made and made.value > self._found.value:
                    self._found = made

    def _ranked(self) -> tuple[Solution, ...]:
        """The sets that are known, best first, each for stops of its own."""
        for _ in range(MORE_PORTIONS * (self.count - 1)):
            if self.stop():
                break
            self._climber.run(PORTION, ANYTHING)
        made = [self._judge(tracks) for tracks in (self._climber.best, *self._climber.others)]
        sets = distinct((self._found, *filter(None, made)), self.network.layers[0].graph.track_shift)
        return tuple(one for one in sets if one.value)[: self.count] or (self._found,)

    def _judge(self, tracks: Tracks) -> Solution | None:
        """The set and what it earns by the rules of the trains; None where these are in each other's way."""
        plan = self.plans[tracks.plan]
        routes = [self._route(number, *way) for number, way in zip(plan, tracks.routes, strict=True)]
        runs = [(self.kinds[n], route) for n, route in zip(plan, routes, strict=True) if route]
        if any(_collide(*one, *other) for one, other in combinations(runs, 2)):
            return None
        return Solution(sum(route.value for _, route in runs), tuple(routes), tracks.plan)

    def _route(self, kind: int, start: int, lines: Sequence[int]) -> Found | None:
        """The route over these lines; None when a train of the kind may not run it."""
        layer = self.network.layer(self.kinds[kind])
        if not lines or self.network.nodes[start][0] is not layer:
            return None
        first = self.network.nodes[start][1]
        return judged(self._judges[kind], first, [self.network.lines[i].arc for i in lines])


def _collide(kind: Kind, route: Found, other_kind: Kind, other: Found) -> bool:
    """Whether two routes may not be run together."""
    if (kind.shares or other_kind.shares) and not (kind.alone or other_kind.alone):
        return False
    track = route.bits & other.bits & ~(kind.graph.common | other_kind.graph.common)
    return bool(track >> kind.graph.track_shift)


def _most(network: Network, kind: Kind) -> int:
    """What no route of the kind exceeds: all that there is."""
    twins = kind.pay.twins if kind.pay else frozenset[int]()
    values = sum(kind.values[node] * (1 + (node in twins)) for _, node in network.stops_of(kind))
    return kind.base + sum(bonus.amount for bonus in kind.bonuses) + values
