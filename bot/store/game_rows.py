"""Queries of games, seats, results of interactions, cards and the audit; each takes its connection."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import Row, Select, and_, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import proxies
from bot.store import tables as db

Json = Any
ENDED_BY_HAND = "ended_by_hand"
"""The setting of a game that somebody ended: its reason is what they wrote."""

HAD_COMPUTERS = "computers"
"""The setting of a game in which a computer player has had a seat: its results are counted apart."""

Status = Literal["lobby", "running", "paused", "ended"]

COMPUTER_SUFFIX = " (computer)"
"""What follows the name of a seat while a computer player acts for its holder."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat: its id in the engine (``p1``...), its name and the user who holds it (None: nobody).

    ``computer_level`` is the level of the computer player that plays it, for its holder or without one; "" if
    none does.
    """

    id: str
    name: str
    user_id: int | None
    computer_level: str = ""

    @property
    def display_name(self) -> str:
        """Return the name that all see: with " (computer)" if a computer player acts for the holder."""
        return self.name + COMPUTER_SUFFIX if self.computer_level and self.user_id is not None else self.name


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game without its log. ``revision`` is the number of records in the log, 0 in the lobby.

    ``options`` are those of the title, ``settings`` those of this game (such as "pace" and "clock"), both by
    key. ``proxies`` are user ids by seat id. ``write_count`` counts all writes of the game, so a process
    knows whether the game in its memory is current. ``checksum`` covers all but the log
    (`bot.store.checksums`). Times are milliseconds since 1970.
    """

    id: int
    guild_id: int | None
    channel_id: int | None
    title: str
    name: str
    owner_id: int
    status: Status
    options: Mapping[str, str]
    settings: Mapping[str, Json]
    revision: int
    seed: int | None
    end_reason: str
    created_at: int
    started_at: int | None
    ended_at: int | None
    seats: tuple[SeatInfo, ...] = ()
    proxies: Mapping[str, int] = field(default_factory=dict)
    write_count: int = 0
    checksum: bytes | None = None

    def seats_held_by(self, user_id: int) -> tuple[str, ...]:
        """Return the ids of the seats that a user (a Discord id) holds: usually one, () for none."""
        return tuple(seat.id for seat in self.seats if seat.user_id == user_id)

    def seats_played_by(self, user_id: int) -> tuple[str, ...]:
        """Return the ids of the seats that a user holds, then those that they play as proxy; () for none."""
        proxied = (seat for seat, proxy in self.proxies.items() if proxy == user_id)
        return (*self.seats_held_by(user_id), *proxied)

    @property
    def computer_levels(self) -> Mapping[str, str]:
        """Return the levels of the computer players, such as "easy", by seat id; {} if there are none."""
        return {seat.id: seat.computer_level for seat in self.seats if seat.computer_level}

    def user_id_playing(self, seat: str) -> int | None:
        """Return the id of the user who plays a seat: its proxy, else its holder.

        Return None if a computer player or nobody plays the seat, or if the game has no such seat.
        """
        return None if seat in self.computer_levels else self.proxies.get(seat) or self.holder_id_of(seat)

    def holder_id_of(self, seat: str) -> int | None:
        """Return the id of the user who holds a seat (its id); None if it is free or unknown."""
        return next((info.user_id for info in self.seats if info.id == seat), None)


@dataclass(frozen=True, slots=True)
class CardInfo:
    """Where a card of a game is (its message in Discord), and the revision that it shows.

    ``kind`` is such as "turn", "setup" (the lobby), "end" (the ranking) or, with an id, "offer:…"; a game has
    at most one card of each kind. `bot.post.finished` has the kinds of finished cards.
    """

    kind: str
    channel_id: int
    message_id: int
    revision: int


@dataclass(frozen=True, slots=True)
class GameFilter:
    """The conditions for a list of games; None allows any value."""

    guild_id: int | None = None
    channel_id: int | None = None
    user_id: int | None = None
    statuses: Sequence[Status] = field(default=("lobby", "running", "paused"))


def now_ms() -> int:
    """Return the present time in milliseconds since 1970, the unit of times in the database."""
    return time.time_ns() // 1_000_000


