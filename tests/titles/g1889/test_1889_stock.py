"""1889: stock rounds (R4, R12-R24, R27, R28, R30)."""

import pytest

from tests.rulemark import rule
from tests.titles.g1889.shikoku import TITLE, Shikoku, act, cash, holds, kinds, offered, price, refusal

YELLOW, ORANGE = (5, 0), (9, 0)
MAJORS = ("AR", "IR", "SR", "KO", "TR", "KU", "UR")


def waits(game):
    return game.waiting().players[0]


def rich(*names, number=2):
    made = Shikoku(*names).stock_round(number=number)
    return made.money({p: 2000 if p == "p1" else 1500 for p in made.state.players})


# --- the course of a round -----------------------------------------------------------------------------


@rule("1889", "R12")
def test_sell_then_buy_or_buy_then_sell():
    game = rich().company("AR", p1=40, p2=20).company("IR", p1=30, p2=20).game()
    act(game, "p1", "sell_shares", company="AR", percent=10)
    act(game, "p1", "sell_shares", company="IR", percent=10)
    act(game, "p1", "par", company="SR", price=65)
    assert waits(game) == "p2"
    act(game, "p2", "buy_share", company="AR", source="pool")
    act(game, "p2", "sell_shares", company="IR", percent=20)
    act(game, "p2", "sell_shares", company="AR", percent=10)
    assert waits(game) == "p3"


@rule("1889", "R12")
def test_not_sell_buy_sell_and_one_purchase():
    game = rich().company("AR", p1=40, p2=20).company("IR", p1=30, p2=20).game()
    act(game, "p1", "buy_share", company="AR", source="ipo")
    assert refusal(game, "p1", "buy_share", company="AR", source="ipo") == "turn_order"
    act(game, "p1", "sell_shares", company="IR", percent=10)
    assert refusal(game, "p1", "buy_share", company="AR", source="ipo") == "turn_order"
    act(game, "p1", "done")
    act(game, "p2", "sell_shares", company="AR", percent=10)
    act(game, "p2", "buy_share", company="IR", source="ipo")
    assert waits(game) == "p3"  # nothing more may follow


@rule("1889", "R13", "R14")
def test_the_round_ends_when_all_pass_in_a_row_and_priority_goes_left_of_the_last_to_act():
    game = rich().company("AR", p1=40, p2=20).game()
    act(game, "p1", "pass")
    act(game, "p2", "sell_shares", company="AR", percent=10)
    act(game, "p2", "done")
    act(game, "p3", "pass")
    act(game, "p1", "pass")
    assert game.round_title() == "Stock 2"  # p2 has not passed
    act(game, "p2", "pass")
    assert game.round_title() == "OR 1.1"
    assert game.state.priority == "p3"


@rule("1889", "R14")
def test_who_starts_a_company_hands_priority_to_the_left():
    game = rich().game()
    act(game, "p1", "pass")
    act(game, "p2", "par", company="AR", price=65)  # nothing more may follow
    for player in ("p3", "p1", "p2"):
        act(game, player, "pass")
    assert game.state.priority == "p3"
    assert waits(game) == "p3"  # no company runs: the next stock round has begun


# --- starting and buying -------------------------------------------------------------------------------


@rule("1889", "R15")
@pytest.mark.parametrize(("par", "row"), [(100, 0), (90, 1), (80, 2), (75, 3), (70, 4), (65, 5)])
def test_a_start_costs_twice_the_par(par, row):
    game = rich().game()
    assert offered(game, "p1", "par", "price", company="AR") == ["65", "70", "75", "80", "90", "100"]
    act(game, "p1", "par", company="AR", price=par)
    assert holds(game, "AR") == {"p1": 20}
    assert cash(game, "p1", "AR") == [2000 - 2 * par, 0]
    assert game.view.company("AR").cell == (row, 3)
    assert refusal(game, "p2", "par", company="SR", price=85) == "no_par_value"


@rule("1889", "R15")
def test_the_marker_goes_to_the_end_of_the_queue():
    game = rich().started("IR", 80, p3=20).game()
    act(game, "p1", "par", company="AR", price=80)
    assert game.state.market[2, 3] == ["IR", "AR"]


@rule("1889", "R16")
def test_par_from_the_offering_and_the_present_price_from_the_pool():
    game = rich().company("AR", 100, cell=(4, 4), p1=20, p2=20, pool=10).game()
    bank = cash(game, "bank")[0]
    act(game, "p1", "buy_share", company="AR", source="ipo")
    act(game, "p1", "done")
    assert cash(game, "p1", "bank", "AR") == [1900, bank + 100, 0]
    act(game, "p2", "buy_share", company="AR", source="pool")
    assert cash(game, "p2", "bank", "AR") == [1425, bank + 175, 0]
    assert price(game, "AR") == 75


@rule("1889", "R17")
@pytest.mark.parametrize("number", [1, 2, 5])
def test_any_company_may_be_started_in_any_round_by_anyone(number):
    game = rich(number=number).game()
    assert offered(game, "p1", "par", "company") == list(MAJORS)


# --- selling -------------------------------------------------------------------------------------------


