"""18EZ 1.1-1.4: setting up, the startpacket, bids and special auction rounds."""

from dataclasses import replace

import pytest

from engine.core.actions import Action
from engine.core.choices import Range
from engine.core.story import lines
from engine.game import new_game
from engine.rules.initial_auction import bids, free_cash, item_price, unsold
from engine.titles.g18ez import TITLE
from engine.titles.g18ez.auction import AuctionRules
from tests.rulemark import rule
from tests.scenario import Scenario, act, kinds, refusal

ITEMS = ["SLR", "HMH", "MRTA", "OBS", "ONE", "TWO", "MIT", "ROC"]
PLAYERS = ("p1", "p2", "p3")


def packet(*sold, actor="p1", title=TITLE, names=("Tom", "Dick", "Harry")):
    """The startpacket with some items in Harry's hands."""
    scenario = Scenario(title, *names).at("packet", actor, "packet", number=1)
    return scenario.own("p3", *sold).start(*(s for s in sold if s in ITEMS[4:]))


def bid(game, player, item, price):
    act(game, player, "bid", item=item, price=price)


def actor(game):
    return game.waiting().players


def owner(game, item):
    return game.view.owner(item)


# --- 1.1 setup -------------------------------------------------------------------------------------


@rule("18EZ", "1.1")
@pytest.mark.parametrize(
    ("players", "cash", "limit"), [(2, 900, 30), (3, 600, 20), (4, 450, 15), (5, 360, 12), (6, 300, 10)]
)
def test_cash_and_limits_by_number_of_players(players, cash, limit):
    game = new_game(TITLE, [f"P{i}" for i in range(players)], seed=3)
    assert {p.cash for p in game.state.players.values()} == {cash}
    assert game.state.bank == 6000 - 1800
    assert TITLE.rules.stock.certificate_limit(game.view) == limit


@rule("18EZ", "1.1")
def test_trains_by_kind_and_unlimited_eights():
    kinds_of_train = {t.kind: t.count for t in TITLE.data.trains.values()}
    assert kinds_of_train == {"2": 10, "3": 5, "4": 4, "5": 3, "6": 2, "8": None}


# --- 1.2 the initial share dealing round -----------------------------------------------------------


@rule("18EZ", "1.2")
def test_seats_are_drawn_and_the_lowest_token_begins():
    orders = set()
    for seed in range(12):
        game = new_game(TITLE, ["Tom", "Dick", "Harry"], seed=seed)
        assert game.state.priority == game.state.seats[0]
        assert actor(game) == (game.state.seats[0],)
        orders.add(game.state.seats)
    assert len(orders) > 2
    again = new_game(TITLE, ["Tom", "Dick", "Harry"], seed=4)
    assert again.state.seats == new_game(TITLE, ["Tom", "Dick", "Harry"], seed=4).state.seats


@rule("18EZ", "1.2")
def test_the_packet_is_sold_in_its_order():
    game = packet().game()
    assert unsold(game.view) == ITEMS
    assert [o.value for o in game.options("p1", "buy_item", "item")] == ["SLR"]
    assert refusal(game, "p1", "buy_item", item="HMH") == "not_available"
    act(game, "p1", "buy_item", item="SLR")
    assert [o.value for o in game.options("p2", "buy_item", "item")] == ["HMH"]


@rule("18EZ", "1.2")
def test_one_action_a_turn_buy_bid_or_pass():
    game = packet().game()
    assert kinds(game, "p1") == {"buy_item", "bid", "pass"}
    assert kinds(game, "p2") == set()
    act(game, "p1", "buy_item", item="SLR")
    assert (owner(game, "SLR"), game.view.cash("p1"), actor(game)) == ("p1", 580, ("p2",))
    assert refusal(game, "p1", "pass") == "not_your_turn"
    bid(game, "p2", "OBS", 155)
    assert actor(game) == ("p3",)
    act(game, "p3", "pass")
    assert actor(game) == ("p1",)


