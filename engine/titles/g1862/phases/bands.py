"""Trains: bands A to H, each card of one of three types; names, reach, price, rust (2.2, 7.9, 9)."""

from __future__ import annotations

from engine.core.state import Train
from engine.core.view import View
from engine.data.schema import TrainSpec
from engine.titles.g1862.data.options import EXPRESS, FREIGHT, LOCAL, is_shorter

_LETTER = {FREIGHT: "F", LOCAL: "L", EXPRESS: "E"}
TYPE, WARRANTIES, EXPIRING = "type", "warranties", "expiring"
"""Keys of a train's own data: its type, its warranty tokens, and that it lives on them alone."""


def reach(spec: TrainSpec, kind: str) -> tuple[int, int]:
    """(paid, visited): hexes beyond the first for freight, large stations for local and express (7.8)."""
    figures = spec.extras[kind]
    return figures[0], figures[-1]


def train_name(spec: TrainSpec, kind: str) -> str:
    """The printed name of a type on a card, such as 2F, 2/3L or 4/5E."""
    paid, visited = reach(spec, kind)
    number = str(paid) if paid == visited else f"{paid}/{visited}"
    return number + _LETTER[kind]


def type_of(train: Train) -> str:
    """The type chosen when a card was bought."""
    kind: str = train.data[TYPE]
    return kind


def warranties(train: Train) -> int:
    """The warranty tokens on a train (7.10)."""
    return int(train.data.get(WARRANTIES, 0))


def price(view: View, band: str) -> int:
    """What a train of the band costs now: its face price, half of it once a later band was sold (7.9)."""
    bands = list(view.data.phases)
    face = view.data.trains[band].price
    return face // 2 if bands.index(view.state.phase) > bands.index(band) else face


def rusted_by(view: View, band: str) -> str | None:
    """The band whose first sale makes this one obsolete; D trains of the shorter game stay (9, 11.2)."""
    if band == "D" and is_shorter(view):
        return None
    return view.data.trains[band].rusted_by


def is_permanent(view: View, band: str) -> bool:
    """Whether trains of the band never rust (7.8.1, 9)."""
    return rusted_by(view, band) is None
