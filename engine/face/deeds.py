"""Who bought and sold shares in a record of the log, and which bids stand now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.core.choices import Bids
from engine.core.events import CertMoved
from engine.core.flow import current_step
from engine.core.log import Record
from engine.core.view import View

__all__ = ["Bids", "Deed", "bids", "deeds"]


@dataclass(frozen=True, slots=True)
class Deed:
    """A player bought shares of a company, or sold some."""

    what: Literal["bought", "sold"]
    player: str
    company: str


def deeds(view: View, record: Record) -> list[Deed]:
    """The shares that went to players or came from them in a record; swaps between players are none."""
    found: list[Deed] = []
    for event in record.events:
        if isinstance(event, CertMoved):
            company = view.state.certs[event.cert].company
            was, now = (owner in view.state.players for owner in (event.before, event.after))
            if was != now and len(view.certs_of(company)) > 1:
                made = Deed("sold", event.before, company) if was else Deed("bought", event.after, company)
                found += [made] * (made not in found)
    return found


def bids(view: View) -> Bids | None:
    """The bids that stand; None when no auction is going on."""
    step = current_step(view)
    return None if step is None else step.bids(view)
