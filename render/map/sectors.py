"""Maps cut into at most 25 sectors, so that each hex is found by its sector and all on it can be read.

Nothing here draws: what asks only for sectors needs no picture library.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.board.chart import Chart
from engine.board.coords import centre, sort_key
from engine.board.hexmap import HexMap
from engine.core.display import Display
from engine.core.view import View
from engine.message import first_part, joined, say, word
from render.map.phone import CLOSE

__all__ = ["MOST_SECTORS", "Sector", "sector_of", "sectors_of"]

MOST_SECTORS = 25
"""What a menu holds."""
_FULL = 75
"""The most hexes of a sector, where a menu holds so many sectors: three pages of it."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
# A sector with so much of its hexes on land is called by the land.
_LAND = 1 / 8
_WINDS = (
    word("east"),
    word("south-east"),
    word("south"),
    word("south-west"),
    word("west"),
    word("north-west"),
    word("north"),
    word("north-east"),
)
Cell = tuple[int, int]


@dataclass(frozen=True)
class Sector:
    """A part of the map: its letter, its name by zone and direction, its hexes by rows."""

    letter: str
    name: str
    hexes: tuple[str, ...]


def sectors_of(view: View) -> tuple[Sector, ...]:
    """The sectors of the map in rows from the north-west; none of one without hexes."""
    return cut(view.board().hexmap, view.policy(Display).chart(view))


def sector_of(view: View, letter: str) -> Sector:
    """The sector with a letter; KeyError when there is none."""
    return {sector.letter: sector for sector in sectors_of(view)}[letter]


@lru_cache(maxsize=8)
def cut(hexmap: HexMap, chart: Chart) -> tuple[Sector, ...]:
    """The sectors of a map, the same each time."""
    cells = _cells(hexmap) if hexmap.hexes else {}
    plain = {cell: _call(chart, coords) for cell, coords in cells.items()}
    names = _distinct(cells, plain)
    return tuple(
        Sector(letter, names[cell], tuple(sorted(cells[cell], key=sort_key)))
        for letter, cell in zip(_LETTERS, sorted(cells), strict=False)
    )


def _cells(hexmap: HexMap) -> dict[Cell, list[str]]:
    """The hexes by row and column of the cut: few parts of the same size, square, and none too full."""
    points = {coord: centre(hexmap.layout, coord) for coord in hexmap.hexes}
    across, down = _span([x for x, _ in points.values()]), _span([y for _, y in points.values()])
    cuts = []
    for columns, rows in _shapes(across[1] - across[0], down[1] - down[0], len(points)):
        found: dict[Cell, list[str]] = {}
        for coord, (x, y) in points.items():
            found.setdefault((_part(y, *down, rows), _part(x, *across, columns)), []).append(coord)
        cuts.append(found)
    return min(cuts, key=lambda cells: max(_FULL, *map(len, cells.values())))


def _span(values: Sequence[float]) -> tuple[float, float]:
    return min(values) - 0.5, max(values) + 0.5


def _part(value: float, first: float, last: float, parts: int) -> int:
    return min(parts - 1, int((value - first) / (last - first) * parts))


def _shapes(wide: float, high: float, count: int) -> list[tuple[int, int]]:
    """Columns and rows that may be enough, those first that make few parts as square as can be.

    Enough are parts on which all can be read, and where a menu cannot hold so many, parts that fill no
    more than three pages.
    """
    ways = [(c, r) for c in range(1, MOST_SECTORS + 1) for r in range(1, MOST_SECTORS // c + 1)]
    close = [way for way in ways if max(wide / way[0], high / way[1]) <= CLOSE]
    enough = close or [way for way in ways if math.prod(way) * _FULL >= count] or [max(ways, key=math.prod)]
    return sorted(enough, key=lambda way: math.prod(way) * _length(wide / way[0], high / way[1]))


def _length(wide: float, high: float) -> float:
    """How often the short side of a part goes into its long one."""
    return max(wide, high) / min(wide, high)


# --- names -----------------------------------------------------------------------------------------


def _call(chart: Chart, coords: Sequence[str]) -> str:
    """The zone that most of the land of a sector lies in, or of the sea where there is little land."""
    land = [coord for coord in coords if coord not in chart.seas]
    zones = [chart.zone_of(coord) for coord in (land if len(land) > _LAND * len(coords) else coords)]
    named = sorted({zone for zone in zones if zone})
    if not named:
        return ""
    zone = max(named, key=zones.count)
    return first_part(chart.names.get(zone, zone))


def _distinct(cells: Mapping[Cell, Sequence[str]], plain: Mapping[Cell, str]) -> dict[Cell, str]:
    """The names, with a direction where several sectors have one name."""
    found: dict[Cell, str] = {}
    for name in sorted(set(plain.values())):
        same = [cell for cell in sorted(cells) if plain[cell] == name]
        for cell, wind in zip(same, _winds(same), strict=True):
            found[cell] = (
                joined(" ", filter(None, (name, wind))) if len(same) > 1 else name or say("whole map")
            )
    return found


def _winds(cells: Sequence[Cell]) -> Iterator[str]:
    """Where each of some cells lies among them; numbers where directions do not tell them apart."""
    row = sum(cell[0] for cell in cells) / len(cells)
    column = sum(cell[1] for cell in cells) / len(cells)
    found = [_wind(cell[1] - column, cell[0] - row) for cell in cells]
    for i, wind in enumerate(found):
        yield (
            wind
            if found.count(wind) == 1
            else say("{wind} {count}", wind=wind, count=found[: i + 1].count(wind))
        )


def _wind(x: float, y: float) -> str:
    if math.hypot(x, y) < 0.3:
        return word("centre")
    return _WINDS[round(math.degrees(math.atan2(y, x)) / 45) % 8]
