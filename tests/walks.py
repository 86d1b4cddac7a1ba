"""Random games that many tests look at: the actions of each are drawn once in a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import TITLES, Action, Game, Record, new_game
from engine.checks.random_play import RandomPlayer
from tests.once import keep, kept

EVERY = 50
"""Actions after which what was drawn is kept for other tests."""

LARGEST = "18OE"
"""The title whose moves take longest."""

TWO_EACH = [(title, seed) for title in sorted(TITLES) for seed in (1, 2) if (title, seed) != (LARGEST, 2)]
"""Titles and seeds of random games: two of each title, one of the largest."""


class Walk:
    """A game as `RandomPlayer` plays it by a seed, the same whatever the players are called."""

    def __init__(self, title: str, names: Sequence[str], seed: int) -> None:
        self.game = new_game(title, list(names), seed=seed)
        self._name = f"walk {title} {len(names)} {seed}"
        self._dice = RandomPlayer(self.game.title, seed)
        self._drawn: list[Action] = []
        self._taken = 0
        self._recall()

    def step(self) -> Record:
        """Take the next action."""
        if self._taken == len(self._drawn) and self._taken % EVERY == 0:
            self._recall()
        if self._taken == len(self._drawn):
            self._drawn.append(self._dice.action(self.game))
            if len(self._drawn) % EVERY == 0:
                keep(self._name, (self._drawn, self._dice.rng.getstate()))
        record = self.game.submit(self._drawn[self._taken])
        self._taken += 1
        return record

    def go_on(self, actions: int) -> Game:
        """Take so many actions, or as many as there are to the end of the game."""
        for _ in range(actions):
            if self.game.state.ended:
                break
            self.step()
        return self.game

    def _recall(self) -> None:
        """Go on with what another test has drawn, if that is more."""
        found: tuple[list[Action], tuple[Any, ...]] | None = kept(self._name)
        if found is not None and len(found[0]) > len(self._drawn):
            self._drawn = found[0]
            self._dice.rng.setstate(found[1])
