"""What is reached over land and water, and its fees, against all routes on small maps, and without water."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.hexmap import Place
from engine.board.network import reach
from engine.board.terms import PLAIN, Terms
from engine.board.voyages import NO_FARES, Fares, dry_ways, voyage
from engine.board.waters import WATER
from engine.routes.rules import route_rules
from tests.bench.large_boards import COMPANY, large_board, large_map
from tests.seas import US, ZONES, random_position

STOP = 6
PRICES = Fares(10, 5)


class Routes:
    """All routes from the starts, one step at a time; nothing of the search under test is used.

    A place on a route is ("side", hex, side), ("stop", hex, stop, end it was entered by) or ("sea", zone).
    """

    def __init__(self, board: Board, terms: Terms, fares: Fares) -> None:
        self.board, self.terms, self.fares = board, terms, fares
        self.sides: set[tuple[str, int]] = set()
        self.stops: set[tuple[str, int]] = set()
        self.least: dict[tuple[str, str, int], int] = {}

    def run(self, starts) -> None:
        for coord, stop in starts:
            self._on(("stop", coord, stop, None), frozenset({("stop", coord, stop)}), 0, None)

    def _on(self, at, used, price, riding) -> None:
        if at[0] == "side":
            self.sides.add(at[1:])
        if at[0] == "stop":
            self.stops.add(at[1:3])
        if at[0] != "sea":
            key = at[:3]
            self.least[key] = min(price, self.least.get(key, price))
        for to, uses, dearer, ferry in self._steps(at, riding):
            if not uses & used:
                self._on(to, used | uses, price + dearer, ferry)

    def _steps(self, at, riding) -> Iterator[tuple]:
        if at[0] == "sea":
            yield from self._from_sea(at[1])
            return
        coord = at[1]
        own = at[2] if at[0] == "side" else STOP + at[2]
        if at[0] == "stop" and self._leaves(at, WATER):
            yield from self._ports(coord, None)
            if side := self.terms.waters.landings.get(coord):
                yield self._crossed(*side, riding)
        for end in self.board.face(coord).ends_from(own):
            if at[0] == "stop" and not self._leaves(at, end):
                continue
            if end >= STOP:
                entered = ("stop", coord, end - STOP, at[2] if at[0] == "side" else own)
                yield entered, frozenset({("stop", coord, end - STOP)}), 0, riding
                continue
            spot = self.board.hexmap[coord]
            if end not in spot.impassable and spot.neighbours[end]:
                yield self._crossed(spot.neighbours[end], opposite(end), riding)
            yield from self._ports(coord, end)
            for inland, side in self.terms.waters.landings.items():
                if side == (coord, end):
                    yield from self._ashore(inland, riding)

    def _leaves(self, at, end) -> bool:
        _, coord, stop, entered = at
        if entered is None:
            return True
        ends = {(coord, entered), (coord, end)}
        if self.board.stop(coord, stop).kind == "offboard" or ends & self.terms.bars:
            return False
        free = ends & self.terms.gates or (coord, stop) in self.terms.unblocked
        return bool(free) or not self.board.blocks(coord, stop, US)

    def _crossed(self, coord, edge, riding) -> tuple:
        other = self.board.hexmap.neighbour(coord, edge)
        side = frozenset({("side", coord, edge), ("side", other, opposite(edge))})
        ferry = self.terms.waters.by_side.get((coord, edge))
        dearer = ferry.number * self.fares.ferry if ferry and ferry is not riding else 0
        return ("side", coord, edge), frozenset({side}), dearer, ferry

    def _may(self, port) -> bool:
        here = self.board.has_station(port.coord, US) or port.coord in self.terms.harbours
        return here or not port.private

    def _ports(self, coord, edge) -> Iterator[tuple]:
        for port in self.terms.waters.ports:
            if (port.coord, port.edge) == (coord, edge) and self._may(port):
                yield ("sea", port.zone), frozenset({port.zone}), self.fares.zone, None

    def _from_sea(self, zone) -> Iterator[tuple]:
        for other in self.terms.waters.zones[zone]:
            yield ("sea", other), frozenset({other}), self.fares.zone, None
        for port in self.terms.waters.ports:
            if port.zone == zone and self._may(port):
                if port.edge is None:
                    yield from self._ashore(port.coord, None)
                else:
                    landed = frozenset({("port", port.coord, port.edge)})
                    yield ("side", port.coord, port.edge), landed, 0, None

    def _ashore(self, coord, riding) -> Iterator[tuple]:
        for i, stop in enumerate(self.board.face(coord).stops):
            if stop.kind != "junction":
                yield ("stop", coord, i, WATER), frozenset({("stop", coord, i)}), 0, riding


def positions(count: int) -> Iterator[tuple[int, Board, Terms, Sequence[Place]]]:
    """Random positions by their seed, with what a search is given of each."""
    for seed in range(count):
        view = random_position(Random(seed))
        yield seed, view.board(), route_rules(view).terms(view, US), view.stations(US)


def test_what_is_reached_and_the_fees_are_those_of_all_routes():
    for seed, board, terms, starts in positions(120):
        routes = Routes(board, terms, PRICES)
        routes.run(starts)
        found = voyage(board, US, starts, terms, PRICES)
        assert found.whole.stops == routes.stops, seed
        assert found.whole.inbound == routes.sides, seed
        for kind, coord, end in routes.least:
            node = (coord, end + (STOP if kind == "stop" else 0))
            assert found.fees.get(node, 0) == routes.least[kind, coord, end], (seed, node)


def test_free_units_are_used_where_they_save_most():
    """With two free units anywhere nothing costs more, and no more is saved than the two dearest cost."""
    for seed, board, terms, starts in positions(40):
        area = frozenset(ZONES) | {ferry.name for ferry in terms.waters.ferries}
        full = voyage(board, US, starts, terms, PRICES).fees
        less = voyage(board, US, starts, terms, Fares(10, 5, 2, area)).fees
        elsewhere = voyage(board, US, starts, terms, Fares(10, 5, 2, frozenset({"no water"}))).fees
        assert elsewhere == full, seed
        for node, price in full.items():
            assert price - 20 <= less.get(node, 0) <= max(0, price - 10), (seed, node)


@pytest.mark.parametrize(("seed", "part"), [(1, 0.3), (2, 0.6), (3, 0.9)])
def test_without_water_it_is_the_reach_on_land(seed, part):
    board = large_board(large_map(), seed, part)
    starts = board.stations_of(COMPANY)
    found = voyage(board, COMPANY, starts)
    plain = reach(board, COMPANY, starts)
    assert found.whole == plain
    assert not found.fees


def test_dry_ways_are_among_all_and_cost_nothing():
    for seed, board, terms, starts in positions(40):
        whole = voyage(board, US, starts, terms, PRICES)
        for coord, ways in dry_ways(board, US, starts, terms, frozenset()):
            assert {c for c, _ in (*ways.inbound, *ways.starts)} <= {coord}, seed
            assert ways.inbound <= whole.whole.inbound, seed
            assert not any(whole.fees.get(node) for node in ways.inbound), seed


def test_shut_hexes_are_entered_and_not_passed():
    board = large_board(large_map(), 2, 0.6)
    starts = board.stations_of(COMPANY)
    far = voyage(board, COMPANY, starts).whole
    shut = frozenset(board.laid) - {coord for coord, _ in starts}
    near = voyage(board, COMPANY, starts, PLAIN, NO_FARES, shut).whole
    assert near.inbound < far.inbound
    neighbours = {other for coord, _ in starts for other in board.hexmap[coord].neighbours}
    assert {coord for coord, _ in near.inbound} <= neighbours
