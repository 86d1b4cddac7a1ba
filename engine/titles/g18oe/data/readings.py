"""How open points of the rulebook are read; each is told to players in ``data/game.toml`` (readings).

A rule that follows one asks here, so that a table may one day read it otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.view import View


@dataclass(frozen=True)
class Readings:
    """The named readings; each says what the rulebook leaves open."""

    presidents_reserve: bool = True
    """A secondary share is reserved by the president of its regional; else by any player (8.4)."""

    concessions_move_the_card: bool = False
    """The priority deal card goes on at each concession; else it waits where the auction left it (3.2, 8)."""

    parred_regionals_go: bool = True
    """A parred regional that has not floated is removed with the others when enough have floated (8.2)."""


READINGS = Readings()


def readings(view: View) -> Readings:
    """The readings that hold in a game."""
    return READINGS
