"""1826: shares of merging companies for shares of a national (O149-O156) and what remains of them."""

import pytest

from engine.core.state import OUT
from engine.core.story import lines
from engine.titles.g1826.operating.operating import Operating
from tests.rulemark import rule
from tests.titles.g1826.france import act, cash, holds, price
from tests.titles.g1826.french_nationals import Formation, buy, merged

FIVE = ("Tom", "Dick", "Harry", "Ann", "Eve")


def merger(*names: str, kind: str = "6H") -> Formation:
    """PO is to buy the first train of the kind; companies added without a train merge."""
    return Formation(*(names or ("Tom", "Dick", "Harry"))).buying(kind)


def recorded() -> Formation:
    """The SNCF of the recorded game: Nord and GC, PO of the fourth player buys the first 10H."""
    scenario = Formation(*FIVE).buying("10H", "p4").corporation("Nord", 100, 9, p2=60, p3=20, pool=20)
    scenario.corporation("GC", 75, 300, p4=60, pool=40)
    others = ("Als", "Belg", "Est", "Midi", "Ouest", "Paris")
    for company in others:
        scenario.ten_shares(company, 90, p5=60)
    for company, n in zip(others, range(1, 7), strict=True):
        scenario.old_train(company, f"6H-{n}")
    return scenario.holds_tokens("Nord", "F12").had_turns("Nord", "GC")


@rule("1826", "O149", "O150", "O151", "O152", "O153", "O154", "O157", "O173")
def test_the_sncf_of_the_recorded_game():
    game = recorded().game()
    buy(game, "10H", "p4")
    assert merged(game, "SNCF") == ["GC", "Nord"]
    assert holds(game, "SNCF") == {"p4": 10, "p2": 10, "pool": 80}  # 30 exchanged, 50 sold by its treasury
    assert (price(game, "SNCF"), cash(game, "SNCF")) == (110, 859)
    assert game.view.president("SNCF") == "p4"
    assert game.state.pending[-1].players == ("p4",)
    assert sum(t.kind == "10H" and t.owner != OUT for t in game.state.trains.values()) == 4


@rule("1826", "O149")
def test_corporations_of_five_shares_grow_before_they_merge():
    scenario = merger().corporation("Nord", 100, p2=100).corporation("Als", 90, p3=60)
    game = scenario.game()
    buy(game, "6H")
    # p2 has 5 shares of Nord, p3 3 of Als: two odd ones for the pool; 5 and 7 are in the treasuries
    assert holds(game, "Etat") == {"p2": 20, "p3": 10, "pool": 10, "Etat": 60}


@rule("1826", "O150")
def test_two_old_shares_of_any_of_them_make_a_new_one():
    scenario = merger().ten_shares("Nord", 100, p2=50).ten_shares("Als", 90, p3=60, p2=10)
    game = scenario.game()
    buy(game, "6H")
    assert holds(game, "Etat") == {"p2": 30, "p3": 30, "Etat": 40}


@rule("1826", "O150")
@pytest.mark.parametrize(("buyer", "order"), [("p1", ["p1", "p2", "p3"]), ("p3", ["p3", "p1", "p2"])])
def test_they_exchange_clockwise_from_the_president_who_bought(buyer, order):
    scenario = Formation("Tom", "Dick", "Harry").buying("6H", buyer)
    scenario.ten_shares("Nord", 100, p1=20, p2=20, p3=20).ten_shares("Als", 90, p2=20)
    game = scenario.game()
    told = lines(game.view, buy(game, "6H", buyer))
    names = {"p1": "Tom", "p2": "Dick", "p3": "Harry"}
    heard = [line.split(" ")[0] for line in told if " exchanges " in line and not line.startswith("The ")]
    assert heard == [names[p] for p in order]


@rule("1826", "O151")
def test_odd_shares_go_to_the_pool_without_compensation():
    scenario = merger().ten_shares("Nord", 100, p2=30, p3=10).ten_shares("Als", 90, p3=40)
    game = scenario.cash(p2=0, p3=0).game()
    buy(game, "6H")
    # the two odd shares are one of the pool's
    assert holds(game, "Etat") == {"p2": 10, "p3": 20, "pool": 10, "Etat": 60}
    assert (cash(game, "p2"), cash(game, "p3")) == (0, 0)


@rule("1826", "O152")
def test_the_first_player_with_a_share_presides():
    scenario = merger().ten_shares("Nord", 100, p3=40).ten_shares("Als", 90, p2=40, p1=10)
    game = scenario.game()
    buy(game, "6H")
    assert holds(game, "Etat")["p2"] == holds(game, "Etat")["p3"] == 20
    assert game.view.president("Etat") == "p2"


