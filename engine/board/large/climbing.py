"""The local search itself: ruin a route or two, build up again, keep what is not much worse."""

from __future__ import annotations

from . import memory as at
from .compiled import Ints, compiled
from .kernels import insert, leg, load, node_at, pick, spent, splice, take

TRIES = 14
"Stops in a row that cannot be reached before a route is left as it is."
DETOUR, ROUNDABOUT = (8, 60)
"The most arcs that a small and a large stop may add to a route."


@compiled
def worth(m: Ints, train: int) -> int:
    """What the route of a train earns; 0 without a second stop or an anchor."""
    count, smalls, used, anchored, free = 0, 0, 0, False, 0
    base, half = train * m[at.NODES], m[at.PAY_ROOM] // 2
    for place in range(m[m[at.LENGTH] + train] + 1):
        node = node_at(m, train, place)
        if m[m[at.SPOT] + node] >= 0:
            anchored = anchored or m[m[at.ANCHOR] + base + node] > 0
            value, size = m[m[at.VALUE] + base + node], m[m[at.SIZE] + base + node]
            if size == 2:
                free += value
            elif size == 1:
                used += 1 - m[m[at.HEXES] + train]
                sort_in(m, 0, count, value)
                count += 1
            else:
                sort_in(m, half, smalls, value)
                smalls += 1
    if not anchored or m[m[at.LENGTH] + train] == 0:
        return 0
    for i in range(m[m[at.LENGTH] + train]):
        used += m[m[at.COST] + train * m[at.ARCS] + m[m[at.PATH] + train * m[at.ROOM] + i]]
    return free + paid(m, train, count, smalls, used) + extra(m, train)


@compiled
def sort_in(m: Ints, base: int, count: int, value: int) -> None:
    """Put a value among ``count`` others, greatest first."""
    i = base + count
    while i > base and m[m[at.PAY] + i - 1] < value:
        m[m[at.PAY] + i] = m[m[at.PAY] + i - 1]
        i -= 1
    m[m[at.PAY] + i] = value


@compiled
def paid(m: Ints, train: int, larges: int, smalls: int, used: int) -> int:
    """What large and small stops pay, of which table PAY has the values."""
    half, total, small = m[at.PAY_ROOM] // 2, 0, 0
    while small < min(smalls, m[m[at.TOWNS] + train]):
        total += m[m[at.PAY] + half + small]
        small += 1
    slots = larges + smalls if m[m[at.HEXES] + train] else larges + m[m[at.REACH] + train] - used
    slots = min(slots, m[m[at.MOST] + train])
    if not m[m[at.FILL] + train]:
        slots, smalls = min(slots, larges), small
    large = 0
    for slot in range(slots):
        if large < larges and (
            slot == 0 or small >= smalls or m[m[at.PAY] + large] >= m[m[at.PAY] + half + small]
        ):
            total += m[m[at.PAY] + large]
            large += 1
        elif small < smalls:
            total += m[m[at.PAY] + half + small]
            small += 1
    return total


@compiled
def extra(m: Ints, train: int) -> int:
    """Bonuses of the route, and what any route earns."""
    total = m[m[at.BASE] + train]
    for bonus in range(m[m[at.BONUS_FIRST] + train], m[m[at.BONUS_FIRST] + train + 1]):
        whole = True
        for group in range(m[m[at.GROUP_FIRST] + bonus], m[m[at.GROUP_FIRST] + bonus + 1]):
            there = False
            for i in range(m[m[at.STOP_FIRST] + group], m[m[at.STOP_FIRST] + group + 1]):
                there = there or visits(m, train, m[m[at.GROUP_STOP] + i])
            whole = whole and there
        if whole:
            total += m[m[at.BONUS_MONEY] + bonus]
    return total


@compiled
def visits(m: Ints, train: int, stop: int) -> bool:
    """Whether the route comes to the stop."""
    found = False
    for place in range(m[m[at.LENGTH] + train] + 1):
        found = found or node_at(m, train, place) == stop
    return found


@compiled
def begin(m: Ints, train: int) -> None:
    """A route that is but an anchor, which is drawn by lot."""
    base, count = train * m[at.NODES], 0
    for node in range(m[at.NODES]):
        if m[m[at.ANCHOR] + base + node]:
            count += 1
    lot = pick(m, count)
    for node in range(m[at.NODES]):
        if m[m[at.ANCHOR] + base + node]:
            if lot == 0:
                m[m[at.START] + train] = node
            lot -= 1
    m[m[at.LENGTH] + train] = 0


