"""Two lays that serve together: the lay of the next turn is looked at with the one of now."""

import pytest

from engine import TITLES, Action
from engine.players.building import FOLLOWS, NextLays, first_look
from engine.players.candidates import quiet
from engine.players.fork import Fork
from engine.players.seat import Budget
from engine.players.steady import Thought
from engine.players.strong import Strong
from engine.players.worth.appraisal import Appraiser, gain
from engine.steps.track import perform_lay
from tests.scenario import Scenario

TITLE = TITLES["1826"]
BRANCH, CITY = ("G11", "24", 1), ("F12", "57", 0)
"""A junction to a city, and the tile of the city; neither alone brings the train of the company to a stop."""


def far_from_all():
    """Est in Paris with a train of four hexes and track to a stop far away."""
    scenario = Scenario(TITLE).cash(p1=300, p2=300).par("Est", 75).shares("Est", p1=60, p2=40)
    scenario.money({"Est": 200}).trains("Est", "4H").token("Est", "G9", 4).phase("4H").operated("Est")
    for coord in ("G11", "G13"):
        scenario.tile(coord, "9", 1)
    return scenario.at("operating", "Est", "track", number=5, part=1).game()


def planner(fork, most=6, work=400):
    eye = Appraiser(fork, Thought(fork, "p1", Budget(work)).known)
    eye.exactly(["Est"])
    return NextLays(eye, "p1", "Est", most, Budget(work))


def lay(coord, tile, turn):
    return Action("lay_tile", "p1", {"hex": coord, "tile": tile, "rotation": str(turn)})


def test_a_lay_that_leads_to_a_stop_with_the_next_one_is_worth_a_part_of_both():
    fork = Fork(far_from_all())
    plan = planner(fork)
    with fork.after(lay(*BRANCH)):
        worths = plan.eye.worths()
        added = plan.adds("G11", worths)
        with fork.branch():
            perform_lay(fork.writer, "Est", CITY)
            both = gain(worths, plan.eye.worths(), "p1")
    assert 0 < FOLLOWS * both <= added


def test_where_nothing_is_tried_nothing_is_added():
    fork = Fork(far_from_all())
    for plan in (planner(fork, most=0), planner(fork, work=0)):
        with fork.after(lay(*BRANCH)):
            assert plan.adds("G11", plan.eye.worths()) == 0


def test_the_position_is_as_before():
    plan = planner(Fork(far_from_all()))
    with plan.fork.after(lay(*BRANCH)) as view:
        before = view.cash("Est"), dict(view.state.tiles), dict(view.state.notes)
        assert plan.adds("G11", plan.eye.worths()) > 0
        assert (view.cash("Est"), view.state.tiles, view.state.notes) == before


def test_strong_begins_the_track_to_a_stop_that_its_train_reaches():
    (action,) = Strong(1).choose(far_from_all(), "p1", Budget(1200)).actions
    assert action == lay(*BRANCH)


def test_of_the_cities_of_a_hex_a_first_look_counts_one():
    view = far_from_all().view
    assert [stop.revenue for stop in view.board().face("G9").stops] == [50] * 6
    assert first_look(view, lay("G9", "514", 0)) == 70 - 50


@pytest.mark.parametrize(("follows", "tried"), [(0, 0), (3, 3)])
def test_only_who_looks_so_far_tries_lays_of_the_next_turn(monkeypatch, follows, tried):
    seen = []
    monkeypatch.setattr("engine.players.building.perform_lay", lambda writer, company, lay: seen.append(lay))
    thought = Thought(Fork(far_from_all()), "p1", Budget(400), None, 1)
    thought.follows = follows
    choices = thought.fork.choices("p1")
    thought.weighed_of([c for c in choices if c.kind == "lay_tile"], quiet(thought.fork, "p1", choices))
    assert len(seen) == tried
