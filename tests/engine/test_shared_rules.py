"""Small rules that titles share: costs, switches, readings, the market's top row, ordinary certificates."""

from dataclasses import dataclass

import pytest

from engine import TITLES
from engine.core.actions import Action
from engine.data.schema import MarketSpec
from engine.rules.costs import TOKEN_COSTS, check_cost
from engine.rules.market import dearest, move
from engine.rules.ownership import ordinary_certs
from engine.rules.readings import TitleReadings, opposite
from engine.steps.stock.own_shares import COUNT, PERCENT, IssueShares, RedeemShares
from engine.title import switch
from tests.scenario import Scenario


@pytest.fixture
def scenario():
    return Scenario(TITLES["1889"], "Ann", "Ben", "Cy")


def test_a_cost_is_paid_to_the_last_coin(scenario):
    view = scenario.money({"AR": 40}).game().view
    assert check_cost(view, "AR", 40, TOKEN_COSTS) is None
    refused = check_cost(view, "AR", 41, TOKEN_COSTS)
    assert refused is not None
    assert (refused.code, refused.params) == ("cannot_afford", {"cost": 41})
    assert refused.text == "The token costs ¥41; AR has ¥40."


def test_a_switch_shows_its_default_first():
    assert list(switch("a", "A").values) == ["no", "yes"]
    on = switch("b", "B", "yes", first_game="no")
    assert (list(on.values), on.default, on.first_game) == (["yes", "no"], "yes", "no")


@dataclass(frozen=True)
class Reads(TitleReadings):
    early: bool = True
    late: bool = False
    least: int = 10


def test_readings_are_turned_round_and_numbers_are_not():
    assert opposite(Reads()) == Reads(early=False, late=True, least=10)
    assert opposite(Reads(), least=11) == Reads(early=False, late=True, least=11)


def test_the_dearest_space_costs_no_more():
    market = MarketSpec(((None, 10, 20, 30), (5, 40, None, None)), ())
    assert [dearest(market, price) for price in (10, 29, 30, 99)] == [(0, 1), (0, 2), (0, 3), (0, 3)]


def test_a_title_steps_its_own_way_on_the_market(scenario):
    game = scenario.par("AR", 75).game()
    before = game.view.company("AR").cell
    move(game._writer, "AR", "left", times=2, by=lambda chart, cell, way: (cell[0] + 1, cell[1]))
    assert game.view.company("AR").cell == (before[0] + 2, before[1])


def test_the_certificate_of_the_president_is_no_ordinary_one(scenario):
    view = scenario.shares("AR", p1=50).game().view
    assert view.president("AR") == "p1"
    assert [cert.percent for cert in ordinary_certs(view, "p1", "AR")] == [10, 10, 10]
    assert sum(cert.percent for cert in view.certs("p1", "AR")) == 50


class Sells(IssueShares):
    field, story, args = COUNT, "shares_sold", {"count": int}


class Redeems(RedeemShares):
    field, story, args = PERCENT, "shares_sold", {"percent": int}
    button, wording, limit = "Redeem", "Redeem {percent} %", True


def dealing(scenario, cash, **percents):
    scenario.par("AR", 75).shares("AR", p1=30, **percents).money({"AR": cash})
    return scenario.at("operating", "AR", "trains").game().view


def test_a_company_issues_what_the_pool_has_room_for(scenario):
    view = dealing(scenario, 0, AR=40, pool=20)
    assert [o.value for o in Sells().options(view, Action("sell_treasury", "p1", {}), "count")] == [
        "1",
        "2",
        "3",
    ]
    refused = Sells().check(view, Action("sell_treasury", "p1", {"count": 4}))
    assert refused is not None
    assert (refused.code, refused.params) == ("bad_count", {"most": 3})


@pytest.mark.parametrize(
    ("cash", "own", "pool", "most", "text"),
    [
        (1000, 0, 30, 30, ""),
        (160, 0, 30, 20, ""),
        (1000, 50, 20, 10, ""),
        (74, 0, 30, 0, "A share costs ¥75; AR has ¥74."),
        (74, 0, 0, 0, "The open market has no share of AR."),
        (1000, 60, 10, 0, "AR owns 60 % of itself and may own 60 %."),
    ],
)
def test_a_company_redeems_what_it_can_pay_and_own(scenario, cash, own, pool, most, text):
    view = dealing(scenario, cash, AR=own, pool=pool)
    options = Redeems().options(view, Action("redeem", "p1", {}), "percent")
    assert [int(o.value) for o in options] == list(range(10, most + 1, 10))
    refused = Redeems().check(view, Action("redeem", "p1", {"percent": most + 10}))
    assert refused is not None
    assert (refused.code, refused.params) == ("bad_percent", {"most": most})
    assert refused.text.startswith(text or f"AR can deal in up to {most} %")
    assert (Redeems().choice(view, "p1") is None) is (most == 0)
