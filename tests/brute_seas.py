"""What runs over water and of odd trains earn, by brute force: every run, assignment and set is tried.

Written from the words of the rules (for 18OE sections 11.3, 11.6.2 and 12); nothing is shared with the engine
but the data that a title states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from engine.routes.manners import Manner, Relief
from tests.brute_trails import Place, Trail, Trails


@dataclass
class Seas(Trails):
    """All sets of runs of a company whose policy is a `tests.seas.Reading`."""

    _money: dict[object, int | None] = field(default_factory=dict)

    # --- what a run earns

    def worth(self, place: Place) -> int:
        own = self.board.face(place[0]).stops[place[1]].revenue
        assert isinstance(own, int)
        return own + self.bonus.get(place, 0)

    def money(self, trail: Trail, manner: Manner, units: tuple[int, ...]) -> int | None:
        """What the stops of a run pay with these units of each relief; None when it is too long."""
        key = trail.path, manner, units
        if key not in self._money:
            self._money[key] = self._find_money(trail, manner, units)
        return self._money[key]

    def _find_money(self, trail: Trail, manner: Manner, units: tuple[int, ...]) -> int | None:
        wet = self._least_wet(trail, units)
        large = [p for p in trail.stops if self._is_large(p, manner)]
        counted = [p for p in large if p not in self.free]
        if (trail.sides if manner.hexes else len(counted)) + wet > manner.reach:
            return None
        paying = [p for p in trail.stops for _ in range(1 if p in large else self._size(p))]
        slots = len(paying) if manner.hexes else manner.reach - wet
        slots = slots if manner.most is None else min(slots, manner.most)
        return max(
            self._pay(chosen, manner)
            for size in range(len(paying) + 1)
            for chosen in combinations(paying, size)
            if self._may_pay(chosen, trail, manner, slots)
        )

    def _size(self, place: Place) -> int:
        """How many towns a stop stands for."""
        return self.board.face(place[0]).stops[place[1]].size

    def _may_pay(self, chosen: Sequence[Place], trail: Trail, manner: Manner, slots: int) -> bool:
        large = [p for p in chosen if self._is_large(p, manner)]
        extra = max(0, len(chosen) - len(large) - manner.towns)
        counted = sum(p not in self.free for p in large)
        if extra and not manner.fill:
            return False
        if extra and not large and any(self._is_large(p, manner) for p in trail.stops):
            return False
        return counted + extra <= slots

    def _pay(self, chosen: Sequence[Place], manner: Manner) -> int:
        large = sorted((self.worth(p) for p in chosen if self._is_large(p, manner)), reverse=True)
        small = sum(self.worth(p) for p in chosen if not self._is_large(p, manner))
        doubled = len(large) if manner.doubled is None else manner.doubled
        return small + sum(v * (manner.factor if i < doubled else 1) for i, v in enumerate(large))

    def _least_wet(self, trail: Trail, units: tuple[int, ...]) -> int:
        """The water that counts: each unit counts or is one of those of a relief."""
        all_units = [*trail.water, *(n for n in sorted(trail.ferries) for _ in range(self.number[n]))]
        ready = [
            (relief, amount)
            for relief, amount in zip(self.extras.reliefs, units, strict=True)
            if amount and (relief.at is None or relief.at in trail.stops)
        ]
        best = len(all_units)
        for given in product(range(len(ready) + 1), repeat=len(all_units)):
            parts = [
                [n for n, to in zip(all_units, given, strict=True) if to == i] for i in range(len(ready))
            ]
            if all(
                self._applies(relief, amount, part)
                for (relief, amount), part in zip(ready, parts, strict=True)
            ):
                best = min(best, len(all_units) - sum(map(len, parts)))
        return best

    def _applies(self, relief: Relief, amount: int, part: list[str]) -> bool:
        if len(part) > amount:
            return False
        if not relief.abutting or not part:
            return all(name in relief.waters for name in part)
        if not set(part) & relief.waters:
            return False
        if part[0] in self.number:
            return len(set(part)) == 1
        zones = set(part)
        if len(zones) < len(part) or zones & self.number.keys():
            return False
        group = {next(z for z in part if z in relief.waters)}
        for _ in part:
            group |= {z for z in zones for g in group if z in self.waters.zones[g]}
        return group == zones

    # --- all trains together

    def ways(self, trains: Sequence[str], aim: str = "") -> Iterator[list[Any]]:
        """All ways to use the trains: by run trains, manner, gain, units, bonuses and those it must earn."""
        extras = self.extras
        once = [b for b in extras.bonuses if b.once or b.name == aim]
        for grouping in self._groupings(trains):
            n = len(grouping)
            places = range(n)
            pooled = [relief for relief in extras.reliefs if relief.pooled]
            splits = [
                [s for s in product(range(r.amount + 1), repeat=n) if sum(s) <= r.amount] for r in pooled
            ]
            for marked in product(places, repeat=len(extras.markers)) if n else [()]:
                for split in product(*splits):
                    for holders in product(places, repeat=len(once)) if n else [()]:
                        yield [
                            self._use(
                                i,
                                run,
                                marked,
                                dict(zip(map(id, pooled), split, strict=True)),
                                once,
                                holders,
                                aim,
                            )
                            for i, run in enumerate(grouping)
                        ]

    def _groupings(self, trains: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
        yield [(train,) for train in trains]
        able = [train for train in trains if train in self.extras.joinable]
        for size in range(2, len(able) + 1):
            for joined in combinations(able, size):
                yield [joined, *((t,) for t in trains if t not in joined)]

    def _use(self, i, run, marked, split, once, holders, aim):
        manner = self.policy.joined(self.view, run) if len(run) > 1 else self.policy.manner(self.view, run[0])
        base, gain = manner, 0
        for marker, at in zip(self.extras.markers, marked, strict=True):
            if at == i:
                manner = marker.change(manner)
                gain += max(marker.gains.get(train, 0) for train in run)
        units = tuple(split[id(r)][i] if r.pooled else r.amount for r in self.extras.reliefs)
        held = {b.name for b, at in zip(once, holders, strict=True) if at == i}
        free = {b.name for b in self.extras.bonuses if not b.once}
        must = {self.extras.join_for} if len(run) > 1 else set()
        if aim in held:
            must.add(aim)
        return run, base, manner, gain, units, frozenset(held | free), frozenset(must)

    def value(self, trail: Trail, use) -> int | None:
        """What a run earns in this use; None when it is not legal."""
        _, _, manner, gain, units, bonuses, must = use
        earned = self.money(trail, manner, units)
        if earned is None:
            return None
        won = set()
        for bonus in self.extras.bonuses:
            visits = all(any(place in trail.stops for place in group) for group in bonus.groups)
            if bonus.name in bonuses and visits and (trail.land or not bonus.land):
                earned += bonus.amount
                won.add(bonus.name)
        return earned + gain if must <= won else None

    def clash(self, a: Trail, one: Manner, b: Trail, other: Manner) -> bool:
        """Whether two runs of these manners use the same track where they may not."""
        apart = one.alone or other.alone or not (one.shares or other.shares)
        return apart and bool(a.own & b.own)

    def best(self, trains: Sequence[str], aim: str = "") -> int | None:
        """What the best set earns; with an aim None when no set earns that bonus."""
        best = None if aim else 0
        for uses in self.ways(trains, aim):
            tables = []
            for use in uses:
                runs = self._one_way(use[1])
                valued = [(v, t) for t in runs if (v := self.value(t, use)) is not None]
                tables.append(sorted(valued, key=lambda entry: -entry[0]))
            best = self._pack(tables, uses, [], 0, best, aim)
        return best

    def _pack(self, tables, uses, chosen, worth, best, aim):
        i = len(chosen)
        if i == len(tables):
            earned = not aim or any(c is not None and aim in u[6] for c, u in zip(chosen, uses, strict=True))
            return worth if earned and (best is None or worth > best) else best
        rest = sum(table[0][0] for table in tables[i + 1 :] if table)
        for value, trail in tables[i]:
            if best is not None and worth + value + rest <= best:
                break
            if any(c and self.clash(trail, uses[i][2], c, uses[n][2]) for n, c in enumerate(chosen)):
                continue
            best = self._pack(tables, uses, [*chosen, trail], worth + value, best, aim)
        return self._pack(tables, uses, [*chosen, None], worth, best, aim)

    def ranking(self, train: str) -> list[int]:
        """What one train earns at most on each set of stops that it can visit, best first.

        The stations of a hex where a route visits one only are one stop.
        """
        single = self.policy.single
        values: dict[frozenset[Place], int] = {}
        for uses in self.ways([train]):
            for trail in self._one_way(uses[0][1]):
                stops = frozenset((coord, 0 if coord in single else i) for coord, i in trail.stops)
                values[stops] = max(self.value(trail, uses[0]) or 0, values.get(stops, 0))
        return sorted((value for value in values.values() if value), reverse=True)

    def judged(self, trains: Sequence[str], runs: Sequence[tuple[tuple[str, ...], Trail]]) -> int | None:
        """What these runs of these (joined) trains earn at most; None when they are not legal together."""
        manners = [
            self._use(0, run, (9,) * len(self.extras.markers), _Zero(), (), (), "")[1] for run, _ in runs
        ]
        pairs = combinations(zip(runs, manners, strict=True), 2)
        if any(self.clash(a[1], one, b[1], other) for (a, one), (b, other) in pairs):
            return None
        best = None
        wanted = {run for run, _ in runs}
        trails = dict(runs)
        for uses in self.ways(trains):
            if not wanted <= {use[0] for use in uses} or any(
                len(u[0]) > 1 and u[0] not in wanted for u in uses
            ):
                continue
            values = [self.value(trails[use[0]], use) for use in uses if use[0] in wanted]
            if None not in values:
                best = max(sum(v for v in values if v is not None), best or 0)
        return best

    def _one_way(self, manner: Manner) -> list[Trail]:
        return [t for t in self.runs(manner) if t.path <= tuple((c, b, a) for c, a, b in reversed(t.path))]


class _Zero(dict):
    def __missing__(self, key):
        return (0,)
