"""What the card of a company and the map say of 1826 besides the usual."""

from __future__ import annotations

from engine.abilities import privates
from engine.abilities.bonus import placed
from engine.abilities.train_limit import more_trains
from engine.core.display import CLOSED, CONSENT, GOAL, Display, Mark
from engine.core.state import POOL
from engine.core.view import View
from engine.data.schema import TrainSpec
from engine.message import capital, joined, say, word
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
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.finance import bonds, loans
from engine.titles.g1826.operating.track import AROUND_PARIS, BELGIAN_CORPORATION, belgium_is_open
from engine.titles.g1826.operating.trains import TGV, E, power_of_e

Fact = tuple[str, str]


class Shown(Display):
    """What cards, map and sheets say of 1826."""

    def facts(self, view: View, holder: str) -> list[Fact]:
        """Shares, destination, loans, bonds and powers (O83-O90, O127-O141, privates)."""
        if holder in view.seats:
            held, count = bonds.worth(view, holder), bonds.held(view, holder)
            return (
                [
                    (
                        word("Bonds"),
                        say(
                            "{count} of {ISSUER}: {money}",
                            count=count,
                            ISSUER=bonds.ISSUER,
                            money=view.money(held),
                        ),
                    )
                ]
                if count
                else []
            )
        return _company(view, holder) if view.company(holder).kind in (CORPORATION, NATIONAL) else []

    def brief(self, view: View, company: str) -> list[str]:
        """The size of a corporation, what a company owes (O83, O127)."""
        return _brief(view, company) if view.company(company).kind in (CORPORATION, NATIONAL) else []

    def common(self, view: View) -> list[Fact]:
        """Who holds bonds (O127)."""
        return [(word("Bonds"), _bonds(view))] if bonds.holders(view) else []

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
    shown = [
        (
            say("Divided into"),
            say("{size} shares of {share} %", size=size(view, company), share=share(view, company)),
        )
    ]
    shown += _destination(view, company)
    shown += [(word("Loans"), _loans(view, company))] if view.company(company).par is not None else []
    shown += [(word("Bonds"), _bonds(view))] if company == bonds.ISSUER else []
    return shown + _powers(view, company)


def _brief(view: View, company: str) -> list[str]:
    count = loans_of(view, company)
    owed = [] if not count else [say("1 loan") if count == 1 else say("{count} loans", count=count)]
    return [say("{count} shares", count=size(view, company)), *owed]


def _destination(view: View, company: str) -> list[Fact]:
    goal = destination(view, company)
    if goal is None or not is_five(view, company):
        return []
    reached = (
        say("reached: may become a 10-share corporation")
        if has_arrived(view, company)
        else say("not reached")
    )
    return [
        (word("Destination"), say("{hex_name}, {reached}", hex_name=hex_name(view, goal), reached=reached))
    ]


def _loans(view: View, company: str) -> str:
    count, most = loans_of(view, company), view.data.figures(Figures).loan_limit
    if not count:
        return say("none of {most}", most=most)
    interest = view.data.figures(Figures).loan_interest
    money, due = view.money(count * loans.value(view)), view.money(count * interest)
    return say(
        "{count} of {most}: {money}, interest {due} a turn", count=count, most=most, money=money, due=due
    )


def _bonds(view: View) -> str:
    held = bonds.holders(view)
    if not held:
        return say("none issued")
    where = joined(
        ", ",
        (
            say("{holder} {count}", holder=_holder(view, holder), count=count)
            for holder, count in held.items()
        ),
    )
    total, due = view.data.figures(Figures).bond_count, sum(bonds.interest(view, bonds.ISSUER).values())
    return say(
        "{sum} of {total}: {where}; interest {money} a turn",
        sum=sum(held.values()),
        total=total,
        where=where,
        money=view.money(due),
    )


def _holder(view: View, holder: str) -> str:
    return say("open market") if holder == POOL else view.name(holder)


def _powers(view: View, company: str) -> list[Fact]:
    shown = [
        (
            capital(word(found.power.marker)),
            say("{hex_name} is worth {money} more", hex_name=hex_name(view, coord), money=view.money(amount)),
        )
        for found, coord, amount in placed(view, company)
    ]
    more = more_trains(view, company)
    return [*shown, (say("Train limit"), say("{more} higher", more=more))] if more else shown


def _run(view: View, spec: TrainSpec) -> str:
    if spec.kind not in (E, TGV):
        return say("{reach} hexes", reach=spec.reach)
    cities, factor = power_of_e(view) if spec.kind == E else (spec.reach, 2)
    return say("{cities} cities{words}", cities=cities, words=say(", doubled") if factor == 2 else "")


# --- the map -------------------------------------------------------------------------------------------


def _goals(view: View) -> list[Mark]:
    found = []
    for record in view.companies(CORPORATION):
        goal = destination(view, record.id)
        if goal is not None and is_five(view, record.id) and not has_arrived(view, record.id):
            found.append(Mark(GOAL, goal, say("destination of {id}", id=record.id), record.id))
    return found


def _consents(view: View) -> list[Mark]:
    asked = ((coord, AROUND_PARIS.speaker(view, coord)) for coord in view.board().hexmap.hexes)
    return [
        Mark(CONSENT, coord, say("track needs the consent of {company}", company=company), company)
        for coord, company in asked
        if company is not None
    ]


def _closed(view: View) -> list[Mark]:
    if belgium_is_open(view):
        return []
    words = say("closed until {BELGIAN_CORPORATION} has operated", BELGIAN_CORPORATION=BELGIAN_CORPORATION)
    hexes = view.board().hexmap.hexes
    return [Mark(CLOSED, coord, words) for coord, spot in hexes.items() if spot.extras.get("belgian")]