@rule("1826", "O152")
def test_unless_another_one_has_more():
    scenario = merger().ten_shares("Nord", 100, p3=40).ten_shares("Als", 90, p2=20)
    game = scenario.game()
    buy(game, "6H")
    assert game.view.president("Etat") == "p3"
    assert holds(game, "Etat") == {"p2": 10, "p3": 20, "Etat": 70}


@rule("1826", "O152")
def test_while_nobody_has_a_share_nobody_presides():
    scenario = merger().ten_shares("Nord", 100, pool=50).ten_shares("Als", 90, pool=50)
    scenario.holds_tokens("Nord", "F12")
    game = scenario.game()
    buy(game, "6H")
    assert (game.view.president("Etat"), game.state.pending) == (None, [])
    assert holds(game, "Etat") == {"Etat": 50, "pool": 50}
    operating = game.title.rounds["operating"]
    assert isinstance(operating, Operating)
    assert "Etat" not in operating.order(game.view)


@rule("1826", "O152")
def test_who_buys_the_first_share_presides_then():
    scenario = merger().ten_shares("Nord", 100, pool=50).ten_shares("Als", 90, pool=50)
    game = scenario.cash(p1=500, p2=500, p3=500).game()
    buy(game, "6H")
    while game.state.cursor.round == "operating":
        act(game, "p1", "skip" if game.state.cursor.step != "trains" else "done")
    buyer = game.state.cursor.actor
    act(game, buyer, "buy_share", company="Etat", source="pool")
    assert game.view.president("Etat") == buyer


@rule("1826", "O153", "O154")
def test_the_treasury_exchanges_before_the_pool():
    scenario = merger()
    for company in ("Nord", "Als", "Est"):
        scenario.ten_shares(company, 100, p2=20, pool=30)
    game = scenario.game()
    buy(game, "6H")
    # 6 old shares of p2, 15 of the treasuries (one odd), 9 of the pool of which nothing is left
    assert holds(game, "Etat") == {"p2": 30, "Etat": 70}


@rule("1826", "O153", "O154")
def test_odd_shares_of_treasury_and_pool_are_discarded():
    scenario = merger().ten_shares("Nord", 100, p2=40, pool=30).ten_shares("Als", 90, p2=40)
    game = scenario.game()
    buy(game, "6H")
    # p2 8, treasuries 9, pool 3: 4, 4 and 1; the share that is left goes to the treasury
    assert holds(game, "Etat") == {"p2": 40, "pool": 10, "Etat": 50}


@rule("1826", "O155")
def test_when_none_are_left_old_shares_are_discarded_without_compensation():
    scenario = merger().cash(p2=0, p3=0)
    for company in ("Nord", "Als", "Est"):
        scenario.ten_shares(company, 100, p2=60, p3=40)
    game = scenario.game()
    buy(game, "6H")
    # p2 would get 9, p3 6
    assert holds(game, "Etat") == {"p2": 90, "p3": 10}
    assert (cash(game, "p2"), cash(game, "p3")) == (0, 0)
    assert {c.owner for c in game.view.certs_of("Als")} == {OUT}


@rule("1826", "O155", "O168")
def test_players_get_bonds_when_no_share_of_the_sncf_is_left():
    scenario = merger(kind="10H").cash(p2=0, p3=0)
    for company in ("Nord", "Als", "Est"):
        scenario.ten_shares(company, 100, p2=60, p3=40)
    game = scenario.game()
    buy(game, "10H")
    assert holds(game, "SNCF") == {"p2": 90, "p3": 10}
    assert game.view.company("SNCF").data["bonds"] == {"p3": 5}
    assert cash(game, "p3") == 0


@rule("1826", "O155", "O168")
def test_treasury_and_pool_get_no_bonds_for_shares_that_are_lacking():
    scenario = merger(kind="10H")
    for company in ("Nord", "Als", "Est"):
        scenario.ten_shares(company, 100, p2=60, pool=20)
    game = scenario.game()
    buy(game, "10H")
    # p2 gets nine, the treasuries one of three, the pool none of three
    assert holds(game, "SNCF") == {"p2": 90, "pool": 10}
    assert "bonds" not in game.view.company("SNCF").data


@rule("1826", "O156")
def test_what_nobody_exchanges_is_in_the_treasury():
    scenario = merger().ten_shares("Nord", 100, p2=20, p3=10).ten_shares("Als", 90, p2=20, p3=10)
    game = scenario.game()
    buy(game, "6H")
    # p2 2, p3 1, the treasuries' 14 old ones 7
    assert holds(game, "Etat") == {"p2": 20, "p3": 10, "Etat": 70}
