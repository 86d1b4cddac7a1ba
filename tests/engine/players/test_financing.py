"""How companies are financed in outline: 1862 has charters, own shares, refinancing and a last set."""

from random import Random

import pytest

from engine import TITLES, Action
from engine.players.fork import Fork
from engine.players.judge import Judge
from engine.players.knowledge import Knowledge, knowledge_of
from engine.players.outline.offering import cards
from engine.players.outline.rest import Rest
from engine.players.outline.sheet import UNKNOWN, Sheet
from engine.players.seat import Budget
from engine.players.steady import Thought
from engine.players.strong import Strong
from engine.players.worth.appraisal import Appraiser
from engine.players.worth.fleet import BEGUN, Fleets
from engine.players.worth.outlook import outlook
from tests.scenario import Scenario

TITLE = TITLES["1862"]
KNOWN = knowledge_of(TITLE)


class Even(Random):
    """Chance without surprises: what lies in the middle."""

    def uniform(self, a, b):
        return 1.0 if a < 1.0 < b else (a + b) / 2


def company(name="ECR", par=62, chartered=True, floated=True, **shares):
    """A company that has started, with the market cell of its par; unsold shares lie where they belong."""
    column = TITLE.data.market.rows[0].index(par)
    scenario = Scenario(TITLE).cash(p1=0, p2=0, p3=0).par(name, par, (0, column), floated)
    scenario.shares(name, **(shares or {"p1": 50, "p2": 20}))
    scenario.state.companies[name].data["chartered"] = chartered
    if not chartered:
        rest = [c for c in scenario.state.certs.values() if c.company == name and c.owner == "ipo"]
        for cert in rest:
            cert.owner = name
    for record in scenario.state.companies.values():
        record.data["from"] = "C" if record.id == "WVR" else "A"
    return scenario.at("shares", "p1", "turn", number=2)


def rest(scenario, known=KNOWN):
    view = Fork(scenario.game()).view
    sheet = Sheet(view, known)
    return Rest(sheet, sheet.outline(view, {}), Even(1))


# --- starting and floating -------------------------------------------------------------------------


def test_a_company_that_sells_its_own_shares_keeps_the_money_and_pays_for_markers():
    found = rest(company(chartered=False, floated=False, p1=40).money({"ECR": 248}))
    firm = found.now.firms["ECR"]
    assert (firm.partial, firm.sold(), firm.outlay) == (True, 40, 80.0)
    found.now.cash[0] = 62.0
    bank = found.now.bank
    found.deal()
    assert firm.floated
    assert firm.cash == 248 + 62 - 80
    assert found.now.bank == bank + 80


def test_a_chartered_company_gets_ten_times_its_par_less_its_markers():
    found = rest(company(floated=False, p1=40))
    firm = found.now.firms["ECR"]
    assert (firm.partial, firm.sold()) == (False, 40)
    found.now.cash[0] = 62.0
    found.deal()
    assert (firm.floated, firm.cash) == (True, 620.0 - 180.0)


def test_a_charter_that_does_not_float_costs_a_fine_and_all_its_shares():
    scenario = company(floated=False, p1=30)
    scenario.state.companies["ECR"].data["obligation"] = "p1"
    found = rest(scenario)
    firm = found.now.firms["ECR"]
    assert firm.fine == 5 * 62
    found.deal()
    assert found.now.cash[0] == -310
    assert (firm.par, firm.chief, firm.held, found.now.certificates[0]) == (0, -1, [0, 0, 0], 0)


def test_companies_start_from_their_phase_on():
    found = rest(company())
    late = found.now.firms["WVR"]
    assert (late.opens, found.now.firms["ECR"].opens) == (2, 0)
    assert not found._is_fresh(late)
    found.now.phase = 2
    assert found._is_fresh(late)


def test_a_presidents_certificate_is_one_card():
    firm = rest(company()).now.firms["ECR"]
    assert (cards(firm, 0, 50), cards(firm, 1, 20), cards(firm, 2, 0)) == (3, 2, 0)


