"""Sorts of trains: kinds that may run over the same track and stops, and differ in reach and money only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.solver.problem import Bonus, Kind, Pay, Reduction


@dataclass(frozen=True, slots=True)
class Sort:
    """Kinds by number. ``wish``: a kind that may do what any of them may and earns no less, bases apart.

    ``count``: the most trains of these kinds in any way to use the trains.
    """

    kinds: dict[int, Kind]
    wish: Kind
    count: int


def sorted_out(kinds: Sequence[Kind], plans: Sequence[Sequence[int]]) -> list[Sort]:
    """The sorts of the kinds that these ways to use the trains name.

    Kinds that no train changes between stay apart: the more sorts, the better the bound.
    """
    alike: dict[object, dict[int, Kind]] = {}
    part = _parts(kinds, plans)
    for number in part:
        kind = kinds[number]
        alike.setdefault((part[number], _sort(kind)), {})[number] = kind
    return [
        Sort(here, _wish(list(here.values())), max(sum(n in here for n in plan) for plan in plans))
        for here in alike.values()
    ]


def _parts(kinds: Sequence[Kind], plans: Sequence[Sequence[int]]) -> dict[int, int]:
    """By kind a number that is the same for kinds that the longest plans have in one place.

    Those that only shorter plans have (trains stay at home or run as one) go to the kind most like them.
    """
    longest = [plan for plan in plans if len(plan) == max(map(len, plans))]
    part = {number: number for plan in longest for number in plan}
    first: dict[int, int] = {}
    for plan in longest:
        for place, number in enumerate(plan):
            known = part[first.setdefault(place, number)]
            if known != part[number]:
                gone = part[number]
                part = {kind: known if here == gone else here for kind, here in part.items()}
    for number in sorted({number for plan in plans for number in plan} - part.keys()):
        alike = [other for other in part if _sort(kinds[other]) == _sort(kinds[number])]
        near = min(alike, key=lambda other: abs(kinds[other].reach - kinds[number].reach), default=number)
        part[number] = part.get(near, near)
    return _merged(kinds, part)


def _merged(kinds: Sequence[Kind], part: dict[int, int]) -> dict[int, int]:
    """The same with parts of which the kinds come to the same, as those of trains that run alike, as one."""
    each: dict[int, set[object]] = {}
    for number, here in part.items():
        each.setdefault(here, set()).add((_sort(kinds[number]), kinds[number].reach, kinds[number].pay))
    first: dict[frozenset[object], int] = {}
    name = {here: first.setdefault(frozenset(runs), here) for here, runs in each.items()}
    return {number: name[here] for number, here in part.items()}


def _sort(kind: Kind) -> object:
    """The same for kinds of a sort."""
    small = (kind.pay.small, kind.pay.twins) if kind.pay else frozenset[int]()
    runs = kind.anchors, kind.hexes, kind.fewest, kind.shares, kind.alone, kind.free, kind.must
    return id(kind.graph), kind.values, small, *runs


def doubled(kind: Kind) -> int:
    """How many stops count double at most, where only some do."""
    every = len(kind.values) if kind.hexes else kind.reach + len(kind.free)
    return every if kind.pay is None or kind.pay.doubled is None else min(every, kind.pay.doubled)


def _wish(kinds: Sequence[Kind]) -> Kind:
    """What the kinds may at best."""
    if len(kinds) == 1:
        return kinds[0]
    pays = [kind.pay or Pay() for kind in kinds]
    limits = [pay.most for pay in pays if pay.most is not None]
    some = any(pay.doubled is not None for pay in pays)
    pay = Pay(
        pays[0].small,
        max(pay.towns for pay in pays),
        any(pay.fill for pay in pays),
        max(limits) if len(limits) == len(pays) else None,
        max(map(doubled, kinds)) if some else None,
        max(pay.lesser for pay in pays),
        pays[0].twins,
    )
    return replace(
        kinds[0],
        reach=max(kind.reach for kind in kinds),
        pay=None if all(kind.pay is None for kind in kinds) else pay,
        base=0,
        reductions=_reductions(kinds),
        bonuses=_bonuses(kinds),
    )


def _reductions(kinds: Sequence[Kind]) -> tuple[Reduction, ...]:
    """Each reduction with the greatest amount that a kind has of it."""
    most: dict[Reduction, int] = {}
    for kind in kinds:
        for cut in kind.reductions:
            key = replace(cut, amount=0)
            most[key] = max(amount_of(kind, cut), most.get(key, 0))
    return tuple(replace(key, amount=amount) for key, amount in most.items())


def amount_of(kind: Kind, cut: Reduction) -> int:
    """How much a kind has of a reduction, whatever the amount that it names."""
    return sum(other.amount for other in kind.reductions if replace(other, amount=cut.amount) == cut)


def _bonuses(kinds: Sequence[Kind]) -> tuple[Bonus, ...]:
    """Each bonus that any of the kinds has, as often as one has it; required by none."""
    most: dict[Bonus, int] = {}
    for kind in kinds:
        for bonus in kind.bonuses:
            key = replace(bonus, required=False)
            most[key] = max(most.get(key, 0), times_of(kind, key))
    return tuple(bonus for bonus, times in most.items() for _ in range(times))


def times_of(kind: Kind, bonus: Bonus) -> int:
    """How often a kind has a bonus, whether it requires it or not."""
    return sum(replace(other, required=bonus.required) == bonus for other in kind.bonuses)
