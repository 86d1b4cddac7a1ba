"""1826: the waterfall auction of the privates and what comes with three of them (O50, O91-O96)."""

import pytest

from tests.rulemark import rule
from tests.titles.g1826.france import France, act, cash, holds, kinds, offered, refusal


def auction(*names, **options):
    return France(*(names or ("A", "B", "C", "D", "E")), **options).at("auction", "p1", "packet", number=1)


def buy_all(game, until):
    """Players buy the first private in turn until this one is for sale."""
    for item in ("Bridge", "Mail", "Algerian", "Belg-private", "Paris-private"):
        if item == until:
            return
        act(game, game.waiting().players[0], "buy_item", item=item)


@rule("1826", "O50")
def test_the_six_privates_and_what_they_pay():
    game = auction().game()
    privates = [(c.id, c.price, c.revenue) for c in game.view.data.of_kind("private")]
    assert privates == [
        ("Bridge", 20, 5),
        ("Mail", 40, 10),
        ("Algerian", 70, 15),
        ("Belg-private", 110, 20),
        ("Paris-private", 160, 25),
        ("Als-private", 220, 30),
    ]


@rule("1826", "O91", "O92")
def test_the_first_may_be_bought_and_the_others_bid_on():
    game = auction().game()
    assert offered(game, "p1", "buy_item", "item") == ["Bridge"]
    assert refusal(game, "p1", "buy_item", item="Mail") == "not_available"
    assert refusal(game, "p1", "bid", item="Bridge", price=25) == "buy_it"
    assert offered(game, "p1", "bid", "item") == [
        "Mail",
        "Algerian",
        "Belg-private",
        "Paris-private",
        "Als-private",
    ]
    act(game, "p1", "buy_item", item="Bridge")
    assert cash(game, "p1") == 340
    assert game.waiting().players == ("p2",)


@rule("1826", "O92")
def test_a_sale_brings_the_private_with_one_bid_to_its_bidder_and_play_goes_on_left_of_the_buyer():
    game = auction().game()
    act(game, "p1", "bid", item="Belg-private", price=115)
    act(game, "p2", "bid", item="Algerian", price=75)
    act(game, "p3", "buy_item", item="Bridge")
    act(game, "p4", "buy_item", item="Mail")
    owners = {p: game.view.owner(p) for p in ("Bridge", "Mail", "Algerian", "Belg-private")}
    assert owners == {"Bridge": "p3", "Mail": "p4", "Algerian": "p2", "Belg-private": "p1"}
    assert [cash(game, p) for p in ("p1", "p2", "p3", "p4")] == [245, 285, 340, 320]
    assert game.waiting().players == ("p5",)
    assert offered(game, "p5", "buy_item", "item") == ["Paris-private"]


@rule("1826", "O92")
def test_several_bidders_bid_on_from_the_left_of_the_highest():
    game = auction().game()
    act(game, "p1", "bid", item="Mail", price=45)
    act(game, "p2", "bid", item="Mail", price=50)
    act(game, "p3", "bid", item="Mail", price=55)
    act(game, "p4", "buy_item", item="Bridge")
    assert game.waiting().players == ("p1",)
    act(game, "p1", "bid", price=60)
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert game.view.owner("Mail") == "p1"
    assert [cash(game, p) for p in ("p1", "p2", "p3", "p4")] == [300, 360, 360, 340]
    assert game.waiting().players == ("p5",)


@rule("1826", "O92")
@pytest.mark.parametrize(
    ("readings", "following", "card"), [("chosen", "p5", "p1"), ("recorded", "p3", "p5")]
)
def test_after_a_par_of_an_only_bidder_recorded_play_goes_on_to_his_left(readings, following, card):
    game = auction(readings=readings).game()
    act(game, "p1", "buy_item", item="Bridge")
    act(game, "p2", "bid", item="Paris-private", price=165)
    act(game, "p3", "buy_item", item="Mail")
    act(game, "p4", "buy_item", item="Algerian")
    for player in ("p5", "p1", "p2", "p3"):
        act(game, player, "pass")
    act(game, "p4", "buy_item", item="Belg-private")
    assert game.view.owner("Paris-private") == "p2"
    act(game, "p2", "set_par", price=90)
    assert game.waiting().players == (following,)
    assert game.state.priority == card


@rule("1826", "O93")
def test_all_pass_and_the_priority_holder_buys_the_first_private():
    game = auction().game()
    for player in ("p1", "p2", "p3", "p4", "p5"):
        act(game, player, "pass")
    assert game.view.owner("Bridge") == "p1"
    assert cash(game, "p1") == 340
    assert game.waiting().players == ("p2",)


@rule("1826", "O93")
def test_with_his_money_behind_bids_the_priority_holder_pays_what_is_left():
    game = auction().game()
    act(game, "p1", "bid", item="Als-private", price=350)
    for player in ("p2", "p3", "p4", "p5", "p1"):
        act(game, player, "pass")
    assert game.view.owner("Bridge") == "p1"
    assert cash(game, "p1") == 350
    assert game.waiting().players == ("p2",)


@rule("1826", "O93")
def test_all_pass_later_and_the_privates_pay_and_nothing_else_happens():
    game = auction().game()
    act(game, "p1", "buy_item", item="Bridge")
    act(game, "p2", "buy_item", item="Mail")
    for player in ("p3", "p4", "p5", "p1", "p2"):
        act(game, player, "pass")
    assert [cash(game, p) for p in ("p1", "p2", "p3")] == [360 - 20 + 5, 360 - 40 + 10, 360]
    assert game.round_title() == "Initial 2"
    assert game.waiting().players == ("p3",)
    assert game.state.priority == "p3"
    assert offered(game, "p3", "buy_item", "item") == ["Algerian"]


