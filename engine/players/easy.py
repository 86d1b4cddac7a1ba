"""*Easy*: for a first game. It does sensible things, but not always the best ones, and ruins nobody by accident."""

from __future__ import annotations

from engine.players.steady import Steady


class Easy(Steady):
    """Plays as *steady* does, with few lays looked at and with whims: a good action may be taken for the best."""

    mood = 3.0
    lays = 2