@rule("1889", "R18")
def test_nobody_sells_in_the_first_round():
    game = rich(number=1).company("AR", p1=40, p2=20).game()
    assert refusal(game, "p1", "sell_shares", company="AR", percent=10) == "one_purchase"
    assert "sell_shares" not in kinds(game, "p1")


@rule("1889", "R19")
def test_no_purchase_of_what_was_sold_in_the_round_in_this_turn_or_a_former_one():
    game = rich("A", "B").company("AR", p1=40, p2=20).game()
    act(game, "p1", "sell_shares", company="AR", percent=10)
    assert refusal(game, "p1", "buy_share", company="AR", source="pool") == "sold_this_round"
    act(game, "p1", "done")
    act(game, "p2", "pass")
    assert refusal(game, "p1", "buy_share", company="AR", source="ipo") == "sold_this_round"


@rule("1889", "R19")
def test_what_was_bought_in_the_round_may_be_sold():
    game = rich().company("AR", p1=20, p2=20).game()
    act(game, "p1", "buy_share", company="AR", source="ipo")
    act(game, "p1", "sell_shares", company="AR", percent=10)
    assert holds(game, "AR") == {"p1": 20, "p2": 20, "pool": 10}


@rule("1889", "R20")
def test_one_block_of_a_company_in_a_turn():
    game = rich("A", "B").company("AR", p1=50, p2=20).company("IR", p1=30).game()
    act(game, "p1", "sell_shares", company="AR", percent=10)
    assert refusal(game, "p1", "sell_shares", company="AR", percent=10) == "one_block"
    act(game, "p1", "sell_shares", company="IR", percent=10)
    act(game, "p1", "done")
    act(game, "p2", "pass")
    act(game, "p1", "sell_shares", company="AR", percent=20)  # in the next turn
    assert holds(game, "AR")["pool"] == 30


@rule("1889", "R21")
def test_sixty_percent_unless_the_marker_is_on_orange():
    game = rich().company("AR", p1=60, p2=20).company("IR", cell=ORANGE, p1=60, p2=20).game()
    assert refusal(game, "p1", "buy_share", company="AR", source="ipo") == "holding_limit"
    act(game, "p1", "buy_share", company="IR", source="ipo")
    assert holds(game, "IR")["p1"] == 70


@rule("1889", "R21")
def test_yellow_does_not_lift_the_limit_of_holdings():
    game = rich().company("AR", cell=YELLOW, p1=60, p2=20).game()
    assert refusal(game, "p1", "buy_share", company="AR", source="ipo") == "holding_limit"


def full_hand(**more):
    """With six players 11 certificates: p1 has 3 of each of four companies, less one."""
    made = Shikoku(*"ABCDEF").cash(p1=900).stock_round()
    for company in ("AR", "IR", "SR"):
        made.company(company, p1=30, p2=20)
    return made.company("KO", p1=50, p2=20)  # 2+2+2+4 = 10


@rule("1889", "R3", "R4")
@pytest.mark.parametrize(("cell", "counted"), [(None, 1), (YELLOW, 0), (ORANGE, 0), ((8, 1), 0), ((5, 1), 1)])
def test_shares_in_yellow_and_orange_do_not_count(cell, counted):
    game = full_hand().own("p1", "TER").company("TR", cell=cell, p2=40).game()
    assert TITLE.rules.stock.certificates(game.view, "p1") == 11
    if counted:
        assert refusal(game, "p1", "buy_share", company="TR", source="ipo") == "certificate_limit"
    else:
        act(game, "p1", "buy_share", company="TR", source="ipo")
        assert TITLE.rules.stock.certificates(game.view, "p1") == 11


@rule("1889", "R22")
def test_over_the_certificate_limit_one_sells_before_anything_else():
    game = full_hand().own("p1", "TER", "SMR").company("TR", cell=YELLOW, p2=40).game()
    assert kinds(game, "p1") == {"sell_shares"}
    assert refusal(game, "p1", "pass") == "must_sell"
    assert refusal(game, "p1", "buy_share", company="TR", source="ipo") == "must_sell"
    assert refusal(game, "p1", "par", company="UR", price=65) == "must_sell"
    act(game, "p1", "sell_shares", company="AR", percent=10)
    act(game, "p1", "buy_share", company="TR", source="ipo")


@rule("1889", "R20", "R22")
def test_who_has_sold_a_block_of_each_company_ends_his_turn_over_the_limit():
    game = full_hand().own("p1", "TER", "SMR", "ER").company("TR", p1=50, p2=20).game()  # 17 of 11
    for company in ("AR", "IR", "SR", "KO", "TR"):
        assert kinds(game, "p1") == {"sell_shares"}
        act(game, "p1", "sell_shares", company=company, percent=10)
    assert kinds(game, "p1") == {"done"}
    act(game, "p1", "done")
    assert TITLE.rules.stock.certificates(game.view, "p1") == 12
    assert waits(game) == "p2"


