"""Pictures as PNG bytes with a palette: less than half as large as in true colour, and written faster.

A palette follows from its own picture and the flat colours of its theme and title, never from other pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest
from io import BytesIO

from PIL import Image

from render.pen.theme import Colour

_COLOURS, _FREQUENT = 255, 96
_COUNTED = 1 << 16
_CELL = 4
_EFFORT = 1


def encode(image: Image.Image, flats: Iterable[Colour] = ()) -> bytes:
    """The picture as PNG: ``flats`` come out exactly, blends of colours nearly so."""
    cells = palette(image, flats)
    flat = image.quantize(palette=_strip(cells), dither=Image.Dither.NONE)
    flat.putpalette(_parts(cells.values()))
    stream = BytesIO()
    flat.save(stream, "PNG", compress_level=_EFFORT)
    return stream.getvalue()


def palette(image: Image.Image, flats: Iterable[Colour]) -> dict[Colour, Colour]:
    """The colours by the cells that stand for them: the flat ones of the picture, frequent ones, a selection.

    Pillow looks up a cell of 4 x 4 x 4 colours at once and asks for the colour nearest to its corner: of the
    colours of a palette none shares its cell with another, and each is found by the corner.
    """
    counted: list[tuple[int, Colour]] = image.getcolors(_COUNTED) or []  # type: ignore[assignment]
    there = {colour for _, colour in counted}
    cells: dict[Colour, Colour] = {}
    for colour in flats:
        if colour in there or not there:
            cells.setdefault(corner(colour), colour)
    for _, colour in nlargest(min(_FREQUENT, _COLOURS - len(cells)), counted):
        cells.setdefault(corner(colour), colour)
    for colour in _selection(image, _COLOURS - len(cells)):
        cells.setdefault(corner(colour), colour)
    return cells


def corner(colour: Colour) -> Colour:
    """The cell of a colour."""
    red, green, blue = (part // _CELL * _CELL for part in colour)
    return red, green, blue


def _selection(image: Image.Image, most: int) -> list[Colour]:
    """So many colours that stand for all of a picture."""
    half = image.resize((max(1, image.width // 2), max(1, image.height // 2)), Image.Resampling.NEAREST)
    chosen = half.quantize(max(1, most), method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    parts = (chosen.getpalette() or [])[: 3 * most]
    return list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))


def _strip(colours: Iterable[Colour]) -> Image.Image:
    """A picture of one px with the palette."""
    strip = Image.new("P", (1, 1))
    strip.putpalette(_parts(colours))
    return strip


def _parts(colours: Iterable[Colour]) -> list[int]:
    return [part for colour in colours for part in colour]
