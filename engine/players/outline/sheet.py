"""What an outline needs of a title, once for many positions, and how a position is put in outline."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rounds import Agenda
from engine.core.state import BANK, DEPOT, IPO, POOL
from engine.core.view import View
from engine.data.figures import PrivateSaleFigures, StockFigures
from engine.data.schema import Cell, TrainSpec
from engine.players.knowledge import Knowledge
from engine.players.outline.outline import Firm, Lot, Outline
from engine.players.worth.forecast import asked, capital_due
from engine.players.worth.outlook import outlook
from engine.rules import market
from engine.rules import trains as train_rules
from engine.rules.dealing import floated as floated_now
from engine.rules.dividends import policy_of as dividends_of
from engine.rules.ending import is_bank_broken
from engine.rules.phases import surplus
from engine.rules.stock import stock_rules
from engine.steps.run import REVENUE
from engine.steps.trains import STEP as TRAINS
from engine.steps.turns import ROUNDS_IN_SET, SETS, OperatingRound, turn_note

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
"""What the track of a new company lets a train earn at most, and what each round adds, in fresh incomes."""


class Sheet:
    """What of a title an outline needs: kinds of trains, phases, the market, limits.

    after_trains: the steps of a turn in which no train can be bought any more.
    """

    def __init__(self, view: View, known: Knowledge) -> None:
        self.view, self.known = view, known
        self.chart = view.data.market
        self.trains = view.data.trains
        self.phases = tuple(view.data.phases.values())
        self._phases = {key: number for number, key in enumerate(view.data.phases)}
        self.figures = view.data.figures(StockFigures)
        self.rules = stock_rules(view)
        self.limit = self.rules.certificate_limit(view)
        self.earns = {kind: usual(spec, known) for kind, spec in self.trains.items()}
        self.sold_for, self.sold_from = private_sales(view)
        dividends = dividends_of(view)
        self.sold_early_from = self._begins(known.formation.on_sale if known.formation else "", MANY)
        self.full_from = self._begins(known.full_from, 0)
        self.pool_pays, self.unsold_pay = dividends.pool_pays, dividends.unsold_pay
        self.president_pays = train_rules.rules_of(view).president_pays
        self.after_trains = _after_trains(view)
        self._moves: dict[tuple[Cell, str | int], Cell] = {}
        self._limits: dict[tuple[str, int], int] = {}

    def _begins(self, event: str, usual: int) -> int:
        """The number of the phase with an event."""
        return next((n for n, spec in enumerate(self.phases) if event in spec.events), usual)

    def moved(self, cell: Cell, way: str) -> Cell:
        """Where a token comes to by one move."""
        found = self._moves.get((cell, way))
        if found is None:
            found = self._moves[cell, way] = market.MOVES[way](self.chart, cell)
        return found

    def along(self, cell: Cell, spaces: int) -> Cell:
        """The space so many further to the right in its row."""
        found = self._moves.get((cell, spaces))
        if found is None:
            found = self._moves[cell, spaces] = market.along(self.chart, cell, spaces)
        return found

    def income(self, firm: Firm) -> float:
        """What a firm earns in a round with its trains."""
        return firm.scale * self.fleet(firm.trains, firm.age) if firm.trains else 0.0

    def fleet(self, trains: list[str], age: float) -> float:
        """What trains of these kinds usually earn together, with the track of so many rounds."""
        most = self.known.fresh_income * (FIRST_TRACK + MORE_TRACK * age)
        if len(trains) == 1:
            return min(most, self.earns[trains[0]])
        singles = sorted((min(most, self.earns[kind]) for kind in trains), reverse=True)
        return sum(one * part for one, part in zip(singles, LATER_TRAINS, strict=False))

    def train_limit(self, firm: Firm, phase: int) -> int:
        """How many trains a firm may have in a phase."""
        key = firm.kind, phase
        if key not in self._limits:
            found = (spec.train_limit.get(firm.kind) for spec in reversed(self.phases[: phase + 1]))
            self._limits[key] = next((limit for limit in found if limit is not None), 2)
        return self._limits[key]

    def untried(self, company: str) -> float:
        """The same of a company that has not run."""
        return UNKNOWN * self.known.promise(self.view, company)

    def scale(self, earned: float, trains: list[str], age: float) -> float:
        """How an income compares with what such trains usually earn."""
        normal = self.fleet(trains, age) if trains else 0.0
        return max(LEAST_SCALE, min(MOST_SCALE, earned / normal)) if normal else UNKNOWN

    def age(self, view: View, company: str) -> float:
        """For how many rounds there has been track for a company."""
        sets = int(view.state.notes.get(SETS, 0))
        gone = max(0.0, 2.0 * sets - 1.0)
        if view.cursor.round == "operating":
            gone += view.cursor.part - 2
        return max(1.0, gone) if view.company(company).operated else NEIGHBOURS * max(0.0, gone)

    # --- a position ----------------------------------------------------------------------------

    def outline(self, view: View, scales: Mapping[str, float]) -> Outline:
        """A position in outline; ``scales``: how what companies earn compares with what is usual."""
        cursor, seats = view.cursor, view.seats
        dealing = cursor.round != "operating"
        bank = view.cash(BANK) - sum(capital_due(view, c) for c in floated_now(view))
        noted = 0 if dealing else int(view.state.notes.get(ROUNDS_IN_SET) or 0)
        return Outline(
            firms={
                c.id: self._firm(view, c.id, scales) for c in view.companies() if self._counts(view, c.id)
            },
            cash=[float(view.cash(p)) for p in seats],
            certificates=[self.rules.certificates(view, p) for p in seats],
            privates=[float(sum(view.spec(c).revenue for c in _privates(view, p))) for p in seats],
            faces=[self._faces(view, p) for p in seats],
            bank=bank,
            depot=self._depot(view),
            phase=list(view.data.phases).index(view.state.phase),
            broken=is_bank_broken(view) or bank < 1,
            part=0 if dealing else cursor.part,
            parts=noted or view.phase.operating_rounds,
            dealing=dealing,
            turn=cursor.actor,
            step=cursor.step,
            done=cursor.done,
            passes=cursor.passes,
            revenue=float(turn_note(view, REVENUE) or 0),
            rounds=outlook(view, self.known).rounds,
            first=seats.index(view.state.priority) if view.state.priority in seats else 0,
            founder=self._founder(view),
        )

    def _kept(self, view: View, company: str) -> list[str]:
        """The kinds of its trains, without those that it must discard: the least."""
        kinds = [t.kind for t in view.trains(company)]
        over = surplus(view, company) if train_rules.rules_of(view).discards_excess else 0
        return kinds if over <= 0 else sorted(kinds, key=lambda kind: -self.earns[kind])[:-over]

    def _faces(self, view: View, seat: str) -> float:
        """What the privates of a seat are worth, without one that becomes a share."""
        plan = self.known.formation
        founder = plan.founder if plan is not None else ""
        return float(sum(view.spec(c).price for c in _privates(view, seat) if c != founder))

    def _founder(self, view: View) -> int:
        """The number of the seat that will lead a company that is to form."""
        plan = self.known.formation
        owner = view.owner(plan.founder) if plan is not None else None
        return view.seats.index(owner) if owner in view.seats else -1

    def _counts(self, view: View, company: str) -> bool:
        record = view.company(company)
        if record.closed or record.kind == "private":
            return False
        return len(view.spec(company).shares) > 1 or record.floated

    def _is_sold_early(self, view: View, company: str) -> bool:
        """Whether shares of a company are sold that is formed later."""
        plan = self.known.formation
        number = list(view.data.phases).index(view.state.phase)
        return plan is not None and plan.company == company and number >= self.sold_early_from

    def _depot(self, view: View) -> list[Lot]:
        left: dict[str, int] = {}
        for train in view.trains(DEPOT):
            left[train.kind] = left.get(train.kind, 0) + 1
        return [Lot(kind, MANY if self.trains[kind].count is None else n) for kind, n in left.items()]

    def _firm(self, view: View, company: str, scales: Mapping[str, float]) -> Firm:
        record, holdings, seats = view.company(company), view.holdings(company), view.seats
        single = len(view.spec(company).shares) == 1
        chief = view.president(company)
        rescue = self.known.rescue(view, company)
        begun = not single and (
            record.par is not None or record.cell is not None or self._is_sold_early(view, company)
        )
        waits = begun and not record.floated
        return Firm(
            id=company,
            kind=self.known.kind(view, company),
            cash=record.cash + capital_due(view, company),
            cell=record.cell or (self.chart.par_cell(record.par) if company in floated_now(view) else None),
            price=asked(view, company) if begun else 0,
            par=record.par or 0,
            floated=record.floated,
            chief=seats.index(chief) if chief in seats else -1,
            held=[holdings.get(p, 0) for p in seats],
            unsold=holdings.get(IPO, 0),
            pool=holdings.get(POOL, 0),
            own=holdings.get(company, 0),
            lead=view.certs_of(company)[0].percent,
            unit=100 if single else self.rules.share(view, company),
            trains=self._kept(view, company),
            scale=scales.get(company, self.untried(company)),
            age=self.age(view, company),
            single=single,
            credit=rescue.money if rescue.part == 1.0 else 0.0,
            piece=rescue.piece,
            interest=rescue.interest,
            opens=self._phases.get(self.known.opens(view, company), 0),
            partial=waits and self.rules.bought(view, company) < 100 - holdings.get(IPO, 0),
            outlay=0.0 if single or record.floated else self.known.outlay(view, company),
            fine=self.known.fine(view, company) if waits else 0.0,
        )


def private_sales(view: View) -> tuple[float, int]:
    """Times their face at which companies buy privates at most, and from which phase on."""
    begins = [any("privates_to" in event for event in spec.events) for spec in view.data.phases.values()]
    record = view.data.record
    if not isinstance(record, PrivateSaleFigures) or True not in begins:
        return 0.0, MANY
    return record.private_sale_max_factor, begins.index(True)


def _privates(view: View, seat: str) -> list[str]:
    return [cert.company for cert in view.certs(seat) if view.company(cert.company).kind == "private"]


def usual(spec: TrainSpec, known: Knowledge) -> float:
    """What a train of a kind usually earns alone."""
    own = known.earns.get(spec.kind)
    return float(own) if own else known.fresh_income * max(0.5, min(spec.reach, FARTHEST) - 1.0)


def _after_trains(view: View) -> frozenset[str]:
    """The steps of a turn that follow the one in which trains are bought."""
    turns = view.policy(Agenda).rounds.get(OperatingRound.kind)
    names = list(turns.steps) if turns is not None else []
    return frozenset(names[names.index(TRAINS) + 1 :]) if TRAINS in names else frozenset()
