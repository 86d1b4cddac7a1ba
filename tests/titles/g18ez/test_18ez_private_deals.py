"""18EZ, appendix: private companies sold between players; and two-sided offers in general."""

from random import Random

import pytest

from engine.checks.random_play import RandomPlayer
from engine.core.actions import Action
from engine.core.choices import Range
from engine.core.log import Record
from engine.core.story import lines
from engine.game import load_game, new_game
from engine.titles.g18ez import TITLE
from tests.rulemark import rule
from tests.scenario import Scenario, act, kinds, refusal
from tests.titles.g18ez.ez_deals import MINORS, PRIVATES, passes, values
from tests.titles.g18ez.trainyard import assert_offers_are_legal


def table(*names, **more):
    """Tom owns the hotel, Dick the Short Line, Harry the rest; Tom is to act in a stock round."""
    scenario = Scenario(TITLE, *(names or ("Tom", "Dick", "Harry"))).own("p1", "HMH").own("p2", "SLR")
    scenario.own("p3", "MRTA", "OBS", *MINORS).start(*MINORS)
    return scenario.at("shares", "p1", "turn", number=2, **more)


def offer(game, player, private, to, price):
    """Make an offer and return its id."""
    act(game, player, "offer_private", private=private, to=to, price=price)
    return max(game.state.offers, key=lambda key: int(key[1:]))


@rule("18EZ", "A.players")
def test_an_owner_sells_to_a_player_who_agrees():
    game = table().game()
    made = offer(game, "p1", "HMH", "p2", 75)
    assert game.view.owner("HMH") == "p1"
    assert {"accept_offer", "decline_offer"} <= kinds(game, "p2")
    assert values(game.options("p2", "accept_offer", "offer")) == [made]
    act(game, "p2", "accept_offer", offer=made)
    assert game.view.owner("HMH") == "p2"
    assert (game.view.cash("p1"), game.view.cash("p2")) == (675, 525)
    assert not game.state.offers


@rule("18EZ", "A.players")
def test_a_buyer_offers_to_the_owner():
    game = table().game()
    assert values(game.options("p1", "offer_private", "to", {"private": "SLR"})) == ["p2"]
    made = offer(game, "p1", "SLR", "p2", 300)
    assert "accept_offer" not in kinds(game, "p1")
    act(game, "p2", "accept_offer", offer=made)
    assert (game.view.owner("SLR"), game.view.cash("p1"), game.view.cash("p2")) == ("p1", 300, 900)


@rule("18EZ", "A.players")
@pytest.mark.parametrize("price", [0, 1, 600])
def test_any_agreed_price_will_do(price):
    game = table().game()
    act(game, "p2", "accept_offer", offer=offer(game, "p1", "HMH", "p2", price))
    assert game.view.cash("p1") == 600 + price


@rule("18EZ", "A.players")
def test_the_price_is_what_the_buyer_has():
    game = table().cash(p2=40).game()
    found = game.options("p1", "offer_private", "price", {"private": "HMH", "to": "p2"})
    assert found == Range(0, 40, 1, (25,))
    assert refusal(game, "p1", "offer_private", private="HMH", to="p2", price=41) == "not_enough_money"
    assert refusal(game, "p1", "offer_private", private="HMH", to="p2", price=-1) == "bad_price"
    assert refusal(game, "p1", "offer_private", private="HMH", to="p2") == "bad_offer"


@rule("18EZ", "A.players")
def test_at_any_time_by_anybody():
    game = table().game()
    assert "offer_private" in kinds(game, "p3")
    act(game, "p2", "accept_offer", offer=offer(game, "p3", "MRTA", "p2", 80))
    assert game.waiting().players == ("p1",)
    passes(game, 3)
    assert game.view.cursor.round == "operating"
    made = offer(game, "p1", "HMH", "p3", 10)
    act(game, "p3", "accept_offer", offer=made)
    assert game.view.owner("HMH") == "p3"


@rule("18EZ", "A.players")
def test_in_the_startpacket_money_behind_bids_is_not_spent():
    scenario = Scenario(TITLE).own("p1", "SLR").at("packet", "p2", "packet", number=1)
    game = scenario.game()
    made = offer(game, "p1", "SLR", "p2", 100)
    act(game, "p2", "bid", item="ONE", price=501)
    assert made not in game.state.offers
    assert refusal(game, "p1", "offer_private", private="SLR", to="p2", price=100) == "not_enough_money"
    act(game, "p2", "accept_offer", offer=offer(game, "p1", "SLR", "p2", 99))
    assert game.view.owner("SLR") == "p2"


