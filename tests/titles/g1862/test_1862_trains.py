"""1862 7.9: buying trains, limits, half prices."""

import pytest

from engine.core.state import DEPOT, OUT, Train
from tests.rulemark import rule
from tests.titles.g1862.mania import act, kinds, refusal
from tests.titles.g1862.mania_trains import (
    BANDS,
    NAMES,
    PRICES,
    TYPES,
    buy,
    buyer,
    held,
    names,
    owning,
    refused,
    seller,
)
from tests.titles.g1862.mania_turns import offered

# --- from the bank (7.9) ---------------------------------------------------------------------------------


@rule("1862", "7.9", "2.2", "9")
@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize("which", range(3))
def test_a_train_of_any_type_is_bought_at_the_price_of_its_band(band, which):
    game = buyer(band=band).game()
    assert sorted(names(game)) == sorted(NAMES[band])
    bank = game.view.cash("bank")
    buy(game, NAMES[band][which])
    assert held(game)[0][:2] == (band, TYPES[which])
    assert game.view.cash("SVR") == 2000 - PRICES[band]
    assert game.view.cash("bank") == bank + PRICES[band]


@rule("1862", "7.9")
def test_types_without_a_permit_are_bought_but_named():
    game = buyer().game()
    notes = {o.value: o.note for o in offered(game, "p1", "buy_train", "train", source=DEPOT)}
    labels = {o.value: o.label for o in offered(game, "p1", "buy_train", "train", source=DEPOT)}
    assert labels["2L"].startswith("Buy 2L-train £100 · ")
    assert notes == {"1F": "SVR has no freight permit", "2L": "", "2E": "SVR has no express permit"}
    told = {name: label.endswith(" · earns nothing without permit") for name, label in labels.items()}
    assert told == {"1F": True, "2L": False, "2E": True}
    assert next(iter(labels)) == "2L", "the type that earns comes first"
    without = offered(game, "p1", "buy_train", "warranties", source=DEPOT, train="1F")
    assert without[0].label == "Buy 1F-train, free warranty, £100 · no permit"


def test_a_train_that_brings_a_warranty_is_not_offered_without_one():
    labels = [
        o.label for o in offered(buyer().game(), "p1", "buy_train", "warranties", source=DEPOT, train="2L")
    ]
    assert labels[:2] == [
        "Buy 2L-train, free warranty, £100",
        "Buy 2L-train, free warranty + 1, £150",
    ]


@rule("1862", "7.9")
def test_a_band_is_sold_when_the_one_before_is_gone():
    scenario = buyer(cash=5000)
    cards = [t for t in scenario.state.trains.values() if t.kind == "A"]
    for card in cards[:-1]:
        card.owner = OUT
    game = scenario.game()
    assert refused(game, "2/3E") == "not_on_sale_yet"
    buy(game, "2E")
    assert game.state.phase == "A"
    assert sorted(names(game)) == ["2/3E", "2/3L", "2F"]
    assert refused(game, "2E") == "not_on_sale_yet"
    buy(game, "2/3E")
    assert game.state.phase == "B"


@rule("1862", "9")
def test_h_trains_never_run_out():
    game = buyer(cash=9000, band="H").game()
    for kind in ("9F", "6L", "6E"):
        buy(game, kind)
    assert [t.kind for t in game.view.trains(DEPOT)] == ["H"]
    assert len(held(game)) == 3


@rule("1862", "7.9")
@pytest.mark.parametrize(("cash", "code"), [(99, "treasury_only"), (100, None)])
def test_the_treasury_alone_pays(cash, code):
    game = buyer(cash=cash).game()
    if code:
        assert refused(game, "2L") == code
        assert "buy_train" not in kinds(game, "p1")
    else:
        buy(game, "2L")
        assert game.view.cash("SVR") == 0


@rule("1862", "7.9")
def test_a_price_may_be_named_and_must_be_right():
    game = buyer().game()
    assert refused(game, "2L", price=50) == "face_price"
    buy(game, "2L", price=100)


