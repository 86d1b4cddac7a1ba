"""Prices of track: what trains gain beyond them bounds all sets, closer than the sum of their optima does.

Prices are tuned on the routes that are known; then the best routes at these prices are searched among all,
and are known as well, until no better ones are found or it does not help any more. Of routes that a wanted
set can hold there are fewer the closer the bound is: only those that gain little less than the best one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.solver.bounds import SCALE, Limit
from engine.solver.clock import NEVER
from engine.solver.exact.packing import Column, Packing
from engine.solver.exact.resources import Resources
from engine.solver.walks import Found, Search

ROUNDS = 40
"""How often routes are searched at new prices."""
PATIENCE = 2
"""How often in vain."""
FEW = 2000
"""Steps of a search that are enough where it finds better routes."""
STEPS = 40
"""Steps of the prices between two searches."""


@dataclass
class Pricing:
    """The best prices so far. By lot: the search, and how many trains.

    most: what a train of each lot earns at most. bound: what no set exceeds; gains: the most that a train of
    each lot gains; all in parts of money.
    """

    searches: Mapping[int, Search]
    trains: Mapping[int, int]
    resources: Resources
    most: Mapping[int, int]
    bound: int = NEVER * SCALE
    prices: Sequence[int] = ()
    gains: Mapping[int, int] = field(default_factory=dict)
    limits: Mapping[int, Limit] = field(default_factory=dict)

    def improve(self, packing: Packing, tables: Mapping[int, list[Found]]) -> None:
        """Tune the prices until no set of the packing's floor is possible, or for some rounds."""
        seen: Sequence[int] = ()
        vain, unit = 0, self.resources.unit * SCALE
        for _ in range(ROUNDS):
            prices, fresh, best = packing.tuned(STEPS), dict[int, list[Found]](), self.bound // unit
            if prices != seen:
                seen, fresh = prices, self._look(packing, prices)
            vain = 0 if self.bound // unit < best or any(fresh.values()) else vain + 1
            if self.bound < packing.kept.floor * SCALE or (vain > PATIENCE and self.limits):
                break
            for lot, routes in fresh.items():
                packing.join(lot, self._columns(lot, tables[lot], routes))

    def _columns(self, lot: int, table: list[Found], routes: Sequence[Found]) -> list[Column]:
        """The columns of routes that join a table."""
        start = len(table)
        table += routes
        return [c for i, route in enumerate(routes, start) for c in self.resources.columns(lot, i, route)]

    def _look(self, packing: Packing, by_number: Sequence[int]) -> dict[int, list[Found]]:
        """The best routes at these prices, if better than the known ones; the prices are kept if they are."""
        prices, found = self.resources.prices(by_number), dict[int, list[Found]]()
        known = {lot: max(0, packing.best_gain(lot, by_number)) for lot in self.searches}
        limits = {lot: search.limit_at(prices) for lot, search in self.searches.items()}
        plain = {lot: limit for lot, limit in limits.items() if limit is not None}
        for steps in (FEW, NEVER):
            gains = dict(self.most)
            for lot, limit in plain.items():
                gains[lot], found[lot] = self.searches[lot].best_at(limit, known[lot], steps)
                if self.searches[lot].is_cut:
                    break
            else:
                bound = packing.cost(by_number) + sum(g * self.trains[lot] for lot, g in gains.items())
                if bound < self.bound:
                    self.bound, self.gains, self.limits, self.prices = bound, gains, plain, by_number
                break
            if any(found.values()) and self.limits:
                break
        return found

    def worth(self, lot: int, floor: int) -> list[Found]:
        """All routes of a train that can be in a set which earns the floor."""
        least = self.gains[lot] - (self.bound - floor * SCALE)
        if lot in self.limits:
            return self.searches[lot].worth_at(self.limits[lot], least)
        return self.searches[lot].worth(max(1, -(-least // SCALE)))
