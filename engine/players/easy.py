"""*Easy*: for a first game. It does sensible things, if not always the best, and ruins nobody by accident."""

from __future__ import annotations

from engine.players.steady import Steady, Thought


class Easy(Steady):
    """Plays as *steady* does, but looks at one lay and a few rounds ahead, keeps money, and has whims.

    What it keeps is enough for the trains that its companies may have to buy; where a title says so, it keeps
    as much for those that will need none. A whim: a good action may be taken for the best. Where a title says
    so, its companies buy a further train only for a part of their money.
    """

    noise = 3.0
    lays = 1
    sight = 4
    thrift = 1.0

    def limit(self, thought: Thought) -> None:
        """Look less far ahead, keep money, and buy fewer trains."""
        thought.limit(self.sight, self.thrift, thought.known.modest)
