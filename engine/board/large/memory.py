"""The flat memory of the kernels: a head that says where each table begins, then the tables.

Track: arcs of a node from FIRST (those that lead to it: BACK_ARCS from BACK_FIRST), each from SOURCE to TO
and with BITS of track from BIT_FIRST. SPOT is what a stop uses, -1 for other nodes; THROUGH whether a leg may
pass a node without stopping; ENDS whether every route ends there; NEAR hops between stops, by ROW.

Trains: REACH in hex sides if HEXES; TOWNS, FILL and MOST as in `Pay`; BASE; by train and node the VALUE, SIZE
(0 small, 1 large, 2 large and free), ANCHOR and GUIDE (money in sixteenths by which it is preferred); by
train and arc its COST; by two trains whether each BLOCKS the other's track. A bonus earns BONUS_MONEY for a
stop of each of its groups.

Routes: LENGTH arcs of PATH from START, for each train; so SPARE and BEST. MONEY: what the routes earn now,
the best sum, rounds since it was found. The rest is scratch; MARK begins with the number of the last search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .compiled import Ints, ints

COLUMNS, NODES, ARCS, TRAINS, ROOM, BIT_COUNT, PAY_ROOM = range(0, 7)
FIRST, SOURCE, TO, BIT_FIRST, BITS, SPOT, THROUGH, ENDS, ROW, NEAR = range(7, 17)
BACK_FIRST, BACK_ARCS = range(17, 19)
REACH, HEXES, TOWNS, FILL, MOST, BASE, VALUE, SIZE, ANCHOR, GUIDE, COST = range(19, 30)
BLOCKS = 30
BONUS_FIRST, BONUS_MONEY, GROUP_FIRST, STOP_FIRST, GROUP_STOP = range(31, 36)
PATH, LENGTH, START, SPARE_PATH, SPARE_LENGTH, SPARE_START, BEST_PATH = range(36, 43)
BEST_LENGTH, BEST_START, MONEY = range(43, 46)
USED, MARK, BACK, QUEUE, OUT, OTHER, KEPT, ORDER, KEY, PAY, RANDOM = range(46, 57)
HEAD = 57


def memory(content: Mapping[int, int | Iterable[int]]) -> Ints:
    """The memory with these numbers and tables, each under the place of its name."""
    head, tables = [0] * HEAD, []
    size = HEAD
    for place, values in content.items():
        if isinstance(values, int):
            head[place] = values
            continue
        table = list(values)
        head[place] = size
        size += len(table)
        tables.append(table)
    return ints([*head, *(value for table in tables for value in table)])
