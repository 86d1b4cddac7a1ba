"""1862 5.2.4, 2: exchanging a director's certificate, and three shares for one."""

import pytest

from engine.core.state import IPO, POOL
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor, cash
from tests.titles.g1862.mergers import hold, merger, propose, shares


def late(readings="rulebook", **parts):
    """p1 of N&E, who keeps its certificate for £142, merges with I&B of p2; N&E survives at 95.

    ``parts`` are percent of (N&E, I&B) of p2 to p4, the pool and the ``treasury``; the I&B has its rest.
    """
    scenario = Mania("Tom", "Dick", "Harry", "Sue", readings=readings).cash(p1=500, p2=500, p3=500, p4=500)
    treasury = parts.pop("treasury")
    for i, (company, price, director) in enumerate((("N&E", 90, "p1"), ("I&B", 52, "p2"))):
        held = {director: 30, **{name: both[i] for name, both in parts.items() if both[i]}}
        scenario.company(company, price).shares(company, **held, **{"N&E": treasury[i]} if i == 0 else {})
        scenario.train(company, "A", "local")
    for cert in [c for c in scenario.state.certs.values() if (c.company, c.owner) == ("I&B", IPO)]:
        cert.owner = "I&B"
    game = merger(scenario, "N&E", "I&B")
    propose(game, "p1", "p2", "N&E")
    act(game, "p1", "option_share", choice="redeem")
    return game


@rule("1862", "5.2.4")
@pytest.mark.parametrize(("readings", "amount"), [("rulebook", 143), ("recorded", 142)])
def test_a_non_surviving_directors_certificate_that_finds_nothing_is_sold_as_an_option(readings, amount):
    """One share of N&E is in the pool, two each lie with p3, p4 and the treasury: the bank has none of I&B
    to give for them, and nobody has three.
    """
    game = late(readings, p3=(20, 30), p4=(20, 20), pool=(10, 0), treasury=(20, 0))
    assert game.view.cash("p2") == 500 + amount
    assert shares(game, "p2") == {}


@rule("1862", "5.2.4")
def test_single_shares_of_the_bank_and_of_holders_to_come_go_for_a_directors_certificate():
    """Two of the pool, then one of p3, the nearest: for it he gets the share of I&B that p2 had put there."""
    game = late(p2=(0, 40), p3=(20, 10), p4=(20, 20), pool=(20, 0), treasury=(10, 0))
    assert game.view.certs_of("I&B")[0].owner == POOL
    assert game.state.pending[-1].data == {"holder": "p2", "percent": 30, "redeem": 95, "sell": 190}
    held = [shares(game, player) for player in ("p2", "p3", "p4")]
    assert held == [{"N&E": 30}, {"N&E": 10, "I&B": 20}, {"N&E": 20, "I&B": 20}]


@rule("1862", "5.2.4")
def test_who_alone_has_three_shares_takes_a_directors_certificate_that_the_bank_cannot_change():
    game = late(p3=(20, 20), p4=(40, 20), pool=(10, 0), treasury=(0, 0))
    assert game.view.certs_of("I&B")[0].owner == "p4"
    assert (shares(game, "p2"), shares(game, "p3")) == ({"N&E": 30}, {"N&E": 20, "I&B": 20})
    assert shares(game, "p4") == {"N&E": 10, "I&B": 50}
    act(game, "p2", "option_share", choice="redeem")
    assert shares(game, "p2") == {"N&E": 30}


@rule("1862", "5.2.4")
def test_the_surviving_directors_certificate_of_a_holder_to_come_goes_for_the_other_one():
    """p1 has nothing but the certificate of N&E; p2, who directs I&B, has not had his turn."""
    game = hold(p1=(30, 0), p2=(30, 60), p3=(30, 40), treasury=(10, 0), prices=(90, 52))
    propose(game, "p1", "p2", "I&B")
    assert (game.view.owner("I&B"), game.view.owner("N&E")) == ("p1", "p2")
    assert game.state.pending[-1].data == {"holder": "p1", "percent": 30, "redeem": 142, "sell": 142}
    act(game, "p1", "option_share", choice="redeem")
    while game.state.pending:
        act(game, actor(game), "option_share", choice="redeem")
    assert shares(game, "p1") == {"I&B": 30}


@rule("1862", "5.2.4")
def test_three_single_shares_that_find_none_go_for_the_surviving_directors_certificate():
    """p1's split leaves the certificate of N&E in the pool; p2 takes what single shares there are, so that p3
    keeps three of I&B beside his option, a share of N&E: the three go for the certificate.
    """
    game = hold(p1=(30, 0), p2=(20, 50), p3=(30, 40), pool=(20, 10), prices=(90, 52))
    propose(game, "p1", "p2", "N&E", "redeem")
    assert [game.view.percent(p, "N&E") for p in ("p1", "p2", "p3")] == [20, 40, 40]
    assert cash(game, "p1", "p2", "p3") == (500 - 47, 500 - 47, 500 - 47)
    assert game.view.holdings("I&B") == {IPO: 100}


@rule("1862", "5.2.4")
def test_a_non_surviving_directors_certificate_is_changed_for_three_surviving_shares_of_the_pool():
    """p1 has 30 % of N&E and 20 % of I&B, one of which is in the pool: with his own two it is three."""
    game = hold(p1=(30, 20), p2=(30, 60), p3=(30, 10), pool=(0, 10), treasury=(10, 0), prices=(90, 52))
    propose(game, "p1", "p2", "I&B")
    assert shares(game, "p1") == {"I&B": 30}
    assert game.state.pending[-1].data == {"holder": "p1", "percent": 30, "redeem": 47, "sell": 237}
    act(game, "p1", "option_share", choice="sell")
    assert shares(game, "p1") == {}
    assert game.view.cash("p1") == 500 + 237


@rule("1862", "5.2.4")
def test_a_non_surviving_directors_certificate_may_be_changed_for_the_surviving_one_in_the_pool():
    """p1's split puts the N&E certificate in the pool, and too few single shares for p2 lie there."""
    game = hold(p1=(30, 0), p2=(0, 30), p3=(30, 30), treasury=(10, 40), prices=(90, 52))
    propose(game, "p1", "p2", "N&E")
    act(game, "p1", "option_share", choice="redeem")
    assert game.state.pending[-1].data == {"holder": "p2", "percent": 30, "redeem": 142, "sell": 142}
    assert game.view.owner("N&E") == "p2"
    act(game, "p2", "option_share", choice="redeem")
    assert [game.view.percent(p, "N&E") for p in ("p1", "p2", "p3")] == [20, 30, 30]
    assert game.view.president("N&E") == "p2"
