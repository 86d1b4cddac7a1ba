"""*Easy*: for a first game. It does sensible things, if not always the best, and ruins nobody by accident."""

from __future__ import annotations

from engine.players.knowledge import Knowledge
from engine.players.steady import Steady


class Easy(Steady):
    """Plays as *steady* does, but looks at one lay and a few rounds ahead, keeps money, and has whims.

    What it keeps is enough for the trains that its companies may have to buy. A whim: a good action may pass
    for the best.
    """

    noise = 3.0
    lays = 1
    thrift = 1.0

    def sight(self, known: Knowledge) -> int:
        """How many rounds it looks ahead at most."""
        return known.easy_sight
