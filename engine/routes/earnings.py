"""What routes earn together when all that may be assigned is assigned as suits the company best.

A marker goes to one train, units of a reduction are split, a bonus is earned by one train. Written from the
rules alone: nothing here is shared with the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from engine.board.waters import Waters
from engine.core.state import Place
from engine.routes.manners import Extras, Manner, SetBonus, splits
from engine.routes.paths import Route
from engine.routes.relieved import counting


@dataclass(frozen=True, slots=True)
class Trip:
    """A route as far as money and reach go.

    stops: those it visits, each once, and what each is worth to the company before any doubling; large: of
    these the ones that are not small; twins: small ones that are two in one; free: those that do not count
    against the reach; waters: the sea zones and ferries on the way and what each counts; land, borders: hex
    sides crossed on land, at all.
    """

    route: Route
    manner: Manner
    stops: Mapping[Place, int]
    large: frozenset[Place]
    free: frozenset[Place]
    waters: tuple[tuple[str, int], ...]
    land: int
    borders: int
    twins: frozenset[Place] = frozenset()

    def earns(self, bonus: SetBonus) -> bool:
        """Whether the route is one for which there is this bonus."""
        if bonus.land and not self.land:
            return False
        return all(any(place in self.stops for place in group) for group in bonus.groups)


@dataclass(frozen=True, slots=True)
class Settlement:
    """The best way to settle a set of routes.

    earned: money by route; unpaid: the stops of each that do not pay; excess: by how much each goes beyond
    its reach (all 0 when they are legal); markers: by name the number of the route that got it; bonuses: by
    name the one that earned it once; unjoined: routes of joined trains without the bonus that they are
    joined for.
    """

    earned: tuple[int, ...]
    unpaid: tuple[frozenset[Place], ...]
    excess: tuple[int, ...]
    markers: Mapping[str, int]
    bonuses: Mapping[str, int]
    unjoined: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a route earns apart from bonuses, by how much it goes too far, which of its stops do not pay."""

    earned: int
    excess: int
    unpaid: frozenset[Place]


def settlement(trips: Sequence[Trip], extras: Extras, waters: Waters) -> Settlement:
    """The settlement that earns most of those that are legal; if none is, of those that come nearest."""
    bonuses, unjoined = _bonuses(trips, extras)
    fixed = [0] * len(trips)
    for bonus in extras.bonuses:
        for i, trip in enumerate(trips):
            if bonuses[bonus.name] == i if bonus.once else trip.earns(bonus):
                fixed[i] += bonus.amount
    best: tuple[tuple[int, int], Settlement] | None = None
    known: dict[object, _Outcome] = {}
    for markers in _assignments(extras, len(trips)):
        for shares in _shares(trips, extras):
            each = [
                _outcome(
                    i, trips[i], extras, [m for m, at in markers.items() if at == i], shares[i], waters, known
                )
                for i in range(len(trips))
            ]
            earned = tuple(one.earned + more for one, more in zip(each, fixed, strict=True))
            excess = tuple(one.excess for one in each)
            rank = -sum(excess), sum(earned)
            if best is None or rank > best[0]:
                made = {name: at for name, at in markers.items() if at < len(trips)}
                won = {name: at for name, at in bonuses.items() if at is not None}
                unpaid = tuple(one.unpaid for one in each)
                best = rank, Settlement(earned, unpaid, excess, made, won, unjoined)
    assert best is not None
    return _homed(best[1], trips, extras)


def _homed(found: Settlement, trips: Sequence[Trip], extras: Extras) -> Settlement:
    """A bonus that is earned once goes to the route that earns most of those for which there is one.

    Joined trains run for it alone and keep it.
    """
    earned, homes = list(found.earned), dict(found.bonuses)
    for bonus in extras.bonuses:
        at = homes.get(bonus.name)
        if at is None or trips[at].route.joined:
            continue
        earned[at] -= bonus.amount
        able = [i for i, trip in enumerate(trips) if trip.earns(bonus)]
        homes[bonus.name] = max(able, key=earned.__getitem__)
        earned[homes[bonus.name]] += bonus.amount
    return replace(found, earned=tuple(earned), bonuses=homes)