@rule("18EZ", "1.2")
def test_who_cannot_pay_the_top_item_is_not_offered_it():
    game = packet("SLR", "HMH", "MRTA").cash(p1=149).game()
    assert kinds(game, "p1") == {"pass", "offer_private"}
    assert refusal(game, "p1", "buy_item", item="OBS") == "not_enough_money"


# --- 1.3 bidding -----------------------------------------------------------------------------------


@rule("18EZ", "1.3")
def test_a_first_bid_is_five_over_the_printed_price():
    game = packet().game()
    assert refusal(game, "p1", "bid", item="HMH", price=54) == "bid_too_low"
    assert refusal(game, "p1", "bid", item="SLR", price=25) == "buy_it"
    assert refusal(game, "p1", "bid", item="M&R", price=55) == "no_such_item"
    assert refusal(game, "p1", "bid", item="HMH") == "bid_too_low"
    assert game.options("p1", "bid", "price", {"item": "HMH"}).low == 55
    bid(game, "p1", "HMH", 55)
    assert game.view.cash("p1") == 600


@rule("18EZ", "1.3")
def test_a_further_bid_is_five_over_the_highest():
    game = packet().game()
    bid(game, "p1", "HMH", 57)
    assert refusal(game, "p2", "bid", item="HMH", price=61) == "bid_too_low"
    bid(game, "p2", "HMH", 62)
    assert bids(game.view, "HMH") == {"p1": 57, "p2": 62}


@rule("18EZ", "1.3")
def test_the_high_bidder_may_raise_himself():
    game = packet().game()
    bid(game, "p1", "HMH", 55)
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    bid(game, "p1", "HMH", 600)
    assert bids(game.view, "HMH") == {"p1": 600}
    assert free_cash(game.view, "p1") == 0


@rule("18EZ", "1.3")
def test_only_high_bids_bind_money():
    game = packet().game()
    bid(game, "p1", "OBS", 500)
    assert free_cash(game.view, "p1") == 100
    bid(game, "p2", "OBS", 505)
    assert free_cash(game.view, "p1") == 600
    act(game, "p3", "pass")
    bid(game, "p1", "ONE", 590)
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert refusal(game, "p1", "bid", item="HMH", price=55) == "not_enough_money"
    assert refusal(game, "p1", "buy_item", item="SLR") == "not_enough_money"
    assert [o.value for o in game.options("p1", "bid", "item")] == ["ONE"]
    assert refusal(game, "p1", "bid", item="OBS", price=510) == "not_enough_money"


@rule("18EZ", "1.3")
def test_a_single_bid_is_sold_at_once_and_is_no_turn():
    game = packet(actor="p3").game()
    bid(game, "p3", "HMH", 70)
    act(game, "p1", "buy_item", item="SLR")
    assert (owner(game, "HMH"), game.view.cash("p3")) == ("p3", 530)
    assert actor(game) == ("p2",)
    assert [o.value for o in game.options("p2", "buy_item", "item")] == ["MRTA"]


@rule("18EZ", "1.3")
def test_single_bids_in_a_row_are_sold_one_after_the_other():
    game = packet().game()
    bid(game, "p1", "HMH", 55)
    bid(game, "p2", "MRTA", 85)
    bid(game, "p3", "ONE", 165)
    act(game, "p1", "buy_item", item="SLR")
    assert [owner(game, i) for i in ITEMS[:5]] == ["p1", "p1", "p2", "bank", "bank"]
    assert actor(game) == ("p2",)
    act(game, "p2", "buy_item", item="OBS")
    assert owner(game, "ONE") == "p3"
    assert actor(game) == ("p3",)


# --- 1.4 special auction rounds --------------------------------------------------------------------


def contested(*order, **more):
    """Tom bids 55 on the hotel, Dick 60; Harry buys the Short Line."""
    game = packet(**more).game()
    bid(game, "p1", "HMH", 55)
    bid(game, "p2", "HMH", 60)
    act(game, "p3", "buy_item", item="SLR")
    return game


