"""Routes of 1826: H trains run so many hexes, E and TGV trains to cities (O71-O80, O117).

Every stop on the way of an H train pays. E and TGV trains pass towns without counting them and may skip no
city; most of them earn double. A TGV may use track that the company's other trains use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.abilities.bonus import bonuses
from engine.board.faces import CITY, OFFBOARD, TOWN
from engine.core.state import Place
from engine.core.view import View
from engine.routes.policy import Manner, RoutePolicy
from engine.titles.g1826.operating.trains import TGV, E, power_of_e

PARIS = "G9"
ALL, LARGE = frozenset({CITY, TOWN, OFFBOARD}), frozenset({CITY, OFFBOARD})
TGV_FACTOR = 2


@dataclass(frozen=True)
class HexRoutes(RoutePolicy):
    """Trains limited by hex sides crossed, by E power, or by the three cities of a TGV."""

    def manner(self, view: View, train: str) -> Manner:
        kind = view.state.trains[train].kind
        if kind == E:
            reach, factor = power_of_e(view)
            return Manner(reach, LARGE, factor=factor)
        reach = view.data.trains[kind].reach
        if kind == TGV:
            return Manner(reach, LARGE, factor=TGV_FACTOR, shares=True)
        return Manner(reach, ALL, hexes=True)

    def revenue_key(self, view: View) -> str:
        return view.state.phase

    def bonuses(self, view: View, company: str) -> Mapping[Place, int]:
        return bonuses(view, company)

    def has_route(self, view: View, company: str) -> bool:
        """Whether some train of the company has a legal route: a stop must lie within its hexes."""
        manners = {self.manner(view, train.id) for train in view.trains(company)}
        return any(self.leads_on(view, company, m.counts, m.reach if m.hexes else None) for m in manners)


ROUTES = HexRoutes(single=frozenset({PARIS}))