# --- games -------------------------------------------------------------------------------------


async def create_game(conn: AsyncConnection, **values: Any) -> int:
    """Insert the row of a new game, and return its id.

    ``values`` are its columns by name (`tables.game`), which must include title, name, owner (a user id),
    options and settings (JSON). The status is "lobby" by default. Raises IntegrityError if the channel has an
    open game.
    """
    result = await conn.execute(
        insert(db.game).values({"status": "lobby", "rev": 0, "created_at": now_ms(), **values})
    )
    assert result.inserted_primary_key is not None
    return int(result.inserted_primary_key[0])


_IS_GAME = db.game.c.id == bindparam("game")
_SET_REVISION = update(db.game).where(_IS_GAME, db.game.c.writes == bindparam("known"))


async def set_revision(conn: AsyncConnection, info: GameInfo, revision: int, **values: Any) -> bool:
    """Store a game's new revision and other columns of its row (``values``, by name); return True.

    The write counter rises by one. Return False, and store nothing, if the game was written since ``info``
    was read. Raises IntegrityError if the channel has another open game.
    """
    values |= {"rev": revision, "writes": info.write_count + 1, "game": info.id, "known": info.write_count}
    return (await conn.execute(_SET_REVISION, values)).rowcount == 1


_WRITES = select(db.game.c.writes).where(_IS_GAME)


async def query_write_count(conn: AsyncConnection, game_id: int) -> int | None:
    """Query how often a game was written (its log or anything else of it); None if it does not exist."""
    return (await conn.execute(_WRITES, {"game": game_id})).scalar()


async def guild_ids_of_games(conn: AsyncConnection, game_ids: Sequence[int]) -> dict[int, int | None]:
    """Query the ids of the servers (guilds) of some games, by game id; None for a game that has no server.

    Unknown games have no entry.
    """
    rows = await conn.execute(select(db.game.c.id, db.game.c.guild).where(db.game.c.id.in_(game_ids)))
    return {row.id: row.guild for row in rows}


async def increment_write_counts(conn: AsyncConnection, game_ids: Sequence[int]) -> None:
    """Add one to the write counters of some games, so that every process loads them again."""
    await conn.execute(update(db.game).where(db.game.c.id.in_(game_ids)).values(writes=db.game.c.writes + 1))


_GAME = select(db.game).where(_IS_GAME)
_SEATS = select(db.seat).where(db.seat.c.game == bindparam("game")).order_by(db.seat.c.position)


async def find_game(conn: AsyncConnection, game_id: int) -> GameInfo | None:
    """Query a game with its seats and proxies, without its log; None if it is unknown."""
    row = (await conn.execute(_GAME, {"game": game_id})).first()
    if row is None:
        return None
    seat_rows = (await conn.execute(_SEATS, {"game": game_id})).all()
    proxy_users = await proxies.proxies_of_game(conn, game_id)
    return _build_game_info(row, [_build_seat_info(seat_row) for seat_row in seat_rows], proxy_users)


async def list_games(conn: AsyncConnection, filters: GameFilter, limit: int = 100) -> list[GameInfo]:
    """Query at most ``limit`` games that meet the ``filters``, with seats and proxies, the newest first."""
    query = select(db.game).where(db.game.c.status.in_(filters.statuses))
    if filters.guild_id is not None:
        query = query.where(db.game.c.guild == filters.guild_id)
    if filters.channel_id is not None:
        query = query.where(db.game.c.channel == filters.channel_id)
    if filters.user_id is not None:
        games_of_user = select(db.seat.c.game).where(db.seat.c.user_id == filters.user_id)
        query = query.where(db.game.c.id.in_(games_of_user))
    return await _query_game_infos(conn, query.order_by(db.game.c.id.desc()).limit(limit))


_IS_IN_CHANNEL = db.game.c.channel == bindparam("channel")
_OPEN_IN_CHANNEL = select(db.game.c.id, db.game.c.writes).where(_IS_IN_CHANNEL, db.IS_OPEN)


