"""Pictures as PNG bytes with a palette: small files, and quick where the palette is known already."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from render.cache import PALETTES
from render.theme import Colour

_COLOURS, _FREQUENT, _NEAR = 255, 64, 9
_EFFORT = 1


def encode(image: Image.Image, colours: object = None) -> bytes:
    """The picture as PNG. Pictures with an equal ``colours`` key are of the same colours: one palette."""
    known = PALETTES.get(colours) if colours is not None else None
    if known is None:
        known = _palette(image)
        if colours is not None:
            PALETTES[colours] = known
    flat = image.quantize(palette=known, dither=Image.Dither.NONE)
    stream = BytesIO()
    flat.save(stream, "PNG", compress_level=_EFFORT)
    return stream.getvalue()


def _palette(image: Image.Image) -> Image.Image:
    """A picture of one px with the palette: the most frequent colours as they are, the rest nearly so.

    The search for the nearest colour is coarse: what lies close to a main colour would be taken for it.
    """
    half = image.resize((max(1, image.width // 2), max(1, image.height // 2)), Image.Resampling.NEAREST)
    found: list[tuple[int, Colour]] = half.getcolors(half.width * half.height) or []  # type: ignore[assignment]
    main: list[Colour] = []
    for _, colour in sorted(found, reverse=True)[:_FREQUENT]:
        if _apart(colour, main):
            main.append(colour)
    rest = half.quantize(_COLOURS - len(main), method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    parts = rest.getpalette() or []
    others = [(parts[i], parts[i + 1], parts[i + 2]) for i in range(0, len(parts) - 2, 3)]
    palette = [*main, *(colour for colour in others if _apart(colour, main))]
    flat = Image.new("P", (1, 1))
    flat.putpalette([part for colour in palette[:_COLOURS] for part in colour])
    return flat


def _apart(colour: Colour, others: list[Colour]) -> bool:
    """Whether a colour can be told from all others by the search for the nearest."""
    red, green, blue = colour
    return all(abs(red - r) > _NEAR or abs(green - g) > _NEAR or abs(blue - b) > _NEAR for r, g, b in others)
