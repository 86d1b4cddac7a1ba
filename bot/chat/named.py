"""What is typed for a thing of the table, and what completion offers for it."""

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
from engine.face.table import hex_name, sort_key

NAMED = 12
"""How many things are named to whoever typed none or several of them; completion offers the others."""

NO_SEATS = msg("This game has no seats yet.")


def listed(found: Mapping[str, str], typed: str) -> Hints:
    """What autocompletion offers of values with their labels."""
    return hints([(label, value) for value, label in found.items()], typed)


def named(text: str, found: Mapping[str, str]) -> str:
    """The id of what is meant (`bot.words.grammar`) of things by id; UserError for none and for several."""
    hits = pick((Thing(key, label) for key, label in found.items()), text)
    if len(hits) == 1:
        return hits[0].id
    names = [thing.name for thing in hits] or list(found.values())
    shown = ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])
    raise UserError(t("“{text}” is none or several of: {names}", text=plain(text[:40]), names=shown))


def meant(text: str, found: Mapping[str, str]) -> str:
    """The same, or what was typed where it means none or several: whoever takes it says why not."""
    hits = pick((Thing(key, label) for key, label in found.items()), text)
    return hits[0].id if len(hits) == 1 else text.strip()


def places(game: Game) -> dict[str, str]:
    """All hexes by coordinate, those with a name first."""
    hexes = game.view.board().hexmap.hexes
    order = sorted(hexes, key=lambda coord: (not hexes[coord].name, sort_key(coord)))
    return {coord: hex_name(game.view, coord) for coord in order}


def hex_named(game: Game, text: str) -> str:
    """The coordinate of a place; UserError when there is none or there are several."""
    hexes = game.view.board().hexmap.hexes
    things = [Thing(coord, label, (hexes[coord].name or coord,)) for coord, label in places(game).items()]
    hits = pick(things, text)
    if len(hits) == 1:
        return hits[0].id
    raise UserError(
        t("“{text}” is no place or several; type a city or a coordinate such as D14.", text=plain(text[:40]))
    )


def tiles_named(game: Game, text: str) -> list[str]:
    """The numbers of tiles of the title; UserError for others."""
    numbers = [n.strip() for n in text.replace(" ", ",").split(",") if n.strip()]
    wrong = [n for n in numbers if n not in game.title.data.tiles]
    if wrong or not numbers:
        raise UserError(t("The tiles of this game: {names}.", names=", ".join(game.title.data.tiles))[:1800])
    return numbers[:12]


async def seats(interaction: Interaction, typed: str) -> Hints:
    """The seats of the game here, as they are typed."""
    here = await peek(interaction)
    return hints([(s.name, s.seat) for s in here.info.seats] if here else [], typed)


def seat_named(info: Any, typed: str) -> str:
    """A seat by its id or its name; UserError when there is none such, or several."""
    hits = pick((Thing(s.seat, s.name) for s in info.seats), typed)
    if len(hits) != 1:
        names = ", ".join(s.name for s in info.seats)
        raise UserError(t("The seats of this game are: {seats}.", seats=names) if names else t(NO_SEATS))
    return hits[0].id