async def find_open_game_in_channel(conn: AsyncConnection, channel_id: int) -> tuple[int, int] | None:
    """Query the id and write counter of the open game of a channel or thread; None if it has none."""
    row = (await conn.execute(_OPEN_IN_CHANNEL, {"channel": channel_id})).first()
    return None if row is None else (row.id, row.writes)


async def _query_game_infos(conn: AsyncConnection, query: Select[Any]) -> list[GameInfo]:
    """Query the games that a statement on the database table of games selects, with their seats and proxies.

    ``query`` must select whole rows; the games are in its order.
    """
    rows = (await conn.execute(query)).all()
    game_ids = [row.id for row in rows]
    seats, proxy_users = await seats_of_games(conn, game_ids), await proxies.proxies_of_games(conn, game_ids)
    return [_build_game_info(row, seats.get(row.id, ()), proxy_users.get(row.id, {})) for row in rows]


def _build_game_info(row: Row[Any], seats: Iterable[SeatInfo], proxy_users: Mapping[str, int]) -> GameInfo:
    """Build a GameInfo from the row of a game, its seats and its proxies (user ids by seat id)."""
    return GameInfo(
        row.id, row.guild, row.channel, row.title, row.name, row.owner, row.status, row.options, row.settings,
        row.rev, row.seed, row.end_reason, row.created_at, row.started_at, row.ended_at, tuple(seats),
        proxy_users, row.writes, row.seal,
    )  # fmt: skip


# --- seats -------------------------------------------------------------------------------------


async def seats_of_games(conn: AsyncConnection, game_ids: Sequence[int]) -> dict[int, list[SeatInfo]]:
    """Query the seats of some games by game id, in seating order; a game without seats has no entry."""
    query = select(db.seat).where(db.seat.c.game.in_(game_ids)).order_by(db.seat.c.game, db.seat.c.position)
    seats_by_game: dict[int, list[SeatInfo]] = {}
    for row in await conn.execute(query):
        seats_by_game.setdefault(row.game, []).append(_build_seat_info(row))
    return seats_by_game


def _build_seat_info(row: Row[Any]) -> SeatInfo:
    """Build a SeatInfo from the row of a seat in the database."""
    return SeatInfo(row.seat, row.name, row.user_id, row.computer)


async def replace_seats(conn: AsyncConnection, game_id: int, seats: Sequence[SeatInfo]) -> None:
    """Store the seats of a game in this order, in place of the earlier ones; [] leaves it without seats.

    The stored tenures (who held a seat when, `tables.tenure`) are not changed.
    """
    await conn.execute(delete(db.seat).where(db.seat.c.game == game_id))
    rows = [
        {
            "game": game_id, "seat": info.id, "position": i, "name": info.name, "user_id": info.user_id,
            "computer": info.computer_level,
        }
        for i, info in enumerate(seats)
    ]  # fmt: skip
    if rows:
        await conn.execute(insert(db.seat), rows)


async def hand_over_seat(
    conn: AsyncConnection, game_id: int, seat: str, user_id: int | None, revision: int, name: str = "",
    computer_level: str = "",
) -> None:  # fmt: skip
    """Store that a user (None: nobody) holds a seat from ``revision`` on, in place of its holder.

    The tenure of the holder ends, and that of the user begins (`tables.tenure`). ``computer_level`` is the
    level of the computer player that plays the seat, "" for none. An empty ``name`` leaves the name
    unchanged.
    """
    is_current = and_(db.tenure.c.game == game_id, db.tenure.c.seat == seat, db.tenure.c.until.is_(None))
    now = now_ms()
    await conn.execute(update(db.tenure).where(is_current).values(until=now))
    values: dict[str, Any] = {"user_id": user_id, "computer": computer_level} | (
        {"name": name} if name else {}
    )
    is_seat = and_(db.seat.c.game == game_id, db.seat.c.seat == seat)
    await conn.execute(update(db.seat).where(is_seat).values(**values))
    if user_id is not None:
        row = {"game": game_id, "seat": seat, "user_id": user_id, "from_rev": revision, "since": now}
        await conn.execute(insert(db.tenure).values(**row))


