"""Carries out standing orders after an action, one after the other, until a person has to decide.

The chain ends: an order to pass that has passed ends instead of passing again, bids rise up to their maxima,
purchases and runs come once a turn; and never more than `MAX_MOVES` moves are made at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

from bot.games.proposals import waits_for
from bot.orders.order import StandingOrder, StandingOrderEnded
from bot.orders.propose import next_move, turn_end_action
from bot.orders.stops import find_end_reason
from bot.orders.words import order_note_template
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
    """A move that a standing order has made, and the user for whom the order made it."""

    record: Record
    user_id: int


SeatsOfUser = Callable[[int], Container[str]]
"""The seats that a user plays, as their holder or as a proxy."""


def make_order_moves(
    game: Game, orders: Sequence[StandingOrder], seats_of_user: SeatsOfUser
) -> tuple[list[StandingOrderMove], tuple[StandingOrder, ...]]:
    """Make the moves of a game's standing orders until none of the orders has a move to make.

    Returns these moves, and all orders in their state afterwards, ended ones included. The moves are made in
    ``game`` itself, at most 400; the rest waits. ``seats_of_user`` returns the seats that a user plays.
    Raises SearchNeeded if the best routes of a run must be searched first.
    """
    chain = _OrderChain(game, orders, seats_of_user)
    while len(chain.moves_made) < MAX_MOVES and chain.make_next_move():
        pass
    if len(chain.moves_made) >= MAX_MOVES:
        log.warning("standing orders have made %s moves at once; the rest waits", len(chain.moves_made))
    return chain.moves_made, tuple(chain.orders.values())


def orders_after_undo(game: Game, orders: Sequence[StandingOrder]) -> tuple[StandingOrder, ...]:
    """Return all standing orders as they are after an undo: those of players who are to act now have ended.

    Orders to accept offers stay active. ``game`` is the state after the undo.
    """
    ended_numbers = {
        order.number
        for order in orders
        if order.is_active and order.kind != "accept" and waits_for(game, order.seat)
    }
    return tuple(
        order.ended_copy(MOVES_UNDONE, game.revision) if order.number in ended_numbers else order
        for order in orders
    )


class _OrderChain:
    """The standing orders of a game while their moves are made, one after the other."""

    def __init__(self, game: Game, orders: Sequence[StandingOrder], seats_of_user: SeatsOfUser) -> None:
        """Begin with all standing orders of the game; none has made a move yet.

        The moves will be made in ``game`` itself. ``seats_of_user`` returns the seats that a user plays.
        """
        self.game, self.seats_of_user = game, seats_of_user
        self.orders = {order.number: order for order in orders}
        self.moves_made: list[StandingOrderMove] = []
        self.moved_order_numbers: set[int] = set()
        """The numbers of the orders that have made a move in this chain."""

    def make_next_move(self) -> bool:
        """End the standing orders that are over, then make the move of the first order that has one.

        They are tried in the order of their kinds in KIND_ORDER. Returns False if no move was made. Raises
        SearchNeeded if the routes of a run must be searched first.
        """
        for number, order in self.orders.items():
            reason = (
                find_end_reason(self.game, order, self.seats_of_user(order.user_id))
                if order.is_active
                else None
            )
            self.orders[number] = order.ended_copy(reason, self.game.revision) if reason else order
        active_orders = [candidate for candidate in self.orders.values() if candidate.is_active]
        return any(
            self._make_order_move(candidate)
            for candidate in sorted(active_orders, key=lambda candidate: KIND_ORDER.index(candidate.kind))
        )

    def _make_order_move(self, order: StandingOrder) -> bool:
        """Make the next move of a standing order, if it has one now; return True if a move was made.

        The order ends if its move is not possible. An order to pass that has already passed in this chain of
        moves ends instead of passing again. Raises SearchNeeded if the routes of a run must be searched
        first.
        """
        count_before, end_reason = len(self.moves_made), None
        try:
            action = next_move(self.game, order)
            if action is not None and order.kind == "pass" and order.number in self.moved_order_numbers:
                raise StandingOrderEnded(NOBODY_ACTED)
            if action is not None:
                self._submit(order, action)
        except StandingOrderEnded as ended:
            end_reason = ended.reason
        moves = len(self.moves_made) - count_before
        self.moved_order_numbers |= {order.number} if moves else set()
        order = replace(order, move_count=order.move_count + moves)
        self.orders[order.number] = order.ended_copy(end_reason, self.game.revision) if end_reason else order
        return moves > 0

    def _submit(self, order: StandingOrder, action: Action) -> None:
        """Submit the move of a standing order and, after a purchase, the action that ends the turn, if any.

        Raises StandingOrderEnded if the engine refuses either action, or if either breaks an invariant; if
        this was the second action, the first stays made. Raises SearchNeeded if routes must be searched
        first.
        """
        note = order_note_template(order)
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
