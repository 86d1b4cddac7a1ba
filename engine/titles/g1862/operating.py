"""Operating rounds of 1862: who operates when (7.1) and the steps of a turn.

Plugs: operating (B) and merging (C) put their steps into ``STEPS``; ``open_turn`` is B's.
"""

from __future__ import annotations

from engine.play import Play
from engine.rounds import Step
from engine.rules.market import operating_order
from engine.steps.turns import OperatingRound
from engine.titles.g1862 import ending
from engine.titles.g1862.options import is_recorded
from engine.view import View

STEPS: tuple[Step, ...] = ()


class Operating(OperatingRound):
    """One to three rounds in a set; companies by price, companies in receivership too (7.1, 8)."""

    def order(self, view: View) -> list[str]:
        return operating_order(view, [c.id for c in view.companies() if c.floated])

    def rounds_in_set(self, view: View) -> int:
        """As the phase says; after the LNER one round in which each company operates three times (10.3).

        The program that recorded games plays its usual set of rounds instead (readings).
        """
        if ending.lner_formed(view) and not is_recorded(view):
            return 1
        return super().rounds_in_set(view)

    def turns(self, view: View, company: str) -> int:
        last = ending.lner_formed(view) and not is_recorded(view)
        return int(view.data.figures["final_operations"]) if last else 1

    def close_round(self, play: Play) -> None:
        ending.end_of_round(play)

    def close_set(self, play: Play) -> None:
        ending.end_of_set(play)
        if not play.state.ended:
            play.title.rounds["shares" if ending.lner_formed(play) else "parliament"].begin(play)


OPERATING = Operating(STEPS)
