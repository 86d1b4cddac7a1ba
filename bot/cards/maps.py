"""Large maps: their parts, and what of them a picture shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.chat.frame import MAX_OPTIONS
from bot.work.pictures import Drawn, Pictures
from engine import Game, View
from render.map.phone import reads_whole, together
from render.map.sectors import Sector, sectors_of

NEAR = 4
"""Parts that one picture still shows well."""
Asked = tuple[str, dict[str, Any]]
"""A view of `render.api` and its parameters."""


async def drawn_of(pictures: Pictures, game_id: int, game: Game, asked: Asked | None) -> Drawn | None:
    """The picture that is asked for; None where there is none or it cannot be had."""
    return await pictures.draw(game_id, game, asked[0], **asked[1]) if asked is not None else None


def is_large(view: View) -> bool:
    """Whether a picture of the whole map is too small to be read on a phone."""
    return not reads_whole(view)


def parts_with(view: View, hexes: Collection[str]) -> list[Sector]:
    """The parts in which some of these hexes lie."""
    wanted = set(hexes)
    return [sector for sector in sectors_of(view) if wanted.intersection(sector.hexes)]


def is_wide(view: View, hexes: Collection[str]) -> bool:
    """Whether hexes of a large map lie in several parts and are too many for a menu, or for a picture."""
    if not is_large(view):
        return False
    count = len(parts_with(view, hexes))
    return count > NEAR or (count > 1 and len(hexes) > MAX_OPTIONS)


def near(view: View, company: str, hexes: Sequence[str]) -> list[str]:
    """Those of some hexes that one picture shows with a station of a company; on a small map all."""
    if not is_large(view):
        return list(hexes)
    stations = list(dict.fromkeys(coord for coord, _ in view.stations(company)))
    parts = (together(view.board().hexmap.layout, hexes, station) for station in stations)
    return max(parts, key=len, default=[])


def surroundings(view: View, company: str | None, changed: Sequence[str]) -> Asked | None:
    """The picture of a card: around the company that acts, else of what changed; None where there is neither.

    The whole map where it can be read. Of a large one: what the company reaches, or its home while it has no
    station, else as much of what changed as can be read in one picture.
    """
    on_board = company if company and view.stations(company) else None
    if on_board is not None:
        return "crop", {"company": on_board, "changed": near(view, on_board, changed)}
    if not is_large(view):
        return "map", {"changed": list(changed)}
    if company and company in view.board().hexmap.homes:
        return "crop", {"hexes": [view.board().hexmap.homes[company][0]], "changed": []}
    return _part(view, changed)


def with_changes(view: View, changed: Sequence[str]) -> Asked | None:
    """The picture of hexes that changed: the whole map, of a large one as much as one picture shows."""
    return surroundings(view, None, changed)


def at_once(view: View) -> Asked | None:
    """The map where nobody asked for it: all of it, of a large one where most stations stand."""
    if not is_large(view):
        return "map", {}
    found = _part(view, [coord for company in view.state.companies for coord, _ in view.stations(company)])
    return found and ("crop", {"hexes": found[1]["hexes"]})


def _part(view: View, hexes: Sequence[str]) -> Asked | None:
    seen = together(view.board().hexmap.layout, list(dict.fromkeys(hexes)))
    return ("crop", {"hexes": seen, "changed": seen}) if seen else None