@rule("1862", "11.1")
@pytest.mark.parametrize(
    ("trains", "expected"),
    [
        ("simple_express", ["2E"]),
        ("simple_freight", ["1F"]),
        ("advanced_express", ["2E", "2L"]),
        ("advanced_freight", ["1F", "2L"]),
    ],
)
def test_types_that_are_not_in_the_game_are_not_sold(trains, expected):
    assert sorted(names(buyer(trains=trains).game())) == expected


# --- phases (7.9, 9) -------------------------------------------------------------------------------------


@rule("1862", "7.9", "9")
def test_the_first_train_of_a_band_scraps_trains_at_once():
    scenario = buyer(band="B").no_trains_left("B")
    scenario.company("ECR", 60, p2=50).operated("ECR")
    for owner in ("SVR", "ECR"):
        card = next(t for t in scenario.state.trains.values() if t.kind == "A" and t.owner == OUT)
        card.owner, card.data["type"] = owner, "local"
    game = scenario.game()
    buy(game, "3E")
    assert game.state.phase == "C"
    assert held(game) == [("C", "express", 0)]
    assert held(game, "ECR") == []


@rule("1862", "7.9")
def test_operating_rounds_of_the_set_stay_as_they_were():
    scenario = buyer(band="C").no_trains_left("C").note("rounds_in_set", 2)
    game = scenario.game()
    buy(game, "4E")
    assert game.state.phase == "D"
    assert game.state.notes["rounds_in_set"] == 2


# --- limits (7.9) ----------------------------------------------------------------------------------------


E, L, F = "express", "local", "freight"


@rule("1862", "7.9")
@pytest.mark.parametrize("phase", "ABCD")
@pytest.mark.parametrize(("count", "allowed"), [(2, True), (3, False), (4, False)])
def test_to_phase_d_three_of_each_type(phase, count, allowed):
    scenario = buyer(band=phase)
    scenario.state.trains |= {f"X-{i}": Train(f"X-{i}", "H", "SVR", {"type": E}) for i in range(count)}
    game = scenario.game()
    express = NAMES[phase][2]
    assert (express in names(game)) is allowed
    if not allowed:
        assert refused(game, express) == "train_limit"
    buy(game, NAMES[phase][1])


@rule("1862", "7.9")
@pytest.mark.parametrize("phase", "EF")
@pytest.mark.parametrize(("count", "allowed"), [(1, True), (2, False), (3, False)])
def test_in_phases_e_and_f_two_of_each_type(phase, count, allowed):
    game = owning(buyer(band=phase), *[("C", E)] * count).game()
    assert (NAMES[phase][2] in names(game)) is allowed
    assert NAMES[phase][0] in names(game)


@rule("1862", "7.9")
@pytest.mark.parametrize("phase", "GH")
@pytest.mark.parametrize(("owned", "allowed"), [((E, L), True), ((E, L, F), False), ((E, E, L, F), False)])
def test_in_phases_g_and_h_three_in_all(phase, owned, allowed):
    bands = "DEFE"
    game = owning(buyer(band=phase), *zip(bands, owned, strict=False)).game()
    assert ("buy_train" in kinds(game, "p1")) is allowed
    if not allowed:
        assert refused(game, NAMES[phase][0]) == "train_limit"


@rule("1862", "7.9")
def test_example_1_of_the_limits():
    game = owning(buyer(band="C"), ("B", E), ("B", E), ("C", E)).game()
    assert refused(game, "3E") == "train_limit"
    buy(game, "3L")


@rule("1862", "7.9")
def test_example_2_of_the_limits():
    game = owning(buyer(band="F").no_trains_left("F"), ("D", E), ("E", E), ("D", F)).game()
    assert refused(game, "5/6E") == "train_limit"
    buy(game, "8F")
    assert game.state.phase == "G"
    assert held(game) == [("E", E, 0), ("G", F, 0)]


@rule("1862", "7.9")
def test_example_3_of_the_limits():
    scenario = owning(buyer(band="F"), ("D", E), ("E", E), ("E", L), ("F", F), ("F", F)).no_trains_left("F")
    game = scenario.game()
    assert names(game) == ["5/6L"]
    buy(game, "5/6L")
    assert held(game) == [("E", E, 0), ("E", L, 0), ("F", F, 0), ("F", F, 0), ("G", L, 0)]
    assert "buy_train" not in kinds(game, "p1")


