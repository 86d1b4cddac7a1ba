"""A position in outline: companies as money, trains and holdings, seats as money and certificates.

An outline leaves out the board. It is small, so that the rest of a game can be played in it many times
(`engine.players.whole`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.state import BANK, DEPOT, IPO, POOL
from engine.core.view import View
from engine.data.figures import StockFigures
from engine.data.schema import Cell, TrainSpec
from engine.players.forecast import asked
from engine.players.knowledge import Knowledge
from engine.players.outlook import outlook
from engine.rules import market
from engine.rules.dividends import policy_of as dividends_of
from engine.rules.ending import is_bank_broken
from engine.rules.stock import stock_rules
from engine.steps.run import REVENUE
from engine.steps.turns import ROUNDS_IN_SET, SETS, turn_note

MANY = 99
"""Trains of a kind that the bank always has."""
FARTHEST = 9
"""Stops of a run that count: no train finds more."""
LEAST_SCALE, MOST_SCALE = 0.4, 1.8
"""How far the runs of a company may lie below and above what is usual."""
UNKNOWN = 0.85
"""The same of a company that has not run."""
NEIGHBOURS = 0.5
"""How much the track of others serves a new company."""
LATER_TRAINS = (1.0, 0.85, 0.65, 0.5)
"""What the first train of a company earns of what it would earn alone, the second, and so on."""
FIRST_TRACK, MORE_TRACK = 0.8, 0.5
"""What the track of a new company lets a train earn at most, and what each round adds, as parts of a fresh income."""
BEFORE_RUN = ("track", "token", "run", "")
"""Steps of a turn before the income is known."""


@dataclass(slots=True)
class Firm:
    """A company: ``held`` percent by seat, ``chief`` the seat that leads it (-1: nobody), ``trains`` kinds.

    ``scale``: how what it earns compares with what is usual. ``age``: turns that it had.
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
    unit: int
    trains: list[str]
    scale: float
    age: float
    single: bool = False

    def twin(self) -> Firm:
        """A copy that shares nothing."""
        return Firm(
            self.id, self.kind, self.cash, self.cell, self.price, self.par, self.floated, self.chief,
            self.held.copy(), self.unsold, self.pool, self.unit, self.trains.copy(), self.scale, self.age,
            self.single,
        )  # fmt: skip


@dataclass(slots=True)
class Outline:
    """Firms and seats at a moment. ``depot``: kinds with the trains left, in their order.

    ``part`` of ``parts``: the operating round of the set, 0 in a share round. ``turn``: the seat or firm whose
    turn it is, ``step`` where in the turn of a firm. ``rounds``: operating rounds that seem left.
    """

    firms: dict[str, Firm]
    cash: list[float]
    certificates: list[int]
    pays: list[float]
    bank: float
    depot: list[list[object]]
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
    fresh: list[str] = field(default_factory=list)

    def twin(self) -> Outline:
        """A copy that shares nothing that play changes."""
        return Outline(
            {name: firm.twin() for name, firm in self.firms.items()}, self.cash.copy(),
            self.certificates.copy(), self.pays.copy(), self.bank, [lot.copy() for lot in self.depot],
            self.phase, self.broken, self.part, self.parts, self.dealing, self.turn, self.step, self.done,
            self.passes, self.revenue, self.rounds, self.fresh.copy(),
        )  # fmt: skip


