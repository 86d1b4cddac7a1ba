"""Share dealing rounds (1.5-1.14) and the shares of the Black Line before it opens (2.12)."""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.flow import begin_round
from engine.core.state import IPO, Cert
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.initial_auction import unsold
from engine.rules.stock import StockRules
from engine.steps.stock.stock_round import StockRound
from engine.titles.g18ez.auction import INITIAL
from engine.titles.g18ez.black_line import for_sale, shares_available, system_of
from engine.titles.g18ez.figures import Figures


class Stock(StockRules):
    """The common rules; the initial round has no sales, and the Black Line sells some shares early."""

    def turn_patterns(self, view: View) -> frozenset[str]:
        return frozenset({"b"}) if view.state.notes.get(INITIAL) else self.patterns

    def check_buy(self, view: View, player: str, company: str, source: str) -> Violation | None:
        if company == system_of(view) and not shares_available(view):
            text = say("Shares of the Black Line are for sale from the round after the first 4-train.")
            return Violation("not_available_yet", text)
        return super().check_buy(view, player, company, source)

    def price(self, view: View, company: str, source: str) -> int | None:
        if source == IPO and company == system_of(view) and view.company(company).par is None:
            return view.data.figures(Figures).system_value
        return super().price(view, company, source)

    def on_sale(self, view: View, company: str, source: str) -> list[Cert]:
        if source == IPO and company == system_of(view):
            return for_sale(view)
        return super().on_sale(view, company, source)


class ShareDealing(StockRound):
    """A share dealing round; while startpacket is left, that comes first."""

    def title(self, view: View) -> str:
        return say("SDR {number}", number=view.cursor.number)

    def begin(self, writer: PositionWriter) -> None:
        if unsold(writer):
            begin_round(writer, "packet")
        else:
            super().begin(writer)
