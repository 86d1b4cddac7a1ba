"""What seats own, followed to the end of the game: runs stay nearly as they are, prices and money move.

It serves where track changes little, and shares, dividends and a few trains decide.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.core.state import BANK, POOL
from engine.core.view import View
from engine.data.schema import Cell
from engine.players.knowledge import Knowledge
from engine.players.worth.runs import income, last_income
from engine.rules import market
from engine.rules.dividends import HALF, PAY
from engine.rules.stock import stock_rules
from engine.steps.run import REVENUE
from engine.steps.turns import turn_note

SPENT = 0.75, 0.85, 0.95, 1.05
"""The part of what companies earn that the bank loses, for the rest comes back for trains: it is not sure."""
GROWTH = 0.09
"""How much more a company earns from round to round, as a part of a ripe income: track and cities grow."""
PARTS = {PAY: 1.0, HALF: 0.5}
"""The part of what is earned that is paid out."""
OPERATING, DIVIDEND = "operating", "dividend"
LONGEST = 40
"""Operating rounds that are followed at most."""


def earnings(view: View, known: Knowledge) -> dict[str, float]:
    """What each company that has a price earns in a round with its trains of now."""
    listed = (c.id for c in view.companies() if c.floated and c.cell is not None and not c.closed)
    return {company: _earned(view, known, company) for company in listed}


def _earned(view: View, known: Knowledge, company: str) -> float:
    given = known.earned(view, company)
    if given is not None:
        return float(given)
    has_run = company == view.cursor.actor and view.cursor.step == DIVIDEND
    last = turn_note(view, REVENUE, 0) if has_run else last_income(view, company)
    return float(income(view, company, known.patience) if last is None else last)


@dataclass(frozen=True, slots=True)
class Purchases:
    """Trains that a company will buy, each for ``price``: ``adds`` is what each brings in a round.

    until: how it distributes what it earns until it can pay the next one; then it pays all.
    """

    price: float
    adds: tuple[float, ...]
    until: str = PAY


@dataclass(slots=True)
class Entry:
    """A company in the ledger.

    held: percent by seat; pool, own: percent in the open market and in its own hands. earned: what it earns
    in each round. paid: what a share was paid so far. cash: its money.
    wanted: the trains that it will buy; bought: how many of them it has. now: how it distributes what it
    earns next, empty: as it likes.
    """

    name: str
    unit: int
    cell: Cell
    price: int
    earned: float
    held: list[int]
    pool: int
    own: int
    paid: float = 0.0
    cash: float = 0.0
    wanted: Purchases | None = None
    bought: int = 0
    now: str = ""

    def covers(self, dividend: float) -> bool:
        """Whether what the players and the company get of a dividend is at least the price of a share."""
        return dividend * (sum(self.held) + self.own) / 100 >= self.price

    def goal(self) -> Purchases | None:
        """What it still will buy."""
        return self.wanted if self.wanted is not None and self.bought < len(self.wanted.adds) else None

    def way(self) -> str:
        """How it distributes what it earns: as for the train that it will buy while it cannot pay it."""
        goal = self.goal()
        return PAY if goal is None or self.cash >= goal.price else goal.until

    def buys(self) -> float:
        """Buy the next train if it can pay it; what it costs, 0 for none."""
        goal = self.goal()
        if goal is None or self.cash < goal.price:
            return 0.0
        self.cash -= goal.price
        self.earned += goal.adds[self.bought]
        self.bought += 1
        return goal.price


class Ledger:
    """A position; ``earned``: what each company earns in a round.

    ran: a company that has its dividend of this operating round behind it, although its turn goes on. spent:
    the part of what companies earn that the bank loses.
    """

    def __init__(
        self,
        view: View,
        known: Knowledge,
        earned: Mapping[str, float],
        ran: str = "",
        spent: float = sum(SPENT) / len(SPENT),
    ) -> None:
        self.spent = spent
        self.known, self.chart, self.rules = known, view.data.market, stock_rules(view)
        self.seats, self.parts, self.bank = view.seats, view.phase.operating_rounds, float(view.cash(BANK))
        self.cash = [float(view.cash(seat)) for seat in view.seats]
        limit = self.rules.certificate_limit(view)
        self.room = [limit - self.rules.certificates(view, seat) for seat in view.seats]
        self.entries = [self._entry(view, name, each) for name, each in earned.items()]
        self.most = {entry.name: self.rules.holding_limit(view, entry.name) for entry in self.entries}
        self.rounds, self.left, self.dealing, self.waiting = 0, 0, True, self.entries
        if view.cursor.round == OPERATING:
            self.dealing, self.left = False, self.parts - view.cursor.part
            self.waiting = [e for e in self.entries if e.name not in (*view.cursor.done, ran)]
        self.income = [self._privates(view, seat) for seat in view.seats]
        scores = view.title.scores(view)
        shares = [self._shares(seat) for seat in range(len(self.seats))]
        self.rest = [scores[s] - self.cash[i] - shares[i] for i, s in enumerate(self.seats)]

    def _entry(self, view: View, name: str, earned: float) -> Entry:
        cell, held = view.company(name).cell, view.holdings(name)
        assert cell is not None
        by_seat = [held.get(seat, 0) for seat in view.seats]
        unit = self.rules.share(view, name)
        place = by_seat, held.get(POOL, 0), held.get(name, 0)
        return Entry(name, unit, cell, self.chart.value(cell), earned, *place, cash=view.cash(name))

    def _privates(self, view: View, seat: str) -> int:
        """What the privates of a seat that count for its certificates pay in a round."""
        owned = [c.id for c in view.companies("private") if view.owner(c.id) == seat]
        return sum(view.spec(private).revenue for private in owned if self.rules.counts(view, private))

    def _shares(self, seat: int) -> float:
        """What the shares of a seat count now."""
        return sum(entry.held[seat] * entry.price / entry.unit for entry in self.entries)

    def worths(self) -> dict[str, float]:
        """What each seat is worth now."""
        found = zip(self.seats, self.cash, self.rest, strict=True)
        return {seat: cash + rest + self._shares(i) for i, (seat, cash, rest) in enumerate(found)}

    def hopes(self) -> list[list[float]]:
        """What a share brings from each operating round on, its price at the end included: by company.

        The ledger is at the end of the game then, as it comes where nobody deals.
        """
        before: list[list[float]] = []
        begins = 0 if self.dealing else self.left + 1
        while not before or not self._is_over():
            if self.rounds >= begins and (self.rounds - begins) % self.parts == 0:
                self._sell_out()
            before.append([entry.paid for entry in self.entries])
            self._operate()
        ends = [entry.paid + entry.price for entry in self.entries]
        return [[end - paid[i] for paid in before] for i, end in enumerate(ends)]

    def play(self, hopes: Sequence[Sequence[float]], first: int, barred: Collection[str]) -> None:
        """Follow it to the end. Seats buy what they have certificates left for, ``first`` before all others.

        barred: companies of which that seat may buy no share in the round of now.
        """
        if self._ends_set():
            return
        while True:
            self._deal(hopes, first, barred)
            barred = ()
            self._sell_out()
            for _ in range(self.parts):
                self._operate()
                if self._is_over():
                    return

    def _ends_set(self) -> bool:
        """Go on to the next share round, from within a set of operating rounds; whether the game ended."""
        if self.dealing:
            return False
        self._operate()
        for _ in range(self.left):
            if self._is_over():
                return True
            self._operate()
        return self._is_over()

    def _is_over(self) -> bool:
        return self.bank <= 0 or self.rounds >= LONGEST

    def _deal(self, hopes: Sequence[Sequence[float]], first: int, barred: Collection[str]) -> None:
        """Each seat in turn buys the share that brings most beyond its price, until none wants any."""
        order = [*range(first, len(self.seats)), *range(first)]
        while True:
            for seat in order:
                if self.room[seat] > 0 and self._buy(seat, hopes, barred if seat == first else ()):
                    break
            else:
                return
            order = [*order[order.index(seat) + 1 :], *order[: order.index(seat) + 1]]

    def _buy(self, seat: int, hopes: Sequence[Sequence[float]], barred: Collection[str]) -> bool:
        """Buy a share for a seat; False where it wants none."""
        best, most = None, 0.0
        for entry, hope in zip(self.entries, hopes, strict=True):
            won = (hope[self.rounds] if self.rounds < len(hope) else 0.0) - entry.price
            if won > most and entry.name not in barred and self._may_buy(seat, entry):
                best, most = entry, won
        if best is None:
            return False
        if best.own:
            best.own -= best.unit
        else:
            best.pool -= best.unit
            self.bank += best.price
        best.held[seat] += best.unit
        self.cash[seat] -= best.price
        self.room[seat] -= 1
        return True

    def _may_buy(self, seat: int, entry: Entry) -> bool:
        fits = entry.held[seat] + entry.unit <= self.most[entry.name]
        return fits and bool(entry.own or entry.pool) and self.cash[seat] >= entry.price

    def _sell_out(self) -> None:
        """Raise the price of companies of which players own all."""
        for entry in self.entries:
            if not entry.pool and not entry.own:
                self._move(entry, self.known.rises(self.chart, entry.cell))

    def _operate(self) -> None:
        """All companies and privates pay what they earn."""
        self.rounds += 1
        self.cash = [cash + income for cash, income in zip(self.cash, self.income, strict=True)]
        for entry in self.waiting:
            self._distribute(entry)
        self.waiting = self.entries
        for entry in self.entries:
            entry.earned += GROWTH * self.known.ripe_income * (entry.earned > 0)

    def _distribute(self, entry: Entry) -> None:
        """Pay or keep what a company earns, and let it buy the train that it can pay."""
        earned, way = entry.earned, entry.now or entry.way()
        entry.now = ""
        dividend = earned * PARTS.get(way, 0.0)
        each = dividend * entry.unit / 100
        entry.paid += each
        for seat, percent in enumerate(entry.held):
            self.cash[seat] += each * percent / entry.unit
        entry.cash += earned - dividend + dividend * entry.own / 100
        self.bank += entry.buys() - self.spent * earned
        if not dividend:
            self._move(entry, market.left(self.chart, entry.cell))
        elif entry.covers(dividend):
            self._move(entry, market.right(self.chart, entry.cell))

    def _move(self, entry: Entry, cell: Cell) -> None:
        entry.cell, entry.price = cell, self.chart.value(cell)
