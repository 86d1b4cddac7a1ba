"""1889: trains, forced purchases and bankruptcy (R65-R72)."""

import pytest

from engine.core.state import BANK, OUT, POOL
from engine.core.story import sentence
from engine.rules.trains import train_limit
from tests.rulemark import rule
from tests.titles.g1889.shikoku import Shikoku, act, cash, decision, holds, kinds, offered, price, refusal


def buying(money=1000, phase="2", **owners):
    """AR, with a route, buys trains."""
    made = Shikoku().company("AR", cash=money, **(owners or {"p1": 50})).lay("K8", "57", 1, 4)
    return made.phase(phase).turn("AR", "trains")


def in_phase(key, money=2000, **owners):
    """What came before is sold out."""
    order = ["2", "3", "4", "5", "6", "D"]
    return buying(money, key, **owners).no_trains_left(*order[: order.index(key)])


def owns(game, company="AR"):
    return [t.kind for t in game.view.trains(company)]


# --- buying --------------------------------------------------------------------------------------------


@rule("1889", "R65")
@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("D", 2)])
def test_train_limit_by_phase(phase, limit):
    game = in_phase(phase).game()
    assert train_limit(game.view, "AR") == limit


@rule("1889", "R65")
def test_any_number_up_to_the_limit():
    game = buying().game()
    for _ in range(4):
        act(game, "p1", "buy_train", source="depot", train="2")
    assert cash(game, "AR") == [680]
    assert refusal(game, "p1", "buy_train", source="depot", train="2") == "train_limit"


@rule("1889", "R65")
def test_in_order_of_number():
    game = buying().game()
    assert refusal(game, "p1", "buy_train", source="depot", train="3") == "not_on_sale_yet"


@rule("1889", "R65")
def test_discarded_trains_at_face_value():
    made = buying()
    made.trains(POOL, "2")
    game = made.game()
    assert refusal(game, "p1", "buy_train", source="pool", train="2", price=40) == "face_price"
    act(game, "p1", "buy_train", source="pool", train="2")
    assert cash(game, "AR") == [920]


@rule("1889", "R65")
def test_trains_of_other_companies_at_any_price_on_which_both_agree():
    game = buying().company("IR", p2=50).trains("IR", "2").company("SR", p1=50).trains("SR", "2").game()
    assert refusal(game, "p1", "buy_train", source="SR", train="2", price=0) == "trade_price"
    act(game, "p1", "buy_train", source="SR", train="2", price=1)
    assert refusal(game, "p1", "buy_train", source="IR", train="2", price=900) == "needs_consent"
    act(game, "p1", "offer_train", source="IR", train="2", price=900)
    act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    assert cash(game, "AR", "IR", "SR") == [99, 900, 1]


@rule("1889", "R66")
@pytest.mark.parametrize(("kind", "rusted"), [("3", None), ("4", "2"), ("5", None), ("6", "3"), ("D", "4")])
def test_the_first_of_a_kind_changes_the_phase_at_once(kind, rusted):
    order = ["2", "3", "4", "5", "6", "D"]
    before = order[order.index(kind) - 1]
    made = buying(2000, before).no_trains_left(*order[: order.index(before)])
    if rusted:
        spare = [t for t in made.state.trains.values() if t.kind == rusted]
        spare[0].owner, spare[1].owner = "AR", POOL
    made.no_trains_left(before)
    game = made.game()
    record = act(game, "p1", "buy_train", source="depot", train=kind)
    assert game.state.phase == kind
    assert owns(game) == [kind]
    told = " ".join(sentence(game.view, event) or "" for event in record.events)
    assert "pool" not in told
    assert ("open market 1" in told) is (rusted is not None)
    assert not [t for t in game.state.trains.values() if t.kind == rusted and t.owner != OUT]


# --- trading in ----------------------------------------------------------------------------------------


@rule("1889", "R67")
@pytest.mark.parametrize("phase", ["5", "6"])
def test_d_trains_from_the_first_6_on(phase):
    game = buying(2000, phase).no_trains_left("2", "3", "4", *(["5"] if phase == "6" else [])).game()
    bought = {"5": ["5"], "6": ["6", "D"]}[phase]
    assert offered(game, "p1", "buy_train", "train", source="depot") == bought
    if phase == "5":
        assert refusal(game, "p1", "buy_train", source="depot", train="D") == "not_on_sale_yet"
    else:
        act(game, "p1", "buy_train", source="depot", train="D")
        assert cash(game, "AR") == [900]