@rule("1889", "R22")
def test_over_sixty_percent_one_sells_before_anything_else():
    game = rich().company("AR", p1=70, p2=20).company("IR", p2=50).game()
    assert refusal(game, "p1", "buy_share", company="IR", source="ipo") == "must_sell"
    assert refusal(game, "p1", "pass") == "must_sell"
    act(game, "p1", "sell_shares", company="AR", percent=10)
    act(game, "p1", "buy_share", company="IR", source="ipo")


@rule("1889", "R22")
def test_over_sixty_percent_on_orange_nothing_must_be_sold():
    game = rich().company("AR", cell=ORANGE, p1=70, p2=20).game()
    act(game, "p1", "pass")
    assert waits(game) == "p2"


@rule("1889", "R22")
def test_only_as_far_as_a_sale_is_possible():
    game = rich().company("AR", p1=70, pool=30).company("IR", p2=50).game()
    act(game, "p1", "sell_shares", company="AR", percent=10)  # there is room for 20 %
    assert holds(game, "AR") == {"p1": 60, "pool": 40}


@rule("1889", "R22")
def test_what_cannot_be_sold_need_not_be():
    made = Shikoku(*"ABCDEF").stock_round().own("p1", "TER", "MF", "ER", "SMR", "DR", "SIR", "UTF")
    made.company("AR", p1=20, p2=10, pool=50).company("IR", p1=30, p2=10, pool=50)
    game = made.company("SR", p1=30, p2=10, pool=50).game()
    assert TITLE.rules.stock.excess(game.view, "p1") == 1
    assert "sell_shares" not in kinds(game, "p1")
    act(game, "p1", "pass")
    assert waits(game) == "p2"


@rule("1889", "R23")
def test_the_pool_holds_half_at_most():
    game = rich().company("AR", p1=50, p2=20, pool=30).game()
    assert offered(game, "p1", "sell_shares", "percent", company="AR") == ["10", "20"]
    assert refusal(game, "p1", "sell_shares", company="AR", percent=30) == "pool_limit"


@rule("1889", "R24")
def test_a_block_is_sold_at_the_price_before_and_falls_a_row_a_share():
    game = rich().company("AR", 100, p1=50, p2=20).game()
    act(game, "p1", "sell_shares", company="AR", percent=30)
    assert cash(game, "p1") == [2300]
    assert (game.view.company("AR").cell, price(game, "AR")) == ((3, 3), 75)


@rule("1889", "R24", "R31")
def test_the_fall_stops_at_the_end_of_the_column():
    game = rich().company("AR", 65, cell=(6, 5), p1=50, p2=20).game()
    act(game, "p1", "sell_shares", company="AR", percent=30)
    assert cash(game, "p1") == [2210]
    assert game.view.company("AR").cell == (6, 5)  # the last of its column


# --- floating ------------------------------------------------------------------------------------------


@rule("1889", "R27")
def test_a_company_floats_with_half_of_it_and_gets_ten_times_its_par():
    game = rich().started("AR", 90, p1=20, p2=20).game()
    bank = cash(game, "bank")[0]
    assert not game.view.company("AR").floated
    act(game, "p1", "buy_share", company="AR", source="ipo")
    assert game.view.company("AR").floated
    assert cash(game, "AR", "bank") == [900, bank + 90 - 900]


@rule("1889", "R27")
def test_shares_in_the_pool_count_for_the_float():
    game = rich().started("AR", 90, p1=20, p2=10, pool=10).game()
    act(game, "p1", "buy_share", company="AR", source="ipo")
    assert cash(game, "AR") == [900]


@rule("1889", "R28")
def test_what_has_not_floated_has_no_money_no_turn_and_can_be_dealt_in():
    game = rich("A", "B").started("AR", 90, p1=30).company("IR", p2=50).game()
    act(game, "p1", "sell_shares", company="AR", percent=10)
    assert (holds(game, "AR"), price(game, "AR")) == ({"p1": 20, "pool": 10}, 80)
    act(game, "p1", "done")
    act(game, "p2", "buy_share", company="AR", source="pool")
    act(game, "p2", "done")
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    assert game.waiting().company == "IR"
    assert cash(game, "AR") == [0]
    assert game.title.rounds["operating"].order(game.view) == ["IR"]


@rule("1889", "R30")
def test_sold_out_companies_rise_at_the_end_of_the_round():
    made = rich("A", "B").company("AR", cell=(2, 5), p1=60, p2=40).company("IR", cell=(2, 5), p1=50, p2=30)
    game = (
        made.company("SR", cell=(0, 6), p1=60, p2=40).company("KO", cell=(4, 4), p1=60, p2=30, pool=10).game()
    )
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    cells = {c: game.view.company(c).cell for c in ("AR", "IR", "SR", "KO")}
    assert cells == {"AR": (1, 5), "IR": (2, 5), "SR": (0, 6), "KO": (4, 4)}


@rule("1889", "R30")
def test_sold_out_companies_rise_in_operating_order():
    made = rich("A", "B").company("AR", cell=(2, 6), p1=60, p2=40).company("IR", cell=(2, 6), p1=60, p2=40)
    game = made.game()
    game.state.market[2, 6].reverse()
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    assert game.state.market[1, 6] == ["IR", "AR"]
