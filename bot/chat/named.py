"""Companies, hexes, tiles and seats that members name in options of slash commands, and their completions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.chat.completion import Completions, completions
from bot.chat.current_game import find_started_game
from bot.chat.markdown import escape
from bot.chat.respond import Interaction, UserError
from bot.words import msg, t
from bot.words.grammar import NamedItem, find_matches
from engine import Game
from engine.api.table import hex_name, sort_key

MAX_NAMES = 12
"""The maximum number of names in an error message; autocompletion offers the others."""

NO_SEATS = msg("This game has no seats yet.")


def autocomplete_labels(labels: Mapping[str, str], typed: str) -> Completions:
    """Return the autocomplete choices (at most 25) whose label or value contains the typed text.

    They are for an option of a slash command. ``labels`` are the labels by value; a value is, for example,
    the id of a company.
    """
    return completions([(label, value) for value, label in labels.items()], typed)


def require_id(text: str, labels: Mapping[str, str]) -> str:
    """Return the id of what a member has named in an option of a slash command, such as a company.

    ``labels`` are the labels to choose from, by id; `find_matches` says what matches the typed ``text``.
    Raises UserError unless exactly one label matches; its text lists up to 12 of the matching labels, or of
    all labels if none matches.
    """
    matches = find_matches((NamedItem(key, label) for key, label in labels.items()), text)
    if len(matches) == 1:
        return matches[0].id
    names = [match.name for match in matches] or list(labels.values())
    names_text = ", ".join([*names[:MAX_NAMES], *(["…"] if len(names) > MAX_NAMES else [])])
    raise UserError(t("“{text}” is none or several of: {names}", text=escape(text[:40]), names=names_text))


def id_or_text(text: str, labels: Mapping[str, str]) -> str:
    """Return the id of what a member has named in an option of a slash command, or else the typed text.

    ``labels`` are the labels to choose from, by id; `find_matches` says what matches. Unless exactly one
    matches, ``text`` is returned without spaces around it.
    """
    matches = find_matches((NamedItem(key, label) for key, label in labels.items()), text)
    return matches[0].id if len(matches) == 1 else text.strip()


def hex_labels(game: Game) -> dict[str, str]:
    """Return the labels of all hexes by coordinate, for autocompletion; hexes with a name come first."""
    hexes = game.view.board().hexmap.hexes
    coords = sorted(hexes, key=lambda coord: (not hexes[coord].name, sort_key(coord)))
    return {coord: hex_name(game.view, coord) for coord in coords}


def require_hex(game: Game, text: str) -> str:
    """Return the coordinate of the hex that a member has typed into an option of a slash command.

    ``text`` is the coordinate, the name or a part of the name. Raises UserError unless exactly one hex
    matches.
    """
    hexes = game.view.board().hexmap.hexes
    named_hexes = [
        NamedItem(coord, label, (hexes[coord].name or coord,)) for coord, label in hex_labels(game).items()
    ]
    matches = find_matches(named_hexes, text)
    if len(matches) == 1:
        return matches[0].id
    raise UserError(
        t("“{text}” is no place or several; type a city or a coordinate such as D14.", text=escape(text[:40]))
    )


def require_tile_numbers(game: Game, text: str) -> list[str]:
    """Return the tile numbers that a member has typed into an option of a slash command, the first 12.

    Commas or spaces separate them. Raises UserError if there is none, or if any number is not a tile of this
    game's title.
    """
    numbers = [number.strip() for number in text.replace(" ", ",").split(",") if number.strip()]
    unknown = [number for number in numbers if number not in game.title.data.tiles]
    if unknown or not numbers:
        raise UserError(t("The tiles of this game: {names}.", names=", ".join(game.title.data.tiles))[:1800])
    return numbers[:12]


async def autocomplete_seats(interaction: Interaction, typed: str) -> Completions:
    """Return the autocomplete choices for a slash command's option that names a seat: players' names.

    The values are seat ids. Return [] if there is no started game that the member may see. Raises BadLog if
    the game's log cannot be read.
    """
    current = await find_started_game(interaction)
    return completions([(seat.name, seat.id) for seat in current.info.seats] if current else [], typed)


def require_seat(info: Any, typed: str) -> str:
    """Return the id of the seat that a member has typed into an option of a slash command.

    ``typed`` is the seat's id, its player's name or a part of the name; ``info`` is a `GameInfo`. Raises
    UserError unless exactly one seat matches; its text lists all seats, or says that there are none yet.
    """
    matches = find_matches((NamedItem(seat.id, seat.name) for seat in info.seats), typed)
    if len(matches) != 1:
        names = ", ".join(seat.name for seat in info.seats)
        raise UserError(t("The seats of this game are: {seats}.", seats=names) if names else t(NO_SEATS))
    return matches[0].id
