"""The views of the board: the whole map, a part of it, and the sheet of possible lays."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from PIL import Image, ImageDraw

from engine.board.board import Board
from engine.board.coords import Layout, centre, distance
from engine.board.lays import stop_map
from engine.board.network import reach
from engine.core.view import View
from render.map.mosaic import (
    board_picture,
    frame_for,
    paste_hex,
    rim_size,
    unsaid_on,
    with_notes,
    with_rim,
)
from render.map.overlays import proposal, ring, stamp
from render.map.phone import BESIDE, CLOSE, fits, least, reads
from render.map.scene import Scene, scene_of
from render.map.sectors import sector_of
from render.pen.geometry import Frame, bounds, half_extent
from render.pen.speech import said
from render.pen.text import Face, bound, fit, put, shorten, width, wrap
from render.pen.theme import BADGE, THEMES, WHITE, Theme, now
from render.pen.words import header, tiles_left

MAP_WIDE, CROP_WIDE, CROP_HIGH, SHEET_WIDE = 1400, 1016, 1150, 960
MOST_CANDIDATES = 12
_BAR = 52
_LEAST_HEX, _MOST_HEX = 90.0, 200.0
# Of a hex of the whole map where that is large.
_MAP_HEX = 64


def map_picture(
    view: View,
    *,
    changed: Sequence[str] = (),
    badges: Sequence[str] = (),
    width: int | None = None,
    theme: str = "standard",
) -> Image.Image:
    """The whole map with a bar that says which moment it shows; a large map is wider, to be looked into."""
    scene, look = scene_of(view, badges), THEMES[theme]
    frame, page = frame_for(scene, width or map_width(scene))
    image = board_picture(scene, frame, page, look, tuple(scene.board.hexmap.hexes), lettered=False)
    for coord in changed:
        ring(image, frame, coord)
    return with_bar(image, header(view))


def map_width(scene: Scene) -> int:
    """How wide the whole map is: so that a hex can be read when the picture is opened."""
    left, _, right, _ = bounds(scene.layout, scene.board.hexmap.hexes)
    across = (right - left) / (2 * half_extent(scene.layout)[0])
    return max(MAP_WIDE, round(across * _MAP_HEX))


def crop_picture(
    view: View,
    *,
    hexes: Sequence[str] = (),
    company: str | None = None,
    sector: str | None = None,
    changed: Sequence[str] = (),
    badges: Sequence[str] = (),
    proposed: Sequence[str] = (),
    letter: str = "?",
    theme: str = "standard",
) -> Image.Image:
    """The part of the map around some hexes, each hex at least 90 px wide and with its coordinate.

    Of a large map, where some hexes have no room for it, the coordinates stand at the rim, too. What else
    has no room on a hex stands below. Tiles that are only ``proposed`` are pale and marked with the
    ``letter``.
    """
    scene, look = scene_of(view, badges), THEMES[theme]
    wanted = crop_hexes(view, hexes, company, (*changed, *badges, *proposed), sector)
    rim = crop_rim(scene, wanted)
    frame, page, coords = crop_frame(scene, wanted, rim=rim[0])
    high = least(page[0] + rim[0])
    image = board_picture(scene, frame, page, look, coords, lettered=True, least=high)
    for coord in changed:
        ring(image, frame, coord)
    for coord in proposed:
        proposal(image, frame, coord, letter)
    arts = {coord: scene.art(coord, lettered=True) for coord in coords}
    notes = unsaid_on(frame, page, arts, look, high)
    image = with_rim(image, frame, coords, rim, high) if rim[0] else image
    return with_notes(image, notes, least(image.width, BESIDE))


def with_bar(image: Image.Image, text: str, *, large: bool = False) -> Image.Image:
    """The picture under a dark bar with a line of text; large: in as many lines as it takes."""
    room, text = image.width - 40, said(text)
    size = max(30, least(image.width, BESIDE)) if large else fit(text, room, 30, "bold")
    face: Face = "bold" if width(text, size, "bold") <= room else "narrow"
    lines = wrap(bound(text), room, size, face) if large else [text]
    bar = _BAR * len(lines)
    page = Image.new("RGB", (image.width, image.height + bar), now().bar)
    page.paste(image, (0, bar))
    for i, line in enumerate(lines):
        at = (20, _BAR * (i + 0.5))
        put(ImageDraw.Draw(page), at, line, size, WHITE, face, anchor="lm")
    return page


# --- crops -----------------------------------------------------------------------------------------


def crop_hexes(
    view: View, hexes: Sequence[str], company: str | None, marked: Sequence[str], sector: str | None = None
) -> list[str]:
    """The hexes that a crop shows: those named, a company's reach and home, a sector; else the whole map.

    Of a reach that is too wide for a picture it is what lies around the hexes that are marked, or the home.
    KeyError for a hex, company or sector that does not exist.
    """
    board = view.board()
    found = list({coord: board.hexmap[coord] for coord in (*hexes, *marked)})
    if company is not None:
        reached = list(dict.fromkeys(reversed(list(_reached(view, company)))))[::-1]
        found += _around(board.hexmap.layout, reached, found or reached[-1:])
    if sector is not None:
        found += sector_of(view, sector).hexes
    return list(dict.fromkeys(found)) or list(board.hexmap.hexes)


def _reached(view: View, company: str) -> Iterator[str]:
    """What a company reaches, its stations, at last its home: some twice."""
    board = view.board()
    stations = view.stations(view.company(company).id)
    yield from sorted(reach(board, company, stations).hexes)
    yield from (coord for coord, _ in reversed(stations))
    if company in board.hexmap.homes:
        yield board.hexmap.homes[company][0]


def _around(layout: Layout, reached: Sequence[str], near: Sequence[str]) -> list[str]:
    """The hexes reached that fit into a picture together with the middle of some."""
    if not reached or fits(layout, [*reached, *near]):
        return list(reached)
    left, top, right, bottom = bounds(layout, near)
    half = CLOSE / 2
    x, y = (left + right) / 2, (top + bottom) / 2
    box = (x - half, y - half, x + half, y + half)
    return [c for c in reached if _inside(_inner(layout, c, (x, y)), box)]


def _inner(layout: Layout, coord: str, middle: tuple[float, float]) -> tuple[float, float]:
    """The corner of the box around a hex that is the farthest from the middle of a picture."""
    (x, y), (half_x, half_y) = centre(layout, coord), half_extent(layout)
    return x + math.copysign(half_x, x - middle[0]), y + math.copysign(half_y, y - middle[1])


def crop_rim(scene: Scene, wanted: Sequence[str]) -> tuple[int, int]:
    """Width and height of the strips with the coordinates of a crop; 0 where the whole map can be read."""
    hexmap = scene.board.hexmap
    return (0, 0) if reads(hexmap) else rim_size(hexmap.layout, wanted, least(CROP_WIDE))


def crop_frame(
    scene: Scene, wanted: Sequence[str], most: float = math.inf, rim: int = 0
) -> tuple[Frame, tuple[int, int], tuple[str, ...]]:
    """The frame of a crop, its size in px, and the hexes that are at least partly in it.

    most: px that it may be wide or high, if that leaves a hex half its least size. rim: px that stay free
    beside it.
    """
    layout = scene.layout
    half_x, half_y = half_extent(layout)
    left, top, right, bottom = bounds(layout, wanted)
    limits = bounds(layout, scene.board.hexmap.hexes)
    left, right = _stretch(left, right, 9.0 * half_x, (limits[0], limits[2]))
    top, bottom = _stretch(top, bottom, 6.5 * half_y, (limits[1], limits[3]))
    room = min((CROP_WIDE - rim) / (right - left), CROP_HIGH / (bottom - top))
    least = min(_LEAST_HEX, max(_LEAST_HEX / 2, 2 * half_x * most / max(right - left, bottom - top)))
    size = max(least, min(_MOST_HEX, 2 * half_x * room)) / (2 * half_x)
    page = (math.ceil((right - left) * size), math.ceil((bottom - top) * size))
    coords = tuple(
        coord
        for coord in scene.board.hexmap.hexes
        if _inside(centre(layout, coord), (left - half_x, top - half_y, right + half_x, bottom + half_y))
    )
    return Frame(layout, size, -left * size, -top * size), page, coords


def _inside(point: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def _stretch(low: float, high: float, least: float, limits: tuple[float, float]) -> tuple[float, float]:
    """Widen a span by a margin and to a least length, inside the limits of the map (with a small rim).

    A long span has a small margin: what is in it needs the room.
    """
    margin = 0.55 if high - low <= CLOSE else 0.03
    first, last = limits[0] - 0.15, limits[1] + 0.15
    spare = max(0.0, least - (high - low + 2 * margin)) / 2
    low, high = low - margin - spare, high + margin + spare
    if low < first:
        low, high = first, high + first - low
    if high > last:
        low, high = low + last - high, last
    return max(low, first), min(high, last)


# --- lays that are only thought of -----------------------------------------------------------------


def board_with(board: Board, coord: str, tile: str, rotation: int) -> Board:
    """The board with one more lay, stations and kept circles moved to the stops of the new tile."""
    old, new = board.face(coord), board.catalogue[tile].face(rotation)
    moved = stop_map(old, new)

    def place(at: tuple[str, int]) -> tuple[str, int]:
        return (coord, moved[at[1]]) if moved is not None and at[0] == coord else at

    stations: dict[tuple[str, int], list[str]] = {}
    for at, here in board.stations.items():
        stations.setdefault(place(at), []).extend(here)
    reserved: dict[tuple[str, int], list[str]] = {}
    for at, kept in board.reserved.items():
        reserved.setdefault(place(at), []).extend(kept)
    return replace(board.with_tile(coord, tile, rotation), stations=stations, reserved=reserved)


def candidates_picture(
    view: View,
    *,
    hex: str,
    lays: Sequence[tuple[str, int]],
    first: int = 1,
    theme: str = "standard",
) -> Image.Image:
    """Each possible lay drawn in its place, numbered from ``first``; ValueError for none or more than 12."""
    check_count(lays)
    columns = min(3, len(lays))
    cell = SHEET_WIDE // max(2, columns)
    rows = -(-len(lays) // columns)
    caption = 48
    image = Image.new("RGB", (cell * columns, rows * (cell + caption)), now().paper)
    scene = scene_of(view)
    for i, (tile, rotation) in enumerate(lays):
        corner = (i % columns * cell, i // columns * (cell + caption))
        picture = _in_place(
            scene, board_with(view.board(), hex, tile, rotation), hex, cell - 8, THEMES[theme]
        )
        image.paste(picture, (corner[0] + 4, corner[1] + 4))
        _caption(image, corner, cell, caption, tiles_left(view, tile))
        stamp(image, (corner[0] + 38, corner[1] + 38), str(first + i), 30, BADGE, WHITE)
    return image


def check_count(lays: Sequence[object]) -> None:
    """A sheet shows 1 to 12 lays."""
    if not 1 <= len(lays) <= MOST_CANDIDATES:
        raise ValueError(f"a sheet shows 1 to {MOST_CANDIDATES} lays, not {len(lays)}")


def _caption(image: Image.Image, corner: tuple[int, int], cell: int, high: int, text: str) -> None:
    draw = ImageDraw.Draw(image)
    left, top = corner
    draw.rectangle((left + 3, top + 3, left + cell - 4, top + cell + high - 5), None, now().faint, 2)
    room = cell - 20
    size = fit(text, room, 34, "bold", least=least(SHEET_WIDE, BESIDE))
    at = (left + cell / 2, top + cell + high / 2 - 4)
    put(ImageDraw.Draw(image), at, shorten(text, room, size, "bold"), size, now().ink, "bold")


def _in_place(scene: Scene, board: Board, coord: str, side: int, theme: Theme) -> Image.Image:
    """A square with the hex in the middle and as much as fits of what is around it."""
    changed = replace(scene, board=board)
    size = side / 3.8
    x, y = centre(scene.layout, coord)
    frame = Frame(scene.layout, size, side / 2 - x * size, side / 2 - y * size)
    image = Image.new("RGB", (side, side), theme.sea)
    for near in board.hexmap.hexes:
        if distance(scene.layout, near, coord) <= 2:
            paste_hex(image, frame, near, changed.art(near), theme, least=least(SHEET_WIDE))
    ring(image, frame, coord)
    return image
