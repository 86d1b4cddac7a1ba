"""18OE 5.2, 11.6-11.6.2: buying trains, the reserved ones, Pullmans."""

import pytest

from engine.core.actions import Action
from tests.rulemark import rule
from tests.scenario import act, refusal
from tests.titles.g18oe.oe_late import (
    buying,
    cash,
    major_phase,
    no_more,
    operating,
    rich,
    trains,
    with_major,
    with_minor,
    with_regional,
)
from tests.titles.g18oe.oe_start import values

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
    for train in cards[18:]:
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
def test_who_has_a_pullman_is_told_that_one_is_all():
    game = buying(no_more(rich().trains("GWR", "4+4", "pullman"), "2", "3"))
    second = Action("buy_train", "p1", {"source": "depot", "train": "pullman", "price": 150})
    assert game.check(second).text == "GWR has a Pullman, and a railroad may own one."


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


@rule("18OE", "11.6.2")
@pytest.mark.parametrize("source", ["depot", "KBS", "PLM"])
def test_it_is_discarded_before_trains_are_bought_only(source):
    """PLM has another president, who accepts."""
    scenario = with_major(rich().trains("GWR", "4+4", "pullman"), "KBS", p1=60).trains("KBS", "4+4")
    scenario = with_major(scenario, "PLM", p2=60).trains("PLM", "4+4")
    game = buying(no_more(scenario, "2", "3"))
    if source == "PLM":
        act(game, "p1", "offer_train", source=source, train="4+4", price=350)
        act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    else:
        act(game, "p1", "buy_train", source=source, train="4+4", price=350)
    assert trains(game, "GWR") == ["4+4", "4+4", "pullman"]
    assert refusal(game, "p1", "discard_pullman") == "bought_already"


@rule("18OE", "11.6")
def test_both_sides_of_the_cards_say_how_many_are_left():
    game = buying(no_more(rich(), "2", "3"))
    offered = game.options("p1", "buy_train", "train", {"source": "depot"})
    left = len([t for t in game.view.trains("depot") if t.kind == "4+4"])
    assert [f"{left} left" in option.label for option in offered[:2]] == [True, True]
