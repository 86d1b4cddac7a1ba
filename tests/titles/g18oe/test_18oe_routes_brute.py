"""Search, check and prices of the routes of 18OE against brute force on pieces of the real map.

Positions 0 to 2999 have been looked at (1,663 with an income, 1,524 with sea crossings, 1,475 with ferries,
102 with an Orient Express; 1,760 legal and 10,165 illegal runs by hand): all agreed.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.routes.paths import Route
from engine.routes.policy import check_routes, revenue
from engine.routes.suggest import best_earning, best_routes
from tests.rulemark import rule
from tests.titles.g18oe.brute import Europe
from tests.titles.g18oe.brute_walks import TooMany, sort_of
from tests.titles.g18oe.cutouts import US, cut_out

POSITIONS, BATCH = 20, 10
MOST = 160


class Case:
    """A position; of its trains those are kept that have few enough runs for brute force."""

    def __init__(self, seed: int, full: str = "") -> None:
        self.rng = Random(seed)
        self.view = cut_out(self.rng, full)
        self.brute = Europe(self.view, US, MOST)
        self.car = any(t.kind == "pullman" for t in self.view.trains(US))
        while not self.fits():
            max(self.cards(), key=lambda t: sort_of(t.kind).limit).owner = "out"
        self.trains = [(t.id, t.kind, bool(t.data.get("swift"))) for t in self.cards()]

    def cards(self):
        return [t for t in self.view.trains(US) if t.kind != "pullman"]

    def fits(self) -> bool:
        trains = [(t.id, t.kind, bool(t.data.get("swift"))) for t in self.cards()]
        try:
            for grouping in self.brute.groupings(trains):
                for sort, _, _, _ in grouping:
                    self.brute.walks(self.brute.reach(sort))
        except TooMany:
            self.brute = Europe(self.view, US, MOST)
            return False
        return True


def check_best(case: Case) -> int:
    found = best_routes(case.view, US)
    assert found.proven
    assert found.revenue == found.bound == case.brute.best(case.trains, case.car)
    assert found.revenue == revenue(case.view, US, found.routes)
    assert check_routes(case.view, US, found.routes) is None
    return found.revenue


def check_express(case: Case) -> bool:
    found, most = (
        best_earning(case.view, US, "Orient Express"),
        case.brute.best(case.trains, case.car, must=True),
    )
    assert (found and found.revenue) == most
    if found is not None:
        assert check_routes(case.view, US, found.routes) is None
        assert revenue(case.view, US, found.routes) == most
    return most is not None


def check_by_hand(case: Case) -> tuple[int, int]:
    """Runs drawn by hand are judged and priced alike, several at once too, and paths that were spoilt."""
    legal = illegal = 0
    for _ in range(6):
        grouping = case.rng.choice(list(case.brute.groupings(case.trains)))
        chosen = {}
        for sort, _, _, name in grouping:
            table = case.brute.walks(case.brute.reach(sort))
            if table and case.rng.random() < 0.8:
                chosen[name] = case.rng.choice(table)
        routes = [drawn(name, walk.path) for name, walk in chosen.items()]
        judged = case.brute.judged(case.trains, case.car, chosen)
        assert (check_routes(case.view, US, routes) is None) == (judged is not None)
        if judged is not None:
            assert revenue(case.view, US, routes) == judged
        for sort, _, _, name in grouping:
            if name not in chosen:
                continue
            paths = {w.path: w for w in case.brute.walks(case.brute.reach(sort))}
            path = spoil(case.rng, chosen[name].path, list(paths))
            good = path in paths and case.brute.judged(case.trains, case.car, {name: paths[path]}) is not None
            assert (check_routes(case.view, US, [drawn(name, path)]) is None) == good
            legal, illegal = legal + good, illegal + (not good)
    return legal, illegal


def drawn(name, path):
    first, *joined = name.split("&")
    return Route(first, path, joined=tuple(joined))


def spoil(rng, path, others):
    """A path that may be no route any more: cut, run on into another one, turned back, with a piece less."""
    cut = rng.randrange(len(path))
    onward = [other for other in others if other[0][:2] == (path[-1][0], path[-1][2])]
    other = rng.choice(onward if onward and rng.random() < 0.7 else others)
    turned = tuple((coord, b, a) for coord, a, b in reversed(path))
    spoilt = [path[cut:], path[: cut + 1], path[:cut] + other[cut:], path[:cut] + path[cut + 1 :]]
    return rng.choice([*spoilt, path + other, path + other, path + turned, turned])


def check_seed(seed: int, full: str = "") -> dict[str, int]:
    """All checks on one position; what it had, to be counted."""
    case = Case(seed, full)
    earned = check_best(case)
    express = check_express(case)
    legal, illegal = check_by_hand(case)
    walks = [w for table in case.brute._walks.values() for w in table]
    return {
        "earning": earned > 0,
        "express": express,
        "sea": any(w.zones for w in walks),
        "ferry": any(case.brute.rides(w.path) for w in walks),
        "several": len(case.trains) > 1,
        "hand_legal": legal,
        "hand_illegal": illegal,
    }


@rule("18OE", "11.3.1", "11.3.3", "11.3.4", "11.3.7", "11.3.8", "11.3.9")
@pytest.mark.parametrize("batch", range(POSITIONS // BATCH))
def test_search_check_and_prices_agree_with_brute_force(batch):
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        check_seed(seed)


@rule("18OE", "11.2.2")
def test_they_agree_round_a_lille_that_is_full():
    """Position 28 has a run by hand through it that is legal by the ferry alone."""
    for seed in (*range(14), 28):
        check_seed(seed, "N31")
