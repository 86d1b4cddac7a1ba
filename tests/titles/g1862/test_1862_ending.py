"""1862 10: the ends by the market, the bank and the LNER, and who has won."""

from typing import cast

import pytest

from engine.core.events import CursorMoved
from engine.core.state import IPO, OUT, POOL
from engine.core.writer import PositionWriter
from engine.titles.g1862 import TITLE
from engine.titles.g1862.companies.companies import startable
from engine.titles.g1862.phases import ending
from engine.titles.g1862.rounds.operating import Operating
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor, kinds, refusal


def all_pass(game):
    """Pass until the round is another one or the game is over."""
    before = (game.view.cursor.round, game.view.cursor.number)
    while not game.state.ended and (game.view.cursor.round, game.view.cursor.number) == before:
        act(game, actor(game), "pass")


def at_rest(company="ENR", price=100, **holders):
    """A started company that has not floated, so that operating rounds pass without turns."""
    return Mania().company(company, price, par=54, chartered=False, floated=False, **holders)


# --- 10.1 the market -------------------------------------------------------------------------------


@rule("1862", "10.1")
def test_a_company_at_the_top_ends_the_game_with_the_operating_round():
    game = at_rest(price=1000, p1=30).phase("D").dealing().game()
    all_pass(game)
    assert game.state.ended == "stock_market_end_reached"
    assert (game.view.cursor.number, game.view.cursor.part) == (1, 1)
    assert game.state.notes["rounds_in_set"] == 3


@rule("1862", "10.1")
def test_a_space_below_the_top_does_not():
    game = at_rest(price=950, p1=30).phase("D").dealing().game()
    all_pass(game)
    assert (game.state.ended, game.round_title()) == ("", "Parliament 2")


@rule("1862", "10.1", "10.3")
def test_the_market_ends_the_game_after_the_lner_too():
    game = at_rest(price=1000, p1=30).phase("H").note("lner", 9).dealing().game()
    all_pass(game)
    assert game.state.ended == "stock_market_end_reached"


# --- 10.2 the bank ---------------------------------------------------------------------------------


@rule("1862", "10.2")
@pytest.mark.parametrize("money", [0, -40])
def test_a_bank_that_runs_out_in_a_stock_round_lets_the_next_set_be_played(money):
    game = at_rest(p1=30).bank(money).phase("D").dealing().game()
    act(game, "p1", "pass")
    assert (game.state.ended, game.round_title()) == ("", "Stock 1")
    all_pass(game)
    assert game.state.ended == "bank_broken"
    assert (game.view.cursor.number, game.view.cursor.part) == (1, 3)


@rule("1862", "10.2")
def test_a_bank_with_a_pound_goes_on():
    game = at_rest(p1=30).bank(1).dealing().game()
    all_pass(game)
    assert game.state.ended == ""


@rule("1862", "10.2")
def test_a_bank_that_was_empty_once_stays_broken():
    game = at_rest(p1=30).bank(-10).dealing().game()
    act(game, "p1", "pass")
    act(game, "p2", "buy_share", company="ENR", source="treasury")
    assert game.state.notes["bank_broken"] is True
    all_pass(game)
    assert game.state.ended == "bank_broken"


@rule("1862", "10.2", "10.3")
def test_an_empty_bank_keeps_the_lner_from_forming():
    game = at_rest(p1=30).bank(0).phase("H").dealing().game()
    all_pass(game)
    assert game.state.ended == "bank_broken"
    assert not ending.lner_formed(game.view)


# --- 10.3 the LNER ---------------------------------------------------------------------------------


def lner(**options):
    """The position in the stock round after the formation of the LNER."""
    scenario = Mania(**options).phase("H").no_trains_left(*"ABCDEFG")
    scenario.company("ENR", 100, par=54, chartered=False, floated=False, p1=50, p2=20, pool=10)
    scenario.company("EUR", 90, chartered=False, floated=False, p1=30)
    game = scenario.dealing().game()
    all_pass(game)
    return game


@rule("1862", "10.3")
def test_the_lner_forms_after_the_set_in_which_the_phase_is_h():
    game = lner()
    assert ending.lner_formed(game.view)
    assert game.round_title() == "Stock 2"
    assert game.state.notes["sets"] == 1


