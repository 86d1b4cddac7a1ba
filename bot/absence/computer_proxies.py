"""Computer players as proxies: they play the seat of an absent player, for a while or permanently."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.absence.proxies import proxy_refusal
from bot.absence.votes import ABSENCE_OPTIONS
from bot.calls.hours import VACATION_PROXIES
from bot.computers.words import COMPUTER_LEVELS, STEADY, new_computer_seat
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, refused_outcome
from bot.games.stored_games import list_games
from bot.store import game_rows
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxMessage
from bot.table import game_master, holders
from bot.table.holders import change_seat_holder, seat_name, turn_card_message
from bot.votes.kinds import DecidedVote, VoteOption, constant_text
from bot.words import LazyText, msg, t, t_lazy
from engine.message import Message

COMPUTER = "computer"
"""The id of the vote option that a computer player plays the seat of an absent player."""

VACATION_BEGINS, VACATION_ENDS = "computer_begins", "computer_ends"
"""The kinds of the outbox messages that let a computer player play for a member on vacation, and end that."""


async def set_computer_player(
    games: Games, game_id: int, user_id: int, seat: str, computer_level: str, *, is_permanent: bool = False,
    is_game_master: bool = False, until: int = 0, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Let a computer player play an absent player's seat; if its level is "", the holder plays again.

    ``computer_level`` is "easy", "steady" or "strong". With ``is_permanent`` the holder gives the seat up.
    ``until`` is the time, in seconds since 1970, at which the holder gets the seat back; with 0 they must
    take it back themselves. The change is announced and recorded in the audit log. Returns a refused Outcome
    if the user is neither the holder nor the owner nor a game master, if the seat is unknown, if the game has
    not started or has ended, and for the level "" if no computer player plays the seat.
    """

    def add_computer(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Let the computer player play for the absent player, or stop it for the level "", and announce that.

        With ``until``, the message that ends this is queued for that time. Returns a refused Outcome if the
        seat is unknown, if the user lacks the right, if the game has not started or has ended, and for the
        level "" if no computer player plays the seat.
        """
        refusal = proxy_refusal(loaded, seat, user_id, is_game_master=is_game_master)
        if refusal is not None:
            return refusal
        is_own_seat = seat in loaded.info.seats_held_by(user_id)
        if not computer_level and seat not in loaded.info.computer_levels:
            return refused_outcome("no_computer", t("No computer plays that seat."))
        announcement = (
            _own_seat_announcement(computer_level)
            if is_own_seat
            else _computer_takeover_announcement(loaded, seat, computer_level)
        )
        change_seat_computer(loaded, changes, seat, computer_level, is_permanent=is_permanent)
        if until:
            changes.messages.append(_vacation_message(VACATION_ENDS, user_id, seat, until))
        action = "own_proxy" if is_own_seat else "proxy"
        return game_master.queue_notice_and_audit_entry(
            loaded, changes, Outcome("ok"), user_id, action, announcement
        )

    return await games.write(game_id, user_id, interaction_id, add_computer)


def change_seat_computer(
    loaded: LoadedGame, changes: Changes, seat: str, computer_level: str, *, is_permanent: bool = False
) -> None:
    """Let a computer player of this level play an absent player's seat; "" gives it back to its holder.

    With ``is_permanent``, or if nobody holds the seat, the computer player becomes its holder, and "" leaves
    the seat free. The statements and messages of the change are added to ``changes``.
    """
    holder_id, next_decision = loaded.info.holder_id_of(seat), loaded.game.waiting() if loaded.game else None
    changes.game_columns["settings"] = {**loaded.info.settings, game_rows.HAD_COMPUTERS: True}
    if is_permanent or holder_id is None:
        other_seats = [info for info in loaded.info.seats if info.id != seat]
        name = new_computer_seat(computer_level, other_seats).name if computer_level else ""
        change_seat_holder(loaded, changes, seat, None, name, computer_level=computer_level)
        return
    statement = partial(
        game_rows.set_seat_computer, game_id=loaded.info.id, seat=seat, computer_level=computer_level
    )
    changes.game_info_statements += [
        statement,
        partial(holders.run_seat_change_callbacks, game_id=loaded.info.id, seat=seat),
    ]
    is_to_act = next_decision is not None and seat in next_decision.players
    changes.messages += [
        holders.SETUP_CARD_EDIT,
        turn_card_message(loaded, with_ping=is_to_act and not computer_level),
    ]


@VACATION_PROXIES.add("computer")
async def arrange_vacation_computers(
    games: Games, user_id: int, start: int, end: int, computer_level: str
) -> int:
    """Queue the delayed messages that let a computer player play a user's started games during a vacation.

    ``start`` and ``end`` are in seconds since 1970. Messages queued for the start of an earlier vacation are
    deleted. If ``computer_level`` is "", none are queued, and computer players that already play for a
    vacation stop at ``end``. Returns the number of the user's games (of the 100 newest), or for "" the number
    of seats that are given back.
    """
    infos = await list_games(games, user_id=user_id, statuses=("running", "paused")) if computer_level else []

    async def replace_messages(conn: AsyncConnection) -> int:
        """Queue the messages that let a computer player play for the absent member, in place of earlier ones.

        Return the number of the member's games. For the level "" none are queued; messages that end an
        earlier vacation become due at ``end``, and their number is returned.
        """
        key = vacation_key(user_id)
        await outbox.delete_queued_messages(conn, key, VACATION_BEGINS)
        if not computer_level:
            return await outbox.set_messages_due(conn, key, VACATION_ENDS, 1000 * end)
        for info in infos:
            for seat in info.seats_held_by(user_id):
                message = _vacation_message(
                    VACATION_BEGINS, user_id, seat, start, level=computer_level, ends=end
                )
                await outbox.queue_messages(conn, info.id, [message])
        return len(infos)

    return await games.store.write(replace_messages)


def _vacation_message(kind: str, user_id: int, seat: str, due_seconds: int, **payload: Any) -> OutboxMessage:
    """Return the outbox message that lets a computer player begin or stop to play for a user on vacation.

    ``kind`` is VACATION_BEGINS or VACATION_ENDS, ``due_seconds`` the time in seconds since 1970. For the
    first kind, ``payload`` must have the ``level`` of the computer player and ``ends``, the end of the
    vacation in seconds since 1970.
    """
    return OutboxMessage(
        kind, {"user": user_id, "seat": seat, **payload}, due=1000 * due_seconds, key=vacation_key(user_id)
    )


def vacation_key(user_id: int) -> str:
    """Return the key of the outbox messages that let a computer player play for a user (id) on vacation."""
    return f"vacation:{user_id}"


def _own_seat_announcement(computer_level: str) -> LazyText:
    """Return the announcement, without its subject, by a player who lets a computer player play their seat.

    For the ``computer_level`` "" it says that the player plays without the computer player again.
    """
    if not computer_level:
        return t_lazy("plays without the computer again")
    return t_lazy("lets a computer play on ({level})", level=Message(COMPUTER_LEVELS[computer_level]))


def _computer_takeover_announcement(loaded: LoadedGame, seat: str, computer_level: str) -> LazyText:
    """Return the announcement, without its subject, that a computer player plays an absent player's seat.

    For the ``computer_level`` "" it says that the player plays again.
    """
    name = seat_name(loaded, seat)
    if not computer_level:
        return t_lazy("lets {name} play without a computer again", name=name)
    return t_lazy(
        "lets a computer play for {name} ({level})", name=name, level=Message(COMPUTER_LEVELS[computer_level])
    )


def _let_computer_play_on(decided: DecidedVote) -> Outcome:
    """Let a computer player of the level "steady" play the absent player's seat, as the players voted.

    Returns an ok outcome with the code "decided".
    """
    change_seat_computer(decided.loaded, decided.changes, decided.vote.seat, STEADY)
    return Outcome("ok", code="decided")


ABSENCE_OPTIONS.add(COMPUTER, order=2)(
    VoteOption(
        COMPUTER,
        label=constant_text(msg("A computer plays on")),
        count_text=constant_text(msg("a computer")),
        result_text=constant_text(
            msg("A computer plays for the seat; its player may take it back at any time.")
        ),
        carry_out=_let_computer_play_on,
    )
)
