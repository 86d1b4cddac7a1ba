"""Text twins and alt texts of all views, by view."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from render import boardwords

TWINS: Mapping[str, Callable[..., str]] = {
    "map": boardwords.map_text,
    "crop": boardwords.crop_text,
    "candidates": boardwords.candidates_text,
}
ALTS: Mapping[str, Callable[..., str]] = {
    "map": boardwords.map_alt,
    "crop": boardwords.crop_alt,
    "candidates": boardwords.candidates_alt,
}
