"""How much of a map can be read where pictures are 400 px wide, and which part of a larger one is shown.

Nothing here draws: what asks only for parts needs no picture library.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from engine.board.coords import Layout
from engine.board.hexmap import HexMap
from engine.core.view import View
from render.pen.geometry import bounds

__all__ = [
    "BESIDE",
    "CLOSE",
    "LEAST",
    "NAME",
    "WIDEST",
    "WIDTH",
    "fits",
    "hexes_in_one_picture",
    "reads",
    "reads_whole",
]

Box = tuple[float, float, float, float]
WIDTH = 400
"""How wide a picture is shown on a phone, in px."""
BESIDE = 347
"""The same where an avatar stands beside it, in px."""
NAME = 0.24
"""How high names on a hex are, in sides of the hex."""
READABLE = 11
"""How high letters are at least, in px: on a hex in a picture of `WIDTH`, else in one of `BESIDE`."""
LEAST = 4.5
"""How high names are at least on a picture of a whole map of `WIDTH`, in px."""
MARGIN = 1.1
"""What a picture shows around its hexes from side to side, in sides of a hex."""
WIDEST = NAME * WIDTH / LEAST - MARGIN
"""How far the hexes of a map reach from side to side of which one picture shows all names so large."""
CLOSE = 9.0
"""How far hexes reach from side to side, and from top to bottom, on which all that is written can be read."""


def least(wide: int, shown: int = WIDTH) -> int:
    """How high letters are at least on a picture so many px wide, in px; ``shown`` so wide on a phone."""
    return math.ceil(READABLE * wide / shown)


def reads_whole(view: View) -> bool:
    """Whether names can be read on a picture of the whole map."""
    return reads(view.board().hexmap)


@lru_cache(maxsize=8)
def reads(hexmap: HexMap) -> bool:
    """Whether names can be read on a picture of the whole map."""
    if not hexmap.hexes:
        return True
    left, _, right, _ = bounds(hexmap.layout, hexmap.hexes)
    return right - left <= WIDEST


def fits(layout: Layout, coords: Collection[str]) -> bool:
    """Whether one picture shows some hexes so that all that is written on them can be read."""
    return _small(bounds(layout, coords))


def _small(box: Box) -> bool:
    return box[2] - box[0] <= CLOSE and box[3] - box[1] <= CLOSE


def hexes_in_one_picture(layout: Layout, coords: Sequence[str], keep: str = "") -> list[str]:
    """Of some hexes as many as one picture shows, ``keep`` in it too; of equal parts that of the last hex."""
    places = list(dict.fromkeys(coords))
    boxes = {coord: bounds(layout, [coord]) for coord in places}
    best: list[str] = []
    for middle in places:
        start = bounds(layout, [middle, keep or middle])
        part = _around(boxes, middle, start) if _small(start) else ()
        best = [coord for coord in places if coord in part] if len(part) >= max(1, len(best)) else best
    return best


def _around(boxes: Mapping[str, Box], middle: str, box: Box) -> set[str]:
    """The hexes that fit into a picture with a box, the nearest to the middle first."""
    found = set()
    for coord in sorted(boxes, key=lambda other: _far(boxes[middle], boxes[other])):
        wider = _both(box, boxes[coord])
        if _small(wider):
            box = wider
            found.add(coord)
    return found


def _both(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _far(a: Box, b: Box) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])
