"""Sets, deletes, lists and executes the standing orders of members."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.moves import FOLLOW_UPS, apply_and_record, find_seat
from bot.games.outcome import InteractionId, Outcome, refused_outcome, standard_outcome
from bot.orders import rows as order_rows
from bot.orders.chain import make_order_moves, orders_after_undo
from bot.orders.order import StandingOrder
from bot.orders.requests import StandingOrderRequest, order_from_request
from bot.orders.rows import ORDERS
from bot.store import game_rows
from bot.words import t
from engine import Record

MAX_ENDED = 3
"""The maximum number of ended orders of a member that are kept and shown."""


async def set_standing_order(
    games: Games, game_id: int, user_id: int, order_kind: str, args: Mapping[str, Any], *,
    is_permanent: bool = False, interaction_id: InteractionId = None, revision: int | None = None,
) -> Outcome:  # fmt: skip
    """Store a standing order of the user's seat and execute the game's standing orders at once.

    Returns an Outcome with the new order's number as code. ``args`` are those of `StandingOrder` for this
    kind (for "pass" only ``until``). An order that ``is_permanent`` does not end with the round. If the order
    is invalid, the Outcome is refused; it is "not_seated", "lobby", "paused" or "ended" if the user cannot
    move, and "stale" if the game has moved on from ``revision`` (None: any). ``interaction_id`` is that of
    `Games.write`.
    """

    def create_and_run_orders(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Create the standing order and execute all orders of the game; return the Outcome.

        If the Outcome is not ok, nothing is stored. Raises SearchNeeded if routes must be searched for a move
        first.
        """
        acting_seat = find_seat(loaded, user_id)
        if isinstance(acting_seat, Outcome):
            return acting_seat
        assert loaded.game is not None
        if revision is not None and revision != loaded.game.revision:
            return standard_outcome("stale")
        order = order_from_request(
            loaded.game,
            StandingOrderRequest(acting_seat, user_id, order_kind, dict(args), is_permanent),
            _next_order_number(loaded),
        )
        if isinstance(order, str):
            return refused_outcome("bad_order", order)
        ORDERS.set_value(changes, (*_kept_orders(loaded, order), order))
        outcome = apply_and_record(
            loaded, changes, lambda game, seat: [], acting_seat, revision=None, user_id=user_id, origin="auto"
        )
        return replace(outcome, code=str(order.number)) if outcome.ok else outcome

    return await games.write(game_id, user_id, interaction_id, create_and_run_orders)


