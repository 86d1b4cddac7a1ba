"""How companies in outline get their capital, save and borrow for trains, and divide their shares."""

from random import Random

import pytest

from engine import TITLES, Action
from engine.players.fork import Fork
from engine.players.judge import Judge
from engine.players.knowledge import knowledge_of
from engine.players.outline.outline import divide
from engine.players.outline.rest import Rest
from engine.players.outline.sheet import Sheet
from tests.scenario import Scenario

TITLE = TITLES["1826"]
KNOWN = knowledge_of(TITLE)
PAR, UNIT = 82, 20


def rest(phase="4H", title=TITLE, **cash):
    scenario = Scenario(title).cash(**(cash or {"p1": 400, "p2": 400, "p3": 400}))
    view = Fork(scenario.phase(phase).at("shares", "p1", "turn", number=2).game()).view
    sheet = Sheet(view, KNOWN)
    return Rest(sheet, sheet.outline(view, {}), Random(1))


def started(found, floats=True):
    firm = found.now.firms["Est"]
    firm.par = firm.price = PAR
    found._lead(0, firm)
    if floats:
        found._buy(0, firm, PAR, "ipo")
    return firm


def number(found, key):
    return [spec.key for spec in found.sheet.phases].index(key)


# --- capital ---------------------------------------------------------------------------------------


def test_a_company_of_five_shares_floats_with_the_third_and_gets_what_was_paid():
    found = rest()
    firm = started(found, floats=False)
    assert (firm.kind, firm.unit, firm.lead, firm.unsold) == ("five", UNIT, 40, 60)
    assert found._to_buy(firm) == 3
    assert not firm.floated
    found._buy(0, firm, PAR, "ipo")
    assert (firm.floated, firm.cash, firm.own, firm.unsold) == (True, 3 * PAR, 40, 0)


def test_late_companies_get_all_their_capital_and_the_market_the_shares_that_are_left():
    found = rest("10H")
    firm = found.now.firms["Est"]
    divide(firm, "ten")
    firm.par = firm.price = PAR
    found._lead(0, firm)
    for _ in range(3):
        found._buy(0, firm, PAR, "ipo")
    assert (firm.floated, firm.cash, firm.own, firm.pool, firm.unsold) == (True, 10 * PAR, 0, 50, 0)


def test_where_a_title_says_nothing_the_shares_left_stay_on_sale():
    title = TITLES["1889"]
    view = Fork(Scenario(title).cash(p1=900).at("shares", "p1", "turn", number=2).game()).view
    sheet = Sheet(view, knowledge_of(title))
    found = Rest(sheet, sheet.outline(view, {}), Random(1))
    firm = found.now.firms["IR"]
    firm.par = firm.price = 70
    found._lead(0, firm)
    for _ in range(3):
        found._buy(0, firm, 70, "ipo")
    assert (firm.floated, firm.cash, firm.own, firm.pool, firm.unsold) == (True, 700, 0, 0, 50)


def test_seats_start_companies_of_the_kinds_that_the_title_says():
    found = rest()
    assert found._start(0, 0.0)
    (firm,) = [each for each in found.now.firms.values() if each.chief == 0]
    assert firm.kind in KNOWN.starts


# --- shares divided --------------------------------------------------------------------------------


def test_shares_are_divided_with_a_phase_and_the_new_half_is_the_companys_own():
    found = rest("6H")
    firm = started(found)
    before = firm.price
    found._begin(number(found, "10H"))
    assert (firm.kind, firm.unit, firm.lead, firm.price) == ("ten", 10, 20, before)
    assert (firm.held, firm.own) == ([30, 0, 0], 70)


def test_those_that_have_not_started_divide_theirs_earlier():
    found = rest()
    firm, fresh = started(found), found.now.firms["PLM"]
    found._begin(number(found, "6H"))
    assert (firm.kind, fresh.kind, fresh.unit, fresh.unsold) == ("five", "ten", 10, 100)


# --- companies without a train ---------------------------------------------------------------------


def merged(*names, depot="6H", trains=("2H",)):
    """Companies of p1 whose trains a phase scraps."""
    found = rest()
    firms = [found.now.firms[name] for name in names]
    for firm, price in zip(firms, (135, 100), strict=True):
        firm.par = firm.price = PAR
        found._lead(0, firm)
        found._buy(0, firm, PAR, "ipo")
        firm.price, firm.trains, firm.cash = price, [*trains], 50.0
    found._begin(number(found, depot))
    return found, firms


