"""What comes of a company whose title says what trains usually earn: its money becomes trains."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from engine.core.state import Cell
from engine.players.knowledge import Rescue
from engine.players.worth.forecast import MOST_SPARE, Forecast, Foresight, asked
from engine.players.worth.outlook import LONG, Lot
from engine.players.worth.runs import income_with
from engine.rules import trains
from engine.rules.dividends import PAY, WITHHOLD
from engine.rules.dividends import policy_of as dividends_of
from engine.rules.stock import stock_rules

UNSEEN = 0.4
"""How much of what a company will earn on its track late comes of track that nobody sees yet."""
POOR, RICH = 0.2, 1.6
"""The least and the most that the track of a company makes of what its trains usually earn."""
BEGUN = 0.6
"""What a company that never ran earns at first, as a part of what is usual."""
PURSE = 0.3
"""The part of the players' money that goes into the shares that one company sells."""
ROUGH = 100
"""By how much their money must change to matter."""
SLICE = 2
"""Rounds in which they are bought."""
LIFT = 0.4
"""What one more train adds at once where runs are not searched."""
BUILDING = ("track", "token")
"""Steps in which what one more train adds is not searched: there are too many lays."""
RUINED = 0.3
"""What is left of the shares of a company that goes bankrupt."""


@dataclass(slots=True)
class Way:
    """A company on its way: trains as (rounds left, kind), money, the space on the market.

    base: what it earns. now, late: how that compares at first, and late, with what such trains usually earn;
    lift: the same of what one more train adds at once beside ``held`` trains, at least one.
    own: the part of a dividend that it keeps; inflow: what players will pay it for its shares, so much later
    where it must grow first. part: what is left of a share; thin: of its dividend.
    """

    treasury: float
    fleet: list[tuple[float, str]]
    cell: Cell | None
    price: int
    base: float = 0.0
    now: float = 1.0
    late: float = 1.0
    lift: float = 0.0
    held: int = 1
    own: float = 0.0
    inflow: float = 0.0
    rescue: Rescue = field(default_factory=Rescue)
    part: float = 1.0
    thin: float = 1.0
    later: int = 0
    paid: float = 0.0
    lacking: float = 0.0
    ruined: bool = False


