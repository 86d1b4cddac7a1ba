"""Track as recorded games spell it: pairs of ends, an edge by number, a stop by kind and number (``c0``).

Stops of one kind are numbered in the order of a tile's drawing, which may not be ours. So track is compared
by what each stop is joined to, whatever its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.board.faces import CITY, OFFBOARD, STOP, TOWN, Face
from engine.board.tiles import Tile
from engine.core.actions import Json

_LETTERS = {CITY: "c", TOWN: "t", OFFBOARD: "o"}
Drawing = list[tuple[str, ...]]


def drawn(track: Sequence[Sequence[Json]]) -> Drawing:
    """Recorded track in one order, stops without their numbers: what each is joined to, and the rest."""
    stops: dict[str, list[str]] = {}
    for piece in track:
        for end, other in (piece, reversed(piece)):
            if isinstance(end, str):
                stops.setdefault(end, []).append(str(other)[:1])
    plain = [tuple(sorted(str(end)[:1] for end in piece)) for piece in track if not _meets_stop(piece)]
    return sorted([*plain, *((name[0], *sorted(ends)) for name, ends in stops.items())])


def _meets_stop(piece: Sequence[Json]) -> bool:
    return any(isinstance(end, str) for end in piece)


def drawn_face(face: Face) -> Drawing:
    """The track of a face, to be compared with that of a record."""
    return drawn([[_end(face, a), _end(face, b)] for a, b in face.track])


def _end(face: Face, end: int) -> int | str:
    if end < STOP:
        return end
    kind = face.stops[end - STOP].kind
    return f"{_LETTERS.get(kind, kind[0])}{face.indices(kind).index(end - STOP)}"


def placed(catalogue: Mapping[str, Tile], said: Mapping[str, Json]) -> tuple[str, int]:
    """Our tile and rotation that give the stated track: those stated, if they can, before others.

    A plain tile with towns on it may be lettered otherwise here; ``track`` is decisive. What gives the track
    in no way stays as stated.
    """
    named, rotation = str(said["tile"]), int(said["rotation"])
    if not said.get("track"):
        return named, rotation
    wanted = drawn(said["track"])
    found = (
        (tile, turn) for tile in _alike(catalogue, named) for turn in (rotation, *range(6))
        if drawn_face(catalogue[tile].face(turn)) == wanted
    )  # fmt: skip
    return next(found, (named, rotation))


def _alike(catalogue: Mapping[str, Tile], named: str) -> Iterator[str]:
    """The tile of this name, then others with the same plain tile below."""
    if named in catalogue:
        yield named
    plain = named.partition("_")[0]
    yield from (name for name, tile in catalogue.items() if name != named and tile.base == plain)
