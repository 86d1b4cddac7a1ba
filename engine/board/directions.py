"""Where the track of a face leads, in compass directions: of plain track, of stops, of both."""

from __future__ import annotations

from engine.board.coords import Layout
from engine.board.faces import STOP, Face
from engine.message import joined, listed, say, word

SIDES = {
    Layout.FLAT: tuple(map(word, ("S", "SW", "NW", "N", "NE", "SE"))),
    Layout.POINTY: tuple(map(word, ("SW", "W", "NW", "NE", "E", "SE"))),
}
"""The sides of a hex in compass directions."""


def directions(layout: Layout, face: Face) -> str:
    """The track of a face in compass directions: "W-E; NE-SW", or "city to W, E" for a stop."""
    parts = plain_track(layout, face)
    parts += [
        say("{kind} to {exits_of}", kind=word(stop.kind), exits_of=exits_of(layout, face, i))
        for i, stop in enumerate(face.stops)
    ]
    return joined("; ", parts)


def plain_track(layout: Layout, face: Face) -> list[str]:
    """The track of a face that joins no stop, in compass directions: "W-E"."""
    name = SIDES[layout]
    return [joined("-", (name[a], name[b])) for a, b in face.track if b < STOP]


def track_sides(layout: Layout, face: Face) -> str:
    """The sides to which track leads, those of each track or stop together: "W-E", or "W and E" of a stop."""
    name = SIDES[layout]
    parts = plain_track(layout, face)
    parts += [listed(name[edge] for edge in face.stop_exits(i)) for i in range(len(face.stops))]
    return joined("; ", filter(None, parts))


def exits_of(layout: Layout, face: Face, stop: int, between: str = ", ") -> str:
    """The sides that track joins to a stop: "W, E"."""
    return joined(between, (SIDES[layout][edge] for edge in face.stop_exits(stop)))