class Fleets(Foresight):
    """Forecasts by what trains of each kind usually earn, and by how good the track of a company is."""

    def heeds(self, company: str) -> Hashable:
        """Its own shares, and the money of the players, roughly."""
        money = sum(self.view.cash(p) for p in self.view.solvent)
        return tuple(self.view.holdings(company).items()), money // ROUGH

    def usual(self, kinds: Sequence[str]) -> float:
        """What trains of these kinds usually earn together."""
        earned = sorted((self.known.earns.get(kind, 0) for kind in kinds), reverse=True)
        return sum(amount * self.known.crowd**place for place, amount in enumerate(earned))

    def forecast(self, company: str) -> Forecast:
        """The course of a company that has started, as its president would steer it."""
        way = self._way(company)
        rounds, forced = self.rounds_of(company), trains.rules_of(self.view).president_pays
        limit = min(max(1, trains.train_limit(self.view, company)), self.known.fleet)
        buys = self.view.company(company).kind not in self.known.buyless
        for now in range(rounds):
            self._operate(company, way, now, rounds)
            if buys:
                self._equip(way, now, rounds, limit, forced)
            if way.ruined:
                break
        spare = min(way.treasury, MOST_SPARE)
        return Forecast(way.paid + self.known.spare * spare * way.part, way.price * way.part, way.lacking)

    def _way(self, company: str) -> Way:
        """Where it stands."""
        view, record = self.view, self.view.company(company)
        held = trains.counted(view, company)
        lives = self.known.lives(view, held, self.outlook.life)
        fleet = list(zip(lives, (t.kind for t in held), strict=True))
        price = asked(view, company)
        way = Way(self._capital(company), fleet, record.cell or view.data.market.par_cell(price), price)
        kinds = [kind for _, kind in fleet]
        way.now, way.late = self._track(company, kinds)
        way.base = way.now * self.usual(kinds)
        way.lift, way.held = self._lift(company, kinds, way), max(1, len(kinds))
        way.rescue = self.known.rescue(view, company)
        self._shares(company, way)
        return way

    def _lift(self, company: str, kinds: Sequence[str], way: Way) -> float:
        """What one more train of the bank adds at once, as a part of what is usual."""
        lot, usual = self.outlook.at(0), self.usual(kinds)
        building = self.view.cursor.step in BUILDING
        if lot is None or not kinds or building or company not in self.exact:
            return LIFT * way.late
        outfit = self.known.outfit(self.view, company, lot.sample)
        earned = income_with(self.fork, company, lot.sample, self.known.patience, outfit)
        more = self.usual([*kinds, lot.kind]) - usual
        return _between((earned - way.base) / more, 0.0) if more else 0.0

    def _shares(self, company: str, way: Way) -> None:
        """Its own shares: their part of a dividend, and what players will pay for them."""
        view, holdings = self.view, self.view.holdings(company)
        policy = dividends_of(view)
        kept = sum(p for owner, p in holdings.items() if policy.earner(company, owner) == company)
        way.own = kept / 100
        unit, money = stock_rules(view).share(view, company), sum(view.cash(p) for p in view.solvent)
        sold, price = holdings.get(company, 0) / unit, float(way.price)
        grown = self.known.grown(view, company)
        if grown is not None:
            sold, price, way.thin, way.own, way.later = (
                grown.sold,
                grown.price,
                grown.part,
                1 - grown.part,
                SLICE,
            )
        way.inflow = min(price * sold, PURSE * money)

    def _track(self, company: str, kinds: Sequence[str]) -> tuple[float, float]:
        """How its income compares with what is usual: now, and late."""
        now = self._of_now(company, kinds)
        if company not in self.exact or not self.view.stations(company):
            return now, (1 + now) / 2
        return now, UNSEEN + (1 - UNSEEN) * self._of_later(company)

    def _of_now(self, company: str, kinds: Sequence[str]) -> float:
        usual = self.usual(kinds)
        if usual:
            earned = self.income(company)
            known = company in self.exact or earned >= usual
            return _between(earned / usual, POOR if known else self._untried(company))
        lot = self.outlook.at(0)
        if lot is None or company not in self.exact or not self.view.stations(company):
            return self._untried(company)
        return _between(self.fresh(company) / max(1, self.usual([lot.kind])), POOR)

    def _untried(self, company: str) -> float:
        """The same of a company of which nothing better is known."""
        return BEGUN * self.known.promise(self.view, company)

    def _of_later(self, company: str) -> float:
        """The same for the trains that it will run late, on the track of now."""
        kept, new = self.for_later(company)
        usual = self.usual([*(self.view.state.trains[t].kind for t in kept), *(t.kind for t in new)])
        return _between(self.later(company) / usual, 0.0) if usual else 1.0

    def _operate(self, company: str, way: Way, now: int, rounds: int) -> None:
        """Run; pay, or keep for the train that must follow the last one."""
        self._age(way, now)
        usual = self.usual([kind for _, kind in way.fleet])
        grown = self.known.growth * (usual * way.late - way.base)
        earned = way.base = way.base + (max(0.0, grown) if now else 0.0)
        if now - way.later in (1, SLICE):
            way.treasury += way.inflow / SLICE
            way.own /= SLICE
        ends = max((left for left, _ in way.fleet), default=-1.0)
        need = self._lacks(way, ends, rounds)
        if earned and (need <= 0 or need < (ends - now) * earned):
            way.paid += earned * way.part * way.thin
            way.treasury += earned * way.own
            self._move(company, way, earned, PAY)
        else:
            way.treasury += earned
            self._move(company, way, earned, WITHHOLD)

    def _age(self, way: Way, now: int) -> None:
        """Take away what is scrapped by now, with its part of the income."""
        usual = self.usual([kind for _, kind in way.fleet])
        way.fleet = [each for each in way.fleet if each[0] >= now]
        left = self.usual([kind for _, kind in way.fleet])
        way.base *= left / usual if usual else 0.0

    def _take(self, way: Way, lot: Lot) -> None:
        """Buy a train. A first one runs on the track of now; others add at once what the track bears."""
        before = self.usual([kind for _, kind in way.fleet])
        part = way.lift * self.known.lifts ** (len(way.fleet) - way.held) if way.fleet else way.now
        way.treasury -= lot.price
        way.fleet.append((self.outlook.life(lot.kind), lot.kind))
        way.base += part * (self.usual([kind for _, kind in way.fleet]) - before)

    def _lacks(self, way: Way, ends: float, rounds: int) -> float:
        """What the treasury lacks for the train that must follow the last one."""
        if ends >= rounds - 1 or ends >= LONG:
            return 0.0
        lot = self.outlook.at(ends + 1)
        return 0.0 if lot is None else lot.price - way.treasury

    def _equip(self, way: Way, now: int, rounds: int, limit: int, forced: bool) -> None:
        """Buy what pays, and a train where the company has none."""
        lot = self.outlook.at(now)
        if lot is None or now >= rounds - 1:
            return
        if self.outlook.life(lot.kind) > now and not any(left > now for left, _ in way.fleet):
            self._raise(way, lot, rounds - now, forced)
            if way.ruined:
                return
            self._take(way, lot)
        while way.treasury >= lot.price and len(way.fleet) < limit and self._pays(way, lot, now, rounds):
            self._take(way, lot)

    def _raise(self, way: Way, lot: Lot, left: int, forced: bool) -> None:
        """Find the money for a train that must be bought."""
        lacks = lot.price - way.treasury
        if lacks <= 0:
            return
        if lacks <= way.rescue.money:
            pieces = -(-lacks // max(1, way.rescue.piece))
            money = min(way.rescue.money, pieces * max(1, way.rescue.piece))
            way.paid -= money * way.rescue.interest * left
            way.part *= way.rescue.part
            way.treasury += money
            way.rescue = Rescue()
        elif forced:
            way.lacking += lacks
            way.treasury = float(lot.price)
        else:
            way.part *= RUINED
            way.ruined = True

    def _pays(self, way: Way, lot: Lot, now: int, rounds: int) -> bool:
        """Whether one more train earns more than its price is worth to the shares."""
        kinds = [kind for _, kind in way.fleet]
        more = (self.usual([*kinds, lot.kind]) - self.usual(kinds)) * way.late
        runs = min(self.outlook.life(lot.kind), rounds - 1) - now
        return more * runs > self.known.spare * lot.price


def _between(ratio: float, least: float) -> float:
    return max(least, min(RICH, ratio))
