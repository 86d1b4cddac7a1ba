"""A company that is formed in the course of a game, in outline: the Black Line of 18EZ."""

from dataclasses import replace
from random import Random

import pytest

from engine import TITLES
from engine.core.state import IPO
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.outline.formation import on_sale
from engine.players.outline.rest import Rest
from engine.players.outline.sheet import Sheet
from tests.scenario import Scenario

TITLE = TITLES["18EZ"]
KNOWN = knowledge_of(TITLE)
PLAN = KNOWN.formation
assert PLAN is not None
SYSTEM, PRICE, CASH = PLAN.company, PLAN.price, PLAN.cash


def rest(scenario):
    view = Fork(scenario.game()).view
    sheet = Sheet(view, KNOWN)
    return Rest(sheet, sheet.outline(view, {}), Random(1))


def dealing(phase="3"):
    return (
        Scenario(TITLE)
        .cash(p1=100, p2=400, p3=100)
        .own("p1", "OBS")
        .own("p2", "ONE")
        .start("ONE", cash=160)
        .phase(phase)
        .no_trains_left("2", "3")
        .at("shares", "p1", "turn", number=3)
    )


def begin(found, key):
    found._begin([spec.key for spec in found.sheet.phases].index(key))


def test_who_owns_the_founding_private_leads_the_company_and_gets_no_money_for_it():
    now = rest(dealing()).now
    assert now.founder == 0
    assert now.faces == [0.0, 0.0, 0.0]
    assert now.privates[0] == TITLE.data.companies["OBS"].revenue


def test_it_opens_with_its_own_capital_and_all_that_joins_it():
    found = rest(dealing())
    now = found.now
    now.firms["ONE"].trains = ["4"]
    begin(found, "5")
    system, minor = now.firms[SYSTEM], now.firms["ONE"]
    assert (system.floated, system.chief, system.price) == (True, 0, PRICE)
    assert system.held == [20, 10, 0]
    assert system.cash == CASH + 160
    assert system.trains == ["4"]
    assert (minor.chief, minor.cash, minor.trains) == (-1, 0.0, [])
    assert found.sheet.chart.value(system.cell) == PRICE


def test_without_an_owner_of_the_founding_private_it_never_opens():
    found = rest(dealing().own("bank", "OBS"))
    begin(found, "5")
    assert not found.now.firms[SYSTEM].floated


@pytest.mark.parametrize(("phase", "percent"), [("3", 0), ("4", 100 - 20 - 10)])
def test_before_it_opens_it_sells_what_is_kept_for_nobody(phase, percent):
    found = rest(dealing(phase))
    assert on_sale(found.sheet, found.now, found.now.firms[SYSTEM]) == percent


def test_its_shares_are_sold_from_a_phase_on_and_bought_for_what_it_will_earn():
    found = rest(dealing())
    found.now.rounds = 10
    assert found._sales(1, found.now.firms[SYSTEM]) == []
    begin(found, "4")
    found._values = {SYSTEM: found._value(found.now.firms[SYSTEM])}
    (sale,) = found._sales(1, found.now.firms[SYSTEM])
    assert (sale.source, sale.price) == (IPO, PRICE)
    assert sale.gain > 0


def test_shares_without_a_place_on_the_market_are_worth_nothing_at_the_end():
    found = rest(dealing("4"))
    before = found._final()
    found.now.firms[SYSTEM].held[1] += 10
    assert found._final() == before
    begin(found, "5")
    after = found._final()
    assert after[1] - before[1] == 2 * PRICE


def formed(sales):
    """In how many of twelve games played in outline after the auction the company is formed."""
    scenario = Scenario(TITLE).cash(p1=300, p2=290, p3=290).own("p1", "OBS").own("p2", "ONE").own("p3", "TWO")
    scenario.start("ONE", cash=160).start("TWO", cash=160)
    view = Fork(scenario.at("shares", "p1", "turn", number=1).game()).view
    sheet = Sheet(view, replace(KNOWN, sales=sales))
    games = [Rest(sheet, sheet.outline(view, {}), Random(seed)) for seed in range(12)]
    for game in games:
        game.worths()
    return sum(game.now.firms[SYSTEM].floated for game in games)


def test_trains_are_bought_fast_enough_that_it_is_formed_in_most_games():
    assert formed(KNOWN.sales) > 6 > formed(sales=0.5)
