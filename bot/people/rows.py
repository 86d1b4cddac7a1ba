"""Finds, exports and deletes the data stored about a user, in all database tables with user columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Table, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls import rows as reminder_rows
from bot.store import checksums, records
from bot.store import tables as db_tables
from bot.store.game_rows import increment_write_counts
from bot.votes import rows as vote_rows

USER_ID_COLUMNS = ("user_id", "owner")
"""Columns that hold a user, by name."""

TEXT_EVENT = "Said"
"""The event of the log that is a sentence for the readers and changes nothing."""

USER_ID_REPLACEMENTS: dict[str, int | None] = {
    "seat": None,
    "tenure": 0,
    "record": None,
    "audit": 0,
    "game": 0,
    "vote": None,
}
"""Database tables whose rows belong to a game and stay without their user; the value replaces the id."""

NAME_REPLACEMENTS: dict[str, dict[str, Any]] = {"vote": {"name": ""}}
"""What replaces the user's name in such rows, by database table and column."""


def user_id_columns() -> Iterator[tuple[Table, Column[Any]]]:
    """Yield each column of user ids, paired with its database table: where data about members are stored."""
    for table in db_tables.metadata.sorted_tables:
        yield from ((table, column) for column in table.columns if column.name in USER_ID_COLUMNS)


async def count_rows_about_user(conn: AsyncConnection, user_id: int) -> dict[str, int]:
    """Return how many rows are stored about a member (Discord id), by the name of the database table.

    Database tables without such rows are left out. The numbers are for `/me data`.
    """
    by_table: dict[str, int] = {}
    for table, column in user_id_columns():
        query = select(func.count()).select_from(table).where(column == user_id)
        if row_count := int((await conn.execute(query)).scalar_one()):
            by_table[table.name] = by_table.get(table.name, 0) + row_count
    return by_table


