"""Station tokens of 1826: the price by the distance from the nearest one of the company (O116).

The distance is counted in hexes along the track of a legal route that leads to the city, as in the recorded
game: a route uses no stop and no hex side twice, so it does not turn back inside a city.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from engine.board.board import Board
from engine.board.faces import STOP
from engine.board.network import Node, far_side, steps_from
from engine.core.state import Place, Token
from engine.core.view import View
from engine.message import say
from engine.rules.tokens import TokenPolicy
from engine.titles.g1826.companies import companies
from engine.titles.g1826.data.figures import Figures

Onward = Mapping[Node, Sequence[Node]]
Piece = frozenset[Node]
WAYS = 20_000
"""So many routes are tried; where that is not enough the shortest walk counts, though it may turn back."""


def distance(board: Board, company: str, starts: tuple[Place, ...], place: Place) -> int | None:
    """Hex sides crossed on the shortest route from one of the starts to a stop; None for one out of reach."""
    key = ("distance", company, starts, place)
    return board.remember(key, lambda: _distance(board, company, starts, place))


def _distance(board: Board, company: str, starts: tuple[Place, ...], place: Place) -> int | None:
    nodes = [(coord, STOP + stop) for coord, stop in starts]
    onward = board.remember(("onward", company, starts), lambda: _onward(board, company, nodes))
    to = (place[0], STOP + place[1])
    return _shortest(board, onward, nodes, to)


def _onward(board: Board, company: str, starts: Sequence[Node]) -> Onward:
    """All nodes to which a walk leads that may turn back, with those that follow each."""
    found: dict[Node, Sequence[Node]] = {}
    queue = list(starts)
    for node in queue:
        if node not in found:
            found[node] = tuple(steps_from(board, company, node, node in starts))
            queue += found[node]
    return found


def _crossed(node: Node) -> int:
    """Only a step into another hex, which ends on a side, adds one."""
    return int(node[1] < STOP)


def _to_go(onward: Onward, place: Node) -> dict[Node, int]:
    """How far it is at least from each node to a stop."""
    before: dict[Node, list[Node]] = {}
    for node, following in onward.items():
        for after in following:
            before.setdefault(after, []).append(node)
    far, queue = {place: 0}, deque([place])
    while queue:
        node = queue.popleft()
        for earlier in before.get(node, ()):
            steps = far[node] + _crossed(node)
            if steps < far.get(earlier, steps + 1):
                far[earlier] = steps
                (queue.append if _crossed(node) else queue.appendleft)(earlier)
    return far


def _shortest(board: Board, onward: Onward, starts: Sequence[Node], to: Node) -> int | None:
    """The length of the shortest route, those that promise most tried first."""
    left = _to_go(onward, to)
    begun = [node for node in starts if node in left]
    ways = sorted((left[node], 0, node, frozenset([_piece(board, node)])) for node in begun)
    least = ways[0][0] if ways else None
    for number in range(WAYS):
        if not ways:
            return None
        promised, _, node, used = heappop(ways)
        if node == to:
            return promised
        crossed = promised - left[node]
        for after in onward[node]:
            piece = _piece(board, after)
            if after in left and piece not in used:
                heappush(ways, (crossed + _crossed(after) + left[after], -number, after, used | {piece}))
    return least


def _piece(board: Board, node: Node) -> Piece:
    """What a route uses once: a stop, or a hex side whichever way it is crossed."""
    beyond = far_side(board, *node) if node[1] < STOP else None
    return frozenset([node, beyond]) if beyond else frozenset([node])


class Tokens(TokenPolicy):
    """Priced by distance; a company has as many as it kept or got."""

    def price(self, view: View, token: Token, place: Place) -> int:
        """20 for each hex from the nearest token of the company (O116); 0 for a place out of reach."""
        steps = distance(view.board(), token.company, tuple(view.stations(token.company)), place) or 0
        return view.data.figures(Figures).token_cost * steps

    def asked(self, view: View, company: str) -> list[str]:
        """By the way to the place (O116)."""
        each = view.money(view.data.figures(Figures).token_cost)
        return [say("{each} a hex", each=each)] * self.left(view, company)

    def following(self, view: View, company: str) -> Token | None:
        return companies.next_token(view, company)

    def left(self, view: View, company: str) -> int:
        return companies.tokens_left(view, company)

    def several(self, view: View, company: str, coord: str) -> bool:
        return companies.several_tokens(view, company, coord)
