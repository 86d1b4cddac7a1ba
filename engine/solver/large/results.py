"""What the search on large networks answers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.solver.answer import Choice
from engine.solver.walks import Found


@dataclass(frozen=True, slots=True)
class Rough:
    """Sets of routes, best first, each for stops of its own. ``bound``: no set earns more.

    That the first one is the best is sure where it earns as much as the bound; of the others it never is.
    """

    sets: tuple[Choice, ...]
    bound: int

    @property
    def value(self) -> int:
        """What the best set earns."""
        return self.sets[0].value

    @property
    def routes(self) -> tuple[Found | None, ...]:
        """The routes of the best set."""
        return self.sets[0].routes
