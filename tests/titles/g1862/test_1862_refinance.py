"""1862 7.11 and 7.12: a company without a train: own shares, refinancing, bankruptcy."""

import pytest

from engine.core.events import PriceMoved
from engine.core.state import IPO, OUT, POOL
from engine.core.story import lines
from engine.core.writer import PositionWriter
from engine.titles.g1862.companies.companies import begin
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor, cash, kinds, refusal, values


def needy(price=68, money=100, treasury=0, train="B", **options):
    """N&E under p1 (60 %) without a train, in its train step; the bank sells the given band.

    ``treasury`` percent of it lie on its charter, the rest is p2's. The par is that of the price.
    """
    scenario = Mania(**options).cash(p1=500, p2=500)
    others = {"p2": 40 - treasury} if treasury < 40 else {}
    own = {"N&E": treasury} if treasury else {}
    scenario.company("N&E", price, cash=money, permits=("local",), p1=60, **others, **own)
    bands = list(scenario.title.data.trains)
    scenario.no_trains_left(*bands[: bands.index(train)]).phase(train)
    return scenario.operating("N&E", "trains")


def ways(game):
    return values(game.options("p1", "emergency", "method"))


# --- who raises money (7.11) ----------------------------------------------------------------------


@rule("1862", "7.11")
def test_every_company_must_have_a_train_at_the_end_of_its_turn():
    game = needy(money=450).game()
    assert refusal(game, "p1", "skip") == "must_buy_train"
    assert "skip" not in kinds(game, "p1")
    act(game, "p1", "buy_train", source="depot", train="2/3L", warranties="0")
    assert "skip" in kinds(game, "p1")


@rule("1862", "7.11")
def test_a_company_that_can_pay_raises_no_money():
    game = needy(money=200, treasury=20).game()
    assert "emergency" not in kinds(game, "p1")
    for method in ("sell_treasury", "refinance", "bankruptcy"):
        assert refusal(game, "p1", "emergency", method=method) == "not_needed"


@rule("1862", "7.11")
def test_a_company_with_a_train_raises_no_money():
    game = needy(money=0).train("N&E", "B", "express").game()
    assert refusal(game, "p1", "emergency", method="refinance") == "not_needed"


@rule("1862", "7.11")
def test_the_director_chooses_between_own_shares_and_refinancing():
    game = needy(treasury=20).game()
    assert kinds(game, "p1") == {"emergency"}
    assert ways(game) == ["sell_treasury", "refinance"]
    assert refusal(game, "p1", "emergency", method="loan") == "no_such_method"
    assert refusal(game, "p1", "emergency", method="bankruptcy") == "not_bankrupt"


@rule("1862", "7.11")
@pytest.mark.parametrize(("readings", "allowed"), [("rulebook", False), ("recorded", True)])
def test_a_train_of_another_company_of_the_director_comes_first(readings, allowed):
    """The B train of EUR costs 100 in phase C; the rulebook has it bought, the recorded game did not."""
    scenario = needy(money=120, train="C", readings=readings).company("EUR", 60, p1=60)
    card = next(t for t in scenario.state.trains.values() if t.kind == "B")
    card.owner, card.data["type"] = "EUR", "local"
    game = scenario.game()
    assert ("emergency" in kinds(game, "p1")) is allowed
    assert "buy_train" in kinds(game, "p1")
    if not allowed:
        assert refusal(game, "p1", "emergency", method="refinance") == "train_within_reach"
        act(game, "p1", "buy_train", source="EUR", train="2/3L")
        assert cash(game, "N&E", "EUR") == (20, 100)


@rule("1862", "7.11")
def test_a_train_that_is_too_dear_or_of_another_director_is_no_hindrance():
    dear = needy(money=99, train="C").company("EUR", 60, p1=60)
    card = next(t for t in dear.state.trains.values() if t.kind == "B")
    card.owner, card.data["type"] = "EUR", "local"
    assert "emergency" in kinds(dear.game(), "p1")
    others = needy(money=120, train="C").company("EUR", 60, p2=60)
    card = next(t for t in others.state.trains.values() if t.kind == "B")
    card.owner, card.data["type"] = "EUR", "local"
    assert kinds(others.game(), "p1") == {"emergency", "offer_train"}


