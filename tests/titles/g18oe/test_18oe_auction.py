"""18OE 6, 7: the Auction Railroad Phase."""

import pytest

from engine.core.choices import Range
from engine.game import new_game
from engine.rules.initial_auction import bids, free_cash, item_price, unsold
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.floats.phases import rr_phase
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.oe_start import CARDS, MINORS, NAMES, PRIVATES, auction

ROWS = [
    ["RSC", "PeC"],
    ["WS", "BBBT"],
    ["SHTC", "CCTC", "WCF"],
    ["HMLC", "BBE", "SML"],
    ["A", "B", "C"],
    ["D", "E", "F", "G"],
    ["H", "J", "K", "L", "M"],
    CARDS[:5],
    CARDS[5:],
]


def owner(game, item):
    return game.view.owner(item)


@rule("18OE", "6", "7")
def test_the_packet_has_nine_rows():
    game = new_game(TITLE, NAMES, seed=1)
    assert TITLE.rules.initial_auction is not None
    assert TITLE.rules.initial_auction.rows(game.view) == ROWS
    assert unsold(game.view) == [item for row in ROWS for item in row]
    assert len(PRIVATES) == 10
    assert len(MINORS) == 12
    assert len(CARDS) == 10


@rule("18OE", "7")
def test_each_item_of_the_topmost_row_is_bought_at_face():
    game = auction().game()
    act(game, "p1", "buy_item", item="PeC")
    assert owner(game, "PeC") == "p1"
    assert game.view.cash("p1") == 1800 - 20
    assert game.waiting().players == ("p2",)
    assert refusal(game, "p2", "buy_item", item="WS") == "not_available"
    assert refusal(game, "p2", "buy_item", item="PeC") == "not_available"


@rule("18OE", "7")
def test_the_card_goes_on_after_each_action():
    game = auction().game()
    act(game, "p1", "buy_item", item="PeC")
    assert game.state.priority == "p2"
    act(game, "p2", "bid", item="A", price=120)
    assert game.state.priority == "p3"
    act(game, "p3", "pass")
    assert game.state.priority == "p1"


@rule("18OE", "7")
def test_a_bid_is_at_least_the_face_value():
    game = auction().game()
    assert refusal(game, "p1", "bid", item="WS", price=39) == "bid_too_low"
    act(game, "p1", "bid", item="WS", price=40)


@rule("18OE", "7")
def test_a_bid_is_at_least_five_above_any_other():
    game = auction().game()
    act(game, "p1", "bid", item="WS", price=40)
    assert refusal(game, "p2", "bid", item="WS", price=44) == "bid_too_low"
    act(game, "p2", "bid", item="WS", price=45)


@rule("18OE", "7")
def test_bids_are_for_rows_below_the_topmost():
    game = auction().game()
    assert refusal(game, "p1", "bid", item="RSC", price=25) == "buy_it"
    act(game, "p1", "bid", item=CARDS[9], price=20)


@rule("18OE", "7")
def test_all_bid_cash_is_set_aside_also_of_those_outbid():
    game = auction().cash(p1=100).game()
    act(game, "p1", "bid", item="WS", price=40)
    act(game, "p2", "bid", item="WS", price=45)
    act(game, "p3", "pass")
    assert free_cash(game.view, "p1") == 60
    assert refusal(game, "p1", "bid", item="SHTC", price=65) == "not_enough_money"
    act(game, "p1", "bid", item="SHTC", price=60)
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert free_cash(game.view, "p1") == 0
    assert "buy_item" not in kinds(game, "p1")


@rule("18OE", "7")
def test_who_raises_the_own_bid_has_the_first_back():
    game = auction().cash(p1=100).game()
    act(game, "p1", "bid", item="WS", price=40)
    act(game, "p2", "bid", item="WS", price=45)
    act(game, "p3", "pass")
    assert refusal(game, "p1", "bid", item="WS", price=49) == "bid_too_low"
    act(game, "p1", "bid", item="WS", price=100)
    assert bids(game.view, "WS") == {"p1": 100, "p2": 45}


@rule("18OE", "7")
def test_a_single_bid_is_sold_when_its_row_is_topmost():
    game = auction("PeC").game()
    act(game, "p1", "bid", item="BBBT", price=55)
    act(game, "p2", "buy_item", item="RSC")
    assert owner(game, "BBBT") == "p1"
    assert game.view.cash("p1") == 1800 - 55
    assert owner(game, "WS") == "bank"
    assert game.waiting().players == ("p3",)
    assert game.state.priority == "p3"


@rule("18OE", "7")
def test_several_bidders_auction_an_item_from_the_left_of_the_highest():
    game = auction("PeC", names=("Ada", "Bo", "Cy", "Di")).game()
    act(game, "p1", "bid", item="WS", price=40)
    act(game, "p2", "bid", item="WS", price=45)
    act(game, "p3", "bid", item="WS", price=50)
    act(game, "p4", "buy_item", item="RSC")
    assert game.waiting().step == "auction"
    assert game.waiting().players == ("p1",)
    assert refusal(game, "p1", "bid", price=54) == "bid_too_low"
    act(game, "p1", "bid", price=55)
    act(game, "p2", "pass")
    act(game, "p3", "bid", price=60)
    act(game, "p1", "pass")
    assert owner(game, "WS") == "p3"
    assert game.view.cash("p3") == 1350 - 60
    assert game.waiting().players == ("p1",)


@rule("18OE", "7")
def test_only_those_who_bid_take_part():
    game = auction("PeC").game()
    act(game, "p1", "bid", item="WS", price=40)
    act(game, "p2", "bid", item="WS", price=45)
    act(game, "p3", "buy_item", item="RSC")
    act(game, "p1", "pass")
    assert owner(game, "WS") == "p2"


