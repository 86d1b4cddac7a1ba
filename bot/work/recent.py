"""The cache for everything that must not grow without bound: it drops what was not used for longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, MutableMapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class LruCache(MutableMapping[Key, Value]):
    """A dict of at most ``max_entries`` entries that drops the least recently used; get and set count as use.

    ``max_weight`` also bounds the sum of the values' weights by ``weigh``; the last entry always stays.

    >>> cache = LruCache(2)
    >>> cache["a"], cache["b"] = 1, 2
    >>> cache["a"]
    1
    >>> cache["c"] = 3
    >>> list(cache)
    ['a', 'c']
    """

    def __init__(
        self, max_entries: int, *, weigh: Callable[[Value], float] = lambda value: 0, max_weight: float = 0
    ) -> None:
        """Create an empty cache of at most ``max_entries`` values.

        The least recently used values beyond ``max_entries`` are dropped. So are those beyond a total weight
        of ``max_weight``, by the weights that ``weigh`` returns; by default values have no weight. The newest
        value is never dropped.
        """
        self._max_entries, self._weigh, self._max_weight = max_entries, weigh, max_weight
        self._entries: OrderedDict[Key, Value] = OrderedDict()
        self._weights: dict[Key, float] = {}
        self._total_weight: float = 0

    def __getitem__(self, key: Key) -> Value:
        """Return the value of a key and count this as a use; raises KeyError if it is not cached."""
        value = self._entries[key]
        self._entries.move_to_end(key)
        return value

    def __setitem__(self, key: Key, value: Value) -> None:
        """Cache a value, and drop the least recently used others beyond the limits."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        self._total_weight -= self._weights.get(key, 0)
        self._weights[key] = self._weigh(value)
        self._total_weight += self._weights[key]
        while len(self._entries) > 1 and (
            len(self._entries) > self._max_entries or self._total_weight > self._max_weight
        ):
            del self[next(iter(self._entries))]

    def peek_oldest(self) -> Value:
        """Return the least recently used value of the cache; raises StopIteration if it is empty.

        This does not count as a use.
        """
        return next(iter(self._entries.values()))

    def __delitem__(self, key: Key) -> None:
        """Remove a key and its value from the cache; raises KeyError if it is not cached."""
        del self._entries[key]
        self._total_weight -= self._weights.pop(key)

    def __contains__(self, key: object) -> bool:
        """Return True if a key is cached; this does not count as a use."""
        return key in self._entries

    def __iter__(self) -> Iterator[Key]:
        """Iterate over the keys of the cache (as they are now), the least recently used first."""
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        """Return the number of cached values."""
        return len(self._entries)