# --- operating -------------------------------------------------------------------------------------


def test_the_price_rises_by_how_often_the_dividend_covers_it():
    found = rest(company())
    firm, row = found.now.firms["ECR"], TITLE.data.market.rows[0]
    found._rise(firm, 62.0 * 3)
    assert firm.price == row[row.index(62) + 6]
    found._distribute(firm, 0.0)
    assert firm.price == row[row.index(62) + 4]


def test_what_a_share_brings_late_follows_the_price_up():
    found = rest(company())
    firm = found.now.firms["ECR"]
    slow, fast = found._later_price(firm, 70.0, 4), found._later_price(firm, 250.0, 4)
    assert 62 < slow < fast
    assert found._later_price(firm, 10.0, 4) == 62


def test_a_treasury_adds_what_a_dividend_lacks_to_cover_the_price():
    found = rest(company().money({"ECR": 100}).trains("ECR", "E"))
    firm = found.now.firms["ECR"]
    assert found._added(firm, 40.0) == 22
    assert firm.cash == 78
    assert found._added(firm, 90.0) == 0


def test_a_company_without_a_train_sells_its_own_shares_first():
    found = rest(company(chartered=False, p1=50).money({"ECR": 60}))
    firm = found.now.firms["ECR"]
    assert found._finds(firm, 100.0)
    assert (firm.own, firm.pool, firm.cash) == (40, 10, 122.0)
    assert firm.price < 62


def test_else_it_makes_one_share_of_two_once_and_then_it_is_bankrupt():
    found = rest(company(p1=50, p2=20))
    firm = found.now.firms["ECR"]
    assert found._finds(firm, 500.0)
    assert (firm.cash, firm.held, firm.rescued) == (620.0, [25, 10, 0], True)
    firm.cash, firm.own = 0.0, 0
    assert not found._finds(firm, 500.0)
    assert firm.chief == -1
    assert found.now.cash[0] == pytest.approx(2.5 * 62 / 2)


def test_nobody_pays_for_the_trains_of_a_company_that_must_help_itself():
    found = rest(company(p1=50, p2=20).cash(p1=900))
    found._finds(found.now.firms["ECR"], 700.0)
    assert found.now.cash[0] >= 900


def test_with_the_last_phase_one_more_set_of_three_rounds_comes():
    found = rest(company())
    found.now.phase = len(found.sheet.phases) - 1
    assert not found._is_over()
    found._deal()
    assert found.now.parts == KNOWN.finale == 3
    assert found._is_over()


# --- what is promised, and what is not looked at ----------------------------------------------------


def test_a_company_that_never_ran_is_judged_by_its_home_and_its_permit():
    scenario = company("N&E")
    data = scenario.state.companies["N&E"].data
    data["permit"] = "express"
    view = Fork(scenario.game()).view
    good = Sheet(view, KNOWN).untried("N&E"), Fleets(Fork(scenario.game()), outlook(view, KNOWN), KNOWN)
    assert good[0] == pytest.approx(UNKNOWN * 1.67)
    assert good[1]._untried("N&E") == pytest.approx(BEGUN * 1.67)
    data["permit"] = "local"
    assert Sheet(Fork(scenario.game()).view, KNOWN).untried("N&E") < good[0]


def test_a_charter_is_worth_more_where_the_company_promises_more():
    scenario = Scenario(TITLE).at("parliament", "p1", "propose")
    for name, permit in (("N&E", "express"), ("WStI", "local")):
        scenario.state.companies[name].data["permit"] = permit
    view = Fork(scenario.game()).view
    good, poor = (KNOWN.lot(view, "p1", name) or 0.0 for name in ("N&E", "WStI"))
    assert good > poor > 0


