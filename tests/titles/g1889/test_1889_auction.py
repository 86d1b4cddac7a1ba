"""1889: the auction of the privates (R5-R11)."""

import pytest

from engine.core.story import sentence
from tests.rulemark import rule
from tests.titles.g1889.shikoku import Shikoku, act, cash, kinds, offered, refusal


def begun(players=3):
    return Shikoku(*"ABCDEF"[:players]).auction().game()


def waits(game):
    return game.waiting().players[0]


def everybody_passes(game):
    for _ in game.state.seats:
        act(game, waits(game), "pass")


@rule("1889", "R5")
def test_the_first_is_bought_the_others_bid_on():
    game = begun()
    assert kinds(game, "p1") == {"buy_item", "bid", "pass"}
    assert offered(game, "p1", "buy_item", "item") == ["TER"]
    assert offered(game, "p1", "bid", "item") == ["MF", "ER", "SMR", "DR", "SIR"]
    assert refusal(game, "p1", "buy_item", item="MF") == "not_available"
    assert refusal(game, "p1", "bid", item="TER", price=30) == "buy_it"
    act(game, "p1", "buy_item", item="TER")
    assert cash(game, "p1") == [400]
    assert waits(game) == "p2"


@rule("1889", "R5")
def test_who_passes_stays_in():
    game = begun()
    act(game, "p1", "pass")
    act(game, "p2", "bid", item="MF", price=35)
    act(game, "p3", "pass")
    assert kinds(game, "p1") == {"buy_item", "bid", "pass"}


@rule("1889", "R6")
def test_five_above_the_value_and_five_above_the_highest():
    game = begun()
    assert refusal(game, "p1", "bid", item="MF", price=34) == "bid_too_low"
    act(game, "p1", "bid", item="MF", price=36)
    assert refusal(game, "p2", "bid", item="MF", price=40) == "bid_too_low"
    act(game, "p2", "bid", item="MF", price=41)
    assert game.state.notes["bid_MF"] == {"p1": 36, "p2": 41}


@rule("1889", "R6")
def test_every_bid_binds_its_money_the_own_one_on_the_same_private_is_replaced():
    game = begun()
    act(game, "p1", "bid", item="SIR", price=400)
    act(game, "p2", "bid", item="SIR", price=405)
    act(game, "p3", "pass")
    assert refusal(game, "p1", "bid", item="MF", price=35) == "not_enough_money"  # outbid, and still bound
    assert refusal(game, "p1", "bid", item="SIR", price=425) == "not_enough_money"
    act(game, "p1", "bid", item="SIR", price=420)
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert refusal(game, "p1", "buy_item", item="TER") == "not_enough_money"


@rule("1889", "R7", "R8")
def test_a_single_bid_buys_at_once_and_play_goes_on_left_of_the_buyer():
    game = begun()
    act(game, "p1", "bid", item="MF", price=35)
    act(game, "p2", "bid", item="SMR", price=60)
    act(game, "p3", "buy_item", item="TER")
    assert [game.view.owner(p) for p in ("TER", "MF", "SMR")] == ["p3", "p1", "bank"]
    assert cash(game, "p1", "p2", "p3") == [385, 420, 400]
    assert waits(game) == "p1"
    assert offered(game, "p1", "buy_item", "item") == ["ER"]


@rule("1889", "R7", "R8")
def test_among_bidders_the_lowest_goes_on_until_one_is_left():
    game = begun(4)
    for player, bid in (("p1", 35), ("p2", 40), ("p3", 45)):
        act(game, player, "bid", item="MF", price=bid)
    act(game, "p4", "buy_item", item="TER")
    assert waits(game) == "p1"
    assert refusal(game, "p1", "bid", price=49) == "bid_too_low"
    act(game, "p1", "bid", price=50)
    assert waits(game) == "p2"  # has the lowest bid now
    act(game, "p2", "pass")
    assert waits(game) == "p3"
    act(game, "p3", "bid", price=55)
    assert waits(game) == "p1"
    act(game, "p1", "pass")
    assert game.view.owner("MF") == "p3"
    assert cash(game, "p1", "p2", "p3") == [420, 420, 365]
    assert waits(game) == "p1"  # left of p4, who set it off


@rule("1889", "R9")
def test_the_cheapest_becomes_cheaper_when_all_pass():
    game = begun()
    act(game, "p1", "bid", item="MF", price=35)
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    act(game, "p1", "pass")
    assert waits(game) == "p2"
    act(game, "p2", "buy_item", item="TER")
    assert cash(game, "p1", "p2") == [385, 405]


@rule("1889", "R9")
def test_at_nothing_the_next_player_must_take_it():
    game = begun()
    act(game, "p1", "bid", item="SIR", price=85)
    for _ in range(4):
        act(game, waits(game), "pass")
        act(game, waits(game), "pass")
        act(game, waits(game), "pass")
    assert game.view.owner("TER") == "p2"  # p1 was the last to pass
    assert cash(game, "p2") == [420]
    assert waits(game) == "p3"


@rule("1889", "R10")
def test_after_the_cheapest_is_sold_the_privates_pay_when_all_pass():
    game = begun()
    act(game, "p1", "buy_item", item="TER")
    everybody_passes(game)
    assert cash(game, "p1", "p2", "p3") == [405, 420, 420]
    assert (game.round_title(), waits(game)) == ("Auction", "p2")
    assert game.state.companies["AR"].floated is False
    everybody_passes(game)
    assert cash(game, "p1") == [410]
    assert offered(game, "p2", "buy_item", "item") == ["MF"]  # at its full price
    act(game, "p2", "buy_item", item="MF")
    assert cash(game, "p2") == [390]


@rule("1889", "R11")
@pytest.mark.parametrize("winner", ["p1", "p2"])
def test_the_stock_round_begins_with_the_player_who_would_be_next(winner):
    game = Shikoku().own("p3", "TER", "MF", "ER", "SMR", "DR").auction(winner).game()
    act(game, winner, "buy_item", item="SIR")
    left = {"p1": "p2", "p2": "p3"}[winner]
    assert (game.round_title(), waits(game), game.state.priority) == ("Stock 1", left, left)


@pytest.mark.parametrize(
    ("bidders", "names"), [(("p2", "p3"), "B and C"), (("p1", "p2", "p3"), "A, B and C")]
)
def test_bidders_are_told_as_a_list_within_a_sentence(bidders, names):
    game = begun()
    price = 35
    for player in ("p1", "p2", "p3"):
        if player in bidders:
            act(game, player, "bid", item="MF", price=price)
            price += 5
        else:
            act(game, player, "pass")
    record = act(game, "p1", "buy_item", item="TER")
    told = [sentence(game.view, event) for event in record.events]
    assert any(str(text).endswith(f"is auctioned among {names}.") for text in told)
