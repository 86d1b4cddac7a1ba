"""18OE 5.2, 9.4, 11.6.3-11.6.6: what a phase brings, forced purchases, trains of nationals."""

import pytest

from engine.core.story import lines
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.oe_late import (
    buying,
    cash,
    major_phase,
    no_more,
    operating,
    owner,
    rich,
    trains,
    value,
    with_major,
    with_minor,
    with_regional,
)
from tests.titles.g18oe.oe_start import values


def first_four(scenario):
    """The works have a 2+2 that nobody took, no level 3, and then level 4: GWR buys the first."""
    for train in scenario.state.trains.values():
        if train.owner == "depot" and train.kind in ("3+3", "2+2") and train.id != "2+2-30":
            train.owner = "out"
    game = buying(scenario)
    act(game, "p1", "buy_train", source="depot", train="4", price=300)
    while game.state.pending:
        act(game, game.state.pending[-1].players[0], "decline")
    return game


@rule("18OE", "11.6", "11.6.3")
def test_a_train_that_rusts_in_this_step_does_not_keep_the_works_from_selling_the_next_level():
    game = first_four(with_minor(rich("3", keep=("K",)).trains("GWR", "2+2"), "K", "p2"))
    assert values(game, "p1", "buy_train", "train", source="depot") == ["4+4", "4", "pullman"]


@rule("18OE", "11.6.3")
def test_only_nationals_get_a_rusted_train_of_the_open_market_or_a_railroad():
    scenario = with_major(rich("3"), "KBS", p1=60).trains("KBS", "2+2", "3+3")
    scenario.trains("pool", "2+2")
    game = first_four(scenario)
    assert values(game, "p1", "buy_train", "train", source="KBS") == ["3+3"]
    assert "pool" not in values(game, "p1", "buy_train", "source")


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


@rule("18OE", "11.6", "11.6.4")
def test_the_presidents_cash_buys_no_pullman():
    game = buying(no_more(rich(money=149).cash(p1=300), "2", "3"))
    assert "pullman" not in values(game, "p1", "buy_train", "train", source="depot")
    assert refusal(game, "p1", "buy_train", source="depot", train="pullman", price=150) == "treasury_only"


@rule("18OE", "11.6.4", "11.6.5")
@pytest.mark.parametrize(
    ("company", "train", "price", "why", "then"),
    [
        ("GWR", "4", 300, "£300. Its money and your cash are £299", "All your cash goes to the bank."),
        ("K", "2+2", 100, "£100. Its money and your cash are £40", "the bank pays you £120."),
    ],
)
def test_who_cannot_pay_is_told_to_surrender_and_not_to_sell_stock(company, train, price, why, then):
    poor = no_more(rich(money=100).cash(p1=199), "2", "3")
    new = with_minor(with_major(major_phase("K", phase="2"), "KBS", p2=60), "K", cash=40).cash(p1=0)
    game = buying(poor) if company == "GWR" else operating(new, "K", "trains")
    found = refusal(game, "p1", "buy_train", source="depot", train=train, price=price)
    assert found == "must_surrender"
    [note] = [choice.note for choice in game.choices("p1") if choice.kind == "surrender"]
    assert note.startswith(f"{company} must buy a train for {why}; no stock is sold for it.")
    assert then in note


@rule("18OE", "11.6.5")
def test_first_round_insolvency():
    scenario = with_regional(with_major(major_phase(phase="2"), "KBS", p2=60), "GWR", par=60, cash=40).cash(
        p1=30
    )
    game = operating(scenario, "GWR", "trains")
    act(game, "p1", "surrender")
    assert (trains(game, "GWR"), cash(game, "GWR"), cash(game, "p1")) == (["2+2"], 70, 120)
    assert owner(game, "GWR") == "pool"
    assert [line.partition(" ")[2] for line in lines(game.view, game.log[-1])[:2]] == [
        "puts all cash, £30, into the treasury of GWR.",
        "is insolvent: it gets its 2+2 train and waits in the Open Market for a buyer; "
        f"the bank pays {game.view.name('p1')} £120.",
    ]


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
    assert lines(game.view, game.log[-1])[0].endswith(" contributes £60 to a train for GWR.")


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
    offered = game.options("p1", "exchange_train", "train", {"given": "2+2-1"})
    assert [option.label for option in offered] == ["3+3 train for the 2+2"]
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
    scenario = national("4").trains("KBS", "3+3", "3+3")
    scenario.state.trains["2+2-1"].owner = "GWR"
    game = buying(scenario)
    [note] = [choice.note for choice in game.choices("p1") if choice.kind == "upgrade_train"]
    assert note.endswith("Claim, exchange and turn rusted trains before.")
    [shown] = game.options("p1", "upgrade_train", "train", {"given": "2+2-1"})
    assert shown.label == "Upgrade 2+2 to the 3+3 train of KBS · £112 from the bank"
    train = game.view.trains("KBS")[0].id
    act(game, "p1", "upgrade_train", given="2+2-1", train=train)
    assert (trains(game, "GWR"), cash(game, "KBS")) == (["3+3"], 112)
    assert trains(game, "KBS") == ["3+3"]
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
