"""The steps of a turn in a replay: a stop before the trains run and one at the end of the turn.

A record may let a corporation grow or use a private where a game here would have gone on by itself. What is
legal is the same as in any game.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.rounds import Step
from engine.core.view import View
from engine.steps.turns import Skip, TurnStep
from engine.titles.g1826.operating.operating import STEPS, Running

READY, OVER = "ready", "over"


class Ready(TurnStep):
    """Waits before the run until the record goes on."""

    name = READY
    label = "before the run"
    moves = (Skip("Go on"),)

    def is_open(self, view: View) -> bool:
        return True


class Over(Ready):
    """Waits at the end of the turn until the record goes on."""

    name = OVER
    label = "end of the turn"


def _with_stops() -> Iterator[Step]:
    for step in STEPS:
        if step.name == Running.name:
            yield Ready()
        yield step
    yield Over()


ASKED = tuple(_with_stops())
"""The steps of a turn in a replay."""
