"""The exact search for the best set of routes, in plain ints (`engine.routes.suggest` asks it for a game).

Method: the best single route of each train; a first set, greedily; then, for floors that go down from the
sum of these optima to the first set, all routes that can be part of a set with the floor (the floor less the
single optima of the other trains), and branch and bound over these, until a set is found. Where that would be
too many routes, track gets prices that bound the sets closer first (`engine.solver.exact.pricing`). Each part
asks ``stop()`` at intervals and ends when it is true: the best set so far is returned, with a bound.

Where there are several ways to use the trains (`Problem.plans`) each is searched in turn, the most promising
first, until none can be better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.solver.answer import Answer, Solution, distinct
from engine.solver.clock import Stopped
from engine.solver.exact.plans import Plans
from engine.solver.exact.sets import SetSearch
from engine.solver.large import may_be_large, rough_set
from engine.solver.packages import is_ready
from engine.solver.problem import Problem
from engine.solver.walks import Search

__all__ = ["Answer", "Solution", "best_sets"]

EFFORT, SMALL_EFFORT = 1500, 160
"""Questions whether to stop, after which a network that may be large is searched as such; the second where
some train is not plain."""


def best_sets(problem: Problem, count: int = 1) -> Answer:
    """The ``count`` best sets of routes that differ in the stops they visit or earn there, best first.

    Without any route the answer is one set of trains that all stay at home. The first set is the same
    whatever the count, unless time runs out.
    """
    answer = _sets(problem, count)
    best = _sets(problem, 1) if count > 1 and answer.proven else answer
    if best is answer or not best.proven:
        return answer
    first, shift = best.solutions[0], _shift(problem)
    others = (solution for solution in answer.solutions if solution.earned(shift) != first.earned(shift))
    return replace(answer, solutions=(first, *others)[:count])


def _sets(problem: Problem, count: int) -> Answer:
    """The best sets: by all routes, on a large network after what its own search finds."""
    plain = all(kind.plain for kind in problem.kinds)
    most = EFFORT if plain else SMALL_EFFORT
    effort = Effort(problem.stop, most if may_be_large(problem) else None)
    limited = replace(problem, stop=effort)
    answer = _exact(limited, count)
    if not effort.spent:
        return answer
    effort.limit, effort.spent = None, False
    rough = rough_set(problem, count)
    if rough is None:
        return _exact(problem, count)
    found = distinct([*rough.solutions, *answer.solutions], _shift(problem))[:count]
    bound = min(rough.bound, answer.bound)
    if found[0].value >= bound and len(found) >= count:
        return Answer(tuple(found), count == 1, bound)
    answer = _exact(problem, count, found)
    return answer if answer.proven else replace(answer, bound=min(answer.bound, bound))


@dataclass
class Effort:
    """Whether to stop: when told, or after so many questions (None: as many as there are)."""

    stop: Callable[[], bool]
    limit: int | None
    spent: bool = False
    _asked: int = 0

    def __call__(self) -> bool:
        """Ask."""
        self._asked += 1
        self.spent = self.limit is not None and self._asked > self.limit and is_ready()
        return self.spent or self.stop()


def _shift(problem: Problem) -> int:
    return problem.kinds[0].graph.track_shift if problem.kinds else 0


def _exact(problem: Problem, count: int, known: Sequence[Solution] = ()) -> Answer:
    """All sets that beat those that are known are tried."""
    searches = tuple(Search(kind, problem.stop) for kind in problem.kinds)
    if problem.plans:
        return _of_plans(problem, count, searches, known)
    least = 1 + (known[-1].value if len(known) >= count else 0)
    search = SetSearch(problem, problem.trains, count, searches, least=least)
    proven = True
    try:
        search.run()
    except Stopped:
        proven = False
    if not known or not known[0].value:
        return search.answer(proven)
    found = distinct([*known, search.first, *search.found], _shift(problem))[:count]
    bound = max(search.bound, least - 1)
    return Answer(tuple(found), proven, found[0].value if proven else max(found[0].value, bound))


def _of_plans(
    problem: Problem, count: int, searches: Sequence[Search], known: Sequence[Solution] = ()
) -> Answer:
    """The best sets of all plans, each for stops of its own: what it earns less in other plans is no set."""
    ask = count
    while True:
        answer = Plans(problem, ask, searches, known).answer()
        found = distinct(answer.solutions, _shift(problem))
        if len(found) >= count or len(answer.solutions) < ask or not answer.proven:
            return Answer(tuple(found[:count]), answer.proven, answer.bound)
        ask *= 2
