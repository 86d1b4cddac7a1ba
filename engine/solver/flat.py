"""Flat memories of compiled loops: a head of numbers and of places where tables begin, then the tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import accumulate

from engine.solver.compiled import Ints, ints

Content = dict[int, int | Iterable[int]]
"""Numbers and tables, each by its place in the head."""


def starts(lists: Iterable[Collection[object]]) -> list[int]:
    """Where each list begins when all are joined, and where the last one ends."""
    return [0, *accumulate(map(len, lists))]


def memory(head: int, content: Content, scratch: Mapping[int, int]) -> Ints:
    """The memory with this content; ``scratch``: the sizes of tables of zeros, which come last."""
    begin, tables = [0] * head, list[int]()
    for place, values in content.items():
        if isinstance(values, int):
            begin[place] = values
        else:
            begin[place] = head + len(tables)
            tables += values
    end = head + len(tables)
    for place, room in scratch.items():
        begin[place], end = end, end + room
    return ints([*begin, *tables], end - head - len(tables))
