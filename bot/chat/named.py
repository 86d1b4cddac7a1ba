"""Things of a game that members name by typing: companies, hexes, tiles, seats, with their completions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.chat.completion import Hints, hints
from bot.chat.current_table import peek
from bot.chat.figures import plain
from bot.chat.respond import Interaction, UserError
from bot.words import msg, t
from bot.words.grammar import Thing, pick
from engine import Game
from engine.api.table import hex_name, sort_key

MAX_NAMES = 12
"""How many names an error message lists; completion offers the others."""

NO_SEATS = msg("This game has no seats yet.")


def label_hints(labels: Mapping[str, str], typed: str) -> Hints:
    """Completions from labels by value, those that contain the typed text."""
    return hints([(label, value) for value, label in labels.items()], typed)


def require_id(text: str, labels: Mapping[str, str]) -> str:
    """The id of the thing that the text means, from labels by id; raises UserError for none or several."""
    hits = pick((Thing(key, label) for key, label in labels.items()), text)
    if len(hits) == 1:
        return hits[0].id
    names = [thing.name for thing in hits] or list(labels.values())
    shown = ", ".join([*names[:MAX_NAMES], *(["…"] if len(names) > MAX_NAMES else [])])
    raise UserError(t("“{text}” is none or several of: {names}", text=plain(text[:40]), names=shown))


def id_or_text(text: str, labels: Mapping[str, str]) -> str:
    """The id of the thing that the text means; the text itself when it means none or several."""
    hits = pick((Thing(key, label) for key, label in labels.items()), text)
    return hits[0].id if len(hits) == 1 else text.strip()


def hex_labels(game: Game) -> dict[str, str]:
    """The names of all hexes by coordinate; hexes with a printed name come first."""
    hexes = game.view.board().hexmap.hexes
    order = sorted(hexes, key=lambda coord: (not hexes[coord].name, sort_key(coord)))
    return {coord: hex_name(game.view, coord) for coord in order}


def require_hex(game: Game, text: str) -> str:
    """The coordinate of the hex that the text means; raises UserError when it means none or several."""
    hexes = game.view.board().hexmap.hexes
    things = [Thing(coord, label, (hexes[coord].name or coord,)) for coord, label in hex_labels(game).items()]
    hits = pick(things, text)
    if len(hits) == 1:
        return hits[0].id
    raise UserError(
        t("“{text}” is no place or several; type a city or a coordinate such as D14.", text=plain(text[:40]))
    )


def require_tiles(game: Game, text: str) -> list[str]:
    """The tile numbers in a text, at most 12; raises UserError when one is not of this title."""
    numbers = [n.strip() for n in text.replace(" ", ",").split(",") if n.strip()]
    unknown = [n for n in numbers if n not in game.title.data.tiles]
    if unknown or not numbers:
        raise UserError(t("The tiles of this game: {names}.", names=", ".join(game.title.data.tiles))[:1800])
    return numbers[:12]


async def seat_hints(interaction: Interaction, typed: str) -> Hints:
    """Completions for the seats of the game that the command is about."""
    here = await peek(interaction)
    return hints([(s.name, s.seat) for s in here.info.seats] if here else [], typed)


def require_seat(info: Any, typed: str) -> str:
    """The seat that the text means, by id or player's name; raises UserError for none or several."""
    hits = pick((Thing(s.seat, s.name) for s in info.seats), typed)
    if len(hits) != 1:
        names = ", ".join(s.name for s in info.seats)
        raise UserError(t("The seats of this game are: {seats}.", seats=names) if names else t(NO_SEATS))
    return hits[0].id
