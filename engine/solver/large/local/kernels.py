"""The inner loops of the local search over one flat memory ``m``, which numba makes machine code: track.

``m[m[at.TO] + arc]`` is entry ``arc`` of table TO (see `memory`). A route is a row of arcs, each of which
begins where the one before it ends. What may be used once has a number: a stop (its spot), a piece of track.
"""

from __future__ import annotations

from engine.solver.compiled import Ints, compiled
from engine.solver.large.local import memory as at

MULTIPLIER, INCREMENT, MODULUS = 25214903917, 11, (1 << 48) - 1
OUT_GATE, OUT_BAR, IN_GATE, IN_BAR = 1, 2, 4, 8
"Bits of FLAGS: the end at which an arc leaves or enters a stop is a gate or a bar."


@compiled
def pick(m: Ints, count: int) -> int:
    """A number below ``count``, the next of a fixed series."""
    m[m[at.RANDOM]] = m[m[at.RANDOM]] * MULTIPLIER + INCREMENT & MODULUS
    return (m[m[at.RANDOM]] >> 17) % count


@compiled
def take(m: Ints, arc: int, change: int) -> None:
    """Count the track of an arc as used, or with -1 no more."""
    for i in range(m[m[at.BIT_FIRST] + arc], m[m[at.BIT_FIRST] + arc + 1]):
        m[m[at.USED] + m[m[at.BITS] + i]] += change


@compiled
def passes(m: Ints, came: int, goes: int) -> bool:
    """Whether a route may run through the node between two arcs."""
    before, after = m[m[at.FLAGS] + came], m[m[at.FLAGS] + goes]
    if before & IN_BAR or after & OUT_BAR:
        return False
    return m[m[at.PASSABLE] + m[m[at.TO] + came]] > 0 or before & IN_GATE > 0 or after & OUT_GATE > 0


@compiled
def is_free(m: Ints, arc: int) -> bool:
    """Whether nothing on the arc is used, and no water on it is one that the search stays away from now."""
    for i in range(m[m[at.BIT_FIRST] + arc], m[m[at.BIT_FIRST] + arc + 1]):
        if m[m[at.USED] + m[m[at.BITS] + i]]:
            return False
    for i in range(m[m[at.WATER_FIRST] + arc], m[m[at.WATER_FIRST] + arc + 1]):
        if m[m[at.CLOSED] + m[m[at.WATERS] + i]]:
            return False
    return True


@compiled
def close(m: Ints) -> None:
    """Stay away from all water that counts, or from some, or from none, by lot."""
    lot = pick(m, 4)
    for water in range(m[at.WATER_COUNT]):
        shut = lot > 1 or (lot == 1 and pick(m, 2) == 0)
        m[m[at.CLOSED] + water] = m[m[at.UNIT_COST] + water] if shut else 0


@compiled
def leg(m: Ints, train: int, start: int, goal: int, limit: int, out: int) -> int:
    """The fewest free arcs from start to goal, into ``out``; how many, or -1 if ``limit`` do not do."""
    m[m[at.MARK]] += 1
    stamp, through = m[m[at.MARK]], m[at.THROUGH] + m[m[at.SORT] + m[m[at.KIND] + train]] * m[at.NODES]
    head, tail, lot = 0, 1, pick(m, 8)
    m[m[at.QUEUE]] = start
    m[m[at.MARK] + start + 1] = stamp
    edge, deep = 1, 0
    while head < tail:
        if head == edge:
            edge, deep = tail, deep + 1
        if deep >= limit:
            return -1
        here = m[m[at.QUEUE] + head]
        head += 1
        first, count = m[m[at.FIRST] + here], m[m[at.FIRST] + here + 1] - m[m[at.FIRST] + here]
        for i in range(count):
            arc = first + (i + lot) % count
            there = m[m[at.TO] + arc]
            if m[m[at.MARK] + there + 1] == stamp:
                continue
            if there != goal:
                spot = m[m[at.SPOT] + there]
                ends = spot == m[m[at.SPOT] + start] or spot == m[m[at.SPOT] + goal]
                barred = spot >= 0 and (ends or m[m[at.USED] + spot] > 0) and not m[m[at.AGAIN] + there]
                if barred or not m[through + there]:
                    continue
            if not is_free(m, arc) or (here != start and not passes(m, m[m[at.BACK] + here], arc)):
                continue
            m[m[at.MARK] + there + 1] = stamp
            m[m[at.BACK] + there] = arc
            if there == goal:
                return unwound(m, start, goal, out)
            m[m[at.QUEUE] + tail] = there
            tail += 1
    return -1


