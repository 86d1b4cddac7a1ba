"""Stock rounds of 18OE (8.2, 8.3, 10): shares, limits, prices, and what a stock round leaves behind.

The moves of a turn are in `stock_round`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.errors import Violation
from engine.core.state import POOL, Cert
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.market import operating_order
from engine.rules.stock import TREASURY, StockRules
from engine.titles.g18oe.data import market
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.floats import phases
from engine.titles.g18oe.floats.expanding import expansion
from engine.titles.g18oe.floats.phases import REGIONAL_MINOR
from engine.titles.g18oe.railroads import custody, reserved
from engine.titles.g18oe.railroads.companies import CONCESSION, LARGE, PRIVATE, REGIONAL
from engine.titles.g18oe.railroads.privates import is_face_down

OPEN_MARKET = "pool"
SOLD_AT = "sr_sold_at"
NOTES = {SOLD_AT: "the end of the turn"}
"""Note: the share values at the beginning of the action, of what was sold in it (10.1)."""


class Stock(StockRules):
    """Sell, then or buy; shares come from a treasury or the Open Market (10)."""

    patterns = frozenset({"b", "s", "sb"})
    sources: Mapping[str, str] = {TREASURY: say("its treasury"), OPEN_MARKET: say("the Open Market")}
    sellers: Mapping[str, str] = {TREASURY: say("its treasury"), OPEN_MARKET: say("Open Market")}
    resells = True

    def turn_patterns(self, view: View) -> frozenset[str]:
        """No stock is sold during Train Phase 1 (10.1); an expansion has its own course (9.3)."""
        now = expansion(view)
        found = self.patterns if now is None else _after_expansion(bool(now["bought"]))
        return found if view.state.phase != "1" else frozenset(p for p in found if "s" not in p)

    def has_shares(self, view: View, company: str) -> bool:
        return company in view.data.companies and view.spec(company).kind == REGIONAL

    def share(self, view: View, company: str) -> int:
        """25 % of a regional, 10 % of a major or national (1.3.1)."""
        figures, large = view.data.figures(Figures), view.company(company).kind in LARGE
        return min(figures.major_percents if large else figures.regional_percents)

    def counts(self, view: View, company: str) -> bool:
        """Concessions do not count, nor privates that lie face down (4.1, 6.1)."""
        kind = view.spec(company).kind
        return kind != CONCESSION and not (kind == PRIVATE and is_face_down(view, company))

    # --- buying --------------------------------------------------------------------------------

    def holding_limit(self, view: View, company: str) -> int:
        """All of a regional, 60 % of a major or national by purchase (4.2, 10.2)."""
        return super().holding_limit(view, company) if view.company(company).kind in LARGE else 100

    def price(self, view: View, company: str, source: str) -> int | None:
        """The par where there is one and the treasury sells, else the share value (10.2)."""
        par = view.company(company).par
        return par if source == TREASURY and par is not None else view.price(company)

    def on_sale(self, view: View, company: str, source: str) -> list[Cert]:
        """No secondary share of a regional before the Major phase (8.2, 8.3)."""
        return [] if _is_early(view) else super().on_sale(view, company, source)

    def cost(self, view: View, company: str, source: str) -> int:
        """Beyond 60 % the president pays the Open Market double (10.2)."""
        cost, actor = super().cost(view, company, source), view.cursor.actor
        double = source == OPEN_MARKET and self.is_beyond(view, actor, company)
        return cost * view.data.figures(Figures).over_limit_factor if double else cost

    def is_beyond(self, view: View, player: str, company: str) -> bool:
        """Whether one more share of a major or national takes a player beyond 60 %."""
        more = view.percent(player, company) + self.share(view, company)
        return more > self.holding_limit(view, company)

    def check_buy(self, view: View, player: str, company: str, source: str) -> Violation | None:
        if company not in view.state.companies:
            return super().check_buy(view, player, company, source)
        if _is_early(view):
            return Violation("other_phase", say("Shares are bought from the Major Railroad Phase on."))
        now = expansion(view)
        if now is not None and (company, source) != (now["company"], TREASURY):
            text = say(
                "After the expansion you may buy a share of {now} from its treasury.", now=now["company"]
            )
            return Violation("expanded_only", text)
        held = reserved.holds_back(view, player, company)
        if source == TREASURY:
            held = held or custody.refuse(view, player, company)
        usual = held or super().check_buy(view, player, company, source)
        return usual or self._beyond(view, player, company, source)

    def buy(self, writer: PositionWriter, player: str, company: str, source: str) -> None:
        super().buy(writer, player, company, source)
        if source == TREASURY:
            custody.taken(writer, player, company)

    def check_holding(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """Only the president goes beyond 60 % (10.2)."""
        if view.president(company) == player:
            return None
        return super().check_holding(view, player, company, percent)

    def _beyond(self, view: View, player: str, company: str, source: str) -> Violation | None:
        if source == OPEN_MARKET or not self.is_beyond(view, player, company):
            return None
        limit = self.holding_limit(view, company)
        text = say(
            "With {limit} % its president may buy more of {company} from the Open Market alone.",
            limit=limit,
            company=company,
        )
        return Violation("holding_limit", text, {"limit": limit})

    # --- selling -------------------------------------------------------------------------------

    def check_sale(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """Never a share of a regional (10.1), nor of the major that has just expanded (9.3)."""
        now = expansion(view)
        if now is not None and now["company"] == company:
            return Violation(
                "just_expanded", say("{company} has just expanded: sell shares of others.", company=company)
            )
        return super().check_sale(view, player, company, percent)

    def sale_price(self, view: View, company: str, percent: int) -> int:
        """The share value at the beginning of the action for each share (10.1)."""
        at: Mapping[str, int] = view.state.notes.get(SOLD_AT, {})
        value = at.get(company) or view.price(company)
        assert value is not None
        return value * percent // self.share(view, company)

    def sell(self, writer: PositionWriter, player: str, company: str, percent: int) -> None:
        at: Mapping[str, int] = writer.state.notes.get(SOLD_AT, {})
        if company not in at:
            writer.note(SOLD_AT, {**at, company: writer.price(company)})
        super().sell(writer, player, company, percent)

    def fall(self, writer: PositionWriter, company: str, shares: int, by_president: bool) -> None:
        """Down for each share (4.4), unless a private holds the value (14.4)."""
        if writer.state.notes.get(custody.HELD) != company:
            market.move(writer, company, market.DOWN, shares)

    # --- the end of a stock round --------------------------------------------------------------

    def end_round(self, writer: PositionWriter) -> None:
        """Who has all shares in players' hands goes up (4.4); par markers are removed (10.7)."""
        large = [c.id for c in writer.companies(*LARGE)]
        for company in operating_order(writer, large):
            if self.sold_out(writer, company):
                market.move(writer, company, market.UP, why="sold_out")
        for company in large:
            writer.change(company, par=None)

    def sold_out(self, view: View, company: str) -> bool:
        return not view.certs(POOL, company) and not view.certs(company, company)


def _is_early(view: View) -> bool:
    return phases.in_phase(view, REGIONAL_MINOR)


def forget_values(writer: PositionWriter) -> None:
    """Write that an action is over: later sales are paid the values of their own."""
    writer.note(SOLD_AT, None)


def _after_expansion(bought: bool) -> frozenset[str]:
    return frozenset({"x", "xs"} if bought else {"x", "xs", "xb", "xsb"})


STOCK = Stock()
