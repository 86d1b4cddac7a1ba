"""The inner loops of the growth of sets (see `growth`) over one flat memory ``m``: machine code by numba.

Entry ``i`` of table RAWS is ``m[m[RAWS] + i]``. Runs are rows: those of a unit from BEGINS, best raw first;
what a row scores are the THINGS from FIRST on.
"""

from __future__ import annotations

from engine.solver.compiled import Ints, compiled

NOTHING = -(1 << 40)
"""Less than anything is worth."""
FLOOR, DEPTH, STEPS, IDLE, GROUP, ONE, EXACT, ROWS, ENTRIES, AFTER, LESS, DUE = range(12)
"""Numbers: the least value that is wanted, the depth of the set so far, steps left, idle units, their group,
whether one best set is wanted, the mask of the exact things, rows, entries of SEEN; of the row that fits the
value of the set with it, and prices that it takes; idle units that must run."""
BEGINS, AGAIN, STRIDES, COUNTS, RAWS, BONUS, MEETS, MASKS, FIRST, THINGS = range(12, 22)
WORTH, PRICES, BOUNDS, COVERED, FRAMES, SEEN, PICKED = range(22, 29)
HEAD = 29
"""Tables by unit, by row (with THINGS), by thing, and the rest."""
TRIED, MET, VALUE, DEAR, WORDS = range(5)
PARTS, WORD = 4, 60
FRAME = WORDS + PARTS
"""A frame, one for each run of the set: the row that is tried next; what the runs before it meet, earn, leave
of the prices, and score (in words of so many bits)."""
ENTRY, PRIME = FRAME - 1, 1_000_003
ENDED, FOUND, PAUSED = -1, -2, -3


@compiled
def ranked(m: Ints, best: Ints, keys: Ints, begin: int, end: int, sums: Ints, into: Ints, out: Ints) -> int:
    """The keys of some rows, and what these earn beyond, without keys that a wider one beats; how many."""
    for i in range(len(best)):
        best[i] = NOTHING
    for i in range(begin, end):
        best[keys[i]] = max(best[keys[i]], m[m[RAWS] + i] - sums[keys[i]])
    count = 0
    for key in range(len(best) - 1, -1, -1):
        beaten = best[key] == NOTHING
        for i in range(count):
            if into[i] & key == key and out[i] >= best[key]:
                beaten = True
        if not beaten:
            into[count], out[count] = key, best[key]
            count += 1
    return count


@compiled
def gain(m: Ints, here: int, before: int, keys: Ints, beyond: Ints, count: int, sums: Ints) -> None:
    """What some units gain at most, by what is scored: one of them with these keys, then the others."""
    size = len(sums)
    here, before = m[BOUNDS] + here * size, m[BOUNDS] + before * size
    for scored in range(size):
        free = size - 1 - scored
        best = m[before + scored]
        for i in range(count):
            best = max(best, beyond[i] + sums[keys[i] & free] + m[before + (scored | keys[i])])
        m[here + scored] = best


@compiled
def unit_of(m: Ints, row: int) -> int:
    """The unit of a row."""
    unit = 0
    while m[m[BEGINS] + unit + 1] <= row:
        unit += 1
    return unit


@compiled
def barred(m: Ints, row: int, again: int) -> bool:
    """Whether sets with this row were tried instead of one of the rows so far."""
    meets = m[m[MEETS] + row]
    for depth in range(m[DEPTH]):
        at = m[FRAMES] + depth * FRAME
        if (row < m[at + TRIED] or (row == m[at + TRIED] and not again)) and meets & m[at + MET]:
            return True
    return False


@compiled
def fits(m: Ints, at: int, row: int, others: int) -> bool:
    """Whether the floor can be reached with this row next; ``others``: the bounds of the units then idle."""
    after, less = m[at + VALUE] + m[m[BONUS] + row], 0
    for i in range(m[m[FIRST] + row], m[m[FIRST] + row + 1]):
        thing = m[m[THINGS] + i]
        if m[m[COVERED] + thing] == 0:
            after += m[m[WORTH] + thing]
            less += m[m[PRICES] + thing]
    m[AFTER], m[LESS] = after, less
    if m[IDLE] > 1:
        after += m[at + DEAR] - less + m[others + ((m[at + WORDS] | m[m[MASKS] + row * PARTS]) & m[EXACT])]
    return after >= m[FLOOR]


