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
    rounds for which there has been track for it. single: it has one certificate. saves: it keeps its income
    until it has bought a train. credit: what it may borrow for one that it must buy, in pieces; debt: what it
    pays for that in each round. opens: the number of the phase from which it may start. partial: it sells its
    shares itself and keeps the money. outlay: what it spends as it floats. fine: what its chief owes where it
    does not. rescued: it has raised money once.
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
    saves: bool = False
    credit: float = 0.0
    piece: float = 1.0
    interest: float = 0.0
    debt: float = 0.0
    opens: int = 0
    partial: bool = False
    outlay: float = 0.0
    fine: float = 0.0
    rescued: bool = False

    def sold(self) -> int:
        """Percent that were bought of whoever sold them first."""
        return 100 - self.unsold - (self.own if self.partial else 0)

    def close(self) -> None:
        """It goes back to where it was before its start."""
        self.cash, self.cell, self.price, self.par, self.floated, self.chief = 0.0, None, 0, 0, False, -1
        self.held = [0] * len(self.held)
        self.unsold, self.pool, self.own, self.trains = 100, 0, 0, []
        self.partial, self.saves, self.rescued = False, False, False
        self.fine, self.debt = 0.0, 0.0

    def twin(self) -> Firm:
        """A copy that shares nothing that play changes."""
        return replace(self, held=self.held.copy(), trains=self.trains.copy())


def divide(firm: Firm, kind: str) -> None:
    """Make two shares of each: the new half is the firm's own, or is still to be sold where it waits."""
    firm.kind, firm.unit, firm.lead = kind, firm.unit // 2, firm.lead // 2
    firm.held = [percent // 2 for percent in firm.held]
    firm.pool, firm.own, firm.unsold = firm.pool // 2, firm.own // 2, firm.unsold // 2
    fresh = 100 - sum(firm.held) - firm.pool - firm.own - firm.unsold
    if firm.floated:
        firm.own += fresh
    else:
        firm.unsold += fresh


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
