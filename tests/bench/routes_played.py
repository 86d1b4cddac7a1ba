"""All runs of whole random games of 1862, one for each choice of its types of train."""

from __future__ import annotations

from typing import Any

from engine.checks.random_play import RandomPlayer
from engine.core.actions import Json
from engine.game import Game, new_game
from engine.routes.suggest import best_routes
from engine.title import Title
from engine.titles import g1862
from tests.bench.timing import Times

SEED, PLAYERS, LIMIT = 9004, 3, 5.0


class Timed(RandomPlayer):
    """Times the whole search for each run before it makes its own choice."""

    def __init__(self, title: Title, seed: int, times: Times) -> None:
        super().__init__(title, seed)
        self.times = times

    def routes(self, game: Game) -> Json:
        waiting = game.waiting()
        assert waiting is not None
        assert waiting.company is not None
        if not self.times.times:
            best_routes(game.view, waiting.company, lambda: True)
        self.times.search(game.view, waiting.company)
        return super().routes(game)


def figures() -> dict[str, Any]:
    """By the types of train in play, the figures over all runs of a game."""
    option = next(option for option in g1862.TITLE.options if option.key == "trains")
    return {trains: played(trains) for trains in option.values}


def played(trains: str) -> dict[str, Any]:
    """A long game of these types, played to its end."""
    times = Times(LIMIT)
    options = {"trains": trains, "length": "long", "markers": "8"}
    names = [f"Player {i}" for i in range(1, PLAYERS + 1)]
    game = new_game(g1862.TITLE, names, seed=SEED, options=options)
    dice = Timed(g1862.TITLE, SEED, times)
    while not game.state.ended:
        game.submit(dice.action(game))
    return times.told()
