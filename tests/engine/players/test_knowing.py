"""What 1826 and 1862 tell their players of growth, prices, mergers, trains and warranties."""

from random import Random

import pytest

from engine import TITLES, Action
from engine.core.state import DEPOT, OUT
from engine.players.fork import Fork
from engine.players.judge import Judge
from engine.players.kinds import player
from engine.players.knowledge import knowledge_of
from engine.players.outline.rest import Rest
from engine.players.seat import Budget
from engine.titles.g1862.steps.trains import bank_types
from tests.scenario import Scenario

FRANCE, EASTERN = TITLES["1826"], TITLES["1862"]


def eastern(money=10, trains=(), sister=(), left=None):
    """ECR buys trains, led by p1 like N&S; ``left``: the bank has so many B-trains, then E-trains."""
    cell = (0, EASTERN.data.market.rows[0].index(62))
    scenario = Scenario(EASTERN)
    for name, cash, held in (("ECR", money, trains), ("N&S", 500, sister)):
        scenario.par(name, 62, cell, True).shares(name, p1=50).operated(name)
        scenario.money({name: cash}).trains(name, *held)
        scenario.state.companies[name].data.update({"permits": ["local"], "from": "A"})
    if left is not None:
        scenario.no_trains_left("A", "C", "D")
        for train in [t for t in scenario.state.trains.values() if t.kind == "B"][left:]:
            train.owner = OUT
    return Fork(scenario.phase("B").at("operating", "ECR", "trains", number=2, part=1).game()).view


@pytest.mark.parametrize(
    ("round_", "step", "left_alone"), [("shares", "turn", {"par"}), ("parliament", "propose", set())]
)
def test_1862_no_company_is_started_in_a_share_round(round_, step, left_alone):
    view = Scenario(EASTERN).at(round_, "p1", step, number=2).game().view
    assert knowledge_of(EASTERN).leaves(view) == left_alone


@pytest.mark.parametrize(("kind", "liked"), [("local", -2000.0), ("express", -5000.0)])
def test_1862_a_train_of_another_company_is_bought_last_if_it_may_not_run(kind, liked):
    view = eastern(sister=("A",))
    train = view.trains("N&S")[0]
    train.data["type"] = kind
    action = Action("buy_train", "p1", {"source": "N&S", "train": train.id, "price": 1})
    assert knowledge_of(EASTERN).taste(view, action) == liked


@pytest.mark.parametrize(("left", "more", "liked"), [(1, 2, 0.0), (1, 1, -5000.0), (6, 2, -5000.0)])
def test_1862_no_warranty_is_bought_that_ends_before_its_train_is_scrapped(left, more, liked):
    view = eastern(money=900, left=left)
    name = next(name for name, kind in bank_types(view).items() if kind == "local")
    action = Action("buy_train", "p1", {"source": DEPOT, "train": name, "warranties": more})
    assert knowledge_of(EASTERN).taste(view, action) == liked


def orleans(step):
    """PO acts, a corporation of five shares with 500."""
    scenario = Scenario(FRANCE).par("PO", 100).shares("PO", p1=60, p2=40).money({"PO": 500}).operated("PO")
    return Fork(scenario.at("operating", "PO", step, number=2, part=1).game())


def test_1826_a_dividend_below_the_price_does_not_move_it():
    view, move = orleans("run").view, knowledge_of(FRANCE).move
    assert [move(view, "PO", revenue, 100) for revenue in (0.0, 99.0, 100.0)] == [None, 0, None]


def test_1826_growth_is_weighed_in_its_own_step():
    leaves = knowledge_of(FRANCE).leaves
    assert [leaves(orleans(step).view) for step in ("run", "growth")] == [{"convert"}, set()]


@pytest.mark.parametrize(("step", "bought"), [("trains", True), ("own_shares", False)])
def test_in_outline_no_train_is_bought_after_the_step_for_it(step, bought):
    judge = Judge(orleans(step), "p1", "PO", 1)
    rest = Rest(judge.sheet, judge.outline(), Random(1))
    firm = rest.now.firms["PO"]
    rest._turn(firm, step)
    assert (len(firm.trains) > 0) == bought


def test_1862_local_trains_get_track_to_towns_and_not_to_areas_off_the_board():
    """B13 has two sides to such areas, which a first look likes best; only local trains may run there."""
    cell = (0, EASTERN.data.market.rows[0].index(62))
    scenario = Scenario(EASTERN).par("N&E", 62, cell, True).shares("N&E", p1=50).money({"N&E": 400})
    scenario.state.companies["N&E"].data.update({"permits": ["local"], "from": "A"})
    scenario.token("N&E", "B13").at("operating", "N&E", "track", number=1, part=1)
    view = scenario.game().view
    lay = player("easy", 1).choose(scenario.game(), "p1", Budget(120)).actions[0]
    board = view.board()
    exits = board.catalogue[lay.args["tile"]].face(int(lay.args["rotation"])).exits
    beyond = [board.hexmap.neighbour("B13", edge) for edge in exits]
    assert {stop.kind for coord in beyond if coord for stop in board.face(coord).stops} == {"town"}
    assert None not in beyond


@pytest.mark.parametrize("held", [(), ("H",)], ids=["bare", "equipped"])
@pytest.mark.parametrize(("cash", "bought"), [(161, False), (162, True)])
def test_1862_easy_keeps_the_price_of_a_train_though_no_president_may_add_it(cash, bought, held):
    """A train costs 100 and a share 62."""
    cell = (0, EASTERN.data.market.rows[0].index(62))
    scenario = Scenario(EASTERN)
    for name, shares in (("ECR", {"p1": 50}), ("N&S", {"p2": 50})):
        scenario.par(name, 62, cell, True).shares(name, **shares).operated(name).money({name: 0})
        scenario.state.companies[name].data.update({"permits": ["local"], "from": "A"})
    for company in scenario.state.companies.values():
        company.data.setdefault("from", "H")
    scenario.trains("ECR", *held).trains("N&S", "A").cash(p1=cash, p2=0, p3=0).at(
        "shares", "p1", "turn", number=2
    )
    decision = player("easy", 1).choose(scenario.game(), "p1", Budget(120))
    assert (decision.actions[0].kind == "buy_share") is bought
