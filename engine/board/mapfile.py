"""Reads ``map.toml`` into a HexMap and checks it (the keys are described in ``hexmap``)."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.board.coords import Layout, is_coord, neighbour, opposite, parse, sort_key
from engine.board.hexmap import Drawing, Hex, HexMap, TileHexes
from engine.board.notation import NotationError, Steps, parse_face

FILE_KEYS: Mapping[str, type] = {
    "revenue_steps": list, "extra_keys": list, "plain": list, "hexes": dict, "tile_hexes": dict,
    "areas": dict,
}  # fmt: skip
HEX_KEYS: Mapping[str, type] = {
    "face": str, "name": str, "also": list, "terrain": dict, "every_tile": bool, "over_track": bool,
    "impassable": list, "homes": dict, "drawing": dict,
}  # fmt: skip
TYPE_NAMES = {str: "a text", bool: "true or false", list: "a list", dict: "a table"}
COUNTED = ("terrain", "homes")
"""Keys of a hex whose table has a whole number for each name."""
DRAWING_KEYS = ("merged", "dividers", "hidden")
_DIVIDER = re.compile(r"([0-5])(?:-([0-5]))?")
Table = Mapping[str, Any]


class MapError(ValueError):
    """A map file that cannot be right; the text names file, place and what is wrong."""


def load_map(path: Path) -> HexMap:
    """Read and check a map file; MapError names the file and the key or hex."""
    try:
        return parse_map(tomllib.loads(path.read_text("utf-8")))
    except (MapError, NotationError, tomllib.TOMLDecodeError) as fault:
        raise MapError(f"{path.name}: {fault}") from fault


def parse_map(content: Table) -> HexMap:
    """Build the map from the content of a map file."""
    _known("the file", content, ("layout", *FILE_KEYS))
    _typed("", content, FILE_KEYS)
    layout = _layout(content.get("layout"))
    steps = tuple(tuple(keys) for keys in content.get("revenue_steps", ()))
    entries: dict[str, Table] = {coord: {} for coord in content.get("plain", ())}
    for coord, entry in content.get("hexes", {}).items():
        if coord in entries:
            raise MapError(f"{coord} is both plain and under [hexes]")
        if not isinstance(entry, dict):
            raise MapError(f"hexes: {coord} is {entry!r}, not a table")
        entries[coord] = entry
    _check_coords(entries)
    extra = tuple(content.get("extra_keys", ()))
    hexes = {
        coord: _hex(layout, coord, entries[coord], steps, extra, entries)
        for coord in sorted(entries, key=sort_key)
    }
    areas = content.get("areas", {})
    hexmap = HexMap(layout, hexes, steps, _tile_hexes(content.get("tile_hexes", {}), hexes), areas)
    _known("areas", areas, hexmap.groups)
    _check_map(hexmap)
    return hexmap


def _known(where: str, table: Table, valid: Iterable[str]) -> None:
    names = list(valid)
    for key in table:
        if key not in names:
            near = difflib.get_close_matches(key, names, 1, cutoff=0)
            raise MapError(f"{where}: unknown key {key!r}; the nearest valid key is {near[0]!r}")


def _typed(where: str, table: Table, types: Mapping[str, type]) -> None:
    for key in filter(table.__contains__, types):
        if not isinstance(table[key], types[key]):
            raise MapError(f"{where}{key} is {table[key]!r}, not {TYPE_NAMES[types[key]]}")
        for name, number in table[key].items() if key in COUNTED else ():
            if type(number) is not int:
                raise MapError(f"{where}{key}: {name} is {number!r}, not a whole number")


def _layout(value: object) -> Layout:
    names = [layout.value for layout in Layout]
    if value not in names:
        raise MapError(f"layout is {value!r}; it must be one of {names}")
    return Layout(value)


def _check_coords(entries: Table) -> None:
    parity: set[int] = set()
    for coord in entries:
        if not is_coord(coord):
            raise MapError(f"{coord!r} is not a coordinate such as E9")
        parity.add(sum(parse(coord)) % 2)
        if len(parity) > 1:
            raise MapError(f"{coord} does not fit: letter and number must add up evenly over the whole map")


def _hex(
    layout: Layout, coord: str, entry: Table, steps: Steps, extra: tuple[str, ...], on_map: Table
) -> Hex:
    _known(coord, entry, (*HEX_KEYS, *extra))
    _typed(f"{coord}: ", entry, HEX_KEYS)
    face = parse_face(coord, entry.get("face", ""), steps).face
    around = (neighbour(layout, coord, edge) for edge in range(6))
    homes = tuple(entry.get("homes", {}).items())
    for company, stop in homes:
        if stop not in face.indices("city"):
            raise MapError(f"{coord}: the home of {company} is stop {stop}, which is no city")
    return Hex(
        coord=coord,
        face=face,
        neighbours=tuple(other if other in on_map else None for other in around),
        name=entry.get("name"),
        also=tuple(entry.get("also", ())),
        terrain=tuple(entry.get("terrain", {}).items()),
        impassable=_edges(coord, entry.get("impassable", ())),
        homes=homes,
        drawing=_drawing(coord, entry.get("drawing", {})),
        extras={key: entry[key] for key in extra if key in entry},
        every_tile=bool(entry.get("every_tile", False)),
        over_track=bool(entry.get("over_track", False)),
    )


def _edges(coord: str, edges: Iterable[object]) -> tuple[int, ...]:
    found = []
    for edge in edges:
        if not isinstance(edge, int) or not 0 <= edge < 6:
            raise MapError(f"{coord}: {edge!r} is not an edge 0-5")
        found.append(edge)
    return tuple(sorted(found))


def _drawing(coord: str, entry: Table) -> Drawing:
    _known(f"{coord}: drawing", entry, DRAWING_KEYS)
    edges, corners = [], []
    for text in entry.get("dividers", ()):
        found = _DIVIDER.fullmatch(text)
        if not found:
            raise MapError(f"{coord}: divider {text!r} is no edge ('4') and no corners ('2-5')")
        if found[2] is None:
            edges.append(int(found[1]))
        else:
            corners.append((int(found[1]), int(found[2])))
    merged = _edges(coord, entry.get("merged", ()))
    return Drawing(merged, tuple(edges), tuple(corners), tuple(entry.get("hidden", ())))


def _tile_hexes(entries: Table, hexes: Table) -> dict[str, TileHexes]:
    rules = {}
    for tile, entry in entries.items():
        where = f"tile_hexes {tile}"
        _known(where, entry, ("only", "except"))
        for coord in (*entry.get("only", ()), *entry.get("except", ())):
            if coord not in hexes:
                raise MapError(f"{where}: {coord} is not on the map")
        only = tuple(entry["only"]) if "only" in entry else None
        rules[tile] = TileHexes(only, tuple(entry.get("except", ())))
    return rules


def _check_map(hexmap: HexMap) -> None:
    homes: set[str] = set()
    for coord, spot in hexmap.hexes.items():
        for company, _ in spot.homes:
            if company in homes:
                raise MapError(f"{coord}: {company} has a home elsewhere too")
            homes.add(company)
        for edge in spot.impassable:
            other = spot.neighbours[edge]
            if other is not None and opposite(edge) not in hexmap[other].impassable:
                raise MapError(f"{coord}: edge {edge} is impassable here, but not from {other}")
        for edge in spot.face.exits:
            if spot.neighbours[edge] is None:
                raise MapError(f"{coord}: the printed track to edge {edge} leads off the map")
            if edge in spot.impassable:
                raise MapError(f"{coord}: the printed track to edge {edge} runs into an impassable side")
