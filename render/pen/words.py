"""Short phrases that pictures and texts share."""

from __future__ import annotations

from collections.abc import Mapping

from engine.board.coords import Layout
from engine.board.directions import exits_of, plain_track
from engine.board.faces import CITY, OFFBOARD, TOWN, Face
from engine.core.flow import current_round
from engine.core.rounds import Agenda
from engine.core.state import BANK, DEPOT, IPO, OUT, POOL
from engine.core.view import View
from engine.message import joined, say, word
from engine.rules.boards import BoardPolicy

PLACES = {
    IPO: say("Initial offering"),
    POOL: say("Open market"),
    BANK: word("Bank"),
    DEPOT: word("Bank"),
    OUT: say("out of play"),
}
NO_AREAS: Mapping[str, str] = {}
KINDS = {CITY: word("city"), TOWN: word("town"), OFFBOARD: word("off-board")}


def round_name(view: View) -> str:
    """The round in progress, or how the game ended."""
    if view.state.ended:
        return say("game over")
    if view.cursor.round not in view.policy(Agenda).rounds:
        return say("before the first round")
    return current_round(view).title(view)


def header(view: View) -> str:
    """The moment of a picture in one line."""
    colours = joined(", ", (tint(name) for name in view.phase.tiles))
    return say(
        "{name} · {round_name} · phase {key} · tiles: {colours}",
        name=view.data.name,
        round_name=round_name(view),
        key=view.phase.key,
        colours=colours,
    )


def holder(view: View, owner: str) -> str:
    """A player's name, a company's letters, or the place where certificates lie."""
    return PLACES.get(owner) or view.name(owner)


def tiles_left(view: View, tile: str) -> str:
    """A tile and how many copies of it the supply still has."""
    number = view.policy(BoardPolicy).stock_of(tile)
    left = view.state.supply.get(number)
    return f"#{number}" if left is None else say("#{number} · {left} left", number=number, left=left)


def track_words(
    layout: Layout, face: Face, areas: Mapping[str, str] = NO_AREAS
) -> tuple[list[str], list[str]]:
    """Plain track in compass directions, such as "E-W", and each stop: "city to E, SW".

    Where several areas lie on a hex each has its name from ``areas``.
    """
    many = len({stop.group for stop in face.stops if stop.group}) > 1
    stops = []
    for index, stop in enumerate(face.stops):
        exits = exits_of(layout, face, index)
        kind = KINDS.get(stop.kind) or word(stop.kind)
        kind += say(" {get}", get=areas.get(stop.group, stop.group)) if many and stop.group else ""
        stops.append(say("{kind} to {exits_of}", kind=kind, exits_of=exits) if exits else kind)
    return plain_track(layout, face), stops


def face_words(layout: Layout, face: Face) -> str:
    """The track and the stops of a face in a line."""
    plain, stops = track_words(layout, face)
    return joined("; ", [*plain, *stops])


def tint(colour: str) -> str:
    """A tile colour as people write it."""
    return word(colour.replace("gray", "grey"))
