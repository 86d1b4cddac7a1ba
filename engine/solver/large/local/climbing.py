"""The local search itself: ruin a route or two, build up again, keep what is not much worse."""

from __future__ import annotations

from engine.solver.compiled import Ints, compiled
from engine.solver.large.local import memory as at
from engine.solver.large.local.building import begin, build, ruin
from engine.solver.large.local.kernels import close, load, node_at, pick
from engine.solver.large.local.scoring import worth

VAIN, AFRESH = (2000, 3)
"Rounds in vain after which the search goes on from the best set, or in one of so many cases anew."
SWITCH = 6
"One round of so many tries another way to use the trains, if there are several."


@compiled
def copy(m: Ints, source: int, target: int) -> None:
    """Copy the routes of all trains from the rows that begin at one to those that begin at another."""
    room = m[at.ROOM]
    for train in range(m[at.TRAINS]):
        one, other = source + train, target + train
        m[m[at.LENGTH] + other] = m[m[at.LENGTH] + one]
        m[m[at.START] + other] = m[m[at.START] + one]
        for i in range(m[m[at.LENGTH] + one]):
            m[m[at.PATH] + other * room + i] = m[m[at.PATH] + one * room + i]


@compiled
def store(m: Ints, number: int, total: int) -> None:
    """Save the routes as set ``number``."""
    m[m[at.SAVED_PLAN] + number], m[m[at.SAVED_MONEY] + number] = m[m[at.MONEY] + 3], total
    copy(m, 0, row_of(m, number))


@compiled
def restore(m: Ints, number: int) -> None:
    """Go on from the routes of a saved set."""
    use(m, m[m[at.SAVED_PLAN] + number])
    copy(m, row_of(m, number), 0)


@compiled
def row_of(m: Ints, number: int) -> int:
    """The row at which the routes of a saved set begin."""
    return 1 + (number + 1) * m[at.TRAINS]


@compiled
def use(m: Ints, plan: int) -> None:
    """Use the trains in this way."""
    m[m[at.MONEY] + 3] = plan
    for train in range(m[at.TRAINS]):
        m[m[at.KIND] + train] = m[m[at.PLANS] + plan * m[at.TRAINS] + train]


@compiled
def start(m: Ints, plan: int) -> None:
    """Begin with trains at their anchors."""
    use(m, plan)
    for train in range(m[at.TRAINS]):
        begin(m, train)
    for number in range(m[at.SETS]):
        store(m, number, 0)


@compiled
def earned(m: Ints) -> int:
    """What all routes earn."""
    total = 0
    for train in range(m[at.TRAINS]):
        total += worth(m, train, m[m[at.KIND] + train])
    return total


@compiled
def climb(m: Ints, rounds: int, target: int, heat: int) -> int:
    """Search on for some rounds, or until all earn ``target``; the money of the best set that is known."""
    money = m[at.MONEY]
    for _ in range(rounds):
        if m[money + 1] >= target:
            break
        m[money + 2] += 1
        if m[money + 2] > VAIN:
            m[money], m[money + 2] = again(m), 0
        store(m, at.UNDO, m[money])
        close(m)
        total = switched(m) if m[at.PLAN_COUNT] > 1 and pick(m, SWITCH) == 0 else changed(m)
        remember(m, total)
        lost = min(m[money] - total, 1 << 15)
        if total < 0 or (lost > 0 and pick(m, 1024) * (heat + lost) ** 3 >= 1024 * heat**3):
            restore(m, at.UNDO)
        else:
            m[money] = total
            if total > m[money + 1]:
                m[money + 1], m[money + 2] = (total, 0)
                store(m, at.BEST, total)
    return m[money + 1]


@compiled
def again(m: Ints) -> int:
    """Go on from the best set, or now and then from none; what the routes earn then."""
    if pick(m, AFRESH):
        restore(m, at.BEST)
        return m[m[at.MONEY] + 1]
    use(m, m[at.FAVOUR] if m[at.FAVOUR] >= 0 and pick(m, 2) else pick(m, m[at.PLAN_COUNT]))
    for train in range(m[at.TRAINS]):
        begin(m, train)
    return 0


