"""Who bought and sold shares in a record of the log, what is on sale, and which bids stand now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.core.choices import Bids
from engine.core.events import CertMoved
from engine.core.flow import current_step
from engine.core.log import Record
from engine.core.view import View
from engine.rules.stock import stock_rules

__all__ = ["Bids", "Sale", "ShareDeal", "bids", "sales", "share_deals"]


@dataclass(frozen=True, slots=True)
class ShareDeal:
    """A player bought shares of a company, or sold some."""

    what: Literal["bought", "sold"]
    player: str
    company: str


def share_deals(view: View, record: Record) -> list[ShareDeal]:
    """The shares that went to players or came from them in a record; swaps between players are none."""
    found: list[ShareDeal] = []
    for event in record.events:
        if isinstance(event, CertMoved):
            company = view.state.certs[event.cert].company
            was, now = (owner in view.state.players for owner in (event.before, event.after))
            if was != now and len(view.certs_of(company)) > 1:
                made = (
                    ShareDeal("sold", event.before, company)
                    if was
                    else ShareDeal("bought", event.after, company)
                )
                found += [made] * (made not in found)
    return found


def bids(view: View) -> Bids | None:
    """The bids that stand; None when no auction is going on."""
    step = current_step(view)
    return None if step is None else step.bids(view)


@dataclass(frozen=True, slots=True)
class Sale:
    """The next certificate of a company that a source sells, and its price."""

    company: str
    source: str
    where: str
    percent: int
    price: int


def sales(view: View) -> list[Sale]:
    """What can be bought of the companies that have been started, by whoever may."""
    rules, found = stock_rules(view), []
    for company in (c.id for c in view.companies() if rules.has_shares(view, c.id)):
        for source, where in rules.sources.items():
            if rules.price(view, company, source) is not None and rules.on_sale(view, company, source):
                percent = rules.on_sale(view, company, source)[0].percent
                found.append(Sale(company, source, where, percent, rules.cost(view, company, source)))
    return found