def test_companies_without_a_train_become_one_of_which_a_share_is_given_for_two():
    found, firms = merged("Est", "PLM")
    national = found.now.firms["Etat"]
    assert not {"Est", "PLM"} & set(found.now.firms)
    assert (national.floated, national.chief, national.trains, national.cash) == (True, 0, [], 100.0)
    assert national.price == 110
    assert (national.held, national.own, national.pool) == ([30, 0, 0], 70, 0)
    assert found.now.certificates[0] == 3
    assert all(firm.chief == -1 for firm in firms)


@pytest.mark.parametrize(
    ("names", "depot", "trains"),
    [(("Est", "Belg"), "6H", ("2H",)), (("Est", "PLM"), "6H", ("4H",)), (("Est", "PLM"), "4H", ("2H",))],
)
def test_none_is_formed_of_one_alone_or_of_those_with_trains_or_in_another_phase(names, depot, trains):
    found, firms = merged(*names, depot=depot, trains=trains)
    assert not found.now.firms["Etat"].floated
    assert all(firm.chief == 0 for firm in firms)


def test_it_buys_a_train_in_its_turn_and_the_rest_of_the_game_is_played():
    found, _ = merged("Est", "PLM")
    national = found.now.firms["Etat"]
    found._turn(national, "")
    assert national.trains
    assert len(found.worths()) == 3


# --- money for trains ------------------------------------------------------------------------------


def test_who_saves_keeps_its_income_until_it_has_bought_a_train():
    found = rest()
    firm = started(found)
    firm.trains, firm.cash, found.now.rounds = ["4H"], 50.0, 12
    assert not found._keeps(firm)
    firm.saves = True
    assert found._keeps(firm)
    firm.cash = 100.0
    assert not found._keeps(firm)
    found._take(firm, "2H")
    assert not firm.saves


@pytest.mark.parametrize("change", ["rounds", "limit", "depot"])
def test_nobody_saves_in_vain(change):
    found = rest()
    firm = started(found)
    firm.trains, firm.cash, firm.saves, found.now.rounds = ["4H"], 0.0, True, 12
    assert found._keeps(firm)
    if change == "rounds":
        found.now.rounds = 3
    elif change == "limit":
        firm.trains = ["4H"] * found.sheet.train_limit(firm, found.now.phase)
    else:
        found.now.depot = []
    assert not found._keeps(firm)


def test_a_company_borrows_for_a_train_that_it_must_have_and_pays_for_it_each_round():
    found = rest()
    firm, found.wants = started(found), 1e9
    firm.cash, firm.trains, cash = 0.0, [], found.now.cash[0]
    found._buy_trains(firm)
    figures = KNOWN.rescue(found.sheet.view, "Est")
    assert firm.trains == ["2H"]
    assert firm.cash == figures.piece - 100
    assert firm.debt == figures.piece * figures.interest
    assert firm.credit == figures.money - figures.piece
    assert found.now.cash[0] == cash
    firm.cash = 0.0
    found._pay_debt(firm)
    assert found.now.cash[0] == cash - firm.debt


def test_without_credit_its_chief_pays():
    found = rest()
    firm = started(found)
    firm.cash, firm.trains, firm.credit, cash = 0.0, [], 0.0, found.now.cash[0]
    found._buy_trains(firm)
    assert found.now.cash[0] == cash - 100


def test_income_that_is_kept_is_judged_as_saved_for_a_train():
    title = TITLES["1889"]
    scenario = (
        Scenario(title)
        .cash(p1=100, p2=100, p3=100)
        .par("IR", 70)
        .shares("IR", p1=60, p2=40)
        .trains("IR", "5")
        .tile("E2", "5", 4)
        .tile("F3", "57", 2)
        .token("IR", "E2")
        .phase("5")
        .operated("IR")
        .at("operating", "IR", "run", number=6, part=1)
        .note("rounds_in_set", 3)
    )
    game = scenario.game()
    game.submit(Action("run", "p1", {"routes": game.suggest_routes()}))
    found = Judge(Fork(game), "p1", "IR", 1)
    ways = {way: found._after(Action("dividend", "p1", {"payout": way})) for way in ("withhold", "pay")}
    assert ways["withhold"].firms["IR"].saves
    assert not ways["pay"].firms["IR"].saves
