"""What a player of a seat is: somebody who is shown a position and decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from engine.core.actions import Action
from engine.game import Game

Stop = Callable[[], bool]
"""A function that returns True once the time is over."""


def never() -> bool:
    """Return False always: a `Stop` for a search without a deadline."""
    return False


def no_clock() -> float:
    """Return 0 seconds: the engine has no clock, so a caller that measures time passes its own."""
    return 0.0


@dataclass(frozen=True, slots=True)
class Weighed:
    """An action that was looked at, and what it is worth beyond leaving things as they are, in money."""

    action: Action
    worth: float


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player does: ``actions`` in order, the first one now, the others while they stay legal.

    reason: why, in one sentence. weighed: what else was looked at, best first. seconds: time spent, by the
    clock of the budget (0 without one).
    """

    actions: tuple[Action, ...]
    reason: str
    weighed: tuple[Weighed, ...] = ()
    seconds: float = 0.0


@dataclass(slots=True)
class Budget:
    """How much a player may think about one decision.

    work: positions that may be looked at; the same work gives the same decision on every machine. over: says
    that time is up; then the best so far is taken. clock: seconds, to tell how long it took.
    """

    work: int
    over: Stop = never
    clock: Callable[[], float] = no_clock
    spent: int = field(default=0)

    def take(self, amount: int = 1) -> bool:
        """Spend some work; False when none is left or time is up."""
        self.spent += amount
        return self.spent <= self.work and not self.over()

    def share(self, work: int) -> Budget:
        """A budget of so much work at most for a part of the decision, with the same deadline."""
        return Budget(max(0, min(work, self.work - self.spent)), self.over, self.clock)


class Player(Protocol):
    """Decides for a seat. It is shown a game of its own, without what the seat may not see.

    That game has the position but no log: its ``revision`` is 0. Round and step are in ``view.cursor``.
    """

    def choose(self, game: Game, seat: str, budget: Budget) -> Decision:
        """The decision of a seat for which the game waits; never an illegal action."""
