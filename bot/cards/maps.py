"""Pictures of maps on cards; of a large map only the area that matters, since the whole is unreadable."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.cards.texts import ROUTINE_KINDS
from bot.chat.frame import MAX_OPTIONS
from bot.games.engine_results import legal_move_kinds
from bot.work.pictures import DrawnPicture, Pictures
from engine import Choice, Game, Range, View
from engine.api.moves import HEX
from render.map.phone import hexes_in_one_picture, reads_whole
from render.map.sectors import Sector, sectors_of

MAX_SECTORS = 4
"""The maximum number of sectors that one picture shows well."""
PictureRequest = tuple[str, dict[str, Any]]
"""The name of a view of `render.api`, and its parameters."""


async def draw_picture(
    pictures: Pictures, game_id: int, game: Game, request: PictureRequest | None
) -> DrawnPicture | None:
    """Draw a map picture for a card; return None if ``request`` is None or the picture is not drawn in time.

    ``request`` is the name of a view of `render.api` and its parameters, such as `turn_map_picture_request`
    returns.
    """
    return await pictures.draw(game_id, game, request[0], **request[1]) if request is not None else None


def is_map_too_large(view: View) -> bool:
    """Return True if a map is too large for one picture on a card: a phone would show it unreadably small."""
    return not reads_whole(view)


def sectors_with(view: View, hexes: Collection[str]) -> list[Sector]:
    """Return the sectors of a large map that contain one or more of these hexes (coordinates)."""
    coords = set(hexes)
    return [sector for sector in sectors_of(view) if coords.intersection(sector.hexes)]


def is_too_much_for_one_page(view: View, hexes: Collection[str]) -> bool:
    """Return True if hexes of a large map are too far apart for one picture, or too many for one menu.

    They are too far apart if they lie in more than 4 sectors of the map. More than 25 hexes are too many,
    unless they lie in one sector. The result is always False on a map that can be read as a whole.
    """
    if not is_map_too_large(view):
        return False
    count = len(sectors_with(view, hexes))
    return count > MAX_SECTORS or (count > 1 and len(hexes) > MAX_OPTIONS)


def hexes_near(view: View, company: str, hexes: Sequence[str]) -> list[str]:
    """Return those of ``hexes`` that fit in one map picture together with a station token of the company.

    If the company has several tokens, the one whose picture has the most of these hexes is used. Return []
    for a company without tokens.
    """
    stations = list(dict.fromkeys(coord for coord, _ in view.stations(company)))
    hexes_by_station = (
        hexes_in_one_picture(view.board().hexmap.layout, hexes, station) for station in stations
    )
    return max(hexes_by_station, key=len, default=[])


def turn_map_picture_request(
    view: View, company: str | None, changed_hexes: Sequence[str], decision_hexes: Sequence[str] = ()
) -> PictureRequest | None:
    """Return the request for a turn card's map picture, or None if there is nothing to show.

    The picture shows the first of these that exists: the area around the tokens (or else the home) of the
    acting ``company``, which is None when players act; the area around ``decision_hexes``, which the decision
    is about; the whole map, unless it is too large; the area around ``changed_hexes``. The changed hexes in
    the picture are marked (parameter "changed").
    """
    company_picture = company_map_picture_request(view, company, changed_hexes)
    if company_picture is not None:
        return company_picture
    visible_hexes = hexes_in_one_picture(view.board().hexmap.layout, decision_hexes)
    if visible_hexes:
        visible_changes = [coord for coord in changed_hexes if coord in visible_hexes]
        return "crop", {"hexes": visible_hexes, "changed": visible_changes}
    if is_map_too_large(view):
        return _hexes_picture_request(view, changed_hexes)
    return "map", {"changed": list(changed_hexes)}


def company_map_picture_request(
    view: View, company: str | None, changed_hexes: Sequence[str]
) -> PictureRequest | None:
    """Return the request for a card's map picture around a company's tokens, or else around its home.

    Return None if the company has neither, or if ``company`` is None. The changed hexes in the picture are
    marked (parameter "changed").
    """
    if company and view.stations(company):
        return "crop", {"company": company, "changed": hexes_near(view, company, changed_hexes)}
    hexmap = view.board().hexmap
    if not company or company not in hexmap.homes:
        return None
    home = hexmap.homes[company][0]
    return "crop", {"hexes": [home], "changed": hexes_in_one_picture(hexmap.layout, changed_hexes, home)}


def hexes_of_decision(game: Game) -> list[str]:
    """Return the hexes that the next decision is about, for a turn card's picture; [] if there are none.

    These are the legal values of moves whose first field is a hex, and the hexes with tokens of the companies
    that are legal values of the first field of other moves. Return [] also if several players are to act.
    """
    next_decision = game.waiting()
    if next_decision is None or len(next_decision.players) > 1:
        return []
    [seat], hexes = next_decision.players, list[str]()
    for legal_kind in legal_move_kinds(game, seat):
        if (
            legal_kind.fields
            and legal_kind.fields[0].kind == "option"
            and legal_kind.kind not in ROUTINE_KINDS
        ):
            hexes += _hexes_of_first_field(game, seat, legal_kind)
    return list(dict.fromkeys(hexes))


def _hexes_of_first_field(game: Game, seat: str, legal_kind: Choice) -> list[str]:
    """Return the hexes that a move's first field offers, or the hexes with tokens of the companies it offers.

    They are for the picture on a turn's card. ``legal_kind`` is the legal kind of move; it must have a field.
    """
    options = game.options(seat, legal_kind.kind, legal_kind.fields[0].name, {})
    if isinstance(options, Range):
        return []
    values = [option.value for option in options]
    if legal_kind.fields[0].name == HEX:
        return values
    companies = [value for value in values if value in game.view.state.companies]
    return [coord for company in companies for coord, _ in game.view.stations(company)]


def changes_picture_request(view: View, changed_hexes: Sequence[str]) -> PictureRequest | None:
    """Return the request for a map picture in which changed hexes are marked.

    It shows the whole map, or only the area around the changed hexes if the map is too large. Return None for
    a map that is too large if no hex has changed.
    """
    return turn_map_picture_request(view, None, changed_hexes)


def map_picture_request(view: View) -> PictureRequest | None:
    """Return the request for a card's map picture in which no hex is marked.

    It shows the whole map, or the area with the most station tokens if the map is too large. Return None for
    a map that is too large and has no tokens.
    """
    if not is_map_too_large(view):
        return "map", {}
    picture = _hexes_picture_request(
        view, [coord for company in view.state.companies for coord, _ in view.stations(company)]
    )
    return picture and ("crop", {"hexes": picture[1]["hexes"]})


def _hexes_picture_request(view: View, hexes: Sequence[str]) -> PictureRequest | None:
    """Return the request for a card's map picture of these hexes, marked as changed; None without hexes.

    If the hexes are too far apart for a readable picture, only those that fit in one picture are shown.
    """
    visible_hexes = hexes_in_one_picture(view.board().hexmap.layout, list(dict.fromkeys(hexes)))
    return ("crop", {"hexes": visible_hexes, "changed": visible_hexes}) if visible_hexes else None
