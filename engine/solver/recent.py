"""What was worked out lately, to be found again: a search for routes is often asked the same once more."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from engine.solver.clock import Patience

T = TypeVar("T")
SEARCHES = 256
"""Searches of which the answer is kept."""


class Recent(Generic[T]):
    """Values by key: ``most`` of them, beyond which the oldest goes. Several threads may ask."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: dict[Hashable, T] = {}

    def same(self, value: T) -> T:
        """The value itself, or an equal one that was here before."""
        return self.get(value, lambda: value)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, which is made where it is not known."""
        with suppress(KeyError):
            return self._kept[key]
        made = self._kept[key] = make()
        for old in list(self._kept)[: -self.most]:
            self._kept.pop(old, None)
        return made


_ANSWERS = Recent[tuple[Any, int]](SEARCHES)


def searched_once(question: Hashable, stop: Callable[[], bool], search: Callable[[], T]) -> T:
    """What a search finds. ``question``: all but ``stop`` on which that depends.

    A search that a clock may end is made each time. Where ``stop`` counts, the search uses up as many of its
    questions as it did the first time.
    """
    if not isinstance(stop, Patience):
        return search()
    answer: T
    answer, stop.left = _ANSWERS.get((question, stop.left), lambda: (search(), stop.left))
    return answer
