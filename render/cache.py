"""What a worker keeps between pictures, bounded so that many titles and sizes do not fill the memory."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

from PIL import Image

from render.scene import HexArt

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """A mapping that forgets what was not used for longest."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """What is kept under the key, or None."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def __setitem__(self, key: K, value: V) -> None:
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()


PATCHES: Recent[object, Image.Image] = Recent(1500)
"""Pictures of single hexes by what they show."""
BASES: Recent[object, tuple[dict[str, HexArt], Image.Image, Image.Image]] = Recent(6)
"""The last picture of a map by its frame: what each hex showed, the picture, and the page without hexes."""

PALETTES: Recent[object, Image.Image] = Recent(32)
"""Palettes (a picture of one px each) by the colours that a picture is made of."""


def clear() -> None:
    """Forget all pictures."""
    PALETTES.clear()
    PATCHES.clear()
    BASES.clear()
