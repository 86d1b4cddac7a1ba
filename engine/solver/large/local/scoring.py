"""What a route of the local search earns a train of a kind: the rules of `Judge`, over the flat memory."""

from __future__ import annotations

from engine.solver.compiled import Ints, compiled
from engine.solver.large.local import memory as at
from engine.solver.large.local.kernels import node_at, passes

LOOKS = 400
"Ways to apply reductions that are tried for one route; so it may count more water than it must."


@compiled
def worth(m: Ints, row: int, kind: int) -> int:
    """What the route earns a train of the kind; 0 when it is not legal."""
    if kind < 0 or m[m[at.START] + row] < 0 or m[m[at.LENGTH] + row] == 0:
        return 0
    if m[at.ODD] and not obeys(m, row):
        return 0
    spare = m[m[at.REACH] + kind] - spent(m, row, kind)
    counts = m[at.TALLY]
    if spare < 0 or not m[counts + at.ANCHORED] or m[counts + at.STOPS] < m[m[at.FEWEST] + kind]:
        return 0
    more = extra(m, kind)
    return 0 if more < 0 else paid(m, kind, spare) + more


@compiled
def spent(m: Ints, row: int, kind: int) -> int:
    """How much of the reach of a train of the kind the route uses up."""
    tally(m, row, kind)
    return m[m[at.TALLY] + at.SPENT] + afloat(m, row, kind)


@compiled
def half(m: Ints) -> int:
    """How many values half a part of PAY has room for: all stops of a route may be two in one."""
    return 2 * (m[at.ROOM] + 2)


@compiled
def part(m: Ints, size: int) -> int:
    """Where PAY has what stops of a size are worth; the same undoubled is in the second half of the part."""
    return m[at.PAY] + size * 2 * half(m)


@compiled
def tally(m: Ints, row: int, kind: int) -> None:
    """Count what the route visits and crosses; what its stops are worth goes into PAY, best first."""
    m[m[at.SEEN]] += 1
    stamp, counts = m[m[at.SEEN]], m[at.TALLY]
    base, hexes = m[m[at.SORT] + kind] * m[at.NODES], m[m[at.HEXES] + kind]
    for i in range(7):
        m[counts + i] = 0
    for place in range(m[m[at.LENGTH] + row] + 1):
        node = node_at(m, row, place)
        if m[m[at.SPOT] + node] < 0 or m[m[at.SEEN] + 1 + node] == stamp:
            continue
        m[m[at.SEEN] + 1 + node] = stamp
        size = m[m[at.SIZE] + base + node]
        entry = counts + (at.SMALLS if size == 0 else at.LARGES if size == 1 else at.FREES)
        for _ in range(1 + m[m[at.TWIN] + base + node]):
            sort_in(m, part(m, size), m[entry], m[m[at.VALUE] + base + node], m[m[at.LESSER] + base + node])
            m[entry] += 1
        m[counts + at.STOPS] += 1
        m[counts + at.ANCHORED] += m[m[at.ANCHOR] + base + node]
    m[counts + at.SPENT] = 0 if hexes else m[counts + at.LARGES]
    for i in range(m[m[at.LENGTH] + row]):
        arc = m[m[at.PATH] + row * m[at.ROOM] + i]
        m[counts + at.CROSSED] += m[m[at.LAND] + arc]
        m[counts + at.SPENT] += hexes * m[m[at.BORDERS] + arc]


@compiled
def sort_in(m: Ints, base: int, count: int, value: int, lesser: int) -> None:
    """Put a value among ``count`` others, greatest first, and what goes with it into the second half."""
    i, shift = base + count, half(m)
    while i > base and m[i - 1] < value:
        m[i], m[i + shift] = m[i - 1], m[i - 1 + shift]
        i -= 1
    m[i], m[i + shift] = value, lesser


@compiled
def paid(m: Ints, kind: int, spare: int) -> int:
    """What the stops counted by `tally` pay; those that pay as large ones are put to the free ones."""
    counts = m[at.TALLY]
    larges, smalls, kept = m[counts + at.LARGES], m[counts + at.SMALLS], m[counts + at.FREES]
    total, small, large = 0, 0, 0
    while small < min(smalls, m[m[at.TOWNS] + kind]):
        total += m[part(m, 0) + small]
        small += 1
    slots = larges + smalls + kept if m[m[at.HEXES] + kind] else larges + spare
    slots = min(slots, m[m[at.MOST] + kind])
    if not m[m[at.FILL] + kind]:
        slots, smalls = min(slots, larges), small
    forced, shift = kept == 0, half(m)
    for slot in range(slots):
        best = large < larges and (small >= smalls or m[part(m, 1) + large] >= m[part(m, 0) + small])
        if best or (slot == 0 and forced and larges > 0):
            sort_in(m, part(m, 2), kept, m[part(m, 1) + large], m[part(m, 1) + shift + large])
            large += 1
            kept += 1
        elif small < smalls:
            total += m[part(m, 0) + small]
            small += 1
    for i in range(kept):
        total += m[part(m, 2) + i + (0 if i < m[m[at.DOUBLED] + kind] else shift)]
    return total


