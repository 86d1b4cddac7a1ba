"""What reduces the sea zones and ferry numbers that count towards a city limit (11.3.4, 11.3.5, 11.3.7)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.state import Place
from engine.core.view import View
from engine.routes.manners import Relief
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import PORT_AUTHORITIES, has_power
from engine.titles.g18oe.railroads.marks import STEAMSHIPS, harbour
from engine.titles.g18oe.track.seas import waters, zones_of

LATE = ("7", "8")
"""The phases in which reductions are two."""


def reliefs(view: View, company: str) -> tuple[Relief, ...]:
    """All reductions: for each train that runs through a port token, then for all trains together."""
    return (*_tokens(view, company), *_authorities(view, company), *_steamships(view, company))


def by_phase(view: View, amounts: Mapping[str, int]) -> int:
    """An amount that is another from phase 7 on."""
    return amounts["late" if view.state.phase in LATE else "early"]


def _tokens(view: View, company: str) -> list[Relief]:
    """Its port tokens, tokens beside a ferry, and the Star Harbor token (11.3.4, 11.3.7, 14.5)."""
    amount = by_phase(view, view.data.figures(Figures).port_reduction)
    places = [*view.board().stations_of(company), *harbour(view, company)]
    found = ((place, _beside(view, place)) for place in places)
    return [Relief(amount, near, at=place, abutting=True) for place, near in found if near]


def _beside(view: View, place: Place) -> frozenset[str]:
    """The sea zones and ferries adjacent to a token."""
    return waters(view.board().hexmap).beside(place[0])


def _authorities(view: View, company: str) -> list[Relief]:
    """Its port authorities, for sea zones of their water area (11.3.5)."""
    held = view.company(company).data.get(PORT_AUTHORITIES, ())
    amount = view.data.figures(Figures).port_authority["reduction"]
    return [Relief(amount, zones_of(authority), pooled=True) for authority in held]


def _steamships(view: View, company: str) -> list[Relief]:
    """Minor H, for sea zones and ferries anywhere (15.8)."""
    if not has_power(view, company, STEAMSHIPS):
        return []
    lie = waters(view.board().hexmap)
    every = frozenset(lie.zones) | {ferry.name for ferry in lie.ferries}
    return [Relief(by_phase(view, view.data.figures(Figures).minors.sea_reduction), every, pooled=True)]