@rule("18EZ", "1.4")
def test_only_bidders_take_part_and_the_left_of_the_highest_begins():
    game = contested()
    assert game.waiting().step == "auction"
    assert actor(game) == ("p1",)
    assert kinds(game, "p1") == {"bid", "pass", "offer_private"}
    assert kinds(game, "p3") == {"offer_private"}
    assert refusal(game, "p3", "bid", price=100) == "not_your_turn"
    assert game.options("p1", "bid", "price") == Range(65, 600, 1, (65, 70, 75, 85))
    assert refusal(game, "p1", "bid", price=64) == "bid_too_low"
    act(game, "p1", "bid", price=65)
    assert actor(game) == ("p2",)


@rule("18EZ", "1.4")
def test_the_last_bidder_left_pays_his_bid_and_play_goes_on_left_of_the_trigger():
    game = contested()
    act(game, "p1", "bid", price=65)
    act(game, "p2", "bid", price=90)
    act(game, "p1", "pass")
    assert (owner(game, "HMH"), game.view.cash("p2"), game.view.cash("p1")) == ("p2", 510, 600)
    assert game.waiting().step == "packet"
    assert actor(game) == ("p1",)
    assert bids(game.view, "HMH") == {}


@rule("18EZ", "1.4")
def test_who_passes_in_a_special_auction_is_out():
    game = packet(names=("A", "B", "C", "D")).game()
    for player, price in (("p1", 55), ("p2", 60), ("p3", 65)):
        bid(game, player, "HMH", price)
    act(game, "p4", "buy_item", item="SLR")
    assert actor(game) == ("p1",)
    act(game, "p1", "pass")
    act(game, "p2", "bid", price=70)
    act(game, "p3", "bid", price=75)
    assert actor(game) == ("p2",)
    act(game, "p2", "pass")
    assert (owner(game, "HMH"), actor(game)) == ("p3", ("p1",))


@rule("18EZ", "1.4")
def test_money_bound_elsewhere_cannot_be_bid_in_a_special_auction():
    game = packet().cash(p1=200).game()
    bid(game, "p1", "HMH", 55)
    bid(game, "p2", "HMH", 60)
    act(game, "p3", "pass")
    bid(game, "p1", "MRTA", 137)
    act(game, "p2", "pass")
    act(game, "p3", "buy_item", item="SLR")
    assert kinds(game, "p1") == {"pass", "offer_private"}
    assert refusal(game, "p1", "bid", price=65) == "not_enough_money"


@rule("18EZ", "1.3", "1.4")
def test_the_auction_of_tom_dick_and_harry():
    """The rulebook's example. Its text lacks how the hotel's auction ended: here Harry's $65 stands.

    That Dick pays $175 for the Obsidian against Tom's $160 is printed; his steps to it are ours.
    """
    game = packet().game()
    bid(game, "p1", "MRTA", 85)
    bid(game, "p2", "OBS", 155)
    bid(game, "p3", "HMH", 55)
    bid(game, "p1", "OBS", 160)
    bid(game, "p2", "HMH", 60)
    bid(game, "p3", "HMH", 65)
    act(game, "p1", "buy_item", item="SLR")
    assert actor(game) == ("p2",)
    assert refusal(game, "p1", "bid", price=70) == "not_your_turn"
    act(game, "p2", "pass")
    assert owner(game, "HMH") == "p3"
    assert (owner(game, "MRTA"), game.view.cash("p1")) == ("p1", 600 - 20 - 85)
    assert game.waiting().step == "auction"
    assert actor(game) == ("p2",)
    act(game, "p2", "bid", price=175)
    act(game, "p1", "pass")
    assert (owner(game, "OBS"), game.view.cash("p2"), game.view.cash("p3")) == ("p2", 425, 535)
    assert game.waiting().step == "packet"
    assert actor(game) == ("p2",)
    story = [line for record in game.log for line in lines(game.view, record)]
    assert "Dick buys Obsidian Railroad for $175." in story


# --- all pass --------------------------------------------------------------------------------------


def pass_round(game, *players):
    for player in players:
        act(game, player, "pass")


