"""What the search on large networks is measured against: all routes are tried."""

from __future__ import annotations

import pytest

from engine.solver import routing
from engine.solver.problem import Problem
from engine.solver.routing import best_sets


def never() -> bool:
    """There is time enough."""
    return False


def exact(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> int:
    """What the best set earns, by trying all routes."""
    with monkeypatch.context() as patch:
        patch.setattr(routing, "rough_set", lambda problem, count: None)
        answer = best_sets(problem)
    assert answer.proven
    return answer.value
