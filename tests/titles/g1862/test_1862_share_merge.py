"""1862 5: merging shares two for one: the examples of the rulebook and each step by itself."""

import pytest

from engine.core.state import IPO, POOL
from engine.titles.g1862.companies.receivership import in_receivership
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor, cash, kinds, refusal, values
from tests.titles.g1862.mergers import company_asked, hold, labels, merger, propose, shares


@rule("1862", "5.2.6", "5.2.4", "7.5.5")
def test_example_1_richard_emma_peter_and_linda():
    """N&E and WStI at 90 each, both with a train: new price 134. All but Linda redeem for 67."""
    scenario = Mania("Richard", "Emma", "Peter", "Linda").in_play("WStI")
    scenario.company("N&E", 90, cash=200).shares("N&E", p1=40, p2=30, p3=10, **{"N&E": 20})
    scenario.company("WStI", 90, p1=50, p3=10, p4=10, cash=30, pool=10, WStI=10)
    scenario.train("N&E", "A", "local").train("WStI", "A", "freight").cash(p1=100, p2=100, p3=100, p4=66)
    assert {c.owner for c in scenario.state.certs.values() if c.company == "WStI"} >= {IPO, POOL}
    game = merger(scenario, "N&E", "WStI")

    act(game, "p1", "merge", company="WStI", survivor="N&E")
    assert game.view.price("N&E") == 134
    assert game.view.percent(POOL, "WStI") == 60  # the one of the IPO, the old one and Richard's four
    assert shares(game, "p1") == {"N&E": 50}
    assert shares(game, "p2") == {"N&E": 20, "WStI": 10}  # Richard took one of Emma's
    assert (actor(game), kinds(game, "p1")) == ("p1", {"option_share"})
    act(game, "p1", "option_share", choice="redeem")

    assert shares(game, "p2") == {"N&E": 20}
    act(game, "p2", "option_share", choice="redeem")

    # Peter returns one share and keeps one; Linda cannot pay; then Richard decides for the treasury.
    assert (shares(game, "p3"), shares(game, "p4")) == ({"N&E": 10}, {})
    assert actor(game) == "p1"
    assert shares(game, "N&E") == {"N&E": 20}
    act(game, "p1", "option_share", choice="redeem")

    assert [shares(game, p) for p in ("p1", "p2", "p3", "p4")] == [
        {"N&E": 50},
        {"N&E": 20},
        {"N&E": 10},
        {},
    ]
    assert shares(game, "N&E") == {"N&E": 20}
    assert game.view.percent(POOL, "N&E") == 0
    assert cash(game, "p1", "p2", "p3", "p4") == (100 - 67, 100 - 67, 100, 66 + 67)
    assert game.view.cash("N&E") == 200 + 30 - 67
    assert game.view.president("N&E") == "p1"
    assert game.view.percent(IPO, "WStI") == 100


@rule("1862", "5.2.7", "5.2.2", "5.2.4", "7.5.3", "7.5.4")
def test_example_2_helen_martin_rachel_and_charles():
    """N&E at 100 without a train, I&B at 74 with one: new price 86, par 82. All redeem for 43."""
    scenario = Mania("Helen", "Martin", "Rachel", "Charles")
    scenario.company("N&E", 100, p2=40, p4=30, p1=10)
    scenario.company("I&B", 74).shares("I&B", p2=50, p3=30, **{"I&B": 20})
    scenario.train("I&B", "A", "local").cash(p1=50, p2=50, p3=50, p4=50)
    assert [c.owner for c in scenario.state.certs.values() if c.company == "N&E"].count(IPO) == 2
    game = merger(scenario, "N&E", "I&B")

    act(game, "p2", "merge", company="I&B", survivor="N&E")
    assert (game.view.price("N&E"), game.view.company("N&E").par) == (86, 82)
    for player in ("p2", "p3", "p4", "p1"):
        assert actor(game) == player
        assert company_asked(game) == "N&E"
        act(game, player, "option_share", choice="redeem")

    held = [game.view.percent(p, "N&E") for p in ("p1", "p2", "p3", "p4")]
    assert held == [10, 50, 20, 20]
    assert shares(game, "N&E") == {}
    assert cash(game, "p1", "p2", "p3", "p4") == (7, 7, 7, 7)
    assert game.view.cash("N&E") == 86
    assert game.view.percent(POOL, "N&E") == 0
    assert game.view.president("N&E") == "p2"
    assert game.view.percent(IPO, "I&B") == 100


