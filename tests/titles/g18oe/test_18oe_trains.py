"""18OE 5.2, 9.4, 11.6: buying trains, what a phase brings, forced purchases, trains of nationals."""

import pytest

from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.oe_late import (
    major_phase,
    operating,
    owner,
    trains,
    value,
    with_major,
    with_minor,
    with_regional,
)
from tests.titles.g18oe.oe_start import values


def cash(game, holder):
    return game.view.cash(holder)


def buying(scenario, company="GWR", **where):
    """The trains step of a railroad, which has taken its reserved 2+2 before."""
    scenario.state.companies[company].data.setdefault("reserved_bought", True)
    return operating(scenario, company, "trains", **where)


def rich(phase="4", company="GWR", money=2000, **percents):
    return with_major(major_phase(phase=phase), company, cash=money, **(percents or {"p1": 60}))


def no_more(scenario, *levels):
    """The Locomotive Works have sold all cards of these levels."""
    for train in scenario.state.trains.values():
        if train.owner == "depot" and train.kind[0] in levels:
            train.owner = "out"
    return scenario


# --- 11.6 -------------------------------------------------------------------------------------------


@rule("18OE", "11.6")
def test_a_card_is_bought_as_local_or_as_express_at_the_price_of_that_side():
    game = buying(no_more(rich(), "2", "3"))
    assert values(game, "p1", "buy_train", "train", source="depot")[:2] == ["4+4", "4"]
    act(game, "p1", "buy_train", source="depot", train="4", price=300)
    act(game, "p1", "buy_train", source="depot", train="4+4", price=350)
    assert (trains(game, "GWR"), cash(game, "GWR")) == (["4+4", "4"], 2000 - 650)


@rule("18OE", "11.6")
def test_a_2_2_has_one_side():
    scenario = with_major(major_phase(phase="2"), "GWR", cash=500, p1=60)
    scenario.state.companies["GWR"].data["reserved_bought"] = False
    game = operating(scenario, "GWR", "trains")
    assert values(game, "p1", "buy_train", "train", source="depot") == ["2+2"]


@rule("18OE", "11.6")
def test_the_open_market_sells_either_side():
    scenario = no_more(rich(), "2", "3").trains("pool", "4+4")
    game = buying(scenario)
    assert {"4+4", "4"} <= set(values(game, "p1", "buy_train", "train", source="pool"))


@rule("18OE", "11.6")
def test_all_trains_of_a_level_are_sold_before_the_next():
    game = buying(no_more(rich(phase="4"), "2", "3"))
    assert refusal(game, "p1", "buy_train", source="depot", train="5+5", price=475) == "not_on_sale_yet"


@rule("18OE", "8.3", "11.6")
def test_level_3_is_not_sold_in_the_first_operating_round():
    game = buying(no_more(rich(phase="2"), "2"), number=1)
    assert refusal(game, "p1", "buy_train", source="depot", train="3", price=200) == "not_on_sale_yet"


@rule("18OE", "8.2", "11.6")
def test_level_3_is_not_sold_before_the_major_phase():
    scenario = no_more(with_regional(major_phase(phase="2", rr="regional_minor"), "GWR", cash=500), "2")
    game = buying(scenario)
    assert refusal(game, "p1", "buy_train", source="depot", train="3", price=200) == "not_on_sale_yet"


@rule("18OE", "11.6")
def test_level_8_is_sold_beside_level_7_once_four_of_these_are():
    scenario = no_more(rich(phase="7"), "2", "3", "4", "5", "6")
    before = buying(scenario)
    assert "8+8" not in values(before, "p1", "buy_train", "train", source="depot")
    for card in range(1, 5):
        scenario.state.trains[f"7+7-{card}"].owner = "out"
    after = buying(scenario)
    assert {"7+7", "4D", "8+8", "5D"} <= set(values(after, "p1", "buy_train", "train", source="depot"))


@rule("18OE", "8.2", "8.3", "11.6")
def test_trains_of_other_railroads_from_the_major_phase_on():
    scenario = with_major(rich(phase="3"), "KBS", p1=60).trains("KBS", "2+2")
    game = buying(scenario)
    assert refusal(game, "p1", "buy_train", source="KBS", train="2+2", price=0) == "trade_price"
    act(game, "p1", "buy_train", source="KBS", train="2+2", price=1)
    assert (trains(game, "GWR"), cash(game, "KBS")) == (["2+2"], 1)


