"""A cache of what was used last: the one for all of the bot that must not grow without bound."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, MutableMapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(MutableMapping[Key, Value]):
    """A dict of at most ``most`` entries: to get or put one is to use it; the longest unused goes first.

    ``heaviest`` bounds the sum of what ``weigh`` says of the values, too; the last entry always stays.

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
        """The longest unused value, which is not used by that; raises StopIteration for an empty cache."""
        return next(iter(self._entries.values()))

    def __delitem__(self, key: Key) -> None:
        del self._entries[key]

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[Key]:
        """The keys, the longest unused first."""
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        return len(self._entries)
