"""Pictures of maps on cards; of a large map only the part that matters, since the whole is unreadable."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.chat.frame import MAX_OPTIONS
from bot.work.pictures import DrawnPicture, Pictures
from engine import Game, View
from render.map.phone import hexes_in_one_picture, reads_whole
from render.map.sectors import Sector, sectors_of

MAX_SECTORS = 4
"""Sectors that one picture still shows well."""
Picture = tuple[str, dict[str, Any]]
"""The name of a view of `render.api`, and its parameters."""


async def draw_picture(
    pictures: Pictures, game_id: int, game: Game, picture: Picture | None
) -> DrawnPicture | None:
    """Draw a map picture for a card; None if ``picture`` is None, or if it cannot be drawn in time.

    ``picture`` is the name of a view and its parameters.
    """
    return await pictures.draw(game_id, game, picture[0], **picture[1]) if picture is not None else None


def is_large(view: View) -> bool:
    """Return True if a map is too large for one picture on a card: it would be unreadable on a phone."""
    return not reads_whole(view)


def sectors_with(view: View, hexes: Collection[str]) -> list[Sector]:
    """Return the parts (sectors) of a large map that contain some of these hexes, for pictures on cards."""
    coords = set(hexes)
    return [sector for sector in sectors_of(view) if coords.intersection(sector.hexes)]


def is_too_wide(view: View, hexes: Collection[str]) -> bool:
    """Return True if hexes of a large map are too far apart for a card's picture, or too many for a menu.

    Always False on a map that can be read as a whole.
    """
    if not is_large(view):
        return False
    count = len(sectors_with(view, hexes))
    return count > MAX_SECTORS or (count > 1 and len(hexes) > MAX_OPTIONS)


def hexes_near(view: View, company: str, hexes: Sequence[str]) -> list[str]:
    """Return those hexes that fit in a card's picture of the map with a station token of the company.

    Of several tokens, the one with most hexes counts. [] for a company without tokens.
    """
    stations = list(dict.fromkeys(coord for coord, _ in view.stations(company)))
    visible = (hexes_in_one_picture(view.board().hexmap.layout, hexes, station) for station in stations)
    return max(visible, key=len, default=[])


def turn_map_picture(view: View, company: str | None, changed: Sequence[str]) -> Picture | None:
    """Return what map picture a turn's card shows: around the acting company's tokens, else the whole map.

    Without tokens, a large map is shown around the company's home, else around the changed hexes; None
    without either. ``company`` is None when players act. The changed hexes in the picture are marked, except
    around a home. The view is "crop", with the parameter "company" or "hexes", or "map"; its parameter
    "changed" has the hexes to mark.
    """
    company_on_map = company if company and view.stations(company) else None
    if company_on_map is not None:
        return "crop", {"company": company_on_map, "changed": hexes_near(view, company_on_map, changed)}
    if not is_large(view):
        return "map", {"changed": list(changed)}
    if company and company in view.board().hexmap.homes:
        return "crop", {"hexes": [view.board().hexmap.homes[company][0]], "changed": []}
    return _picture_of(view, changed)


def picture_of_changes(view: View, changed: Sequence[str]) -> Picture | None:
    """Return a card's map picture with changed hexes marked: the whole map, or as much as is readable.

    None for a large map without changed hexes.
    """
    return turn_map_picture(view, None, changed)


def picture_of_map(view: View) -> Picture | None:
    """Return the picture of the whole map for a card; of a large map, the part with most station tokens.

    None for a large map without tokens. Nothing is marked.
    """
    if not is_large(view):
        return "map", {}
    picture = _picture_of(
        view, [coord for company in view.state.companies for coord, _ in view.stations(company)]
    )
    return picture and ("crop", {"hexes": picture[1]["hexes"]})


def _picture_of(view: View, hexes: Sequence[str]) -> Picture | None:
    """Return a card's map picture of these hexes, which it marks as changed; None without hexes.

    It shows as many of them as can be read in one picture.
    """
    visible = hexes_in_one_picture(view.board().hexmap.layout, list(dict.fromkeys(hexes)))
    return ("crop", {"hexes": visible, "changed": visible}) if visible else None