@rule("18OE", "8.2")
def test_no_trains_of_others_before_the_major_phase():
    scenario = with_regional(major_phase(phase="2", rr="regional_minor"), "GWR", cash=500)
    scenario = with_regional(scenario, "KBS").trains("KBS", "2+2")
    game = buying(scenario)
    assert refusal(game, "p1", "buy_train", source="KBS", train="2+2", price=1) == "no_trade"


@rule("18OE", "11.6")
def test_another_president_must_agree():
    scenario = with_major(rich(phase="3"), "KBS", p2=60).trains("KBS", "2+2")
    game = buying(scenario)
    assert refusal(game, "p1", "buy_train", source="KBS", train="2+2", price=5) == "needs_consent"
    act(game, "p1", "offer_train", source="KBS", train="2+2", price=5)
    act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    assert trains(game, "GWR") == ["2+2"]


@rule("18OE", "11.6")
def test_nationals_never_sell_their_trains():
    scenario = with_major(rich(), "KBS", kind="national", p1=60).trains("KBS", "4+4")
    game = buying(scenario)
    assert refusal(game, "p1", "buy_train", source="KBS", train="4+4", price=5) == "no_trade"


@rule("18OE", "11.6")
def test_between_railroads_a_train_stays_what_it_is():
    scenario = with_major(no_more(rich(), "2", "3"), "KBS", p1=60).trains("KBS", "4+4")
    scenario.state.trains["4+4-1"].kind = "4"
    game = buying(scenario)
    assert values(game, "p1", "buy_train", "train", source="KBS") == ["4"]


@rule("18OE", "5.2", "11.6")
@pytest.mark.parametrize(("phase", "limit"), [("3", 4), ("4", 3), ("6", 2)])
def test_majors_buy_up_to_the_limit_of_the_phase(phase, limit):
    card = {"3": "3+3", "4": "4+4", "6": "6+6"}[phase]
    older = [n for n in "23456" if n < phase]
    scenario = no_more(rich(phase=phase, money=5000), *older).trains("GWR", *[card] * limit)
    game = buying(scenario)
    assert refusal(game, "p1", "buy_train", source="depot", train=card) == "train_limit"


@rule("18OE", "11.6")
def test_every_major_owns_a_train_when_it_ends():
    game = buying(no_more(rich(), "2", "3"))
    assert refusal(game, "p1", "done") == "must_buy_train"


@rule("18OE", "11.6")
def test_minors_and_regionals_need_no_train_later():
    scenario = with_regional(with_major(major_phase(phase="4"), "KBS", p2=60), "GWR", cash=900)
    game = buying(no_more(scenario, "2", "3"))
    act(game, "p1", "done")
    assert trains(game, "GWR") == []


@rule("18OE", "15.9")
def test_minor_j_and_its_major_pay_ten_percent_less():
    scenario = no_more(rich(money=400), "2", "3")
    scenario.state.companies["GWR"].data["powers"] = ["J"]
    game = buying(scenario)
    act(game, "p1", "buy_train", source="depot", train="4+4", price=315)
    assert cash(game, "GWR") == 85


# --- 11.6.1 -----------------------------------------------------------------------------------------


@rule("18OE", "11.6.1")
def test_the_reserved_train_is_bought_in_the_first_round_and_before_any_other():
    scenario = with_regional(with_major(major_phase(phase="2"), "KBS", p2=60), "GWR", cash=500)
    scenario.trains("KBS", "2+2")
    game = operating(scenario, "GWR", "trains")
    assert refusal(game, "p1", "done") == "must_buy_train"
    assert values(game, "p1", "buy_train", "source") == ["depot"]
    act(game, "p1", "buy_train", source="depot", train="2+2", price=100)
    act(game, "p1", "done")


@rule("18OE", "11.6.1")
def test_a_second_2_2_is_kept_for_others():
    scenario = with_regional(major_phase("A", phase="2", rr="regional_minor"), "GWR", cash=500)
    left = [t for t in scenario.trains("GWR", "2+2").state.trains.values() if t.kind == "2+2"][1:]
    for train in left[18:]:
        train.owner = "out"
    game = buying(scenario)
    assert refusal(game, "p1", "buy_train", source="depot", train="2+2", price=100) == "not_on_sale_yet"


@rule("18OE", "8.3", "11.6.1")
def test_reserved_trains_do_not_hold_back_level_3():
    scenario = with_minor(with_major(major_phase("B", phase="2"), cash=500, p1=60), "B", "p2")
    cards = [t for t in scenario.state.trains.values() if t.kind == "2+2"]
    for train in cards[20:]:
        train.owner = "out"
    game = buying(scenario)
    assert values(game, "p1", "buy_train", "train", source="depot") == ["3+3", "3"]


