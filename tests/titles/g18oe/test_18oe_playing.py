"""How random players play 18OE, so that their games come to what must be tested."""

from engine.checks.random_play import RandomPlayer
from engine.core.view import View
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.playing import leaning
from tests.scenario import act
from tests.titles.g18oe.oe_late import buying, major_phase, stock, with_major, with_regional
from tests.titles.g18oe.test_18oe_running import andalusia


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
    assert leaning(view, "expand", "") == leaning(view, "expand", "GWR") == 1
    bare = stock(with_regional(major_phase(phase="2"), "GWR")).view
    assert leaning(bare, "expand", "GWR") < 1
    first = stock(with_regional(major_phase(phase="2"), "GWR").trains("GWR", "2+2"), number=1).view
    assert leaning(first, "expand", "") < 1


def test_random_players_buy_of_the_bank_and_save_for_it():
    poor = buying(with_major(major_phase(phase="3"), cash=100)).view
    assert leaning(poor, "buy_train", "LNWR") < leaning(poor, "buy_train", "depot") == 1
    assert leaning(poor, "dividend", "pay") < leaning(poor, "dividend", "withhold")
    rich = buying(with_major(major_phase(phase="3"), cash=2000)).view
    assert leaning(rich, "dividend", "pay") > leaning(rich, "dividend", "withhold")


def test_a_president_whose_major_has_no_train_saves_his_money():
    position: View = stock(with_major(major_phase(phase="3"), cash=100)).view
    assert leaning(position, "buy_share", "") < 1
    assert leaning(stock(major_phase(phase="3")).view, "buy_share", "") == 1
    assert leaning(position, "lay_tile", "") == 1
