"""Station tokens of 1826: the price by the distance from the nearest one of the company (O116).

The distance is counted in hexes along the track by which a route leads to the city, as in the recorded game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from engine.board.board import Board
from engine.board.faces import STOP
from engine.board.network import Node, steps_from
from engine.rules.tokens import TokenPolicy
from engine.state import Place, Token
from engine.titles.g1826 import companies
from engine.view import View


def distances(board: Board, company: str, starts: tuple[Place, ...]) -> Mapping[Place, int]:
    """Hex sides crossed on the shortest way from one of the starts to each stop within reach."""
    key = ("distances", company, starts)
    found: Mapping[Place, int] | None = board.memo.get(key)
    if found is None:
        found = board.memo[key] = _walk(board, company, [(coord, STOP + stop) for coord, stop in starts])
    return found


def _walk(board: Board, company: str, starts: list[Node]) -> dict[Place, int]:
    """Nodes in order of their distance; only a step into another hex, which ends on a side, adds one."""
    far, queue = dict.fromkeys(starts, 0), deque(starts)
    while queue:
        node = queue.popleft()
        for after in steps_from(board, company, node, node in starts):
            crosses = after[1] < STOP
            if far[node] + crosses < far.get(after, 1 << 20):
                far[after] = far[node] + crosses
                (queue.append if crosses else queue.appendleft)(after)
    return {(coord, end - STOP): steps for (coord, end), steps in far.items() if end >= STOP}


def price(view: View, token: Token, place: Place) -> int:
    """20 for each hex from the nearest token of the company (O116); 0 for a place out of reach."""
    starts = tuple(view.stations(token.company))
    steps = distances(view.board(), token.company, starts).get(place, 0)
    return int(view.data.figures["token_cost"]) * steps


TOKENS = TokenPolicy(
    price=price,
    following=companies.next_token,
    left=companies.tokens_left,
    several=companies.several_tokens,
)
