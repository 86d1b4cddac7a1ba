"""A position in outline: companies as money, trains and holdings, seats as money and certificates.

An outline leaves out the board, so that the rest of a game can be played in it many times
(`engine.players.outline.rest`).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from engine.data.schema import Cell


@dataclass(slots=True)
class Lot:
    """Trains of a kind that the bank has left."""

    kind: str
    left: int


@dataclass(slots=True)
class Firm:
    """A company in outline.

    kind: as the train limit has it. chief: the seat that leads it, -1 for nobody. held: percent by seat;
    unsold, pool, own: percent in the first offering, in the open market, in its own hands. lead: percent
    of its first certificate. trains: their kinds. scale: how what it earns compares with what is usual. age:
    rounds for which there has been track for it. single: it has one certificate.
    """

    id: str
    kind: str
    cash: float
    cell: Cell | None
    price: int
    par: int
    floated: bool
    chief: int
    held: list[int]
    unsold: int
    pool: int
    own: int
    lead: int
    unit: int
    trains: list[str]
    scale: float
    age: float
    single: bool = False

    def twin(self) -> Firm:
        """A copy that shares nothing that play changes."""
        return replace(self, held=self.held.copy(), trains=self.trains.copy())


@dataclass(slots=True)
class Outline:
    """Firms and seats at a moment, by the number of the seat.

    privates: what those of a seat pay a round, faces: what they are worth. depot: what the bank sells, in
    order. phase: its number. part of parts: the operating round of the set. dealing: whether shares are
    dealt. turn: the seat or firm whose turn it is, step: where in the turn of a firm. rounds: operating
    rounds that seem left, this one included. founder: who will lead a company that is to form, -1 for nobody.
    """

    firms: dict[str, Firm]
    cash: list[float]
    certificates: list[int]
    privates: list[float]
    faces: list[float]
    bank: float
    depot: list[Lot]
    phase: int
    broken: bool
    part: int
    parts: int
    dealing: bool
    turn: str
    step: str
    done: tuple[str, ...]
    passes: int
    revenue: float
    rounds: int
    first: int = 0
    founder: int = -1

    def twin(self) -> Outline:
        """A copy that shares nothing that play changes."""
        made = replace(self)
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, list) and field.name != "depot":
                setattr(made, field.name, value.copy())
        made.firms = {name: firm.twin() for name, firm in self.firms.items()}
        made.depot = [Lot(lot.kind, lot.left) for lot in self.depot]
        return made
