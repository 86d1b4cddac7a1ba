"""18OE 9.3, 10-10.4, 10.7: stock actions of the Major Railroad Phase, and how regionals become majors."""

from engine.core.story import lines
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.oe_late import (
    major_phase,
    owner,
    ready,
    stock,
    value,
    with_major,
    with_minor,
    with_regional,
)


def cash(game, holder):
    return game.view.cash(holder)


def percent(game, holder, company):
    return game.view.percent(holder, company)


# --- 9.3 ---------------------------------------------------------------------------------------------


@rule("18OE", "9.3")
def test_a_regional_expands_to_the_major_box_of_its_letter():
    game = stock(with_regional(major_phase(), "GWR", par=60))
    act(game, "p1", "expand", company="GWR", first="no")
    record = game.view.company("GWR")
    assert (record.kind, record.par, value(game, "GWR")) == ("major", 75, 75)
    assert percent(game, "p1", "GWR") == 20
    assert percent(game, "GWR", "GWR") == 80
    assert len(game.view.certs("GWR", "GWR")) == 8
    assert "GWR" not in game.state.notes["order_track"]


@rule("18OE", "9.3")
def test_its_president_may_buy_a_share_before_at_the_par_of_the_regional():
    scenario = with_major(with_regional(major_phase(), "GWR", par=60), "KBS", p2=50, p1=10)
    game = stock(scenario.cash(p1=200))
    act(game, "p1", "expand", company="GWR", first="yes")
    assert (cash(game, "p1"), cash(game, "GWR")) == (140, 160)
    assert percent(game, "p1", "GWR") == 30
    assert kinds(game, "p1") == {"sell_shares", "done"}
    assert refusal(game, "p1", "buy_share", company="GWR", source="treasury") == "bought_before"


@rule("18OE", "9.3")
def test_or_one_afterwards_at_the_par_of_the_major_and_of_no_other():
    scenario = with_major(with_regional(major_phase(), "GWR", par=60), "KBS", p2=60).cash(p1=200)
    game = stock(scenario)
    act(game, "p1", "expand", company="GWR", first="no")
    assert refusal(game, "p1", "buy_share", company="KBS", source="treasury") == "expanded_only"
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    assert (cash(game, "p1"), percent(game, "p1", "GWR")) == (125, 30)


@rule("18OE", "9.3")
def test_between_the_two_shares_of_others_may_be_sold_but_none_of_the_new_major():
    scenario = with_major(with_regional(major_phase(), "GWR", par=60), "KBS", p2=40, p1=30).cash(p1=0)
    game = stock(scenario)
    act(game, "p1", "expand", company="GWR", first="no")
    assert refusal(game, "p1", "sell_shares", company="GWR", percent=10) == "just_expanded"
    act(game, "p1", "sell_shares", company="KBS", percent=20)
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    assert percent(game, "p1", "GWR") == 30


@rule("18OE", "9.3")
def test_the_owner_of_both_secondary_shares_must_become_president():
    game = stock(with_regional(major_phase(), "GWR", president="p2", par=60, p1=50).cash(p1=100))
    act(game, "p1", "expand", company="GWR", first="no")
    assert refusal(game, "p1", "done") == "must_preside"
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    assert owner(game, "GWR") == "p1"
    assert (percent(game, "p1", "GWR"), percent(game, "p2", "GWR")) == (30, 20)


@rule("18OE", "9.3")
def test_who_cannot_pay_for_that_share_may_not_expand():
    game = stock(with_regional(major_phase(), "GWR", president="p2", par=60, p1=50).cash(p1=74))
    assert refusal(game, "p1", "expand", company="GWR", first="no") == "not_enough_money"


@rule("18OE", "9.3")
def test_who_owns_one_secondary_share_may_not_expand():
    game = stock(with_regional(major_phase(), "GWR", president="p2", par=60, p1=25).cash(p1=500))
    assert refusal(game, "p1", "expand", company="GWR", first="no") == "not_your_regional"