def test_strong_looks_at_no_action_of_which_a_title_warns():
    scenario = company(p1=50).money({"ECR": 300})
    scenario.state.companies["ECR"].data["permits"] = ["local"]
    fork = Fork(scenario.at("operating", "ECR", "trains", number=2, part=1).game())
    choice = next(c for c in fork.choices("p1") if c.kind == "buy_train")
    actions = Strong(1)._actions(Thought(fork, "p1", Budget(240), 1), choice)
    assert actions
    assert all("L" in action.args["train"] for action in actions)


# --- saving for the next train ---------------------------------------------------------------------


def saving(rounds=10):
    """A company of 1889 that earns 50 with its only train; of the next train it is known to earn 300."""
    title = TITLES["1889"]
    known = Knowledge(earns={"2": 50, "3": 300}, crowd=1.0, growth=0.0, spare=0.1, sales=0.1, rounds=rounds)
    scenario = (
        Scenario(title)
        .cash(p1=0, p2=0, p3=0)
        .par("IR", 70)
        .shares("IR", p1=60, p2=40)
        .money({"IR": 0})
        .trains("IR", "2")
        .no_trains_left("2")
        .tile("E2", "5", 4)
        .tile("F3", "57", 2)
        .token("IR", "E2")
        .phase("3")
        .operated("IR")
    )
    scenario.state.companies["IR"].last_revenue = 50
    return scenario.at("operating", "IR", "dividend", number=1, part=1), known


def rounds_left(fork, known):
    return known.life(fork.view, fork.view.trains("IR")[0].id, outlook(fork.view, known).life("2"))


@pytest.mark.parametrize("may", [False, True])
def test_income_is_kept_for_a_train_only_so_many_rounds_before_the_last_one_is_scrapped(may):
    scenario, known = saving()
    game = scenario.at("operating", "IR", "run", number=1, part=1).game()
    game.submit(Action("run", "p1", {"routes": game.suggest_routes()}))
    fork = Fork(game)
    thought = Thought(fork, "p1", Budget(100))
    thought.known, thought.eye = known, Appraiser(fork, known)
    thought.eye.exactly(["IR"])
    if may:
        thought.soon = rounds_left(fork, known)
    choice = next(c for c in fork.choices("p1") if c.kind == "dividend")
    ways = {each.action.args["payout"] for each in thought._payouts(choice)}
    assert ways == ({"pay", "withhold"} if may else {"pay"})


def test_where_the_outline_does_not_know_a_title_it_is_not_asked(monkeypatch):
    def asked(*_):
        raise AssertionError("the outline was asked")

    monkeypatch.setattr(Judge, "ranked", asked)
    fork = Fork(company(p1=50, p2=20).cash(p1=130).trains("ECR", "B").game())
    thought = Thought(fork, "p1", Budget(240), 1)
    chosen, usual = Strong(1)._weighed(thought, Budget(400)), thought.weighed()
    assert [each.action for each in chosen] == [each.action for each in usual]


@pytest.mark.parametrize("by_kind", [False, True])
def test_no_company_of_18oe_pays_another_more_than_the_bank_asks(by_kind):
    view = _traders((), ("3+3", "3+3"))
    name = "3+3" if by_kind else view.trains("MSP")[0].id
    assert 0 == _trade(view, name, 225) > _trade(view, name, 226)


@pytest.mark.parametrize(
    ("has", "sells", "passes"),
    [((), ("3+3", "3+3"), True), (("2+2",), ("3+3", "3+3"), False), ((), ("3+3",), False)],
)
def test_a_train_of_18oe_passes_from_a_company_that_keeps_one_to_one_that_has_none(has, sells, passes):
    assert (_trade(_traders(has, sells), "3+3", 1) == 0) is passes


def _traders(has, sells):
    scenario = Scenario(TITLES["18OE"]).trains("BEL", *has).trains("MSP", *sells)
    return scenario.at("operating", "BEL", "trains").game().view


def _trade(view, train, price):
    taste = knowledge_of(TITLES["18OE"]).taste
    return taste(view, Action("buy_train", "p1", {"source": "MSP", "train": train, "price": price}))