@rule("1889", "R67")
@pytest.mark.parametrize("given", ["4", "5", "6"])
def test_a_train_given_in_lowers_the_price_to_800(given):
    game = in_phase("6").trains("AR", "6").game()
    game.state.trains["6-1"].kind = given
    act(game, "p1", "trade_in_train", given=given, train="D")
    assert cash(game, "AR") == [1200]
    assert owns(game) == ["D"]
    assert game.state.trains["6-1"].owner == (OUT if given == "4" else POOL)  # the first D rusts the 4


@rule("1889", "R67")
@pytest.mark.parametrize(
    ("kind", "money", "code"), [("3", 2000, "no_such_trade"), ("5", 799, "treasury_only")]
)
def test_what_is_not_taken(kind, money, code):
    game = in_phase("6", money).trains("AR", "6").game()
    game.state.trains["6-1"].kind = kind
    assert refusal(game, "p1", "trade_in_train", given=kind, train="D") == code
    assert "trade_in_train" not in kinds(game, "p1")


@rule("1889", "R67")
def test_at_the_limit_too():
    game = in_phase("6").trains("AR", "6", "6").game()
    assert refusal(game, "p1", "buy_train", source="depot", train="D") == "train_limit"
    assert offered(game, "p1", "trade_in_train", "given") == ["6"]
    assert offered(game, "p1", "trade_in_train", "train", given="6") == ["D"]
    act(game, "p1", "trade_in_train", given="6", train="D")
    assert owns(game) == ["6", "D"]


@rule("1889", "R67")
def test_no_trade_before_the_first_6():
    game = in_phase("5").trains("AR", "5").game()
    assert refusal(game, "p1", "trade_in_train", given="5", train="D") == "no_such_trade"


@rule("1889", "R68")
def test_who_is_over_a_lowered_limit_discards_at_once():
    made = Shikoku().company("AR", p1=50, cash=300).company("IR", p2=50).company("SR", p3=50)
    made.trains("IR", "3", "3", "3", "3").trains("SR", "3", "2")
    game = made.no_trains_left("2", "3").phase("3").turn("AR", "trains").game()
    act(game, "p1", "buy_train", source="depot", train="4")
    assert (decision(game).players, decision(game).company) == (("p2",), "IR")
    assert refusal(game, "p1", "done") == "not_your_turn"
    act(game, "p2", "discard_train", train="3")
    assert [t.kind for t in game.view.trains(POOL)] == ["3"]
    assert cash(game, "IR") == [0]
    assert decision(game).company == "AR"


@rule("1889", "R68")
def test_nobody_sells_a_train_that_he_must_discard_at_once():
    made = Shikoku().company("AR", p1=50, cash=500).company("IR", p2=50)
    made.trains("IR", "3", "3", "3", "3").no_trains_left("2", "3")
    game = made.phase("3").turn("AR", "trains").game()
    act(game, "p1", "offer_train", source="IR", train="3", price=10)
    act(game, "p1", "buy_train", source="depot", train="4")
    assert decision(game).company == "IR"
    assert "accept_offer" not in kinds(game, "p2")
    assert refusal(game, "p2", "accept_offer", offer="o1") == "decision_first"
    act(game, "p2", "discard_train", train="3")
    act(game, "p2", "accept_offer", offer="o1")
    assert cash(game, "AR", "IR") == [190, 10]


# --- forced purchases ----------------------------------------------------------------------------------


@rule("1889", "R69")
def test_who_has_a_route_must_own_a_train():
    game = buying(1000).game()
    assert refusal(game, "p1", "done") == "must_buy_train"


@rule("1889", "R69")
def test_without_a_route_none_is_needed():
    game = Shikoku().company("KU", p1=50, cash=1000).turn("KU", "trains").game()
    act(game, "p1", "done")
    assert game.round_title().startswith("Stock")


@rule("1889", "R70")
def test_the_president_adds_the_difference_for_the_cheapest():
    made = in_phase("4", 100).cash(p1=1000)
    made.trains(POOL, "5")
    game = made.game()
    assert refusal(game, "p1", "buy_train", source="pool", train="5") == "not_the_cheapest"
    act(game, "p1", "buy_train", source="depot", train="4")
    assert cash(game, "AR", "p1") == [0, 800]