@rule("1862", "10.3")
@pytest.mark.parametrize("phase", ["A", "E", "G"])
def test_it_does_not_form_before_the_first_h_train(phase):
    game = at_rest(p1=30).phase(phase).dealing().game()
    all_pass(game)
    assert (ending.lner_formed(game.view), game.round_title()) == (False, "Parliament 2")


@rule("1862", "11.2", "10.3")
def test_in_the_shorter_game_the_first_e_train_brings_it():
    scenario = Mania(shorter="yes").phase("E")
    game = scenario.company("ENR", 100, chartered=False, floated=False, p1=30).dealing().game()
    all_pass(game)
    assert ending.lner_formed(game.view)


@rule("1862", "10.3")
def test_what_has_not_started_leaves_the_game():
    game = lner()
    assert startable(game.view) == []
    assert [c.id for c in game.view.companies()] == ["ENR", "EUR"]
    assert game.view.holdings("ESR") == {OUT: 100}
    assert refusal(game, actor(game), "par", company="ESR", price=54) == "unknown_company"


@rule("1862", "10.3")
def test_the_ipo_goes_to_the_pool_and_charters_keep_their_shares():
    scenario = Mania().phase("H").company("ENR", 100, p1=50).company("EUR", 90, chartered=False, p1=60)
    writer = PositionWriter(TITLE, scenario.dealing().state)
    ending.form_lner(writer)
    assert writer.holdings("ENR") == {"p1": 50, POOL: 50}
    assert writer.holdings("EUR") == {"p1": 60, "EUR": 40}
    assert writer.certs(IPO) == []


@rule("1862", "10.3", "6.5.2")
def test_the_new_limit_is_the_most_shares_of_a_player():
    game = lner()
    assert game.state.notes["lner"] == 8
    assert TITLE.rules.stock.certificate_limit(game.view) == 8


@rule("1862", "10.3")
def test_one_stock_round_then_each_company_operates_three_times_and_the_game_is_over():
    game = lner()
    operating = cast(Operating, TITLE.rounds["operating"])
    assert (operating.rounds_in_set(game.view), operating.turns(game.view, "ENR")) == (1, 3)
    all_pass(game)
    assert game.state.ended == "lner_formed"
    assert game.state.notes["sets"] == 2


def operations(game):
    """(part of the set, company) of every turn, over the whole log."""
    first = next(iter(TITLE.rounds["operating"].steps))
    moved = [e.after for record in game.log for e in record.events if isinstance(e, CursorMoved)]
    return [(c.part, c.actor) for c in moved if c.step == first]


@rule("1862", "10.3")
@pytest.mark.parametrize(
    ("readings", "order"),
    [
        ("rulebook", [(1, c) for c in ("ENR", "ENR", "ENR", "EUR", "EUR", "EUR")]),
        ("recorded", [(part, c) for part in (1, 2, 3) for c in ("ENR", "EUR")]),
    ],
)
def test_the_last_operations_one_company_after_the_other_or_in_rounds(readings, order):
    scenario = Mania(readings=readings).phase("H").company("ENR", 310, par=54, p1=50)
    scenario.company("EUR", 100, p2=50).token("ENR", "F3").token("EUR", "E12")
    scenario.train("ENR", "G", "express").train("EUR", "F", "local").operated("ENR", "EUR")
    game = scenario.cash(p1=0, p2=0, p3=0).lner(9).dealing(number=2).game()
    all_pass(game)
    while not game.state.ended:
        act(game, actor(game), "skip")
    assert game.state.ended == "lner_formed"
    assert operations(game) == order


@rule("1862", "10.3")
def test_the_recording_program_plays_a_set_of_three_rounds_instead():
    game = lner(readings="recorded")
    operating = cast(Operating, TITLE.rounds["operating"])
    assert (operating.rounds_in_set(game.view), operating.turns(game.view, "ENR")) == (3, 1)
    all_pass(game)
    assert (game.state.ended, game.view.cursor.part) == ("lner_formed", 3)


@rule("1862", "10.3")
def test_the_bank_no_longer_ends_the_game():
    scenario = Mania().phase("H").company("ENR", 100, chartered=False, floated=False, p1=30).bank(-500)
    game = scenario.note("lner", 9).dealing(number=2).game()
    act(game, "p1", "pass")
    assert "bank_broken" not in game.state.notes
    all_pass(game)
    assert game.state.ended == "lner_formed"


