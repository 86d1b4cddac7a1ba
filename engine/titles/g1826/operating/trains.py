"""Trains of 1826: who may sell to whom at what price (O121-O124), the TGV (O81), the power of E (O72-O76)."""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.state import DEPOT, Train
from engine.core.view import View
from engine.message import say
from engine.rules.trains import TrainRules
from engine.titles.g1826.companies import companies
from engine.titles.g1826.companies.companies import NATIONAL, loans
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.finance.loans import borrows_first

E, TGV = "E", "TGV"
FIRST_CROSS_BUYING = "6H"


def power_of_e(view: View) -> tuple[int, int]:
    """(cities, factor) of every E train now: 2, 3, 3, 4 doubled by the number sold, 5 single after TGV."""
    if any(t.kind == TGV and t.owner != DEPOT for t in view.state.trains.values()):
        return view.data.figures(Figures).e_reach_late, 1
    reach = view.data.figures(Figures).e_reach
    sold = sum(t.kind == E and t.owner != DEPOT for t in view.state.trains.values())
    return int(reach[min(max(sold, 1), len(reach)) - 1]), 2


class Trains(TrainRules):
    """Every company must own a train, and a seller with loans or a national names its price."""

    def limit(self, view: View, company: str) -> int:
        return companies.train_limit(view, company)

    def has_room(self, view: View, company: str, train: Train) -> bool:
        """Within its limit, and never a second TGV (O81)."""
        held = view.trains(company)
        second = train.kind == TGV and any(t.kind == TGV for t in held)
        return len(held) < self.limit(view, company) and not second

    def limit_text(self, view: View, company: str, train: Train | None = None) -> str:
        """How many trains a company may own."""
        return say(
            "{company} may own at most {limit} trains in this phase, one TGV among them.",
            company=company,
            limit=self.limit(view, company),
        )

    def trade(self, view: View, buyer: str, train: Train) -> tuple[int, int | None] | None:
        """The prices for a train of another company: none before 6H (O121).

        At most its face value for a buyer with loans (O122), at least that from a seller with loans (O123),
        and exactly that when a national buys or sells (O124).
        """
        if all(phase.key != FIRST_CROSS_BUYING for phase in view.phases):
            return None
        face = view.data.trains[train.kind].price
        if NATIONAL in (view.company(buyer).kind, view.company(train.owner).kind):
            return face, face
        return face if loans(view, train.owner) else 1, face if loans(view, buyer) else None

    def must_own(self, view: View, company: str) -> bool:
        """Every company must own a train at the end of its turn, with a route or without (O126)."""
        return True

    def borrows_first(self, view: View, company: str) -> Violation | None:
        return borrows_first(view, company)
