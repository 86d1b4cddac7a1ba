"""Pictures of maps on cards; of a large map only the part that matters, since the whole is unreadable."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.cards.texts import ROUTINE_KINDS
from bot.chat.frame import MAX_OPTIONS
from bot.work.pictures import DrawnPicture, Pictures
from engine import Choice, Game, Range, View
from engine.api.moves import HEX
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


def turn_map_picture(
    view: View, company: str | None, changed: Sequence[str], asked: Sequence[str] = ()
) -> Picture | None:
    """Return what map picture a turn's card shows: around the acting company's tokens, or around its home.

    Without both it is shown around the ``asked`` hexes, which the decision is about; without these it is the
    whole map, or of a large map what is around the changed hexes; None without any. ``company`` is None when
    players act. The changed hexes in the picture are marked. The view is "crop", with the parameter "company"
    or "hexes", or "map"; its parameter "changed" has the hexes to mark.
    """
    around_company = company_map_picture(view, company, changed)
    if around_company is not None:
        return around_company
    visible = hexes_in_one_picture(view.board().hexmap.layout, asked)
    if visible:
        return "crop", {"hexes": visible, "changed": [coord for coord in changed if coord in visible]}
    return _picture_of(view, changed) if is_large(view) else ("map", {"changed": list(changed)})


def company_map_picture(view: View, company: str | None, changed: Sequence[str]) -> Picture | None:
    """Return what map picture a card shows around a company's tokens, else around its home; None if neither.

    The changed hexes in the picture are marked.
    """
    if company and view.stations(company):
        return "crop", {"company": company, "changed": hexes_near(view, company, changed)}
    hexmap = view.board().hexmap
    if not company or company not in hexmap.homes:
        return None
    home = hexmap.homes[company][0]
    return "crop", {"hexes": [home], "changed": hexes_in_one_picture(hexmap.layout, changed, home)}


def hexes_of_decision(game: Game) -> list[str]:
    """Return the hexes that the next decision is about, for a turn card's picture; [] if none is known.

    They are the legal values of moves that ask for a hex first, and the tokens of companies that moves ask
    for first. [] if several players are to act.
    """
    next_decision = game.waiting()
    if next_decision is None or len(next_decision.players) > 1:
        return []
    [seat], found = next_decision.players, list[str]()
    for choice in game.choices(seat):
        if choice.fields and choice.fields[0].kind == "option" and choice.kind not in ROUTINE_KINDS:
            found += _hexes_of_first_field(game, seat, choice)
    return list(dict.fromkeys(found))


def _hexes_of_first_field(game: Game, seat: str, choice: Choice) -> list[str]:
    """Return the hexes that a move's first field offers, or those with tokens of the companies it offers."""
    options = game.options(seat, choice.kind, choice.fields[0].name, {})
    if isinstance(options, Range):
        return []
    values = [option.value for option in options]
    if choice.fields[0].name == HEX:
        return values
    companies = [value for value in values if value in game.view.state.companies]
    return [coord for company in companies for coord, _ in game.view.stations(company)]


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
