"""Laws of a rulebook: what no action may bring about, by whatever rule it came.

A law is looked at after an action that brought an event or a note of the kinds that it is about. What it says
holds for a whole position, and `Deeds` tells what the action did, for laws about a deed. Corrections by hand
are held to the laws of positions alone. What no game survives is no law: see `engine.core.invariants`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from engine.core.events import CertMoved, CompanyNoted, Event, Noted, Paid
from engine.core.state import Cert
from engine.core.view import View

E = TypeVar("E", bound=Event)
Kind = type[Event] | str
"""A kind of event, or the key of a note."""


def _kinds_of(event: type[Event]) -> list[type[Event]]:
    """A kind of event and those of which it is one, too."""
    return [kind for kind in event.__mro__ if issubclass(kind, Event) and kind is not Event]


class Deeds:
    """What one action did: its events, in order."""

    def __init__(self, events: Iterable[Event], by_hand: bool = False) -> None:
        self.events: Sequence[Event] = tuple(events)
        self.by_hand = by_hand

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of event that came, and the keys of what was noted."""
        kinds = frozenset(kind for event in set(map(type, self.events)) for kind in _kinds_of(event))
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


Check = Callable[[View], str | None]
"""What must hold in every position: the breach as a sentence, or None."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that does not hold: its name in the code, and how, in a sentence; or that it cannot be judged."""

    law: str
    text: str
    unjudged: bool = False


@dataclass(frozen=True)
class Watch:
    """The laws of a title: ``checks`` hold in every position, ``laws`` after deeds of their kinds.

    ``conserved`` are no laws but invariants of what only this title has (`engine.core.invariants`).
    """

    checks: Sequence[Check]
    laws: Sequence[Law]
    conserved: Sequence[Check] = ()

    def breaches(self, view: View, deeds: Deeds, lenient: bool = False) -> list[Breach]:
        """All that does not hold. ``lenient``: a law that fails to judge is told as one that does not."""
        found = [_asked(lenient, check, view) for check in self.checks]
        found += [_asked(lenient, each.broken, view, deeds) for each in _about(self.laws, deeds)]
        return [breach for breach in found if breach is not None]


def _asked(lenient: bool, question: Callable[..., str | None], *given: object) -> Breach | None:
    name = getattr(question, "__name__", repr(question))
    try:
        fault = question(*given)
    except Exception as error:
        if not lenient:
            raise
        return Breach(name, f"it cannot be judged: {type(error).__name__}: {error}", unjudged=True)
    return None if fault is None else Breach(name, fault)


def first_breach(laws: Iterable[Law], view: View, deeds: Deeds) -> str | None:
    """The breach of the first law that is about what was done and does not hold."""
    found = (each.broken(view, deeds) for each in _about(laws, deeds))
    return next((fault for fault in found if fault is not None), None)


def _about(laws: Iterable[Law], deeds: Deeds) -> Iterator[Law]:
    """The laws that are about what was done."""
    kinds = deeds.kinds
    for each in laws:
        if not (each.on.isdisjoint(kinds) or (each.of_play and deeds.by_hand)):
            yield each