@rule("18OE", "11.6.1")
def test_from_phase_4_on_nothing_is_reserved():
    scenario = with_regional(with_major(major_phase(phase="4"), "KBS", p2=60), "GWR", cash=900)
    game = operating(no_more(scenario, "2", "3"), "GWR", "trains")
    act(game, "p1", "done")


# --- 11.6.2 -----------------------------------------------------------------------------------------


@rule("18OE", "11.6.2")
def test_a_pullman_costs_150_and_pays_minor_m_15():
    scenario = with_minor(with_major(major_phase("M", phase="4"), cash=500, p1=60), "M", "p2", cash=0)
    game = buying(no_more(scenario.trains("GWR", "4+4"), "2", "3"))
    act(game, "p1", "buy_train", source="depot", train="pullman", price=150)
    assert (cash(game, "GWR"), cash(game, "M")) == (350, 15)
    assert refusal(game, "p1", "buy_train", source="depot", train="pullman", price=150) == "train_limit"


@rule("18OE", "11.6.2")
def test_there_are_no_pullmans_before_phase_4():
    game = buying(no_more(rich(phase="3"), "2"))
    assert "pullman" not in values(game, "p1", "buy_train", "train", source="depot")


@rule("18OE", "11.6", "11.6.2")
def test_between_railroads_a_pullman_costs_75():
    scenario = with_major(no_more(rich().trains("GWR", "4+4"), "2", "3"), "KBS", p1=60).trains(
        "KBS", "pullman"
    )
    game = buying(scenario)
    assert refusal(game, "p1", "buy_train", source="KBS", train="pullman", price=80) == "trade_price"
    act(game, "p1", "buy_train", source="KBS", train="pullman", price=75)
    assert cash(game, "KBS") == 75


@rule("18OE", "11.6.2")
def test_of_the_open_market_it_costs_150_without_a_royalty():
    scenario = with_minor(with_major(major_phase("M", phase="4"), cash=500, p1=60), "M", "p2", cash=0)
    game = buying(no_more(scenario.trains("GWR", "4+4").trains("pool", "pullman"), "2", "3"))
    act(game, "p1", "buy_train", source="pool", train="pullman", price=150)
    assert (cash(game, "GWR"), cash(game, "M")) == (350, 0)


@rule("18OE", "11.6.2")
def test_a_pullman_counts_against_no_limit_and_is_no_train():
    scenario = no_more(rich(phase="6").trains("GWR", "pullman", "6+6", "6+6"), "2", "3", "4", "5")
    game = buying(scenario)
    act(game, "p1", "done")
    alone = buying(no_more(rich().trains("GWR", "pullman"), "2", "3"))
    assert refusal(alone, "p1", "done") == "must_buy_train"


@rule("18OE", "11.6.2")
def test_a_pullman_is_discarded_to_the_open_market():
    game = buying(no_more(rich().trains("GWR", "4+4", "pullman"), "2", "3"))
    act(game, "p1", "discard_pullman")
    assert trains(game, "pool") == ["pullman"]


@rule("18OE", "11.6.2", "15.12")
def test_minor_m_gets_one_for_nothing_as_phase_4_begins():
    scenario = with_minor(with_major(major_phase("M", phase="3"), cash=500, p1=60), "M", "p2", cash=0)
    game = buying(no_more(scenario, "2", "3"))
    act(game, "p1", "buy_train", source="depot", train="4+4", price=350)
    assert (trains(game, "M"), cash(game, "M")) == (["pullman"], 0)


# --- 11.6.3, 9.4 ------------------------------------------------------------------------------------


def begins_phase_4(scenario):
    """Ada buys the first level 4 train."""
    game = buying(no_more(scenario.money({"GWR": 500}), "2", "3"))
    act(game, "p1", "buy_train", source="depot", train="4+4", price=350)
    return game


@rule("18OE", "11.6.3", "5.2")
def test_trains_rust_at_the_end_of_the_step():
    scenario = with_regional(rich(phase="3").trains("GWR", "2+2"), "KBS", "p2").trains("KBS", "2+2")
    game = begins_phase_4(scenario)
    act(game, "p1", "decline")
    assert trains(game, "GWR") == ["2+2", "4+4"]
    act(game, "p1", "done")
    assert (trains(game, "GWR"), trains(game, "KBS")) == (["4+4"], [])