@compiled
def changed(m: Ints) -> int:
    """Ruin and rebuild one or two routes; what all routes earn then, -1 when that failed."""
    one = pick(m, m[at.TRAINS])
    two = pick(m, m[at.TRAINS]) if pick(m, 2) else one
    guided = pick(m, 2)
    noise = 15 * pick(m, 5)
    if m[m[at.KIND] + one] < 0 or m[m[at.KIND] + two] < 0:
        return -1
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
    return earned(m)


@compiled
def switched(m: Ints) -> int:
    """Use the trains in another way and rebuild what then earns nothing; what all routes earn then."""
    lot, plan = pick(m, 4), -1
    if lot < 2:
        plan = fitting(m)
    elif lot == 2:
        plan = m[at.FAVOUR]
    if plan < 0 or plan == m[m[at.MONEY] + 3]:
        plan = pick(m, m[at.PLAN_COUNT])
    for train in range(m[at.TRAINS]):
        old, new = m[m[at.KIND] + train], m[m[at.PLANS] + plan * m[at.TRAINS] + train]
        if new < 0 or old < 0 or m[m[at.SORT] + old] != m[m[at.SORT] + new]:
            m[m[at.LENGTH] + train], m[m[at.START] + train] = 0, -1
    use(m, plan)
    for train in range(m[at.TRAINS]):
        kind = m[m[at.KIND] + train]
        if kind >= 0 and worth(m, train, kind) == 0:
            begin(m, train)
            load(m, train)
            build(m, train, 15 * pick(m, 5), pick(m, 2))
    return earned(m)


@compiled
def fitting(m: Ints) -> int:
    """The way to use the trains in which these routes earn most, one by lot of several."""
    trains, kinds = m[at.TRAINS], m[at.KINDS]
    for i in range(trains * kinds):
        m[m[at.EARNS] + i] = -1
    best, found, many = -1, -1, 0
    for plan in range(m[at.PLAN_COUNT]):
        total = 0
        for train in range(trains):
            kind, old = m[m[at.PLANS] + plan * trains + train], m[m[at.KIND] + train]
            if kind < 0 or old < 0 or m[m[at.SORT] + kind] != m[m[at.SORT] + old]:
                continue
            entry = m[at.EARNS] + train * kinds + kind
            if m[entry] < 0:
                m[entry] = worth(m, train, kind)
            total += m[entry]
        many = many + 1 if total == best else 1 if total > best else many
        if total > best or (total == best and pick(m, many) == 0):
            best, found = total, plan
    return found


@compiled
def remember(m: Ints, total: int) -> None:
    """Keep a set that earns more than the least of those kept, or more than the one with its stops."""
    least = at.OTHERS
    for number in range(at.OTHERS, m[at.SETS]):
        if m[m[at.SAVED_MONEY] + number] < m[m[at.SAVED_MONEY] + least]:
            least = number
    if m[at.SETS] <= at.OTHERS or total <= m[m[at.SAVED_MONEY] + least]:
        return
    sign = signed(m)
    for number in range(at.OTHERS, m[at.SETS]):
        if m[m[at.SAVED_MONEY] + number] > 0 and m[m[at.SAVED_SIGN] + number] == sign:
            if total <= m[m[at.SAVED_MONEY] + number]:
                return
            least = number
    store(m, least, total)
    m[m[at.SAVED_SIGN] + least] = sign


@compiled
def signed(m: Ints) -> int:
    """A number for the stops that routes which earn visit; whatever else they do it is the same."""
    total = 0
    for train in range(m[at.TRAINS]):
        if worth(m, train, m[m[at.KIND] + train]) > 0:
            one, stamp = 0, m[m[at.SEEN]]
            for place in range(m[m[at.LENGTH] + train] + 1):
                node = node_at(m, train, place)
                spot = m[m[at.SPOT] + node]
                if spot >= 0 and m[m[at.SEEN] + 1 + node] == stamp:
                    m[m[at.SEEN] + 1 + node] = 0
                    one ^= m[m[at.SALT] + spot]
            total += one * (one | 1)
    return total
