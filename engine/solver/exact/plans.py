"""The search over all ways to use the trains: each plan in turn, the most promising first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.solver.answer import Answer, Solution
from engine.solver.clock import NEVER, Stopped
from engine.solver.exact.sets import SetSearch
from engine.solver.kept import Kept
from engine.solver.problem import Problem
from engine.solver.walks import Search


@dataclass
class Plans:
    """The search over all ways to use the trains."""

    problem: Problem
    count: int
    searches: Sequence[Search]
    known: Sequence[Solution] = ()
    _kept: Kept[Solution] = field(init=False)
    _open: int = NEVER
    _optima: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._kept = Kept(self.count, 1)

    def answer(self) -> Answer:
        """The best sets of all plans."""
        plans = self.problem.plans
        groups = self.problem.groups or tuple((plan, (i,)) for i, plan in enumerate(plans))
        for solution in self.known:
            self._keep(solution.plan, [solution])
        proven = self._begin(groups)
        bound = 0
        for best, members in sorted(groups, key=lambda group: -self._most(group[0])):
            if self._most(best) < self._kept.floor:
                break
            try:
                if proven:
                    self._run_group(best, members)
            except Stopped:
                proven = False
            if not proven:
                bound = max(bound, min(self._most(best), self._open))
                self._open = NEVER
        kept = [solution for _, solution in self._kept.best][: self.count]
        kept = kept or [Solution(0, (None,) * len(plans[0]))]
        return Answer(tuple(kept), proven, kept[0].value if proven else max(bound, kept[0].value))

    def _must_earn(self, plan: Sequence[int]) -> bool:
        """Whether a run of a plan must earn a bonus: for many positions there is no such run."""
        return any(bonus.required for kind in plan for bonus in self.problem.kinds[kind].bonuses)

    def _begin(self, groups: Sequence[tuple[Sequence[int], Sequence[int]]]) -> bool:
        """A first set, greedily, and the best route of each kind; whether there was time for that."""
        free = [group for group in groups if not self._must_earn(group[0])]
        number = max(free or groups, key=lambda group: self._most(group[0]))[1][0]
        search = SetSearch(self.problem, self.problem.plans[number], self.count, self.searches)
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
            ceiling = max((solution.value for solution in self._search(best)), default=0)
        for number in members:
            if ceiling < self._kept.floor:
                return
            try:
                self._keep(number, self._search(self.problem.plans[number], number))
            except Stopped:
                self._open = ceiling if len(members) > 1 else self._open
                raise

    def _search(self, plan: Sequence[int], number: int | None = None) -> list[Solution]:
        """The sets of a plan that earn enough; when stopped, those that were found for a number are kept."""
        search = SetSearch(self.problem, plan, self.count, self.searches, least=self._kept.floor)
        try:
            if sum(map(self._optimum, plan)) >= self._kept.floor:
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

    def _keep(self, number: int, found: Sequence[Solution]) -> None:
        shift = self.problem.kinds[0].graph.track_shift
        for solution in found:
            if solution.value > 0:
                self._kept.add(
                    solution.earned(shift), solution.value, Solution(solution.value, solution.routes, number)
                )
