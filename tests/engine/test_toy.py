"""The toy title keeps every property that the engine promises, so tests on it prove something."""

import pytest

from engine.checks.random_play import play
from engine.checks.rejudge import rejudge
from engine.game import new_game
from tests import toy
from tests.scenario import act, kinds, refusal


def sit(*names, seed=1, **options):
    game = new_game(toy.TITLE, names or ("Ann", "Ben", "Cy"), seed=seed, options=options)
    return game, game.state.seats


@pytest.mark.parametrize("seed", range(12))
def test_random_games_end_and_hold_every_property(seed):
    outcome = play(toy.TITLE, 2 + seed % 3, seed, {"length": "short"}, full=True)
    assert outcome.fault is None
    assert outcome.game.state.ended == "last_round"
    assert rejudge(outcome.game) == []


def test_the_fifth_count_gives_the_left_neighbour_a_prize():
    game, (a, b, c) = sit()
    for player in (a, b, c):
        act(game, player, "count", by=3)
    for player in (a, b, c):
        act(game, player, "pass")
    act(game, a, "count", by=2)
    assert game.waiting().players == (b,)
    assert refusal(game, a, "count", by=1) == "not_your_turn"
    cash = game.state.cash(b)
    act(game, b, "prize", take="yes")
    assert game.state.cash(b) == cash + toy.PRIZE
    assert kinds(game, b) >= {"count", "pay", "pass"}


def test_who_cannot_pay_is_not_asked_for_the_toll():
    game, (a, b, c) = sit()
    act(game, a, "pay", to=b, amount=20)
    for player in (a, b, c):
        act(game, player, "pass")
    assert game.round_title() == "Toll 1"
    assert game.waiting().players == (b,)


def test_an_accepted_offer_moves_counts_and_money_and_an_empty_one_lapses():
    game, (a, b, _) = sit()
    act(game, a, "count", by=1)
    act(game, a, "offer_counts", to=b, price=7)
    act(game, b, "accept_offer", offer="o1")
    assert (toy.count_of(game.view, a), toy.count_of(game.view, b)) == (0, 1)
    assert (game.state.cash(a), game.state.cash(b)) == (27, 13)
    act(game, b, "offer_counts", to=a, price=1)
    act(game, b, "pay", to=a, amount=13)
    act(game, b, "offer_counts", to=game.view.left_of(b), price=1)
    act(game, a, "accept_offer", offer="o2")
    assert not game.state.offers
