"""Track and station markers: which of many lays are worth a look, and what they add to runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import CITY, JUNCTION, Face, Stop
from engine.board.hexmap import HexMap
from engine.board.network import reach
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Range
from engine.core.errors import Violation
from engine.core.view import View
from engine.players.fork import Fork
from engine.players.seat import Budget
from engine.players.worth.appraisal import Appraiser, gain
from engine.rules import trains
from engine.rules.track import Lay, is_bare, legal_lays, policy_of
from engine.steps.track import HEX, ROTATION, TILE, LayTile, forget_lays, lay_of, perform_lay

FADES = 0.6
"""What is left of the pull of a stop a hex farther away."""
FAR = 4
"""Hexes from which a stop is felt."""
SLOT, JOINED, DEAD_END, DRAW = 4.0, 6.0, -6.0, 0.6
"""What a circle, track that meets track, a dead end and a stop that is near are worth in a first look."""
FOLLOWS = 0.6
"""How much of what the lay of the next turn adds counts: others build, too, and it comes a turn later."""


def is_lay(choice: Choice) -> bool:
    """Whether a choice asks for a tile to lay."""
    return bool(choice.fields) and {f.name for f in choice.fields} >= {TILE.name, ROTATION.name}


def lays(fork: Fork, seat: str, choice: Choice, hexes: int = 40) -> list[tuple[float, Action]]:
    """The lays of a choice, with how much a first look likes them, best first."""
    known = reached(fork.view, choice.company)
    found = [(first_look(fork.view, a, known), a) for a in _all(fork, seat, choice, hexes)]
    return sorted(found, key=lambda each: (-each[0], str(each[1].args)))


def affordable(
    fork: Fork, company: str | None, found: Iterable[tuple[float, Action]]
) -> Iterator[tuple[float, Action]]:
    """The lays after which a company without a train can still pay for the train that it must buy.

    Its president helps where the title says so. A company that could not pay for one before may spend all.
    """
    spare = None if company is None else _spare(fork.view, company)
    for each in found:
        if company is None or spare is None or not _takes_more(fork, company, each[1], spare):
            yield each


def _spare(view: View, company: str) -> int | None:
    """What a company without a train may spend; None where it has one, finds none, or cannot pay for it."""
    price = trains.cheapest(view)
    if price is None or trains.counted(view, company):
        return None
    spare = view.cash(company) + _help(view, company, price) - price
    return spare if spare >= 0 else None


def _help(view: View, company: str, price: int) -> int:
    """What the president can add, after what the president's other companies lack for their trains."""
    president = view.president(company)
    if president is None or not trains.rules_of(view).president_pays:
        return 0
    others = (c for c in view.presided(president) if c != company and trains.needs_train(view, c))
    return max(0, view.cash(president) - sum(max(0, price - view.cash(c)) for c in others))


def _takes_more(fork: Fork, company: str, action: Action, spare: int) -> bool:
    """Whether a lay costs more than a company may spend, which must buy a train after it."""
    lay = lay_of(action, action.get(HEX.name))
    if action.kind != LayTile.kind or isinstance(lay, Violation):
        return False
    view, policy = fork.view, policy_of(fork.view)
    if policy.cost(view, company, lay[0]) + policy.fee(view, company, lay) <= spare:
        return False
    with fork.after(action):
        return trains.needs_train(view, company)


def _all(fork: Fork, seat: str, choice: Choice, hexes: int) -> Iterable[Action]:
    if choice.kind == LayTile.kind and choice.company:
        return _usual(fork.view, seat, choice.company, hexes)
    return _by_fields(fork, seat, choice, hexes)


def _usual(view: View, seat: str, company: str, hexes: int) -> list[Action]:
    """The lays of the track step, sought at once."""
    found = list(legal_lays(view, company))
    where = dict.fromkeys(coord for coord, _, _ in found)
    if len(where) > hexes:
        where = dict.fromkeys(sorted(where, key=lambda c: -_liking(view, c))[:hexes])
    return [
        Action(LayTile.kind, seat, {HEX.name: coord, TILE.name: tile, ROTATION.name: str(turn)})
        for coord, tile, turn in found
        if coord in where
    ]


