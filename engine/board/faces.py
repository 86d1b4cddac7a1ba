"""What lies on a hex: stops and track, in map orientation.

An end is a plain int: 0-5 are the edges, ``STOP + i`` is stop i of the face. A segment is a pair of ends
with the smaller one first; track is a sorted tuple of segments. Segments that share a stop are connected
there; segments that share only an edge are not connected on the face.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

STOP = 6
CITY, TOWN, OFFBOARD, JUNCTION = "city", "town", "offboard", "junction"
KINDS = (CITY, TOWN, OFFBOARD, JUNCTION)

End = int
Segment = tuple[int, int]
Track = tuple[Segment, ...]
Revenue = int | tuple[tuple[str, int], ...]


def stop_end(index: int) -> End:
    """The end that is stop ``index``."""
    return STOP + index


def is_edge(end: End) -> bool:
    """Whether an end is a hex side (else it is a stop)."""
    return end < STOP


def segment(a: End, b: End) -> Segment:
    """The segment between two ends, in its one spelling."""
    return (a, b) if a < b else (b, a)


def end_name(end: End) -> str:
    """How data files spell an end: ``3`` or ``s0``."""
    return str(end) if is_edge(end) else f"s{end - STOP}"


@dataclass(frozen=True)
class Stop:
    """A city, town, off-board area or junction on a face.

    revenue: money, or a table of money by key (phase or tile colour, as the title's map says).
    slots: token circles. group: off-board stops with one group name are one location over several hexes.
    size: printed dots a town stands for (2 where one dot of a tile replaces two). drawn_at: drawing hint.
    """

    kind: str
    revenue: Revenue = 0
    slots: int = 0
    group: str | None = None
    size: int = 1
    drawn_at: int | None = None

    def value(self, key: str) -> int:
        """Revenue under a key; a stop with one fixed figure has it under every key."""
        if isinstance(self.revenue, int):
            return self.revenue
        return dict(self.revenue)[key]


@dataclass(frozen=True)
class Face:
    """Everything printed on a hex or on the tile that lies there.

    labels: letters of the tile or hex. tile: id of the tile, None for what the board itself shows.
    rotation: steps of 60 degrees clockwise from the tile's catalogue drawing.
    """

    colour: str
    stops: tuple[Stop, ...] = ()
    track: Track = ()
    labels: tuple[str, ...] = ()
    tile: str | None = None
    rotation: int = 0

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.colour, self.stops, self.track, self.labels, self.tile, self.rotation))

    @cached_property
    def exits(self) -> tuple[int, ...]:
        """Edges with track, ascending."""
        return tuple(sorted({end for piece in self.track for end in piece if is_edge(end)}))

    @cached_property
    def links(self) -> Mapping[End, tuple[End, ...]]:
        """For every end with track: the ends that one segment joins it to, ascending."""
        joined: dict[End, list[End]] = {}
        for a, b in self.track:
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
        return {end: tuple(sorted(others)) for end, others in joined.items()}

    def ends_from(self, end: End) -> tuple[End, ...]:
        """Ends that one segment joins to this end; empty where the face has no track there."""
        return self.links.get(end, ())

    def stop_exits(self, index: int) -> tuple[int, ...]:
        """Edges joined to a stop by one segment, ascending."""
        return tuple(end for end in self.ends_from(stop_end(index)) if is_edge(end))

    def indices(self, kind: str) -> tuple[int, ...]:
        """Indices of the stops of one kind."""
        return self._indices.get(kind, ())

    @cached_property
    def _indices(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        for i, stop in enumerate(self.stops):
            found[stop.kind] = (*found.get(stop.kind, ()), i)
        return found

    @cached_property
    def look(self) -> tuple[object, ...]:
        """The same for two faces that look alike, however their stops are numbered."""
        stops = sorted(
            (repr(replace(stop, drawn_at=None)), tuple(min(end, STOP) for end in self.ends_from(stop_end(i))))
            for i, stop in enumerate(self.stops)
        )
        plain = tuple(piece for piece in self.track if is_edge(piece[1]))
        return (self.colour, self.labels, plain, tuple(stops))


def track_of(segments: Iterable[tuple[End, End]]) -> Track:
    """Track in its one spelling: segments sorted, each with the smaller end first, none twice."""
    return tuple(sorted({segment(a, b) for a, b in segments}))


def rotated(face: Face, steps: int) -> Face:
    """The face turned clockwise by steps of 60 degrees; stops keep their numbers."""
    turn = steps % 6
    if not turn:
        return face
    moved = track_of((_turn(a, turn), _turn(b, turn)) for a, b in face.track)
    stops = tuple(
        stop if stop.drawn_at is None else replace(stop, drawn_at=_turn(stop.drawn_at, turn))
        for stop in face.stops
    )
    return replace(face, track=moved, stops=stops, rotation=(face.rotation + turn) % 6)


def _turn(end: End, steps: int) -> End:
    return (end + steps) % 6 if is_edge(end) else end
