"""1862 7.1, 7.3, 7.13 and 8: the order of turns and of their steps, receivership, redeeming shares."""

import pytest

from engine.core.events import Said
from engine.core.state import DEPOT, IPO, POOL
from engine.titles.g1862.companies.redeem import check_redeem
from engine.titles.g1862.phases.bands import type_of
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, cash, kinds, refusal
from tests.titles.g1862.mania_turns import SW, N, S, Turn, turned


def finish(game, player="p2"):
    """Decline all that is left of the present turn."""
    actor = game.state.cursor.actor
    while game.state.cursor.round == "operating" and game.state.cursor.actor == actor:
        act(game, player, "skip")


# --- order (7.1) -----------------------------------------------------------------------------------------


def running(prices):
    """Companies at these prices that could each buy a train; the turn of the first is about to end."""
    scenario = Mania()
    for company, price in prices.items():
        scenario.company(company, price, p2=50, cash=300).operated(company).train(company, "A", "local")
    return scenario.operating(next(iter(prices)), "trains")


@rule("1862", "7.1")
def test_the_highest_price_operates_first():
    game = running({"ECR": 100, "EUR": 74, "ENR": 90, "ESR": 82}).game()
    order = [game.state.cursor.actor]
    while game.state.cursor.round == "operating":
        act(game, "p2", "skip")
        if game.state.cursor.actor != order[-1] and game.state.cursor.round == "operating":
            order.append(game.state.cursor.actor)
    assert order == ["ECR", "ENR", "ESR", "EUR"]
    assert game.state.cursor.round == "parliament"


@rule("1862", "7.1")
def test_of_equal_prices_the_top_of_the_stack_operates_first():
    scenario = running({"ECR": 100, "EUR": 82, "ENR": 82, "ESR": 82})
    column = scenario.title.data.market.rows[0].index(82)
    scenario.state.market[0, column] = ["ENR", "ESR", "EUR"]
    game = scenario.game()
    assert game.title.rounds["operating"].order(game.view) == ["ECR", "ENR", "ESR", "EUR"]
    finish(game)
    assert game.state.cursor.actor == "ENR"


@rule("1862", "7.1")
def test_a_company_that_operated_goes_under_its_stack_and_operates_once():
    scenario = running({"ECR": 82, "EUR": 82}).note("turn:revenue", 50).operating("ECR", "dividend")
    game = scenario.game()
    act(game, "p2", "dividend", payout="pay")
    column = game.view.data.market.rows[0].index(82)
    assert game.state.market[0, column] == ["EUR", "ECR"]
    finish(game)
    assert game.state.cursor.actor == "EUR"
    finish(game)
    assert game.state.cursor.round == "parliament"


@rule("1862", "7.1")
def test_companies_that_have_not_floated_do_not_operate():
    scenario = running({"ECR": 82}).company("ESR", 90, p1=30, chartered=False, floated=False)
    game = scenario.game()
    assert game.title.rounds["operating"].order(game.view) == ["ECR"]


@rule("1862", "7.1")
def test_the_steps_of_a_turn_in_order():
    names = list(Turn().game().title.rounds["operating"].steps)
    assert names == ["home", "merge", "track", "token", "run", "dividend", "trains", "redeem", "acquire"]


@rule("1862", "7.1")
def test_no_step_comes_back():
    game = Turn().at_home().train("SVR", "A", "local").game()
    act(game, "p1", "skip")
    assert game.state.cursor.step != "track"
    assert refusal(game, "p1", "lay_tile", hex="D9", tile="621", rotation=0) == "not_now"


@rule("1862", "7.1")
def test_the_director_decides():
    game = Turn().at_home().game()
    waiting = game.waiting()
    assert waiting is not None
    assert waiting.players == ("p1",)
    assert refusal(game, "p2", "skip") == "not_your_turn"


