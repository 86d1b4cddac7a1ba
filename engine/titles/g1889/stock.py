"""Stock rounds (R12-R32)."""

from __future__ import annotations

from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.view import View
from engine.rules.stock import StockRules
from engine.steps.shares import ShareRound


class Stock(StockRules):
    """The common rules with full capital at once (R15, R27); limits that bind and free (R20-R22, R71)."""

    sells_at_first = False
    resells = True
    one_block = True
    sells_down = True
    opens_at_once = True
    keeps_presidencies = True


class StockRound(ShareRound):
    """A stock round; a set of operating rounds follows (R33)."""

    def title(self, view: View) -> str:
        return f"Stock {view.cursor.number}"

    def next_round(self, play: Play) -> None:
        begin_round(play, "operating")
