"""Maps and boards for the tests of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.board.board import Board
from engine.board.hexmap import HexMap
from engine.board.mapfile import load_map, parse_map
from engine.board.tiles import standard_catalogue

ROOT = Path(__file__).resolve().parents[3]
TILES = standard_catalogue()


@cache
def title_map(title: str) -> HexMap:
    return load_map(ROOT / "engine" / "titles" / f"g{title}" / "data" / "map.toml")


def field(**hexes: dict[str, Any]) -> HexMap:
    """A pointy map of rows A-F and columns 1-14, blank where no hex is given."""
    coords = [f"{row}{2 * n + (i % 2)}" for i, row in enumerate("ABCDEF") for n in range(1 - i % 2, 8)]
    return parse_map({"layout": "pointy", "plain": [c for c in coords if c not in hexes], "hexes": hexes})


def face(text: str) -> dict[str, str]:
    return {"face": text}


def board(
    hexmap: HexMap,
    laid: Mapping[str, tuple[str, int]] | None = None,
    stations: Mapping[tuple[str, int], Sequence[str]] | None = None,
    **more: Any,
) -> Board:
    return Board(hexmap, TILES, laid or {}, stations or {}, **more)
