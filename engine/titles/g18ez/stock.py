"""Share dealing rounds (1.5-1.14) and the shares of the Black Line before it opens (2.12)."""

from __future__ import annotations

from engine.play import Play
from engine.rules.packet import unsold
from engine.rules.stock import StockRules
from engine.state import IPO, Cert
from engine.steps.shares import ShareRound
from engine.view import View


class Stock(StockRules):
    """The common rules; the initial round has no sales, and the Black Line sells some shares early."""

    def turn_patterns(self, view: View) -> frozenset[str]:
        return frozenset({"b"}) if view.state.notes.get("sr_initial") else self.patterns

    def price(self, view: View, company: str, source: str) -> int | None:
        if source == IPO and company == view.data.figures["system"] and view.company(company).par is None:
            return int(view.data.figures["system_value"]) if system_on_sale(view) else None
        return super().price(view, company, source)

    def on_sale(self, view: View, company: str, source: str) -> list[Cert]:
        """Of the Black Line as many stay back as minors have still to be exchanged."""
        certs = super().on_sale(view, company, source)
        if source != IPO or company != view.data.figures["system"]:
            return certs
        kept = sum(1 for _ in view.companies("minor"))
        return certs[: max(0, len(certs) - kept)]


def system_on_sale(view: View) -> bool:
    """True once the phase that brings the shares of the Black Line has begun."""
    for key, phase in view.data.phases.items():
        if "system_shares" in phase.events:
            return True
        if key == view.state.phase:
            return False
    return False


class ShareDealing(ShareRound):
    """A share dealing round; while startpacket is left, that comes first."""

    def title(self, view: View) -> str:
        return f"SDR {view.cursor.number}"

    def begin(self, play: Play) -> None:
        if unsold(play):
            play.title.rounds["packet"].begin(play)
        else:
            super().begin(play)

    def next_round(self, play: Play) -> None:
        play.title.rounds["operating"].begin(play)
