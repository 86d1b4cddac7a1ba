"""Games before their start: creating, joining, seats, options, and the start itself."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.computers.words import new_computer_seat
from bot.games.announcements import build_repost_message
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.loading import title_with_options
from bot.games.outcome import InteractionId, Outcome, refused_outcome, standard_outcome
from bot.store import game_rows
from bot.store.game_rows import GameInfo, SeatInfo
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxMessage
from bot.table.new_game import SETUP_CARD, store_new_game
from bot.table.refusals import (
    bad_name_refusal,
    too_many_players_refusal,
    too_many_seats_refusal,
    unique_name,
    unknown_options_refusal,
    unknown_title_refusal,
)
from bot.table.starting import start_from_lobby
from bot.votes.rows import queue_vote_cards
from bot.words import t
from bot.work.importer import SEED_BITS
from engine import TITLES

SETTINGS_OF_ONE_GAME = {game_rows.ENDED_BY_HAND, game_rows.HAD_COMPUTERS, "imported"}
"""Settings that belong to one game only: a rematch begins without them."""


async def create_game(  # noqa: PLR0913 - all but the user are given by name
    games: Games,
    user_id: int,
    *,
    title: str,
    name: str,
    guild_id: int | None = None,
    channel_id: int | None = None,
    owner_name: str = "",
    options: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    computer_levels: Sequence[str] = (),
    interaction_id: InteractionId = None,
) -> Outcome:
    """Create a game in the lobby; its owner takes the first seat if ``owner_name`` is not empty.

    ``options`` are the chosen values of the title's options, by key. In ``settings``, ``order`` is "random"
    (default) or "join"; others, such as ``pace``, ``clock`` (hours) and ``players``, are stored unchecked.
    ``computer_levels`` has a level for each computer player, ``guild_id`` and ``channel_id`` are Discord ids.
    Returns the outcome with the game's id, or a refused one: bad title, name or option, too many seats, or an
    open game in the channel.
    """
    refusal = (
        unknown_title_refusal(title)
        or bad_name_refusal(name)
        or unknown_options_refusal(TITLES[title], options or {})
        or too_many_seats_refusal(title, options or {}, len(computer_levels) + bool(owner_name))
    )
    if refusal is not None:
        return refusal
    values = {
        "owner": user_id, "title": title, "name": name.strip(), "guild": guild_id, "channel": channel_id,
        "options": dict(options or {}), "settings": dict(settings or {}),
    }  # fmt: skip
    seats = [SeatInfo("p1", owner_name[:100], user_id)] if owner_name else []
    for level in computer_levels:
        seats.append(replace(new_computer_seat(level, seats), id=f"p{len(seats) + 1}"))
    return await store_new_game(games, user_id, interaction_id, values, seats)


async def create_rematch(
    games: Games, info: GameInfo, user_id: int, *, channel_id: int | None, interaction_id: InteractionId
) -> Outcome:
    """Create a game in the lobby with the players, options and settings of an ended game, and invite them.

    ``user_id`` becomes the owner of the new game, and ``channel_id`` is its channel. Seats are drawn again at
    the start. Returns the outcome with the new game's id, or a refused one if the bot no longer knows the
    title or options of the old game, or if the channel has an open game.
    """
    refusal = unknown_title_refusal(info.title) or unknown_options_refusal(TITLES[info.title], info.options)
    if refusal is not None:
        return refusal
    seats = [
        seat_info for seat_info in info.seats if seat_info.user_id is not None or seat_info.computer_level
    ]
    renumbered_seats = [replace(seat_info, id=f"p{index}") for index, seat_info in enumerate(seats, 1)]
    settings = {key: value for key, value in info.settings.items() if key not in SETTINGS_OF_ONE_GAME}
    player_count = max(len(renumbered_seats), title_with_options(info).data.min_players)
    values = {
        "owner": user_id, "title": info.title, "name": _rematch_name(info.name), "guild": info.guild_id,
        "channel": channel_id, "options": dict(info.options),
        "settings": {**settings, "order": "random", "players": player_count},
    }  # fmt: skip
    return await store_new_game(
        games, user_id, interaction_id, values, renumbered_seats, _queue_rematch_invitation
    )


async def join_game(
    games: Games, game_id: int, user_id: int, name: str, *, interaction_id: InteractionId = None
) -> Outcome:
    """Take a seat for a user in the lobby of a game, and return the outcome.

    The outcome is refused if the user has a seat, if all seats are taken, or if the game has started.
    ``name`` is the user's; a number is added if another player has it.
    """

    def add_seat(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Add the user's seat in the lobby; return a refused Outcome if all are taken or the user has one."""
        seats, max_players = loaded.info.seats, title_with_options(loaded.info).data.max_players
        if loaded.info.seats_played_by(user_id):
            return refused_outcome(
                "already_seated", t("You have a seat in this game already; leave gives it up.")
            )
        if len(seats) >= max_players:
            return refused_outcome(
                "full", t("All {most} seats are taken; somebody must leave first.", most=max_players)
            )
        return _add_renumbered_seats(
            changes, loaded.info, [*seats, SeatInfo("", unique_name(name, seats), user_id)]
        )

    return await _write_in_lobby(games, game_id, user_id, interaction_id, add_seat)


