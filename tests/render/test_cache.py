"""What a worker keeps is bounded, and the oldest goes first."""

from PIL import Image

from render.map import cache
from render.map.cache import Recent, pixels
from render.pen.pen import Unsaid


def test_what_was_not_used_for_longest_is_forgotten():
    kept: Recent[str, str] = Recent(3, lambda _: 1)
    for key in "abc":
        kept[key] = key
    assert kept.get("a") == "a"
    kept["d"] = "d"
    assert [kept.get(key) for key in "abcd"] == ["a", None, "c", "d"]
    assert len(kept) == 3


def test_the_bound_is_on_weight_and_one_thing_is_always_kept():
    kept: Recent[str, Image.Image] = Recent(100, pixels)
    kept["small"] = Image.new("RGB", (5, 5))
    kept["small"] = Image.new("RGB", (6, 5))
    assert kept.total == 30
    kept["large"] = Image.new("RGB", (20, 20))
    assert (len(kept), kept.total, kept.get("small")) == (1, 400, None)
    kept.clear()
    assert (len(kept), kept.total) == (0, 0)


def test_clear_forgets_all():
    cache.PATCHES["x"] = cache.Patch(Image.new("RGB", (1, 1)), Unsaid())
    cache.clear()
    assert [len(kept) for kept in (cache.PATCHES, cache.BASES)] == [0, 0]
