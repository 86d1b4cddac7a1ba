"""How many units of water count on a route after its reliefs, each used where it suits the company best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.board.waters import Waters
from engine.routes.manners import Relief

Units = Counter[str]
"""By sea zone or ferry the units that a route takes there."""
Granted = Sequence[tuple[Relief, int]]
"""Reliefs, and how many units each takes off at most."""


def counting(taken: Sequence[tuple[str, int]], reliefs: Granted, waters: Waters) -> int:
    """How many units count: those that no relief takes off."""
    units = Units()
    for name, number in taken:
        units[name] += number
    spreading = [(relief, amount) for relief, amount in reliefs if relief.abutting]
    plain = [(relief, amount) for relief, amount in reliefs if not relief.abutting]
    return min(left.total() - _matched(left, plain) for left in _after(units, spreading, waters))


def _after(units: Units, reliefs: Granted, waters: Waters) -> Iterator[Units]:
    """What may be left of the units after reliefs that spread from zone to zone."""
    if not reliefs:
        yield units
        return
    (relief, amount), *rest = reliefs
    for taken in (Units(), *_together(relief, amount, units, waters)):
        yield from _after(units - taken, rest, waters)


def _together(relief: Relief, amount: int, units: Units, waters: Waters) -> Iterator[Units]:
    """What one relief may take off: zones that hang together, one of them its own, or one ferry."""
    starts = [name for name in relief.waters if units[name]] if amount else []
    groups = list(dict.fromkeys(frozenset([name]) for name in starts))
    for group in groups:
        yield Units(group)
        near = {zone for name in group for zone in waters.zones.get(name, ()) if units[zone]} - group
        if len(group) < amount:
            groups += [wider for zone in sorted(near) if (wider := group | {zone}) not in groups]
    for name in starts:
        if name not in waters.zones:
            yield from (Units({name: number}) for number in range(2, min(amount, units[name]) + 1))


def _matched(units: Units, reliefs: Granted) -> int:
    """The most units that plain reliefs take off: each takes a place of one, others make room if they can."""
    places = [relief.waters for relief, amount in reliefs for _ in range(min(amount, units.total()))]
    holders: dict[int, str] = {}

    def settle(name: str, tried: set[int]) -> bool:
        for i, within in enumerate(places):
            if name in within and i not in tried:
                tried.add(i)
                if i not in holders or settle(holders[i], tried):
                    holders[i] = name
                    return True
        return False

    return sum(settle(name, set()) for name in units.elements())
