"""1826 O131, O132: the bonds of the SNCF."""

import pytest

from engine.core.state import DEPOT, POOL
from engine.game import Game
from engine.players.kinds import player
from engine.players.seat import Budget
from engine.rules.stock import stock_rules
from engine.titles.g1826 import TITLE
from engine.titles.g1826.finance import bonds
from tests.rulemark import rule
from tests.titles.g1826.france import act, cash, kinds, offered, price, refusal
from tests.titles.g1826.french_turns import Turn


def sncf(money: int = 0, step: str = "trains", p1: int = 0, **held: int) -> Turn:
    """The SNCF at 110, led by p1, without a train; E trains for 800 are on sale."""
    scenario = Turn().national("SNCF", cash=money, p1=60).bonds(**held)
    scenario.no_trains_left("2H", "4H", "6H", "10H")
    return scenario.phase("E").cash(p1=p1).turn("SNCF", step)


def held(game) -> dict[str, int]:
    """Bonds by holder."""
    return bonds.holders(game.view)


# --- for a train (O131) ----------------------------------------------------------------------------------


@rule("1826", "O131")
def test_the_sncf_issues_bonds_before_any_loan():
    game = sncf(150, p1=2000).game()
    assert refusal(game, "p1", "buy_train", source=DEPOT, train="E") == "issue_bonds_first"
    assert refusal(game, "p1", "take_loan") == "not_needed"
    assert refusal(game, "p1", "issue_bonds", count=8) == "too_many"
    act(game, "p1", "issue_bonds")
    assert held(game) == {POOL: 7}
    assert cash(game, "SNCF") == 850
    assert price(game, "SNCF") == 110
    act(game, "p1", "buy_train", source=DEPOT, train="E")
    assert cash(game, "SNCF") == 50


@rule("1826", "O131", "O127")
def test_when_the_ten_are_issued_loans_follow_and_then_the_president():
    game = sncf(100, p1=900, pool=6, p2=2).game()
    act(game, "p1", "issue_bonds")
    assert held(game) == {POOL: 8, "p2": 2}
    assert refusal(game, "p1", "buy_train", source=DEPOT, train="E") == "take_loan_first"
    act(game, "p1", "take_loan")
    assert cash(game, "SNCF") == 800
    assert game.view.company("SNCF").data["loans"] == 1
    act(game, "p1", "buy_train", source=DEPOT, train="E")
    assert cash(game, "p1") == 900


@rule("1826", "O131")
@pytest.mark.parametrize("company", ["Etat", "PLM"])
def test_no_other_company_has_bonds(company):
    scenario = sncf().ten("PLM").corporation("PLM", 100, p1=60).national("Etat", (0, 4), p1=60)
    game = scenario.turn(company, "trains").game()
    assert refusal(game, "p1", "issue_bonds") == "not_needed"
    assert refusal(game, "p1", "buy_train", source=DEPOT, train="E") == "take_loan_first"


@rule("1826", "O131")
def test_no_bonds_without_need():
    game = sncf(800).game()
    assert "issue_bonds" not in kinds(game, "p1")
    assert refusal(game, "p1", "issue_bonds") == "not_needed"


# --- players (O131) ----------------------------------------------------------------------------------------


def market(money: int = 500, **holders: int) -> Turn:
    """A stock round in which p1 acts."""
    scenario = Turn().national("SNCF", p2=60).bonds(**holders).phase("E").cash(p1=money)
    return scenario.stock_round("p1")


@rule("1826", "O131")
def test_a_player_buys_one_bond_as_the_purchase_of_a_turn():
    game = market(pool=3).game()
    bank = cash(game, "bank")
    act(game, "p1", "buy_bond")
    assert (cash(game, "p1"), cash(game, "bank")) == (400, bank + 100)
    assert held(game) == {POOL: 2, "p1": 1}
    assert game.state.cursor.actor == "p2"