def test_the_game_is_over_when_nobody_can_do_anything_any_more():
    game = Mania().cash(p1=162, p2=0, p3=0).parliament().game()
    act(game, "p1", "bid", company="ESR", amount=0)
    act(game, "p1", "par", company="ESR", price=54)
    assert game.state.ended == "standstill"
    assert game.view.holdings("ESR") == {IPO: 100}


@rule("1862", "7.3", "8")
def test_a_company_in_receivership_operates_on_until_somebody_can_buy_again():
    scenario = Mania().cash(p1=162, p2=0, p3=7).train("ENR", "A", "express").company("ENR", 40, pool=100)
    game = scenario.parliament().game()
    act(game, "p1", "bid", company="ESR", amount=0)
    act(game, "p1", "par", company="ESR", price=54)
    assert (actor(game), game.round_title(), game.view.price("ENR")) == ("p3", "Stock 4", 7)
    assert "buy_share" in kinds(game, "p3")


def last_floated(scenario):
    """The SVR, whose home is Sudbury, floats in the last stock round; its turn comes."""
    scenario.company("SVR", 100, chartered=False, floated=False, p1=40, p2=10).phase("H")
    scenario.train("SVR", "H", "express").cash(p1=500, p2=0, p3=0).lner(9)
    game = scenario.dealing(number=2).game()
    act(game, "p1", "buy_share", company="SVR", source="treasury")
    act(game, "p1", "buy_tokens", count=2)
    all_pass(game)
    return game


@rule("1862", "10.3", "7.2")
def test_who_floats_in_the_last_stock_round_places_no_home_marker():
    game = last_floated(Mania().tile("D11", "57"))
    assert game.view.company("SVR").floated
    assert game.view.stations("SVR") == []
    assert operations(game) == [(1, "SVR")] * 3


@rule("1862", "10.3", "7.2")
def test_who_floats_in_the_last_stock_round_displaces_no_marker():
    scenario = Mania().tile("D11", "57").company("EUR", 60, p3=50).token("EUR", "D11").operated("EUR")
    game = last_floated(scenario.train("EUR", "G", "local"))
    assert game.view.stations("EUR") == [("D11", 0)]
    assert game.view.stations("SVR") == []


@rule("1862", "10.3", "7.2")
def test_a_home_marker_that_still_lacks_a_circle_displaces_none_after_the_lner():
    """Placed beside the marker of the EUR before the company merged away its building action."""
    scenario = Mania().phase("H").tile("D11", "57").cash(p1=0, p2=0, p3=0)
    scenario.company("EUR", 60, p3=50).token("EUR", "D11")
    scenario.company("SVR", 100, p1=50).token("SVR", "D11").operated("EUR", "SVR")
    scenario.train("EUR", "F", "local").train("SVR", "F", "local")
    scenario.note("marker_order", [["EUR:0", "D11"], ["SVR:0", "D11"]]).lner(9)
    game = scenario.dealing(number=2).game()
    all_pass(game)
    assert operations(game)[:3] == [(1, "SVR")] * 3
    assert game.view.stations("EUR") == [("D11", 0)]


# --- 10.4 the winner -------------------------------------------------------------------------------


@rule("1862", "10.4")
def test_worth_is_cash_and_shares_at_the_market_price():
    scenario = Mania().cash(p1=10, p2=500, p3=0)
    scenario.company("ENR", 310, par=54, p1=50, p2=20, cash=900).company("EUR", 54, p3=30)
    game = scenario.dealing().game()
    assert game.scores() == {"p1": 10 + 5 * 310, "p2": 500 + 620, "p3": 162}


@rule("1862", "10.4")
def test_trains_do_not_matter_and_a_bankrupt_company_is_worth_nothing():
    scenario = Mania().cash(p1=0, p2=0, p3=0).company("ENR", 0, par=54, p1=50).company("EUR", 100, p2=50)
    assert scenario.dealing().game().scores() == {"p1": 0, "p2": 500, "p3": 0}
    assert "pass" in kinds(scenario.dealing().game(), "p1")
