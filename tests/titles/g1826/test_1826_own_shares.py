"""1826 O60, O128: a company deals in shares of itself, at the end of its turn."""

from engine.core.actions import Action
from engine.core.state import POOL
from engine.game import Game
from engine.titles.g1826.operating.own_shares import OwnSharesStep
from tests.rulemark import rule
from tests.titles.g1826.france import act, cash, kinds, price, refusal
from tests.titles.g1826.french_turns import Turn
from tests.titles.g1826.test_1826_trains import after_trains


@rule("1826", "O60", "O128")
def test_the_treasury_sells_own_shares_and_the_price_falls_a_row_for_each():
    """As the recorded Midi did: three for 225 from 75."""
    game = after_trains(0).game()
    act(game, "p1", "done")
    act(game, "p1", "sell_treasury", percent=30)
    assert cash(game, "PLM") == 300
    assert price(game, "PLM") == 75
    assert game.view.percent(POOL, "PLM") == 30


@rule("1826", "O60")
def test_the_pool_holds_at_most_half():
    game = pooled().game()
    act(game, "p1", "done")
    assert refusal(game, "p1", "sell_treasury", percent=20) == "bad_percent"
    act(game, "p1", "sell_treasury", percent=10)
    assert game.view.percent(POOL, "PLM") == 50


def pooled(money: int = 0) -> Turn:
    """PLM with 40 % in the pool and 40 % in its treasury."""
    scenario = Turn().ten("PLM").corporation("PLM", 100, cash=money, p1=20, pool=40).phase("6H")
    return scenario.trains("PLM", "6H").turn("PLM", "trains")


@rule("1826", "O60")
def test_it_redeems_shares_from_the_pool_and_the_price_stays():
    game = pooled(250).game()
    act(game, "p1", "done")
    assert refusal(game, "p1", "redeem", percent=30) == "bad_percent"
    act(game, "p1", "redeem", percent=20)
    assert (cash(game, "PLM"), price(game, "PLM")) == (50, 100)
    assert game.view.percent("PLM", "PLM") == 60


@rule("1826", "O60")
def test_before_it_has_operated_it_deals_in_no_shares_of_itself():
    scenario = pooled(1000).loans("PLM", 1)
    scenario.state.companies["PLM"].operated = False
    game = scenario.game()
    act(game, "p1", "done")
    assert kinds(game, "p1").isdisjoint({"redeem", "sell_treasury"})
    act(game, "p1", "skip")
    assert game.state.cursor.actor != "PLM"
    steps = OwnSharesStep().moves
    found = {m.kind: m.check(pooled_first().view, Action(m.kind, "p1", {"percent": 10})) for m in steps[:2]}
    assert {kind: violation and violation.code for kind, violation in found.items()} == {
        "sell_treasury": "not_operated",
        "redeem": "not_operated",
    }


def pooled_first() -> Game:
    """PLM in its first turn, at the step of its own shares."""
    scenario = pooled(250).turn("PLM", "own_shares")
    scenario.state.companies["PLM"].operated = False
    return scenario.game()


@rule("1826", "O60")
def test_it_does_not_buy_and_sell_in_one_turn():
    game = pooled(250).game()
    act(game, "p1", "done")
    act(game, "p1", "redeem", percent=10)
    assert refusal(game, "p1", "sell_treasury", percent=10) == "one_direction"
