"""Draws the rooms of a part of the project as floors, each above the rooms that it imports."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from tests.architecture import read_sources

WIDTH, HEIGHT, GAP, MARGIN = 150, 46, 14, 12
"""The size of a room and the space around it, in pixels."""
MOST = 6
"""The rooms that stand side by side, at most."""


def floors(top: Path, part: str) -> str:
    """An SVG picture of the rooms of a part, the lowest floor at the bottom."""
    sizes, arrows = _rooms(top, part)
    rows = [row[i : i + MOST] for row in _levels(arrows) for i in range(0, len(row), MOST)]
    wide = MARGIN * 2 + MOST * (WIDTH + GAP) - GAP
    high = MARGIN * 2 + len(rows) * (HEIGHT + GAP) - GAP
    drawn = []
    for level, row in enumerate(reversed(rows)):
        left = (wide - len(row) * (WIDTH + GAP) + GAP) / 2
        for place, room in enumerate(row):
            drawn.append(
                _box(room, sizes[room], left + place * (WIDTH + GAP), MARGIN + level * (HEIGHT + GAP))
            )
    frame = f'<rect width="{wide}" height="{high}" rx="10" fill="#f4f1e8"/>'
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    style = 'font-family="DejaVu Sans, sans-serif" text-anchor="middle"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{frame}{"".join(drawn)}</svg>'


def _box(room: str, modules: int, x: float, y: float) -> str:
    middle = x + WIDTH / 2
    many = f"{modules} modules" if modules != 1 else "1 module"
    return (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#fff" stroke="#5b6b5d"/>'
        f'<text x="{middle}" y="{y + 20}" font-size="15" fill="#1d2a20">{escape(room)}</text>'
        f'<text x="{middle}" y="{y + 37}" font-size="12" fill="#4a564c">{many}</text>'
    )


def _rooms(top: Path, part: str) -> tuple[Mapping[str, int], dict[str, set[str]]]:
    """The modules of each room, and the rooms that each imports."""
    sizes: dict[str, int] = {}
    arrows: dict[str, set[str]] = {}
    for source in read_sources(top, [part], ".py"):
        room = source.path.split("/")[1].removesuffix(".py")
        if room == "__init__":
            continue
        sizes[room] = sizes.get(room, 0) + (not source.path.endswith("__init__.py"))
        named = (name.split(".") for name in source.imports if name.startswith(f"{part}."))
        arrows.setdefault(room, set()).update(name[1] for name in named if len(name) > 1)
    return sizes, {room: (to & arrows.keys()) - {room} for room, to in arrows.items()}


def _levels(arrows: Mapping[str, set[str]]) -> list[list[str]]:
    """The rooms by floor, the lowest first; rooms that need each other stand on one floor."""
    left, levels = dict(arrows), list[list[str]]()
    while left:
        free = [room for room, to in left.items() if not to & left.keys()]
        row = sorted(free or _tied(left))
        levels.append(row)
        for room in row:
            del left[room]
    return levels


def _tied(left: Mapping[str, set[str]]) -> set[str]:
    """The smallest group of rooms that import each other and nothing else that is left."""
    return min((_reach(left, room) for room in left), key=len)


def _reach(left: Mapping[str, set[str]], room: str) -> set[str]:
    found, new = {room}, {room}
    while new:
        new = {to for here in new for to in left[here] & left.keys()} - found
        found |= new
    return found
