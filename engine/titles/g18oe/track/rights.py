"""Track rights (11.1.4), and what they and the terrain make of the fee for a tile (11.1.5)."""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.view import View
from engine.message import say
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import NATIONAL, SMALL, zone, zones
from engine.titles.g18oe.track import points

PERCENT = 100


def check_rights(view: View, company: str, coord: str) -> Violation | None:
    """Minors, regionals and nationals build in hexes that lie in their zone, at least in part (11.1.4)."""
    own = zone(view, company)
    if view.company(company).kind not in (*SMALL, NATIONAL) or europe().is_in(coord, own):
        return None
    text = say(
        "{company} has track rights in {name} alone; build there.",
        company=company,
        name=europe().zones[own].name,
    )
    return Violation("no_track_rights", text, {"zone": own})


def terrain_cost(view: View, company: str, coord: str) -> int:
    """The fee for the first tile on a hex (11.1.5).

    20 % less in a zone with a discount, by minors E and F a third less for their terrain, both together half.
    Fractions are in favour of the railroad.
    """
    if coord in view.state.tiles or view.company(company).kind == NATIONAL:
        return 0
    cost = view.board().hexmap[coord].terrain_cost
    return cost * (PERCENT - _discount(view, company, coord)) // PERCENT if cost else 0


def _discount(view: View, company: str, coord: str) -> int:
    own = [key for key in zones(view, company) if key and europe().is_in(coord, key)]
    by_zone = max((europe().zones[key].discount for key in own), default=0)
    if not points.builders_for(view, company, coord):
        return by_zone
    figures = view.data.figures(Figures).minors.discount
    return figures["with_zone" if by_zone else "alone"]