@compiled
def extra(m: Ints, kind: int) -> int:
    """Bonuses of the route that was counted last, and what any route earns; -1 where it must earn another."""
    total, stamp = m[m[at.BASE] + kind], m[m[at.SEEN]]
    for bonus in range(m[m[at.BONUS_FIRST] + kind], m[m[at.BONUS_FIRST] + kind + 1]):
        whole = m[m[at.TALLY] + at.CROSSED] > 0 or not m[m[at.BONUS_LAND] + bonus]
        for group in range(m[m[at.GROUP_FIRST] + bonus], m[m[at.GROUP_FIRST] + bonus + 1]):
            there = False
            for i in range(m[m[at.STOP_FIRST] + group], m[m[at.STOP_FIRST] + group + 1]):
                if m[m[at.SEEN] + 1 + m[m[at.GROUP_STOP] + i]] == stamp:
                    there = True
            whole = whole and there
        if whole:
            total += m[m[at.BONUS_MONEY] + bonus]
        elif m[m[at.BONUS_MUST] + bonus]:
            return -1
    return total


@compiled
def obeys(m: Ints, row: int) -> bool:
    """Whether the route passes no stop where it may not, and crosses the sea as it may."""
    base, dry = m[at.PATH] + row * m[at.ROOM], True
    for i in range(m[m[at.LENGTH] + row]):
        arc = m[base + i]
        here, there, land = m[m[at.SOURCE] + arc], m[m[at.TO] + arc], m[m[at.LAND] + arc] > 0
        if i > 0 and m[m[at.SPOT] + here] >= 0 and not passes(m, m[base + i - 1], arc):
            return False
        sea, before = m[m[at.ZONE] + there], m[m[at.ZONE] + here]
        if sea < 0:
            dry = land if before >= 0 else dry or land
            continue
        if before < 0:
            if not dry and not land:
                return False
            m[m[at.ZONE_MARK]] += 1
        elif m[m[at.ZONE_MARK] + 1 + sea] == m[m[at.ZONE_MARK]]:
            return False
        m[m[at.ZONE_MARK] + 1 + sea] = m[m[at.ZONE_MARK]]
    return True


@compiled
def afloat(m: Ints, row: int, kind: int) -> int:
    """The units of water that count, after reductions; `tally` has looked at the route."""
    if not m[at.WATER_COUNT]:
        return 0
    for water in range(m[at.WATER_COUNT]):
        m[m[at.UNITS] + water] = 0
        m[m[at.TAKEN] + water] = -1
    total, m[at.MET_COUNT] = 0, 0
    for i in range(m[m[at.LENGTH] + row]):
        arc = m[m[at.PATH] + row * m[at.ROOM] + i]
        for j in range(m[m[at.WATER_FIRST] + arc], m[m[at.WATER_FIRST] + arc + 1]):
            water = m[m[at.WATERS] + j]
            cost, known = m[m[at.UNIT_COST] + water], m[m[at.UNITS] + water]
            if cost > 0 and known == 0:
                m[m[at.MET] + m[at.MET_COUNT]] = water
                m[at.MET_COUNT] += 1
            if known == 0 or not m[m[at.FERRY] + water]:
                m[m[at.UNITS] + water] += cost
                total += cost
    first, last = m[m[at.CUT_FIRST] + kind], m[m[at.CUT_FIRST] + kind + 1]
    if total == 0 or first == last:
        return total
    for cut in range(first, last):
        m[m[at.READY] + cut] = m[m[at.CUT_AMOUNT] + cut] if is_ready(m, cut) else 0
    m[at.BUDGET] = LOOKS
    return total - reduced(m, first, last, m[m[at.READY] + first], total)


@compiled
def is_ready(m: Ints, cut: int) -> bool:
    """Whether the route that was counted last visits a stop that the reduction asks for."""
    low, high = m[m[at.CUT_STOP_FIRST] + cut], m[m[at.CUT_STOP_FIRST] + cut + 1]
    found = low == high
    for i in range(low, high):
        if m[m[at.SEEN] + 1 + m[m[at.CUT_STOPS] + i]] == m[m[at.SEEN]]:
            found = True
    return found


@compiled
def reduced(m: Ints, cut: int, last: int, left: int, rest: int) -> int:
    """The most of the ``rest`` of the units taken off by ``left`` more of a reduction and those after it."""
    if rest == 0 or cut >= last or m[at.BUDGET] <= 0:
        return 0
    m[at.BUDGET] -= 1
    best = 0
    if left > 0:
        for i in range(m[at.MET_COUNT]):
            water = m[m[at.MET] + i]
            if best < rest and m[m[at.UNITS] + water] > 0 and applies(m, cut, left, water):
                before = m[m[at.TAKEN] + water]
                m[m[at.UNITS] + water] -= 1
                m[m[at.TAKEN] + water] = cut
                best = max(best, 1 + reduced(m, cut, last, left - 1, rest - 1))
                m[m[at.UNITS] + water] += 1
                m[m[at.TAKEN] + water] = before
    if best < rest and cut + 1 < last:
        best = max(best, reduced(m, cut + 1, last, m[m[at.READY] + cut + 1], rest))
    return best


@compiled
def applies(m: Ints, cut: int, left: int, water: int) -> bool:
    """Whether a reduction of which so much is left may take a unit of the water off."""
    count = m[at.WATER_COUNT]
    if not m[m[at.CUT_ABUT] + cut] or left == m[m[at.READY] + cut]:
        return m[m[at.CUT_WATER] + cut * count + water] > 0
    if m[m[at.TAKEN] + water] == cut:
        return m[m[at.FERRY] + water] > 0
    for i in range(m[at.MET_COUNT]):
        other = m[m[at.MET] + i]
        if m[m[at.TAKEN] + other] == cut and m[m[at.ABUTS] + other * count + water]:
            return True
    return False
