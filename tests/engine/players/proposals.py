"""A position of a game by steady players in which one of them has an offer for another."""

from __future__ import annotations

from functools import cache

from engine import Game, copy_game, new_game
from engine.players.proposing import propose
from engine.players.seat import Budget, Decision
from engine.players.steady import Steady

WORK, MOVES, SEEDS = 400, 60, range(5, 40)


def offered(game: Game, seat: str, *partners: str) -> Decision | None:
    """What a seat proposes to these partners."""
    return propose(game, seat, Budget(WORK), partners)


@cache
def _found(asked: str) -> Game:
    for seed in SEEDS:
        game = new_game("1889", ["Ann", "Ben", "Cy"], seed=seed)
        players = {seat: Steady(number) for number, seat in enumerate(game.view.seats)}
        for _ in range(MOVES):
            waiting = game.waiting()
            if waiting is None:
                break
            [seat, *_] = waiting.players
            if seat != asked and offered(game, seat, asked) is not None:
                return game
            game.submit(players[seat].choose(game, seat, Budget(200)).actions[0])
    raise AssertionError("no player has an offer for another")


def before_an_offer(asked: str = "p1") -> Game:
    """The game at a decision of a seat that would offer a deal to ``asked``."""
    return copy_game(_found(asked))
