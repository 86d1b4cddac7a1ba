"""In each process of pytest-xdist the slow tests run first, beginning with the longest.

A long test that begins last would leave the other processes idle. `@pytest.mark.slow(seconds=20)` says about
how long one takes; 1 second without it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import islice
from typing import TypeVar

import pytest

T = TypeVar("T")


def seconds_of(item: pytest.Item) -> float:
    """Return about how many seconds a slow test takes, 0 for another test."""
    mark = item.get_closest_marker("slow")
    return 0.0 if mark is None else float(mark.kwargs.get("seconds", 1))


def company_of(item: pytest.Item) -> Hashable:
    """Return what an item shares with the tests beside which it should run in one process.

    Tests on PostgreSQL share a server, those that look at random games of a title their actions
    (`tests.walks`), those of a module its fixtures.
    """
    call = getattr(item, "callspec", None)
    params = {} if call is None else call.params
    if "database" in params:
        return "database"
    title = params.get("title", params.get("key"))
    module = getattr(item, "module", None)
    if title is not None and (hasattr(module, "Walk") or hasattr(module, "moments")):
        return "walk", title
    return item.nodeid.partition("::")[0]


def dealt(
    items: Sequence[T], seconds: Callable[[T], float], company: Callable[[T], Hashable], processes: int
) -> list[T]:
    """Return the items so that each process begins with its share of the slow ones.

    pytest-xdist cuts the list into as many pieces of one length as there are processes. Slow items of one
    company stay together; the others keep their order.
    """
    slow = defaultdict[Hashable, list[T]](list)
    for item in items:
        if seconds(item):
            slow[company(item)].append(item)
    shares: list[list[T]] = [[] for _ in range(processes)]
    lengths = [0.0] * processes
    for group in sorted(slow.values(), key=lambda group: -sum(map(seconds, group))):
        least = lengths.index(min(lengths))
        shares[least] += group
        lengths[least] += sum(map(seconds, group))
    rest = iter([item for item in items if not seconds(item)])
    found: list[T] = []
    for i, share in enumerate(shares):
        piece = (len(items) - len(found)) // (processes - i)
        found += share
        found += islice(rest, max(0, piece - len(share)))
    return [*found, *rest]
