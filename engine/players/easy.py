"""*Easy*: for a first game. It does sensible things, if not always the best, and ruins nobody by accident."""

from __future__ import annotations

from engine.players.steady import Steady


class Easy(Steady):
    """Plays as *steady* does, with few lays looked at and with whims: a good action may pass for the best."""

    noise = 3.0
    lays = 2
