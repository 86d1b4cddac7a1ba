"""Pictures as PNG bytes with a palette: small files, and quick where the palette is known already."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from render.cache import PALETTES

_COLOURS = 255
_EFFORT = 4


def encode(image: Image.Image, colours: object = None) -> bytes:
    """The picture as PNG. Pictures with an equal ``colours`` key are of the same colours: one palette."""
    known = PALETTES.get(colours) if colours is not None else None
    if known is not None:
        flat = image.quantize(palette=known, dither=Image.Dither.NONE)
    else:
        flat = image.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        if colours is not None:
            PALETTES[colours] = flat.crop((0, 0, 1, 1))
    stream = BytesIO()
    flat.save(stream, "PNG", compress_level=_EFFORT)
    return stream.getvalue()
