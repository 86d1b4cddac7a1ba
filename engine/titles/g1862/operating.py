"""Operating rounds of 1862: who operates when (7.1) and the steps of a turn.

Plugs: operating (B) and merging (C) put their steps into ``STEPS``; ``open_turn`` is B's.
"""

from __future__ import annotations

from engine.play import Play
from engine.rounds import Step
from engine.rules.market import operating_order
from engine.steps.turns import OperatingRound
from engine.titles.g1862 import ending
from engine.view import View

STEPS: tuple[Step, ...] = ()


class Operating(OperatingRound):
    """One to three rounds in a set; companies by price, companies in receivership too (7.1, 8)."""

    def order(self, view: View) -> list[str]:
        return operating_order(view, [c.id for c in view.companies() if c.floated])

    def close_round(self, play: Play) -> None:
        ending.end_of_round(play)

    def close_set(self, play: Play) -> None:
        ending.end_of_set(play)
        if not play.state.ended:
            play.title.rounds["shares" if ending.lner_formed(play) else "parliament"].begin(play)


OPERATING = Operating(STEPS)
