"""Random games that many tests look at: each is played once in a run, and then taken from its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import TITLES, Game, Record, new_game
from engine.checks.random_play import RandomPlayer
from engine.game import load_game
from tests.once import keep, kept

EVERY = 50
"""So many actions are kept for other tests together."""

LARGEST = "18OE"
"""The title whose moves take longest."""

TWO_EACH = [(title, seed) for title in sorted(TITLES) for seed in (1, 2) if (title, seed) != (LARGEST, 2)]
"""Titles and seeds of random games: two of each title, one of the largest."""


class Steps:
    """How `RandomPlayer` goes on with a game by a seed; what it takes is kept by a name."""

    def __init__(self, game: Game, seed: int, name: str) -> None:
        self.game, self._name = game, name
        self._dice = RandomPlayer(game.title, seed)
        self._piece: list[Record] = []
        self._taken = 0

    def step(self) -> Record:
        """Take the next action."""
        number, place = divmod(self._taken, EVERY)
        if place == 0:
            self._piece = self._recalled(number)
        self._taken += 1
        if place < len(self._piece):
            self.game.fold(self._piece[place])
        else:
            self._piece.append(self.game.submit(self._dice.action(self.game)))
            if len(self._piece) == EVERY:
                keep(f"{self._name} {number}", (self._piece, self._dice.rng.getstate()))
        return self._piece[place]

    def go_on(self, actions: int) -> Game:
        """Take so many actions, or as many as there are to the end of the game."""
        for _ in range(actions):
            if self.game.state.ended:
                break
            self.step()
        return self.game

    def _recalled(self, number: int) -> list[Record]:
        """The next actions, if another test has taken them."""
        found: tuple[list[Record], tuple[Any, ...]] | None = kept(f"{self._name} {number}")
        if found is None:
            return []
        self._dice.rng.setstate(found[1])
        return found[0]


class Walk(Steps):
    """A game as `RandomPlayer` plays it by a seed, the same whatever the players are called."""

    def __init__(self, title: str, names: Sequence[str], seed: int) -> None:
        game = new_game(title, list(names), seed=seed)
        super().__init__(game, seed, f"walk {title} {len(names)} {seed}")


class Onward(Steps):
    """A copy of a game as `RandomPlayer` goes on with it by a seed from where it stands."""

    def __init__(self, game: Game, seed: int) -> None:
        copied = load_game(game.title, game.setup, game.log)
        place = f"{game.title.key} {game.digest()} {game.revision}"
        super().__init__(copied, seed, f"onward {place} {seed}")
