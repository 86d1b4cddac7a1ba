"""The cache of what was used last."""

import doctest

import pytest

from bot.work import recent
from bot.work.recent import LruCache


def test_its_example_is_true():
    assert doctest.testmod(recent).failed == 0


def test_what_is_heavy_pushes_out_what_was_not_used():
    cache = LruCache[str, int](9, weigh=lambda value: value, max_weight=10)
    cache.update({"a": 4, "b": 4})
    assert cache["a"] == 4
    cache["c"] = 5
    assert list(cache) == ["a", "c"]
    cache["d"] = 99
    assert list(cache) == ["d"], "the last one stays, however heavy"


def test_weight_of_what_was_replaced_or_removed_counts_no_more():
    cache = LruCache[str, int](9, weigh=lambda value: value, max_weight=10)
    cache.update({"a": 9, "b": 1})
    cache["a"] = 2
    cache["c"] = 7
    assert list(cache) == ["b", "a", "c"]
    del cache["c"]
    cache["d"] = 7
    assert list(cache) == ["b", "a", "d"]
    cache.clear()
    cache.update({"e": 5, "f": 5})
    assert list(cache) == ["e", "f"]


def test_looking_at_it_uses_nothing():
    cache = LruCache[str, int](2)
    cache.update({"a": 1, "b": 2})
    assert ("a" in cache, len(cache), cache.peek_oldest()) == (True, 2, 1)
    cache["c"] = 3
    assert "a" not in cache
    assert cache.get("a") is None


def test_what_is_not_there_is_missed():
    with pytest.raises(KeyError):
        LruCache[str, int](2)["a"]