@rule("1889", "R70")
def test_he_adds_nothing_for_the_train_of_another_company():
    game = buying(50).cash(p1=500).company("SR", p1=50).trains("SR", "2").game()
    assert refusal(game, "p1", "buy_train", source="SR", train="2", price=51) == "treasury_only"
    act(game, "p1", "buy_train", source="SR", train="2", price=50)
    assert cash(game, "AR", "p1", "SR") == [0, 500, 50]


def poor(phase="4", money=0):
    """AR needs a train for 300 and p1 has 100, and of AR the president's certificate alone."""
    return in_phase(phase, money, p1=20, p3=20, pool=10).cash(p1=100)


@rule("1889", "R71")
def test_no_more_is_sold_than_needed():
    game = poor().company("IR", 100, p2=50, p1=40).game()
    assert offered(game, "p1", "sell_shares", "percent", company="IR") == ["20"]  # 10 would not do
    assert refusal(game, "p1", "sell_shares", company="IR", percent=10) == "block_too_small"
    assert refusal(game, "p1", "sell_shares", company="IR", percent=30) == "more_than_needed"
    act(game, "p1", "sell_shares", company="IR", percent=20)
    assert (cash(game, "p1"), price(game, "IR")) == ([300], 80)
    act(game, "p1", "buy_train", source="depot", train="4")
    assert cash(game, "p1", "AR") == [0, 0]


@rule("1889", "R71")
def test_each_company_in_one_block():
    made = poor().company("IR", 100, p2=50, p1=20).company("SR", 100, p2=50, p1=20)
    game = made.game()
    act(game, "p1", "sell_shares", company="IR", percent=10)
    assert refusal(game, "p1", "sell_shares", company="IR", percent=10) == "one_block"
    act(game, "p1", "sell_shares", company="SR", percent=10)
    assert cash(game, "p1") == [300]


@rule("1889", "R71")
@pytest.mark.parametrize("pool", [30, 50])
def test_the_pool_limit_holds(pool):
    others = {"pool": pool}
    game = poor().company("IR", 100, p2=30, p1=20, **others).company("SR", 100, p2=50, p1=20).game()
    assert offered(game, "p1", "sell_shares", "company") == (["IR", "SR"] if pool == 30 else ["SR"])
    assert cash(game, "p1") == [100]


@rule("1889", "R71")
def test_no_president_may_change_in_any_company():
    game = poor().company("IR", 100, p1=40, p2=30).company("SR", 100, p2=50, p1=30).game()
    assert refusal(game, "p1", "sell_shares", company="IR", percent=20) == "keeps_presidency"
    assert refusal(game, "p1", "sell_shares", company="AR", percent=10) == "keeps_presidency"


@rule("1889", "R71")
def test_after_a_sale_no_train_of_another_company_is_bought():
    made = poor(money=50).company("IR", 100, p2=50, p1=20).company("SR", 100, p2=50, p1=20)
    game = made.company("KO", p1=50).trains("KO", "4").game()
    act(game, "p1", "sell_shares", company="IR", percent=10)
    assert refusal(game, "p1", "buy_train", source="KO", train="4", price=50) == "no_trade"
    assert "KO" not in offered(game, "p1", "buy_train", "source")


@rule("1889", "R72")
def test_who_cannot_raise_the_price_is_bankrupt_and_the_game_ends():
    game = poor().company("IR", 100, p2=50, p1=10).game()
    game.state.players["p1"].cash = 10
    game.state.bank += 90
    assert kinds(game, "p1") == {"declare_bankruptcy", "sell_shares"}
    before = cash(game, BANK)[0]
    act(game, "p1", "declare_bankruptcy")
    assert game.state.ended == "bankruptcy"
    assert holds(game, "IR") == {"p2": 50, "pool": 10}
    assert price(game, "IR") == 90
    assert holds(game, "AR")["p1"] == 20  # it may cost no presidency
    assert cash(game, "p1", BANK) == [0, before + 10]


@rule("1889", "R72")
def test_who_can_raise_it_is_not_bankrupt():
    game = poor().company("IR", 100, p2=50, p1=20).game()
    assert refusal(game, "p1", "declare_bankruptcy") == "not_bankrupt"
