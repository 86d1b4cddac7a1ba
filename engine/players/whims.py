"""Whims: chance in what a player likes and in what it overlooks, the same for a seed and a position."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.core.actions import Action
from engine.core.state import BANK
from engine.core.view import View


@dataclass(frozen=True, slots=True)
class Whims:
    """The whims of a player; none without a seed.

    noise: by how much the worth of actions differs from player to player at most, as a part of it.
    overlooks: the part of what it might do that it does not see.
    """

    seed: int | None
    noise: float
    overlooks: float = 0.0

    def weight(self, view: View, seat: str, action: Action) -> float:
        """How many times its worth an action is liked."""
        return 1.0 if self.seed is None else 1.0 + self.noise * self._chance(view, seat, action)

    def is_overlooked(self, view: View, seat: str, action: Action) -> bool:
        """Whether the player does not see what it might do."""
        if self.seed is None or not self.overlooks:
            return False
        return self._chance(view, seat, action, "overlooks ") < self.overlooks

    def _chance(self, view: View, seat: str, action: Action, purpose: str = "") -> float:
        """From 0 to 1."""
        money = view.cash(BANK), view.cash(seat)
        at = f"{purpose}{self.seed} {view.cursor} {money} {sorted(action.args.items(), key=str)}"
        return Random(at).random()
