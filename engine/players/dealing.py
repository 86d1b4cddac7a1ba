"""Stock rounds: what to buy, start or sell, by what a share will bring and how much of it there is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice
from engine.data.figures import StockFigures
from engine.players.candidates import completions
from engine.players.seat import Budget, Weighed
from engine.players.worth.appraisal import Appraiser, closing, gain
from engine.players.worth.forecast import asked
from engine.rules import trains
from engine.rules.stock import stock_rules

SELL, CLOSE = "sell_shares", "close_private"
MAKE_ROOM = (SELL, CLOSE)
"""Kinds of action by which a player gets the certificate or the money for another share."""
SALE = 9.0
"""What a sale must bring beyond keeping the shares, as a part of its price: what is foreseen may be wrong."""
LINE = 0.5
"""How much what may be bought of the same later weighs against the share of now."""
HELP = 0.3
"""The part of the money of others that helps to float a company for which nobody else waits."""
TOGETHER = 0.4
"""What is left of the promise of a company that its president cannot float alone."""
BEGUN = 0.3
"""What a share of a company that one has started and that waits is worth at least, as a part of its price."""
FLOATING = 0.5
"""How much more a share is worth that brings one's own company nearer to its float."""
SWAP = 0.25
"""What a swap must bring, as a part of the price of the share that is bought."""
SWAPPED = 5
"""Certificates that are considered for a swap."""
PARS = 6
"""Pars that are looked at for a company."""
START = 0.1
"""What the lead of a company is worth, as a part of what its first shares bring."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """Weighs the deals of a seat in its turn of a stock round.

    thrift: how many times the price of a train it keeps, for each of its companies that will have to buy one;
    shares that float what it has started come before that. Where the title says so (``frugal``), the
    seat keeps as much for each of its companies.
    """

    eye: Appraiser
    seat: str
    budget: Budget
    thrift: float = 0.0

    def deals(self, choices: Sequence[Choice]) -> list[Weighed]:
        """All purchases, starts and sales that are worth something, best first."""
        found = [each for choice in choices for each in self._of(choice)]
        good = [each for each in found if each.worth > 0]
        return sorted(good, key=lambda each: -each.worth)

    def forced(self, choices: Sequence[Choice]) -> list[Weighed]:
        """Sales where something must be sold, the one first that costs least; pars where one must be set."""
        found = [each for c in choices if c.kind == SELL for each in self._sales(c, 0.0)]
        pars = [action for c in choices if c.kind == "par" for action in self._start_actions(c)]
        return sorted(found, key=lambda each: -each.worth) or [Weighed(action, 0.0) for action in pars]

    def _of(self, choice: Choice) -> list[Weighed]:
        if choice.kind == "buy_share":
            return self.purchases(choice)
        if choice.kind == "par":
            return self._starts(choice)
        return self._sales(choice, SALE) if choice.kind == SELL else []

    def purchases(self, choice: Choice) -> list[Weighed]:
        """What each share on sale is worth beyond its price."""
        actions = completions(self.eye.fork, self.seat, choice)
        begun, most = self.to_float(), self.eye.view.cash(self.seat) - self._kept_for_trains()
        first = [a for a in actions if a.args["company"] in begun] or [
            a for a in actions if not self.thrift or asked(self.eye.view, a.args["company"]) <= most
        ]
        return [self._purchase(a) for a in first if self.budget.take()]

    def _kept_for_trains(self) -> float:
        """What the treasuries of its companies lack of the trains that they may have to buy."""
        view, lot, rules = self.eye.view, self.eye.ahead.at(0), trains.rules_of(self.eye.view)
        frugal = self.eye.known.frugal
        if not self.thrift or lot is None or not (rules.president_pays or frugal):
            return 0.0
        led = view.presided(self.seat)
        need = [c for c in led if frugal or (rules.must_own(view, c) and not self._equipped(c))]
        return sum(max(0.0, self.thrift * lot.price - view.cash(company)) for company in need)

    def _equipped(self, company: str) -> bool:
        """Whether a company has a train that outlives the rounds that are foreseen."""
        view, ahead = self.eye.view, self.eye.ahead
        lives = self.eye.known.lives(view, view.trains(company), ahead.life)
        return any(life > ahead.rounds for life in lives)

    def to_float(self) -> list[str]:
        """The companies that the seat has started and has the money to float: they come before all else."""
        view, rules = self.eye.view, stock_rules(self.eye.view)
        owed = self.owed()
        led = [view.company(c) for c in view.presided(self.seat)]
        waiting = [c.id for c in led if c.par is not None and not c.floated]
        return waiting if 0 < owed <= rules.spendable(view, self.seat) else []

    def _purchase(self, action: Action) -> Weighed:
        view, company = self.eye.view, action.args["company"]
        before, led = view.percent(self.seat, company), view.president(company)
        cash = view.cash(self.seat)
        with self.eye.fork.after(action):
            more = view.percent(self.seat, company) - before
            cost = cash - view.cash(self.seat)
            value = self.eye.value(company) * more
            if view.president(company) == self.seat != led:
                value -= self._burden(company)
            won = value - cost
            if view.president(company) == self.seat and not view.company(company).floated:
                won = max(won + FLOATING * max(0.0, won), BEGUN * cost)
            line = won * self._room(company, max(1, cost), max(1, more))
        return Weighed(action, won + LINE * max(0.0, line) + self.eye.known.taste(view, action))

    def _burden(self, company: str) -> float:
        """What a president must pay for the trains of a company."""
        return self.eye.forecast(company).lacking

    def _room(self, company: str, cost: int, percent: int) -> float:
        """How many more such shares the seat can pay and hold."""
        view, rules = self.eye.view, stock_rules(self.eye.view)
        money = rules.spendable(view, self.seat) / cost
        slots = rules.certificate_limit(view) - rules.certificates(view, self.seat)
        limit = (rules.holding_limit(view, company) - view.percent(self.seat, company)) / percent
        left = 100 - sum(p for owner, p in view.holdings(company).items() if owner in view.state.players)
        return max(0.0, min(money, slots, limit, left / percent))

    def _starts(self, choice: Choice) -> list[Weighed]:
        """Companies to start, each at the pars that the purse allows."""
        return [self._start(a) for a in self._start_actions(choice) if self.budget.take()]

    def _start_actions(self, choice: Choice) -> list[Action]:
        """The ways to start a company that are looked at."""
        by_company: dict[str, list[Action]] = {}
        for action in completions(self.eye.fork, self.seat, choice, 400):
            by_company.setdefault(action.args["company"], []).append(action)
        return [a for actions in by_company.values() for a in self._pars(actions)]

    def _pars(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The highest par at which the seat floats the company alone; several where it needs help."""
        most = self.eye.known.par(self.eye.view, actions[0].args["company"])
        dear = sorted(actions, key=lambda a: -as_amount(a.get("price")))
        dear = [a for a in dear if as_amount(a.get("price")) <= most] or dear[-1:]
        alone = next((action for action in dear if self.floats_alone(action)), None)
        return _spread(dear[::-1]) if alone is None else [alone]

    def floats_alone(self, action: Action) -> bool:
        """Whether the seat has the money to float what it starts by itself."""
        view, company = self.eye.view, action.args["company"]
        first, par = view.certs_of(company)[0].percent, as_amount(action.get("price"))
        cost = par * first / stock_rules(view).share(view, company)
        left = stock_rules(view).spendable(view, self.seat) - cost - self._kept_for_trains()
        return self._can_float(company, par, left, first, 0.0)

    def _start(self, action: Action) -> Weighed:
        view, company = self.eye.view, action.args["company"]
        cash, before = view.cash(self.seat), view.percent(self.seat, company)
        with self.eye.fork.after(action):
            unit = stock_rules(view).share(view, company)
            shares = (view.percent(self.seat, company) - before) / unit
            cost = cash - view.cash(self.seat)
            each = self.eye.value(company) * unit
            won = each * shares - cost + START * max(0.0, each)
            won += self.eye.known.company(view, company) - self._burden(company)
            par = max(1, as_amount(action.get("price")))
            line = (each - par) * self._room(company, par, unit)
        left = cash - cost - self._kept_for_trains()
        if won + line <= 0 or left < 0 or not self._can_float(company, par, left, shares * unit, HELP):
            return Weighed(action, 0.0)
        alone = self._can_float(company, par, left, shares * unit, 0.0)
        return Weighed(action, (won + LINE * max(0.0, line)) * (1.0 if alone else TOGETHER))

    def _can_float(self, company: str, par: int, left: float, percent: float, help_: float) -> bool:
        """Whether the seat, with some help, has the money to float what it starts, and may hold so much."""
        view, rules = self.eye.view, stock_rules(self.eye.view)
        need = view.data.figures(StockFigures).float_percent - percent
        others = sum(view.cash(p) for p in view.solvent if p != self.seat)
        shares = _shares(need, rules.share(view, company))
        if 1 + shares > rules.certificate_limit(view) - rules.certificates(view, self.seat):
            return False
        cost = shares * par + self.owed(company)
        return cost <= left + (0.0 if self._someone_waits(company) else help_ * others)

    def owed(self, besides: str = "") -> float:
        """What the seat must still pay to float the companies that it leads already."""
        view, rules = self.eye.view, stock_rules(self.eye.view)
        led = (view.company(c) for c in view.presided(self.seat) if c != besides)
        waiting = [c for c in led if c.par is not None and not c.floated and rules.has_shares(view, c.id)]
        need = view.data.figures(StockFigures).float_percent
        missing = {c.id: _shares(need - rules.bought(view, c.id), rules.share(view, c.id)) for c in waiting}
        return sum(missing[c.id] * (c.par or 0) for c in waiting)

    def _someone_waits(self, company: str) -> bool:
        """Whether another company has started and still waits for buyers."""
        started = (c for c in self.eye.view.companies() if c.par is not None and not c.floated)
        return any(c.id != company and self.eye.view.president(c.id) for c in started)

    def swaps(self, choices: Sequence[Choice]) -> list[Weighed]:
        """What brings the certificate or the money for a better share, where none can be bought now."""
        if self._best(choices) is not None:
            return []
        actions = [
            a for c in choices if c.kind in MAKE_ROOM for a in completions(self.eye.fork, self.seat, c)
        ]
        least: dict[str, Action] = {}
        for action in actions:
            least.setdefault(_named(action), action)
        order = sorted(least.values(), key=lambda a: (self._excess(_named(a)), _named(a)))
        found = [self._swap(a) for a in order[:SWAPPED] if self.budget.take(4)]
        return [each for each in found if each.worth > 0]

    def _excess(self, company: str) -> float:
        """What a share of a company brings beyond its price; what a private brings."""
        view = self.eye.view
        if view.company(company).kind == "private":
            return view.spec(company).revenue * min(self.eye.ahead.rounds, closing(view, self.eye.ahead))
        return self.eye.value(company) * stock_rules(view).share(view, company) - asked(view, company)

    def _swap(self, action: Action) -> Weighed:
        """Part with a certificate and buy the best share that is then on sale."""
        view, fork, name = self.eye.view, self.eye.fork, _named(action)
        led, before = set(view.presided(self.seat)), self._kept(name)
        lost = self._excess(name) if view.company(name).kind == "private" else 0.0
        with fork.after(action):
            if set(view.presided(self.seat)) != led:
                return Weighed(action, 0.0)
            won = self._kept(name) - before - lost
            best = self._best(fork.choices(self.seat))
            if best is not None:
                won += self._excess(best) - SWAP * asked(view, best)
        return Weighed(action, won if best is not None else 0.0)

    def _kept(self, company: str) -> float:
        """What the seat has of one company until the end, with its money; of a private what counts now."""
        view = self.eye.view
        if view.company(company).kind == "private":
            return float(view.title.scores(view)[self.seat])
        return view.cash(self.seat) + self.eye.value(company) * view.percent(self.seat, company)

    def _best(self, choices: Sequence[Choice]) -> str | None:
        """The share to buy that brings most beyond its price; None where none brings more."""
        sales = [c for c in choices if c.kind == "buy_share"]
        shares = {a.args["company"] for c in sales for a in completions(self.eye.fork, self.seat, c)}
        excess = {company: self._excess(company) for company in sorted(shares)}
        return max((c for c in excess if excess[c] > 0), key=excess.__getitem__, default=None)

    def _sales(self, choice: Choice, least: float) -> list[Weighed]:
        """What sales win beyond keeping the shares, and beyond ``least`` as a part of their price."""
        found, before = [], self.eye.worths(bargains=False)
        actions = completions(self.eye.fork, self.seat, choice)
        for action in _blocks(actions):
            if not self.budget.take(2):
                break
            cash = self.eye.view.cash(self.seat)
            with self.eye.fork.after(action):
                won = gain(before, self.eye.worths(bargains=False), self.seat)
                brought = self.eye.view.cash(self.seat) - cash
            found.append(Weighed(action, won - least * brought))
        return found


def _named(action: Action) -> str:
    """The company or the private of an action."""
    return str(action.get("company") or action.get("private"))


def _shares(percent: float, unit: int) -> int:
    """How many shares it takes for so many percent."""
    return max(0, math.ceil(percent / unit))


def _spread(actions: Sequence[Action]) -> list[Action]:
    """Some of many pars, the ends among them."""
    if len(actions) <= PARS:
        return list(actions)
    step = (len(actions) - 1) / (PARS - 1)
    return [actions[round(i * step)] for i in range(PARS)]


def _blocks(actions: Sequence[Action]) -> list[Action]:
    """Of each company the smallest and the largest block."""
    by_company: dict[str, list[Action]] = {}
    for action in actions:
        by_company.setdefault(str(action.get("company")), []).append(action)
    ends = ((blocks[0], blocks[-1]) if len(blocks) > 1 else (blocks[0],) for blocks in by_company.values())
    return [action for pair in ends for action in pair]
