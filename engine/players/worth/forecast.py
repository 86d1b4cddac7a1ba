"""What a company will pay its shares until the end of the game, and where its price will be then."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

from engine.core.state import DEPOT, IPO, Train
from engine.core.view import View
from engine.data.figures import StockFigures
from engine.data.schema import Cell
from engine.players.fork import Fork
from engine.players.knowledge import Knowledge
from engine.players.worth.outlook import LONG, Outlook
from engine.players.worth.runs import best_run, income, income_as, income_with, last_income
from engine.rules import dealing, market, trains
from engine.rules.dividends import PAY, WITHHOLD
from engine.rules.dividends import policy_of as dividends_of
from engine.rules.stock import stock_rules

MOST_SPARE = 1000
"""Money of a company beyond this serves nobody."""
IDLE = 0.3
"""What a train without a run will earn on track to come, as a part of what a first one does."""
LATER = 1.0
"""How much what the track of now would bear with trains to come says of what a company will earn late."""
UNSEEN = 0.35
"""The part of a ripe income that comes of track that nobody sees yet."""
OUTLIVES = 3.0
"""Rounds that a train must live to count among those of later."""
FLEET = 2
"""Trains that a company will run late."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Money by company: ``paid`` dividends for the whole of it until the end, ``price`` of a share then.

    ``lacking``: what its president must add to its trains.
    """

    paid: float
    price: float
    lacking: float = 0.0


@dataclass(slots=True)
class _Course:
    """A company on its way: trains as (rounds left, income), money, the space on the market."""

    treasury: float
    parts: list[tuple[float, float]]
    cell: Cell | None
    price: int
    ripe: tuple[float, float] = (0.0, 0.0)
    paid: float = 0.0
    lacking: float = 0.0


class Priced(Protocol):
    """A company that moves on the market: its space there, if it has one yet, and its price."""

    cell: Cell | None
    price: int


class Foresight:
    """Forecasts of companies in a position; ``exact`` companies have their runs searched, not remembered."""

    def __init__(self, fork: Fork, outlook: Outlook, known: Knowledge) -> None:
        self.fork, self.view, self.outlook, self.known = fork, fork.view, outlook, known
        self.exact: frozenset[str] = frozenset()
        self._moment = _moment(self.view)

    def heeds(self, company: str) -> Hashable:
        """What else in a position these forecasts depend on."""
        return None

    def income(self, company: str) -> float:
        """What the company earns a round with its trains of now."""
        given = self.known.earned(self.view, company)
        if given is not None or not self.view.trains(company):
            return float(given or 0)
        last = None if company in self.exact else last_income(self.view, company)
        if last is None and self.exact and company not in self.exact:
            return float(self.view.company(company).last_revenue or self.known.fresh_income)
        return float(income(self.view, company, self.known.patience) if last is None else last)

    def fresh(self, company: str) -> float:
        """What it would earn with one train of those that the bank sells now."""
        lot = self.outlook.at(0)
        if lot is None:
            return 0.0
        if company not in self.exact or not self.view.stations(company):
            ran = self.view.company(company).last_revenue or 0
            return max(float(ran), float(self.known.fresh_income))
        outfit = self.known.outfit(self.view, company, lot.sample)
        return self._hoped(float(income_with(self.fork, company, lot.sample, self.known.patience, outfit)))

    def _promised(self, company: str) -> float:
        """What its trains earn, with what those will earn that stand still for want of track."""
        idle = self.idle(company) if company in self.exact else 0
        return self._hoped(self.income(company)) + IDLE * self.known.fresh_income * min(idle, FLEET)

    def idle(self, company: str) -> int:
        """How many of its trains have no run now."""
        if not self.view.stations(company):
            return 0
        run = best_run(self.view, company, self.known.patience)
        return len(self.view.trains(company)) - sum(len(route.trains) for route in run.routes)

    def ripe(self, company: str, running: int) -> float:
        """What it will earn late: by the track of now where its runs are searched, else as is usual."""
        usual = self.known.ripe_income * (1.0 if running > 1 else 0.7)
        if company not in self.exact:
            return usual
        return UNSEEN * usual + LATER * self.later(company)

    def later(self, company: str) -> float:
        """What it would earn on the track of now with trains that outlive the next rounds."""
        kept, new = self.for_later(company)
        if not self.view.stations(company) or not new:
            return float(self.income(company))
        return float(income_as(self.fork, company, kept, new, self.known))

    def for_later(self, company: str) -> tuple[list[str], list[Train]]:
        """Its trains that outlive the next rounds, by id, and those that it may get beside them."""
        held = self.view.trains(company)
        kept = [t.id for t in held if self.outlook.life(t.kind) > OUTLIVES]
        return kept, self._to_come()[: max(1, FLEET - len(kept))]

    def _to_come(self) -> list[Train]:
        """Trains of the bank that a company may get later: of the kind after the one of now."""
        lots = self.outlook.lots
        kinds = [lot.kind for lot in (lots[1:2] or lots[:1])]
        return [t for t in self.view.trains(DEPOT) if t.kind in kinds]

    def _hoped(self, earned: float) -> float:
        """An income with what track to come will add to a small one."""
        fresh = float(self.known.fresh_income)
        return earned if earned >= fresh else (earned + fresh) / 2

    def forecast(self, company: str) -> Forecast:
        """The course of a company that has started, as its president would steer it."""
        view = self.view
        rounds = self.rounds_of(company)
        course = self._start(company)
        single = self._single(company, course)
        forced = trains.rules_of(view).president_pays
        for now in range(rounds):
            self._round(company, course, now, rounds, single, forced)
        spare = min(course.treasury, MOST_SPARE)
        return Forecast(course.paid + self.known.spare * spare, float(course.price), course.lacking)

    def rounds_of(self, company: str) -> int:
        """The rounds in which it still operates: not this one, where it had its turn or the round ends."""
        cursor, began = self.view.cursor, self._moment
        ended = began[0] == "operating" and _moment(self.view) != began
        gone = ended or (cursor.round == "operating" and company in cursor.done)
        here = cursor.actor == company and cursor.step not in ("track", "token", "run", "dividend", "")
        return max(0, min(self.outlook.rounds, self._lasts(company)) - (1 if gone or here else 0))

    def _lasts(self, company: str) -> int:
        """In how many rounds its kind of company ends."""
        by = self.known.gone_by.get(self.view.company(company).kind)
        begins = [lot.begins for lot in self.outlook.lots if lot.kind == by]
        return round(begins[0]) + 1 if begins else self.outlook.rounds

    def _start(self, company: str) -> _Course:
        view, record = self.view, self.view.company(company)
        held = trains.counted(view, company)
        weights = [float(view.data.trains[t.kind].reach + 1) for t in held]
        earned, whole = self._promised(company) if held else 0.0, sum(weights) or 1.0
        lives = self.known.lives(view, held, self.outlook.life)
        parts = [(life, earned * w / whole) for life, w in zip(lives, weights, strict=True)]
        price = asked(view, company)
        ripe = self.ripe(company, 1), self.ripe(company, FLEET)
        return _Course(
            self._capital(company), parts, record.cell or view.data.market.par_cell(price), price, ripe
        )

    def _capital(self, company: str) -> float:
        """Its treasury, with what it gets when it floats."""
        record = self.view.company(company)
        if record.floated or record.cash:
            return record.cash + capital_due(self.view, company)
        return _start_capital(self.view, company)

    def _single(self, company: str, course: _Course) -> float:
        """What one new train would earn."""
        if not course.parts:
            return self.fresh(company)
        best = max(part for _, part in course.parts)
        return max(best, 0.7 * sum(part for _, part in course.parts), self.known.fresh_income * 0.5)

    def _round(
        self, company: str, course: _Course, now: int, rounds: int, single: float, forced: bool
    ) -> None:
        """One operating round: run, pay or keep, buy."""
        running = [part for part in course.parts if part[0] >= now]
        ripe = course.ripe[len(running) > 1]
        earned = self._grown(sum(amount for _, amount in running), len(running), now, ripe)
        ends = max((life for life, _ in running), default=-1.0)
        need = self._need(course, now, ends, rounds)
        if earned and (need <= 0 or need < (ends - now) * earned):
            course.paid += earned
            self._move(company, course, earned, PAY)
        else:
            course.treasury += earned
            self._move(company, course, earned, WITHHOLD)
        course.parts = running
        self._buy(course, now, rounds, single, forced)

    def _grown(self, earned: float, running: int, now: int, ripe: float) -> float:
        """What so many trains will earn when track and towns have grown for some rounds."""
        if not running:
            return 0.0
        return max(earned, earned + (ripe - earned) * (1 - (1 - self.known.growth) ** now))

    def _need(self, course: _Course, now: int, ends: float, rounds: int) -> float:
        """What the treasury lacks for the train that must follow the last one, if one still does."""
        if math.floor(ends) + 1 >= rounds - 1 or ends >= LONG:
            return 0.0
        lot = self.outlook.at(ends + 1)
        return 0.0 if lot is None else lot.price - course.treasury

    def _buy(self, course: _Course, now: int, rounds: int, single: float, forced: bool) -> None:
        """A train where the company has none."""
        lot = self.outlook.at(now)
        if lot is None or now >= rounds - 1:
            return
        life = self.outlook.life(lot.kind)
        if life <= now or any(left > now for left, _ in course.parts):
            return
        if course.treasury < lot.price and forced:
            course.lacking += lot.price - course.treasury
            course.treasury = float(lot.price)
        if course.treasury >= lot.price:
            course.treasury -= lot.price
            course.parts.append((life, single))

    def _move(self, company: str, course: Priced, earned: float, way: str) -> None:
        if course.cell is None:
            if way == PAY and earned:
                course.price = round(course.price * 1.06)
            return
        chart = self.view.data.market
        step = self.known.move(self.view, company, earned if way == PAY else 0.0, course.price)
        if step is None:
            step = dividends_of(self.view).step(self.view, company, int(earned), way)
        if isinstance(step, int):
            course.cell = market.along(chart, course.cell, step)
        elif step is not None:
            course.cell = market.MOVES[step](chart, course.cell)
        course.price = chart.value(course.cell)


def _moment(view: View) -> tuple[str, int, int]:
    """The round of a position."""
    return view.cursor.round, view.cursor.number, view.cursor.part


def _start_capital(view: View, company: str) -> float:
    """What a company gets when it floats."""
    return float((view.company(company).par or 0) * view.data.figures(StockFigures).capital_factor)


def capital_due(view: View, company: str) -> float:
    """What a company that has floated in this share round will get at its end."""
    return _start_capital(view, company) if company in dealing.floated(view) else 0.0


def asked(view: View, company: str) -> int:
    """The price of a share: that of the market, else its par, else what it is first sold at."""
    price = view.price(company) or view.company(company).par
    return price or stock_rules(view).price(view, company, IPO) or 0


def floats(view: View, company: str) -> float:
    """How likely a company that has started is to operate: 1 once it floats."""
    record = view.company(company)
    if record.floated:
        return 1.0
    rules, need = stock_rules(view), view.data.figures(StockFigures).float_percent
    missing = max(0, need - rules.bought(view, company))
    president = view.president(company)
    price = asked(view, company)
    cost = missing * price / rules.share(view, company)
    if president is None:
        return 0.2
    mine = rules.spendable(view, president)
    others = sum(view.cash(p) for p in view.solvent if p != president)
    if cost <= mine:
        return 0.95
    return 0.6 if cost <= mine + 0.4 * others else 0.15
