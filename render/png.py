"""Pictures as PNG bytes with a palette: small files, and quick where the palette is known already."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from render.cache import PALETTES

_COLOURS = 255
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
    """The colours of a picture, found on every second px: an image of one px that carries them."""
    half = image.resize((max(1, image.width // 2), max(1, image.height // 2)), Image.Resampling.NEAREST)
    found = half.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return found.crop((0, 0, 1, 1))
