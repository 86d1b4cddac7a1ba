"""The map: hexes put together into a page, the whole of it or a part."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping

from PIL import Image, ImageDraw

from engine.board.coords import Layout, centre, distance, parse
from render.map.cache import BASES
from render.map.scene import HexArt, Scene
from render.map.tiles import mask, patch, patch_size
from render.pen.geometry import Frame, bounds
from render.pen.text import fit, put, width
from render.pen.theme import WHITE, Theme, now

_RIM = 0.42
_PLATE = 225
"""How much a plate at the rim covers, of 255."""


def frame_for(scene: Scene, wide: int) -> tuple[Frame, tuple[int, int]]:
    """A frame for the whole map ``wide`` px wide, with room for coordinates; and the picture's size."""
    left, top, right, bottom = bounds(scene.layout, scene.board.hexmap.hexes)
    across = right - left + 2 * _RIM
    size = wide / across
    frame = Frame(scene.layout, size, (_RIM - left) * size, (_RIM - top) * size)
    return frame, (wide, math.ceil((bottom - top + 2 * _RIM) * size))


def board_picture(
    scene: Scene,
    frame: Frame,
    page: tuple[int, int],
    theme: Theme,
    coords: Collection[str],
    *,
    lettered: bool,
    least: float = 0.0,
) -> Image.Image:
    """The hexes on a page (a picture of your own). Only what changed since the last time is painted.

    lettered: with the coordinate on each hex; else the coordinates stand around the page. least: how high
    letters are at least, in px; what has no room for such letters is left out.
    """
    key = (id(scene.board.hexmap), frame, page, theme.name, lettered, least, tuple(coords))
    arts = {coord: scene.art(coord, lettered=lettered) for coord in coords}
    kept = BASES.get(key)
    if kept is None:
        blank = Image.new("RGB", page, theme.sea)
        if not lettered:
            write_rim(blank, frame, coords)
        image = blank.copy()
        for coord, art in arts.items():
            paste_hex(image, frame, coord, art, theme, least=least)
    else:
        _, before, image, blank = kept
        for coord, art in arts.items():
            if before[coord] != art:
                _renew(image, blank, frame, coord, arts, theme, least)
    BASES[key] = (scene.board.hexmap, arts, image, blank)
    return image.copy()


def _renew(
    image: Image.Image,
    blank: Image.Image,
    frame: Frame,
    coord: str,
    arts: Mapping[str, HexArt],
    theme: Theme,
    least: float,
) -> None:
    """Paint the box around a hex as a fresh picture would have it, its neighbours' sides included."""
    wide, high = patch_size(frame.layout, frame.size)
    x, y = _corner(frame, coord)
    left, top = x - 1, y - 1
    box = (left, top, left + wide + 2, top + high + 2)
    part = blank.crop(box)
    for near, art in arts.items():
        if distance(frame.layout, near, coord) <= 1:
            paste_hex(part, frame, near, art, theme, (left, top), least)
    image.paste(part, box)


def paste_hex(
    image: Image.Image,
    frame: Frame,
    coord: str,
    art: HexArt,
    theme: Theme,
    origin: tuple[int, int] = (0, 0),
    least: float = 0.0,
) -> None:
    """Put one hex on the page, or on a part that begins at ``origin``: the same pixels of the page."""
    x, y = _corner(frame, coord)
    at = (x - origin[0], y - origin[1])
    image.paste(patch(art, frame.size, theme, least), at, mask(frame.layout, frame.size))


def _corner(frame: Frame, coord: str) -> tuple[int, int]:
    """The upper left pixel of a hex on the page."""
    x, y = frame.at(coord)
    wide, high = patch_size(frame.layout, frame.size)
    return round(x - wide / 2), round(y - high / 2)


def write_rim(image: Image.Image, frame: Frame, coords: Iterable[str]) -> None:
    """Letters and numbers of the coordinates around the page."""
    draw = ImageDraw.Draw(image)
    letters, numbers = _axes(frame.layout, coords)
    room = frame.size * _RIM - 4
    size = min(
        fit(text, room, round(min(frame.size * 0.34, 34)), "narrow", 10) for text in (*letters, *numbers)
    )
    edge = room / 2 + 2
    flat = frame.layout is Layout.FLAT
    for text, at in (letters | numbers).items():
        along_x = (text in letters) == flat
        px = (frame.left if along_x else frame.top) + at * frame.size
        ends = (edge, (image.height if along_x else image.width) - edge)
        for end in ends:
            put(draw, (px, end) if along_x else (end, px), text, size, now().faint, "narrow")


def mark_rim(image: Image.Image, frame: Frame, coords: Iterable[str], high: int) -> None:
    """Plates with the letters and numbers of the coordinates along two sides of a part; ``high``: in px."""
    letters, numbers = _axes(frame.layout, coords)
    flat = frame.layout is Layout.FLAT
    plates = Image.new("RGBA", image.size)
    draw = ImageDraw.Draw(plates)
    for text, at in (letters | numbers).items():
        along_x = (text in letters) == flat
        px = (frame.left if along_x else frame.top) + at * frame.size
        last = image.width if along_x else image.height
        half = (width(text, high, "narrow") / 2 + 5, high * 0.52)
        if high * 1.6 < px < last - high * 0.7:
            x, y = (px, half[1] + 1) if along_x else (half[0] + 1, px)
            box = (x - half[0], y - half[1], x + half[0], y + half[1])
            draw.rounded_rectangle(box, 6, (*now().bar, _PLATE))
            put(draw, (x, y), text, high, WHITE, "narrow")
    image.paste(plates, (0, 0), plates)


def _axes(layout: Layout, coords: Iterable[str]) -> tuple[dict[str, float], dict[str, float]]:
    """Where each letter and each number of the coordinates stands along its side of the page."""
    letters: dict[str, float] = {}
    numbers: dict[str, float] = {}
    flat = layout is Layout.FLAT
    for coord in coords:
        x, y = centre(layout, coord)
        number = str(parse(coord)[1])
        letter = coord.removesuffix(number)
        letters[letter] = x if flat else y
        numbers[number] = y if flat else x
    return letters, numbers