@rule("1826", "O131")
@pytest.mark.parametrize(("money", "pool", "code"), [(99, 1, "not_enough_money"), (500, 0, "no_bond")])
def test_a_bond_needs_100_and_one_in_the_pool(money, pool, code):
    game = market(money, pool=pool).game()
    assert refusal(game, "p1", "buy_bond") == code
    assert "buy_bond" not in kinds(game, "p1")


@rule("1826", "O131")
def test_a_player_sells_any_number_for_100_each_and_then_buys():
    game = market(0, p1=3).game()
    assert refusal(game, "p1", "sell_bonds", count=4) == "no_bond"
    act(game, "p1", "sell_bonds", count=2)
    assert cash(game, "p1") == 200
    assert held(game) == {POOL: 2, "p1": 1}
    act(game, "p1", "buy_bond")
    assert cash(game, "p1") == 100


def one_too_many() -> Game:
    """p1 holds one certificate over the limit of 20, and a bond; two bonds lie in the pool."""
    scenario = market(500, p1=1, pool=2).ten("PLM", "Nord", "Ouest", "Est")
    for company in ("PLM", "Nord", "Ouest", "Est"):
        scenario.corporation(company, 82, p1=60)
    game = scenario.game()
    game.state.certs["SNCF:1"].owner = "p1"
    assert stock_rules(game.view).excess(game.view, "p1") == 1
    return game


@rule("1826", "O5", "O131")
def test_whoever_holds_too_many_certificates_sells_shares_before_he_buys_a_bond():
    game = one_too_many()
    act(game, "p1", "sell_bonds", count=1)
    assert refusal(game, "p1", "buy_bond") == "must_sell"
    assert "buy_bond" not in kinds(game, "p1")
    act(game, "p1", "sell_shares", company="PLM", percent=10)
    act(game, "p1", "buy_bond")


@pytest.mark.parametrize("level", ["steady", "strong"])
def test_a_computer_over_the_limit_sells_shares_and_no_bonds(level):
    (action,) = player(level, 1).choose(one_too_many(), "p1", Budget(400)).actions
    assert action.kind == "sell_shares"


@rule("1826", "O131")
def test_bonds_count_100_each_at_the_end():
    game = market(50, p1=3).game()
    assert TITLE.scores(game.view)["p1"] == 350


# --- redeeming (O131) -------------------------------------------------------------------------------------


@rule("1826", "O131")
def test_the_sncf_redeems_bonds_of_the_pool_then_of_players():
    game = sncf(450, pool=2, p2=3).old_train("SNCF", "10H-1").game()
    money = cash(game, "p2")
    act(game, "p1", "done")
    assert refusal(game, "p1", "redeem_bonds", count=3) == "bad_count"
    act(game, "p1", "redeem_bonds", count=2)
    assert (cash(game, "SNCF"), held(game)) == (250, {"p2": 3})
    assert refusal(game, "p1", "redeem_bonds", count=3) == "bad_count"
    act(game, "p1", "redeem_bonds", count=2)
    assert (cash(game, "SNCF"), held(game)) == (50, {"p2": 1})
    assert cash(game, "p2") == money + 200


@rule("1826", "O131")
def test_of_several_players_the_sncf_chooses_whose_bonds_it_redeems():
    game = sncf(450, pool=1, p2=3, p3=2).old_train("SNCF", "10H-1").game()
    act(game, "p1", "done")
    assert refusal(game, "p1", "redeem_bonds", holder="p2", count=1) == "wrong_holder"
    act(game, "p1", "redeem_bonds", count=1)
    assert refusal(game, "p1", "redeem_bonds", count=1) == "wrong_holder"
    assert sorted(offered(game, "p1", "redeem_bonds", "holder")) == ["p2", "p3"]
    act(game, "p1", "redeem_bonds", holder="p3", count=2)
    assert (cash(game, "SNCF"), held(game)) == (150, {"p2": 3})