@rule("1862", "5.2.1")
@pytest.mark.parametrize("survivor", ["N&E", "I&B"])
def test_the_active_director_chooses_which_company_survives(survivor):
    game = hold(p1=(60, 60))
    assert values(game.options("p1", "merge", "survivor", {"company": "I&B"})) == ["N&E", "I&B"]
    assert refusal(game, "p1", "merge", company="I&B", survivor="EUR") == "bad_survivor"
    act(game, "p1", "merge", company="I&B", survivor=survivor)
    other = {"N&E": "I&B", "I&B": "N&E"}[survivor]
    assert game.view.percent("p1", survivor) == 60
    assert game.view.percent(IPO, other) == 100


@rule("1862", "5.2.2")
def test_shares_in_the_ipo_of_both_companies_move_to_the_pool_first():
    """The pool had none: it gives out six shares of the survivor that were in the IPO."""
    game = hold(p1=(30, 80), p2=(10, 0))
    assert game.view.percent(IPO, "N&E") == 60
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert game.view.percent("p1", "N&E") == 60
    assert (game.view.percent(IPO, "N&E"), game.view.percent(POOL, "N&E")) == (0, 30)


@rule("1862", "5.2.4")
def test_half_is_returned_rounded_down_and_non_surviving_shares_first():
    game = hold(p1=(50, 30), p2=(20, 20))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert [game.view.percent(p, "N&E") for p in ("p1", "p2")] == [40, 20]
    assert game.view.percent(POOL, "N&E") == 40  # the three of the IPO and one of p1's five


@rule("1862", "5.2.4")
def test_an_even_holding_has_no_option_and_is_not_asked():
    game = hold(p1=(50, 30), p2=(20, 20))
    before = cash(game, "p1", "p2")
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert cash(game, "p1", "p2") == before
    assert not game.state.pending


@rule("1862", "5.2.4")
@pytest.mark.parametrize(("choice", "left", "money"), [("redeem", 40, 500 - 39), ("sell", 30, 500 + 39)])
def test_an_option_is_redeemed_or_given_up_for_half_the_price_rounded_down(choice, left, money):
    """At 54 and 50, both with trains: 50 + 27 = 77, the space 74... here 54 and 52: 79, the space 78."""
    game = hold(p1=(30, 40), prices=(54, 52))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert game.view.price("N&E") == 78
    assert refusal(game, "p1", "option_share", choice="keep") == "bad_choice"
    act(game, "p1", "option_share", choice=choice)
    assert (game.view.percent("p1", "N&E"), game.view.cash("p1")) == (left, money)


@rule("1862", "5.2.4")
def test_an_odd_price_is_halved_rounding_down():
    game = hold(p1=(30, 40), prices=(74, 54))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert game.view.price("N&E") == 90
    found = labels(game.options("p1", "option_share", "choice"))
    assert found == ["Keep N&E 10 % · pay £45", "Give up N&E 10 % · get £45"]
    [choice] = game.choices("p1")
    assert "as an option: keep 10 % for £45, or give it up for £45." in choice.note
    odd = hold(p1=(30, 40), prices=(90, 52))  # 52 + 45 = 97: 95
    act(odd, "p1", "merge", company="I&B", survivor="N&E")
    act(odd, "p1", "option_share", choice="redeem")
    assert odd.view.cash("p1") == 500 - 47


@rule("1862", "5.2.4")
def test_who_cannot_pay_gives_the_option_up_without_being_asked():
    game = hold(p1=(30, 40), money=38, prices=(54, 52))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert not game.state.pending
    assert (game.view.percent("p1", "N&E"), game.view.cash("p1")) == (30, 38 + 39)


@rule("1862", "5.2.4")
def test_holders_act_clockwise_from_the_initiator_and_the_treasury_last():
    game = hold(p2=(30, 40), p3=(10, 0), p1=(10, 0), treasury=(0, 10), treasuries=(99, 0))
    act(game, "p2", "merge", company="I&B", survivor="N&E")
    asked = []
    while game.state.pending:
        asked.append((actor(game), game.state.pending[-1].data["holder"]))
        act(game, actor(game), "option_share", choice="sell")
    assert asked == [("p2", "p2"), ("p3", "p3"), ("p1", "p1"), ("p2", "N&E")]


