"""What players know of 1826 (`engine.players.knowledge`)."""

from __future__ import annotations

from engine.core.view import View
from engine.players.knowledge import Knowledge, Merger, Rescue, Split
from engine.titles.g1826.companies import companies
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.operating.growth import GrowthStep


def _rescue(view: View, company: str) -> Rescue:
    """Loans, as many as it may still take (O127, O136-O138)."""
    figures = view.data.figures(Figures)
    left = max(0, figures.loan_limit - companies.loans(view, company))
    return Rescue(left * figures.loan, figures.loan, figures.loan_interest / figures.loan)


def _move(view: View, company: str, revenue: float, price: int) -> int | None:
    """A dividend below the price leaves the price where it is (O63, O64)."""
    return 0 if 0 < revenue < price else None


def _leaves(view: View) -> frozenset[str]:
    """Whether a company grows is weighed in its own step: before, it would be weighed against no run."""
    return frozenset({"convert"}) if view.cursor.step != GrowthStep.name else frozenset()


KNOWLEDGE = Knowledge(
    rounds=20,
    fresh_income=70,
    ripe_income=400,
    earns={"2H": 60, "4H": 110, "6H": 170, "10H": 300, "E": 360, "TGV": 560},
    crowd=0.8,
    fleet=3,
    rescue=_rescue,
    bargains=0.7,
    growth=0.2,
    spare=0.1,
    play_work=2,
    envy=0.5,
    follows=6,
    kind=companies.limit_class,
    starts=frozenset({"five", "ten"}),
    full_from="full_capital",
    split=Split("five", "ten", all="all_grow", fresh="unstarted_grow"),
    mergers=(
        Merger("Etat", ("6H",), 82, frozenset({"Belg"})),
        Merger("SNCF", ("10H", "E"), 110, frozenset({"Belg"})),
    ),
    shuns=frozenset({"sell_treasury"}),
    judged=frozenset({"convert"}),
    leaves=_leaves,
    move=_move,
    lots={
        "Bridge": 22,
        "Mail": 42,
        "Algerian": 72,
        "Belg-private": 120,
        "Paris-private": 180,
        "Als-private": 240,
    },
    shrewd={"Algerian": 60, "Belg-private": 125, "Paris-private": 150, "Als-private": 205},
    keeps=0.0,
)
"""With Paris and Als comes the presidency, with Belg a share (O92). Who pays for a presidency in the auction
has no money left to start a company: in five matches by *steady* he came last on average."""