@rule("1826", "O131")
def test_a_redeemed_bond_can_be_issued_again():
    game = sncf(800, pool=10).old_train("SNCF", "10H-1").game()
    act(game, "p1", "done")
    act(game, "p1", "redeem_bonds", count=4)
    assert bonds.unissued(game.view, "SNCF") == 4


# --- interest (O132) --------------------------------------------------------------------------------------


@rule("1826", "O132")
def test_interest_on_bonds_goes_to_their_holders_and_for_the_pool_to_the_bank():
    game = sncf(500, "run", pool=4, p1=0, p2=3, p3=1).old_train("SNCF", "10H-1").earned(0).game()
    bank, second, third = (cash(game, holder) for holder in ("bank", "p2", "p3"))
    act(game, "p1", "skip")
    assert cash(game, "SNCF") == 420
    assert cash(game, "bank") == bank + 40
    assert (cash(game, "p2") - second, cash(game, "p3") - third) == (30, 10)


@rule("1826", "O132", "O138")
def test_interest_on_bonds_is_withheld_from_the_revenue_too():
    game = sncf(20, "run", pool=1, p2=4).old_train("SNCF", "10H-1").earned(300).game()
    second = cash(game, "p2")
    act(game, "p1", "skip")
    assert cash(game, "p2") == second + 40
    assert cash(game, "SNCF") == 20
    act(game, "p1", "dividend", payout="withhold")
    assert cash(game, "SNCF") == 270


@rule("1826", "O132", "O137")
def test_interest_on_bonds_and_loans_together():
    game = sncf(500, "run", p2=5).loans("SNCF", 1).old_train("SNCF", "10H-1").earned(0).game()
    act(game, "p1", "skip")
    assert cash(game, "SNCF") == 400


@rule("1826", "O132", "O138")
@pytest.mark.parametrize(("money", "left", "revenue"), [(70, 0, 100), (69, 69, 30)])
def test_the_treasury_pays_the_interest_on_loans_and_bonds_if_it_has_all_of_both(money, left, revenue):
    """50 for the loan and 20 for bonds are one sum: 69 stay, though 50 would do for the loan."""
    game = sncf(money, "run", p2=2).loans("SNCF", 1).old_train("SNCF", "10H-1").earned(100).game()
    act(game, "p1", "skip")
    assert (cash(game, "SNCF"), game.state.notes["turn:revenue"]) == (left, revenue)


@rule("1826", "O139", "O131")
def test_for_interest_too_bonds_come_before_a_loan():
    game = sncf(0, "run", p2=8).old_train("SNCF", "10H-1").earned(0).game()
    act(game, "p1", "skip")
    assert held(game) == {POOL: 1, "p2": 8}
    assert cash(game, "SNCF") == 20
    assert "loans" not in game.view.company("SNCF").data


# --- in need (O129) ---------------------------------------------------------------------------------------


def needy(p1: int = 3) -> Turn:
    """PLM must buy an E for 800; its president p1 has bonds and no money, and 300 is missing."""
    scenario = sncf().ten("PLM").corporation("PLM", 100, cash=500, p1=20, pool=50).loans("PLM", 2)
    return scenario.bonds(p1=p1).turn("PLM", "trains")


@rule("1826", "O129")
def test_a_president_in_need_sells_bonds_as_well():
    game = needy().game()
    assert refusal(game, "p1", "declare_bankruptcy") == "not_bankrupt"
    assert refusal(game, "p1", "sell_bonds", count=4) == "more_than_needed"
    act(game, "p1", "sell_bonds", count=3)
    assert (cash(game, "p1"), held(game)) == (300, {POOL: 3})
    act(game, "p1", "buy_train", source=DEPOT, train="E")
    assert cash(game, "p1") == 0


@rule("1826", "O129")
def test_bonds_are_not_sold_without_need():
    game = sncf(900, p1=2).bonds(p1=2).game()
    assert refusal(game, "p1", "sell_bonds", count=1) == "nothing_to_raise"
    assert "sell_bonds" not in kinds(game, "p1")