@rule("1862", "7.11")
def test_after_raising_money_the_train_comes_from_the_bank_and_the_type_is_chosen_then():
    scenario = needy(money=100, train="C").company("EUR", 60, p2=60)
    card = next(t for t in scenario.state.trains.values() if t.kind == "B")
    card.owner, card.data["type"] = "EUR", "local"
    game = scenario.game()
    act(game, "p1", "emergency", method="refinance")
    assert kinds(game, "p1") == {"buy_train"}
    assert values(game.options("p1", "buy_train", "source")) == ["depot"]
    assert refusal(game, "p1", "offer_train", source="EUR", train="2/3L", price=100) == "no_trade"
    assert values(game.options("p1", "buy_train", "train", {"source": "depot"})) == ["3L", "3F", "3E"]


# --- own shares (7.11.1) --------------------------------------------------------------------------


@rule("1862", "7.11.1")
def test_own_shares_are_sold_at_the_full_price_and_only_as_many_as_needed():
    """200 less 100 is missing: two shares at 68, not half of it; the price falls two spaces."""
    game = needy(price=68, money=100, treasury=40).game()
    act(game, "p1", "emergency", method="sell_treasury")
    assert game.view.cash("N&E") == 100 + 2 * 68
    assert (game.view.percent("N&E", "N&E"), game.view.percent(POOL, "N&E")) == (20, 20)
    assert game.view.price("N&E") == 62
    assert kinds(game, "p1") == {"buy_train"}


@rule("1862", "7.11.1")
@pytest.mark.parametrize(("money", "shares", "left"), [(132, 1, 200), (131, 2, 267), (64, 2, 200)])
def test_the_fewest_shares_that_pay_the_train(money, shares, left):
    game = needy(price=68, money=money, treasury=40).game()
    act(game, "p1", "emergency", method="sell_treasury")
    assert (game.view.percent(POOL, "N&E"), game.view.cash("N&E")) == (10 * shares, left)


@rule("1862", "7.11.1")
def test_shares_that_do_not_bring_enough_are_not_sold():
    game = needy(price=68, money=63, treasury=20).game()
    assert ways(game) == ["refinance"]
    assert refusal(game, "p1", "emergency", method="sell_treasury") == "shares_not_enough"
    assert refusal(needy(money=100).game(), "p1", "emergency", method="sell_treasury") == "shares_not_enough"


@rule("1862", "7.11.1")
@pytest.mark.parametrize(("price", "after"), [(210, 200), (430, 400), (40, 36)])
def test_the_price_falls_as_if_the_director_sold(price, after):
    """In the green zones no share is ignored for a director."""
    game = needy(price=price, money=190, treasury=10).game()
    act(game, "p1", "emergency", method="sell_treasury")
    assert game.view.price("N&E") == after


@rule("1862", "7.11", "7.11.1")
def test_the_methods_are_not_combined():
    """One share short of the train after the sale of all: neither half of the money is raised."""
    game = needy(price=40, money=0, treasury=20).game()
    assert ways(game) == ["refinance"]
    act(game, "p1", "emergency", method="refinance")
    while game.state.pending:
        act(game, actor(game), "option_share", choice="sell")
    assert refusal(game, "p1", "emergency", method="sell_treasury") == "not_needed"


# --- refinancing (7.11.2, 5.1.3) ------------------------------------------------------------------


@rule("1862", "5.1.3", "7.11.2")
def test_refinancing_halves_all_holdings_and_pays_ten_times_par():
    game = needy(price=71, money=100).game()
    assert game.view.company("N&E").par == 68
    act(game, "p1", "emergency", method="refinance")
    assert [game.view.percent(p, "N&E") for p in ("p1", "p2", POOL)] == [30, 20, 50]
    assert game.view.cash("N&E") == 100 + 680
    assert (game.view.price("N&E"), game.view.president("N&E")) == (71, "p1")
    assert game.view.company("N&E").data["chartered"] is True