def _bonuses(trips: Sequence[Trip], extras: Extras) -> tuple[dict[str, int | None], tuple[int, ...]]:
    """By bonus the route that earns it, of joined trains if there is one; joined routes that do not."""
    found: dict[str, int | None] = {}
    joined = [i for i, trip in enumerate(trips) if trip.route.joined]
    for bonus in extras.bonuses:
        able = [i for i, trip in enumerate(trips) if trip.earns(bonus)]
        first = [i for i in able if i in joined and bonus.name == extras.join_for]
        found[bonus.name] = next(iter(first + able), None) if bonus.once else None
    holder = found.get(extras.join_for)
    aim = [bonus for bonus in extras.bonuses if bonus.name == extras.join_for]
    vain = [i for i in joined if not any(trips[i].earns(b) and (not b.once or holder == i) for b in aim)]
    return found, tuple(vain)


def _assignments(extras: Extras, count: int) -> Iterator[dict[str, int]]:
    """By marker the number of the route that gets it; ``count`` is a train that stays at home."""
    for chosen in product(range(count + 1), repeat=len(extras.markers)):
        yield {marker.name: at for marker, at in zip(extras.markers, chosen, strict=True)}


def _shares(trips: Sequence[Trip], extras: Extras) -> Iterator[list[tuple[int, ...]]]:
    """By route the units it gets of each relief that the company has once."""
    pooled = [relief for relief in extras.reliefs if relief.pooled]
    wet = [i for i, trip in enumerate(trips) if trip.waters]
    for given in product(*(list(splits(relief.amount, len(wet))) for relief in pooled)):
        shares = [(0,) * len(pooled)] * len(trips)
        for number, i in enumerate(wet):
            shares[i] = tuple(split[number] for split in given)
        yield shares


def _outcome(
    i: int,
    trip: Trip,
    extras: Extras,
    markers: Sequence[str],
    shares: tuple[int, ...],
    waters: Waters,
    known: dict[object, _Outcome],
) -> _Outcome:
    """How a route comes out with these markers and units."""
    key = i, tuple(markers), shares
    if key not in known:
        manner, gain = trip.manner, 0
        for marker in extras.markers:
            if marker.name in markers:
                manner = marker.change(manner)
                gain += max(marker.gains.get(train, 0) for train in trip.route.trains)
        units, number = [], 0
        for relief in extras.reliefs:
            amount = relief.amount
            if relief.pooled:
                amount, number = shares[number], number + 1
            if relief.at is None or relief.at in trip.stops:
                units.append((relief, amount))
        spare = manner.reach - _used(trip, manner) - counting(trip.waters, units, waters)
        paid = paid_stops(trip, manner, max(spare, 0))
        unpaid = frozenset(trip.stops) - {place for place, _ in paid}
        known[key] = _Outcome(sum(worth for _, worth in paid) + gain, max(-spare, 0), unpaid)
    return known[key]


def _used(trip: Trip, manner: Manner) -> int:
    return trip.borders if manner.hexes else len(trip.large - trip.free)


# --- money -------------------------------------------------------------------------------------------------


def paid_stops(trip: Trip, manner: Manner, spare: int) -> list[tuple[Place, int]]:
    """The stops that pay and what each pays, as many and as good ones as the manner lets; twins twice."""
    if manner.pays_all:
        return [(place, worth * manner.factor) for place, worth in trip.stops.items()]
    order = sorted(trip.stops, key=lambda place: (-trip.stops[place], place))
    able = [p for p in order if p in trip.large and p not in trip.free]
    free = [p for p in order if p in trip.large and p in trip.free]
    small = [p for p in order if p not in trip.large for _ in range(1 + (p in trip.twins))]
    places = len(able + free + small) if manner.hexes else len(able) + spare
    if manner.most is not None:
        places = min(places, manner.most)
    found = []
    for taken in range(min(places, len(small)) + 1 if manner.fill else 1):
        large = sorted(free + able[: places - taken], key=lambda place: (-trip.stops[place], place))
        if large or not trip.large or not taken:
            found.append(_paid(trip, manner, large, small[: manner.towns + taken]))
    return max(found, key=lambda paid: sum(worth for _, worth in paid))


def _paid(
    trip: Trip, manner: Manner, large: Sequence[Place], small: Sequence[Place]
) -> list[tuple[Place, int]]:
    doubled = len(large) if manner.doubled is None else manner.doubled
    paid = [
        (place, trip.stops[place] * (manner.factor if i < doubled else 1)) for i, place in enumerate(large)
    ]
    return paid + [(place, trip.stops[place]) for place in small]
