"""18EZ 2.13: the end of the game and who has won."""

from engine.core.state import IPO
from engine.titles.g18ez import TITLE
from tests.rulemark import rule
from tests.scenario import Scenario, act
from tests.titles.g18ez.trainyard import BUYER, players, rival, yard


def idle():
    """BCRR without a route or a train at the end of its turn in the first of two operating rounds."""
    return yard(route=False).token(BUYER, "C5").money({BUYER: 0})


def play_out(game):
    """Decline everything until the operating rounds are over."""
    for _ in range(40):
        if game.state.ended or game.state.cursor.round != "operating":
            return
        player = players(game)[0]
        offered = {choice.kind for choice in game.choices(player)}
        act(game, player, "skip" if "skip" in offered else "done")
    raise AssertionError("the set of operating rounds does not end")


@rule("18EZ", "2.13")
def test_a_bank_without_money_ends_the_game_after_the_set_of_operating_rounds():
    game = idle().bank(0).game()
    act(game, "p1", "done")
    assert game.state.notes["bank_broken"] is True
    assert not game.state.ended
    assert game.state.cursor.part == 2
    play_out(game)
    assert game.state.ended == "bank_broken"


@rule("18EZ", "2.13")
def test_the_bank_pays_on_with_ious():
    scenario = idle().own("p2", "OBS").own("p3", "SLR").cash(p2=0, p3=0).bank(5)
    game = scenario.game()
    act(game, "p1", "done")
    assert game.state.bank == -20
    assert (game.view.cash("p2"), game.view.cash("p3")) == (20, 5)
    assert game.scores()["p2"] == 20


@rule("18EZ", "2.13")
def test_money_that_comes_back_does_not_mend_the_bank():
    game = idle().own("p2", "OBS").money({BUYER: 500}).bank(20).game()
    act(game, "p1", "done")
    while "buy_train" not in {choice.kind for choice in game.choices("p1")}:
        act(game, "p1", "skip")
    assert game.state.bank == 0
    act(game, "p1", "buy_train", source="depot", train="2")
    assert game.state.bank == 80
    play_out(game)
    assert game.state.ended == "bank_broken"


@rule("18EZ", "2.13")
def test_a_bank_with_money_lets_the_game_go_on():
    game = idle().bank(26).own("p2", "OBS").own("p3", "SLR").game()
    act(game, "p1", "done")
    assert game.state.bank == 1
    assert "bank_broken" not in game.state.notes


@rule("18EZ", "2.13")
def test_the_printed_example_adds_up_without_its_misprint():
    """The printed totals 480, 2,840 and 4,786 fit 4 shares at 120; the value of 170 beside them does not."""
    scenario = Scenario(TITLE)
    for railroad, percent, cell in (
        ("BCRR", 60, (0, 14)),  # Blue at 200
        ("GV&E", 60, (0, 9)),  # Green at 150
        ("M&R", 40, (0, 6)),  # Red at 120
        ("BR&N", 20, (0, 7)),  # Brown at 130
    ):
        scenario.shares(railroad, p1=percent).par(railroad, 100, cell=cell)
    game = scenario.cash(p1=1846 + 100).game()
    values = [game.view.price(c) for c in ("BCRR", "GV&E", "M&R", "BR&N")]
    assert values == [200, 150, 120, 130]
    assert game.scores()["p1"] == 1200 + 900 + 480 + 260 + 1846 + 100 == 4786


@rule("18EZ", "2.13")
def test_treasuries_privates_and_minors_do_not_count():
    scenario = rival(Scenario(TITLE), "M&R", p1=20).cash(p1=10).money({"M&R": 900})
    game = scenario.own("p1", "OBS", "ONE").start("ONE", cash=160).game()
    assert game.scores()["p1"] == 10 + 2 * 90


@rule("18EZ", "2.13")
def test_shares_without_a_market_value_count_nothing():
    scenario = Scenario(TITLE).cash(p1=10).shares("M&R", p1=40).par("M&R", 100, floated=False)
    scenario.state.certs["BL:1"].owner = "p1"
    game = scenario.game()
    assert game.scores()["p1"] == 10
    assert game.view.percent(IPO, "M&R") == 60
