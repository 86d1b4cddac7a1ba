"""1889: operating rounds, dividends and the end (R33, R34, R46-R49, R63, R64, R73, R74)."""

import pytest

from engine.core.state import BANK
from engine.steps.turns import OperatingRound
from tests.rulemark import rule
from tests.titles.g1889.shikoku import TITLE, Shikoku, act, cash, holds, kinds, offered, price, refusal


def order(game):
    operating = TITLE.rounds["operating"]
    assert isinstance(operating, OperatingRound)
    return operating.order(game.view)


def pass_all(game, players):
    for player in players:
        act(game, player, "pass")


def end_turn(game, player):
    """Decline what is left of a company's turn."""
    here = game.state.cursor.actor, game.state.cursor.part
    while not game.state.ended and (game.state.cursor.actor, game.state.cursor.part) == here:
        act(game, player, "done" if "done" in kinds(game, player) else "skip")


@rule("1889", "R33")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)])
def test_operating_rounds_by_phase(phase, rounds):
    game = Shikoku("A", "B").company("AR", p1=50).phase(phase).stock_round().game()
    pass_all(game, ("p1", "p2"))
    assert game.round_title() == "OR 1.1"
    assert game.state.notes["rounds_in_set"] == rounds


@rule("1889", "R33")
def test_the_number_is_fixed_when_the_set_begins():
    made = Shikoku("A", "B").company("KU", p1=50, cash=500).phase("2").no_trains_left("2")
    game = made.turn("KU", "trains").game()
    act(game, "p1", "buy_train", source="depot", train="3")
    assert game.state.phase == "3"
    act(game, "p1", "done")
    assert game.round_title().startswith("Stock")


@rule("1889", "R34")
def test_privates_pay_their_owners_at_the_start_of_each_round():
    made = Shikoku("A", "B").own("p1", "TER", "DR").own("KU", "ER").company("KU", p1=50)
    game = made.phase("3").stock_round().game()
    before = cash(game, "p1", "p2", "KU")
    pass_all(game, ("p1", "p2"))
    assert cash(game, "p1", "p2", "KU") == [before[0] + 20, before[1], before[2] + 10]
    end_turn(game, "p1")
    assert game.round_title() == "OR 1.2"
    assert cash(game, "p1") == [before[0] + 40]


@rule("1889", "R46")
def test_the_highest_price_first_then_the_farthest_right_then_the_top():
    made = Shikoku().company("AR", cell=(0, 3), p1=50)  # 100
    made.company("IR", cell=(1, 4), p1=50).company("SR", cell=(2, 5), p1=50)  # 100, further right
    game = made.company("KO", cell=(2, 5), p1=50).company("TR", cell=(0, 4), p1=50).turn("TR").game()
    assert order(game) == ["TR", "SR", "KO", "IR", "AR"]


@rule("1889", "R47")
def test_who_floats_in_a_round_waits_for_the_next():
    made = Shikoku().company("AR", 65, p1=50).shares("IR", p1=50).par("IR", 100)
    game = made.turn("AR").game()
    assert order(game) == ["AR"]


@rule("1889", "R47")
def test_a_forced_sale_sorts_anew_who_has_not_operated():
    made = Shikoku("A", "B").cash(p1=0).company("AR", cell=(0, 4), p1=50).company("IR", cell=(2, 5), p1=30)
    made.company("SR", cell=(1, 4), p2=50).lay("K8", "57", 1, 4)
    game = made.lay("J9", "58", 2, 4).lay("I8", "9", 2, 5).turn("AR", "trains").game()
    assert order(game) == ["AR", "IR", "SR"]
    act(game, "p1", "sell_shares", company="IR", percent=10)
    assert order(game) == ["AR", "SR", "IR"]


@rule("1889", "R48")
def test_homes_are_put_down_at_the_start_of_a_round_free():
    made = Shikoku("A", "B").stock_round()
    made.shares("AR", p1=50).par("AR", 65).shares("UR", p1=50).par("UR", 65).started("IR", p2=20)
    game = made.game()
    pass_all(game, ("p1", "p2"))
    stations = {c: game.view.stations(c) for c in ("AR", "UR", "IR")}
    assert stations == {"AR": [("K8", 0)], "UR": [("B7", 0)], "IR": []}
    assert cash(game, "AR", "UR") == [0, 0]


@rule("1889", "R48")
@pytest.mark.parametrize("tile", [None, "6", "14"])
def test_a_place_is_kept_for_each_home(tile):
    made = Shikoku().company("AR", p1=50)
    if tile:
        made.tile("E2", tile)
    board = made.turn("AR").game().view.board()
    assert board.open_slots("E2", 0, "AR") == (1 if tile == "14" else 0)
    assert board.open_slots("E2", 0, "IR") == (2 if tile == "14" else 1)