@rule("1862", "7.11.2", "5.2.2", "5.2.4")
def test_refinancing_as_in_a_recorded_game():
    """NGC: the director has 50 %, the IPO the rest; he splits, redeems for 31 and directs again."""
    scenario = Mania(readings="recorded").cash(p1=145)
    scenario.company("NGC", 62, cash=220, p1=50).phase("C").no_trains_left("A", "B")
    game = scenario.operating("NGC", "trains").game()
    act(game, "p1", "emergency", method="refinance")
    assert (game.view.percent("p1", "NGC"), game.view.percent(POOL, "NGC")) == (30, 70)
    told = lines(game.view, game.log[-1])
    assert told[1] == "50 % of NGC that nobody had bought go to the open market."
    act(game, "p1", "option_share", choice="redeem")
    assert cash(game, "p1", "NGC") == (114, 840)
    assert game.view.president("NGC") == "p1"
    assert game.view.percent(IPO, "NGC") == 0


@rule("1862", "7.11.2")
def test_the_par_token_pays_at_most_a_thousand():
    game = needy(price=310, money=100).game()
    act(game, "p1", "emergency", method="refinance")
    assert game.view.cash("N&E") == 1100


@rule("1862", "7.11.2")
def test_what_could_not_pay_even_then_is_not_refinanced():
    """Par 54 brings 540; an F train costs 600."""
    able = needy(price=54, money=60, train="F").game()
    assert ways(able) == ["refinance"]
    unable = needy(price=54, money=59, train="F").game()
    assert ways(unable) == ["bankruptcy"]
    assert refusal(unable, "p1", "emergency", method="refinance") == "refinancing_not_enough"


@rule("1862", "7.11.2", "5.2.4")
@pytest.mark.parametrize(("money", "asked"), [(86, False), (87, True)])
def test_the_treasury_redeems_its_option_only_if_the_train_can_still_be_paid(money, asked):
    """Price 54, F at 600, income 540: of 87 pounds 60 must be kept, the option costs 27."""
    game = needy(price=54, money=money, treasury=30, train="F").game()
    act(game, "p1", "emergency", method="refinance")
    while game.state.pending and game.state.pending[-1].data["holder"] != "N&E":
        act(game, actor(game), "option_share", choice="sell")
    assert bool(game.state.pending) is asked
    if asked:
        assert actor(game) == "p1"
        act(game, "p1", "option_share", choice="redeem")
        assert game.view.cash("N&E") == 600
    else:
        assert game.view.cash("N&E") == money + 27 + 540


@rule("1862", "7.11", "7.11.2", "5.2.5")
def test_a_new_director_chooses_the_train():
    """Nothing is in the pool, so p1's certificate is the option; he sells it for two and a half prices."""
    scenario = Mania().cash(p1=500, p2=500)
    scenario.company("N&E", 68, cash=0, permits=("local",), p1=50, p2=50).phase("B").no_trains_left("A")
    game = scenario.operating("N&E", "trains").game()
    act(game, "p1", "emergency", method="refinance")
    act(game, "p1", "option_share", choice="sell")
    act(game, "p2", "option_share", choice="redeem")
    assert cash(game, "p1", "p2") == (500 + 170, 500 - 34)
    assert game.view.president("N&E") == "p2"
    assert (kinds(game, "p1"), kinds(game, "p2")) == (set(), {"buy_train"})


@rule("1862", "7.11", "7.11.2", "7.3", "8")
def test_a_company_refinanced_into_receivership_buys_the_type_of_its_permit():
    scenario = Mania().cash(p1=500)
    scenario.company("N&E", 68, cash=0, permits=("local",), p1=40).company("EUR", 54, p2=60)
    game = scenario.phase("B").no_trains_left("A").operating("N&E", "trains").game()
    act(game, "p1", "emergency", method="refinance")
    (train,) = game.view.trains("N&E")
    assert (train.kind, train.data["type"]) == ("B", "local")
    assert game.view.cash("N&E") == 680 - 200
    assert game.view.cursor.actor == "EUR"


# --- bankruptcy (7.12) ----------------------------------------------------------------------------


def broke(**more):
    """N&E at 54 with 59 pounds before an F train: nothing helps."""
    return needy(price=54, money=59, train="F", **more)


@rule("1862", "7.12")
def test_shareholders_get_half_the_price_rounded_down_and_the_company_goes_back():
    game = needy(price=65, money=0, train="G").company("EUR", 54, p2=60).game()
    assert ways(game) == ["bankruptcy"]
    bank = game.view.cash("bank")
    act(game, "p1", "emergency", method="bankruptcy")
    assert cash(game, "p1", "p2") == (500 + 6 * 32, 500 + 4 * 32)
    assert game.view.cash("bank") == bank - 320
    record = game.view.company("N&E")
    assert (record.par, record.cell, record.floated) == (None, None, False)
    assert game.view.percent(IPO, "N&E") == 100
    assert game.view.cursor.actor == "EUR"


