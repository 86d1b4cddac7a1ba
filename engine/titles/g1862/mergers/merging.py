"""Which companies may merge, at what price, and how it is done (5.1, 5.2, 7.5, 7.14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.board.network import leads
from engine.core.errors import Violation
from engine.core.state import Place
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, listed, say
from engine.rules.tokens import home_place
from engine.titles.g1862.companies.receivership import may_merge
from engine.titles.g1862.data.market import BOTTOM, TOP, nearest_cell, par_of, worth
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.mergers import outlook, share_merge
from engine.titles.g1862.mergers.absorb import MERGE, Plan, is_london
from engine.titles.g1862.phases.ending import lner_formed
from engine.titles.g1862.steps.tokens import awaits_home

tell(
    Rank.MERGER,
    merging="{active} merges with {other}; {survivor} survives at {price}, its par is {par}.",
    acquiring="{active} and {other} become one; {survivor} survives at {price}, its par is {par}.",
)


def tracing_places(view: View, company: str) -> list[Place]:
    """Where its connections begin: its markers outside London, the home marker of a first turn too (7.2)."""
    found = [place for place in view.stations(company) if not is_london(view, place)]
    home = home_place(view, company) if awaits_home(view, company) else None
    return found if home is None else [home, *found]


def are_connected(view: View, one: str, other: str) -> bool:
    """Whether a route leads from a marker of one to a marker of the other; not through London (7.5.2)."""
    return leads(view.board(), one, tracing_places(view, one), tracing_places(view, other))


def _no_such_company(view: View, active: str) -> Violation:
    """The refusal that names the companies which may merge with this one."""
    found = [c.id for c in view.companies() if c.id != active and c.floated and not c.closed]
    names = listed((c for c in found if may_merge(view, c) and are_connected(view, active, c)), OR)
    none = say("{active} is connected to no company that may merge with it.", active=active)
    return Violation(
        "no_such_company",
        say("{active} may merge with {names}.", active=active, names=names) if names else none,
    )


def check_merger(view: View, active: str, other: str) -> Violation | None:
    """Why the two may not become one company now, or None; consent is not asked here."""
    if lner_formed(view):
        return Violation("lner_formed", say("No companies merge any more: the LNER has formed."))
    records = view.state.companies
    if other == active or other not in records or not records[other].floated or records[other].closed:
        return _no_such_company(view, active)
    for company in (active, other):
        if not may_merge(view, company):
            text = say("{company} is in receivership; companies with a director may merge.", company=company)
            return Violation("receivership", text, {"company": company})
    if not are_connected(view, active, other):
        text = say(
            "No route leads from {active} to a station marker of {other}; London does not count.",
            active=active,
            other=other,
        )
        return Violation("not_connected", text)
    return None


def partners(view: View, active: str, others: Iterable[str]) -> Iterator[str]:
    """Those of the others with which this company could merge now, if their directors agree."""
    return (other for other in others if check_merger(view, active, other) is None)


def new_price(view: View, one: str, other: str) -> int:
    """The share price of the result: the lower one and half the higher one; half without a train (7.5.3)."""
    low, high = sorted((worth(view, one), worth(view, other)))
    return view.data.market.value(nearest_cell(view, low + high // 2))


def money_of_merger(view: View, one: str, other: str) -> str:
    """The share price after a merger in words, with the par that belongs to it."""
    price = new_price(view, one, other)
    return say("{money}, par {money2}", money=view.money(price), money2=view.money(par_of(view, price)))


def check_survivor(active: str, other: str, survivor: str) -> Violation | None:
    """One of the two stays in play (5.2.1)."""
    if survivor in (active, other):
        return None
    return Violation("bad_survivor", say("Either {active} or {other} survives.", active=active, other=other))


def _plan(view: View, mode: str, active: str, other: str, survivor: str) -> Plan:
    leaves = other if survivor == active else active
    by = view.president(active)
    return {"mode": mode, "by": by, "active": active, "survivor": survivor, "other": leaves}


def holdings_after(view: View, mode: str, active: str, other: str, survivor: str) -> str:
    """What a merger makes of each holding (5.2.4), and what its price brings (7.12, 10.1)."""
    price = new_price(view, active, other)
    zone = view.data.market.zones.get(nearest_cell(view, price))
    if zone == BOTTOM:
        return say(
            "{survivor} is bankrupt at once, as its share price is {money}: no share is kept.",
            survivor=survivor,
            money=view.money(price),
        )
    held = outlook.told(view, _plan(view, mode, active, other, survivor), price)
    return (
        say("{held} At {money} the game ends after this operating round.", held=held, money=view.money(price))
        if zone == TOP
        else held
    )


def merge(writer: PositionWriter, mode: str, active: str, other: str, survivor: str) -> None:
    """Carry out a merger that was checked and agreed, up to the first decision about an option share."""
    price, plan = new_price(writer, active, other), _plan(writer, mode, active, other, survivor)
    par = par_of(writer, price)
    key = "merging" if mode == MERGE else "acquiring"
    writer.say(key, active=active, other=other, survivor=survivor, price=price, par=par)
    writer.move_price(survivor, nearest_cell(writer, price))
    writer.restack(survivor)
    writer.change(survivor, par=par)
    share_merge.begin(writer, plan)
