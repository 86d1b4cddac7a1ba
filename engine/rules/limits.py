"""How many certificates, and how much of a company, a player may own.

The limits come from the title's data; `engine.rules.stock.StockRules` contains these rules, and a title
overrides what differs there.
"""

from __future__ import annotations

from collections import Counter

from engine.core.errors import Violation
from engine.core.view import View
from engine.data.figures import StockFigures
from engine.message import say
from engine.rules.setup import chosen


class LimitRules:
    """The certificate limit and the limit on holdings of one company; every method answers from a view."""

    sells_down = False
    """Whether a player over a limit, on holdings too, sells in his turn before anything else."""

    def has_shares(self, view: View, company: str) -> bool:
        """True for a company whose ownership is split into certificates."""
        return company in view.data.companies and len(view.spec(company).shares) > 1

    def share(self, view: View, company: str) -> int:
        """Percent of one share: the price is paid, and falls, by the share."""
        return min(view.spec(company).shares)

    def certificate_limit(self, view: View) -> int:
        """How many certificates a player may own; an option of the game may bring another limit."""
        others = view.data.certificate_limit_with.items()
        limits = (limits for option, limits in others if chosen(view, option) == "yes")
        return next(limits, view.data.certificate_limit)[len(view.seats)]

    def counts(self, view: View, company: str) -> bool:
        """Whether certificates of a company count against the limit: not in some zones of the market."""
        return self.zone(view, company) not in view.data.market.uncounted

    def zone(self, view: View, company: str) -> str | None:
        """The zone of the market where the company's marker is."""
        cell = view.company(company).cell
        return None if cell is None else view.data.market.zones.get(cell)

    def certificates(self, view: View, player: str) -> int:
        """How many of a player's certificates count: shares, privates and minors."""
        held = Counter(cert.company for cert in view.certs(player))
        return sum(count for company, count in held.items() if self.counts(view, company))

    def has_room(self, view: View, player: str, company: str) -> bool:
        """Whether a player may take one more certificate, of this company."""
        full = self.certificates(view, player) >= self.certificate_limit(view)
        return not full or not self.counts(view, company)

    def holding_limit(self, view: View, company: str) -> int:
        """The most percent of a company that a player may buy up to."""
        free = self.zone(view, company) in view.data.market.unlimited
        return 100 if free else view.data.figures(StockFigures).holding_limit

    def buys_several(self, view: View, company: str) -> bool:
        """Whether a player may buy several shares of a company in a turn: in some zones of the market."""
        return self.zone(view, company) in view.data.market.several

    def excess(self, view: View, player: str) -> int:
        """How many certificates a player holds over the limit."""
        return max(0, self.certificates(view, player) - self.certificate_limit(view))

    def overheld(self, view: View, player: str) -> list[str]:
        """The companies of which a player holds more than he may, where he must sell them."""
        held = {c.company: view.percent(player, c.company) for c in view.certs(player) if self.sells_down}
        return [c for c in held if self.has_shares(view, c) and held[c] > self.holding_limit(view, c)]

    def check_holding(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """Why a player may not own so much more of a company."""
        limit, held = self.holding_limit(view, company), view.percent(player, company)
        if held + percent <= limit:
            return None
        text = say(
            "A player may own up to {limit} % of {company}; you own {held} %.",
            limit=limit,
            company=company,
            held=held,
        )
        return Violation("holding_limit", text, {"held": held, "limit": limit})
