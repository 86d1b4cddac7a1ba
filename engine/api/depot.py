"""The trains of the bank: what it sells now, the next sale that rusts others, and who must still buy one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.api.table import rusted_by
from engine.core.state import DEPOT, OUT
from engine.core.view import View
from engine.rules import trains
from engine.steps.trains import required_train_price

__all__ = ["Rust", "Sale", "depot", "next_rust", "required_train_price"]


@dataclass(frozen=True, slots=True)
class Sale:
    """Cards that the bank sells now: what they may be bought as by price, how many are left (None: any)."""

    faces: Mapping[int, Sequence[str]]
    left: int | None


@dataclass(frozen=True, slots=True)
class Rust:
    """The train whose first sale rusts others that are in use, and how many are sold before it."""

    kind: str
    rusted_kinds: tuple[str, ...]
    trains_before: int


def depot(view: View) -> list[Sale]:
    """What the bank sells now, the next first; the sides of a card are one sale."""
    rules, found = trains.rules_of(view), dict[str, dict[int, list[str]]]()
    cards = {card.id: card.kind for card in view.trains(DEPOT)}
    for train in trains.offered(view, DEPOT):
        faces = found.setdefault(cards[train.id], {})
        faces.setdefault(rules.price(view, train), []).append(rules.key(view, train))
    return [Sale(faces, _left(view, kind)) for kind, faces in found.items()]


def _left(view: View, kind: str) -> int | None:
    """How many cards of a kind the bank has; None where it never runs out."""
    if view.data.trains[kind].count is None:
        return None
    return sum(card.kind == kind for card in view.trains(DEPOT))


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