@compiled
def following(m: Ints, at: int) -> int:
    """The next row that fits the set; PAUSED when the steps are used up, ENDED when none is left."""
    row, met = m[at + TRIED], m[at + MET]
    while row < m[ROWS]:
        unit = unit_of(m, row)
        end = m[m[BEGINS] + unit + 1]
        if m[m[COUNTS] + unit] == 0:
            row = end
            continue
        others = m[BOUNDS] + (m[GROUP] - m[m[STRIDES] + unit]) * (m[EXACT] + 1)
        least = m[FLOOR] - m[at + VALUE] - m[at + DEAR] - m[others + (m[at + WORDS] & m[EXACT])]
        again = m[m[AGAIN] + unit]
        while row < end and m[m[RAWS] + row] >= least:
            m[at + TRIED] = row
            if m[STEPS] <= 0:
                return PAUSED
            m[STEPS] -= 1
            if m[m[MEETS] + row] & met and not barred(m, row, again) and fits(m, at, row, others):
                return row
            row += 1
        row = end
    return ENDED


@compiled
def known(m: Ints, at: int, group: int) -> bool:
    """Whether sets were grown before from the same things and stations with the same units; else note it."""
    place = group + m[at + MET] % PRIME
    for i in range(PARTS):
        place = (place * 31 + m[at + WORDS + i] % PRIME) % PRIME
    seen = m[SEEN] + place % m[ENTRIES] * ENTRY
    same = m[seen] == group + 1 and m[seen + 1] == m[at + MET] and m[seen + 2] >= m[at + VALUE]
    for i in range(PARTS):
        same = same and m[seen + 3 + i] == m[at + WORDS + i]
    if not same:
        m[seen], m[seen + 1], m[seen + 2] = group + 1, m[at + MET], m[at + VALUE]
        for i in range(PARTS):
            m[seen + 3 + i] = m[at + WORDS + i]
    return same


@compiled
def take(m: Ints, row: int, change: int) -> None:
    """Add a row to the set, or with -1 take the last one back."""
    unit = unit_of(m, row)
    m[DEPTH] += change
    m[IDLE] -= change
    m[GROUP] -= change * m[m[STRIDES] + unit]
    m[m[COUNTS] + unit] -= change
    m[DUE] -= change * m[m[AGAIN] + unit]
    for i in range(m[m[FIRST] + row], m[m[FIRST] + row + 1]):
        m[m[COVERED] + m[m[THINGS] + i]] += change


@compiled
def pick(m: Ints) -> None:
    """Write down the rows of the set, -1 and the value."""
    for depth in range(m[DEPTH] + 1):
        m[m[PICKED] + 1 + depth] = m[m[FRAMES] + depth * FRAME + TRIED]
    m[m[PICKED] + 2 + m[DEPTH]] = -1
    m[m[PICKED]] = m[AFTER]


@compiled
def push(m: Ints, at: int, row: int) -> None:
    """The frame below: the set with one more row."""
    below = at + FRAME
    m[below + TRIED], m[below + MET] = 0, m[at + MET] | m[m[MEETS] + row]
    m[below + VALUE], m[below + DEAR] = m[AFTER], m[at + DEAR] - m[LESS]
    for i in range(PARTS):
        m[below + WORDS + i] = m[at + WORDS + i] | m[m[MASKS] + row * PARTS + i]


@compiled
def grow(m: Ints) -> int:
    """Go on until a set reaches the floor (FOUND), all are tried (ENDED) or the steps are used up."""
    while True:
        at = m[FRAMES] + m[DEPTH] * FRAME
        row = following(m, at)
        if row == PAUSED or (row == ENDED and m[DEPTH] == 0):
            return row
        if row == ENDED:
            before = at - FRAME
            take(m, m[before + TRIED], -1)
            m[before + TRIED] += 1
            continue
        reached = m[AFTER] >= m[FLOOR] and m[DUE] == m[m[AGAIN] + unit_of(m, row)]
        if reached:
            pick(m)
        push(m, at, row)
        group = m[GROUP] - m[m[STRIDES] + unit_of(m, row)]
        if m[IDLE] == 1 or (m[ONE] and known(m, at + FRAME, group)):
            m[at + TRIED] = row + 1
        else:
            take(m, row, 1)
        if reached:
            return FOUND
