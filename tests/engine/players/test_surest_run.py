"""The run that a player makes where a search was cut: never less than what was known before."""

import pytest

from engine.players.worth import runs
from engine.players.worth.runs import surest_run
from engine.routes.paths import LAST_ROUTES
from engine.routes.suggest import RouteSet, after, best_routes
from tests.engine.players.test_fleets import running

NOTHING = RouteSet((), 0, False, 100)
LONG, MIDDLE, QUICK = 1000, 160, 40
MORE = 640


def searching(monkeypatch, found):
    """Each search finds what is told for its patience."""
    monkeypatch.setattr(runs, "best_routes", lambda view, company, stop: found[stop.left])


@pytest.mark.parametrize(("train", "again"), [("2", True), ("3", False)])
def test_the_run_of_the_last_turn_is_made_again_where_a_search_finds_less(monkeypatch, train, again):
    best = best_routes(running("2").game().view, "IR", after(LONG))
    assert best.revenue > 0
    scenario = running(train)
    scenario.state.companies["IR"].data[LAST_ROUTES] = [route.to_json() for route in best.routes]
    searching(monkeypatch, dict.fromkeys((LONG, MORE, MIDDLE, QUICK), NOTHING))
    found = surest_run(scenario.game().view, "IR", LONG, QUICK)
    assert (found.routes, found.revenue) == ((best.routes, best.revenue) if again else ((), 0))


@pytest.mark.parametrize("patience", [MIDDLE, QUICK])
@pytest.mark.parametrize(("proven", "quick"), [(False, True), (True, False)])
def test_a_quick_search_counts_where_a_longer_one_found_less_and_proved_nothing(
    monkeypatch, proven, quick, patience
):
    view = running("2").game().view
    best = best_routes(view, "IR", after(LONG))
    found = {**dict.fromkeys((QUICK, MIDDLE, MORE), NOTHING), LONG: RouteSet((), 0, proven, 0)}
    searching(monkeypatch, {**found, patience: best})
    assert bool(surest_run(view, "IR", LONG, QUICK).routes) is quick
