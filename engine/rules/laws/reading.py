"""How a title reads the common laws (`engine.rules.laws.common`): it states its exceptions and its own."""

from __future__ import annotations

from engine.core.events import Noted
from engine.core.laws import Deeds, Law
from engine.core.state import Cert, Cursor, Train
from engine.core.view import View
from engine.rules.dealing import SOLD_NOW
from engine.rules.stock import stock_rules

CERTIFICATES, HOLDING, OPEN_MARKET, TRAINS = "certificates", "holding", "open market", "trains"


class Laws:
    """How a title reads the common laws, and what it adds. A title overrides what differs."""

    leaderless = False
    """Whether companies may run without a player who presides."""
    own: tuple[Law, ...] = ()
    """Further laws."""

    def may_hold(self, view: View, company: str, cert: Cert) -> bool:
        """Whether an open company may hold this certificate: its own shares, and privates."""
        return cert.company == company or view.company(cert.company).kind == "private"

    def may_exceed(self, view: View, holder: str, company: str, limit: str, deeds: Deeds) -> bool:
        """Whether a rule let a holder come over a limit (CERTIFICATES, HOLDING...) by this action."""
        return False

    def could_mend(self, view: View, turn: Cursor, deeds: Deeds) -> bool:
        """Whether a player with too many certificates could sell some in the turn that ended just now.

        Not of companies of which he sold his one block in it.
        """
        rules, noted = stock_rules(view), deeds.of(Noted)
        sold = next((note.before for note in noted if note.key == SOLD_NOW and note.before), ())
        in_round = turn.round == view.cursor.round and rules.has_sales(view)
        return in_round and rules.can_sell(view, turn.actor, sold)

    def comes_early(self, view: View, colour: str) -> bool:
        """Whether a rule lets a tile of a colour be laid before its phase."""
        return False

    def outlives(self, view: View, train: Train) -> bool:
        """Whether a train of a kind that is scrapped stays with its company."""
        return False


def laws_of(view: View) -> Laws:
    """The title's laws."""
    return view.policy(Laws)
