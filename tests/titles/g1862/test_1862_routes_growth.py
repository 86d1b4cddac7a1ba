"""1862: sets of runs that grow in compiled loops, where prices alone do not settle the choice."""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random

import pytest

from engine.routes.suggest import alternatives, best_routes
from engine.solver import packages
from engine.titles.g1862 import TITLE
from engine.titles.g1862.solver import coverage
from tests.positions62 import small_position
from tests.titles.g1862.test_1862_routes_brute import Case, check_alternatives, check_best

COMPILED = "engine.solver.compiled"
KERNELS = "engine.titles.g1862.solver.kernels"
LOADED = (COMPILED, "engine.solver.flat", KERNELS, "engine.titles.g1862.solver.growth")


@pytest.fixture(autouse=True)
def no_branches(monkeypatch):
    """Leave nothing to the branches, which settle small positions."""
    monkeypatch.setattr(coverage, "WORK", -1)


@pytest.mark.parametrize("batch", range(4))
def test_grown_sets_agree_with_brute_force(batch):
    for seed in range(20_000 + batch * 15, 20_015 + batch * 15):
        case = Case(seed)
        check_best(case)
        check_alternatives(case)


def test_the_same_sets_are_found_without_the_compiled_part(monkeypatch):
    def answers():
        positions = [small_position(Random(seed), 10) for seed in range(6)]
        return [(best_routes(*position), *alternatives(*position, 2)) for position in positions]

    compiled = answers()
    monkeypatch.setattr(packages, "is_installed", lambda: False)
    for name in LOADED:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(KERNELS)
    plain = answers()
    assert isinstance(sys.modules[COMPILED].ints([1], 2), list)
    assert not hasattr(sys.modules[KERNELS].grow, "py_func")
    assert plain == compiled


def test_the_loops_are_made_ready():
    assert TITLE.compiled_module
    assert import_module(TITLE.compiled_module).DONE