@rule("18OE", "11.6.3", "5.2")
def test_then_trains_over_the_new_limit_are_discarded():
    scenario = rich(phase="3").trains("GWR", "3+3", "3+3", "3+3")
    game = begins_phase_4(scenario)
    act(game, "p1", "decline")
    act(game, "p1", "done")
    act(game, "p1", "discard_train", train="3+3")
    assert trains(game, "GWR") == ["3+3", "3+3", "4+4"]
    assert trains(game, "pool") == ["3+3"]


@rule("18OE", "9.4")
def test_nationals_form_in_player_order_from_the_buyer_on():
    scenario = with_major(with_major(rich(phase="3"), "KBS", p3=60), "MIDI", p2=60)
    game = begins_phase_4(scenario)
    assert game.waiting().players == ("p1",)
    act(game, "p1", "decline")
    assert game.waiting().players == ("p2",)
    act(game, "p2", "form_national", company="MIDI")
    assert game.waiting().players == ("p3",)
    assert game.view.company("MIDI").kind == "national"


@rule("18OE", "9.4")
def test_a_national_keeps_its_trains_and_loses_the_rest():
    scenario = with_major(rich(phase="3"), "KBS", cash=70, p2=40)
    scenario.trains("KBS", "2+2").token("KBS", "M36")
    scenario.state.companies["KBS"].data |= {"port_authorities": ["north_sea"], "orient_express": True}
    game = begins_phase_4(scenario)
    act(game, "p1", "decline")
    before = value(game, "KBS")
    act(game, "p2", "form_national", company="KBS")
    data = game.view.company("KBS").data
    assert (cash(game, "KBS"), value(game, "KBS"), game.view.stations("KBS")) == (0, before, [])
    assert game.view.percent("pool", "KBS") == 60
    assert not data.get("port_authorities")
    assert not data.get("orient_express")
    act(game, "p1", "done")
    assert trains(game, "KBS") == ["2+2"]


@rule("18OE", "9.4", "9.5")
def test_its_minors_are_abandoned():
    scenario = with_major(with_major(major_phase("B", phase="3"), cash=2000, p1=60), "KBS", p2=60)
    state = scenario.state
    state.companies["B"].floated = True
    state.companies["B"].data.update(zone="SP", home="W6")
    state.certs["B:0"].owner = "KBS"
    state.companies["KBS"].data |= {"powers": ["B"], "chits": ["SP"]}
    game = begins_phase_4(scenario)
    act(game, "p1", "decline")
    act(game, "p2", "form_national", company="KBS")
    assert owner(game, "B") == "pool"
    assert game.view.company("B").data["abandoned"]


@rule("18OE", "9.4")
def test_no_national_forms_at_phase_5():
    game = buying(no_more(rich(phase="4"), "2", "3", "4"))
    act(game, "p1", "buy_train", source="depot", train="5+5", price=475)
    assert "form_national" not in kinds(game, "p1")


# --- 11.6.4, 11.6.5 ---------------------------------------------------------------------------------


@rule("18OE", "11.6.4")
def test_a_forced_purchase_takes_the_cheapest_side_with_the_presidents_cash():
    game = buying(no_more(rich(money=100).cash(p1=400), "2", "3"))
    assert refusal(game, "p1", "buy_train", source="depot", train="4+4", price=350) == "not_the_cheapest"
    act(game, "p1", "buy_train", source="depot", train="4", price=300)
    assert (cash(game, "GWR"), cash(game, "p1")) == (0, 200)


@rule("18OE", "11.6.4")
def test_the_open_market_counts_for_the_cheapest():
    scenario = no_more(rich(money=100).cash(p1=400), "2").trains("pool", "3+3")
    game = buying(no_more(scenario, "3"))
    act(game, "p1", "buy_train", source="pool", train="3", price=200)
    assert cash(game, "p1") == 300


@rule("18OE", "11.6.4", "9.4")
def test_who_cannot_pay_surrenders_his_cash_and_the_major_becomes_a_national():
    game = buying(no_more(rich(money=100).cash(p1=50), "2", "3"))
    assert "sell_shares" not in kinds(game, "p1")
    act(game, "p1", "surrender")
    assert (cash(game, "p1"), game.view.company("GWR").kind) == (0, "national")


@rule("18OE", "11.6.4")
def test_who_can_pay_must():
    game = buying(no_more(rich(money=100).cash(p1=200), "2", "3"))
    assert refusal(game, "p1", "surrender") == "not_insolvent"


