"""The local search: parts of a route are taken out, stops are brought in."""

from __future__ import annotations

from engine.solver.compiled import Ints, compiled
from engine.solver.large.local import memory as at
from engine.solver.large.local.kernels import fewest, leg, load, node_at, pick, splice, take, way_in
from engine.solver.large.local.scoring import obeys, spent

TRIES = 14
"Stops in a row that cannot be reached before a route is left as it is."
NEAREST, FAR = (12, 1 << 20)
"Places in a route that are tried for a stop; a place that was."
SHORT = 6
"One route of so many is left short, for others to have more track."
DETOUR, ROUNDABOUT = (8, 60)
"The most arcs that a small and a large stop may add to a route."


@compiled
def begin(m: Ints, train: int) -> None:
    """A route that is but an anchor, which is drawn by lot; none for a train that stays at home."""
    kind = m[m[at.KIND] + train]
    m[m[at.LENGTH] + train], m[m[at.START] + train] = 0, -1
    if kind >= 0:
        row = m[at.ANCHOR_FIRST] + m[m[at.SORT] + kind]
        first, last = m[row], m[row + 1]
        if last > first:
            m[m[at.START] + train] = m[m[at.ANCHORS] + first + pick(m, last - first)]


@compiled
def ruin(m: Ints, train: int) -> bool:
    """Take a part out of the route, or all of it; whether what is left holds together."""
    count = 0
    if m[m[at.START] + train] >= 0:
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
        if not bridged(m, train, before, after):
            return False
    load(m, train)
    return not m[at.ODD] or obeys(m, train)


@compiled
def bridged(m: Ints, train: int, before: int, after: int) -> bool:
    """Put the fewest arcs in the place of those between two stops of the route; whether there are any."""
    here, there = node_at(m, train, before), node_at(m, train, after)
    for place in range(before, after):
        spot = m[m[at.SPOT] + m[m[at.TO] + m[m[at.PATH] + train * m[at.ROOM] + place]]]
        take(m, m[m[at.PATH] + train * m[at.ROOM] + place], -1)
        if spot >= 0:
            m[m[at.USED] + spot] = 0
    found = leg(m, train, here, there, ROUNDABOUT, m[at.KEPT])
    if found < 0 or m[m[at.LENGTH] + train] + found >= m[at.ROOM]:
        return False
    splice(m, train, before, after, found)
    return True


@compiled
def build(m: Ints, train: int, noise: int, guided: int) -> None:
    """Bring in further stops, those first that promise most; large ones, then small ones."""
    kind = m[m[at.KIND] + train]
    if kind < 0 or m[m[at.START] + train] < 0:
        return
    court(m, train, kind)
    quota = 1 + pick(m, 4) if pick(m, SHORT) == 0 else m[at.ROOM]
    mixed = m[m[at.FILL] + kind] > 1 and pick(m, 2) > 0
    base = m[m[at.SORT] + kind] * m[at.NODES]
    for node in range(m[at.NODES]):
        value = m[m[at.VALUE] + base + node]
        m[m[at.KEY] + node] = 0
        if m[m[at.SPOT] + node] >= 0 and value > 0:
            value *= 1 + m[m[at.TWIN] + base + node]
            m[m[at.KEY] + node] = value * 16 + pick(m, noise * 16 + 1) + guided * m[m[at.GUIDE] + base + node]
    for turn in range(3):
        tries = 0
        least, most = (0 if mixed else 1, 2) if turn == 0 else (2, 2) if turn == 1 else (0, 0)
        while tries < TRIES and quota > 0:
            room = m[m[at.REACH] + kind] - spent(m, train, kind)
            smalls, places = m[m[at.TALLY] + at.SMALLS], 0
            if m[m[at.FILL] + kind]:
                places = room + (m[m[at.TALLY] + at.LARGES] if m[m[at.FILL] + kind] > 1 else 0)
            if turn == 0 and room < 1:
                break
            enough = m[m[at.TALLY] + at.STOPS] >= m[m[at.FEWEST] + kind]
            if turn == 2 and enough and smalls >= m[m[at.TOWNS] + kind] + places:
                break
            stop = promising(m, base, least, most)
            if stop < 0:
                break
            m[m[at.KEY] + stop] = 0
            tries += 1
            if insert(m, train, stop, ROUNDABOUT if turn < 2 else DETOUR, room):
                tries, quota = 0, quota - 1