@rule("1862", "7.12")
def test_treasury_to_the_bank_markers_off_the_board_permit_as_dealt():
    scenario = broke(treasury=20).token("N&E", "C6").in_play("N&E", permit="express")
    scenario.state.companies["N&E"].data["permits"] = ["express", "local"]
    game = scenario.game()
    bank = game.view.cash("bank")
    act(game, "p1", "emergency", method="bankruptcy")
    assert cash(game, "N&E", "p1", "p2") == (0, 500 + 6 * 27, 500 + 2 * 27)
    assert game.view.cash("bank") == bank + 59 - 8 * 27
    assert game.view.stations("N&E") == []
    assert game.view.company("N&E").data["permits"] == ["express"]
    assert any("N&E loses its station markers in " in line for line in lines(game.view, game.log[-1]))


@rule("1862", "7.12")
def test_bankruptcy_is_the_last_resort():
    game = broke(treasury=10).game()
    assert ways(game) == ["bankruptcy"]
    assert refusal(needy().game(), "p1", "emergency", method="bankruptcy") == "not_bankrupt"


@rule("1862", "7.12")
def test_at_the_bottom_of_the_market_a_company_is_bankrupt_without_compensation():
    scenario = Mania().company("N&E", 14, cash=90, p1=50, p2=30).train("N&E", "A", "local").cash(p1=0, p2=0)
    game = scenario.token("N&E", "C6").dealing("p1").game()
    act(game, "p1", "sell_shares", company="N&E", percent=20)
    assert cash(game, "p1", "p2", "N&E") == (28, 0, 0)
    assert game.view.percent(IPO, "N&E") == 100
    assert game.state.trains["A-1"].owner == OUT
    assert game.view.stations("N&E") == []


@rule("1862", "7.12")
def test_a_price_that_falls_in_the_companys_own_turn_ends_the_turn():
    scenario = Mania().company("N&E", 7, cash=90, p1=60, permits=("local",)).train("N&E", "A", "local")
    scenario.company("EUR", 54, p2=60)
    game = scenario.operating("N&E", "track").game()
    act(game, "p1", "skip")
    assert game.view.cursor.actor == "EUR"
    assert game.view.percent(IPO, "N&E") == 100
    assert game.state.trains["A-1"].owner == OUT


@rule("1862", "7.3", "7.12", "8")
def test_a_company_in_receivership_that_cannot_buy_is_bankrupt_at_once():
    """NGC at 200 earns nothing, falls to 182 and cannot pay for an H train; its one shareholder gets 91."""
    scenario = Mania().company("N&E", 210, p2=60, cash=0).train("N&E", "E", "local").cash(p3=0)
    scenario.company("NGC", 200, cash=100, pool=90, p3=10).phase("H").no_trains_left(*"ABCDEFG")
    game = scenario.token("N&E", "B13").operating("N&E", "trains", rounds=2).game()
    assert game.view.company("NGC").floated
    record = act(game, "p2", "skip")
    assert cash(game, "p3", "NGC") == (91, 0)
    assert game.view.percent(IPO, "NGC") == 100
    moved = [e.after for e in record.events if isinstance(e, PriceMoved) and e.company == "NGC"]
    assert [cell and game.view.data.market.value(cell) for cell in moved] == [182, None]


@rule("1862", "7.12")
def test_a_bankrupt_company_can_start_again():
    game = broke().company("EUR", 54, p2=60).game()
    act(game, "p1", "emergency", method="bankruptcy")
    assert "N&E" not in [c.id for c in game.view.companies() if c.floated]
    assert not game.view.company("N&E").data.get("chartered")


@rule("1862", "7.12")
def test_a_company_that_starts_again_has_not_operated():
    game = broke().company("EUR", 54, p2=60).game()
    act(game, "p1", "emergency", method="bankruptcy")
    writer = PositionWriter(game.title, game.state)
    begin(writer, "p2", "N&E", 54, chartered=True)
    assert not game.view.company("N&E").operated
