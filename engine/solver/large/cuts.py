"""Cuts: what holds for every set of routes in one piece, and a flow that is none breaks.

``part`` is any set of nodes, in the form of a mask. Of one route, or the sum of several:

- visits: what comes into a part, or begins there, is no less than what visits a stop of it;
- ties: what crosses the border of a part without any anchor is no less than what visits a stop of it;
- returns: what comes into a part by track, or from a stop, that a route uses but once leaves it by other
  track or ends there. So only the end of a route lies where one line leads, and on at most two of the
  branches at a stop;
- odds: of an odd number of pieces of track into a part not all are used, unless a route ends there or some
  other track into it is used: what comes and goes is even.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.solver.compiled import ints, numpy
from engine.solver.flat import starts
from engine.solver.large.max_flow import spread
from engine.solver.large.nets import UNIT, Flow, Mask, Net, Side
from engine.solver.large.network import Network

BLUNT = 0.02
"""How much a cut must be broken to be of use."""
MOST = 150
"""How many cuts are taken at a time: those that are broken most, for their length."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The columns times their shares are together no less than ``least``."""

    columns: Any
    shares: Any
    least: int

    def broken(self, values: Any) -> float:
        """By how much."""
        return float(self.least - self.shares @ values[self.columns])


class Cutter:
    """Finds cuts that the values of a program with these flows break."""

    def __init__(self, network: Network, groups: Sequence[Flow]) -> None:
        self._network = network
        self._source = ints([line.source for line in network.lines])
        self._to = ints([line.to for line in network.lines])
        self._sides = [Side(network, group) for group in groups]
        near: list[set[int]] = [set() for _ in network.nodes]
        for line in network.lines:
            near[line.source].add(line.to)
            near[line.to].add(line.source)
        self._near_first = ints(starts(near))
        self._near = ints([other for here in near for other in sorted(here)])
        self._part, self._queue = (numpy.zeros(len(near) + 2, numpy.int64) for _ in range(2))
        self._bits: dict[int, list[int]] = {}
        for i, line in enumerate(network.lines):
            for bit in line.own:
                self._bits.setdefault(bit, []).append(i)

    def cuts(self, point: Any) -> list[Cut]:
        """The cuts of most use; none if the values of the columns break none that is looked for."""
        worth: dict[object, tuple[float, Cut]] = {}
        for cut in self._all(point):
            excess = cut.broken(point)
            if excess > BLUNT:
                key = cut.columns.tobytes(), cut.shares.tobytes()
                worth[key] = excess / float(cut.shares @ cut.shares) ** 0.5, cut
        ranked = sorted(worth.items(), key=lambda item: (-item[1][0], item[0]))
        return [cut for _, (_, cut) in ranked[:MOST]]

    def _all(self, point: Any) -> Iterator[Cut]:
        for side in self._sides:
            alike = [other for other in self._sides if other.layer is side.layer]
            yield from self._visits(side, alike, point)
            yield from self._ties(side, alike, point)
            yield from self._returns(side, alike, point)
        for layer in {id(side.layer): side.layer for side in self._sides}.values():
            yield from self._odds([s for s in self._sides if s.layer is layer and not s.kind.shares], point)

    # --- visits and ties

    def _visits(self, side: Side, alike: Sequence[Side], point: Any) -> Iterator[Cut]:
        net = side.net(point, self._source, self._to)
        for stop, part in self._cut_off(side, net, net.start, point):
            for other in alike:
                coming, _ = self._border(part)
                yield _cut(
                    (other.flow[coming], 1),
                    (_at(other.begin, part), 1),
                    (other.visit[[stop]], -1),
                )

    def _ties(self, side: Side, alike: Sequence[Side], point: Any) -> Iterator[Cut]:
        net = side.tied(point, self._source, self._to)
        for stop, part in self._cut_off(side, net, net.start, point):
            for other in alike:
                if not part[other.anchors].any():
                    border = numpy.concatenate(self._border(part))
                    yield _cut((other.flow[border], 1), (other.visit[[stop]], -1))

    def _cut_off(self, side: Side, net: Net, start: int, point: Any) -> Iterator[tuple[int, Mask]]:
        """Stops that less flows to than visits them, each with the least and the greatest part cut off."""
        done = numpy.zeros(len(self._part), bool)
        shares = (point[side.visit[side.stops]] * UNIT).astype(numpy.int64)
        for i in numpy.argsort(-shares, kind="stable"):
            stop, wanted = int(side.stops[i]), int(shares[i])
            if wanted < BLUNT * UNIT:
                return
            if done[stop] or net.pushed(start, stop, wanted) >= wanted - BLUNT * UNIT:
                continue
            behind, far = net.behind(stop), self._rest_of(net.ahead(start), stop)
            done |= behind
            yield stop, behind
            if (far != behind).any():
                yield stop, far

    def _rest_of(self, barred: Mask, node: int) -> Mask:
        """What hangs together with a node outside a part."""
        spread(self._near_first, self._near, barred.astype(numpy.int64), node, self._part, self._queue)
        return self._part.astype(bool)

    def _border(self, part: Mask) -> tuple[Any, Any]:
        """The lines that lead into a part and out of it."""
        source, to = part[self._source], part[self._to]
        return numpy.flatnonzero(to & ~source), numpy.flatnonzero(source & ~to)

    # --- returns

    def _returns(self, side: Side, alike: Sequence[Side], point: Any) -> Iterator[Cut]:
        net = side.net(point, self._source, self._to)
        seen = set()
        done = numpy.zeros(len(self._part), bool)
        inside = numpy.zeros(len(self._source), bool)
        for i in net.lines[point[side.flow[net.lines]] > BLUNT]:
            head = int(self._to[i])
            for stop, bit in () if done[head] else self._uses(side, int(i)):
                if (stop, bit, head) in seen:
                    continue
                seen.add((stop, bit, head))
                once = self._once(stop, bit)
                inside[once] = True
                for n, part in enumerate(self._dead_ends(net, once, head, stop)):
                    done |= part & (n == 0)
                    coming, leaving = self._border(part)
                    for other in alike:
                        yield _cut(
                            (other.flow[leaving[~inside[leaving]]], 1),
                            (_at(other.end, part), 1),
                            (other.flow[coming[inside[coming]]], -1),
                        )
                inside[once] = False

    def _uses(self, side: Side, line: int) -> list[tuple[int, int]]:
        """What a line uses that a route uses once: the stop where it begins, else its track; -1 for none."""
        source = int(self._source[line])
        if side.once[source]:
            return [(source, -1)]
        return [(-1, bit) for bit in self._network.lines[line].own]

    def _once(self, stop: int, bit: int) -> Any:
        """Lines of which a route uses one into a part, and then none out of it."""
        if stop < 0:
            return ints(self._bits[bit])
        return ints([*self._network.out_of[stop], *self._network.into[stop]])

    def _dead_ends(self, net: Net, once: Any, head: int, stop: int) -> Iterator[Mask]:
        """Parts with the node ``head`` into which more comes over some lines than goes on."""
        wanted = net.flows(once[self._to[once] == head])
        if net.pushed(head, net.goal, wanted, once) >= wanted - BLUNT * UNIT:
            return
        ahead = net.ahead(head)
        yield ahead
        barred = net.behind(net.goal)
        if stop >= 0:
            barred[stop] = True
        if not barred[head]:
            far = self._rest_of(barred, head)
            if (far != ahead).any():
                yield far

    # --- odds

    def _odds(self, sides: Sequence[Side], point: Any) -> Iterator[Cut]:
        if not sides:
            return
        use = sum(numpy.where(side.flow >= 0, point[side.flow], 0.0) for side in sides)
        lines = numpy.flatnonzero(use > 1 / UNIT)
        for part in self._candidates(lines, use):
            yield from self._odd(sides, part, use, point)

    def _candidates(self, lines: Any, use: Any) -> Iterator[Mask]:
        """Nodes at track that is used in part, each alone and those that hang together by such track."""
        bits: dict[int, float] = {}
        for i in lines:
            for bit in self._network.lines[i].track:
                bits[bit] = bits.get(bit, 0.0) + float(use[i])
        near: dict[int, set[int]] = {int(n): set() for i in lines for n in (self._source[i], self._to[i])}
        for i in lines:
            if max((bits[bit] for bit in self._network.lines[i].track), default=0.0) < 1 - BLUNT / 2:
                near[int(self._source[i])].add(int(self._to[i]))
                near[int(self._to[i])].add(int(self._source[i]))
        seen: set[int] = set()
        for start in sorted(node for node, others in near.items() if others):
            yield self._mask([start])
            if start not in seen:
                whole = [start]
                seen.add(start)
                for node in whole:
                    fresh = sorted(near[node] - seen)
                    seen.update(fresh)
                    whole += fresh
                yield self._mask(whole)

    def _mask(self, nodes: Iterable[int]) -> Mask:
        mask = numpy.zeros(len(self._part), bool)
        mask[list(nodes)] = True
        return mask

    def _odd(self, sides: Sequence[Side], part: Mask, use: Any, point: Any) -> Iterator[Cut]:
        border = numpy.concatenate(self._border(part))
        ends = [_at(columns, part) for side in sides for columns in (side.begin, side.end)]
        missing = 1 - BLUNT - sum(float(point[columns].sum()) for columns in ends)
        if missing <= 0:
            return
        pieces: list[tuple[float, int]] = []
        taken: set[int] = set()
        for bit in sorted({b for i in border if use[i] > 1 / UNIT for b in self._network.lines[i].track}):
            mine = [i for i in self._bits[bit] if part[self._source[i]] != part[self._to[i]]]
            fresh = [i for i in mine if i not in taken]
            taken.update(fresh)
            pieces.append((float(sum(use[i] for i in fresh)), bit))
        full = _odd_number([piece for piece in pieces if piece[0] > 0])
        excess = sum(1 - share for share, _ in full) + sum(share for share, _ in pieces)
        excess -= sum(share for share, _ in full)
        if not full or excess >= missing:
            return
        within = {i for _, bit in full for i in self._bits[bit]}
        inside = numpy.array([i in within for i in border.tolist()], bool)
        yield _cut(
            *((side.flow[border[~inside]], 1) for side in sides),
            *((columns, 1) for columns in ends),
            *((side.flow[border[inside]], -1) for side in sides),
            least=1 - len(full),
        )


def _odd_number(pieces: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """An odd number of pieces, those used most: what is not used of them and used of others is least."""
    full = [piece for piece in pieces if piece[0] > 0.5]
    if len(full) % 2 == 0 and pieces:
        nearest = min(pieces, key=lambda piece: (abs(piece[0] - 0.5), piece[1]))
        if nearest in full:
            full.remove(nearest)
        else:
            full.append(nearest)
    return full


def _cut(*terms: tuple[Any, int], least: int = 0) -> Cut:
    """The cut of columns with their shares, in the order of the columns."""
    columns = numpy.concatenate([here for here, _ in terms])
    shares = numpy.concatenate([numpy.full(len(here), share, numpy.int64) for here, share in terms])
    order = numpy.argsort(columns, kind="stable")
    return Cut(columns[order], shares[order], least)


def _at(columns: Any, part: Mask) -> Any:
    """The columns of the nodes of a part."""
    return columns[part & (columns >= 0)]