class Sheet:
    """What of a title an outline needs, once for many positions: kinds of trains, phases, the market."""

    def __init__(self, view: View, known: Knowledge) -> None:
        self.view, self.known = view, known
        self.data = view.data
        self.figures = view.data.figures(StockFigures)
        self.rules = stock_rules(view)
        self.limit = self.rules.certificate_limit(view)
        self.phases = list(view.data.phases.values())
        self.pars = view.data.market.pars
        self.earns = {kind: usual(spec, known) for kind, spec in view.data.trains.items()}
        dividends = dividends_of(view)
        self.pool_pays, self.unsold_pay = dividends.pool_pays, dividends.unsold_pay
        self._moves: dict[tuple[Cell, str], Cell] = {}

    def moved(self, cell: Cell, way: str) -> Cell:
        """Where a token comes to by one move."""
        key = cell, way
        found = self._moves.get(key)
        if found is None:
            found = self._moves[key] = market.MOVES[way](self.data.market, cell)
        return found

    def income(self, firm: Firm) -> float:
        """What a firm earns in a round with its trains."""
        return firm.scale * self.fleet(firm.trains, firm.age)

    def fleet(self, trains: list[str], age: float) -> float:
        """What trains of these kinds usually earn together on the track of a company of some age."""
        most = self.known.fresh_income * (FIRST_TRACK + MORE_TRACK * age)
        if len(trains) == 1:
            return min(most, self.earns[trains[0]])
        singles = sorted((min(most, self.earns[kind]) for kind in trains), reverse=True)
        return sum(one * part for one, part in zip(singles, LATER_TRAINS, strict=False))

    def train_limit(self, firm: Firm, phase: int) -> int:
        """How many trains a firm may have in a phase."""
        for spec in reversed(self.phases[: phase + 1]):
            if firm.kind in spec.train_limit:
                return spec.train_limit[firm.kind]
        return 2

    # --- a position ----------------------------------------------------------------------------

    def outline(self, view: View, scales: Mapping[str, float]) -> Outline:
        """A position in outline; ``scales``: how what companies earn compares with what is usual."""
        cursor, state = view.cursor, view.state
        dealing = cursor.round != "operating"
        seats = view.seats
        broken = is_bank_broken(view) or view.cash(BANK) < 1
        return Outline(
            firms={c.id: self._firm(view, c.id, scales) for c in view.companies() if self._counts(view, c.id)},
            cash=[float(view.cash(p)) for p in seats],
            certificates=[self.rules.certificates(view, p) for p in seats],
            pays=[float(self._privates(view, p)) for p in seats],
            bank=float(view.cash(BANK)),
            depot=self._depot(view),
            phase=[p.key for p in self.phases].index(state.phase),
            broken=broken,
            part=0 if dealing else cursor.part,
            parts=self._parts(view, dealing),
            dealing=dealing,
            turn=cursor.actor,
            step=cursor.step,
            done=cursor.done,
            passes=cursor.passes,
            revenue=float(turn_note(view, REVENUE) or 0),
            rounds=outlook(view, self.known).rounds,
        )

    def _parts(self, view: View, dealing: bool) -> int:
        noted = 0 if dealing else int(view.state.notes.get(ROUNDS_IN_SET) or 0)
        return noted or view.phase.operating_rounds

    def _counts(self, view: View, company: str) -> bool:
        record = view.company(company)
        if record.closed or record.kind == "private":
            return False
        return len(view.spec(company).shares) > 1 or record.floated

    def _privates(self, view: View, seat: str) -> int:
        return sum(view.spec(c.company).revenue for c in view.certs(seat) if view.company(c.company).kind == "private")

    def _depot(self, view: View) -> list[list[object]]:
        left: dict[str, int] = {}
        for train in view.trains(DEPOT):
            left[train.kind] = left.get(train.kind, 0) + 1
        specs = view.data.trains
        return [[kind, MANY if specs[kind].count is None else n] for kind, n in left.items()]

    def _firm(self, view: View, company: str, scales: Mapping[str, float]) -> Firm:
        record, spec = view.company(company), view.spec(company)
        seats, holdings = view.seats, view.holdings(company)
        chief = view.president(company) if record.kind != "private" else None
        trains = [t.kind for t in view.trains(company)]
        single = len(spec.shares) == 1
        price = 0 if single else asked(view, company) if record.par or record.cell else 0
        return Firm(
            company, record.kind, float(record.cash), record.cell, price, record.par or 0,
            record.floated, seats.index(chief) if chief in seats else -1,
            [holdings.get(p, 0) for p in seats], holdings.get(IPO, 0) + holdings.get(company, 0), holdings.get(POOL, 0),
            100 if single else self.rules.share(view, company), trains,
            scales.get(company, UNKNOWN), self.age(view, company), single,
        )  # fmt: skip

    def scale(self, earned: float, trains: list[str], age: float) -> float:
        """How an income compares with what such trains usually earn."""
        usual_ = self.fleet(trains, age) if trains else 0.0
        return max(LEAST_SCALE, min(MOST_SCALE, earned / usual_)) if usual_ else UNKNOWN

    def age(self, view: View, company: str) -> float:
        """For how many rounds a company has built, or others before it."""
        sets = int(view.state.notes.get(SETS, 0))
        gone = max(0.0, 2.0 * sets - 1.0) + (view.cursor.part - 2 if view.cursor.round == "operating" else 0)
        return max(1.0, gone) if view.company(company).operated else NEIGHBOURS * gone


def usual(spec: TrainSpec, known: Knowledge) -> float:
    """What a train of a kind usually earns alone."""
    return known.fresh_income * max(0.5, min(spec.reach, FARTHEST) - 1.0)