@rule("18OE", "9.3")
def test_only_the_president_may_buy_a_share_before():
    game = stock(with_regional(major_phase(), "GWR", president="p2", par=60, p1=50).cash(p1=500))
    assert refusal(game, "p1", "expand", company="GWR", first="yes") == "president_only"


@rule("18OE", "8.3")
def test_majors_float_in_the_major_phase_alone():
    game = stock(with_regional(major_phase(rr="regional_minor"), "GWR"))
    assert refusal(game, "p1", "expand", company="GWR", first="no") == "other_phase"


# --- 10: the course of a turn -----------------------------------------------------------------------


@rule("18OE", "10")
def test_sales_come_before_the_purchase():
    scenario = with_major(with_major(major_phase(), "GWR", p1=30, p2=20), "KBS", p2=60).cash(p1=500)
    game = stock(scenario)
    act(game, "p1", "buy_share", company="KBS", source="treasury")
    assert game.view.cursor.actor == "p2"


@rule("18OE", "10")
def test_before_the_action_a_private_may_be_closed_or_removed():
    for kind, gone in (("close_private", False), ("remove_private", True)):
        game = stock(with_major(major_phase("WS"), p1=60).own("p1", "WS"))
        act(game, "p1", kind, private="WS")
        assert game.view.company("WS").closed is gone
        assert "close_private" not in kinds(game, "p1")
        assert game.view.cursor.actor == "p1"
        assert len(lines(game.view, game.log[-1])) == 1


@rule("18OE", "10")
def test_before_the_action_one_private_is_closed_or_removed_a_turn():
    game = stock(with_major(major_phase("WS", "RSC", "BBBT"), p1=60).own("p1", "WS", "RSC", "BBBT"))
    act(game, "p1", "close_private", private="WS")
    assert not {"close_private", "remove_private"} & kinds(game, "p1")
    assert refusal(game, "p1", "remove_private", private="RSC") == "one_private"
    act(game, "p1", "keep_share", company="GWR")
    act(game, "p1", "sell_shares", company="GWR", percent=10)
    act(game, "p1", "done")
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    act(game, "p1", "remove_private", private="RSC")
    assert game.view.company("RSC").closed


@rule("18OE", "10")
def test_after_the_action_no_private_is_closed():
    scenario = with_major(with_major(major_phase("WS"), p1=40), "KBS", p2=40, p1=30).own("p1", "WS")
    game = stock(scenario)
    act(game, "p1", "sell_shares", company="KBS", percent=10)
    assert refusal(game, "p1", "close_private", private="WS") == "turn_order"


# --- 10.1 -------------------------------------------------------------------------------------------


@rule("18OE", "10.1")
def test_each_share_is_paid_the_value_at_the_beginning_of_the_action():
    game = stock(with_major(major_phase(), "GWR", value=100, p2=50, p1=40).cash(p1=0))
    act(game, "p1", "sell_shares", company="GWR", percent=10)
    first = value(game, "GWR")
    act(game, "p1", "sell_shares", company="GWR", percent=20)
    assert first < 100
    assert cash(game, "p1") == 300


@rule("18OE", "10.1", "4.4")
def test_the_value_goes_down_for_each_share():
    game = stock(with_major(major_phase(), "GWR", value=100, p2=50, p1=40))
    cell = game.view.company("GWR").cell
    act(game, "p1", "sell_shares", company="GWR", percent=30)
    assert game.view.company("GWR").cell == (cell[0] + 3, cell[1])


@rule("18OE", "10.1")
def test_half_of_a_railroad_lies_in_the_open_market_at_most():
    game = stock(with_major(major_phase(), "GWR", p2=20, pool=30, p1=40))
    assert refusal(game, "p1", "sell_shares", company="GWR", percent=30) == "pool_limit"
    act(game, "p1", "sell_shares", company="GWR", percent=20)