async def delete_orders(
    games: Games,
    game_id: int,
    user_id: int,
    number: int | None = None,
    *,
    interaction_id: InteractionId = None,
) -> Outcome:
    """End and delete the user's standing order of this number, or (None) all the user's orders in the game.

    Returns an ok Outcome, or a refused one if the user has no such order. ``interaction_id`` is that of
    `Games.write`.
    """

    def delete_own_orders(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Delete the user's standing order of this ``number`` in the game, or (None) all of the user's there.

        Orders of other users stay. Returns an ok Outcome, or a refused one if there is none to delete.
        """
        orders_to_delete = [
            order
            for order in ORDERS.value_in(loaded)
            if order.user_id == user_id and number in (None, order.number)
        ]
        if not orders_to_delete:
            text = t("You have no such standing order here; `/auto list` shows yours.")
            return refused_outcome("no_order", text)
        remaining = tuple(order for order in ORDERS.value_in(loaded) if order not in orders_to_delete)
        ORDERS.set_value(changes, remaining)
        return Outcome("ok")

    return await games.write(game_id, user_id, interaction_id, delete_own_orders)


async def orders_of_user(games: Games, game_id: int, user_id: int) -> list[StandingOrder]:
    """Return the user's standing orders in a game, ended ones included; [] if there is no such game.

    Raises BadLog if the game's log cannot be read.
    """
    loaded = await games.load(game_id)
    return [] if loaded is None else [order for order in ORDERS.value_in(loaded) if order.user_id == user_id]


async def make_due_order_moves(
    games: Games, is_served: Callable[[int | None], bool] = lambda guild_id: True
) -> None:
    """Make the due moves of the standing orders of all games, at the start of the bot.

    Only games on servers for which ``is_served`` (called with the guild id; None: direct messages) returns
    True. Raises SQLAlchemyError or OSError if the games cannot be read.
    """

    async def read_guild_ids(conn: AsyncConnection) -> dict[int, int | None]:
        """Query the server (guild id) of each game with standing orders, by game id.

        None stands for a game in direct messages.
        """
        game_ids = await order_rows.ids_of_games_with_orders(conn)
        guild_ids = await game_rows.guild_ids_of_games(conn, game_ids)
        return {game_id: guild_ids.get(game_id) for game_id in game_ids}

    for game_id, guild_id in (await games.store.read(read_guild_ids)).items():
        if is_served(guild_id):
            await games.write(game_id, 0, None, _apply_order_moves)


def _apply_order_moves(loaded: LoadedGame, changes: Changes) -> Outcome:
    """Make the moves that a game's standing orders now call for, and return an ok Outcome.

    The Outcome is refused (code "nothing_due") if the game is not running, or if no order has a move or ends.
    Raises SearchNeeded if routes must be searched for a move first.
    """
    if loaded.game is None or loaded.info.status != "running":
        return refused_outcome("nothing_due", "")
    outcome = apply_and_record(
        loaded, changes, lambda game, seat: [], "", revision=None, user_id=0, origin="auto"
    )
    return outcome if outcome.record_numbers or changes.feature_data else refused_outcome("nothing_due", "")


def _next_order_number(loaded: LoadedGame) -> int:
    """Return the number of the game's next standing order: one more than the maximum so far, or 1."""
    return 1 + max((order.number for order in ORDERS.value_in(loaded)), default=0)


def _kept_orders(loaded: LoadedGame, new_order: StandingOrder) -> list[StandingOrder]:
    """Return the standing orders of the game that stay beside a new one: those that it does not replace.

    Of the ended orders of the new order's owner, only the last three stay.
    """
    dropped_orders = [
        order
        for order in ORDERS.value_in(loaded)
        if order.user_id == new_order.user_id and not order.is_active
    ][:-MAX_ENDED]
    return [
        order
        for order in ORDERS.value_in(loaded)
        if order not in dropped_orders and not _is_replaced_by(order, new_order)
    ]


def _is_replaced_by(earlier: StandingOrder, later: StandingOrder) -> bool:
    """Return True if a later standing order replaces an earlier one, because both have the same subject.

    They are of the same kind, seat and user, and about the same company or item for sale, if any.
    """
    subject_keys = ("company", "item")
    return (earlier.seat, earlier.user_id, earlier.kind) == (later.seat, later.user_id, later.kind) and all(
        earlier.args.get(key) == later.args.get(key) for key in subject_keys
    )


@FOLLOW_UPS.add("standing orders", order=1)
def run_standing_orders(loaded: LoadedGame, changes: Changes, records: Sequence[Record]) -> list[Record]:
    """Execute the standing orders of the game after other moves, and return the records of their moves.

    ``records`` are the moves made before; the new ones are added to ``changes``. Returns [] if no order is
    active. After an undo it returns [], too: no order makes a move, and `orders_after_undo` ends those of the
    players who are to act. Raises SearchNeeded if routes must be searched first.
    """
    orders_of_game = ORDERS.value_in(loaded, changes)
    if loaded.game is None or not any(order.is_active for order in orders_of_game):
        return []
    if any(record.kind == "undo" for record in records):
        ORDERS.set_value(changes, orders_after_undo(loaded.game, orders_of_game))
        return []
    moves_made, changed_orders = make_order_moves(loaded.game, orders_of_game, loaded.info.seats_played_by)
    for move in moves_made:
        changes.add_record(move.record, move.user_id, "auto")
    if changed_orders != orders_of_game:
        ORDERS.set_value(changes, changed_orders)
    return [move.record for move in moves_made]
