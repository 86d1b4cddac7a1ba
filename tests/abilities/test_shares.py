"""Privates exchanged for shares, and those that stay open with another revenue."""

from dataclasses import replace

import pytest

from engine.abilities.privates import StaysOpen, close_privates, income
from engine.abilities.shares import Exchange, Share
from engine.core.story import story
from engine.core.writer import PositionWriter
from engine.rules.initial_auction import InitialAuctionRules
from tests.abilities.privates import PRIVATE, Powers, title_with
from tests.scenario import Scenario, act, kinds, refusal
from tests.titles.g18ez.ez_turns import offered

SWAP = Exchange(company="BCRR")


def swap(game, player="p2"):
    return act(game, player, "exchange_private", private=PRIVATE)


def refused(game, player="p2"):
    return refusal(game, player, "exchange_private", private=PRIVATE)


@pytest.mark.parametrize("place", ["own turn", "another's turn", "stock round"])
def test_the_owner_swaps_it_at_any_time_without_payment(place):
    scenario = Powers(SWAP)
    if place == "stock round":
        scenario.at("shares", "p1", "turn")
    game = scenario.turn("BCRR").game() if place == "own turn" else scenario.game()
    cash, cursor = game.view.cash("p2"), game.state.cursor
    swap(game)
    assert game.view.percent("p2", "BCRR") == 60
    assert game.view.company(PRIVATE).closed
    assert (game.view.cash("p2"), game.state.cursor) == (cash, cursor)
    assert "exchange_private" not in kinds(game, "p2")


def test_only_a_player_who_owns_it():
    assert refused(Powers(SWAP).game(), "p1") == "power_not_owned"
    assert refused(Powers(SWAP, owner="BCRR").game()) == "power_not_owned"


def test_only_in_share_and_operating_rounds():
    game = Powers(SWAP).at("packet", "p2", "packet").game()
    assert refused(game) == "power_not_owned"
    assert "exchange_private" not in kinds(game, "p2")


def test_not_beyond_the_holding_limit():
    game = Powers(SWAP).shares("BCRR", p2=60).game()
    assert refused(game) == "holding_limit"
    assert "exchange_private" not in kinds(game, "p2")


def test_not_when_the_offering_has_no_share_left():
    assert refused(Powers(SWAP).shares("BCRR", p2=50, p3=50).game()) == "none_left"


def test_the_certificate_limit_is_not_asked():
    game = Powers(SWAP).game()
    limits = game.title.data.certificate_limit
    assert isinstance(limits, dict)
    before, limits[3] = limits[3], 1
    try:
        swap(game)
    finally:
        limits[3] = before
    assert game.view.percent("p2", "BCRR") == 60


def test_it_may_make_a_company_float_and_change_its_president():
    scenario = Powers(Exchange(company="GV&E")).shares("GV&E", p1=20, p2=20, p3=10)
    game = scenario.par("GV&E", 80, floated=False).at("shares", "p1", "turn").game()
    swap(game)
    assert game.view.president("GV&E") == "p2"
    assert game.view.company("GV&E").floated


def test_before_the_company_is_started_the_share_waits_for_a_president():
    game = Powers(Exchange(company="GV&E")).game()
    swap(game)
    assert game.view.percent("p2", "GV&E") == 10
    assert game.view.president("GV&E") is None
    assert not game.view.company("GV&E").floated


EITHER = Exchange(company="BCRR", sources=("ipo", "pool"))


def test_with_two_sources_the_player_chooses():
    game = Powers(EITHER).shares("BCRR", p2=50, pool=10).game()
    found = offered(game, "p2", "exchange_private", "source", private=PRIVATE)
    assert [option.value for option in found] == ["ipo", "pool"]
    act(game, "p2", "exchange_private", private=PRIVATE, source="pool")
    assert (game.view.percent("pool", "BCRR"), game.view.percent("p2", "BCRR")) == (0, 60)
    assert "from the open market" in str(story(game.view, game.log[-1]))


def test_with_two_sources_one_that_has_a_share_is_enough():
    game = Powers(EITHER).shares("BCRR", p2=50, p3=40, pool=10).game()
    assert refusal(game, "p2", "exchange_private", private=PRIVATE, source="ipo") == "none_left"
    swap(game)
    assert game.view.percent("pool", "BCRR") == 0
    assert refused(Powers(EITHER).shares("BCRR", p2=50, p3=50).game()) == "none_left"
    assert refused(Powers(EITHER).shares("BCRR", p2=60, pool=10).game()) == "holding_limit"


def test_the_market_is_no_source_unless_the_data_name_it():
    game = Powers(SWAP).shares("BCRR", p2=50, pool=10).game()
    assert refusal(game, "p2", "exchange_private", private=PRIVATE, source="pool") == "none_left"


# --- one that stays open ----------------------------------------------------------------------------

STAYS = StaysOpen(revenue=50)


def closing(owner):
    game = Powers(STAYS, owner=owner).phase("5").game()
    writer = PositionWriter(game.title, game.state)
    close_privates(writer)
    return writer


def test_a_players_stays_open_and_pays_more_from_the_phase_on():
    assert not closing("p2").company(PRIVATE).closed
    assert closing("p2").company("HMH").closed
    assert income(closing("p2"), PRIVATE) == 50
    assert income(Powers(STAYS).phase("4").game().view, PRIVATE) == 5


def test_a_companys_closes():
    assert closing("BCRR").company(PRIVATE).closed
    assert closing("bank").company(PRIVATE).closed


# --- certificates that come with the purchase ---------------------------------------------------------


def auction(*powers):
    """The first private for sale to p1, by the usual rules of an auction and with these powers."""
    title = title_with(*powers)
    rules = replace(title.rules, initial_auction=InitialAuctionRules())
    return Scenario(replace(title, rules=rules)).at("packet", "p1", "packet").game()


def test_the_first_buyer_gets_the_share_that_the_data_promise():
    game = auction(Share(company="BCRR"))
    cash = game.view.cash("p1")
    act(game, "p1", "buy_item", item=PRIVATE)
    assert game.view.percent("p1", "BCRR") == 10
    assert game.view.cash("p1") == cash - game.view.spec(PRIVATE).price
    assert game.view.president("BCRR") is None


def test_two_promises_of_one_company_are_two_certificates():
    game = auction(Share(company="BCRR"), Share(company="BCRR"))
    act(game, "p1", "buy_item", item=PRIVATE)
    assert game.view.percent("p1", "BCRR") == 20


def test_a_presidency_asks_its_buyer_for_the_par_before_anything_else():
    game = auction(Share(company="BCRR", president=True))
    act(game, "p1", "buy_item", item=PRIVATE)
    assert game.view.president("BCRR") == "p1"
    assert game.waiting().players == ("p1",)
    assert "buy_item" not in kinds(game, "p1") | kinds(game, "p2")
    assert refusal(game, "p1", "set_par", price=81) == "no_par_value"
    par = game.options("p1", "set_par", "price", {})[0].value
    act(game, "p1", "set_par", price=par)
    assert game.view.company("BCRR").par == int(par)
    assert "set_par" not in kinds(game, "p1")


def test_a_share_of_a_later_day_is_not_given_with_the_purchase():
    game = auction(Share(company="BCRR", event="privates_to_majors"))
    act(game, "p1", "buy_item", item=PRIVATE)
    assert game.view.percent("p1", "BCRR") == 0
