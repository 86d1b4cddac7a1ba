"""1862 7.10: warranties."""

import pytest

from engine.core.state import DEPOT, OUT
from engine.core.story import lines
from tests.rulemark import rule
from tests.titles.g1862.mania import act
from tests.titles.g1862.mania_trains import NAMES, PRICES, buy, buyer, held, names, refused, seller
from tests.titles.g1862.mania_turns import offered

# --- warranties (7.10) -----------------------------------------------------------------------------------


@rule("1862", "7.10", "7.10.1")
@pytest.mark.parametrize(
    ("band", "bought", "tokens"),
    [("A", 0, 1), ("A", 2, 3), ("B", 0, 0), ("B", 3, 3), ("C", 1, 1), ("D", 0, 1), ("D", 1, 2), ("H", 2, 2)],
)
def test_warranties_are_bought_with_a_train(band, bought, tokens):
    game = buyer(band=band).game()
    buy(game, NAMES[band][0], warranties=bought)
    assert held(game) == [(band, "freight", tokens)]
    assert game.view.cash("SVR") == 2000 - PRICES[band] - 50 * bought


@rule("1862", "7.10")
@pytest.mark.parametrize(("band", "count"), [("A", 3), ("B", 4), ("D", 3), ("B", -1)])
def test_three_tokens_are_the_most(band, count):
    assert refused(buyer(band=band).game(), NAMES[band][0], warranties=count) == "bad_warranties"


@rule("1862", "7.10")
@pytest.mark.parametrize(("cash", "most"), [(200, 0), (249, 0), (250, 1), (349, 2), (350, 3), (900, 3)])
def test_the_treasury_pays_for_warranties(cash, most):
    game = buyer(cash=cash, band="B").game()
    options = offered(game, "p1", "buy_train", "warranties", source=DEPOT, train="2F")
    assert [o.value for o in options] == [str(n) for n in range(most + 1)]
    assert refused(game, "2F", warranties=most + 1) == "bad_warranties"
    buy(game, "2F", warranties=str(most))
    assert game.view.cash("SVR") == cash - 200 - 50 * most


@rule("1862", "7.10")
def test_no_warranties_with_a_train_of_another_company():
    game = seller().game()
    assert refused(game, "2/3E", "ECR", warranties=1) == "bad_warranties"
    options = offered(game, "p1", "buy_train", "warranties", source="ECR", train="2/3E")
    assert [o.value for o in options] == ["0"]
    buy(game, "2/3E", "ECR", warranties=0)


@rule("1862", "7.10")
def test_warranties_stay_with_a_train_that_is_sold_and_cost_nothing():
    game = seller(left=2).game()
    assert names(game, "ECR") == ["2/3E+2"]
    buy(game, "2/3E+2", "ECR")
    assert held(game) == [("B", "express", 2)]
    assert game.view.cash("ECR") == 200


@rule("1862", "11.3", "7.10.1")
def test_new_players_have_the_free_warranties_only():
    game = buyer(novice="yes", trains="simple_express").game()
    assert refused(game, "2E", warranties=1) == "bad_warranties"
    buy(game, "2E")
    assert held(game) == [("A", "express", 1)]


def worn(*tokens, expiring=False, revenue=90):
    """The SVR has run; its B trains have so many tokens each."""
    scenario = buyer(band="E" if expiring else "B").note("turn:revenue", revenue)
    for count in tokens:
        card = next(t for t in scenario.state.trains.values() if t.kind == "B" and t.owner in (DEPOT, OUT))
        card.owner, card.data["type"] = "SVR", "freight"
        if count:
            card.data["warranties"] = count
            card.data |= {"expiring": True} if expiring else {}
    return scenario.operating("SVR", "dividend")


@rule("1862", "7.10")
def test_every_train_uses_up_a_token_when_the_company_ran():
    game = worn(3, 1, 0).game()
    act(game, "p1", "dividend", payout="pay")
    assert sorted(held(game)) == [("B", "freight", 0), ("B", "freight", 0), ("B", "freight", 2)]


def test_the_warranties_that_a_run_uses_up_are_told_in_one_sentence():
    game = worn(3, 1, 0).game()
    act(game, "p1", "dividend", payout="pay")
    told = [line for line in lines(game.view, game.log[-1]) if "warrant" in line]
    assert told == ["SVR uses up a warranty: 2F+3 → 2F+2, 2F+1 → 2F."]
    gone = worn(2, 1, expiring=True).game()
    act(gone, "p1", "dividend", payout="pay")
    told = [line for line in lines(gone.view, gone.log[-1]) if "warrant" in line]
    assert told == [
        "A 2F-train of SVR is scrapped: its last warranty is used up.",
        "SVR uses up a warranty: 2F+2 → 2F+1.",
    ]


@rule("1862", "7.10")
def test_also_when_nothing_was_earned():
    scenario = worn(2, revenue=0).operating("SVR", "token")
    scenario.state.notes.pop("turn:revenue")
    game = scenario.game()
    if game.state.cursor.step == "token":
        act(game, "p1", "skip")
    assert held(game) == [("B", "freight", 1)]


@rule("1862", "7.10")
def test_an_obsolete_train_goes_with_its_last_token():
    game = worn(2, 1, expiring=True).game()
    act(game, "p1", "dividend", payout="pay")
    assert held(game) == [("B", "freight", 1)]
    assert sum(t.owner == OUT and t.kind == "B" for t in game.state.trains.values()) == 5


@rule("1862", "7.10")
def test_a_train_that_is_not_obsolete_outlives_its_tokens():
    game = worn(1).game()
    act(game, "p1", "dividend", payout="withhold")
    assert held(game) == [("B", "freight", 0)]


@rule("1862", "7.10", "9")
def test_a_phase_spares_trains_with_tokens():
    scenario = buyer(band="D").no_trains_left("D")
    for count in (0, 1):
        card = next(t for t in scenario.state.trains.values() if t.kind == "B" and t.owner == OUT)
        card.owner, card.data["type"] = "SVR", "freight"
        if count:
            card.data["warranties"] = count
    game = scenario.game()
    buy(game, "4/5L")
    assert held(game) == [("B", "freight", 1), ("E", "local", 0)]
    assert game.view.trains("SVR")[0].data["expiring"] is True
    told = lines(game.view, game.log[-1])
    assert "SVR scraps its B trains: 2F-train." in told
    assert "SVR keeps until their warranties are used up: 2F+1-train." in told


def test_what_is_paid_for_warranties_is_told_of_the_train_that_has_them():
    game = buyer(band="A").game()
    buy(game, "1F", warranties=2)
    bought, paid = lines(game.view, game.log[-1])[:2]
    assert " buys a 1F+3-train from the bank for £100." in bought
    assert paid.endswith(" pays £100 for 2 warranties of that train.")
