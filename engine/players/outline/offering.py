"""Share rounds in outline: seats buy what brings most for its price, and start companies."""

from __future__ import annotations

import math
from operator import attrgetter
from random import Random
from typing import NamedTuple

from engine.core.state import IPO, POOL
from engine.players.outline.formation import is_to_form, on_sale, opening_cash
from engine.players.outline.outline import Firm, Outline
from engine.players.outline.sheet import Sheet

OWN = "own"
"""Shares that a company sells itself."""
RISE = 0.045
"""How much a price that pays rises a round, as a part of it."""
LATE = 1.5
"""Rounds before a company that does not float yet has an income."""
OUTLIVES, SOON = 3.0, 2.5
"""Rounds that a train must live to count among those that a company keeps, and to be bought for long."""
LONGEST = 40
"""Operating rounds that a game has, at most."""
ACTIONS = 200
"""Turns of a share round, at most."""
LEAST_ROUNDS = 3
"""Operating rounds that must be left so that companies are started."""


class Sale(NamedTuple):
    """A share that a seat may buy, and what it gains by it for its money."""

    firm: Firm
    price: float
    source: str
    gain: float


GAIN = attrgetter("gain")


class Market:
    """Holdings, prices and money of an outline; what differs by chance is drawn once."""

    def __init__(self, sheet: Sheet, outline: Outline, dice: Random) -> None:
        self.sheet, self.now = sheet, outline
        self.seats = len(outline.cash)
        self.bold = dice.uniform(0.1, 0.5)
        self.tastes: dict[str, list[float]] = {}
        for firm in outline.firms.values():
            firm.scale *= dice.uniform(0.85, 1.15)
            self.tastes[firm.id] = [dice.uniform(0.8, 1.25) for _ in range(self.seats)]
        self._values: dict[str, float] = {}
        self._offer()

    def deal(self) -> None:
        """Play a share round, or the rest of one."""
        now, names = self.now, self.sheet.view.seats
        seat = names.index(now.turn) if now.turn in names else now.first
        self._values = {firm.id: self._value(firm) for firm in now.firms.values()}
        passes = now.passes
        self._offer()
        for _ in range(ACTIONS):
            if self._act(seat):
                passes = 0
                self._offer()
            else:
                passes += 1
            seat = (seat + 1) % self.seats
            if passes >= self.seats:
                break
        now.first, now.passes = seat, 0
        self._fine()
        for firm in now.firms.values():
            if not firm.single and sum(firm.held) >= 100:
                self.move(firm, "up")

    def _fine(self) -> None:
        """Companies that should float by now and do not go back; their chiefs pay for it."""
        for firm in self.now.firms.values():
            if firm.fine and not firm.floated:
                self.now.cash[firm.chief] -= firm.fine
                self.drop(firm)

    def drop(self, firm: Firm) -> None:
        """A company leaves the hands of all."""
        for seat, held in enumerate(firm.held):
            self.now.certificates[seat] -= cards(firm, seat, held)
        firm.close()

    def move(self, firm: Firm, way: str) -> None:
        """Move the price of a firm."""
        if firm.cell is not None:
            firm.cell = self.sheet.moved(firm.cell, way)
            firm.price = self.sheet.chart.value(firm.cell)

    def paid_out(self, amount: float) -> None:
        """Money that the bank pays."""
        self.now.bank -= amount
        if self.now.bank < 1:
            self.now.broken = True

    def life(self, trains: list[str]) -> float:
        """Rounds until the last of these trains is scrapped."""
        return max((self.lives(kind) for kind in trains), default=0.0)

    def lives(self, kind: str) -> float:
        """Rounds until a kind of train is scrapped."""
        by = self.sheet.trains[kind].rusted_by
        return float(LONGEST) if by is None else self._ahead(by)

    def _ahead(self, kind: str) -> float:
        """Rounds until the first train of a kind is sold."""
        ahead = 0.0
        for lot in self.now.depot:
            if lot.kind == kind:
                running = sum(f.floated and f.chief >= 0 for f in self.now.firms.values())
                return ahead / max(0.8, self.sheet.known.sales * running)
            ahead += lot.left
        return float(LONGEST)

    # --- what a share is worth -----------------------------------------------------------------

    def _value(self, firm: Firm) -> float:
        """What a share brings until the end, its price then included."""
        if firm.single or not firm.price:
            return 0.0
        rounds = float(self.now.rounds)
        if is_to_form(self.sheet, firm):
            rounds = max(0.0, rounds - self._until_it_opens())
            income = self._affordable(firm, opening_cash(self.sheet, self.now))
        elif firm.floated:
            income = self._foreseen(firm, rounds)
        else:
            rounds = max(0.0, rounds - LATE)
            income = self.sheet.untried(firm.id) * self._affordable(firm, self._funds(firm))
        if firm.scale < 1.0:
            income *= (1.0 + 1.0 / max(0.4, firm.scale)) / 2
        return income * firm.unit / 100 * rounds + self._later_price(firm, income, rounds)

    def _funds(self, firm: Firm) -> float:
        """What a firm can spend on trains when it floats."""
        return (firm.price * self._to_buy(firm) if firm.partial else self._capital(firm)) - firm.outlay

    def _later_price(self, firm: Firm, income: float, rounds: float) -> float:
        """Where the price will be when it pays so much in each round."""
        sheet, price = self.sheet, firm.price
        cell = firm.cell or sheet.chart.par_cell(firm.par)
        step = sheet.known.move(sheet.view, firm.id, income, price)
        if not income or cell is None or not isinstance(step, int):
            return price * (1 + RISE * rounds) if income else price
        for _ in range(int(rounds)):
            step = sheet.known.move(sheet.view, firm.id, income, price)
            if not isinstance(step, int) or not step:
                break
            cell = sheet.along(cell, step)
            price = sheet.chart.value(cell)
        return price

    def _capital(self, firm: Firm) -> float:
        """What the bank pays a firm when it floats."""
        figures = self.sheet.figures
        if self.now.phase >= self.sheet.full_from:
            return float(firm.par * figures.capital_factor)
        return float(firm.par * max(self._to_buy(firm), (100 - firm.unsold) // firm.unit))

    def _to_buy(self, firm: Firm) -> int:
        """Shares that must be sold of a firm so that it floats, those of its first certificate included."""
        return firm.lead // firm.unit + math.ceil((self.sheet.figures.float_percent - firm.lead) / firm.unit)

    def _until_it_opens(self) -> float:
        """Rounds until the company that is to form operates."""
        plan = self.sheet.known.formation
        kinds = [spec.train for spec in self.sheet.phases if plan is not None and plan.event in spec.events]
        return 1.0 + self._ahead(kinds[0]) if kinds else LONGEST

    def _foreseen(self, firm: Firm, rounds: float) -> float:
        """What a firm that runs earns a round, with the trains that it can buy when its own go."""
        now = self.sheet.income(firm)
        if self.life(firm.trains) >= rounds:
            return now
        return max(firm.scale * self._affordable(firm, firm.cash), 0.7 * now)

    def _affordable(self, firm: Firm, cash: float) -> float:
        """What the trains earn that a firm keeps, and those that it can buy now."""
        kept = [kind for kind in firm.trains if self.lives(kind) > OUTLIVES]
        lot = next((lot for lot in self.now.depot[:2] if self.lives(lot.kind) >= SOON), None)
        while lot is not None and cash >= self.sheet.trains[lot.kind].price and len(kept) < 2:
            kept.append(lot.kind)
            cash -= self.sheet.trains[lot.kind].price
        if not kept and self.now.depot:
            return 0.5 * self.sheet.earns[self.now.depot[0].kind]
        return self.sheet.fleet(kept, firm.age + 3) if kept else 0.0

    # --- a turn --------------------------------------------------------------------------------

    def _act(self, seat: int) -> bool:
        """One purchase or start of a seat; False: it passes."""
        now = self.now
        if now.certificates[seat] >= self.sheet.limit or now.cash[seat] <= 0:
            return False
        own = self._to_float(seat)
        if own is not None:
            self._buy(seat, own, own.price, OWN if own.partial else IPO)
            return True
        best = self._best(seat)
        started = self._start(seat, 0.0 if best is None else best.gain)
        if best is None or started:
            return started
        self._buy(seat, best.firm, best.price, best.source)
        return True

    def _to_float(self, seat: int) -> Firm | None:
        """A firm of the seat that waits for buyers and of which it can buy."""
        cash = self.now.cash[seat]
        waiting = (f for f in self.now.firms.values() if f.chief == seat and f.par and not f.floated)
        return next((f for f in waiting if f.unsold + f.own >= f.unit and f.price <= cash), None)

    def _best(self, seat: int) -> Sale | None:
        """The share on sale that brings the seat most."""
        sales = [sale for firm in self._offered for sale in self._sales(seat, firm)]
        return max(sales, key=GAIN, default=None)

    def _offer(self) -> None:
        """Note which firms have a share for sale."""
        self._offered = [
            firm
            for firm in self.now.firms.values()
            if firm.price
            and not firm.single
            and (firm.unsold >= firm.unit or firm.pool >= firm.unit or firm.own >= firm.unit)
        ]

    def _sales(self, seat: int, firm: Firm) -> list[Sale]:
        """What the seat may buy of a firm with profit."""
        if firm.single or not firm.price or not self._is_wanted(firm):
            return []
        if firm.held[seat] + firm.unit > self.sheet.figures.holding_limit:
            return []
        par, price = firm.par or firm.price, firm.price
        unsold = on_sale(self.sheet, self.now, firm) if is_to_form(self.sheet, firm) else firm.unsold
        offers = ((POOL, firm.pool, price), (IPO, unsold, par), (OWN, firm.own, price))
        found = [self._sale(seat, firm, asked, source) for source, left, asked in offers if left >= firm.unit]
        return [sale for sale in found if sale.gain > 0]

    def _sale(self, seat: int, firm: Firm, price: float, source: str) -> Sale:
        """A share with its gain: for the money, or for the certificate where there is money enough."""
        cash, room = self.now.cash[seat], self.sheet.limit - self.now.certificates[seat]
        won = self._values[firm.id] - price
        gain = 0.0 if price > cash else won / price if cash < room * price else won / 100
        return Sale(firm, price, source, gain * self.tastes[firm.id][seat])

    def _is_wanted(self, firm: Firm) -> bool:
        """Whether seats other than its chief buy a firm: it floats, or does so with the next share."""
        if firm.floated or is_to_form(self.sheet, firm):
            return True
        return firm.chief >= 0 and firm.sold() + firm.unit >= self.sheet.figures.float_percent

    def _buy(self, seat: int, firm: Firm, price: float, source: str) -> None:
        now = self.now
        now.cash[seat] -= price
        now.certificates[seat] += 1
        firm.held[seat] += firm.unit
        if source == OWN:
            firm.own -= firm.unit
            firm.cash += price
        else:
            now.bank += price
            firm.pool -= firm.unit * (source == POOL)
            firm.unsold -= firm.unit * (source == IPO)
        if firm.chief >= 0 and firm.held[seat] > firm.held[firm.chief]:
            firm.chief = seat
        if not firm.floated and firm.chief >= 0 and firm.sold() >= self.sheet.figures.float_percent:
            self._float(firm)

    def _float(self, firm: Firm) -> None:
        firm.floated, firm.cell = True, firm.cell or self.sheet.chart.par_cell(firm.par)
        if not firm.partial:
            capital = self._capital(firm)
            firm.cash += capital
            self.paid_out(capital)
            if self.now.phase < self.sheet.full_from:
                firm.own, firm.unsold = firm.own + firm.unsold, 0
            elif self.sheet.full_from:
                firm.pool, firm.unsold = firm.pool + firm.unsold, 0
        firm.cash -= firm.outlay
        self.now.bank += firm.outlay
        firm.partial, firm.fine = False, 0.0
        self._values[firm.id] = self._value(firm)

    def _start(self, seat: int, most: float) -> bool:
        """Start a company that the seat can float alone, where that promises more than all shares on sale."""
        now, sheet = self.now, self.sheet
        firm = next((f for f in now.firms.values() if self._is_fresh(f)), None)
        if firm is None or firm.single or now.rounds < LEAST_ROUNDS:
            return False
        shares = self._to_buy(firm)
        dearest = max(sheet.known.par(sheet.view, firm.id), sheet.chart.pars[0])
        pars = [par for par in sheet.chart.pars if par * shares <= now.cash[seat] and par <= dearest]
        if not pars or now.certificates[seat] + shares - 1 > sheet.limit:
            return False
        firm.par, firm.price, firm.partial = pars[-1], pars[-1], sheet.known.sells_own
        won = (self._value(firm) - firm.par) / firm.par
        if won <= most and most > self.bold:
            firm.par, firm.price, firm.partial = 0, 0, False
            return False
        self._lead(seat, firm)
        return True

    def _is_fresh(self, firm: Firm) -> bool:
        """Whether a company may be started now."""
        if firm.par or firm.floated or firm.opens > self.now.phase:
            return False
        return firm.kind in self.sheet.known.starts

    def _lead(self, seat: int, firm: Firm) -> None:
        """The seat takes the first certificate of a firm at its par."""
        now = self.now
        firm.chief, firm.cell = seat, self.sheet.chart.par_cell(firm.par)
        cost = firm.par * firm.lead / firm.unit
        firm.unsold -= firm.lead
        firm.held[seat] += firm.lead
        now.cash[seat] -= cost
        if firm.partial:
            firm.own, firm.unsold, firm.cash = firm.unsold, 0, cost
        else:
            now.bank += cost
        now.certificates[seat] += 1
        self._values[firm.id] = self._value(firm)


def cards(firm: Firm, seat: int, held: float) -> int:
    """How many certificates of a firm a seat has with so many percent."""
    if firm.chief != seat or held < firm.lead:
        return round(held / firm.unit)
    return 1 + round((held - firm.lead) / firm.unit)
