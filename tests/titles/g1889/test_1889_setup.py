"""1889: the set-up, and the beginner's game (R1-R3, R58, R75-R77)."""

import pytest

from tests.rulemark import rule
from tests.titles.g1889.shikoku import TITLE, Shikoku, cash, decision, fresh, kinds, offered, refusal

ALL = ["TER", "MF", "ER", "SMR", "DR", "SIR", "UTF"]


def in_play(game):
    return [c.id for c in game.view.companies("private")]


@rule("1889", "R1")
@pytest.mark.parametrize(("players", "each"), [(2, 420), (3, 420), (4, 420), (5, 390), (6, 390)])
def test_money_by_players_from_a_bank_of_7000(players, each):
    game = fresh(players)
    assert {p.cash for p in game.state.players.values()} == {each}
    assert cash(game, "bank") == [7000 - players * each]
    assert decision(game).players == (game.state.seats[0],)
    assert game.round_title() == "Auction"


@rule("1889", "R2")
@pytest.mark.parametrize(("players", "out"), [(2, {"SIR", "UTF"}), (3, {"UTF"}), (4, set()), (6, set())])
def test_privates_by_players(players, out):
    assert in_play(fresh(players)) == [p for p in ALL if p not in out]


@rule("1889", "R3")
@pytest.mark.parametrize(("players", "limit"), [(2, 25), (3, 19), (4, 14), (5, 12), (6, 11)])
def test_certificate_limit_by_players(players, limit):
    view = fresh(players).view
    assert TITLE.rules.stock.certificate_limit(view) == limit


@rule("1889", "R3")
def test_a_presidents_certificate_and_a_private_count_as_one_each():
    game = Shikoku().own("p1", "TER", "DR").company("AR", p1=20, p2=30).stock_round().game()
    assert TITLE.rules.stock.certificates(game.view, "p1") == 3
    assert TITLE.rules.stock.certificates(game.view, "p2") == 3


@rule("1889", "R58")
def test_tokens_as_printed():
    tokens = {c.id: c.tokens for c in TITLE.data.of_kind("major")}
    assert {company: len(prices) for company, prices in tokens.items()} == {
        "AR": 2, "IR": 2, "SR": 2, "KO": 2, "TR": 3, "KU": 1, "UR": 3,
    }  # fmt: skip
    assert {prices[1:] for prices in tokens.values()} == {(40,), (40, 40), ()}


@rule("1889", "R75")
@pytest.mark.parametrize(
    ("players", "dealt"),
    [
        (2, {"DR", "SIR"}),
        (3, {"DR", "SIR", "ER"}),
        (4, {"DR", "SIR", "ER", "SMR"}),
        (5, {"DR", "SIR", "ER", "SMR", "TER"}),
        (6, {"DR", "SIR", "ER", "SMR", "TER", "MF"}),
    ],
)
def test_beginners_are_dealt_one_private_each(players, dealt):
    game = fresh(players, beginner="yes")
    assert set(in_play(game)) == dealt
    assert sorted(game.view.owner(p) for p in dealt) == sorted(game.state.seats)
    start = TITLE.data.starting_cash[players]
    for private in dealt:
        assert cash(game, game.view.owner(private)) == [start - game.view.spec(private).price]
    assert game.round_title() == "Stock 1"
    assert decision(game).players == (game.state.seats[0],)


@rule("1889", "R76")
@pytest.mark.parametrize(
    ("private", "value", "revenue"),
    [("TER", 20, 5), ("MF", 40, 15), ("ER", 40, 15), ("SMR", 60, 20), ("DR", 60, 20), ("SIR", 90, 25)],
)
def test_figures_of_the_beginners_game(private, value, revenue):
    spec = fresh(6, beginner="yes").view.spec(private)
    assert (spec.price, spec.revenue, spec.abilities) == (value, revenue, ())


@rule("1889", "R76")
def test_beginners_sell_no_private_to_a_company():
    made = Shikoku("A", "B", "C", beginner="yes").own("p1", "DR").company("AR", cash=500, p1=50)
    game = made.phase("3").turn("AR").game()
    assert refusal(game, "p1", "buy_private", private="DR", price=60) == "no_private_sales"
    assert "buy_private" not in kinds(game, "p1")


@rule("1889", "R76")
def test_privates_of_beginners_count_and_close_no_hex():
    made = Shikoku("A", "B", "C", beginner="yes").own("p1", "ER").company("UR", cash=500, p1=50)
    game = made.lay("B5", "9", 0, 3).phase("3").turn("UR").game()
    assert TITLE.rules.stock.certificates(game.view, "p1") == 5
    assert "C4" in offered(game, "p1", "lay_tile", "hex")


@rule("1889", "R77")
def test_more_tiles_for_beginners():
    plain, more = Shikoku().state.supply, Shikoku("A", "B", "C", beginner="yes").state.supply
    assert {tile: more[tile] - plain[tile] for tile in plain if more[tile] != plain[tile]} == {
        "6": 2, "7": 1, "8": 1, "9": 1, "23": 1, "24": 1,
    }  # fmt: skip
