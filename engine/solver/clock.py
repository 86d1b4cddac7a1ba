"""When a search ends: it counts its steps, and asks its caller now and then whether time is up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

NEVER = 10**9
"""More steps than any search makes, and more than any route earns."""


class Stopped(Exception):
    """The caller's ``stop()`` said that time is up."""


class Cut(Stopped):
    """A search has made as many steps as it may."""


def never() -> bool:
    """There is time enough."""
    return False


@dataclass
class Patience:
    """Ends a search after so many questions whether to stop; ``left`` counts them down."""

    left: int

    def __call__(self) -> bool:
        """Ask."""
        self.left -= 1
        return self.left < 0


def after(questions: int) -> Patience:
    """What ends a search after so many questions whether to stop, the same on every machine."""
    return Patience(questions)


@dataclass
class Clock:
    """Asks ``stop()`` each time that ``patience`` steps are done; ``most`` steps are all there are."""

    stop: Callable[[], bool]
    patience: int
    most: int = NEVER
    steps: int = 0

    def __post_init__(self) -> None:
        self._due = min(self.patience, self.most + 1)

    def tick(self, steps: int = 1) -> None:
        """Count steps. Raises Stopped when time is up, Cut when they are more than there are."""
        self.steps += steps
        if self.steps >= self._due:
            self._ask()

    def _ask(self) -> None:
        if self.steps > self.most:
            raise Cut
        self._due = min(self.steps - self.steps % self.patience + self.patience, self.most + 1)
        if self.stop():
            raise Stopped