@rule("18EZ", "A.players")
def test_only_open_privates_of_players_are_traded():
    game = table().close("HMH").own("M&R", "MRTA").game()
    for private in ("HMH", "MRTA", "ONE", "M&R"):
        assert refusal(game, "p1", "offer_private", private=private, to="p3", price=1) == "not_for_sale"
    assert refusal(game, "p1", "offer_private", private="OBS", to="p2", price=1) == "not_for_sale"
    assert refusal(game, "p2", "offer_private", private="SLR", to="p2", price=1) == "no_such_player"
    assert refusal(game, "p2", "offer_private", private="SLR", to="M&R", price=1) == "bad_offer"


@rule("18EZ", "1.8", "A.players")
def test_a_buyer_needs_room_under_the_certificate_limit():
    scenario = Scenario(TITLE, *"ABCDEF").own("p1", *PRIVATES).own("p6", *MINORS).start(*MINORS)
    for company, percent in (("M&R", 60), ("BR&N", 60)):
        scenario.shares(company, p2=percent).par(company, 50)
    game = scenario.at("shares", "p1", "turn", number=2).game()
    assert refusal(game, "p1", "offer_private", private="SLR", to="p2", price=0) == "certificate_limit"
    assert "p2" not in values(game.options("p1", "offer_private", "to", {"private": "SLR"}))


@rule("18EZ", "A.players")
def test_an_offer_lapses_when_it_can_no_longer_be_carried_out():
    game = table().game()
    first = offer(game, "p1", "HMH", "p2", 500)
    second = offer(game, "p1", "HMH", "p3", 10)
    act(game, "p3", "accept_offer", offer=second)
    assert first not in game.state.offers
    told = lines(game.view, game.log[-1])
    assert "The offer of Tom to Dick lapses: Tom sells Harriot Milton Hotel to Dick for $500." in told
    assert refusal(game, "p2", "accept_offer", offer=first) == "no_such_offer"


@rule("18EZ", "A.players")
def test_offers_are_declined_and_withdrawn():
    game = table().game()
    made = offer(game, "p1", "HMH", "p2", 75)
    assert refusal(game, "p1", "accept_offer", offer=made) == "no_such_offer"
    assert refusal(game, "p2", "withdraw_offer", offer=made) == "no_such_offer"
    assert refusal(game, "p3", "decline_offer", offer=made) == "no_such_offer"
    assert refusal(game, "p1", "offer_private", private="HMH", to="p2", price=80) == "already_offered"
    assert values(game.options("p1", "offer_private", "to", {"private": "HMH"})) == ["p3"]
    act(game, "p2", "decline_offer", offer=made)
    again = offer(game, "p1", "HMH", "p2", 80)
    assert again != made
    act(game, "p1", "withdraw_offer", offer=again)
    assert not game.state.offers
    assert "withdraw_offer" not in kinds(game, "p1")


def test_an_open_offer_blocks_nobody_and_survives_the_store():
    game = table().game()
    offer(game, "p1", "HMH", "p2", 75)
    act(game, "p1", "pass")
    loaded = load_game(TITLE, game.setup, [Record.from_json(r.to_json()) for r in game.log])
    assert loaded.digest() == game.digest()
    loaded.undo("p1", to=1)
    assert not loaded.state.offers


@pytest.mark.parametrize("seed", range(5))
def test_every_path_offered_in_packet_stock_rounds_and_deals_is_legal(seed):
    game = new_game(TITLE, [f"P{i}" for i in range(2 + seed)], seed=seed)
    dice, pick = RandomPlayer(TITLE, seed), Random(seed)
    for step in range(220):
        if game.state.cursor.round == "operating":
            break
        if step % 4 == 0:
            assert_offers_are_legal(game)
        game.submit(dice.action(game) if pick.random() < 0.9 else _pass_or(game, dice))


def _pass_or(game, dice):
    player = game.waiting().players[0]
    pass_ = Action("pass", player)
    return pass_ if game.check(pass_) is None else dice.action(game)


@pytest.mark.parametrize("seed", range(4))
def test_every_path_offered_in_a_later_stock_round_is_legal(seed):
    scenario = table()
    for company, mine, pool in (("M&R", 40, 20), ("BR&N", 30, 50), ("PS&W", 20, 10)):
        scenario.shares(company, p1=mine, p2=20, pool=pool).par(company, 70)
    game = scenario.shares("GV&E", p3=20).par("GV&E", 90, floated=False).game()
    dice, dealt = RandomPlayer(TITLE, seed), set()
    for _ in range(150):
        if game.view.cursor.round != "shares":
            break
        assert_offers_are_legal(game)
        dealt.add(game.submit(dice.action(game)).action.kind)
    assert "sell_shares" in dealt
