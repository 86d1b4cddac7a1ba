"""The rest of a game, played in outline: every seat follows simple rules until the bank is empty."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from engine.players.outline.formation import form
from engine.players.outline.merging import merge
from engine.players.outline.offering import LEAST_ROUNDS, LONGEST, RISE, Market
from engine.players.outline.outline import Firm, Outline, divide
from engine.players.outline.sheet import Sheet

BEFORE_RUN = ("track", "token", "run", "")
"""Steps of a turn before the income is known."""
CATCHES_UP = 0.9
"""What is left after each round of how much less than usual a company earns."""
FALLS_BACK = 0.7
"""The same of how much more than usual it earns."""
LEAST_HOPE = 0.8
"""How the further income of a train compares at least with what is usual, for who buys it."""
WANTED = 1.5
"""What the further income of a train must bring on average, as a part of its price."""
GROWS = 2.0
"""Rounds of track to come that count for a train that is bought."""
DEBT = 1.4
"""How much what a seat cannot pay weighs."""
KEEPS = 1.5
"""Rounds before the last train is scrapped in which income is kept for the next."""


class Rest(Market):
    """Plays one outline to the end of the game."""

    def __init__(self, sheet: Sheet, outline: Outline, dice: Random) -> None:
        super().__init__(sheet, outline, dice)
        self.played, self.last = 0, False
        self.wants = WANTED * dice.uniform(0.5, 1.6)

    def worths(self) -> list[float]:
        """What each seat is worth at the end."""
        now = self.now
        if now.dealing:
            self._deal()
        while self.played < LONGEST:
            self.played += 1
            if not now.turn:
                now.part += 1
                self._pay_privates()
            self._operate()
            now.rounds = max(1, now.rounds - 1)
            if now.part >= now.parts:
                if self._is_over():
                    break
                self._deal()
        return self._final()

    def _is_over(self) -> bool:
        """Whether the game ends with this set; else, with the last phase, the last set may come."""
        if self.last or self.now.broken:
            return True
        self.last = bool(self.sheet.known.finale) and self.now.phase == len(self.sheet.phases) - 1
        return False

    def _deal(self) -> None:
        """A share round; a set of operating rounds follows."""
        self.deal()
        rounds = self.sheet.phases[self.now.phase].operating_rounds
        self.now.part, self.now.parts = 0, self.sheet.known.finale if self.last else rounds
        self.now.turn = ""

    def _final(self) -> list[float]:
        found = [c if c >= 0 else DEBT * c for c in self.now.cash]
        for firm in self.now.firms.values():
            for seat, percent in enumerate(firm.held):
                found[seat] += percent / firm.unit * firm.price * self._counts(firm)
            if firm.single and firm.chief >= 0 and self.sheet.known.formation is None:
                found[firm.chief] += self.sheet.known.minor_end
        return [worth + face for worth, face in zip(found, self.now.faces, strict=True)]

    def _counts(self, firm: Firm) -> bool:
        """Whether shares of a firm are worth their price at the end: it floats, or is on the market."""
        return firm.floated or firm.cell is not None

    def _pay_privates(self) -> None:
        for seat, amount in enumerate(self.now.privates):
            self.now.cash[seat] += amount
            self.paid_out(amount)

    # --- a round -------------------------------------------------------------------------------

    def _operate(self) -> None:
        """The turns of a round that are left."""
        now = self.now
        done = {*now.done, now.turn}
        if now.turn in now.firms:
            self._turn(now.firms[now.turn], now.step)
        order = [f for f in now.firms.values() if f.floated and f.chief >= 0 and f.id not in done]
        order.sort(key=lambda f: (not f.single, -f.price))
        for firm in order:
            if firm.chief >= 0:
                self._turn(firm, "")
        now.turn, now.step, now.done = "", "", ()

    def _turn(self, firm: Firm, step: str) -> None:
        self._pay_debt(firm)
        if step in BEFORE_RUN:
            self._distribute(firm, self.sheet.income(firm))
        elif step == "dividend":
            self._distribute(firm, self.now.revenue)
        if step not in self.sheet.after_trains:
            self._buy_trains(firm)
        if firm.chief >= 0:
            self._buy_privates(firm)
        firm.age += 1
        firm.scale = 1.0 + (firm.scale - 1.0) * (CATCHES_UP if firm.scale < 1.0 else FALLS_BACK)

    def _pay_debt(self, firm: Firm) -> None:
        """Pay for what the firm has borrowed; its chief pays what it lacks."""
        firm.cash -= firm.debt
        if firm.cash < 0:
            self.now.cash[firm.chief] += firm.cash
            firm.cash = 0.0

    def _distribute(self, firm: Firm, revenue: float) -> None:
        """Pay the income, or keep it."""
        if firm.single:
            self._split(firm, revenue)
        elif not revenue:
            self._shift(firm, 0.0, "left")
        elif self._keeps(firm):
            firm.cash += revenue
            self.paid_out(revenue)
            self._shift(firm, 0.0, "left")
        else:
            revenue += self._added(firm, revenue)
            self._pay(firm, revenue)
            self._rise(firm, revenue)

    def _added(self, firm: Firm, revenue: float) -> float:
        """What a firm takes from its treasury so that its dividend covers the price."""
        lacks = firm.price - revenue
        spared = firm.cash if self.life(firm.trains) > KEEPS else 0.0
        if not self.sheet.known.tops_up or not 0 < lacks <= spared:
            return 0.0
        firm.cash -= lacks
        self.now.bank += lacks
        return lacks

    def _split(self, firm: Firm, revenue: float) -> None:
        part = self.sheet.known.minor_part
        self.now.cash[firm.chief] += revenue * part
        firm.cash += revenue * (1 - part)
        self.paid_out(revenue)

    def _pay(self, firm: Firm, revenue: float) -> None:
        for seat, percent in enumerate(firm.held):
            self.now.cash[seat] += revenue * percent / 100
        sheet = self.sheet
        kept = firm.own + firm.unsold * sheet.unsold_pay + firm.pool * sheet.pool_pays
        firm.cash += revenue * kept / 100
        self.paid_out(revenue * (sum(firm.held) + kept) / 100)

    def _rise(self, firm: Firm, revenue: float) -> None:
        """Move the price after a dividend."""
        if firm.cell is None:
            firm.price = round(firm.price * (1 + RISE))
            return
        self._shift(firm, revenue, "right")

    def _shift(self, firm: Firm, revenue: float, usual: str) -> None:
        """Move the price as the title does after what was paid, or as is usual."""
        step = self.sheet.known.move(self.sheet.view, firm.id, revenue, firm.price)
        if step is None or isinstance(step, str):
            self.move(firm, step or usual)
        elif firm.cell is not None:
            firm.cell = self.sheet.along(firm.cell, step)
            firm.price = self.sheet.chart.value(firm.cell)

    def _keeps(self, firm: Firm) -> bool:
        """Whether income is kept: the trains go soon, and neither treasury nor chief can replace them."""
        now = self.now
        if now.broken or not now.depot:
            return False
        if firm.saves and self._is_saving(firm):
            return True
        price = self.sheet.trains[now.depot[0].kind].price
        helped = max(0.0, now.cash[firm.chief]) if self.sheet.president_pays else 0.0
        if firm.cash + helped >= price:
            return False
        return self.life(firm.trains) <= KEEPS

    def _is_saving(self, firm: Firm) -> bool:
        """Whether it still has to save for a further train, and the rest of the game is long enough."""
        now = self.now
        room = len(firm.trains) < self.sheet.train_limit(firm, now.phase)
        return room and now.rounds > LEAST_ROUNDS and firm.cash < self.sheet.trains[now.depot[0].kind].price

    # --- trains and privates -------------------------------------------------------------------

    def _buy_trains(self, firm: Firm) -> None:
        """The train that a firm must have, and those that pay."""
        now, sheet = self.now, self.sheet
        while now.depot and len(firm.trains) < sheet.train_limit(firm, now.phase):
            kind = now.depot[0].kind
            price = float(sheet.trains[kind].price)
            if firm.trains and not self._wants(firm, kind, price):
                return
            if firm.cash < price and not self._finds(firm, price):
                return
            firm.cash -= price
            now.bank += price
            self._take(firm, kind)

    def _borrow(self, firm: Firm, lacks: float) -> None:
        """Borrow in whole pieces, where that is enough for a train."""
        if not firm.credit:
            return
        money = math.ceil(lacks / firm.piece) * firm.piece
        if money <= firm.credit:
            firm.cash += money
            firm.credit -= money
            firm.debt += money * firm.interest
            self.paid_out(money)

    def _finds(self, firm: Firm, price: float) -> bool:
        """Whether a firm finds the money for a train that it must have: of its chief, or by shares."""
        now = self.now
        if firm.single or (now.broken and now.part >= now.parts):
            return False
        self._borrow(firm, price - firm.cash)
        lacks = price - firm.cash
        if lacks <= 0:
            return True
        if self.sheet.president_pays:
            now.cash[firm.chief] -= lacks
            firm.cash = price
        elif firm.price and firm.own * firm.price >= lacks * firm.unit:
            self._sell(firm, lacks)
        elif firm.par * self.sheet.known.refinances >= lacks and not firm.rescued:
            self._halve(firm)
        else:
            for seat, held in enumerate(firm.held):
                now.cash[seat] += held / firm.unit * firm.price / 2
            self.drop(firm)
            return False
        return True

    def _sell(self, firm: Firm, lacks: float) -> None:
        """A firm sells as many of its own shares as it must."""
        shares = math.ceil(lacks / firm.price)
        firm.cash += shares * firm.price
        self.paid_out(shares * firm.price)
        firm.own, firm.pool = firm.own - shares * firm.unit, firm.pool + shares * firm.unit
        for _ in range(shares):
            self.move(firm, "left")

    def _halve(self, firm: Firm) -> None:
        """One share is made of two, and the bank pays the firm times its par."""
        money = firm.par * self.sheet.known.refinances
        for seat, held in enumerate(firm.held):
            self.now.certificates[seat] -= round(held / 2 / firm.unit)
            firm.held[seat] = held // 2
        firm.pool, firm.unsold, firm.rescued = firm.pool // 2, 0, True
        firm.own = 100 - firm.pool - sum(firm.held)
        firm.cash += money
        self.paid_out(money)

    def _wants(self, firm: Firm, kind: str, price: float) -> bool:
        """Whether a further train brings more than it costs."""
        if firm.cash < price:
            return False
        sheet, age = self.sheet, firm.age + GROWS
        more = max(LEAST_HOPE, firm.scale) * (
            sheet.fleet([*firm.trains, kind], age) - sheet.fleet(firm.trains, age)
        )
        return more * min(self.lives(kind), float(self.now.rounds)) > self.wants * price

    def _take(self, firm: Firm, kind: str) -> None:
        """Take the first train of the bank; a first one of its kind begins a phase."""
        now, phases = self.now, self.sheet.phases
        firm.trains.append(kind)
        firm.saves = False
        now.depot[0].left -= 1
        if not now.depot[0].left:
            now.depot.pop(0)
        begun = [number for number in range(now.phase + 1, len(phases)) if phases[number].train == kind]
        for number in range(now.phase + 1, begun[-1] + 1 if begun else 0):
            self._begin(number)

    def _begin(self, number: int) -> None:
        """A phase begins: trains are scrapped, limits fall, privates close."""
        now, sheet = self.now, self.sheet
        now.phase, spec = number, sheet.phases[number]
        if any("privates_close" in event or event == "close_privates" for event in spec.events):
            now.privates, now.faces = [0.0] * self.seats, [0.0] * self.seats
        self._form(number)
        self._divide(spec.events)
        if sheet.known.minors_close in spec.events:
            self._close_minors()
        gone = {kind for kind, train in sheet.trains.items() if train.rusted_by == spec.train}
        ran = [name for name, firm in now.firms.items() if firm.trains and not firm.single]
        for firm in now.firms.values():
            firm.trains = [kind for kind in firm.trains if kind not in gone]
            limit = sheet.train_limit(firm, number)
            if len(firm.trains) > limit:
                firm.trains = sorted(firm.trains, key=lambda kind: -sheet.earns[kind])[:limit]
        merge(sheet, now, number, ran)

    def _form(self, number: int) -> None:
        """Sell early shares of the company that is to form from a phase on, and open it with its own."""
        plan = self.sheet.known.formation
        if plan is None or plan.company not in self.now.firms:
            return
        if number == self.sheet.sold_early_from:
            self.now.firms[plan.company].price = plan.price
        if plan.event in self.sheet.phases[number].events:
            self.paid_out(form(self.sheet, self.now))

    def _divide(self, events: Sequence[str]) -> None:
        """Divide the shares of firms where a phase does so."""
        plan = self.sheet.known.split
        for firm in self.now.firms.values() if plan is not None else ():
            assert plan is not None
            if firm.kind == plan.kind and (plan.all in events or (plan.fresh in events and not firm.par)):
                divide(firm, plan.into)

    def _close_minors(self) -> None:
        """Companies of one certificate close; their owners get what they are changed into."""
        for firm in self.now.firms.values():
            if firm.single and firm.chief >= 0:
                self.now.faces[firm.chief] += self.sheet.known.minor_end
                firm.chief, firm.trains = -1, []

    def _buy_privates(self, firm: Firm) -> None:
        """A firm pays its chief the most for his privates, where enough is left for a train."""
        now, sheet = self.now, self.sheet
        face = now.faces[firm.chief]
        if not face or now.phase < sheet.sold_from or firm.single or not now.depot:
            return
        price = min(face * sheet.sold_for, firm.cash - sheet.trains[now.depot[0].kind].price)
        if price < face:
            return
        part = min(1.0, price / (face * sheet.sold_for))
        firm.cash -= price
        now.cash[firm.chief] += price
        now.faces[firm.chief] -= face * part
        now.privates[firm.chief] *= 1 - part