async def rows_about_user(conn: AsyncConnection, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return all rows stored about a member (Discord id), for `/me data`: lists by name of database table.

    A row is a dict of values by column, without checksums. Database tables without such rows are left out.
    """
    by_table: dict[str, list[dict[str, Any]]] = {}
    for table, column in user_id_columns():
        table_rows = (await conn.execute(select(table).where(column == user_id))).mappings().all()
        if table_rows:
            by_table.setdefault(table.name, []).extend(_exportable_row(row) for row in table_rows)
    return by_table


def _exportable_row(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a row of a member's data, for `/me data`, as values by column, without checksums (bytes)."""
    return {str(key): value for key, value in row.items() if not isinstance(value, bytes)}


async def erase_user(conn: AsyncConnection, user_id: int) -> None:
    """Delete the data of a member (Discord id) in all database tables, for `/me data forget`.

    Rows of the database tables in USER_ID_REPLACEMENTS stay without the member's id; other rows are deleted.
    The checksums of the games concerned are computed anew. The caller must query `ids_of_games_to_reload`
    before, and load these games again afterwards.
    """
    game_ids, own_games = await ids_of_games_to_reload(conn, user_id), await owned_game_ids(conn, user_id)
    for table, column in user_id_columns():
        if table.name in USER_ID_REPLACEMENTS:
            values = {column.name: USER_ID_REPLACEMENTS[table.name]} | NAME_REPLACEMENTS.get(table.name, {})
            await conn.execute(update(table).where(column == user_id).values(values))
        else:
            await conn.execute(delete(table).where(column == user_id))
    await _erase_from_votes_and_nudges(conn, user_id)
    await increment_write_counts(conn, game_ids)
    for game_id in {*game_ids, *own_games}:
        await checksums.recompute_checksum(conn, game_id)


async def _erase_from_votes_and_nudges(conn: AsyncConnection, user_id: int) -> None:
    """Remove the id of a member whose data are being deleted from votes and nudges of other members.

    Ballots that name the member are deleted; in results of votes the id becomes 0, in nudges None.
    """
    ballot, vote, suffix = vote_rows.ballot, vote_rows.vote, f":{user_id}"
    await conn.execute(delete(ballot).where(ballot.c.choice.endswith(suffix)))
    results = select(vote.c.id, vote.c.result).where(vote.c.result.endswith(suffix))
    for vote_id, result in (await conn.execute(results)).all():
        values = {"result": f"{result.removesuffix(suffix)}:0"}
        await conn.execute(update(vote).where(vote.c.id == vote_id).values(values))
    nudged = reminder_rows.reminder.c.nudged
    await conn.execute(update(reminder_rows.reminder).where(nudged == user_id).values({nudged: None}))


async def ids_of_games_to_reload(conn: AsyncConnection, user_id: int) -> list[int]:
    """Return the ids, in ascending order, of the games to load anew after a member's data are deleted.

    From these games, whole rows are deleted with the member's data, such as a standing order or a reminder.
    Return [] if there are no such games.
    """
    game_ids: set[int] = set()
    for table, column in user_id_columns():
        if "game" in table.columns and table.name not in USER_ID_REPLACEMENTS:
            game_ids |= set((await conn.execute(select(table.c.game).where(column == user_id))).scalars())
    return sorted(game_ids - {0})


async def owned_game_ids(conn: AsyncConnection, user_id: int) -> list[int]:
    """Return the ids of the games that a member (Discord id) owns, of any status; [] if there are none."""
    return list(
        (await conn.execute(select(db_tables.game.c.id).where(db_tables.game.c.owner == user_id))).scalars()
    )


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat that a user holds or has held.

    ``is_first_holder``: the user held the seat from the beginning of the game. ``is_last_holder``: nobody
    took the seat after the user.
    """

    game_id: int
    seat: str
    is_first_holder: bool
    is_last_holder: bool


async def played_seats(conn: AsyncConnection, user_id: int) -> list[PlayedSeat]:
    """Return the seats that a member (Discord id) holds, or was the first or last to hold.

    Their names must be replaced when the member's data are deleted. Seats that the member held only between
    other holders are left out. The result is sorted by game and seat; [] if there are no such seats.
    """
    query = select(db_tables.seat.c.game, db_tables.seat.c.seat).where(db_tables.seat.c.user_id == user_id)
    by_game_and_seat = {
        (game_id, seat): PlayedSeat(game_id, seat, is_first_holder=False, is_last_holder=True)
        for game_id, seat in (await conn.execute(query)).all()
    }
    ids = (func.min(db_tables.tenure.c.id), func.max(db_tables.tenure.c.id))
    first_and_last = select(db_tables.tenure.c.game, db_tables.tenure.c.seat, *ids).group_by(
        db_tables.tenure.c.game, db_tables.tenure.c.seat
    )
    own_tenures = select(db_tables.tenure.c.id).where(db_tables.tenure.c.user_id == user_id)
    own_ids = set((await conn.execute(own_tenures)).scalars())
    for game_id, seat, first, last in (await conn.execute(first_and_last)).all():
        if first in own_ids or last in own_ids:
            by_game_and_seat[game_id, seat] = PlayedSeat(
                game_id, seat, is_first_holder=first in own_ids, is_last_holder=last in own_ids
            )
    return sorted(by_game_and_seat.values(), key=lambda played_seat: (played_seat.game_id, played_seat.seat))


async def rename_player(conn: AsyncConnection, game_id: int, old_name: str, new_name: str) -> None:
    """Replace the name of a player whose data are being deleted in a stored game: name, setup, log and audit.

    The game's name is cut to 100 characters. The digests of the log's records and the game's checksum are
    computed anew. Raises NoResultFound if there is no such game, and BadLog if its log cannot be read.
    """
    row = (await conn.execute(select(db_tables.game).where(db_tables.game.c.id == game_id))).one()
    values: dict[str, Any] = {"name": _replace_name(row.name, old_name, new_name)[:100]}
    if row.genesis is not None:
        values["genesis"] = _rename_player_in_setup(row.genesis, old_name, new_name)
    await conn.execute(update(db_tables.game).where(db_tables.game.c.id == game_id).values(**values))
    await checksums.recompute_checksum(conn, game_id)
    await _rename_player_in_log(conn, game_id, old_name, new_name)
    await records.recompute_digests(conn, game_id)
    audits = select(db_tables.audit.c.id, db_tables.audit.c.detail).where(db_tables.audit.c.game == game_id)
    for audit_id, detail in (await conn.execute(audits)).all():
        new_detail = _replace_name(detail, old_name, new_name)
        if new_detail != detail:
            await conn.execute(
                update(db_tables.audit).where(db_tables.audit.c.id == audit_id).values(detail=new_detail)
            )


async def _rename_player_in_log(conn: AsyncConnection, game_id: int, old_name: str, new_name: str) -> None:
    """Replace a player's name in all lists of names in a game's stored log, as the player's data are deleted.

    The digests of the records are not computed anew here. Raises BadLog if a record cannot be read.
    """
    is_of_game = db_tables.record.c.game == game_id
    for record_number, body in (
        await conn.execute(select(db_tables.record.c.seq, db_tables.record.c.body).where(is_of_game))
    ).all():
        events = [
            _replace_name_in_lists_of_event(event, old_name, new_name) for event in body.get("events", ())
        ]
        changed_body = {**body, "events": events} if events else body
        if changed_body != body:
            is_record = is_of_game & (db_tables.record.c.seq == record_number)
            await conn.execute(update(db_tables.record).where(is_record).values(body=changed_body))


def _replace_name_in_lists_of_event(event: Sequence[Any], old_name: str, new_name: str) -> list[Any]:
    """Return an event of the log (JSON) with a player's name replaced in its lists of names ("A, B").

    The data of this player are being deleted. Only events of the kind "Said" have such lists: [kind, key,
    parameters by name]. Other events are returned unchanged.
    """
    if event[0] != TEXT_EVENT:
        return list(event)
    kind, key, params = event
    lists = {
        name: _replace_name(value, old_name, new_name)
        for name, value in params.items()
        if isinstance(value, str) and ", " in value
    }
    return [kind, key, {**params, **lists}]


def _replace_name(text: str, old_name: str, new_name: str) -> str:
    """Return ``text`` with ``old_name`` replaced by ``new_name`` wherever it stands as a whole word.

    ``old_name`` is a name of a member whose data are being deleted.
    """
    return re.sub(rf"(?<!\w){re.escape(old_name)}(?!\w)", lambda _: new_name, text)


def _rename_player_in_setup(setup: Mapping[str, Any], old_name: str, new_name: str) -> dict[str, Any]:
    """Return a copy of a game's stored setup in which the player ``old_name`` is called ``new_name``.

    It is used when the player's data are deleted. ``setup`` must have the keys "names" and "state"; the
    latter may have "players", each with a "name".
    """
    names = [new_name if name == old_name else name for name in setup["names"]]
    state = dict(setup["state"])
    if "players" in state:
        state["players"] = [
            {**player, "name": new_name} if player.get("name") == old_name else player
            for player in state["players"]
        ]
    return {**setup, "names": names, "state": state}