@rule("18OE", "10.1")
def test_nothing_is_sold_in_train_phase_1():
    game = stock(with_major(major_phase(phase="1"), "GWR", p2=40, p1=40), number=1)
    assert refusal(game, "p1", "sell_shares", company="GWR", percent=10) == "too_early"


@rule("18OE", "10.1")
def test_what_was_bought_in_the_round_may_be_sold_in_a_later_action():
    game = stock(with_major(major_phase(), "GWR", p2=40, p1=20).cash(p1=200))
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    for player in ("p2", "p3"):
        act(game, player, "pass")
    act(game, "p1", "sell_shares", company="GWR", percent=10)
    assert percent(game, "p1", "GWR") == 20


# --- 10.2 -------------------------------------------------------------------------------------------


@rule("18OE", "10.2")
def test_who_sold_in_the_round_does_not_buy():
    game = stock(with_major(major_phase(), "GWR", p2=40, p1=30))
    act(game, "p1", "sell_shares", company="GWR", percent=10)
    assert refusal(game, "p1", "buy_share", company="GWR", source="pool") == "sold_this_round"


@rule("18OE", "10.2")
def test_a_treasury_is_paid_and_the_open_market_pays_the_bank():
    scenario = with_major(major_phase(), "GWR", value=100, p2=40, pool=20, p1=20).cash(p1=200)
    game = stock(scenario)
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    assert cash(game, "GWR") == 100
    for player in ("p2", "p3"):
        act(game, player, "pass")
    act(game, "p1", "buy_share", company="GWR", source="pool")
    assert (cash(game, "GWR"), cash(game, "p1")) == (100, 0)


@rule("18OE", "10.2")
def test_with_60_percent_nobody_buys_of_the_treasury():
    game = stock(with_major(major_phase(), "GWR", p1=60).cash(p1=500))
    assert refusal(game, "p1", "buy_share", company="GWR", source="treasury") == "holding_limit"


@rule("18OE", "10.2")
def test_the_president_buys_beyond_60_percent_of_the_open_market_for_double():
    game = stock(with_major(major_phase(), "GWR", value=100, p1=60, pool=20).cash(p1=500))
    act(game, "p1", "buy_share", company="GWR", source="pool")
    assert (percent(game, "p1", "GWR"), cash(game, "p1")) == (70, 300)


@rule("18OE", "10.2")
def test_up_to_60_percent_the_open_market_is_paid_the_value():
    game = stock(with_major(major_phase(), "GWR", value=100, p1=50, pool=20).cash(p1=500))
    act(game, "p1", "buy_share", company="GWR", source="pool")
    assert cash(game, "p1") == 400


@rule("18OE", "10.2", "10.7")
def test_the_par_holds_to_the_end_of_the_round_then_the_value():
    scenario = with_major(major_phase(), "GWR", value=120, p1=40).cash(p1=400)
    scenario.state.companies["GWR"].par = 75
    game = stock(scenario)
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    assert cash(game, "p1") == 325
    for player in ("p2", "p3", "p1"):
        act(game, player, "pass")
    assert game.view.company("GWR").par is None


# --- 10.3 -------------------------------------------------------------------------------------------


@rule("18OE", "10.3")
def test_who_has_more_than_the_president_takes_over():
    game = stock(with_major(major_phase(), "GWR", p2=30, p1=30).cash(p1=500))
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    assert owner(game, "GWR") == "p1"
    assert percent(game, "p2", "GWR") == 30


@rule("18OE", "10.3")
def test_the_president_keeps_20_percent_unless_another_has_as_much():
    alone = stock(with_major(major_phase(), "GWR", p1=30, p2=10))
    assert refusal(alone, "p1", "sell_shares", company="GWR", percent=20) == "president_must_stay"
    other = stock(with_major(major_phase(), "GWR", p1=30, p2=20))
    act(other, "p1", "sell_shares", company="GWR", percent=20)
    assert owner(other, "GWR") == "p2"


