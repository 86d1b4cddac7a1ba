"""What the bank sells: the trains of the moment, and what their first sale takes out of the game."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.state import DEPOT, OUT
from engine.core.view import View
from engine.face.table import rusted_by
from engine.rules import trains

__all__ = ["Rust", "Sale", "depot", "next_rust"]


@dataclass(frozen=True, slots=True)
class Sale:
    """Trains that the bank sells now at a price: what they are called, how many cards are left."""

    names: tuple[str, ...]
    price: int
    left: int | None


@dataclass(frozen=True, slots=True)
class Rust:
    """The train whose first sale rusts others that are in use, and how many are sold before it."""

    kind: str
    doomed: tuple[str, ...]
    before: int


def depot(view: View) -> list[Sale]:
    """What the bank sells now."""
    rules, found = trains.rules_of(view), dict[tuple[int, int | None], list[str]]()
    cards = view.trains(DEPOT)
    for train in trains.offered(view, DEPOT):
        card = next(c for c in cards if c.id == train.id)
        endless = view.data.trains[card.kind].count is None
        left = None if endless else sum(c.kind == card.kind for c in cards)
        found.setdefault((rules.price(view, train), left), []).append(rules.key(view, train))
    return [Sale(tuple(names), price, left) for (price, left), names in found.items()]


def next_rust(view: View) -> Rust | None:
    """Which train rusts which others next; None when none does."""
    kinds, here = list(view.data.trains), view.depot_kind()
    owned = {t.kind for t in view.state.trains.values() if t.owner not in (DEPOT, OUT)}
    for kind in kinds[kinds.index(here) :] if here else ():
        doomed = tuple(k for k in kinds if k in owned and rusted_by(view, k) == kind)
        if doomed and not _sold(view, kind):
            before = sum(kinds.index(t.kind) < kinds.index(kind) for t in view.trains(DEPOT))
            return Rust(kind, doomed, before)
    return None


def _sold(view: View, kind: str) -> bool:
    return any(t.kind == kind and t.owner != DEPOT for t in view.state.trains.values())
