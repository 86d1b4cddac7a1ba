"""What the card of a company and the map say of 1826 besides the usual."""

from __future__ import annotations

from engine.abilities import privates
from engine.abilities.bonus import placed
from engine.abilities.train_limit import more_trains
from engine.core.display import CLOSED, CONSENT, GOAL, Display, Mark
from engine.core.state import POOL
from engine.core.view import View
from engine.data.schema import TrainSpec
from engine.rules.track import hex_name
from engine.titles.g1826.companies.companies import (
    CORPORATION,
    NATIONAL,
    destination,
    has_arrived,
    is_five,
    share,
    size,
)
from engine.titles.g1826.companies.companies import loans as loans_of
from engine.titles.g1826.companies.consent import speaker
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.finance import bonds, loans
from engine.titles.g1826.operating.track import BELGIAN_CORPORATION, belgium_is_open
from engine.titles.g1826.operating.trains import TGV, E, power_of_e

Fact = tuple[str, str]


class Shown(Display):
    """What cards, map and sheets say of 1826."""

    def facts(self, view: View, holder: str) -> list[Fact]:
        """Shares, destination, loans, bonds and powers (O83-O90, O127-O141, privates)."""
        if holder in view.seats:
            held, count = bonds.worth(view, holder), bonds.held(view, holder)
            return [("Bonds", f"{count} of {bonds.ISSUER}: {view.money(held)}")] if count else []
        return _company(view, holder) if view.company(holder).kind in (CORPORATION, NATIONAL) else []

    def brief(self, view: View, company: str) -> list[str]:
        """The size of a corporation, what a company owes (O83, O127)."""
        return _brief(view, company) if view.company(company).kind in (CORPORATION, NATIONAL) else []

    def common(self, view: View) -> list[Fact]:
        """Who holds bonds (O127)."""
        return [("Bonds", _bonds(view))] if bonds.holders(view) else []

    def powers(self, view: View, company: str) -> list[str]:
        """What a private allows, to whom it can be sold, when it closes (O34, O41, O42, O50)."""
        return privates.sentences(view, company) if view.spec(company).kind == "private" else []

    def train_facts(self, view: View) -> dict[str, str]:
        """How far each kind of train runs now (O71-O80)."""
        return {kind: _run(view, spec) for kind, spec in view.data.trains.items()}

    def marks(self, view: View) -> list[Mark]:
        """Destinations not reached (O87), hexes that need a consent (O118), Belgium while closed (O119)."""
        return [*_goals(view), *_consents(view), *_closed(view)]


def _company(view: View, company: str) -> list[Fact]:
    shown = [("Divided into", f"{size(view, company)} shares of {share(view, company)} %")]
    shown += _destination(view, company)
    shown += [("Loans", _loans(view, company))] if view.company(company).par is not None else []
    shown += [("Bonds", _bonds(view))] if company == bonds.ISSUER else []
    return shown + _powers(view, company)


def _brief(view: View, company: str) -> list[str]:
    count = loans_of(view, company)
    owed = [] if not count else ["1 loan" if count == 1 else f"{count} loans"]
    return [f"{size(view, company)} shares", *owed]


def _destination(view: View, company: str) -> list[Fact]:
    goal = destination(view, company)
    if goal is None or not is_five(view, company):
        return []
    reached = "reached: may become a 10-share corporation" if has_arrived(view, company) else "not reached"
    return [("Destination", f"{hex_name(view, goal)}, {reached}")]


def _loans(view: View, company: str) -> str:
    count, most = loans_of(view, company), view.data.figures(Figures).loan_limit
    if not count:
        return f"none of {most}"
    interest = view.data.figures(Figures).loan_interest
    money, due = view.money(count * loans.value(view)), view.money(count * interest)
    return f"{count} of {most}: {money}, interest {due} a turn"


def _bonds(view: View) -> str:
    held = bonds.holders(view)
    if not held:
        return "none issued"
    where = ", ".join(f"{_holder(view, holder)} {count}" for holder, count in held.items())
    total, due = view.data.figures(Figures).bond_count, sum(bonds.interest(view, bonds.ISSUER).values())
    return f"{sum(held.values())} of {total}: {where}; interest {view.money(due)} a turn"


def _holder(view: View, holder: str) -> str:
    return "open market" if holder == POOL else view.name(holder)


def _powers(view: View, company: str) -> list[Fact]:
    shown = [
        (found.power.marker.capitalize(), f"{hex_name(view, coord)} is worth {view.money(amount)} more")
        for found, coord, amount in placed(view, company)
    ]
    more = more_trains(view, company)
    return [*shown, ("Train limit", f"{more} higher")] if more else shown


def _run(view: View, spec: TrainSpec) -> str:
    if spec.kind not in (E, TGV):
        return f"{spec.reach} hexes"
    cities, factor = power_of_e(view) if spec.kind == E else (spec.reach, 2)
    return f"{cities} cities{', doubled' if factor == 2 else ''}"


# --- the map -------------------------------------------------------------------------------------------


def _goals(view: View) -> list[Mark]:
    found = []
    for record in view.companies(CORPORATION):
        goal = destination(view, record.id)
        if goal is not None and is_five(view, record.id) and not has_arrived(view, record.id):
            found.append(Mark(GOAL, goal, f"destination of {record.id}", record.id))
    return found


def _consents(view: View) -> list[Mark]:
    asked = ((coord, speaker(view, coord)) for coord in view.board().hexmap.hexes)
    return [
        Mark(CONSENT, coord, f"track needs the consent of {company}", company)
        for coord, company in asked
        if company is not None
    ]


def _closed(view: View) -> list[Mark]:
    if belgium_is_open(view):
        return []
    words = f"closed until {BELGIAN_CORPORATION} has operated"
    hexes = view.board().hexmap.hexes
    return [Mark(CLOSED, coord, words) for coord, spot in hexes.items() if spot.extras.get("belgian")]