@rule("1862", "5.2.4")
def test_the_treasury_pays_for_its_option_from_both_treasuries():
    game = hold(p1=(30, 40), treasury=(10, 0), treasuries=(30, 20))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    act(game, "p1", "option_share", choice="sell")
    assert game.state.pending[-1].data["redeem"] == 45  # price 90
    act(game, "p1", "option_share", choice="redeem")
    assert (game.view.cash("N&E"), game.view.percent("N&E", "N&E")) == (5, 10)


@rule("1862", "5.2.4")
@pytest.mark.parametrize(("readings", "left"), [("rulebook", 10), ("recorded", 0)])
def test_the_recorded_program_takes_the_option_of_the_treasury_from_the_active_company_alone(readings, left):
    """The option costs 45; N&E has 30 and I&B 20."""
    game = hold(p1=(30, 40), treasury=(10, 0), treasuries=(30, 20), readings=readings)
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    act(game, "p1", "option_share", choice="sell")
    assert bool(game.state.pending) is (left > 0)
    if left:
        act(game, "p1", "option_share", choice="redeem")
    assert game.view.percent("N&E", "N&E") == left
    assert game.view.cash("N&E") == (5 if left else 50 + 45)


@rule("1862", "5.2.4")
def test_non_surviving_shares_are_exchanged_with_the_pool_then_with_the_next_holder_clockwise():
    """p1 keeps two of I&B: one finds the N&E of the pool, one that of p2, who is nearer than p3."""
    game = hold(p1=(40, 70), p2=(10, 0), p3=(40, 0), pool=(10, 0))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert shares(game, "p1") == {"N&E": 60}
    assert (shares(game, "p2"), shares(game, "p3")) == ({"I&B": 10}, {"N&E": 40})
    assert shares(game, POOL) == {"I&B": 90}
    act(game, "p1", "option_share", choice="sell")
    assert shares(game, "p2") == {"N&E": 10}  # his option found the share that p1 gave up
    assert shares(game, "p3") == {"N&E": 40}  # it is still p2's turn


@rule("1862", "5.2.4")
@pytest.mark.parametrize(
    ("readings", "half"), [("rulebook", 48), ("recorded", 47)], ids=["rounded up", "as recorded"]
)
def test_an_option_that_finds_no_share_is_sold_for_half_the_price(readings, half):
    """Price 95. p1 and p2 keep nine of ten; p3's whole share finds the last one, the two options none.

    Nobody gives a share who has had his turn.
    """
    game = hold(p1=(50, 40), p2=(50, 20), p3=(0, 30), treasury=(0, 10), prices=(90, 52), readings=readings)
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert game.view.price("N&E") == 95
    act(game, "p1", "option_share", choice="redeem")
    act(game, "p2", "option_share", choice="redeem")
    assert not game.state.pending
    assert [game.view.percent(p, "N&E") for p in ("p1", "p2", "p3", "N&E")] == [50, 40, 10, 0]
    assert cash(game, "p1", "p2", "p3", "N&E") == (500 - 47, 500 - 47, 500 + half, half)


@rule("1862", "5.2.4")
def test_the_odd_share_is_one_of_the_non_surviving_company_while_one_is_kept():
    """p3 keeps one of each; no N&E is left to change, so the I&B is sold as the option, for half of 95."""
    game = hold(p1=(50, 40), p2=(40, 30), p3=(10, 20), treasury=(0, 10), prices=(90, 52))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert game.view.price("N&E") == 95
    while game.state.pending:
        act(game, actor(game), "option_share", choice="redeem")
    assert game.view.percent("p3", "N&E") == 10
    assert game.view.cash("p3") == 500 + 48


@rule("1862", "5.2.4")
def test_a_whole_share_that_finds_none_is_sold_at_the_price():
    """Price 95. The treasury keeps one of its two shares of I&B, and no N&E is left for it."""
    game = hold(p1=(50, 40), p2=(50, 30), p3=(0, 10), treasury=(0, 20), prices=(90, 52))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    act(game, "p1", "option_share", choice="redeem")
    act(game, "p3", "option_share", choice="redeem")
    assert [game.view.percent(p, "N&E") for p in ("p1", "p2", "p3", "N&E")] == [50, 40, 10, 0]
    assert cash(game, "p1", "p2", "p3", "N&E") == (500 - 47, 500, 500 - 47, 95)


