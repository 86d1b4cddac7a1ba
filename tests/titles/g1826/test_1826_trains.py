"""1826 O71-O76, O81, O120-O130, O136, O140, O141: trains, loans and a train that must be bought."""

import pytest

from engine.core.state import DEPOT, POOL
from engine.titles.g1826.operating.trains import power_of_e
from tests.rulemark import rule
from tests.titles.g1826.france import act, cash, kinds, price, refusal
from tests.titles.g1826.french_turns import Turn, offers

KINDS = ("2H", "4H", "6H", "10H", "E", "TGV")


def buyer(money: int = 0, phase: str = "6H", loans: int = 0, p1: int = 0) -> Turn:
    """PLM, a 10-share corporation at 100 led by p1, buys trains; the bank sells those of the phase."""
    scenario = Turn().ten("PLM", "Nord").corporation("PLM", 100, cash=money, p1=60)
    scenario.no_trains_left(*KINDS[: KINDS.index(phase)])
    return scenario.loans("PLM", loans).phase(phase).cash(p1=p1).turn("PLM", "trains")


def with_nord(scenario: Turn, train: str = "6H", owner: str = "p1", loans: int = 0) -> Turn:
    """Nord owns a train that PLM may want."""
    scenario.corporation("Nord", 90, operated=True, **{owner: 60}).loans("Nord", loans)
    return scenario.old_train("Nord", f"{train}-1")


def buy(game, source, train, amount, player="p1"):
    return act(game, player, "buy_train", source=source, train=train, price=amount)


def refused(game, source, train, amount):
    return refusal(game, "p1", "buy_train", source=source, train=train, price=amount)


# --- from other companies (O121-O124) ------------------------------------------------------------------


@rule("1826", "O121", "O13", "O19", "O26", "O52")
@pytest.mark.parametrize(
    ("phase", "code"), [("2H", "no_trade"), ("4H", "no_trade"), ("6H", None), ("TGV", None)]
)
def test_trains_of_other_companies_from_6h_on(phase, code):
    game = with_nord(buyer(500, phase)).game()
    if code:
        assert refused(game, "Nord", "6H", 1) == code
        return
    buy(game, "Nord", "6H", 1)
    assert (cash(game, "PLM"), cash(game, "Nord")) == (499, 1)


@rule("1826", "O121")
def test_a_train_of_another_president_is_bought_by_offer():
    game = with_nord(buyer(500), owner="p2").game()
    assert refused(game, "Nord", "6H", 200) == "needs_consent"
    act(game, "p1", "offer_train", source="Nord", train="6H", price=200)
    act(game, "p2", "accept_offer", offer=offers(game)[0].id)
    assert (cash(game, "PLM"), cash(game, "Nord")) == (300, 200)


@rule("1826", "O122")
@pytest.mark.parametrize(("amount", "code"), [(1, None), (300, None), (301, "trade_price")])
def test_a_buyer_with_a_loan_pays_at_most_face_value(amount, code):
    game = with_nord(buyer(900, loans=1)).game()
    if code:
        assert refused(game, "Nord", "6H", amount) == code
    else:
        buy(game, "Nord", "6H", amount)
        assert cash(game, "PLM") == 900 - amount


@rule("1826", "O123")
@pytest.mark.parametrize(("amount", "code"), [(299, "trade_price"), (300, None), (700, None)])
def test_a_seller_with_a_loan_takes_at_least_face_value(amount, code):
    game = with_nord(buyer(900), loans=1).game()
    if code:
        assert refused(game, "Nord", "6H", amount) == code
    else:
        buy(game, "Nord", "6H", amount)
        assert cash(game, "PLM") == 900 - amount