def _by_fields(fork: Fork, seat: str, choice: Choice, hexes: int) -> Iterator[Action]:
    """The lays of any choice, field by field."""
    where = _values(fork, seat, choice, HEX.name, {}) if _asks_hex(choice) else [choice.hex]
    if len(where) > hexes:
        where = sorted(where, key=lambda c: -_liking(fork.view, c))[:hexes]
    for coord in where:
        at = {HEX.name: coord} if _asks_hex(choice) else {}
        for tile in _values(fork, seat, choice, TILE.name, at):
            for turn in _values(fork, seat, choice, ROTATION.name, {**at, TILE.name: tile}):
                yield Action(choice.kind, seat, {**at, TILE.name: tile, ROTATION.name: turn})


def _asks_hex(choice: Choice) -> bool:
    return any(f.name == HEX.name for f in choice.fields)


def _values(fork: Fork, seat: str, choice: Choice, name: str, at: dict[str, str]) -> Sequence[str]:
    field = Field(name, name)
    options = fork.options(seat, choice.kind, field.name, at)
    return () if isinstance(options, Range) else [o.value for o in options]


def _liking(view: View, coord: str) -> float:
    return sum(_most(stop) for stop in view.board().face(coord).stops) + pulls(view.board().hexmap)[coord]


def reached(view: View, company: str | None) -> frozenset[str]:
    """The hexes of the stops to which a company has track now."""
    if company is None or not view.stations(company):
        return frozenset()
    board = view.board()
    found = board.remember(
        ("players", "reach", company), lambda: reach(board, company, view.stations(company))
    )
    return frozenset(coord for coord, _ in found.stops)


def lay_to_new_stop(view: View, seat: str, company: str, most: int) -> Action | None:
    """The lay below a cost by which the track of a company comes to the most that further stops are worth.

    None where no lay brings it to another stop.
    """
    board, stations, known = view.board(), view.stations(company), reached(view, company)
    best, most_worth = None, 0.0
    for coord, tile, turn in legal_lays(view, company):
        if not is_bare(board, coord) or policy_of(view).cost(view, company, coord) >= most:
            continue
        after = board.with_tile(coord, tile, turn)
        found = {where for where, _ in reach(after, company, stations).stops} - known
        worth = sum(_most(stop) for where in found for stop in after.face(where).stops)
        if worth > most_worth:
            values = {HEX.name: coord, TILE.name: tile, ROTATION.name: str(turn)}
            best, most_worth = Action(LayTile.kind, seat, values), worth
    return best


def open_ends(view: View, company: str | None) -> int:
    """Over how many hex sides the track of a company leads to where it can be laid on."""
    if company is None or not view.stations(company):
        return 0
    board = view.board()
    found = board.remember(
        ("players", "reach", company), lambda: reach(board, company, view.stations(company))
    )
    return sum(
        edge not in board.face(coord).exits and not board.hexmap[coord].fixed for coord, edge in found.inbound
    )


def first_look(view: View, action: Action, known: frozenset[str] = frozenset()) -> float:
    """How much a lay seems to be worth, by the tile and its neighbours; ``known`` stops draw no more."""
    coord, tile, turn = action.get(HEX.name), action.get(TILE.name), int(action.get(ROTATION.name) or 0)
    board = view.board()
    if coord is None or coord not in board.hexmap:
        return 0.0
    old, new = board.face(coord), board.catalogue[tile].face(turn)
    return _stops(new, view) - _stops(old, view) + _sides(board, coord, old, new, known | {coord})


def likely_places(view: View, actions: Sequence[Action]) -> list[Action]:
    """Places for a marker, those first where most is to be earned and fewest may follow."""

    def promise(action: Action) -> float:
        coord = action.get(HEX.name)
        if coord is None or coord not in view.board().hexmap:
            return 0.0
        return sum(_most(stop) / (1 + stop.slots) for stop in view.board().face(coord).stops)

    return sorted(actions, key=lambda a: -promise(a))


def _stops(face: Face, view: View) -> float:
    """The stops of a hex; of several cities the best one, because a company has track to one of them."""
    key = view.phase.tiles[-1] if view.phase.tiles else ""
    cities = [_value(s, key) + SLOT * s.slots for s in face.stops if s.kind == CITY]
    others = [_value(s, key) + SLOT * s.slots for s in face.stops if s.kind not in (CITY, JUNCTION)]
    return max(cities, default=0.0) + sum(others)


def _value(stop: Stop, key: str) -> float:
    if isinstance(stop.revenue, int):
        return stop.revenue
    return dict(stop.revenue).get(key, 0)


def _most(stop: Stop) -> float:
    if isinstance(stop.revenue, int):
        return max(stop.revenue, 20 if stop.kind == CITY else 10 if stop.kind != JUNCTION else 0)
    return max(value for _, value in stop.revenue)


