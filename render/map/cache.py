"""What a worker keeps between pictures, bounded in pixels: many titles and sizes must not fill the memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from PIL import Image

from engine.board.hexmap import HexMap
from render.map.scene import HexArt
from render.pen.pen import Unsaid

K = TypeVar("K")
V = TypeVar("V")


class Patch(NamedTuple):
    """The picture of a hex, and what has no room on it."""

    image: Image.Image
    unsaid: Unsaid


Base = tuple[HexMap, dict[str, HexArt], Image.Image, Image.Image]


class Recent(Generic[K, V]):
    """A mapping that forgets what was not used for longest once it weighs more than ``most``."""

    def __init__(self, most: int, weight: Callable[[V], int]) -> None:
        self.most, self.weight = most, weight
        self.total = 0
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
        old = self._kept.pop(key, None)
        self.total += self.weight(value) - (self.weight(old) if old is not None else 0)
        self._kept[key] = value
        while self.total > self.most and len(self._kept) > 1:
            self.total -= self.weight(self._kept.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.total = 0


def pixels(image: Image.Image) -> int:
    """How many pixels a picture has (3 bytes each)."""
    return image.width * image.height


PATCHES: Recent[object, Patch] = Recent(8_000_000, lambda patch: pixels(patch.image))
"""Pictures of single hexes by what they show."""
BASES: Recent[object, Base] = Recent(8_000_000, lambda base: 2 * pixels(base[2]))
"""The last picture of a map by its frame: its hexes, what each showed, the picture, the page without them."""


PLANS: Recent[object, Any] = Recent(1_000, lambda _: 1)
"""Where the writing of a hex stands (`render.map.writing`): the same in every theme."""


def clear() -> None:
    """Forget all pictures, and where writing stands."""
    PATCHES.clear()
    BASES.clear()
    PLANS.clear()
