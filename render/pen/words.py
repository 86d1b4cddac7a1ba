"""Short phrases that pictures and texts share."""

from __future__ import annotations

from collections.abc import Mapping

from engine.board.coords import Layout
from engine.board.faces import CITY, OFFBOARD, STOP, TOWN, Face
from engine.core.flow import current_round
from engine.core.rounds import Agenda
from engine.core.state import BANK, DEPOT, IPO, OUT, POOL
from engine.core.view import View
from engine.rules.boards import BoardPolicy

SIDES = {
    Layout.FLAT: ("S", "SW", "NW", "N", "NE", "SE"),
    Layout.POINTY: ("SW", "W", "NW", "NE", "E", "SE"),
}
PLACES = {IPO: "Initial offering", POOL: "Open market", BANK: "Bank", DEPOT: "Bank", OUT: "out of play"}
NO_AREAS: Mapping[str, str] = {}
KINDS = {CITY: "city", TOWN: "town", OFFBOARD: "off-board"}


def round_name(view: View) -> str:
    """The round in progress, or how the game ended."""
    if view.state.ended:
        return "game over"
    if view.cursor.round not in view.policy(Agenda).rounds:
        return "before the first round"
    return current_round(view).title(view)


def header(view: View) -> str:
    """The moment of a picture in one line."""
    colours = ", ".join(tint(name) for name in view.phase.tiles)
    return f"{view.data.name} · {round_name(view)} · phase {view.phase.key} · tiles: {colours}"


def holder(view: View, owner: str) -> str:
    """A player's name, a company's letters, or the place where certificates lie."""
    return PLACES.get(owner) or view.name(owner)


def tiles_left(view: View, tile: str) -> str:
    """A tile and how many copies of it the supply still has."""
    number = view.policy(BoardPolicy).stock_of(tile)
    left = view.state.supply.get(number)
    return f"#{number}" if left is None else f"#{number} · {left} left"


def track_words(
    layout: Layout, face: Face, areas: Mapping[str, str] = NO_AREAS
) -> tuple[list[str], list[str]]:
    """Plain track in compass directions, such as "E-W", and each stop: "city to E, SW".

    Where several areas lie on a hex each has its name from ``areas``.
    """
    many = len({stop.group for stop in face.stops if stop.group}) > 1
    side = SIDES[layout]
    plain = [f"{side[a]}-{side[b]}" for a, b in face.track if b < STOP]
    stops = []
    for index, stop in enumerate(face.stops):
        exits = ", ".join(side[edge] for edge in face.stop_exits(index))
        kind = KINDS.get(stop.kind, stop.kind)
        kind += f" {areas.get(stop.group, stop.group)}" if many and stop.group else ""
        stops.append(f"{kind} to {exits}" if exits else kind)
    return plain, stops


def face_words(layout: Layout, face: Face) -> str:
    """The track and the stops of a face in a line."""
    plain, stops = track_words(layout, face)
    return "; ".join([*plain, *stops])


def tint(colour: str) -> str:
    """A tile colour as people write it."""
    return colour.replace("gray", "grey")


def plural(count: int, word: str) -> str:
    """A count with its word."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