@rule("18OE", "7")
def test_items_are_auctioned_from_left_to_right_after_single_bids():
    game = auction("RSC", "PeC", "WS").game()
    for player, item, price in (("p1", "WCF", 60), ("p2", "SHTC", 60), ("p3", "CCTC", 60)):
        act(game, player, "bid", item=item, price=price)
    for player, item, price in (("p1", "CCTC", 65), ("p2", "WCF", 65), ("p3", "pass", 0)):
        if item == "pass":
            act(game, player, "pass")
        else:
            act(game, player, "bid", item=item, price=price)
    act(game, "p1", "buy_item", item="BBBT")
    assert owner(game, "SHTC") == "p2"
    assert game.state.notes["packet_auction"]["item"] == "CCTC"
    act(game, "p3", "pass")
    assert owner(game, "CCTC") == "p1"
    assert game.state.notes["packet_auction"]["item"] == "WCF"


@rule("18OE", "7")
def test_when_all_pass_privates_pay_and_the_topmost_row_costs_five_less():
    game = auction("RSC", "PeC", "WS").game()
    for player in ("p1", "p2", "p3"):
        act(game, player, "pass")
    assert game.view.cash("p3") == 1800 + 5 + 5 + 10
    assert game.view.cash("p1") == 1800
    assert item_price(game.view, "BBBT") == 35
    assert item_price(game.view, "SHTC") == 60
    assert game.waiting().players == ("p1",)
    act(game, "p1", "buy_item", item="BBBT")
    assert game.view.cash("p1") == 1800 - 35
    assert item_price(game.view, "SHTC") == 60


@rule("18OE", "7")
def test_all_items_of_the_row_fall_together():
    game = auction().game()
    for player in ("p1", "p2", "p3"):
        act(game, player, "pass")
    assert [item_price(game.view, item) for item in ("RSC", "PeC", "WS")] == [15, 15, 40]


@rule("18OE", "7")
def test_an_action_between_passes_keeps_the_price():
    game = auction().game()
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    act(game, "p3", "bid", item="A", price=120)
    act(game, "p1", "pass")
    assert item_price(game.view, "RSC") == 20


@rule("18OE", "7")
def test_items_that_cost_nothing_are_taken_by_the_next_player():
    game = auction(actor="p2").game()
    for _ in range(4):
        for player in ("p2", "p3", "p1"):
            act(game, player, "pass")
    assert owner(game, "RSC") == "p2"
    assert owner(game, "PeC") == "p2"
    assert game.view.cash("p2") == 1800
    assert game.waiting().players == ("p3",)
    assert item_price(game.view, "WS") == 40


@rule("18OE", "7.1")
@pytest.mark.parametrize(("price", "treasury"), [(125, 125), (180, 180), (181, 180), (250, 180)])
def test_the_price_of_a_minor_is_its_treasury_up_to_180(price, treasury):
    game = auction(*PRIVATES).game()
    act(game, "p1", "overbid", item="A", price=price)
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert owner(game, "A") == "p1"
    assert game.view.cash("p1") == 1800 - price
    assert game.view.cash("A") == treasury


@rule("18OE", "7.1")
def test_a_minor_bought_at_face_begins_with_120():
    game = auction(*PRIVATES).game()
    act(game, "p1", "buy_item", item="B")
    assert game.view.cash("B") == 120
    assert game.view.cash("A") == 0


@rule("18OE", "7.1")
def test_a_higher_bid_on_a_minor_opens_an_auction_for_all():
    game = auction(*PRIVATES).game()
    assert refusal(game, "p1", "overbid", item="A", price=124) == "bid_too_low"
    act(game, "p1", "overbid", item="A", price=125)
    assert game.waiting().step == "auction"
    assert game.waiting().players == ("p2",)
    act(game, "p2", "bid", price=130)
    act(game, "p3", "bid", price=135)
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    assert owner(game, "A") == "p3"
    assert game.view.cash("p3") == 1800 - 135
    assert game.waiting().players == ("p2",)
    assert free_cash(game.view, "p1") == 1800


@rule("18OE", "7.1")
def test_only_minors_of_the_topmost_row_are_overbid():
    game = auction(*PRIVATES).game()
    assert refusal(game, "p1", "overbid", item="D", price=130) == "not_a_minor"
    early = auction().game()
    assert "overbid" not in kinds(early, "p1")
    assert refusal(early, "p1", "overbid", item="RSC", price=30) == "not_a_minor"


@rule("18OE", "7.1")
def test_a_fallen_minor_is_overbid_from_five_above_its_price():
    game = auction(*PRIVATES).game()
    for player in ("p1", "p2", "p3"):
        act(game, player, "pass")
    offered = game.options("p1", "overbid", "price", {"item": "A"})
    assert isinstance(offered, Range)
    assert offered.low == 120
    act(game, "p1", "overbid", item="A", price=120)
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert game.view.cash("A") == 120


@rule("18OE", "7", "8", "5.1.1", "5.1.2")
def test_the_last_item_ends_the_auction_and_the_concessions_begin():
    game = auction(*PRIVATES, *MINORS, *CARDS[:9]).game()
    act(game, "p1", "buy_item", item=CARDS[9])
    assert rr_phase(game.view) == "concession"
    assert game.waiting().players == ("p3",)
    assert game.round_title() == "Concession 1"
    assert game.state.phase == "1"


@rule("18OE", "8")
def test_without_concessions_the_initial_stock_round_begins_with_the_card():
    game = auction(*PRIVATES, *MINORS[:-1], actor="p2", concessions="no").game()
    act(game, "p2", "buy_item", item=MINORS[-1])
    assert rr_phase(game.view) == "regional_minor"
    assert game.round_title() == "SR 1"
    assert game.waiting().players == ("p3",)