@rule("1862", "5.2.4")
def test_a_director_below_sixty_percent_changes_his_certificate_for_three_of_the_pool():
    """p1 directs N&E with 50 %; of five single shares he returns two and keeps two and an option."""
    game = hold(p1=(50, 0), p2=(20, 60))
    propose(game, "p1", "p2", "N&E")
    director = game.view.certs_of("N&E")[0]
    assert director.owner == POOL
    assert game.view.percent("p1", "N&E") == 30
    assert game.state.pending[-1].data == {"holder": "p1", "percent": 10, "redeem": 45, "sell": 45}


@rule("1862", "5.2.4")
def test_with_sixty_percent_of_both_companies_together_he_keeps_his_certificate():
    game = hold(p1=(40, 20), p2=(30, 60))
    propose(game, "p1", "p2", "N&E")
    assert game.view.owner("N&E") == "p1"
    assert game.view.percent("p1", "N&E") == 30


@rule("1862", "5.2.4")
@pytest.mark.parametrize(
    ("held", "others", "redeem", "sell"),
    [
        (50, {"p2": (50, 60), "p3": (0, 40)}, 47, 237),
        (40, {"p2": (30, 60), "p3": (30, 40)}, 95, 190),
        (30, {"p2": (30, 60), "p3": (30, 40), "treasury": (10, 0)}, 142, 142),
    ],
)
@pytest.mark.parametrize("choice", ["redeem", "sell"])
def test_without_three_shares_in_the_pool_the_directors_certificate_is_the_option(
    held, others, redeem, sell, choice
):
    """Price 95 and an empty pool: single shares go there, and the certificate is redeemed or sold."""
    game = hold(p1=(held, 0), prices=(90, 52), **others)
    propose(game, "p1", "p2", "N&E")
    assert game.state.pending[-1].data == {"holder": "p1", "percent": 30, "redeem": redeem, "sell": sell}
    assert (game.view.percent("p1", "N&E"), game.view.percent(POOL, "N&E")) == (30, held - 30)
    act(game, "p1", "option_share", choice=choice)
    kept = choice == "redeem"
    assert game.view.percent("p1", "N&E") == (30 if kept else 0)
    assert game.view.cash("p1") == (500 - redeem if kept else 500 + sell)


@rule("1862", "5.2.5")
def test_most_shares_direct_and_of_equals_the_initiator():
    game = hold(p1=(40, 0), p2=(0, 50), p3=(30, 0))
    act(game, "p1", "offer_merger", company="I&B", survivor="N&E")
    act(game, "p2", "accept_offer", offer="o1")
    while game.state.pending:
        act(game, actor(game), "option_share", choice="redeem")
    held = {p: game.view.percent(p, "N&E") for p in ("p1", "p2", "p3")}
    assert held == {"p1": 20, "p2": 30, "p3": 20}
    assert game.view.president("N&E") == "p2"


@rule("1862", "5.2.5")
def test_of_equal_holders_the_initiator_directs_then_the_next_clockwise():
    tied = hold(p1=(40, 20), p2=(30, 60))
    propose(tied, "p1", "p2", "N&E", "redeem")
    assert [tied.view.percent(p, "N&E") for p in ("p1", "p2")] == [30, 50]
    even = hold(p1=(40, 20), p2=(0, 60))
    propose(even, "p1", "p2", "N&E", "redeem")
    assert [even.view.percent(p, "N&E") for p in ("p1", "p2")] == [30, 30]
    assert even.view.president("N&E") == "p1"
    others = hold(p1=(30, 0), p2=(0, 60), p3=(20, 40))
    propose(others, "p1", "p2", "N&E", "sell")
    assert [others.view.percent(p, "N&E") for p in ("p1", "p2", "p3")] == [10, 30, 30]
    assert others.view.president("N&E") == "p2"


@rule("1862", "5.2.5", "8")
def test_without_a_holder_of_three_shares_the_company_is_in_receivership():
    game = hold(p1=(50, 0), p2=(0, 50))
    propose(game, "p1", "p2", "N&E", "sell")
    assert [game.view.percent(p, "N&E") for p in ("p1", "p2")] == [20, 20]
    assert game.view.president("N&E") is None
    assert game.view.owner("N&E") == POOL
    assert in_receivership(game.view, "N&E")