async def set_seat_computer(conn: AsyncConnection, game_id: int, seat: str, computer_level: str) -> None:
    """Store the level ("easy", "steady" or "strong") of the computer player that plays a seat for its holder.

    "" lets the holder play the seat again.
    """
    is_seat = and_(db.seat.c.game == game_id, db.seat.c.seat == seat)
    await conn.execute(update(db.seat).where(is_seat).values(computer=computer_level))


# --- results of interactions -------------------------------------------------------------------


_RESULT = select(db.interaction.c.answer).where(db.interaction.c.id == bindparam("interaction"))


async def find_interaction_result(
    conn: AsyncConnection, interaction_id: str, game_and_user: tuple[int, int] | None = None
) -> Json:
    """Query the result (JSON) that is stored for an interaction; None if there is none.

    It is an outcome (`Outcome.to_json`), or under "words:" and the id a text that the user typed. With
    ``game_and_user`` (ids), None is also returned for a result of another game or user.
    """
    query = _RESULT
    if game_and_user is not None:
        game_id, user_id = game_and_user
        query = query.where(db.interaction.c.game == game_id, db.interaction.c.user_id == user_id)
    return (await conn.execute(query, {"interaction": interaction_id})).scalar()


_INSERT_RESULT = insert(db.interaction)


async def store_interaction_result(
    conn: AsyncConnection, interaction_id: str, game_id: int, user_id: int, revisions: tuple[int, int],
    result: Json,
) -> None:  # fmt: skip
    """Store the result (JSON, see `find_interaction_result`) of a user's interaction on a game.

    ``revisions`` are those of the game before and after it. Raises IntegrityError if it has a result already.
    """
    row = {
        "id": interaction_id, "game": game_id, "user_id": user_id, "rev_from": revisions[0],
        "rev_to": revisions[1], "answer": result, "at": now_ms(),
    }  # fmt: skip
    await conn.execute(_INSERT_RESULT, row)


async def delete_old_interaction_results(conn: AsyncConnection, before: int) -> None:
    """Delete the results of interactions that were stored before a time (milliseconds since 1970)."""
    await conn.execute(delete(db.interaction).where(db.interaction.c.at < before))


# --- cards -------------------------------------------------------------------------------------


_CARDS = select(db.card).where(db.card.c.game == bindparam("game"))


async def cards_of_game(conn: AsyncConnection, game_id: int) -> dict[str, CardInfo]:
    """Query the current cards of a game (`CardInfo`), by kind of card; {} if it has none."""
    rows = (await conn.execute(_CARDS, {"game": game_id})).all()
    return {row.kind: CardInfo(row.kind, row.channel, row.message, row.rev) for row in rows}


_INSERT_CARD = insert(db.card)
_DELETE_CARD = delete(db.card).where(db.card.c.game == bindparam("game"), db.card.c.kind == bindparam("kind"))


async def store_card(conn: AsyncConnection, game_id: int, card: CardInfo) -> None:
    """Store a game's current card, replacing the earlier card of the same kind."""
    await delete_card_row(conn, game_id, card.kind)
    row = {
        "game": game_id, "kind": card.kind, "channel": card.channel_id, "message": card.message_id,
        "rev": card.revision,
    }  # fmt: skip
    await conn.execute(_INSERT_CARD, row)


async def delete_card_row(conn: AsyncConnection, game_id: int, kind: str) -> None:
    """Delete the database row of a game's card of a kind, if there is one; the message stays."""
    await conn.execute(_DELETE_CARD, {"game": game_id, "kind": kind})


# --- the audit ---------------------------------------------------------------------------------


async def store_audit_entry(
    conn: AsyncConnection, game_id: int, user_id: int, action: str, detail: str
) -> None:
    """Add an entry to the audit log for what the owner of a game or a game master did, and when.

    ``action`` is a short name of the deed, ``detail`` a text about it ("" for none). The revision is stored,
    too.
    """
    revision = select(db.game.c.rev).where(db.game.c.id == game_id).scalar_subquery()
    row = {
        "game": game_id, "user_id": user_id, "what": action, "detail": detail, "rev": revision,
        "at": now_ms(),
    }  # fmt: skip
    await conn.execute(insert(db.audit).values(**row))