@compiled
def unwound(m: Ints, start: int, goal: int, out: int) -> int:
    """The way that ``leg`` came, in running order; -1 when it uses some track twice."""
    count, node = 0, goal
    while node != start:
        m[out + count] = m[m[at.BACK] + node]
        node = m[m[at.SOURCE] + m[m[at.BACK] + node]]
        count += 1
    for i in range(count // 2):
        m[out + i], m[out + count - 1 - i] = (m[out + count - 1 - i], m[out + i])
    twice = False
    for i in range(count):
        for j in range(m[m[at.BIT_FIRST] + m[out + i]], m[m[at.BIT_FIRST] + m[out + i] + 1]):
            m[m[at.USED] + m[m[at.BITS] + j]] += 1
            if m[m[at.USED] + m[m[at.BITS] + j]] > 1:
                twice = True
    for i in range(count):
        take(m, m[out + i], -1)
    return -1 if twice else count


@compiled
def node_at(m: Ints, row: int, place: int) -> int:
    """The node after so many arcs of the route."""
    if place == 0:
        return m[m[at.START] + row]
    return m[m[at.TO] + m[m[at.PATH] + row * m[at.ROOM] + place - 1]]


@compiled
def load(m: Ints, train: int) -> None:
    """Mark what the train may not use: track of others, and its own track and stops."""
    for i in range(m[at.BIT_COUNT]):
        m[m[at.USED] + i] = 0
    own = m[at.BLOCKS] + m[m[at.SORT] + m[m[at.KIND] + train]] * m[at.SORT_COUNT]
    for other in range(m[at.TRAINS]):
        if other == train or m[m[at.KIND] + other] < 0:
            continue
        if m[own + m[m[at.SORT] + m[m[at.KIND] + other]]]:
            for i in range(m[m[at.LENGTH] + other]):
                arc = m[m[at.PATH] + other * m[at.ROOM] + i]
                for j in range(m[m[at.BIT_FIRST] + arc], m[m[at.BIT_FIRST] + arc + 1]):
                    if not m[m[at.COMMON] + m[m[at.BITS] + j]]:
                        m[m[at.USED] + m[m[at.BITS] + j]] += 1
    for i in range(m[m[at.LENGTH] + train]):
        take(m, m[m[at.PATH] + train * m[at.ROOM] + i], 1)
    if m[m[at.START] + train] >= 0:
        for place in range(m[m[at.LENGTH] + train] + 1):
            spot = m[m[at.SPOT] + node_at(m, train, place)]
            if spot >= 0:
                m[m[at.USED] + spot] = 1


@compiled
def take_stops(m: Ints, arcs: int, count: int, change: int) -> None:
    """Count stops on the way, the last one apart, as used."""
    for i in range(count - 1):
        spot = m[m[at.SPOT] + m[m[at.TO] + m[arcs + i]]]
        if spot >= 0:
            m[m[at.USED] + spot] += change


@compiled
def both_legs(m: Ints, train: int, before: int, stop: int, after: int, limit: int) -> int:
    """Two legs that share nothing, into ``out`` and ``other``: how many arcs, and -1 without them."""
    count = leg(m, train, before, stop, limit, m[at.OUT])
    if count < 0:
        return -1
    for i in range(count):
        take(m, m[m[at.OUT] + i], 1)
    take_stops(m, m[at.OUT], count, 1)
    more = leg(m, train, stop, after, limit - count, m[at.OTHER])
    for i in range(count):
        take(m, m[m[at.OUT] + i], -1)
    take_stops(m, m[at.OUT], count, -1)
    return -1 if more < 0 else count * m[at.ROOM] + more


@compiled
def splice(m: Ints, row: int, before: int, after: int, count: int) -> None:
    """Put ``kept`` arcs in the place of those from ``before`` to ``after``."""
    base, size = row * m[at.ROOM], m[m[at.LENGTH] + row]
    shift = count - (after - before)
    if shift > 0:
        for i in range(size - 1, after - 1, -1):
            m[m[at.PATH] + base + i + shift] = m[m[at.PATH] + base + i]
    elif shift < 0:
        for i in range(after, size):
            m[m[at.PATH] + base + i + shift] = m[m[at.PATH] + base + i]
    for i in range(count):
        m[m[at.PATH] + base + before + i] = m[m[at.KEPT] + i]
    m[m[at.LENGTH] + row] = size + shift


@compiled
def link(m: Ints, train: int, stop: int, before: int, after: int, limit: int) -> int:
    """Legs from one place over the stop to another, the track between being free, into OUT; or -1."""
    base = train * m[at.ROOM]
    for i in range(before, after):
        take(m, m[m[at.PATH] + base + i], -1)
    here, there = node_at(m, train, before), node_at(m, train, after)
    found = both_legs(m, train, here, stop, there, limit)
    for i in range(before, after):
        take(m, m[m[at.PATH] + base + i], 1)
    if found < 0:
        return -1
    count, more = found // m[at.ROOM], found % m[at.ROOM]
    for i in range(more):
        m[m[at.OUT] + count + i] = m[m[at.OTHER] + i]
    return count + more


@compiled
def way_in(m: Ints, train: int, stop: int, before: int, after: int, least: int) -> int:
    """Arcs, into OUT, that bring a stop in between two places, fewer than ``least`` more than now; or -1."""
    size = m[m[at.LENGTH] + train]
    if before >= 0 and after <= size:
        if m[m[at.ENDS] + stop]:
            return -1
        return link(m, train, stop, before, after, least - 1 + after - before)
    end = m[m[at.START] + train] if before < 0 else node_at(m, train, size)
    if size and m[m[at.ENDS] + end]:
        return -1
    if before < 0:
        return leg(m, train, stop, end, least - 1, m[at.OUT])
    return leg(m, train, end, stop, least - 1, m[at.OUT])


@compiled
def fewest(m: Ints, train: int, stop: int, before: int, after: int) -> int:
    """No fewer arcs bring the stop in between two places."""
    size, row, total = m[m[at.LENGTH] + train], m[m[at.ROW] + stop] * m[at.COLUMNS], 0
    if before >= 0:
        total += m[m[at.NEAR] + row + m[m[at.ROW] + node_at(m, train, before)]]
    if after <= size:
        total += m[m[at.NEAR] + row + m[m[at.ROW] + node_at(m, train, after)]]
    return total - after + before if before >= 0 and after <= size else total


@compiled
def hops(m: Ints) -> None:
    """Fill ``near``: the arcs between stops, whichever way and over whatever lies between."""
    count = m[at.NODES]
    for stop in range(m[at.NODES]):
        if m[m[at.ROW] + stop] < 0:
            continue
        m[m[at.MARK]] += 1
        m[m[at.QUEUE]], m[m[at.MARK] + stop + 1], m[m[at.BACK] + stop] = (stop, m[m[at.MARK]], 0)
        head, tail = 0, 1
        while head < tail:
            here = m[m[at.QUEUE] + head]
            head += 1
            if m[m[at.ROW] + here] >= 0:
                m[m[at.NEAR] + m[m[at.ROW] + stop] * m[at.COLUMNS] + m[m[at.ROW] + here]] = m[
                    m[at.BACK] + here
                ]
            for way in range(2):
                low, high = m[m[at.FIRST] + here], m[m[at.FIRST] + here + 1]
                if way:
                    low, high = m[m[at.BACK_FIRST] + here], m[m[at.BACK_FIRST] + here + 1]
                for i in range(low, high):
                    there = m[m[at.SOURCE] + m[m[at.BACK_ARCS] + i]] if way else m[m[at.TO] + i]
                    if m[m[at.MARK] + there + 1] != m[m[at.MARK]] and tail < count:
                        m[m[at.MARK] + there + 1], m[m[at.BACK] + there] = (
                            m[m[at.MARK]],
                            m[m[at.BACK] + here] + 1,
                        )
                        m[m[at.QUEUE] + tail] = there
                        tail += 1
