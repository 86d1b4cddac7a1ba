"""Changes of the holder of a seat, and the messages that update the cards of the game after them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from bot.games.changes import Changes, LoadedGame
from bot.store import game_rows
from bot.store.messages.outbox import OutboxMessage
from bot.table.refusals import unique_name
from bot.work.registry import Registry

SETUP_CARD_EDIT = OutboxMessage("setup_card", {"edit": True}, latest_only=True)
SeatChange = Callable[[Any, int, str], Awaitable[None]]
SEAT_CHANGES = Registry[SeatChange]("when a seat changes hands")
"""Each function gets the connection of the write, the id of the game and the id of the seat."""


def turn_card_message(loaded: LoadedGame, with_ping: bool) -> OutboxMessage:
    """Return the outbox message that updates a game's turn card after its seats or status have changed.

    ``with_ping`` says whether the card pings the players to act. The payload has ``rev`` (the revision),
    ``players`` (ids of the seats to act) and ``ping``.
    """
    payload = {"rev": loaded.info.revision, "players": list(_seats_to_act(loaded)), "ping": with_ping}
    return OutboxMessage("turn_card", payload, latest_only=True)


def build_repost_message(loaded: LoadedGame) -> OutboxMessage:
    """Return the outbox message that posts a game's turn card again; in the lobby, its set-up card.

    It serves `/game move`. ``ping`` in its payload is False: players who were pinged for this turn are not
    pinged again. The payload also has ``rev`` (the revision), ``players`` (ids of the seats to act) and
    ``anew`` (True).
    """
    payload = {
        "rev": loaded.info.revision,
        "players": list(_seats_to_act(loaded)),
        "ping": False,
        "anew": True,
    }
    return OutboxMessage("turn_card" if loaded.game else "setup_card", payload, latest_only=True)


def _seats_to_act(loaded: LoadedGame) -> tuple[str, ...]:
    """Return the ids of the seats to act in a game; () before the start and after the end."""
    next_decision = loaded.game.waiting() if loaded.game else None
    return next_decision.players if next_decision else ()


def change_seat_holder(
    loaded: LoadedGame,
    changes: Changes,
    seat: str,
    user_id: int | None,
    name: str = "",
    *,
    computer_level: str = "",
) -> None:
    """Give a seat (its id) to a Discord user, to a computer player, or to nobody (``user_id`` None).

    ``name`` is the new holder's name; "" keeps the present name of the seat. ``computer_level`` is the level
    of a computer player, else "". Adds to ``changes`` the SQL statements, the updates of the cards (with a
    ping if the seat is to act) and, for a new holder, an announcement.
    """
    other_seats = [info for info in loaded.info.seats if info.id != seat]
    new_name = unique_name(name, other_seats) if name else ""
    statement: Any = partial(
        game_rows.hand_over_seat, game_id=loaded.info.id, seat=seat, user_id=user_id,
        revision=loaded.info.revision,
        name=new_name, computer_level=computer_level,
    )  # fmt: skip
    changes.game_info_statements += [
        statement,
        partial(run_seat_change_callbacks, game_id=loaded.info.id, seat=seat),
    ]
    changes.messages += [SETUP_CARD_EDIT, turn_card_message(loaded, with_ping=seat in _seats_to_act(loaded))]
    if user_id is not None or computer_level:
        changes.messages.append(OutboxMessage("seat_taken", {"seat": seat}))


async def run_seat_change_callbacks(conn: Any, game_id: int, seat: str) -> None:
    """Call the functions that features have registered in `SEAT_CHANGES`, after a change of a seat's holder.

    The functions run in the transaction of ``conn``. Their database errors are raised.
    """
    for on_change in SEAT_CHANGES:
        await on_change(conn, game_id, seat)


def seat_name(loaded: LoadedGame, seat: str) -> str:
    """Return the name of the player who holds a seat; the seat id if the game has no such seat."""
    return next((info.name for info in loaded.info.seats if info.id == seat), seat)
