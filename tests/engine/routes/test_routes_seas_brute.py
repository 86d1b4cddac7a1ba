"""Search, check and prices of routes over water and for odd trains against brute force on made-up maps.

The features are those of 18OE (11.3.1-11.3.9, 11.6.2, 12, 14.5, 15.8, 15.11) and a few more, mixed at random.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.routes.paths import Route
from engine.routes.policy import check_routes, revenue
from engine.routes.suggest import alternatives, best_earning, best_routes, best_without
from tests.brute_seas import Seas
from tests.seas import US, random_position

POSITIONS, BATCH = 80, 20
MOST_RUNS = 80


class Case:
    """One random position; trains with too many runs for brute force are left out."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.view = random_position(self.rng)
        self.brute = Seas(self.view, US)
        self.extras = self.brute.extras
        for train in self.view.trains(US):
            if not self.brute.are_few(self.manner(train.id), MOST_RUNS):
                train.owner = "out"
        able = [train for train in self.view.trains(US) if train.id in self.extras.joinable]
        while len(able) > 1 and not self.brute.are_few(self.manner(*(t.id for t in able)), MOST_RUNS):
            able.pop().owner = "out"
        self.trains = [train.id for train in self.view.trains(US)]

    def manner(self, *trains: str):
        policy = self.brute.policy
        return policy.joined(self.view, trains) if len(trains) > 1 else policy.manner(self.view, trains[0])


def check_best(case: Case) -> None:
    found = best_routes(case.view, US)
    assert found.proven
    assert found.revenue == found.bound == case.brute.best(case.trains)
    assert found.revenue == revenue(case.view, US, found.routes)
    assert check_routes(case.view, US, found.routes) is None


def check_conditions(case: Case) -> None:
    """The best set that earns a bonus, and the best one without a train."""
    for bonus in case.extras.bonuses[:1]:
        found, most = best_earning(case.view, US, bonus.name), case.brute.best(case.trains, bonus.name)
        assert (found and found.revenue) == most
        if found is not None:
            assert found.proven
            assert check_routes(case.view, US, found.routes) is None
            assert revenue(case.view, US, found.routes) == most
    if len(case.trains) == 2 and not case.extras.joinable:
        assert best_without(case.view, US, case.trains[:1]).revenue == case.brute.best(case.trains[1:])


def check_ranking(case: Case) -> None:
    """The next best sets of one train: none is missed, on the same stops several may be offered."""
    if len(case.trains) != 1 or case.extras.markers:
        return
    found = [best_routes(case.view, US), *alternatives(case.view, US, 3)]
    expected = case.brute.ranking(case.trains[0])[: len(found)]
    earned = [each.revenue for each in found]
    assert len(found) == 4 or len(found) >= len(expected)
    assert earned == sorted(earned, reverse=True)
    assert earned[:1] == (expected[:1] or [0])
    assert all(one >= other for one, other in zip(earned, expected, strict=False))
    for each in found:
        assert check_routes(case.view, US, each.routes) is None
        assert revenue(case.view, US, each.routes) == each.revenue


def check_by_hand(case: Case) -> None:
    """Runs drawn by hand are judged and priced alike; so are several at once, and paths that were spoilt."""
    able = [t for t in case.trains if t in case.extras.joinable]
    for _ in range(8):
        runs: list[tuple[str, ...]] = [(t,) for t in case.trains if case.rng.random() < 0.8]
        if len(able) > 1 and case.rng.random() < 0.4:
            runs = [tuple(able[:2]), *(r for r in runs if r[0] not in able[:2])]
        drawn = [(run, case.brute.runs(case.manner(*run))) for run in runs]
        chosen = [(run, case.rng.choice(table)) for run, table in drawn if table]
        routes = [Route(run[0], trail.path, joined=run[1:]) for run, trail in chosen]
        judged = case.brute.judged(case.trains, chosen)
        assert (check_routes(case.view, US, routes) is None) == (judged is not None)
        if judged is not None:
            assert revenue(case.view, US, routes) == judged
        for run, trail in chosen:
            table = {t.path: t for t in case.brute.runs(case.manner(*run))}
            path = spoil(case.rng, trail.path, list(table))
            legal = path in table and case.brute.judged(case.trains, [(run, table[path])]) is not None
            assert (check_routes(case.view, US, [Route(run[0], path, joined=run[1:])]) is None) == legal


def spoil(rng, path, others):
    """A path that may be no route any more: cut, run on into another one, turned back, with a piece less."""
    cut = rng.randrange(len(path))
    onward = [other for other in others if other[0][:2] == (path[-1][0], path[-1][2])]
    other = rng.choice(onward if onward and rng.random() < 0.7 else others)
    turned = tuple((coord, b, a) for coord, a, b in reversed(path))
    spoilt = [path[cut:], path[: cut + 1], path[:cut] + other[cut:], path[:cut] + path[cut + 1 :]]
    return rng.choice([*spoilt, path + other, path + other, path + turned, turned])


def check_seed(seed: int) -> None:
    """All checks on one position."""
    case = Case(seed)
    check_best(case)
    check_conditions(case)
    check_ranking(case)
    check_by_hand(case)


@pytest.mark.parametrize("batch", range(POSITIONS // BATCH))
def test_search_check_and_prices_agree_with_brute_force(batch):
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check_seed(seed)


@pytest.mark.parametrize("seed", [200589, 302256])
def test_what_long_runs_by_hand_have_found(seed):
    """A crossing that lands without crossing a side on land; a floor between two sums that a set can earn."""
    check_seed(seed)
