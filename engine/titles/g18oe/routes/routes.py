"""Routes of 18OE: how trains run over land and water, and what they are worth (11.3, 12, 14, 15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.board.board import Board
from engine.board.faces import CITY, OFFBOARD, TOWN
from engine.core.state import Place
from engine.core.view import View
from engine.message import say
from engine.routes.manners import Extras, Manner
from engine.routes.paths import Route
from engine.routes.policy import RoutePolicy
from engine.routes.rules import runners
from engine.routes.suggest import after, best_routes
from engine.routes.terms import Terms
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import ORIENT_EXPRESS, PORT_AUTHORITIES, POWERS
from engine.titles.g18oe.railroads.marks import (
    BRANDT,
    WHITE_CLIFFS,
    brandt_hexes,
    controls,
    harbour,
    passages,
)
from engine.titles.g18oe.routes import lumber
from engine.titles.g18oe.routes.pointed import pointed_out
from engine.titles.g18oe.routes.reliefs import reliefs
from engine.titles.g18oe.routes.revenue import CAR, EXPRESS, city_bonus, joinable, markers, orient_express
from engine.titles.g18oe.track.board import BOARD
from engine.titles.g18oe.track.lille import passage
from engine.titles.g18oe.track.seas import waters

PATIENCE = 100
"""How often a search for any run over sea may ask whether to go on."""
METROPOLIS = frozenset("ABCLNPS")
"""Labels of metropolises: several stations on one tile are one city (11.3.1)."""
EVERY, TOWNS = frozenset({CITY, TOWN, OFFBOARD}), frozenset({TOWN})


@dataclass(frozen=True)
class EuropeRoutes(RoutePolicy):
    """Local, express and D trains with their city limits; seas, ports and ferries; one station of a hex."""

    def runs(self, view: View, train: str) -> bool:
        """A Pullman car is attached to a train and makes no run (11.6.2)."""
        return view.state.trains[train].kind != CAR

    def manner(self, view: View, train: str) -> Manner:
        """A local train has towns beyond its limit, all but a D towns instead of cities (11.3.9)."""
        card = view.state.trains[train]
        spec = view.data.trains[card.kind]
        doubles = bool(spec.extras.get("doubled"))
        return Manner(
            spec.reach,
            EVERY,
            factor=2 if doubles else 1,
            small=TOWNS,
            towns=spec.extras["towns"],
            fill=not doubles,
            closed=self._closed(view, card.owner),
        )

    def _closed(self, view: View, company: str) -> frozenset[str]:
        """The hexes of Brandt & Brandau are for the railroads of their owner alone (14.9)."""
        hexes = brandt_hexes(view)
        return hexes if hexes and not controls(view, BRANDT, company) else frozenset()

    def joined(self, view: View, trains: Sequence[str]) -> Manner:
        """Combined trains have their city limits and towns together (12.1)."""
        parts = [self.manner(view, train) for train in trains]
        reach, towns = sum(part.reach for part in parts), sum(part.towns for part in parts)
        return Manner(reach, EVERY, small=TOWNS, towns=towns, fill=True, closed=parts[0].closed)

    def ground(self, view: View, company: str) -> Board:
        """With the town of Hochberg Mining & Lumber for those who may count it (14.8)."""
        return lumber.ground(view, company)

    def terms(self, view: View, company: str) -> Terms:
        """Seas and ferries; towns that may be passed again (11.3.1); Lille; free passages (14.5)."""
        lille, star = passage(view, company), harbour(view, company)
        return Terms(
            waters=waters(view.board().hexmap),
            harbours=frozenset(coord for coord, _ in star),
            again=TOWNS,
            unblocked=lille.unblocked | frozenset(passages(view, company)),
            gates=lille.gates,
            bars=lille.bars,
        )

    def free(self, view: View, company: str) -> frozenset[Place]:
        """The cities that no longer count towards the city limit (14.5, 14.6)."""
        return frozenset(passages(view, company))

    def bonuses(self, view: View, company: str) -> Mapping[Place, int]:
        """Minor D's city is worth more to it (15.4)."""
        return city_bonus(view, company)

    def worth(
        self, view: View, company: str, places: Iterable[Place], values: str | None
    ) -> dict[Place, int]:
        """A railroad collects nothing from a city with its Star Harbor or Central Circle token (14.5)."""
        found = super().worth(view, company, places, values)
        return found | {place: 0 for place in passages(view, company) if place in found}

    def extras(self, view: View, company: str) -> Extras:
        """Reductions over water (11.3.4), the Orient Express (12), a Pullman, Krasnaya Strela (15.11)."""
        express = orient_express(view, company)
        return Extras(
            reliefs(view, company),
            (express,) if express else (),
            markers(view, company),
            joinable(view, company) if express else (),
            express.name if express else "",
        )

    def legend(self, view: View, company: str, routes: Sequence[Route]) -> str:
        """What a major's first Orient Express brings beside the revenue of its train (12.2)."""
        at = self.settled(view, company, routes).bonuses.get(EXPRESS)
        if at is None or view.company(company).data.get(ORIENT_EXPRESS):
            return ""
        return say(
            "The first Orient Express of {company} brings a bonus, too: {money} for its treasury, or {times} "
            "moves of its share value to the right.",
            company=company, money=view.money(self.earnings(view, company, routes)[at]),
            times=view.data.figures(Figures).orient_express.moves,
        )  # fmt: skip

    def named(self, view: View, company: str) -> Sequence[Route]:
        """What was pointed out before the run: nothing that earns less may be run then (11.3.9)."""
        return pointed_out(view) if company == view.cursor.actor else ()

    def has_route(self, view: View, company: str) -> bool:
        """Whether a train may run: track leads to another place, or the sea does."""
        if super().has_route(view, company):
            return True
        own = view.company(company).data
        trains = tuple(sorted(view.state.trains[train].kind for train in runners(view, company)))
        powers = *own.get(POWERS, ()), *own.get(PORT_AUTHORITIES, ())
        key = "sails", company, view.state.phase, trains, powers, view.state.notes.get(WHITE_CLIFFS)
        return view.board().remember(key, lambda: bool(best_routes(view, company, after(PATIENCE)).routes))


def _metropolises() -> frozenset[str]:
    return frozenset(coord for coord, spot in BOARD.hexmap.hexes.items() if METROPOLIS & set(spot.labels))


ROUTES = EuropeRoutes(single=_metropolises())