@rule("1889", "R49")
def test_track_token_run_dividend_trains():
    steps = list(TITLE.rounds["operating"].steps)
    assert steps == ["track", "token", "run", "dividend", "trains"]


@rule("1889", "R49", "R35")
@pytest.mark.parametrize("step", ["track", "trains"])
def test_privates_are_bought_in_between(step):
    game = Shikoku().own("p1", "SIR").company("AR", p1=50, cash=500).phase("3").turn("AR", step).game()
    act(game, "p1", "buy_private", private="SIR", price=80)
    assert game.view.owner("SIR") == "AR"


# --- dividends -----------------------------------------------------------------------------------------


def earned(revenue, **owners):
    made = Shikoku().company("AR", cell=(3, 4), cash=0, **owners).trains("AR", "2")
    return made.turn("AR", "dividend").note("turn:revenue", revenue)


@rule("1889", "R63")
def test_the_pool_pays_the_company_and_the_offering_nobody():
    game = earned(130, p1=40, p2=20, pool=30).game()
    before = cash(game, "p1", "p2", BANK)
    act(game, "p1", "dividend", payout="pay")
    assert cash(game, "p1", "p2", "AR") == [before[0] + 52, before[1] + 26, 39]
    assert cash(game, BANK) == [before[2] - 117]


@rule("1889", "R63")
def test_all_or_nothing():
    game = earned(130, p1=40, p2=20).game()
    assert offered(game, "p1", "dividend", "payout") == ["pay", "withhold"]
    assert refusal(game, "p1", "dividend", payout="half") == "bad_payout"
    act(game, "p1", "dividend", payout="withhold")
    assert cash(game, "AR") == [130]


@rule("1889", "R64")
@pytest.mark.parametrize(("way", "after"), [("pay", 90), ("withhold", 75)])
def test_paid_right_withheld_left(way, after):
    game = earned(100, p1=40, p2=20).game()
    assert price(game, "AR") == 80
    act(game, "p1", "dividend", payout=way)
    assert price(game, "AR") == after


@rule("1889", "R64")
def test_without_a_run_left():
    game = Shikoku().company("AR", cell=(3, 4), p1=50).turn("AR", "track").game()
    end_turn(game, "p1")
    assert price(game, "AR") == 75


# --- the end -------------------------------------------------------------------------------------------


@rule("1889", "R73")
@pytest.mark.parametrize(("bank", "broken"), [(100, False), (99, True)])
def test_the_bank_breaks_when_it_cannot_pay_in_full(bank, broken):
    game = earned(100, p1=60, p2=40).bank(bank).game()
    act(game, "p1", "dividend", payout="pay")
    assert bool(game.state.notes.get("bank_broken")) == broken
    assert cash(game, BANK) == [bank - 100]


@rule("1889", "R73")
def test_the_set_is_finished_then_the_game_ends():
    made = Shikoku("A", "B").company("KU", p1=50).turn("KU", "dividend", rounds=2).bank(0)
    game = made.note("turn:revenue", 100).game()
    act(game, "p1", "dividend", payout="pay")
    act(game, "p1", "done")
    assert (game.round_title(), game.state.ended) == ("OR 1.2", "")
    end_turn(game, "p1")
    assert game.state.ended == "bank_broken"


@rule("1889", "R73")
@pytest.mark.parametrize(("bank", "ended"), [(100, ""), (99, "bank_broken")])
def test_a_bank_that_is_just_empty_after_a_set_lets_the_next_stock_round_begin(bank, ended):
    game = earned(100, p1=60, p2=40).bank(bank).game()
    act(game, "p1", "dividend", payout="pay")
    end_turn(game, "p1")
    assert (game.state.ended, game.round_title()) == (ended, "OR 1.1" if ended else "Stock 2")


@rule("1889", "R73")
def test_broken_in_a_stock_round_the_following_set_is_played():
    made = Shikoku("A", "B").company("KU", cell=(4, 4), p1=40, p2=20).company("AR", p2=50)
    game = made.phase("3").bank(10).stock_round().game()
    act(game, "p1", "sell_shares", company="KU", percent=10)
    act(game, "p1", "done")
    pass_all(game, ("p2", "p1"))
    assert (game.round_title(), game.state.ended) == ("OR 1.1", "")
    assert game.state.notes["bank_broken"] is True


@rule("1889", "R74")
def test_cash_shares_and_privates_count():
    made = Shikoku().cash(p1=100, p2=50).own("p1", "SIR").company("AR", cell=(2, 5), p1=30, p2=20)
    made.started("IR", 80, p1=20)
    game = made.turn("AR").game()
    assert game.scores() == {"p1": 100 + 80 + 300 + 160, "p2": 50 + 200, "p3": 420}
    assert holds(game, "IR") == {"p1": 20}
