"""Finds and deletes the data of a member; the seats stay in the games, with a number in place of the name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome
from bot.people import rows
from bot.people.rows import PlayedSeat
from bot.store import game_rows
from bot.store.game_rows import GameInfo
from bot.store.messages.outbox import OutboxMessage
from bot.table.holders import SETUP_CARD_EDIT, change_seat_holder
from engine import EngineError


async def is_waiting_for(games: Games, info: GameInfo, user_id: int) -> bool:
    """Return True if a game waits for a member (Discord id), for `/me games`.

    Return False if the game is not running or its log cannot be read.
    """
    if info.status != "running":
        return False
    try:
        game = await games.game(info.id)
    except EngineError:
        return False
    next_decision = game.waiting() if game is not None else None
    return next_decision is not None and not set(info.seats_played_by(user_id)).isdisjoint(
        next_decision.players
    )


async def count_rows_about_user(games: Games, user_id: int) -> dict[str, int]:
    """Return how many rows are stored about a member (Discord id), by the name of the database table.

    Database tables without such rows are left out.
    """
    return await games.store.read(lambda conn: rows.count_rows_about_user(conn, user_id))


async def data_about_user(games: Games, user_id: int) -> dict[str, Any]:
    """Return all data stored about a member (Discord id): lists of rows by the name of the database table.

    A row is a dict of values by column. Database tables without such rows are left out.
    """
    return await games.store.read(lambda conn: rows.rows_about_user(conn, user_id))


async def forget_user(
    games: Games, user_id: int, names: Sequence[str], interaction_id: InteractionId
) -> list[Outcome]:
    """Delete the data of a member (Discord id), for `/me data forget`; the member's games go on without them.

    "Player" and the seat's number replace the member's ``names``. Returns an outcome for each game that the
    member owns or in which they hold or held a seat; with the same ``interaction_id`` no game is written
    twice. The member's other data are deleted only if all these outcomes are ok.
    """

    async def read_games(conn: AsyncConnection) -> tuple[Sequence[PlayedSeat], Sequence[int]]:
        """Return the seats that the member holds or held (`rows.played_seats`), and the owned games' ids."""
        return await rows.played_seats(conn, user_id), await rows.owned_game_ids(conn, user_id)

    seats, owned_ids = await games.store.read(read_games)
    outcomes = []
    for game_id in sorted({seat.game_id for seat in seats} | set(owned_ids)):
        played_seats = [seat for seat in seats if seat.game_id == game_id]
        remove_user = partial(_remove_user, user_id=user_id, seats=played_seats, names=names)
        outcomes.append(await games.write(game_id, 0, f"{interaction_id}:forget:{game_id}", remove_user))
        games.drop_from_memory(game_id)
    if all(outcome.ok for outcome in outcomes):
        await _erase_remaining_data(games, user_id)
    return outcomes


async def _erase_remaining_data(games: Games, user_id: int) -> None:
    """Delete the rest of the data about a member (Discord id), after their games were written without them.

    Games that lose a row by this, such as the member's reminder as a proxy, are loaded anew, and their
    reminders are computed anew.
    """

    async def erase_rows(conn: AsyncConnection) -> Sequence[int]:
        """Delete the member's data; return the ids of the games from which a row was deleted by this.

        The ids are in ascending order; [] if there are none.
        """
        game_ids = await rows.ids_of_games_to_reload(conn, user_id)
        await rows.erase_user(conn, user_id)
        return game_ids

    for game_id in await games.store.write(erase_rows):
        games.drop_from_memory(game_id)
        await games.write(game_id, 0, None, _change_nothing)


def _remove_user(
    loaded: LoadedGame, changes: Changes, *, user_id: int, seats: Sequence[PlayedSeat], names: Sequence[str]
) -> Outcome:
    """Remove a member whose data are being deleted from a game, which goes on; return an ok outcome.

    In a lobby the member's seat is removed, and the other seats are numbered anew. In a started game the
    member is erased from ``seats``, which they hold or held, and their ``names`` are replaced. If the member
    owned the game, another player now owns it, or nobody (0). What is to be stored, and the redrawn set-up
    card, are added to ``changes``.
    """
    info = loaded.info
    if info.status == "lobby":
        remaining = [seat_info for seat_info in info.seats if seat_info.user_id != user_id]
        renumbered = [replace(seat_info, id=f"p{i}") for i, seat_info in enumerate(remaining, 1)]
        changes.game_info_statements.append(
            partial(game_rows.replace_seats, game_id=info.id, seats=renumbered)
        )
    for played_seat in seats if loaded.game is not None else ():
        _erase_member_from_seat(loaded, changes, played_seat, names)
    if info.owner_id == user_id:
        other_users = [
            seat_info.user_id for seat_info in info.seats if seat_info.user_id not in (None, user_id)
        ]
        changes.game_columns["owner"] = next(iter(other_users), 0)
    changes.messages.append(SETUP_CARD_EDIT)
    return Outcome("ok")


def _change_nothing(_loaded: LoadedGame, _changes: Changes) -> Outcome:
    """Change nothing in a game, and return an ok outcome.

    Each write of a game computes its reminders anew, even if nothing is changed. This is needed after the
    data of a member who was a proxy have been deleted.
    """
    return Outcome("ok")


def _erase_member_from_seat(
    loaded: LoadedGame, changes: Changes, played_seat: PlayedSeat, names: Sequence[str]
) -> None:
    """Erase a member whose data are being deleted from a seat: "Player" and its number replace their names.

    ``names`` are the member's names now; the name under which the member began or ended in the seat is
    replaced, too. If nobody took the seat after the member, it is freed and, unless the game has ended,
    offered to others. The game must have started; what is to be stored is added to ``changes``.
    """
    number = int(played_seat.seat.removeprefix("p"))
    new_name, old_names = f"Player {number}", set(names)
    assert loaded.game is not None
    if played_seat.is_first_holder:
        old_names.add(loaded.game.setup.names[number - 1])
    if played_seat.is_last_holder:
        old_names |= {seat_info.name for seat_info in loaded.info.seats if seat_info.id == played_seat.seat}
        change_seat_holder(loaded, changes, played_seat.seat, None, new_name)
        if loaded.info.status != "ended":
            changes.messages.append(OutboxMessage("seat_free", {"seat": played_seat.seat}))
    for name in sorted(old_names - {new_name, ""}):
        changes.game_info_statements.append(
            partial(rows.rename_player, game_id=loaded.info.id, old_name=name, new_name=new_name)
        )