@rule("1826", "O122", "O123")
@pytest.mark.parametrize(("amount", "code"), [(299, "trade_price"), (300, None), (301, "trade_price")])
def test_when_both_have_loans_the_price_is_the_face_value(amount, code):
    game = with_nord(buyer(900, loans=2), loans=1).game()
    if code:
        assert refused(game, "Nord", "6H", amount) == code
    else:
        buy(game, "Nord", "6H", amount)
        assert cash(game, "Nord") == 300


@rule("1826", "O124")
@pytest.mark.parametrize("national", ["Etat", "SNCF"])
@pytest.mark.parametrize(("amount", "code"), [(299, "trade_price"), (300, None), (301, "trade_price")])
def test_a_national_buys_at_face_value(national, amount, code):
    scenario = with_nord(buyer(0)).national(national, cash=900, p1=50).turn(national, "trains")
    game = scenario.game()
    if code:
        assert refused(game, "Nord", "6H", amount) == code
    else:
        buy(game, "Nord", "6H", amount)
        assert cash(game, national) == 600


@rule("1826", "O124")
@pytest.mark.parametrize("national", ["Etat", "SNCF"])
@pytest.mark.parametrize(("amount", "code"), [(299, "trade_price"), (300, None), (301, "trade_price")])
def test_a_national_sells_at_face_value(national, amount, code):
    scenario = buyer(900).national(national, p1=50).trains(national, "6H")
    game = scenario.game()
    if code:
        assert refused(game, national, "6H", amount) == code
    else:
        buy(game, national, "6H", amount)
        assert cash(game, national) == 300


# --- the TGV and the power of E (O71-O76, O81) ---------------------------------------------------------


@rule("1826", "O81")
def test_one_tgv_for_a_company():
    game = buyer(2500, "TGV").trains("PLM", "TGV").game()
    assert refusal(game, "p1", "buy_train", source=DEPOT, train="TGV") == "train_limit"
    assert "buy_train" not in kinds(game, "p1")


@rule("1826", "O81")
def test_the_first_tgv_beside_another_train():
    game = buyer(2500, "TGV").old_train("PLM", "10H-1").game()
    act(game, "p1", "buy_train", source=DEPOT, train="TGV")
    assert [t.kind for t in game.view.trains("PLM")] == ["10H", "TGV"]


@rule("1826", "O72", "O73", "O74", "O75", "O76")
@pytest.mark.parametrize(
    ("sold", "tgv", "power"),
    [(1, 0, (2, 2)), (2, 0, (3, 2)), (3, 0, (3, 2)), (4, 0, (4, 2)), (4, 1, (5, 1)), (2, 1, (5, 1))],
)
def test_the_power_of_every_e_train(sold, tgv, power):
    game = buyer().trains("Nord", *["E"] * sold, *["TGV"] * tgv).game()
    assert power_of_e(game.view) == power


@rule("1826", "O73", "O74")
def test_the_power_grows_with_the_sale():
    game = buyer(800, "E").trains("Nord", "E").game()
    assert power_of_e(game.view) == (2, 2)
    act(game, "p1", "buy_train", source=DEPOT, train="E")
    assert power_of_e(game.view) == (3, 2)


# --- who must own a train (O126) -----------------------------------------------------------------------


@rule("1826", "O126")
def test_a_company_must_own_a_train_with_a_route_or_without():
    game = buyer(300).game()
    assert refusal(game, "p1", "done") == "must_buy_train"
    act(game, "p1", "buy_train", source=DEPOT, train="6H")
    act(game, "p1", "done")
    assert game.state.cursor.actor != "PLM" or game.state.cursor.step != "trains"


@rule("1826", "O126")
def test_with_a_train_it_need_not_buy():
    game = buyer(300).trains("PLM", "6H").game()
    act(game, "p1", "done")


@rule("1826", "O126")
def test_when_no_train_is_left_it_may_stay_without():
    game = buyer(300, "TGV").no_trains_left("TGV").game()
    act(game, "p1", "done")


# --- loans (O127, O136, O140) --------------------------------------------------------------------------