@rule("1862", "7.1")
def test_trains_that_can_run_must_run():
    scenario = Turn().at_home().lay("D13", "57", S, N).train("SVR", "A", "local")
    scenario.state.companies["SVR"].data["permits"] = ["local"]
    game = scenario.step("run").game()
    assert kinds(game, "p1") == {"run"}
    assert refusal(game, "p1", "skip") == "not_now"
    act(game, "p1", "run", routes=game.suggest_routes())
    assert game.state.notes["turn:revenue"] == 40


# --- receivership (7.3, 8) -------------------------------------------------------------------------------


def orphan(cash=0, permits=("express",), operated=True):
    """The SVR, whose director's certificate is in the pool, operates after the ECR of p2."""
    scenario = Mania().company("ECR", 100, p2=50, cash=300).operated("ECR").train("ECR", "A", "local")
    scenario.company("SVR", 82, cash=cash, permits=permits, pool=50, p1=20, p3=20)
    if operated:
        scenario.operated("SVR").tile("D11", "57", turned("57", S, N)).token("SVR", "D11")
    return scenario.operating("ECR", "trains")


@rule("1862", "7.3", "8")
def test_without_a_director_nothing_is_built_and_nothing_placed():
    game = orphan(cash=500).tile("D13", "57", 0).game()
    tiles = dict(game.state.tiles)
    finish(game)
    assert game.state.cursor.round == "parliament"
    assert game.state.tiles == tiles
    assert game.view.stations("SVR") == [("D11", 0)]


@rule("1862", "7.3", "7.2", "8")
def test_its_home_marker_is_placed_all_the_same():
    game = orphan(cash=500, operated=False).game()
    finish(game)
    assert game.view.stations("SVR") == [("D11", 0)]
    assert "D11" not in game.state.tiles


@rule("1862", "7.3", "8")
def test_its_trains_run_for_the_most_and_the_revenue_is_kept():
    scenario = orphan(cash=0).tile("D13", "6", turned("6", N, SW)).tile("D9", "621", turned("621", S, N))
    game = scenario.train("SVR", "A", "express").game()
    finish(game)
    assert game.view.company("SVR").last_revenue == 50
    assert game.view.cash("SVR") == 50
    assert cash(game, "p1", "p3") == (800, 800)
    assert game.view.price("SVR") == 74


@rule("1862", "7.3", "8", "7.9")
@pytest.mark.parametrize(
    ("permits", "kind"),
    [
        (("freight",), "freight"),
        (("local",), "local"),
        (("freight", "express"), "express"),
        (("local", "freight"), "freight"),
        (("local", "freight", "express"), "express"),
    ],
)
def test_it_buys_one_train_of_the_first_type_it_has_a_permit_for(permits, kind):
    game = orphan(cash=1000, permits=permits).game()
    finish(game)
    (train,) = game.view.trains("SVR")
    assert type_of(train) == kind
    assert game.view.cash("SVR") == 900
    assert train.data["warranties"] == 1


@rule("1862", "7.3", "8")
def test_it_buys_though_it_has_trains_but_not_beyond_the_limit():
    game = orphan(cash=100).train("SVR", "A", "express").train("SVR", "A", "express").game()
    finish(game)
    assert len(game.view.trains("SVR")) == 3
    full = orphan(cash=100)
    for _ in range(3):
        full.train("SVR", "A", "express")
    game = full.game()
    finish(game)
    assert len(game.view.trains("SVR")) == 3
    assert len(game.view.trains(DEPOT)) > 0


@rule("1862", "7.3", "8", "7.12")
@pytest.mark.parametrize(("treasury", "bankrupt"), [(99, True), (100, False)])
def test_without_a_train_and_without_the_money_it_is_bankrupt(treasury, bankrupt):
    game = orphan(cash=treasury).game()
    finish(game)
    assert game.view.company("SVR").floated is not bankrupt
    assert (game.view.owner("SVR") == IPO) is bankrupt
    if bankrupt:
        assert not game.view.company("SVR").operated


