"""What a route earns a train, and how much of its reach it uses up: `Kind` made good, route by route."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.solver.problem import Kind, Pay
from engine.solver.relief import Relief, Waters


class Judge:
    """Judges routes of trains of a kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._relief = Relief(kind.reductions, kind.graph.waters)
        self.relief = sum(reduction.amount for reduction in kind.reductions)
        """No route has more units of water reduced."""
        self._ferries = frozenset(i for i, water in enumerate(kind.graph.waters) if water.ferry)
        self._units: dict[Waters, int] = {}
        self._used: dict[tuple[int, ...], int] = {}

    def entered(self, ahead: Waters, before: Waters) -> Waters:
        """Those of the waters ahead that count after these: a ferry counts once."""
        if self._ferries.isdisjoint(ahead):
            return ahead
        return tuple(w for w in ahead if w not in self._ferries or w not in before)

    def units(self, waters: Waters) -> int:
        """How much of the reach waters would use up without reductions."""
        found = self._units.get(waters)
        if found is None:
            found = self._units[waters] = sum(self.kind.graph.waters[w].cost for w in waters)
        return found

    def value(self, nodes: Sequence[int], waters: Waters, land: int, borders: int) -> int | None:
        """What a route earns; None when it is not legal.

        nodes: the stops that it visits, each once; waters: sea zones each time that it enters one, ferries
        once; land: the hex sides that it crosses on land; borders: all that it crosses.
        """
        kind = self.kind
        spare = kind.reach - self.used(nodes, borders) - self.counted(nodes, waters)
        if spare < 0 or len(nodes) < kind.fewest:
            return None
        if any(group.isdisjoint(nodes) for group in kind.must):
            return None
        earned = kind.base
        for bonus in kind.bonuses:
            if (land or not bonus.land) and not any(group.isdisjoint(nodes) for group in bonus.groups):
                earned += bonus.amount
            elif bonus.required:
                return None
        return earned + sum(value for _, value in self.paid(nodes, spare))

    def used(self, nodes: Sequence[int], borders: int) -> int:
        """How much of the reach stops and hex sides use up."""
        if self.kind.hexes:
            return borders
        key = tuple(nodes)
        found = self._used.get(key)
        if found is None:
            found = sum(self._is_large(node) and node not in self.kind.free for node in nodes)
            self._used[key] = found
        return found

    def counted(self, nodes: Collection[int], waters: Waters) -> int:
        """How much of the reach water uses up, after all reductions."""
        return self._relief.left(nodes, waters) if waters else 0

    def paid(self, nodes: Sequence[int], spare: int) -> list[tuple[int, int]]:
        """The stops that pay and what, two in one twice; ``spare`` is what the route leaves of the reach."""
        kind, pay = self.kind, self.kind.pay
        if pay is None:
            return [(node, kind.values[node]) for node in nodes]
        order = sorted(nodes, key=lambda node: (-kind.values[node], node))
        large = [node for node in order if node not in pay.small]
        small = [n for node in order if node in pay.small for n in [node] * (1 + (node in pay.twins))]
        slots = self._slots(len(large) + len(small), [n for n in large if n not in kind.free], spare)
        chosen, small = small[: pay.towns], small[pay.towns :]
        kept = [node for node in large if node in kind.free]
        able = [node for node in large if node not in kind.free]
        if pay.fill and slots:
            one = able[:1] if not kept else []
            rest = sorted(able[len(one) :] + small, key=lambda node: (-kind.values[node], node))
            kept += one + rest[: slots - len(one)]
        else:
            kept += able[:slots]
        kept.sort(key=lambda node: (-kind.values[node], node))
        return [*self._doubled(pay, kept), *((node, kind.values[node]) for node in chosen)]

    def _slots(self, visited: int, able: Sequence[int], spare: int) -> int:
        """How many stops pay in the place of a large one."""
        pay = self.kind.pay
        slots = visited if self.kind.hexes else len(able) + spare
        return slots if pay is None or pay.most is None else min(slots, pay.most)

    def _doubled(self, pay: Pay, kept: Sequence[int]) -> Iterator[tuple[int, int]]:
        values, left = self.kind.values, pay.doubled
        for node in kept:
            if left is None or node in pay.small:
                yield node, values[node]
            else:
                yield node, values[node] if left > 0 else pay.lesser[node]
                left -= 1

    def _is_large(self, node: int) -> bool:
        return self.kind.pay is None or node not in self.kind.pay.small
