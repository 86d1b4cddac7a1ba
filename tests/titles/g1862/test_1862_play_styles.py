"""1862: how random players play it, so that companies earn and games end by the rules (10)."""

from collections import Counter

import pytest

from engine.checks.random_play import USUAL, RandomPlayer
from engine.game import Game
from engine.titles.g1862 import TITLE
from engine.titles.g1862.play_styles import STYLES, WEIGHTS, WITHOUT_PERMIT, position_weight
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, values


def buying(permits: tuple[str, ...] = ("express",), **options: str) -> Game:
    scenario = Mania(**options).company("ENR", 100, p1=50, cash=1000, permits=permits)
    return scenario.operating("ENR", "trains").game()


@rule("1862", "7.9")
def test_random_players_seldom_buy_a_train_that_earns_nothing():
    game = buying()
    trains = values(game.options("p1", "buy_train", "train", {"source": "depot"}))
    assert [position_weight(game.view, "buy_train", train) for train in trains] == [
        1,
        WITHOUT_PERMIT,
        WITHOUT_PERMIT,
    ]
    dice = RandomPlayer(TITLE, 1)
    bought = Counter(dice.pick(game.view, "buy_train", trains) for _ in range(200))
    assert bought["2E"] > 150
    assert sum(bought.values()) > bought["2E"]


@rule("1862", "11.1")
def test_without_permits_all_trains_are_alike():
    game = buying(permits=(), trains="simple_freight")
    assert position_weight(game.view, "buy_train", "1F") == 1
    assert position_weight(game.view, "lay_tile", "1F") == 1


@pytest.mark.parametrize("seed", range(4))
def test_each_seed_has_its_style(seed):
    weights = RandomPlayer(TITLE, seed).weights
    assert weights == RandomPlayer(TITLE, seed).weights
    assert weights in [{**USUAL, **WEIGHTS, **style} for style in STYLES]


def test_every_mood_comes_up():
    drawn = [RandomPlayer(TITLE, seed).weights for seed in range(40)]
    assert all({**USUAL, **WEIGHTS, **style} in drawn for style in STYLES)