@rule("18EZ", "1.2")
def test_the_short_line_falls_by_five_when_all_pass():
    game = packet().game()
    pass_round(game, *PLAYERS)
    assert item_price(game.view, "SLR") == 15
    assert item_price(game.view, "HMH") == 50
    assert actor(game) == ("p1",)
    act(game, "p1", "buy_item", item="SLR")
    assert game.view.cash("p1") == 585
    assert item_price(game.view, "HMH") == 50


@rule("18EZ", "1.2")
def test_a_bid_between_passes_keeps_the_price():
    game = packet().game()
    pass_round(game, "p1", "p2")
    bid(game, "p3", "HMH", 55)
    pass_round(game, "p1", "p2")
    assert item_price(game.view, "SLR") == 20
    act(game, "p3", "pass")
    assert item_price(game.view, "SLR") == 15
    assert actor(game) == ("p1",)


@rule("18EZ", "1.2")
def test_at_nothing_the_priority_holder_takes_the_short_line():
    game = packet().game()
    bid(game, "p1", "HMH", 55)
    for _ in range(4):
        pass_round(game, "p2", "p3", "p1")
    assert (owner(game, "SLR"), owner(game, "HMH")) == ("p1", "p1")
    assert game.view.cash("p1") == 545
    assert actor(game) == ("p2",)
    assert game.waiting().step == "packet"


@rule("18EZ", "1.2", "1.9")
def test_when_all_pass_later_operating_rounds_follow_and_the_packet_goes_on():
    game = packet("SLR", actor="p2").game()
    bid(game, "p2", "ONE", 170)
    pass_round(game, "p3", "p1", "p2")
    assert game.state.priority == "p3"
    assert game.view.cash("p3") == 600 + 2 * 5
    assert (game.view.cursor.round, game.view.cursor.number) == ("packet", 2)
    assert game.round_title() == "SDR 2 (startpacket)"
    assert actor(game) == ("p3",)
    assert bids(game.view, "ONE") == {"p2": 170}
    assert free_cash(game.view, "p2") == 430


# --- minors ----------------------------------------------------------------------------------------


@rule("18EZ", "1.10")
def test_a_minor_gets_its_printed_price_whatever_was_paid():
    game = packet("SLR", "HMH", "MRTA").game()
    bid(game, "p1", "ONE", 200)
    bank = game.state.bank
    act(game, "p2", "buy_item", item="OBS")
    assert (owner(game, "ONE"), game.view.cash("p1")) == ("p1", 400)
    assert (game.view.cash("ONE"), game.view.company("ONE").floated) == (160, True)
    assert game.state.bank == bank + 150 + 200 - 160
    act(game, "p3", "buy_item", item="TWO")
    assert (game.view.cash("TWO"), game.view.cash("p3")) == (160, 440)


# --- packets of other shapes -----------------------------------------------------------------------


class Rows(AuctionRules):
    """Two items on top, three below, bids in multiples of five."""

    def rows(self, view):
        return [["SLR", "HMH"], ["MRTA", "OBS", "ONE"]]

    def multiple(self, view):
        return 5


def test_a_row_of_several_items_opens_when_the_one_above_is_sold():
    game = packet(title=replace(TITLE, rules=replace(TITLE.rules, initial_auction=Rows()))).game()
    assert refusal(game, "p1", "bid", item="OBS", price=157) == "bid_too_low"
    bid(game, "p1", "MRTA", 85)
    bid(game, "p2", "MRTA", 90)
    bid(game, "p3", "OBS", 155)
    act(game, "p1", "buy_item", item="HMH")
    assert game.waiting().step == "packet"
    act(game, "p2", "buy_item", item="SLR")
    assert owner(game, "OBS") == "p3"
    assert (game.waiting().step, actor(game)) == ("auction", ("p1",))
    act(game, "p1", "pass")
    assert (owner(game, "MRTA"), actor(game)) == ("p2", ("p3",))
    assert [o.value for o in game.options("p3", "buy_item", "item")] == ["ONE"]


@pytest.mark.parametrize("price", ["55", None, 55.0, True])
def test_a_bid_is_a_whole_number(price):
    game = packet().game()
    assert game.check(Action("bid", "p1", {"item": "HMH", "price": price})) is not None