@rule("1826", "O93")
@pytest.mark.parametrize(("readings", "following"), [("chosen", "p4"), ("recorded", "p2")])
def test_after_bids_the_auction_goes_on_left_of_the_last_to_act_or_to_buy(readings, following):
    game = auction(readings=readings).game()
    act(game, "p1", "buy_item", item="Bridge")
    act(game, "p2", "bid", item="Als-private", price=225)
    act(game, "p3", "bid", item="Paris-private", price=165)
    for player in ("p4", "p5", "p1", "p2", "p3"):
        act(game, player, "pass")
    assert game.round_title() == "Initial 2"
    assert (game.state.priority, game.waiting().players) == (following, (following,))


@rule("1826", "O94", "O95")
@pytest.mark.parametrize(("price", "legal"), [(40, False), (44, False), (45, True), (47, False), (50, True)])
def test_the_first_bid_is_five_above_face_and_a_multiple_of_five(price, legal):
    game = auction().game()
    if legal:
        act(game, "p1", "bid", item="Mail", price=price)
        assert game.state.notes["bid_Mail"] == {"p1": price}
    else:
        assert refusal(game, "p1", "bid", item="Mail", price=price) == "bid_too_low"


@rule("1826", "O95")
@pytest.mark.parametrize(("price", "legal"), [(75, False), (79, False), (80, True), (85, True), (83, False)])
def test_a_raise_is_five_or_a_multiple_of_five_more(price, legal):
    game = auction().game()
    act(game, "p1", "bid", item="Algerian", price=75)
    if legal:
        act(game, "p2", "bid", item="Algerian", price=price)
    else:
        assert refusal(game, "p2", "bid", item="Algerian", price=price) == "bid_too_low"


@rule("1826", "O96")
def test_only_the_highest_bid_on_each_private_binds_money():
    game = auction().game()
    act(game, "p1", "bid", item="Als-private", price=225)
    assert refusal(game, "p2", "bid", item="Als-private", price=365) == "not_enough_money"
    act(game, "p2", "bid", item="Als-private", price=230)
    for player in ("p3", "p4", "p5"):
        act(game, player, "pass")
    act(game, "p1", "bid", item="Paris-private", price=360)  # 225 is free again
    assert refusal(game, "p2", "bid", item="Belg-private", price=135) == "not_enough_money"
    act(game, "p2", "bid", item="Belg-private", price=130)


def test_who_wants_may_pass():
    game = auction().game()
    assert kinds(game, "p1") == {"buy_item", "bid", "pass"}
    assert refusal(game, "p2", "pass") == "not_your_turn"


@rule("1826", "O50")
def test_the_fourth_brings_a_share_of_belg():
    game = auction().game()
    buy_all(game, "Belg-private")
    act(game, "p4", "buy_item", item="Belg-private")
    assert holds(game, "Belg") == {"p4": 10, "ipo": 90}
    assert game.view.company("Belg").par is None
    assert cash(game, "p4") == 250


@rule("1826", "O50")
def test_fifth_and_sixth_bring_a_presidency_whose_par_is_set_at_once():
    game = auction().game()
    buy_all(game, "Paris-private")
    act(game, "p5", "buy_item", item="Paris-private")
    assert holds(game, "Paris") == {"p5": 40, "ipo": 60}
    assert kinds(game, "p5") >= {"set_par"}
    assert refusal(game, "p1", "buy_item", item="Als-private") == "not_your_turn"
    assert refusal(game, "p5", "set_par", price=105) == "no_par_value"
    assert offered(game, "p5", "set_par", "price") == ["75", "82", "90", "100", "110"]
    act(game, "p5", "set_par", price="110")
    assert (game.view.price("Paris"), cash(game, "p5")) == (110, 200)
    act(game, "p1", "buy_item", item="Als-private")
    act(game, "p1", "set_par", price=75)
    assert holds(game, "Als") == {"p1": 40, "ipo": 60}
    assert (game.view.company("Als").par, cash(game, "p1")) == (75, 120)


def test_two_presidencies_in_one_sale_are_asked_for_in_the_order_of_the_privates():
    game = auction().game()
    act(game, "p1", "bid", item="Als-private", price=225)
    act(game, "p2", "bid", item="Paris-private", price=165)
    for player, item in zip(("p3", "p4", "p5"), ("Bridge", "Mail", "Algerian"), strict=True):
        act(game, player, "buy_item", item=item)
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    act(game, "p3", "buy_item", item="Belg-private")
    assert game.waiting().players == ("p2",)
    act(game, "p2", "set_par", price=90)
    assert game.waiting().players == ("p1",)
    act(game, "p1", "set_par", price=90)
    assert game.state.market[game.view.company("Paris").cell] == ["Paris", "Als"]
    assert game.round_title() == "Stock 1"
    assert game.waiting().players == ("p4",)


@rule("1826", "O97")
def test_the_first_stock_round_begins_left_of_the_last_buyer():
    game = auction().game()
    buy_all(game, "Paris-private")
    act(game, "p5", "buy_item", item="Paris-private")
    act(game, "p5", "set_par", price=100)
    act(game, "p1", "pass")
    act(game, "p2", "buy_item", item="Als-private")
    act(game, "p2", "set_par", price=100)
    assert game.round_title() == "Stock 1"
    assert game.state.priority == "p3"
    assert game.waiting().players == ("p3",)