@compiled
def court(m: Ints, train: int, kind: int) -> None:
    """Bring in a stop, drawn by lot, of each group of what earns a bonus or must be visited."""
    for bonus in range(m[m[at.BONUS_FIRST] + kind], m[m[at.BONUS_FIRST] + kind + 1]):
        if not m[m[at.BONUS_MUST] + bonus] and pick(m, 2):
            continue
        for group in range(m[m[at.GROUP_FIRST] + bonus], m[m[at.GROUP_FIRST] + bonus + 1]):
            low, high = m[m[at.STOP_FIRST] + group], m[m[at.STOP_FIRST] + group + 1]
            there = False
            for i in range(low, high):
                if m[m[at.USED] + m[m[at.SPOT] + m[m[at.GROUP_STOP] + i]]]:
                    there = True
            if not there and high > low:
                stop = m[m[at.GROUP_STOP] + low + pick(m, high - low)]
                insert(m, train, stop, ROUNDABOUT, m[m[at.REACH] + kind] - spent(m, train, kind))


@compiled
def promising(m: Ints, base: int, least: int, most: int) -> int:
    """The stop of these sizes with the greatest key that the route does not visit; -1 when none is left."""
    best, found = 0, -1
    for node in range(m[at.NODES]):
        size = m[m[at.SIZE] + base + node]
        better = m[m[at.KEY] + node] > best and least <= size <= most
        if better and not m[m[at.USED] + m[m[at.SPOT] + node]]:
            best, found = m[m[at.KEY] + node], node
    return found


@compiled
def insert(m: Ints, train: int, stop: int, longest: int, room: int) -> bool:
    """Bring a stop into the route where that takes the fewest arcs; ``room`` is what is left of the reach.

    Only the places that are nearest are tried.
    """
    size, least, place, until, parts = m[m[at.LENGTH] + train], longest + 1, -2, -2, 0
    gaps, many = m[at.GAPS], listed(m, train, stop)
    for _ in range(min(many, NEAREST)):
        near = 0
        for i in range(many):
            if m[gaps + 3 * i] < m[gaps + 3 * near]:
                near = i
        if m[gaps + 3 * near] >= least:
            break
        before, after = m[gaps + 3 * near + 1], m[gaps + 3 * near + 2]
        m[gaps + 3 * near] = FAR
        count, low, high = way_in(m, train, stop, before, after, least), max(before, 0), min(after, size)
        gone = count - high + low
        if count >= 0 and gone < least and size + gone < m[at.ROOM]:
            start = stop if before < 0 else m[m[at.START] + train]
            if fits(m, train, start, low, high, count, stop, room):
                least, place, until, parts = gone, before, high, count
                for i in range(count):
                    m[m[at.KEPT] + i] = m[m[at.OUT] + i]
    if place < -1:
        return False
    if place < 0:
        m[m[at.START] + train] = stop
    splice(m, train, max(place, 0), until, parts)
    load(m, train)
    return True


@compiled
def listed(m: Ints, train: int, stop: int) -> int:
    """List the places where a stop may come into the route, each with the fewest arcs; how many there are."""
    size, many, before, after = m[m[at.LENGTH] + train], 0, -1, 0
    while before <= size:
        entry = m[at.GAPS] + 3 * many
        m[entry], m[entry + 1], m[entry + 2] = fewest(m, train, stop, before, after), before, after
        many += 1
        before, after = after, after + 1
        while after <= size and m[m[at.SPOT] + node_at(m, train, after)] < 0:
            after += 1
    return many


@compiled
def fits(m: Ints, train: int, start: int, before: int, after: int, count: int, stop: int, room: int) -> bool:
    """Whether the train may run so if the arcs in OUT replace those between two places."""
    kind, base, total = m[m[at.KIND] + train], m[at.PATH] + train * m[at.ROOM], 0
    if not m[at.ODD]:
        if not m[m[at.HEXES] + kind]:
            return room >= (m[m[at.SIZE] + m[m[at.SORT] + kind] * m[at.NODES] + stop] == 1)
        for i in range(count):
            total += m[m[at.BORDERS] + m[m[at.OUT] + i]]
        for place in range(before, after):
            total -= m[m[at.BORDERS] + m[base + place]]
        return total <= room
    trial, row = m[at.PATH] + m[at.TRAINS] * m[at.ROOM], m[at.TRAINS]
    for place in range(before):
        m[trial + place] = m[base + place]
    for i in range(count):
        m[trial + before + i] = m[m[at.OUT] + i]
    shift, size = count - after + before, m[m[at.LENGTH] + train]
    for place in range(after, size):
        m[trial + place + shift] = m[base + place]
    m[m[at.START] + row], m[m[at.LENGTH] + row] = start, size + shift
    return obeys(m, row) and spent(m, row, kind) <= m[m[at.REACH] + kind]
