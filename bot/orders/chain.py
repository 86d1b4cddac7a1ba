"""Carries out standing orders after an action, one after the other, until a person has to decide.

The chain ends: passes stop when they come round again and nobody has acted, bids rise up to their maxima,
purchases and runs come once a turn; and never more than `MAX_MOVES` moves are made at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

from bot.games.proposals import waits_for
from bot.orders.order import StandingOrder, StandingOrderEnded
from bot.orders.propose import next_action, turn_end_action
from bot.orders.stops import find_end_reason
from bot.orders.words import record_note
from bot.words import LazyText, t_lazy
from engine import Action, BrokenInvariant, Game, Record, Refused

log = logging.getLogger(__name__)

MAX_MOVES = 400
KIND_ORDER = ("accept", "turn", "bid", "buy", "run", "pass")
"""The kinds of orders by priority within a seat."""

NOBODY_ACTED = t_lazy("it came round to you again, and nobody had done anything but by order")
MOVES_UNDONE = t_lazy("moves were taken back, and it is your decision")


@dataclass(frozen=True, slots=True)
class StandingOrderMove:
    """A move that a standing order has made, and the user for whom it was made."""

    record: Record
    user_id: int


SeatsOfUser = Callable[[int], Container[str]]
"""The seats that a user plays, as their holder or as a proxy."""


def make_order_moves(
    game: Game, orders: Sequence[StandingOrder], seats_of_user: SeatsOfUser
) -> tuple[list[StandingOrderMove], tuple[StandingOrder, ...]]:
    """Let the standing orders of a game move until none has a move; return these moves and all orders.

    The moves are made in ``game`` itself, at most 400; the rest waits. The returned orders are as after the
    moves, ended ones included. ``seats_of_user`` returns the seats that a user plays. Raises SearchNeeded if
    the best routes of a run must be searched first.
    """
    chain = _OrderChain(game, orders, seats_of_user)
    while len(chain.moves_made) < MAX_MOVES and chain.make_next_move():
        pass
    if len(chain.moves_made) >= MAX_MOVES:
        log.warning("standing orders have made %s moves at once; the rest waits", len(chain.moves_made))
    return chain.moves_made, tuple(chain.orders.values())


def orders_after_undo(game: Game, orders: Sequence[StandingOrder]) -> tuple[StandingOrder, ...]:
    """Return all standing orders as they are after an undo: those of players who are to act now have ended.

    Orders to accept offers go on. ``game`` is the state after the undo.
    """
    ended_numbers = {
        order.number
        for order in orders
        if order.is_running and order.kind != "accept" and waits_for(game, order.seat)
    }
    return tuple(
        order.end(MOVES_UNDONE, game.revision) if order.number in ended_numbers else order for order in orders
    )


class _OrderChain:
    """The standing orders of a game while they move, one after the other."""

    def __init__(self, game: Game, orders: Sequence[StandingOrder], seats_of_user: SeatsOfUser) -> None:
        """Begin with all standing orders of the game; none has moved yet.

        The moves will be made in ``game`` itself. ``seats_of_user`` returns the seats that a user plays.
        """
        self.game, self.seats_of_user = game, seats_of_user
        self.orders = {order.number: order for order in orders}
        self.moves_made: list[StandingOrderMove] = []
        self.moved_order_numbers: set[int] = set()
        """The numbers of the orders that have made a move in this chain."""

    def make_next_move(self) -> bool:
        """End the standing orders that are over, then let the first one that has a move make it.

        They are tried in the order of their kinds in KIND_ORDER. Returns False if none has made a move.
        Raises SearchNeeded if the routes of a run must be searched first.
        """
        for number, order in self.orders.items():
            reason = (
                find_end_reason(self.game, order, self.seats_of_user(order.user_id))
                if order.is_running
                else None
            )
            self.orders[number] = order.end(reason, self.game.revision) if reason else order
        running = [candidate for candidate in self.orders.values() if candidate.is_running]
        return any(
            self._make_move(candidate)
            for candidate in sorted(running, key=lambda candidate: KIND_ORDER.index(candidate.kind))
        )

    def _make_move(self, order: StandingOrder) -> bool:
        """Make the next move of a standing order; return True if one was made, False if it has none.

        The order ends if its move is not possible. An order to pass that has already passed in this chain of
        moves ends instead of passing again. Raises SearchNeeded if the routes of a run must be searched
        first.
        """
        count_before, end_reason = len(self.moves_made), None
        try:
            action = next_action(self.game, order)
            if action is not None and order.kind == "pass" and order.number in self.moved_order_numbers:
                raise StandingOrderEnded(NOBODY_ACTED)
            if action is not None:
                self._submit(order, action)
        except StandingOrderEnded as ended:
            end_reason = ended.reason
        moves = len(self.moves_made) - count_before
        self.moved_order_numbers |= {order.number} if moves else set()
        order = replace(order, move_count=order.move_count + moves)
        self.orders[order.number] = order.end(end_reason, self.game.revision) if end_reason else order
        return moves > 0

    def _submit(self, order: StandingOrder, action: Action) -> None:
        """Submit the move of a standing order and, after a purchase, the action that ends the turn, if any.

        Raises OrderEnded if the engine refuses one of the two, or if one breaks an invariant; the first may
        have been made nevertheless. Raises SearchNeeded if routes must be searched first.
        """
        note = record_note(order)
        try:
            self.moves_made.append(StandingOrderMove(self.game.submit(action, note), order.user_id))
            ending_action = turn_end_action(self.game, order)
            if ending_action is not None:
                self.moves_made.append(
                    StandingOrderMove(self.game.submit(ending_action, note), order.user_id)
                )
        except Refused as refusal:
            raise StandingOrderEnded(LazyText(refusal.violation.text, {})) from refusal
        except BrokenInvariant as error:
            log.exception("a standing order broke the game; nothing was done")
            raise StandingOrderEnded(t_lazy("its move could not be carried out")) from error
