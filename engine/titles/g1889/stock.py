"""Stock rounds (R12-R32)."""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.state import BANK
from engine.core.view import View
from engine.rules import market
from engine.rules.packet import free_cash
from engine.rules.stock import StockRules
from engine.steps.shares import ShareRound
from engine.titles.g1889.figures import Figures


class Stock(StockRules):
    """The common rules with full capital when a company floats, at once."""

    sells_down = True
    one_block = True
    keeps_presidencies = True

    def spendable(self, view: View, player: str) -> int:
        """Bids bind money (R6)."""
        return free_cash(view, player)

    def turn_patterns(self, view: View) -> frozenset[str]:
        """No sales in the first stock round (R18)."""
        return frozenset({"b"}) if view.cursor.number == 1 else self.patterns

    def check_resale(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """Shares bought in this round may be sold in it (R12, R19)."""
        return None

    def start(self, play: Play, player: str, company: str, par: int) -> None:
        """Write a start; the marker goes to the par cell at once (R15)."""
        chart = play.data.market
        play.move_price(company, next(cell for cell in chart.par_cells if chart.value(cell) == par))
        super().start(play, player, company, par)

    def float_if_due(self, play: Play, company: str) -> None:
        """Write that a company floats when half of it is out of the initial offering (R27)."""
        if play.company(company).par is None:
            return
        waited = not play.company(company).floated
        super().float_if_due(play, company)
        if waited and play.company(company).floated:
            self.open_company(play, company)

    def open_company(self, play: Play, company: str) -> None:
        """Write the capital of a company: ten times its par (R27)."""
        par = play.company(company).par
        assert par is not None
        capital = par * play.data.figures(Figures).capital_factor
        play.pay(BANK, company, capital, "capital")
        play.say("company_funded", company=company, money=capital)

    def end_round(self, play: Play) -> None:
        """Write that the marker of each company that players own whole moves up (R30)."""
        for company in market.operating_order(play, list(play.state.companies)):
            if self.sold_out(play, company):
                market.move(play, company, "up")


class StockRound(ShareRound):
    """A stock round; a set of operating rounds follows (R33)."""

    def title(self, view: View) -> str:
        return f"Stock {view.cursor.number}"

    def next_round(self, play: Play) -> None:
        begin_round(play, "operating")
