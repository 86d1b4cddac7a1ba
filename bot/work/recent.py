"""The cache for everything that must not grow without bound: it drops what was not used for longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, MutableMapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(MutableMapping[Key, Value]):
    """A dict of at most ``most`` entries that drops the least recently used; get and set count as use.

    ``heaviest`` also bounds the sum of the values' weights by ``weigh``; the last entry always stays.

    >>> cache = Recent(2)
    >>> cache["a"], cache["b"] = 1, 2
    >>> cache["a"]
    1
    >>> cache["c"] = 3
    >>> list(cache)
    ['a', 'c']
    """

    def __init__(
        self, most: int, *, weigh: Callable[[Value], float] = lambda value: 0, heaviest: float = 0
    ) -> None:
        self._most, self._weigh, self._heaviest = most, weigh, heaviest
        self._entries: OrderedDict[Key, Value] = OrderedDict()

    def __getitem__(self, key: Key) -> Value:
        value = self._entries[key]
        self._entries.move_to_end(key)
        return value

    def __setitem__(self, key: Key, value: Value) -> None:
        self._entries[key] = value
        self._entries.move_to_end(key)
        total = sum(map(self._weigh, self._entries.values()))
        while len(self._entries) > 1 and (len(self._entries) > self._most or total > self._heaviest):
            total -= self._weigh(self._entries.popitem(last=False)[1])

    def peek(self) -> Value:
        """Return the least recently used value, without using it; raises StopIteration for an empty cache."""
        return next(iter(self._entries.values()))

    def __delitem__(self, key: Key) -> None:
        del self._entries[key]

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[Key]:
        """Return the keys, the least recently used first."""
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        return len(self._entries)