def _sides(board: Board, coord: str, old: Face, new: Face, known: frozenset[str]) -> float:
    """What lies over the sides to which the tile brings track."""
    return sum(_side(board, coord, edge, known) for edge in set(new.exits) - set(old.exits))


def _side(board: Board, coord: str, edge: int, known: frozenset[str]) -> float:
    other = board.hexmap.neighbour(coord, edge)
    if other is None or edge in board.hexmap[coord].impassable:
        return DEAD_END
    beyond = board.face(other)
    if opposite(edge) in beyond.exits:
        return JOINED + (0.0 if other in known else 0.7 * sum(_most(stop) for stop in beyond.stops))
    if board.hexmap[other].fixed:
        return DEAD_END
    return next((draw for draw, there in draws(board.hexmap)[other] if there not in known), 0.0)


@lru_cache(maxsize=32)
def draws(hexmap: HexMap) -> dict[str, list[tuple[float, str]]]:
    """For each hex of a map the stops near it, with how much each draws track there, most first."""
    found: dict[str, list[tuple[float, str]]] = {coord: [] for coord in hexmap.hexes}
    for coord, spot in hexmap.hexes.items():
        worth = sum(_most(stop) for stop in spot.face.stops)
        for other, steps in _around(hexmap, coord) if worth else ():
            found[other].append((DRAW * worth * FADES**steps, coord))
    return {coord: sorted(near, reverse=True) for coord, near in found.items()}


@lru_cache(maxsize=32)
def pulls(hexmap: HexMap) -> dict[str, float]:
    """How near each hex of a map is to stops, and to how much they may be worth."""
    found = dict.fromkeys(hexmap.hexes, 0.0)
    for coord, spot in hexmap.hexes.items():
        worth = sum(_most(stop) for stop in spot.face.stops)
        if worth:
            for other, steps in _around(hexmap, coord):
                found[other] += worth * FADES**steps
    return found


def _around(hexmap: HexMap, coord: str) -> list[tuple[str, int]]:
    """The hexes within reach of the pull of one, with their distance."""
    seen, edge = {coord: 0}, [coord]
    for steps in range(1, FAR):
        edge = [
            other
            for here in edge
            for side in range(6)
            if (other := hexmap.neighbour(here, side)) and side not in hexmap[here].impassable
            and seen.setdefault(other, steps) == steps
        ]  # fmt: skip
    return list(seen.items())


# --- the lay of the next turn --------------------------------------------------------------------------


class NextLays:
    """Looks after a lay of a company at the lays on the same hex and beside it that could be next.

    most: so many of those that a first look likes best are tried on the board, each as one unit of work.
    """

    def __init__(self, eye: Appraiser, seat: str, company: str, most: int, budget: Budget) -> None:
        self.eye, self.fork, self.seat, self.company = eye, eye.fork, seat, company
        self.most, self.budget = most, budget

    def adds(self, coord: str, worths: Mapping[str, float]) -> float:
        """What the best next lay adds for the seat; ``worths``: what seats are worth after the lay of now.

        The branch is in the position after that lay, on the hex ``coord``.
        """
        best = 0.0
        for lay in self._next(coord):
            if not self.budget.take():
                break
            with self.fork.branch():
                perform_lay(self.fork.writer, self.company, lay)
                best = max(best, gain(worths, self.eye.worths(), self.seat))
        return FOLLOWS * best

    def _next(self, coord: str) -> list[Lay]:
        """The lays that are tried, best first; the limits of a turn begin anew."""
        with self.fork.branch():
            forget_lays(self.fork.writer)
            known = reached(self.fork.view, self.company)
            found = [
                (first_look(self.fork.view, _action(self.seat, lay), known), lay)
                for lay in self._legal(coord)
            ]
        return [lay for _, lay in sorted(found, key=lambda each: (-each[0], each[1]))[: self.most]]

    def _legal(self, coord: str) -> Iterator[Lay]:
        return legal_lays(self.fork.view, self.company, _beside(self.fork, coord))


def _beside(fork: Fork, coord: str) -> list[str]:
    """A hex and those around it."""
    hexmap = fork.view.board().hexmap
    around = (hexmap.neighbour(coord, edge) for edge in range(6))
    return [coord, *(other for other in around if other is not None)]


def _action(seat: str, lay: Lay) -> Action:
    coord, tile, turn = lay
    return Action(LayTile.kind, seat, {HEX.name: coord, TILE.name: tile, ROTATION.name: str(turn)})
