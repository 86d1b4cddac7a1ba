"""What the linear program says of money: which stops pay, how much, and which bonuses are earned."""

from __future__ import annotations

from collections.abc import Sequence

from engine.solver.large.network import Network, size_of
from engine.solver.large.program import Program, Term, summed
from engine.solver.problem import Bonus, Kind, Pay

ANY = 1 << 40
"""A limit that limits nothing."""
ALL = Pay()


def sure(network: Network, kind: Kind, node: int) -> int:
    """What a stop earns by the visit alone."""
    size = size_of(kind, node)
    if size == 0 or (size == 1 and is_chosen(network, kind)):
        return 0
    return at_least(kind, node)


def at_least(kind: Kind, node: int) -> int:
    """What a stop earns that pays, but does not count among those that are doubled."""
    pay = kind.pay or ALL
    return kind.values[node] if pay.doubled is None or size_of(kind, node) == 0 else pay.lesser[node]


def is_chosen(network: Network, kind: Kind) -> bool:
    """Whether large stops may go unpaid: their number is limited, or a small one may pay more."""
    pay = kind.pay or ALL
    return pay.most is not None or is_outdone(network, kind)


def is_outdone(network: Network, kind: Kind) -> bool:
    """Whether some small stop may pay more than a large one whose place it takes."""
    if kind.pay is None or not kind.pay.fill:
        return False
    values = [(size_of(kind, node), kind.values[node]) for _, node in network.stops_of(kind)]
    small, large = ([value for size, value in values if size == wanted] for wanted in (0, 1))
    return max(small, default=0) > min(large, default=0)


def pay_stops(
    program: Program,
    network: Network,
    kind: Kind,
    visit: dict[int, int],
    runs: tuple[int, int],
    counted: Sequence[Term],
) -> tuple[list[Term], list[Term], list[Term]]:
    """Rows that say which stops pay; small ones that do, large ones whose place they may not take, and stops
    that are doubled where only some are.

    runs: the column of the routes that are run and the most of them; counted: water that counts.
    """
    pay = kind.pay or ALL
    paid: dict[int, list[Term]] = {0: [], 1: [], 2: []}
    doubled: list[Term] = []
    for number, node in network.stops_of(kind):
        size, column = size_of(kind, node), visit[number]
        if size == 0 or (size == 1 and is_chosen(network, kind)):
            times = 1 + (node in pay.twins)
            column = program.column(at_least(kind, node), times * runs[1])
            program.row([(column, 1), (visit[number], -times)], 0)
        paid[size].append((column, 1))
        more = kind.values[node] - at_least(kind, node)
        if more > 0:
            twice = program.column(more, runs[1])
            program.row([(twice, 1), (column, -1)], 0)
            doubled.append((twice, 1))
    if doubled:
        program.row([*doubled, (runs[0], -(pay.doubled or 0))], 0)
    visited = [(visit[n], 1) for n, node in network.stops_of(kind) if size_of(kind, node) == 1]
    large = paid[1] if is_outdone(network, kind) else visited
    _limit(program, kind, paid, [*paid[0], *large, *counted], runs[0])
    return paid[0], large, doubled


def _limit(
    program: Program, kind: Kind, paid: dict[int, list[Term]], filling: Sequence[Term], runs: int
) -> None:
    """How many stops pay; ``filling`` is all that takes a place."""
    pay = kind.pay or ALL
    if pay.most is not None:
        program.row([*paid[1], (runs, -pay.most)], 0)
    if not pay.fill:
        program.row([*paid[0], (runs, -pay.towns)], 0)
    elif not kind.hexes:
        program.row(summed([*filling, (runs, -pay.towns - kind.reach)]), 0)
    if pay.fill and pay.most is not None:
        program.row([*paid[0], *paid[1], (runs, -pay.towns - pay.most)], 0)


def earn_bonus(
    program: Program, numbers: dict[int, int], bonus: Bonus, visit: dict[int, int], runs: tuple[int, int]
) -> int:
    """The column of a bonus: no more than the visits to any of its groups."""
    column = program.column(bonus.amount, runs[1])
    program.row([(column, 1), (runs[0], -1)], 0, 0 if bonus.required else -ANY)
    for some in bonus.groups:
        visits = [(visit[numbers[node]], -1) for node in sorted(some) if node in numbers]
        program.row([(column, 1), *visits], 0)
    return column