@rule("1826", "O127", "O136", "O140", "O65")
def test_a_company_that_cannot_pay_takes_a_loan_first():
    game = buyer(100, p1=900).game()
    assert refusal(game, "p1", "buy_train", source=DEPOT, train="6H") == "take_loan_first"
    bank = cash(game, "bank")
    act(game, "p1", "take_loan")
    assert (cash(game, "PLM"), cash(game, "bank")) == (600, bank - 500)
    assert price(game, "PLM") == 90
    assert cash(game, "p1") == 900
    act(game, "p1", "buy_train", source=DEPOT, train="6H")
    assert cash(game, "PLM") == 300


@rule("1826", "O127", "O140")
def test_two_loans_when_one_is_not_enough():
    """As the recorded Paris did for its first TGV."""
    game = buyer(0, "TGV").game()
    act(game, "p1", "take_loan", count=2)
    assert cash(game, "PLM") == 1000
    assert game.view.company("PLM").data["loans"] == 2
    assert price(game, "PLM") == 82


@rule("1826", "O127")
def test_two_loans_may_be_taken_one_by_one():
    game = buyer(0, "TGV").game()
    act(game, "p1", "take_loan", count=1)
    assert refusal(game, "p1", "buy_train", source=DEPOT, train="TGV") == "take_loan_first"
    act(game, "p1", "take_loan", count=1)
    act(game, "p1", "buy_train", source=DEPOT, train="TGV")
    assert cash(game, "PLM") == 0


@rule("1826", "O127")
def test_never_more_than_two_loans():
    game = buyer(0, "TGV", loans=1, p1=900).game()
    assert refusal(game, "p1", "take_loan", count=2) == "too_many"
    act(game, "p1", "take_loan")
    assert refusal(game, "p1", "take_loan") == "not_needed"
    assert game.view.company("PLM").data["loans"] == 2


@rule("1826", "O127", "O136")
@pytest.mark.parametrize(("money", "train"), [(300, None), (0, "4H")])
def test_no_loan_without_need(money, train):
    scenario = buyer(money)
    if train:
        scenario.old_train("PLM", "4H-1")
    game = scenario.game()
    assert refusal(game, "p1", "take_loan") == "not_needed"
    assert "take_loan" not in kinds(game, "p1")


@rule("1826", "O127")
def test_no_more_loans_than_the_train_needs():
    game = buyer(0).game()
    assert refusal(game, "p1", "take_loan", count=2) == "too_many"
    assert refusal(game, "p1", "take_loan", count=0) == "too_many"


# --- the president (O129, O130) ------------------------------------------------------------------------


@rule("1826", "O129")
def test_after_two_loans_the_president_pays():
    game = buyer(100, loans=2, p1=250).game()
    act(game, "p1", "buy_train", source=DEPOT, train="6H")
    assert (cash(game, "PLM"), cash(game, "p1")) == (0, 50)


@rule("1826", "O129")
def test_before_the_loans_nobody_sells_shares():
    game = buyer(100).game()
    assert refusal(game, "p1", "sell_shares", company="PLM", percent=10) == "nothing_to_raise"


@rule("1826", "O129")
def test_then_the_president_sells_shares():
    game = buyer(100, loans=2, p1=50).game()
    assert refusal(game, "p1", "buy_train", source=DEPOT, train="6H") == "raise_money_first"
    act(game, "p1", "sell_shares", company="PLM", percent=20)
    assert (cash(game, "p1"), price(game, "PLM")) == (250, 82)
    act(game, "p1", "buy_train", source=DEPOT, train="6H")
    assert cash(game, "p1") == 50


