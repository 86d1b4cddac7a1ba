"""Which trains run as one, and who runs which part of a joined run (7.8.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.titles.g1862.solver.lines import Network


def chains(loose: Sequence[int], lasting: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """How these freight trains run together; each entry is the reaches of the trains of one run.

    Trains that rust are all in one run, with a permanent one if one runs.
    """
    for joined in _subsets(lasting):
        if bool(joined) == bool(loose and lasting):
            rest = list((Counter(lasting) - Counter(joined)).elements())
            for blocks in _blocks(rest):
                yield [*([tuple(sorted((*loose, *joined)))] if loose else []), *blocks]


def _subsets(reaches: Sequence[int]) -> list[tuple[int, ...]]:
    every = (c for n in range(len(reaches) + 1) for c in combinations(sorted(reaches), n))
    return list(dict.fromkeys(every))


def _blocks(reaches: list[int]) -> Iterator[list[tuple[int, ...]]]:
    if not reaches:
        yield []
        return
    first, rest = reaches[0], reaches[1:]
    for blocks in _blocks(rest):
        yield [(first,), *blocks]
        for i, block in enumerate(blocks):
            yield [*blocks[:i], tuple(sorted((first, *block))), *blocks[i + 1 :]]


def parted(
    net: Network, start: int, stops: Sequence[tuple[int, int]], legs: tuple[int, ...]
) -> list[tuple[int, int]] | None:
    """Which train runs up to which of the stops: its reach and the number of lines from the start."""

    def part(begin: int, left: tuple[int, ...]) -> list[tuple[int, int]] | None:
        if not left:
            return [] if begin == len(stops) else None
        own = net.own[start if begin == 0 else stops[begin - 1][0]]
        length = 0
        for end in range(begin + 1, len(stops) + 1):
            node, borders = stops[end - 1]
            own, length = own or net.own[node], length + borders
            for i, leg in enumerate(left):
                if own and length <= leg:
                    rest = part(end, left[:i] + left[i + 1 :])
                    if rest is not None:
                        return [(leg, end), *rest]
            if not net.passable[node]:
                return None
        return None

    return part(0, legs)
