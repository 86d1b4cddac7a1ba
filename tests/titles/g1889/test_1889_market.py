"""1889: presidents and the market (R25, R26, R29, R31, R32)."""

import pytest

from engine.rules import market
from tests.rulemark import rule
from tests.titles.g1889.shikoku import TITLE, Shikoku, act, cash, holds, offered, price, refusal


def rich():
    return Shikoku().cash(p1=2000, p2=1500, p3=1500).stock_round()


# --- presidents ----------------------------------------------------------------------------------------


@rule("1889", "R25")
def test_whoever_holds_more_presides_at_once():
    game = rich().company("AR", p1=20, p2=20).stock_round("p2").game()
    assert game.view.president("AR") == "p1"  # a tie
    act(game, "p2", "buy_share", company="AR", source="ipo")
    assert game.view.president("AR") == "p2"
    assert holds(game, "AR") == {"p1": 20, "p2": 30}
    certs = [c.percent for c in game.view.certs("p2", "AR")]
    assert sorted(certs) == [10, 20]


@rule("1889", "R25")
@pytest.mark.parametrize(("seller", "heir"), [("p1", "p2"), ("p2", "p3"), ("p3", "p1")])
def test_among_several_the_first_to_the_left_presides(seller, heir):
    others = [p for p in ("p1", "p2", "p3") if p != seller]
    game = rich().company("AR", **{seller: 40}, **dict.fromkeys(others, 30)).stock_round(seller).game()
    act(game, seller, "sell_shares", company="AR", percent=20)
    assert game.view.president("AR") == heir


@rule("1889", "R26")
def test_a_president_sells_down_only_if_another_holds_twenty():
    game = rich().company("AR", p1=40, p2=10).game()
    assert offered(game, "p1", "sell_shares", "percent", company="AR") == ["10", "20"]
    assert refusal(game, "p1", "sell_shares", company="AR", percent=30) == "president_must_stay"
    game = rich().company("AR", p1=40, p2=20).game()
    act(game, "p1", "sell_shares", company="AR", percent=40)
    assert holds(game, "AR") == {"p2": 20, "pool": 40}
    assert game.view.president("AR") == "p2"


@rule("1889", "R26")
def test_one_half_of_the_presidents_certificate_is_sold():
    game = rich().company("AR", p1=20, p2=20).game()
    act(game, "p1", "sell_shares", company="AR", percent=10)
    assert holds(game, "AR") == {"p1": 10, "p2": 20, "pool": 10}
    assert game.view.president("AR") == "p2"
    assert [c.percent for c in game.view.certs("p2", "AR")] == [20]


# --- the market ----------------------------------------------------------------------------------------


@rule("1889", "R29")
def test_eleven_rows():
    assert [len(row) for row in TITLE.data.market.rows] == [15, 15, 12, 10, 8, 7, 6, 5, 4, 4, 4]


@rule("1889", "R29")
@pytest.mark.parametrize(
    ("way", "cell", "to"),
    [
        ("right", (4, 4), (4, 5)),
        ("right", (4, 7), (3, 7)),  # the end of the row
        ("left", (4, 4), (4, 3)),
        ("left", (4, 0), (5, 0)),  # the first column
        ("down", (3, 3), (4, 3)),
        ("up", (3, 3), (2, 3)),
    ],
)
def test_moves(way, cell, to):
    assert market.MOVES[way](TITLE.data.market, cell) == to


@rule("1889", "R31")
@pytest.mark.parametrize(
    ("way", "cell"),
    [("right", (0, 14)), ("up", (0, 5)), ("down", (10, 2)), ("down", (3, 9)), ("left", (10, 0))],
)
def test_without_a_cell_the_marker_stays(way, cell):
    assert market.MOVES[way](TITLE.data.market, cell) == cell


@rule("1889", "R31")
def test_who_arrives_goes_below():
    game = rich().company("AR", cell=(2, 5), p1=40, p2=20).company("IR", cell=(3, 5), p2=50).game()
    act(game, "p1", "sell_shares", company="AR", percent=10)
    assert game.state.market[3, 5] == ["IR", "AR"]


@rule("1889", "R32")
@pytest.mark.parametrize("cell", [(0, 13), (9, 1)])
def test_no_cell_closes_a_company_or_ends_the_game(cell):
    made = Shikoku().company("AR", cell=cell, p1=60, p2=40).trains("AR", "2")
    made.turn("AR", "dividend").note("turn:revenue", 100)
    game = made.game()
    act(game, "p1", "dividend", payout="pay" if cell[0] == 0 else "withhold")
    assert price(game, "AR") == {(0, 13): 350, (9, 1): 20}[cell]
    assert not game.state.ended
    assert not game.view.company("AR").closed
    assert cash(game, "AR") == [0 if cell[0] == 0 else 100]
