"""The rest of a game, played in outline: every seat follows simple rules to the end of the bank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from engine.core.actions import Action
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.outline import BEFORE_RUN, UNKNOWN, Firm, Outline, Sheet
from engine.players.runs import income, last_income
from engine.players.seat import Budget

FAR = 150.0
"""How far behind the best of a few times an action is played no more."""
OPENING = 0.95
"""What is left after each round of how a company earns less than usual."""
RISE = 0.045
"""How much a price that pays rises a round, as a part of it."""
LONGEST = 40
"""Operating rounds that are played, at most."""
DEBT = 1.4
"""How much what a seat cannot pay weighs."""
WANTED = 1.5
"""What further income of a train must bring, as a part of its price."""
FLOATS = 0.6
"""What is left of the worth of a share whose company does not yet run."""


class Whole:
    """Plays one outline to the end."""

    def __init__(self, sheet: Sheet, outline: Outline, dice: Random) -> None:
        self.sheet, self.now, self.dice = sheet, outline, dice
        self.seats = len(outline.cash)
        self.played = 0
        self.wants = WANTED * dice.uniform(0.5, 1.6)
        self.starts = dice.uniform(0.1, 0.5)
        self.tastes: dict[str, list[float]] = {}
        for firm in outline.firms.values():
            firm.scale *= dice.uniform(0.85, 1.15)
            self.tastes[firm.id] = [dice.uniform(0.8, 1.25) for _ in range(self.seats)]

    def worths(self) -> list[float]:
        """What each seat is worth at the end."""
        now = self.now
        last = LONGEST
        if now.dealing:
            self._deal()
            now.part, now.parts = 0, self.sheet.phases[now.phase].operating_rounds
            now.done, now.turn, now.step = (), "", ""
        while last > 0:
            last -= 1
            self.played += 1
            if now.part == 0 or not now.turn:
                now.part += 1
                self._pay_privates()
            self._operate()
            now.rounds = max(1, now.rounds - 1)
            if now.part < now.parts:
                now.turn = ""
                continue
            if now.broken:
                break
            now.turn, now.passes = "", 0
            self._deal()
            now.part, now.parts = 0, self.sheet.phases[now.phase].operating_rounds
        return self._final()

    def _final(self) -> list[float]:
        found = [c if c >= 0 else DEBT * c for c in self.now.cash]
        for firm in self.now.firms.values():
            for seat, percent in enumerate(firm.held):
                if percent:
                    found[seat] += percent / firm.unit * firm.price
            if firm.single and firm.chief >= 0:
                found[firm.chief] += self.sheet.known.minor_end
        return found

    # --- operating rounds ----------------------------------------------------------------------

    def _pay_privates(self) -> None:
        for seat, amount in enumerate(self.now.pays):
            self.now.cash[seat] += amount
            self.now.bank -= amount

    def _operate(self) -> None:
        now = self.now
        here, done = now.turn, set(now.done)
        if here in now.firms:
            self._turn(now.firms[here], now.step)
            done.add(here)
        order = [f for f in now.firms.values() if f.floated and f.chief >= 0 and f.id not in done]
        order.sort(key=lambda f: (not f.single, -f.price))
        for firm in order:
            self._turn(firm, "")
        now.turn, now.step, now.done = "", "", ()

    def _turn(self, firm: Firm, step: str) -> None:
        now = self.now
        if step in BEFORE_RUN:
            revenue = self.sheet.income(firm) if firm.trains else 0.0
            self._distribute(firm, revenue)
        elif step == "dividend":
            self._distribute(firm, now.revenue)
        self._buy_trains(firm)
        firm.age += 1
        if firm.scale < 1.0:
            firm.scale = 1.0 - OPENING * (1.0 - firm.scale)

    def _distribute(self, firm: Firm, revenue: float) -> None:
        now = self.now
        if firm.single:
            part = self.sheet.known.minor_part
            now.cash[firm.chief] += revenue * part
            firm.cash += revenue * (1 - part)
            now.bank -= revenue
            return
        if not revenue:
            self._move(firm, "left")
            return
        if self._keeps(firm, revenue):
            firm.cash += revenue
            now.bank -= revenue
            self._move(firm, "left")
            self._watch()
            return
        for seat, percent in enumerate(firm.held):
            now.cash[seat] += revenue * percent / 100
        kept = (firm.unsold if self.sheet.unsold_pay else 0) + (firm.pool if self.sheet.pool_pays else 0)
        firm.cash += revenue * kept / 100
        now.bank -= revenue * (sum(firm.held) + kept) / 100
        self._watch()
        if firm.cell is None:
            firm.price = round(firm.price * (1 + RISE))
        else:
            step = self.sheet.known.move(self.sheet.view, firm.id, revenue, firm.price)
            if step is None:
                self._move(firm, "right")
            elif isinstance(step, str):
                self._move(firm, step)
            else:
                for _ in range(abs(step)):
                    self._move(firm, "right" if step > 0 else "left")

    def _watch(self) -> None:
        if self.now.bank < 1:
            self.now.broken = True

    def _move(self, firm: Firm, way: str) -> None:
        if firm.cell is not None:
            firm.cell = self.sheet.moved(firm.cell, way)
            firm.price = self.sheet.data.market.value(firm.cell)

    def _keeps(self, firm: Firm, revenue: float) -> bool:
        """Whether income is kept: the trains go soon, and neither treasury nor president can replace them."""
        now = self.now
        if now.broken or not now.depot:
            return False
        price = self._price()
        if firm.cash >= price or self._life(firm.trains) > 1.5:
            return False
        return firm.cash + max(0.0, now.cash[firm.chief]) < price

    def _price(self) -> float:
        kind = str(self.now.depot[0][0])
        return float(self.sheet.data.trains[kind].price)

    def _life(self, trains: Sequence[str]) -> float:
        """Rounds until the last of these trains is scrapped."""
        return max((self._lives(kind) for kind in trains), default=0.0)

    def _lives(self, kind: str) -> float:
        by = self.sheet.data.trains[kind].rusted_by
        if by is None:
            return float(LONGEST)
        ahead = 0.0
        for lot, count in self.now.depot:
            if lot == by:
                running = sum(f.floated and f.chief >= 0 for f in self.now.firms.values())
                return ahead / max(0.8, self.sheet.known.sales * running)
            ahead += float(count)  # type: ignore[arg-type]
        return float(LONGEST)

    def _buy_trains(self, firm: Firm) -> None:
        now, sheet = self.now, self.sheet
        while now.depot and len(firm.trains) < sheet.train_limit(firm, now.phase):
            kind = str(now.depot[0][0])
            price = float(sheet.data.trains[kind].price)
            if firm.trains and not self._wants(firm, kind, price):
                return
            if firm.cash < price:
                if firm.trains or firm.single:
                    return
                if now.broken and now.part >= now.parts:
                    return
                now.cash[firm.chief] -= price - firm.cash
                firm.cash = price
            firm.cash -= price
            now.bank += price
            self._take(firm, kind)

    def _wants(self, firm: Firm, kind: str, price: float) -> bool:
        """Whether a further train brings more than it costs, and leaves enough for the next."""
        if firm.cash < price:
            return False
        sheet = self.sheet
        more = firm.scale * (sheet.fleet([*firm.trains, kind], firm.age + 2) - sheet.fleet(firm.trains, firm.age + 2))
        rounds = min(self._lives(kind), float(self.now.rounds))
        return more * rounds > self.wants * price

    def _take(self, firm: Firm, kind: str) -> None:
        now = self.now
        firm.trains.append(kind)
        lot = now.depot[0]
        lot[1] = int(lot[1]) - 1  # type: ignore[call-overload]
        if not lot[1]:
            now.depot.pop(0)
        following = now.phase + 1
        phases = self.sheet.phases
        for number in range(len(phases) - 1, now.phase, -1):
            if phases[number].train == kind:
                following = number
                break
        else:
            return
        for number in range(now.phase + 1, following + 1):
            self._begin(number)

    def _begin(self, number: int) -> None:
        now, sheet = self.now, self.sheet
        now.phase = number
        spec = sheet.phases[number]
        if any("privates_close" in event or event == "close_privates" for event in spec.events):
            now.pays = [0.0] * self.seats
        gone = {k for k, train in sheet.data.trains.items() if train.rusted_by == spec.train}
        for firm in now.firms.values():
            if gone and firm.trains:
                firm.trains = [k for k in firm.trains if k not in gone]
            limit = sheet.train_limit(firm, number)
            if len(firm.trains) > limit:
                firm.trains = sorted(firm.trains, key=lambda k: -sheet.earns[k])[:limit]

    # --- share rounds --------------------------------------------------------------------------

    def _deal(self) -> None:
        now = self.now
        names = list(self.sheet.view.seats)
        seat = names.index(now.turn) if now.turn in names else self._first
        passes = now.passes
        values = {f.id: self._value(f) for f in now.firms.values()}
        for _ in range(200):
            if self._act(seat, values):
                passes = 0
            else:
                passes += 1
            seat = (seat + 1) % self.seats
            if passes >= self.seats:
                break
        for firm in now.firms.values():
            if firm.cell is not None and not firm.single and sum(firm.held) >= 100:
                self._move(firm, "up")

    @property
    def _first(self) -> int:
        names = list(self.sheet.view.seats)
        priority = self.sheet.view.state.priority
        return names.index(priority) if priority in names else 0

    def _value(self, firm: Firm) -> float:
        """What a share brings until the end, its price then included."""
        if firm.single:
            return 0.0
        rounds, sheet = float(self.now.rounds), self.sheet
        if not firm.par and not firm.price:
            return 0.0
        runs = firm.trains
        if firm.floated and self._life(runs) < rounds or not firm.floated:
            cash = firm.cash if firm.floated else float(firm.par * sheet.figures.capital_factor)
            income = (firm.scale if firm.floated else 0.8) * self._affordable(firm, cash)
            if firm.floated:
                income = max(income, 0.7 * sheet.income(firm))
            else:
                rounds = max(0.0, rounds - 1.5)
        else:
            income = sheet.income(firm)
        if firm.scale < 1.0:
            income *= (1.0 + 1.0 / max(0.4, firm.scale)) / 2
        price = firm.price * (1 + RISE * rounds) if income else firm.price
        return income * firm.unit / 100 * rounds + price

    def _affordable(self, firm: Firm, cash: float) -> float:
        """What the trains earn that a firm can buy now for its money, with those that it keeps."""
        sheet = self.sheet
        kept = [k for k in firm.trains if self._lives(k) > 3]
        for lot in self.now.depot[:2]:
            kind = str(lot[0])
            price = sheet.data.trains[kind].price
            if self._lives(kind) < 2.5:
                continue
            while cash >= price and len(kept) < 2:
                kept.append(kind)
                cash -= price
            break
        if not kept and self.now.depot:
            return 0.5 * sheet.earns[str(self.now.depot[0][0])]
        return sheet.fleet(kept, firm.age + 3) if kept else 0.0

    def _act(self, seat: int, values: dict[str, float]) -> bool:
        """One purchase or start of a seat; False: it passes."""
        now = self.now
        cash = now.cash[seat]
        if now.certificates[seat] >= self.sheet.limit or cash <= 0:
            return False
        own = next((f for f in now.firms.values() if f.chief == seat and f.par and not f.floated and f.unsold), None)
        if own is not None and cash >= own.par:
            self._buy(seat, own, own.par, False, values)
            return True
        room = self.sheet.limit - now.certificates[seat]
        best, source = None, False
        most = 0.0
        for firm in now.firms.values():
            if firm.single or not firm.price or not self._is_wanted(firm):
                continue
            if firm.held[seat] + firm.unit > self.sheet.figures.holding_limit:
                continue
            for pool, left, price in ((True, firm.pool, firm.price), (False, firm.unsold, firm.par or firm.price)):
                if left < firm.unit or price > cash or not price:
                    continue
                worth = values[firm.id] if firm.floated else FLOATS * values[firm.id]
                won = worth - price
                gain = won / price if cash < room * price else won / 100
                gain *= self.tastes[firm.id][seat]
                if gain > most:
                    best, source, most = firm, pool, gain
        start = self._start(seat, most, cash)
        if start is not None:
            values[start.id] = self._value(start)
            return True
        if best is None:
            return False
        self._buy(seat, best, best.price if source else best.par or best.price, source, values)
        return True

    def _is_wanted(self, firm: Firm) -> bool:
        """Whether seats other than its chief buy a firm: it floats, or does so with the next share."""
        if firm.floated:
            return True
        return firm.chief >= 0 and 100 - firm.unsold + firm.unit >= self.sheet.figures.float_percent

    def _buy(self, seat: int, firm: Firm, price: float, pool: bool, values: dict[str, float]) -> None:
        now = self.now
        now.cash[seat] -= price
        now.bank += price
        now.certificates[seat] += 1
        firm.held[seat] += firm.unit
        if pool:
            firm.pool -= firm.unit
        else:
            firm.unsold -= firm.unit
        if firm.chief >= 0 and firm.held[seat] > firm.held[firm.chief]:
            firm.chief = seat
        if not firm.floated and firm.chief >= 0 and 100 - firm.unsold >= self.sheet.figures.float_percent:
            firm.floated = True
            capital = firm.par * self.sheet.figures.capital_factor
            firm.cash += capital
            now.bank -= capital
            self._watch()
            values[firm.id] = self._value(firm)

    def _start(self, seat: int, most: float, cash: float) -> Firm | None:
        """Start a company that the seat can float alone, where that promises more than all shares on sale."""
        now, sheet = self.now, self.sheet
        if now.rounds < 3:
            return None
        firm = next((f for f in now.firms.values() if not f.par and not f.floated and not f.single and f.kind == "major"), None)
        if firm is None or now.certificates[seat] + 4 > sheet.limit:
            return None
        shares = sheet.figures.float_percent / firm.unit
        pars = [par for par in sheet.pars if par * shares <= cash]
        if not pars:
            return None
        par = pars[-1]
        firm.par = firm.price = par
        firm.scale = 0.8
        won = (self._value(firm) - par) / par
        if won <= most and most > self.starts:
            firm.par = firm.price = 0
            return None
        firm.chief = seat
        chart = sheet.data.market
        firm.cell = next((cell for cell in chart.par_cells if chart.value(cell) == par), None)
        first = 2 * firm.unit
        firm.unsold -= first
        firm.held[seat] += first
        now.cash[seat] -= par * 2
        now.bank += par * 2
        now.certificates[seat] += 1
        return firm


class Judge:
    """Judges positions of a fork for a seat by playing the rest of the game from them, some times each.

    The same chances are drawn for each position.
    """

    times = (6, 16, 48)

    def __init__(self, fork: Fork, seat: str, company: str | None, seed: int) -> None:
        self.fork, self.view, self.seat, self.company = fork, fork.view, seat, company
        self.known = knowledge_of(fork.title)
        self.sheet = Sheet(fork.view, self.known)
        self.seed = 1000 * seed
        self.scales = {c.id: self._scale(c.id) for c in fork.view.companies() if c.floated and c.kind != "private"}
        self.rounds: int | None = None
        self.rounds = self._length()

    def _scale(self, company: str) -> float:
        """How its income compares with the usual: as it last ran, or searched where its trains are others."""
        view, trains = self.view, [t.kind for t in self.view.trains(company)]
        if not trains:
            return UNKNOWN
        earned = None if company == self.company else last_income(view, company)
        if earned is None:
            earned = income(view, company, self.known.patience)
        return self.sheet.scale(float(earned), trains, self.sheet.age(view, company))

    def _length(self) -> int:
        whole = Whole(self.sheet, self.sheet.outline(self.view, self.scales), Random(0))
        whole.worths()
        return whole.played

    def outline(self) -> Outline:
        """The position of now in outline."""
        outline = self.sheet.outline(self.view, self.scales)
        if self.rounds is not None:
            outline.rounds = max(1, self.rounds)
        return outline

    def score(self, outline: Outline, time: int) -> float:
        """How well the seat does against the others when the rest is played once: a hundred a percent or so."""
        me = self.view.seats.index(self.seat)
        worths = [max(1.0, w) for w in Whole(self.sheet, outline.twin(), Random(self.seed + time)).worths()]
        others = [w for i, w in enumerate(worths) if i != me] or [1.0]
        rivals = (math.log(sum(others) / len(others)) + math.log(max(others))) / 2
        return 1000.0 * (math.log(worths[me]) - rivals)

    def best(self, actions: Sequence[Action], budget: Budget) -> list[tuple[float, Action]]:
        """The actions by how well the seat does after them, best first; the better, the oftener they are played."""
        outlines = []
        for action in actions:
            with self.fork.after(action):
                outlines.append(self.outline())
        sums, left, done = [0.0] * len(actions), list(range(len(actions))), 0
        for times in self.times:
            for time in range(done, times):
                for i in left:
                    sums[i] += self.score(outlines[i], time)
            done = times
            means = {i: sums[i] / done for i in left}
            order = sorted(left, key=lambda i: (-means[i], i))
            if times == self.times[-1] or not budget.take(len(left)):
                break
            keep = [i for i in order[: max(4, len(order) // 2)] if means[i] > means[order[0]] - FAR]
            left = keep
        return [(means[i], actions[i]) for i in order]
