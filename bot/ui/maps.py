"""Large maps: their parts, and what of them is near or far."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.ui.frame import SHOWN
from engine import View
from render.sectors import Sector, sectors_of

NEAR, SMALL = 4, 1440
"""Parts that one picture still shows well, and the pixels across a large map that is only glanced at."""


def is_large(view: View) -> bool:
    """Whether the map has several parts."""
    return len(sectors_of(view)) > 1


def parts_with(view: View, hexes: Collection[str]) -> list[Sector]:
    """The parts in which some of these hexes lie."""
    wanted = set(hexes)
    return [sector for sector in sectors_of(view) if wanted.intersection(sector.hexes)]


def is_wide(view: View, hexes: Collection[str]) -> bool:
    """Whether hexes are too many for a menu, or too far apart for a picture, and lie in several parts."""
    count = len(parts_with(view, hexes))
    return count > NEAR or (count > 1 and len(hexes) > SHOWN)


def near(view: View, company: str, hexes: Sequence[str]) -> list[str]:
    """Those of some hexes that lie in a part where a company has a station; on a small map all."""
    home = parts_with(view, {coord for coord, _ in view.stations(company)})
    return [coord for coord in hexes if any(coord in sector.hexes for sector in home)]


def with_changes(view: View, changed: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The picture of hexes that changed: the whole map, of a large one what is around them or an overview."""
    if not is_large(view):
        return "map", {"changed": list(changed)}
    if not changed or is_wide(view, changed):
        return "regions", {"hexes": list(changed)}
    return "crop", {"hexes": list(changed), "changed": list(changed)}


def at_once(view: View) -> dict[str, Any]:
    """How wide the whole map is where nobody asked for it: a large one is not to be read then."""
    return {"width": SMALL} if is_large(view) else {}