@rule("18OE", "10.3")
def test_among_equals_the_one_closest_to_the_left_presides():
    game = stock(with_major(major_phase(), "GWR", p2=30, p1=20, p3=20), actor="p2")
    act(game, "p2", "sell_shares", company="GWR", percent=20)
    assert owner(game, "GWR") == "p3"


# --- 10.4 -------------------------------------------------------------------------------------------


@rule("18OE", "10.4")
def test_a_private_is_sold_to_another_player_for_the_stock_action():
    game = stock(with_major(major_phase("WS"), p3=60).own("p2", "WS").cash(p1=100, p2=0))
    act(game, "p1", "offer_trade", item="WS", to="p2", back="nothing", payer="p1", price=70)
    act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    assert owner(game, "WS") == "p1"
    assert (cash(game, "p1"), cash(game, "p2")) == (30, 70)
    assert game.view.cursor.actor == "p2"


@rule("18OE", "10.4")
def test_a_minor_is_swapped_for_a_private():
    scenario = with_minor(with_major(major_phase("WS", "B"), p3=60), "B").own("p2", "WS").cash(p1=0, p2=0)
    game = stock(scenario)
    act(game, "p1", "offer_trade", item="B", to="p2", back="WS", payer="p1", price=0)
    act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    assert (owner(game, "WS"), owner(game, "B")) == ("p1", "p2")


@rule("18OE", "10.4")
def test_a_private_that_lies_face_down_is_not_traded():
    scenario = with_major(major_phase("WS"), p3=60).own("p2", "WS").cash(p1=100)
    scenario.state.companies["WS"].data["face_down"] = True
    game = stock(scenario)
    code = refusal(game, "p1", "offer_trade", item="WS", to="p2", back="nothing", payer="p1", price=0)
    assert code == "not_for_sale"


@rule("18OE", "10.4")
def test_a_trade_waits_for_no_other_action_of_the_turn():
    scenario = with_major(with_major(major_phase("WS"), p1=40), "KBS", p2=40, p1=30).own("p2", "WS")
    game = stock(scenario)
    act(game, "p1", "sell_shares", company="KBS", percent=10)
    code = refusal(game, "p1", "offer_trade", item="WS", to="p2", back="nothing", payer="p1", price=0)
    assert code == "turn_over"


# --- 4.1, 11.6.5 -------------------------------------------------------------------------------------


@rule("18OE", "11.6.5")
def test_an_insolvent_regional_is_bought_for_its_face_value_and_what_its_train_lacks():
    scenario = with_regional(major_phase(), "GWR", par=60, cash=30).cash(p2=400)
    scenario.state.certs["GWR:0"].owner = "pool"
    scenario.state.companies["GWR"].data["insolvent"] = True
    game = stock(scenario, actor="p2")
    [offered] = game.options("p2", "rescue", "company")
    assert offered.note == "£120 for its certificate, £70 that it lacks for its train."
    act(game, "p2", "rescue", company="GWR")
    assert cash(game, "p2") == 400 - 120 - 70
    assert cash(game, "GWR") == 0
    assert owner(game, "GWR") == "p2"


@rule("18OE", "11.6.5")
def test_an_insolvent_railroad_does_not_operate():
    scenario = with_regional(major_phase(), "GWR", par=60)
    scenario.state.certs["GWR:0"].owner = "pool"
    scenario.state.companies["GWR"].data["insolvent"] = True
    game = ready(scenario.at("operating", "", "", number=2, part=1))
    assert "GWR" not in game.view.title.rounds["operating"].order(game.view)


@rule("18OE", "10.7")
def test_regionals_keep_their_par():
    game = stock(with_regional(with_major(major_phase(), p1=60), "KBS", par=80))
    for player in ("p1", "p2", "p3"):
        act(game, player, "pass")
    assert game.view.company("KBS").par == 80