@rule("1826", "O129")
@pytest.mark.parametrize(
    ("train", "price", "code"),
    [("6H", 300, "dearer_than_the_cheapest"), ("6H", 299, None), ("10H", 600, "dearer_than_the_cheapest")],
)
def test_with_the_president_a_train_of_another_company_costs_less_than_the_cheapest_on_sale(
    train, price, code
):
    game = with_nord(buyer(100, loans=2, p1=600), train).game()
    words = {"source": "Nord", "train": train, "price": price}
    if code:
        assert refusal(game, "p1", "buy_train", **words) == code
    else:
        act(game, "p1", "buy_train", **words)
        assert (cash(game, "PLM"), cash(game, "p1"), cash(game, "Nord")) == (0, 600 - 199, 299)


@rule("1826", "O129")
def test_with_the_president_the_cheapest_train_on_sale_is_bought_that_of_the_pool_too():
    game = buyer(100, "10H", loans=2, p1=600).old_train("pool", "6H-1").game()
    assert refusal(game, "p1", "buy_train", source=DEPOT, train="10H") == "not_the_cheapest"
    act(game, "p1", "buy_train", source=POOL, train="6H")
    assert cash(game, "p1") == 400


@rule("1826", "O130")
def test_a_presidency_of_another_company_may_go():
    scenario = buyer(100, loans=2, p1=0).corporation("Nord", 90, p1=30, p2=20, p3=20)
    game = scenario.game()
    act(game, "p1", "sell_shares", company="Nord", percent=30)
    assert game.view.president("Nord") == "p2"


@rule("1826", "O130")
def test_the_presidency_of_the_needy_company_stays():
    game = rivals().game()
    assert refusal(game, "p1", "sell_shares", company="PLM", percent=20) == "keeps_presidency"
    act(game, "p1", "sell_shares", company="PLM", percent=10)
    assert game.view.president("PLM") == "p1"


def rivals() -> Turn:
    """p1 leads PLM with 40 %, p2 has 30 %."""
    scenario = Turn().ten("PLM").corporation("PLM", 100, cash=0, p1=40, p2=30).no_trains_left("2H", "4H")
    return scenario.loans("PLM", 2).phase("6H").cash(p1=0).turn("PLM", "trains")


@rule("1826", "O128")
def test_no_own_shares_are_sold_in_need():
    game = buyer(0).game()
    assert game.view.percent("PLM", "PLM") == 40
    assert "sell_treasury" not in kinds(game, "p1")
    assert refusal(game, "p1", "sell_treasury", percent=10) == "not_now"


# --- repaying (O141) -----------------------------------------------------------------------------------


def after_trains(money: int, loans: int = 0) -> Turn:
    """PLM owns its train and is asked about its loans."""
    return buyer(money, loans=loans).trains("PLM", "6H").turn("PLM", "trains")


@rule("1826", "O141", "O66")
@pytest.mark.parametrize(("count", "left", "after"), [(1, 1, 110), (2, 0, 122)])
def test_loans_are_repaid_after_the_trains(count, left, after):
    game = after_trains(1100, 2).game()
    act(game, "p1", "done")
    bank = cash(game, "bank")
    act(game, "p1", "repay_loan", count=count)
    assert (cash(game, "PLM"), cash(game, "bank")) == (1100 - 500 * count, bank + 500 * count)
    assert game.view.company("PLM").data.get("loans", 0) == left
    assert price(game, "PLM") == after


@rule("1826", "O141")
@pytest.mark.parametrize(("money", "loans"), [(499, 2), (900, 0)])
def test_without_loan_or_money_nobody_is_asked(money, loans):
    game = after_trains(money, loans).game()
    act(game, "p1", "done")
    assert "repay_loan" not in kinds(game, "p1")


@rule("1826", "O141")
def test_not_more_than_the_treasury_can_pay():
    game = after_trains(700, 2).game()
    act(game, "p1", "done")
    assert refusal(game, "p1", "repay_loan", count=2) == "bad_count"


@rule("1826", "O141")
def test_repaying_may_be_declined():
    game = after_trains(700, 2).game()
    act(game, "p1", "done")
    act(game, "p1", "skip")
    assert game.view.company("PLM").data["loans"] == 2