@rule("18OE", "11.6.5")
def test_first_round_insolvency():
    scenario = with_regional(with_major(major_phase(phase="2"), "KBS", p2=60), "GWR", par=60, cash=40).cash(
        p1=30
    )
    game = operating(scenario, "GWR", "trains")
    act(game, "p1", "surrender")
    assert (trains(game, "GWR"), cash(game, "GWR"), cash(game, "p1")) == (["2+2"], 70, 120)
    assert owner(game, "GWR") == "pool"


@rule("18OE", "11.6.5")
def test_first_round_insolvency_of_a_minor():
    scenario = with_minor(with_major(major_phase("B", phase="2"), "KBS", p2=60), "B", cash=40).cash(p1=0)
    game = operating(scenario, "B", "trains")
    act(game, "p1", "surrender")
    assert (trains(game, "B"), cash(game, "p1")) == (["2+2"], 120)
    assert owner(game, "B") == "pool"


@rule("18OE", "11.6.1", "11.6.5")
def test_the_presidents_cash_helps_with_the_reserved_train():
    scenario = with_regional(with_major(major_phase(phase="2"), "KBS", p2=60), "GWR", cash=40).cash(p1=70)
    game = operating(scenario, "GWR", "trains")
    act(game, "p1", "buy_train", source="depot", train="2+2", price=100)
    assert cash(game, "p1") == 10


# --- 11.6.6 -----------------------------------------------------------------------------------------


def national(phase="4", *held):
    scenario = no_more(with_major(major_phase(phase=phase), "GWR", kind="national", p1=60), "2")
    scenario.trains("GWR", *held)
    return with_major(scenario, "KBS", p1=60)


@rule("18OE", "11.6.6")
def test_a_national_claims_rusted_trains_up_to_its_limit():
    game = buying(national())
    for _ in range(4):
        act(game, "p1", "claim_train", train="2+2")
    assert trains(game, "GWR") == ["2+2"] * 4
    assert refusal(game, "p1", "claim_train", train="2+2") == "train_limit"


@rule("18OE", "11.6.6")
def test_nobody_else_claims_them():
    game = buying(no_more(rich().trains("GWR", "4+4"), "2", "3"))
    assert refusal(game, "p1", "claim_train", train="2+2") == "nationals_only"


@rule("18OE", "11.6.6")
def test_a_rusted_train_is_exchanged_for_one_of_a_higher_level():
    scenario = no_more(national("6"), "3")
    scenario.state.trains["2+2-1"].owner = "GWR"
    game = buying(scenario)
    high = next(t.id for t in game.view.trains("out") if t.kind == "3+3")
    act(game, "p1", "exchange_train", given="2+2-1", train=high)
    assert trains(game, "GWR") == ["3+3"]
    assert game.state.trains["2+2-1"].owner == "out"


@rule("18OE", "11.6.6")
def test_a_rusted_express_is_turned_to_its_local_side():
    scenario = no_more(national("6"), "3")
    scenario.state.trains["3+3-1"].owner = "GWR"
    scenario.state.trains["3+3-1"].kind = "3"
    game = buying(scenario)
    act(game, "p1", "flip_train", train="3+3-1")
    assert trains(game, "GWR") == ["3+3"]


@rule("18OE", "11.6.6")
def test_a_rusted_train_is_upgraded_to_one_of_a_major_at_half_its_price_from_the_bank():
    scenario = national("4").trains("KBS", "3+3")
    scenario.state.trains["2+2-1"].owner = "GWR"
    game = buying(scenario)
    train = game.view.trains("KBS")[0].id
    act(game, "p1", "upgrade_train", given="2+2-1", train=train)
    assert (trains(game, "GWR"), cash(game, "KBS")) == (["3+3"], 112)
    assert game.state.trains["2+2-1"].owner == "out"


@rule("18OE", "11.6.6")
def test_only_of_majors_of_the_same_president():
    scenario = no_more(with_major(major_phase(phase="4"), "GWR", kind="national", p1=60), "2")
    scenario = with_major(scenario, "KBS", p2=60).trains("KBS", "3+3")
    scenario.state.trains["2+2-1"].owner = "GWR"
    game = buying(scenario)
    train = game.view.trains("KBS")[0].id
    assert refusal(game, "p1", "upgrade_train", given="2+2-1", train=train) == "no_such_train"


@rule("18OE", "11.6.6")
def test_a_national_buys_no_train():
    game = buying(national())
    assert refusal(game, "p1", "buy_train", source="depot", train="3+3", price=225) == "national"