@compiled
def ruin(m: Ints, train: int) -> bool:
    """Take a part out of the route, or all of it; whether what is left holds together."""
    count = 0
    for place in range(m[m[at.LENGTH] + train] + 1):
        if m[m[at.SPOT] + node_at(m, train, place)] >= 0:
            m[m[at.ORDER] + count] = place
            count += 1
    if count < 3 or pick(m, 10) < 2:
        begin(m, train)
        load(m, train)
        return True
    gap = 1 + pick(m, max(1, count // 2))
    first = pick(m, count - gap + 1)
    size = m[m[at.LENGTH] + train]
    if first == 0:
        m[m[at.START] + train] = node_at(m, train, m[m[at.ORDER] + gap])
        splice(m, train, 0, m[m[at.ORDER] + gap], 0)
    elif first + gap >= count:
        splice(m, train, m[m[at.ORDER] + first - 1], size, 0)
    else:
        before, after = m[m[at.ORDER] + first - 1], m[m[at.ORDER] + first + gap]
        here, there = node_at(m, train, before), node_at(m, train, after)
        for place in range(before, after):
            spot = m[m[at.SPOT] + m[m[at.TO] + m[m[at.PATH] + train * m[at.ROOM] + place]]]
            take(m, m[m[at.PATH] + train * m[at.ROOM] + place], -1)
            if spot >= 0:
                m[m[at.USED] + spot] = 0
        found = leg(m, here, there, ROUNDABOUT, m[at.KEPT])
        if found < 0 or size + found >= m[at.ROOM]:
            return False
        splice(m, train, before, after, found)
    load(m, train)
    return True


@compiled
def build(m: Ints, train: int, noise: int, guided: int) -> None:
    """Bring in further stops, those first that promise most; large ones, then small ones."""
    base = train * m[at.NODES]
    for node in range(m[at.NODES]):
        value = m[m[at.VALUE] + base + node]
        m[m[at.KEY] + node] = 0
        if m[m[at.SPOT] + node] >= 0 and value > 0:
            m[m[at.KEY] + node] = value * 16 + pick(m, noise * 16 + 1) + guided * m[m[at.GUIDE] + base + node]
    for large in range(1, -1, -1):
        tries = 0
        while tries < TRIES:
            room = m[m[at.REACH] + train] - spent(m, train)
            if room < large:
                break
            if not large and smalls(m, train) >= m[m[at.TOWNS] + train] + m[m[at.FILL] + train] * room:
                break
            stop = promising(m, train, large)
            if stop < 0:
                break
            m[m[at.KEY] + stop] = 0
            if insert(
                m, train, stop, ROUNDABOUT if large else DETOUR, room - large * (1 - m[m[at.HEXES] + train])
            ):
                tries = 0
            else:
                tries += 1


@compiled
def smalls(m: Ints, train: int) -> int:
    """How many small stops the route visits."""
    total = 0
    for place in range(m[m[at.LENGTH] + train] + 1):
        node = node_at(m, train, place)
        if m[m[at.SPOT] + node] >= 0 and m[m[at.SIZE] + train * m[at.NODES] + node] == 0:
            total += 1
    return total


@compiled
def promising(m: Ints, train: int, large: int) -> int:
    """The stop with the greatest key that the route does not visit; -1 when none is left."""
    best, found = 0, -1
    for node in range(m[at.NODES]):
        if m[m[at.KEY] + node] > best and not m[m[at.USED] + m[m[at.SPOT] + node]]:
            is_large = m[m[at.SIZE] + train * m[at.NODES] + node] > 0
            if is_large == (large > 0):
                best, found = m[m[at.KEY] + node], node
    return found


@compiled
def copy(m: Ints, path: int, length: int, start: int, new_path: int, new_length: int, new_start: int) -> None:
    """Copy the routes from one set of tables to another."""
    for train in range(m[at.TRAINS]):
        m[new_length + train], m[new_start + train] = m[length + train], m[start + train]
        for i in range(train * m[at.ROOM], train * m[at.ROOM] + m[length + train]):
            m[new_path + i] = m[path + i]


@compiled
def keep_best(m: Ints) -> None:
    """Remember the routes as the best ones."""
    copy(m, m[at.PATH], m[at.LENGTH], m[at.START], m[at.BEST_PATH], m[at.BEST_LENGTH], m[at.BEST_START])


@compiled
def return_to_best(m: Ints) -> None:
    """Go on from the best routes."""
    copy(m, m[at.BEST_PATH], m[at.BEST_LENGTH], m[at.BEST_START], m[at.PATH], m[at.LENGTH], m[at.START])


@compiled
def keep_spare(m: Ints) -> None:
    """Remember the routes before a change."""
    copy(m, m[at.PATH], m[at.LENGTH], m[at.START], m[at.SPARE_PATH], m[at.SPARE_LENGTH], m[at.SPARE_START])


@compiled
def undo(m: Ints) -> None:
    """Take the change back."""
    copy(m, m[at.SPARE_PATH], m[at.SPARE_LENGTH], m[at.SPARE_START], m[at.PATH], m[at.LENGTH], m[at.START])


@compiled
def climb(m: Ints, rounds: int, target: int, heat: int) -> int:
    """Search on for some rounds, or until all earn ``target``; the money of the best set that is known.

    ``money``: the current sum, the best sum, and rounds since the best was found.
    """
    trains = m[at.TRAINS]
    for _ in range(rounds):
        if m[m[at.MONEY] + 1] >= target:
            break
        m[m[at.MONEY] + 2] += 1
        if m[m[at.MONEY] + 2] > 1500:
            return_to_best(m)
            m[m[at.MONEY]], m[m[at.MONEY] + 2] = (m[m[at.MONEY] + 1], 0)
        keep_spare(m)
        one = pick(m, trains)
        two = pick(m, trains) if pick(m, 2) else one
        total = changed(m, one, two)
        lost = m[m[at.MONEY]] - total
        if total < 0 or (lost > 0 and pick(m, 1024) * (heat + lost) ** 3 >= 1024 * heat**3):
            undo(m)
        else:
            m[m[at.MONEY]] = total
            if total > m[m[at.MONEY] + 1]:
                m[m[at.MONEY] + 1], m[m[at.MONEY] + 2] = (total, 0)
                keep_best(m)
    return m[m[at.MONEY] + 1]


@compiled
def changed(m: Ints, one: int, two: int) -> int:
    """Ruin and rebuild one or two routes; what all routes earn then, -1 when that failed."""
    guided = pick(m, 2)
    noise = 15 * pick(m, 5)
    load(m, one)
    if not ruin(m, one):
        return -1
    if two != one:
        load(m, two)
        if not ruin(m, two):
            return -1
        load(m, one)
    build(m, one, noise, guided)
    if two != one:
        load(m, two)
        build(m, two, noise, guided)
    total = 0
    for train in range(m[at.TRAINS]):
        total += worth(m, train)
    return total
