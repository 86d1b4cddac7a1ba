"""How random players play 18OE, so that their games come to what must be tested."""

from engine.checks.random_play import RandomPlayer
from engine.core.state import Pending
from engine.core.view import View
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.play_styles import position_weight
from engine.titles.g18oe.routes.orient_express import express_of
from engine.titles.g18oe.routes.pointed import parsed
from engine.titles.g18oe.track.tokens import unplaced, voyage_of
from tests.scenario import act
from tests.titles.g18oe.building import look
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.oe_late import buying, major_phase, operating, stock, with_major, with_regional
from tests.titles.g18oe.test_18oe_extras import express
from tests.titles.g18oe.test_18oe_running import andalusia, turn


def pointed(game):
    choice = next(c for c in game.choices("p2") if c.kind == "point_out")
    return RandomPlayer(TITLE, 1).complete(game, "p2", choice)


def test_a_random_player_points_out_what_is_better_and_nothing_else():
    game = andalusia("4")
    found = pointed(game)
    assert game.check(found) is None
    game.submit(found)
    assert pointed(game) is None
    act(game, "p1", "run", routes=game.suggest_routes())
    assert pointed(game) is None


def test_random_players_expand_after_the_first_operating_rounds_and_with_a_train():
    view = stock(with_regional(major_phase(phase="2"), "GWR").trains("GWR", "2+2")).view
    assert position_weight(view, "expand", "") == position_weight(view, "expand", "GWR") == 1
    bare = stock(with_regional(major_phase(phase="2"), "GWR")).view
    assert position_weight(bare, "expand", "GWR") < 1
    first = stock(with_regional(major_phase(phase="2"), "GWR").trains("GWR", "2+2"), number=1).view
    assert position_weight(first, "expand", "") < 1


def test_random_players_buy_of_the_bank_and_save_for_it():
    poor = buying(with_major(major_phase(phase="3"), cash=100)).view
    assert position_weight(poor, "buy_train", "LNWR") < position_weight(poor, "buy_train", "depot") == 1
    assert position_weight(poor, "dividend", "pay") < position_weight(poor, "dividend", "withhold")
    rich = buying(with_major(major_phase(phase="3"), cash=2000)).view
    assert position_weight(rich, "dividend", "pay") > position_weight(rich, "dividend", "withhold")


def test_a_president_whose_major_has_no_train_saves_his_money():
    position: View = stock(with_major(major_phase(phase="3"), cash=100)).view
    assert position_weight(position, "buy_share", "") < 1
    assert position_weight(stock(major_phase(phase="3")).view, "buy_share", "") == 1
    assert position_weight(position, "lay_tile", "") == 1


def test_tokens_of_privates_go_where_the_railroad_has_a_use_for_them():
    scenario = with_major(major_phase("SHTC", "CCTC", "HMLC", "WCF", "WS"), "GWR", p1=60).own("p1", "WS")
    view = look(scenario.token("GWR", "M28"), "GWR")
    reached = {coord for coord, _ in voyage_of(view, "GWR").whole.stops}
    reached -= {coord for coord, _ in view.stations("GWR")}
    for kind in ("star_harbor", "central_circle"):
        assert position_weight(view, kind, "") == 1
        assert all(position_weight(view, kind, coord) == 1 for coord in reached)
        assert position_weight(view, kind, "M28") == position_weight(view, kind, "W6") < 1
    assert reached
    assert position_weight(view, "lumber", "") < 1
    assert position_weight(view, "free_token", "") == 1
    assert position_weight(look(scenario.own("p1", "WCF"), "GWR"), "free_token", "") < 1


def test_who_owns_the_ferry_keeps_a_token_for_it():
    scenario = with_major(major_phase("WCF"), "GWR", p1=60)
    assert position_weight(look(scenario, "GWR"), "place_token", "") == 1
    scenario.own("p1", "WCF")
    assert position_weight(look(scenario, "GWR"), "place_token", "") == 1
    for token in unplaced(look(scenario, "GWR"), "GWR")[1:]:
        scenario.state.tokens[token.id].place = ("M28", 0)
    assert position_weight(look(scenario, "GWR"), "place_token", "") < 1
    assert position_weight(look(scenario, "GWR"), "transfer_token", "") < 1


def test_privates_whose_power_comes_late_are_kept():
    view = stock(major_phase("WCF", "SML", "WS")).view
    assert position_weight(view, "close_private", "WS") == 1
    assert position_weight(view, "close_private", "WCF") == position_weight(view, "remove_private", "SML") < 1


def test_players_sell_what_they_can_while_a_stock_round_may_break_the_bank():
    scenario = with_major(major_phase(phase="5"), "GWR", p1=60)
    assert position_weight(stock(scenario).view, "sell_shares", "") == 1
    scenario.state.bank = 900
    assert position_weight(stock(scenario).view, "sell_shares", "") > 1
    assert position_weight(operating(scenario, "GWR", "trains").view, "sell_shares", "") == 1


def test_the_major_with_the_token_beside_the_ferry_becomes_a_national():
    scenario = with_major(with_major(major_phase(phase="6"), "GWR", p1=60), "LNWR", p1=60)
    scenario.note("white_cliffs", "LNWR").state.pending.append(Pending("form_national", ("p1",)))
    view = operating(scenario, "GWR", "trains").view
    assert position_weight(view, "form_national", "") == position_weight(view, "form_national", "LNWR") > 1
    assert position_weight(view, "form_national", "GWR") == 1


def test_sometimes_the_run_is_the_orient_express_though_others_earn_more():
    game = turn(express("8+8", phase="5"))
    seeker = RandomPlayer(TITLE, 1)
    seeker.sought = 1.0
    assert express_of(game.view, US, parsed(seeker.routes(game))) is not None
    seeker.sought = 0.0
    assert express_of(game.view, US, parsed(seeker.routes(game))) is None
