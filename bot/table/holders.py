"""Changes of the holder of a seat, and the messages that redraw the cards of the game after them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from bot.games.changes import Changes, LoadedGame
from bot.store import game_rows
from bot.store.messages.outbox import OutboxMessage
from bot.table.refusals import distinct_name
from bot.work.registry import Registry

SETUP_CARD_EDIT = OutboxMessage("setup_card", {"edit": True}, latest_only=True)
SeatChange = Callable[[Any, int, str], Awaitable[None]]
SEAT_CHANGES = Registry[SeatChange]("when a seat changes hands")
"""Each gets the connection of the write, the game and the seat."""


def turn_card_message(loaded: LoadedGame, with_ping: bool) -> OutboxMessage:
    """Return the outbox message that redraws the turn card after a change by a table's owner or game master.

    With ``with_ping`` it mentions the players to act.
    """
    payload = {"rev": loaded.info.rev, "players": list(_seats_to_act(loaded)), "ping": with_ping}
    return OutboxMessage("turn_card", payload, latest_only=True)


def repost_card_message(loaded: LoadedGame) -> OutboxMessage:
    """Return the outbox message that posts a table's turn card, in the lobby its set-up card, again.

    It serves `/game move`, and pings only players not yet pinged for this turn.
    """
    payload = {"rev": loaded.info.rev, "players": list(_seats_to_act(loaded)), "ping": False, "anew": True}
    return OutboxMessage("turn_card" if loaded.game else "setup_card", payload, latest_only=True)


def _seats_to_act(loaded: LoadedGame) -> tuple[str, ...]:
    """Return the ids of the seats to act, for the card of a table that was changed; () unless it runs."""
    waiting = loaded.game.waiting() if loaded.game else None
    return waiting.players if waiting else ()


def change_holder(
    loaded: LoadedGame, changes: Changes, seat: str, user: int | None, name: str = "", *, computer: str = ""
) -> None:
    """Give a seat at the table (seat id) to a Discord user, a computer of a level, or nobody (None and "").

    ``name`` is that of the new holder; "" keeps the name of the seat. Into ``changes`` go the rows, the
    redrawn cards, which ping if the seat is to act, and the announcement of a new holder.
    """
    other_seats = [info for info in loaded.info.seats if info.id != seat]
    new_name = distinct_name(name, other_seats) if name else ""
    statement: Any = partial(
        game_rows.hand_over_seat, game_id=loaded.info.id, seat=seat, user_id=user, rev=loaded.info.rev,
        name=new_name, computer=computer,
    )  # fmt: skip
    changes.info_statements += [statement, partial(handle_seat_change, game=loaded.info.id, seat=seat)]
    changes.messages += [SETUP_CARD_EDIT, turn_card_message(loaded, with_ping=seat in _seats_to_act(loaded))]
    if user is not None or computer:
        changes.messages.append(OutboxMessage("seat_taken", {"seat": seat}))


async def handle_seat_change(conn: Any, game: int, seat: str) -> None:
    """Call what other rooms have registered for a seat that somebody else plays now."""
    for on_change in SEAT_CHANGES:
        await on_change(conn, game, seat)


def seat_name(loaded: LoadedGame, seat: str) -> str:
    """Return the name of the player who holds a seat, for an announcement at the table."""
    return next((info.name for info in loaded.info.seats if info.id == seat), seat)
