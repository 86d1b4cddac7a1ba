"""The map: hexes put together into a page, the whole of it or a part."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

from PIL import Image, ImageDraw

from engine.board.coords import Layout, centre, distance, parse, sort_key
from render.map.cache import BASES
from render.map.scene import HexArt, Scene
from render.map.tiles import mask, patch, patch_size
from render.pen.geometry import Frame, bounds, half_extent
from render.pen.text import fit, put, shorten, width, wrap
from render.pen.theme import WHITE, Theme, now

_RIM = 0.42
_WHOLE = 0.8
"""How much of a hex is on the page that is taken for whole, from its middle to its sides."""
_MARGIN, _STEP = 12, 1.3
"""Around notes in px; from line to line in heights of their letters."""


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
    image.paste(patch(art, frame.size, theme, least).image, at, mask(frame.layout, frame.size))


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


def rim_size(layout: Layout, coords: Iterable[str], high: int) -> tuple[int, int]:
    """Width of the strip at the left and height of the one above a part, for letters so many px high."""
    letters, numbers = _axes(layout, coords)
    beside = numbers if layout is Layout.FLAT else letters
    return math.ceil(max(width(text, high, "narrow") for text in beside)) + 6, math.ceil(high * 1.15)


def with_rim(
    image: Image.Image, frame: Frame, coords: Iterable[str], rim: tuple[int, int], high: int
) -> Image.Image:
    """A part with letters and numbers of the coordinates, so high, in strips at its left and above it."""
    letters, numbers = _axes(frame.layout, coords)
    flat = frame.layout is Layout.FLAT
    page = Image.new("RGB", (image.width + rim[0], image.height + rim[1]), now().bar)
    page.paste(image, rim)
    draw = ImageDraw.Draw(page)
    for text, at in (letters | numbers).items():
        along_x = (text in letters) == flat
        px = (frame.left if along_x else frame.top) + at * frame.size
        half = width(text, high, "narrow") / 2 if along_x else high * 0.4
        if half <= px <= (image.width if along_x else image.height) - half:
            place = (rim[0] + px, rim[1] / 2) if along_x else (rim[0] / 2, rim[1] + px)
            put(draw, place, text, high, WHITE, "narrow")
    return page


def unsaid_on(
    frame: Frame, page: tuple[int, int], arts: Mapping[str, HexArt], theme: Theme, least: float
) -> list[str]:
    """What has no room on the hexes of a page that are wholly on it: a line for each of them.

    A line has the coordinate, the name of the hex, and after a colon what else is left out.
    """
    found, told = [], set[str]()
    half_x, half_y = (half * frame.size * _WHOLE for half in half_extent(frame.layout))
    for coord in sorted(arts, key=sort_key):
        (x, y), art = frame.at(coord), arts[coord]
        names, others = patch(art, frame.size, theme, least).unsaid.said()
        names = [name for name in names if name not in told]
        inside = half_x <= x <= page[0] - half_x and half_y <= y <= page[1] - half_y
        if inside and (names or others):
            told.update(names)
            name = f"{coord} {art.name or ', '.join(names)}".strip()
            found.append(f"{name}: {', '.join(others)}" if others else name)
    return found


def with_notes(image: Image.Image, notes: Sequence[str], high: int) -> Image.Image:
    """The picture over some notes in lines, with letters so high."""
    rows: list[list[tuple[float, str]]] = []
    x = math.inf
    room = image.width - 2 * _MARGIN
    for line in (part for note in notes for part in wrap(note, room, high, "narrow")):
        text = shorten(line, room, high, "narrow")
        wide = width(text, high, "narrow")
        if x + wide > image.width - _MARGIN:
            rows.append([])
            x = _MARGIN
        rows[-1].append((x, text))
        x += wide + high
    step = round(high * _STEP)
    page = Image.new(
        "RGB", (image.width, image.height + step * len(rows) + bool(rows) * _MARGIN), now().paper
    )
    page.paste(image, (0, 0))
    draw = ImageDraw.Draw(page)
    for i, row in enumerate(rows):
        y = image.height + _MARGIN / 2 + (i + 0.5) * step
        for x, text in row:
            put(draw, (x, y), text, high, now().ink, "narrow", anchor="lm")
    return page


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