async def add_computer_player(
    games: Games,
    game_id: int,
    user_id: int,
    computer_level: str,
    *,
    is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:
    """Add a computer player of a level to a game in the lobby, and return the outcome.

    The outcome is refused if all seats are taken, if the game has started, or if the user is neither the
    owner nor a game master. ``interaction_id`` is that of `Games.write`.
    """

    def add_seat(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Add the computer player's seat in the lobby; return a refused Outcome if all seats are taken.

        The outcome is refused, too, unless the user is the owner or a game master.
        """
        if not _is_owner_or_game_master(loaded.info, user_id, is_game_master):
            return standard_outcome("not_allowed")
        seats, max_players = loaded.info.seats, title_with_options(loaded.info).data.max_players
        if len(seats) >= max_players:
            return refused_outcome(
                "full", t("All {most} seats are taken; somebody must leave first.", most=max_players)
            )
        return _add_renumbered_seats(changes, loaded.info, [*seats, new_computer_seat(computer_level, seats)])

    return await _write_in_lobby(games, game_id, user_id, interaction_id, add_seat)


async def remove_computer_player(
    games: Games,
    game_id: int,
    user_id: int,
    name: str,
    *,
    is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:
    """Remove the computer player with this name from a game in the lobby, and return the outcome.

    The later seats move up: ids are p1, p2 … in order. If no computer player has the name, nothing changes
    and the outcome is ok. The outcome is refused if the game has started, or if the user is neither the owner
    nor a game master. ``interaction_id`` is that of `Games.write`.
    """

    def remove_seat(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Remove the computer player's seat and renumber the lobby's seats p1, p2 … in order.

        Returns an ok Outcome, also if there is no such player; a refused one unless the user is the owner or
        a game master.
        """
        if not _is_owner_or_game_master(loaded.info, user_id, is_game_master):
            return standard_outcome("not_allowed")
        remaining_seats = [
            seat_info
            for seat_info in loaded.info.seats
            if not (seat_info.computer_level and seat_info.name == name)
        ]
        return _add_renumbered_seats(changes, loaded.info, remaining_seats)

    return await _write_in_lobby(games, game_id, user_id, interaction_id, remove_seat)


async def leave_game(
    games: Games, game_id: int, user_id: int, *, interaction_id: InteractionId = None
) -> Outcome:
    """Give up the user's seat in the lobby of a game, and return the outcome.

    The later seats move up: ids are p1, p2 … in order. The outcome is refused if the user has no seat, or if
    the game has started.
    """

    def remove_seat(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Remove the user's seat and renumber the others; return a refused Outcome if the user has none."""
        if not loaded.info.seats_played_by(user_id):
            return standard_outcome("not_seated")
        return _add_renumbered_seats(
            changes,
            loaded.info,
            [seat_info for seat_info in loaded.info.seats if seat_info.user_id != user_id],
        )

    return await _write_in_lobby(games, game_id, user_id, interaction_id, remove_seat)


async def set_seat_order(
    games: Games, game_id: int, user_id: int, order: Sequence[int | str], *, is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Set the order of seats of a game in the lobby, and return the outcome.

    ``order`` names each player once: by Discord user id, or by seat id for a computer player. Otherwise the
    outcome is refused, as it is if the game has started, or if the user is neither the owner nor a game
    master.
    """

    def order_seats(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Order the seats in the lobby; return a refused Outcome unless ``order`` names each player once.

        The outcome is refused, too, unless the user is the owner or a game master.
        """
        if not _is_owner_or_game_master(loaded.info, user_id, is_game_master):
            return standard_outcome("not_allowed")
        seats_by_key = {
            seat_info.id if seat_info.user_id is None else seat_info.user_id: seat_info
            for seat_info in loaded.info.seats
        }
        if sorted(order, key=str) != sorted(seats_by_key, key=str):
            return refused_outcome("bad_order", t("The order must name every player who joined, each once."))
        return _add_renumbered_seats(changes, loaded.info, [seats_by_key[key] for key in order])

    return await _write_in_lobby(games, game_id, user_id, interaction_id, order_seats)


async def change_lobby(
    games: Games, game_id: int, user_id: int, options: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None, *, name: str | None = None, is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Change title options, settings or the name of a game in its lobby, as owner or game master.

    ``options`` are the new values of the title's options, by key. None changes nothing; keys that are not
    given keep their values. ``settings`` are not checked. Returns a refused Outcome for other users, after
    the start, for an invalid name or option, and if more have joined than could play then.
    """

    def store_options(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Check and add to ``changes`` the options, settings and name of the game, and queue its set-up card.

        Returns a refused Outcome if one is invalid, if more have joined than could play then, and unless the
        user is the owner or a game master.
        """
        if not _is_owner_or_game_master(loaded.info, user_id, is_game_master):
            return standard_outcome("not_allowed")
        merged_options = {**loaded.info.options, **(options or {})}
        game_name = loaded.info.name if name is None else name
        refusal = (
            bad_name_refusal(game_name)
            or unknown_options_refusal(TITLES[loaded.info.title], merged_options)
            or too_many_players_refusal(replace(loaded.info, options=merged_options))
        )
        if refusal is not None:
            return refusal
        merged_settings = {**loaded.info.settings, **(settings or {})}
        changes.game_columns |= {
            "options": merged_options,
            "settings": merged_settings,
            "name": game_name.strip(),
        }
        changes.messages.append(SETUP_CARD)
        return Outcome("ok")

    return await _write_in_lobby(games, game_id, user_id, interaction_id, store_options)


async def start_game(
    games: Games,
    game_id: int,
    user_id: int,
    *,
    is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:
    """Start the game from its lobby as owner or game master; its random seed is drawn here and stored.

    Returns an ok outcome with sentences about the start, or a refused one for other users, after the start,
    and if there are too few or too many players.
    """

    def apply_start(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Start the game from its lobby; return a refused Outcome unless the user is owner or game master.

        Raises Refused if the number of players or the options do not fit the title.
        """
        if not _is_owner_or_game_master(loaded.info, user_id, is_game_master):
            return standard_outcome("not_allowed")
        return start_from_lobby(loaded, changes, user_id, secrets.randbits(SEED_BITS))

    return await _write_in_lobby(games, game_id, user_id, interaction_id, apply_start)


async def _write_in_lobby(
    games: Games,
    game_id: int,
    user_id: int,
    interaction_id: InteractionId,
    apply: Callable[[LoadedGame, Changes], Outcome],
) -> Outcome:
    """Change a game in the lobby by ``apply``, and return the outcome.

    ``apply`` gets a copy of the game and the changes to store. If the game has started, it is not called, and
    the outcome is "started" or "ended".
    """

    def apply_in_lobby(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Return the outcome of ``apply``; "started" or "ended" if the game is no longer in the lobby."""
        if loaded.info.status != "lobby":
            return standard_outcome("ended" if loaded.info.status == "ended" else "started")
        return apply(loaded, changes)

    return await games.write(game_id, user_id, interaction_id, apply_in_lobby)


async def _queue_rematch_invitation(conn: AsyncConnection, game_id: int) -> None:
    """Queue the message that invites the players of an ended game to its rematch (``game_id``)."""
    await outbox.queue_messages(conn, game_id, [OutboxMessage("again", {}, latest_only=True)])


def _rematch_name(name: str) -> str:
    """Return the name of a rematch: "Evening (2)" after the game "Evening", then "Evening (3)".

    The part before the number is cut to 90 characters.
    """
    match = re.fullmatch(r"(.*) \((\d{1,3})\)", name)
    base_name, number = (match[1], int(match[2])) if match else (name, 1)
    return f"{base_name[:90]} ({number + 1})"


def _is_owner_or_game_master(info: GameInfo, user_id: int, is_game_master: bool) -> bool:
    """Return True if the user may change a game in the lobby: as its owner or as a game master."""
    return is_game_master or user_id == info.owner_id


def _add_renumbered_seats(changes: Changes, info: GameInfo, seats: Sequence[SeatInfo]) -> Outcome:
    """Add the lobby's new seats, numbered p1, p2 … in this order, and its set-up card to ``changes``.

    Returns an ok outcome.
    """
    renumbered_seats = [replace(seat_info, id=f"p{index}") for index, seat_info in enumerate(seats, 1)]
    changes.game_info_statements.append(
        partial(game_rows.replace_seats, game_id=info.id, seats=renumbered_seats)
    )
    changes.messages.append(SETUP_CARD)
    return Outcome("ok")


async def queue_card_reposts(games: Games, infos: Iterable[GameInfo]) -> None:
    """Queue the set-up or turn cards and the open votes of these games to be posted again.

    Players who were pinged for their present turn are not pinged again. The games must be open (not ended).
    Raises SQLAlchemyError or OSError if the database fails.
    """
    for info in infos:
        await games.store.write(partial(_queue_card_reposts_of_game, info=info), game_id=info.id)
    games.wake_sender()


async def _queue_card_reposts_of_game(conn: AsyncConnection, info: GameInfo) -> None:
    """Queue the set-up or turn card and the open votes of an open game to be posted again.

    Players who were pinged for this turn are not pinged again.
    """
    await outbox.queue_messages(conn, info.id, [build_repost_message(info, with_ping=False)])
    await queue_vote_cards(conn, info.id)
