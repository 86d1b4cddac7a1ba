"""Tiles and the catalogue of them, read from one line of notation each (see ``notation``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from engine.board.faces import Face, Stop, Track, rotated
from engine.board.notation import NotationError, parse_face

TILES_FILE = Path(__file__).parent.parent / "data" / "tiles.toml"
LAID_COLOURS = ("yellow", "green", "brown", "gray")


@dataclass(frozen=True)
class Tile:
    """A tile in its catalogue drawing.

    base: id under which copies are counted (a tile with small stations put on it uses its plain tile).
    fixed_orientation: laid only as drawn.
    """

    id: str
    drawing: Face
    base: str
    fixed_orientation: bool = False

    @property
    def colour(self) -> str:
        """yellow, green, brown or gray."""
        return self.drawing.colour

    @property
    def stops(self) -> tuple[Stop, ...]:
        """Stops in the order of the drawing."""
        return self.drawing.stops

    @property
    def track(self) -> Track:
        """Track of the catalogue drawing (rotation 0)."""
        return self.drawing.track

    @property
    def labels(self) -> tuple[str, ...]:
        """Letters: the tile fits hexes that bear one of them."""
        return self.drawing.labels

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The face in each of the six rotations."""
        return tuple(rotated(self.drawing, steps) for steps in range(6))

    def face(self, rotation: int) -> Face:
        """The face turned clockwise by ``rotation`` steps of 60 degrees."""
        return self.faces[rotation]

    @cached_property
    def rotations(self) -> tuple[int, ...]:
        """Rotations that look different, smallest first of those that look alike."""
        if self.fixed_orientation:
            return (0,)
        first: dict[object, int] = {}
        for rotation, face in enumerate(self.faces):
            first.setdefault(face.look, rotation)
        return tuple(first.values())


class Catalogue(Mapping[str, Tile]):
    """All tiles by id, in natural order of ids. Compared by identity."""

    def __init__(self, tiles: Mapping[str, Tile]) -> None:
        self._tiles = {key: tiles[key] for key in sorted(tiles, key=tile_sort_key)}
        self._by_colour: dict[str, tuple[Tile, ...]] = {
            colour: tuple(tile for tile in self._tiles.values() if tile.colour == colour)
            for colour in LAID_COLOURS
        }

    def __getitem__(self, key: str) -> Tile:
        return self._tiles[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def of_colour(self, colour: str) -> tuple[Tile, ...]:
        """Tiles of one colour, in natural order of ids."""
        return self._by_colour.get(colour, ())

    def variants(self, base: str) -> tuple[Tile, ...]:
        """All states of one physical tile, the plain one first."""
        found = [tile for tile in self._tiles.values() if tile.base == base]
        return tuple(sorted(found, key=lambda tile: (tile.id != base, len(tile.stops), tile.id)))


def tile_sort_key(tile_id: str) -> tuple[tuple[int, int, str], ...]:
    """Key that sorts ids as people do: 9 before 57 before 141 before OE1."""
    parts = re.findall(r"[0-9]+|[^0-9]+", tile_id)
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)


def parse_tile(tile_id: str, text: str) -> Tile:
    """Read one tile; NotationError names the tile and the bad word."""
    parsed = parse_face(f"tile {tile_id}", text)
    if parsed.face.colour not in LAID_COLOURS:
        raise NotationError(f"tile {tile_id}: a tile begins with its colour: {', '.join(LAID_COLOURS)}")
    return Tile(tile_id, replace(parsed.face, tile=tile_id), parsed.base or tile_id, parsed.fixed)


def load_catalogue(*paths: Path) -> Catalogue:
    """Read tile files, each with one table ``[tiles]``; NotationError on anything else or on doubles."""
    tiles: dict[str, Tile] = {}
    for path in paths:
        content = tomllib.loads(path.read_text("utf-8"))
        if set(content) != {"tiles"}:
            raise NotationError(f"{path.name}: expected one table [tiles], found {sorted(content)}")
        for tile_id, text in content["tiles"].items():
            if tile_id in tiles:
                raise NotationError(f"{path.name}: tile {tile_id} is given twice")
            tiles[tile_id] = parse_tile(tile_id, text)
    for tile in tiles.values():
        if tile.base not in tiles:
            raise NotationError(f"tile {tile.id}: there is no tile {tile.base} to be its base")
    return Catalogue(tiles)


@lru_cache(maxsize=1)
def standard_catalogue() -> Catalogue:
    """The tiles that come with the engine, read once."""
    return load_catalogue(TILES_FILE)