@rule("1862", "11.1")
@pytest.mark.parametrize(("phase", "limit"), [("A", 4), ("D", 4), ("E", 3), ("F", 3), ("G", 2), ("H", 2)])
def test_limits_of_the_simple_games(phase, limit):
    room = owning(buyer(band=phase, trains="simple_express"), *[("C", E)] * (limit - 1))
    assert "buy_train" in kinds(room.game(), "p1")
    full = owning(buyer(band=phase, trains="simple_express"), *zip("CBCB", [E] * limit, strict=False))
    assert "buy_train" not in kinds(full.game(), "p1")


# --- from other companies (7.9) --------------------------------------------------------------------------


@rule("1862", "7.9")
@pytest.mark.parametrize(
    ("band", "phase", "price"),
    [
        ("B", "B", 200),
        ("B", "C", 100),
        ("B", "D", 100),
        ("C", "C", 280),
        ("C", "E", 140),
        ("D", "F", 180),
        ("E", "H", 250),
    ],
)
def test_trains_change_hands_at_the_price_of_the_moment(band, phase, price):
    game = seller(band, phase).game()
    name = NAMES[band][2]
    assert names(game, "ECR") == [name]
    assert refused(game, name, "ECR", price=price - 1) == "trade_price"
    assert refused(game, name, "ECR", price=price + 1) == "trade_price"
    buy(game, name, "ECR")
    assert game.view.cash("ECR") == price
    assert held(game) == [(band, "express", 0)]


@rule("1862", "7.9")
def test_limits_hold_for_trains_of_companies_too():
    game = owning(seller("E", "E"), ("C", E), ("C", E)).game()
    assert refused(game, "4/5E", "ECR") == "train_limit"


@rule("1862", "7.9")
def test_another_director_must_agree():
    game = seller(player="p2").game()
    assert refused(game, "2/3E", "ECR") == "needs_consent"
    act(game, "p1", "offer_train", source="ECR", train="2/3E")
    (offer,) = game.state.offers.values()
    assert offer.price == 200
    act(game, "p2", "accept_offer", offer=offer.id)
    assert held(game) == [("B", "express", 0)]
    assert game.view.cash("ECR") == 200


@rule("1862", "7.9")
def test_an_offer_waits_for_its_answer_though_the_bank_is_too_dear():
    game = owning(seller("B", "C", player="p2"), ("C", E)).money({"SVR": 150}).game()
    assert "buy_train" not in kinds(game, "p1")
    act(game, "p1", "offer_train", source="ECR", train="2/3E")
    (offer,) = game.state.offers.values()
    assert game.state.cursor.step == "trains"
    act(game, "p2", "accept_offer", offer=offer.id)
    assert held(game) == [("B", "express", 0), ("C", "express", 0)]


@rule("1862", "7.9")
def test_a_train_that_is_not_there():
    game = seller().game()
    assert refused(game, "2/3L", "ECR") == "no_such_train"
    assert refused(game, "2/3L", "EUR") == "no_such_source"


@rule("1862", "10.3")
def test_after_the_lner_trains_come_from_the_bank_only():
    game = seller("E", "H").lner(10).game()
    assert refused(game, "4/5E", "ECR") == "no_trade"
    buy(game, "6E")


@rule("1862", "8")
def test_a_company_in_receivership_sells_no_train():
    scenario = seller()
    for cert in scenario.state.certs.values():
        if cert.company == "ECR" and cert.president:
            cert.owner = "pool"
    game = scenario.game()
    assert refused(game, "2/3E", "ECR") == "no_seller"
    assert "offer_train" not in kinds(game, "p1")


@rule("1862", "7.11")
def test_money_that_was_raised_buys_from_the_bank():
    game = seller().note("turn:raised", True).game()
    assert refused(game, "2/3E", "ECR") == "no_trade"


@rule("1862", "7.11")
def test_the_turn_does_not_go_on_without_a_train():
    game = buyer().game()
    assert refusal(game, "p1", "skip") == "must_buy_train"
    assert "skip" not in kinds(game, "p1")
    buy(game, "2L")
    act(game, "p1", "skip")
    assert game.state.cursor.step != "trains"