@rule("1862", "7.3", "8")
def test_with_a_train_it_lives_on_without_money():
    game = orphan(cash=0).train("SVR", "A", "express").game()
    finish(game)
    assert game.view.company("SVR").floated
    assert game.view.owner("SVR") == POOL


@rule("1862", "7.3", "8")
def test_nobody_is_asked_for_a_company_without_a_director():
    game = orphan(cash=500).game()
    finish(game)
    told = [event.key for record in game.log for event in record.events if isinstance(event, Said)]
    assert "train_bought" in told
    assert game.state.cursor.round == "parliament"


# --- redeeming (7.13) ------------------------------------------------------------------------------------


def redeeming(cash=200, price=82, pool=20, train=True, **options):
    scenario = Mania(**options).company("SVR", price, cash=cash, p1=50, pool=pool).operated("SVR")
    if train:
        scenario.train("SVR", "A", "local")
    return scenario.operating("SVR", "redeem")


@rule("1862", "7.13")
def test_one_share_is_redeemed_at_the_market_price():
    game = redeeming().game()
    bank = game.view.cash("bank")
    act(game, "p1", "redeem")
    assert game.view.percent("SVR", "SVR") == 10
    assert game.view.percent(POOL, "SVR") == 10
    assert cash(game, "SVR", "bank") == (118, bank + 82)
    assert game.view.price("SVR") == 82
    assert game.state.cursor.step != "redeem"


@rule("1862", "7.13")
@pytest.mark.parametrize(
    ("cash", "price", "open_"), [(81, 82, False), (82, 82, True), (199, 200, False), (200, 200, True)]
)
def test_the_treasury_pays(cash, price, open_):
    game = redeeming(cash, price).game()
    if open_:
        act(game, "p1", "redeem")
        assert game.view.cash("SVR") == 0
    else:
        assert refusal(game, "p1", "redeem") == "cannot_afford"
        assert "redeem" not in kinds(game, "p1")


@rule("1862", "7.13")
def test_it_costs_the_full_price_without_a_train_too():
    game = redeeming(train=False).game()
    act(game, "p1", "redeem")
    assert game.view.cash("SVR") == 118


@rule("1862", "7.13")
def test_only_shares_of_its_own_in_the_pool():
    game = redeeming(pool=0).company("ECR", 60, p2=50, pool=20).game()
    assert refusal(game, "p1", "redeem") == "no_share_in_pool"
    assert "redeem" not in kinds(game, "p1")


@rule("1862", "7.13", "6.3")
def test_a_directors_certificate_in_the_pool_is_no_share_to_redeem():
    scenario = Mania().company("SVR", 82, cash=500, p1=50).operated("SVR").train("SVR", "A", "local")
    scenario.shares("SVR", pool=30, p1=30).operating("SVR", "redeem")
    violation = check_redeem(scenario.game().view, "SVR")
    assert violation is not None
    assert violation.code == "no_share_in_pool"


@rule("1862", "7.13", "7.8.5")
def test_redeemed_shares_pay_the_treasury():
    scenario = redeeming().operating("SVR", "dividend").note("turn:revenue", 80)
    scenario.shares("SVR", p1=50, SVR=10, pool=10)
    game = scenario.game()
    act(game, "p1", "dividend", payout="pay")
    assert game.view.cash("SVR") == 208


@rule("1862", "7.13")
def test_redeeming_may_be_declined():
    game = redeeming().game()
    assert {"redeem", "skip"} <= kinds(game, "p1")
    act(game, "p1", "skip")
    assert game.view.percent(POOL, "SVR") == 20


@rule("1862", "7.13", "11.3")
def test_new_players_do_not_redeem():
    game = redeeming(novice="yes", trains="simple_express").game()
    assert refusal(game, "p1", "redeem") == "novice"
    assert "redeem" not in kinds(game, "p1")
