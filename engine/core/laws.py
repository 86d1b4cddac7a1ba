"""Laws: what no action may bring about, by whatever rule it came.

A law is looked at after an action that brought an event or a note of the kinds that it is about. What it says
holds for a whole position, and `Deeds` tells what the action did, for laws about a deed. Corrections by hand
are held to the laws of positions alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from engine.core.events import CertMoved, CompanyNoted, Event, Noted, Paid
from engine.core.state import Cert
from engine.core.view import View

E = TypeVar("E", bound=Event)
Kind = type[Event] | str
"""A kind of event, or the key of a note."""


class Deeds:
    """What one action did: its events, in order."""

    def __init__(self, events: Iterable[Event], by_hand: bool = False) -> None:
        self.events: Sequence[Event] = tuple(events)
        self.by_hand = by_hand

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of event that came, and the keys of what was noted."""
        kinds = frozenset(map(type, self.events))
        noted = () if kinds.isdisjoint((Noted, CompanyNoted)) else self.events
        return kinds.union(event.key for event in noted if isinstance(event, (Noted, CompanyNoted)))

    def undone(self) -> Deeds:
        """Nothing done, and asked about the same kinds: for what was so before the action."""
        none = Deeds((), by_hand=True)
        none.kinds = self.kinds
        return none

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def gained(self, view: View) -> dict[tuple[str, str], list[Cert]]:
        """The certificates that came to each (owner, company) and are there still."""
        found: dict[tuple[str, str], list[Cert]] = {}
        for cert_id, before in self._first_owners.items():
            cert = view.state.certs[cert_id]
            if cert.owner != before:
                found.setdefault((cert.owner, cert.company), []).append(cert)
        return found

    def lost(self, view: View, owner: str) -> list[Cert]:
        """The certificates that an owner had before and has no more."""
        held = (view.state.certs[c] for c, before in self._first_owners.items() if before == owner)
        return [cert for cert in held if cert.owner != owner]

    @cached_property
    def _first_owners(self) -> dict[str, str]:
        first: dict[str, str] = {}
        for event in self.of(CertMoved):
            first.setdefault(event.cert, event.before)
        return first

    def balance(self, view: View, holder: str, paid: Paid) -> int:
        """What a holder had in cash just after one of the payments."""
        after = Counter[str]()
        for event in reversed(self.of(Paid)):
            if event is paid:
                break
            after[event.payee] += event.amount
            after[event.payer] -= event.amount
        return view.cash(holder) - after[holder]


Broken = Callable[[View, Deeds], str | None]


@dataclass(frozen=True)
class Law:
    """``broken(view, deeds)``: the breach as a sentence, or None; asked when one of the kinds ``on`` came.

    ``of_play``: it judges how a position came about, so corrections by hand are free of it.
    """

    on: frozenset[Kind]
    broken: Broken
    of_play: bool = False


def law(*on: Kind, of_play: bool = False) -> Callable[[Broken], Law]:
    """Make a law of a function that finds the breach."""
    return lambda broken: Law(frozenset(on), broken, of_play)


def first_breach(laws: Iterable[Law], view: View, deeds: Deeds) -> str | None:
    """The breach of the first law that is about what was done and does not hold."""
    kinds = deeds.kinds
    for each in laws:
        if each.on.isdisjoint(kinds) or (each.of_play and deeds.by_hand):
            continue
        fault = each.broken(view, deeds)
        if fault is not None:
            return fault
    return None
