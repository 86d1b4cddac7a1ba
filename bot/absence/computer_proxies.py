"""Computers as proxies: they play the seat of an absent player, for a while or for good."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.absence.proxies import refuse_proxy
from bot.absence.votes import ABSENCE_CHOICES
from bot.calls.hours import VACATION_PROXIES
from bot.computers.words import LEVELS, STEADY, new_computer_seat
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, refused
from bot.games.stored_games import list_games
from bot.store import game_rows
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxMessage
from bot.table import game_master, holders
from bot.table.holders import change_holder, seat_name, turn_card_message
from bot.votes.kinds import Choice, DecidedVote, constant_text
from bot.words import LazyText, msg, t, t_lazy
from engine.message import Message

COMPUTER = "computer"
"""The choice of a table that votes about a seat."""

VACATION_BEGINS, VACATION_ENDS = "computer_begins", "computer_ends"
"""The outbox rows that let a computer play for a member on vacation, and that give the seat back."""


async def set_computer_player(
    games: Games, game_id: int, user_id: int, seat: str, level: str, *, for_good: bool = False,
    is_game_master: bool = False, until: int = 0, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Let a computer play an absent player's seat; with the level "" its holder plays again.

    ``level`` is "easy", "steady" or "strong". ``for_good``: the player gives the seat up. ``until``: when he
    gets it back, in seconds since 1970; 0: when he takes it back. It is announced and stored in the audit.
    Returns a refused Outcome for all but the holder, the owner and game masters, for an unknown seat, before
    the start and after the end, and for the level "" if no computer plays the seat.
    """

    def store_computer(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Let the computer play for the absent player, or stop it for the level "", and announce it.

        With ``until``, the message that ends this is queued for then. Returns a refused Outcome for an
        unknown seat, for a user who may not, before the start and after the end, and for the level "" if no
        computer plays the seat.
        """
        refusal = refuse_proxy(loaded, seat, user_id, is_game_master=is_game_master)
        if refusal is not None:
            return refusal
        is_own_seat = seat in loaded.info.seats_held_by(user_id)
        if not level and seat not in loaded.info.computer_levels:
            return refused("no_computer", t("No computer plays that seat."))
        announcement = (
            _own_seat_announcement(level) if is_own_seat else _other_seat_announcement(loaded, seat, level)
        )
        change_computer(loaded, changes, seat, level, for_good=for_good)
        if until:
            changes.messages.append(_vacation_message(VACATION_ENDS, user_id, seat, until))
        action = "own_proxy" if is_own_seat else "proxy"
        return game_master.queue_notice_and_audit_entry(
            loaded, changes, Outcome("ok"), user_id, action, announcement
        )

    return await games.write(game_id, user_id, interaction_id, store_computer)


def change_computer(
    loaded: LoadedGame, changes: Changes, seat: str, level: str, *, for_good: bool = False
) -> None:
    """Let a computer of this level play an absent player's seat; with the level "" its holder plays again.

    With ``for_good``, or if nobody holds the seat, the computer becomes its holder; with "" the seat is then
    free. What is to be stored and posted is added to ``changes``.
    """
    holder_id, next_decision = loaded.info.holder_id_of(seat), loaded.game.waiting() if loaded.game else None
    changes.game_columns["settings"] = {**loaded.info.settings, game_rows.HAD_COMPUTERS: True}
    if for_good or holder_id is None:
        other_seats = [info for info in loaded.info.seats if info.id != seat]
        name = new_computer_seat(level, other_seats).name if level else ""
        change_holder(loaded, changes, seat, None, name, computer_level=level)
        return
    statement = partial(game_rows.set_seat_computer, game_id=loaded.info.id, seat=seat, computer_level=level)
    changes.game_info_statements += [
        statement,
        partial(holders.run_seat_change_callbacks, game_id=loaded.info.id, seat=seat),
    ]
    is_to_act = next_decision is not None and seat in next_decision.players
    changes.messages += [
        holders.SETUP_CARD_EDIT,
        turn_card_message(loaded, with_ping=is_to_act and not level),
    ]


@VACATION_PROXIES.add("computer")
async def arrange_vacation_computers(games: Games, user_id: int, begins: int, ends: int, level: str) -> int:
    """Queue the messages by which a computer plays all started games of an absent user during a vacation.

    ``begins`` and ``ends`` are in seconds since 1970; ``level`` is that of the computer. Messages queued for
    the beginning of an earlier vacation are deleted. With the level "" none are queued, and the computers
    that play for a vacation already stop at ``ends``. Returns the number of the user's games (of the 100
    newest), or with "" the number of seats that are given back.
    """
    infos = await list_games(games, user_id=user_id, statuses=("running", "paused")) if level else []

    async def replace_messages(conn: AsyncConnection) -> int:
        """Queue the messages that let a computer play for the absent member, in place of earlier ones.

        Return the number of his games. With the level "" none are queued; those that end an earlier vacation
        become due at ``ends``, and their number is returned.
        """
        key = vacation_key(user_id)
        await outbox.delete_queued_messages(conn, key, VACATION_BEGINS)
        if not level:
            return await outbox.set_messages_due(conn, key, VACATION_ENDS, 1000 * ends)
        for info in infos:
            for seat in info.seats_held_by(user_id):
                message = _vacation_message(VACATION_BEGINS, user_id, seat, begins, level=level, ends=ends)
                await outbox.queue_messages(conn, info.id, [message])
        return len(infos)

    return await games.store.write(replace_messages)


def _vacation_message(kind: str, user_id: int, seat: str, due: int, **payload: Any) -> OutboxMessage:
    """Return the outbox message by which a computer begins or stops to play for a user on vacation.

    ``kind`` is VACATION_BEGINS or VACATION_ENDS, ``due`` the time in seconds since 1970. The first kind also
    needs the computer's ``level`` and the end of the vacation, ``ends`` (seconds since 1970), in ``payload``.
    """
    return OutboxMessage(
        kind, {"user": user_id, "seat": seat, **payload}, due=1000 * due, key=vacation_key(user_id)
    )


def vacation_key(user_id: int) -> str:
    """Return the key of the outbox messages that let a computer play for a user (his id) on vacation."""
    return f"vacation:{user_id}"


def _own_seat_announcement(level: str) -> LazyText:
    """Return the announcement, without its subject, by a player who lets a computer play his seat.

    ``level`` is that of the computer; "" announces that he plays himself again.
    """
    if not level:
        return t_lazy("plays without the computer again")
    return t_lazy("lets a computer play on ({level})", level=Message(LEVELS[level]))


def _other_seat_announcement(loaded: LoadedGame, seat: str, level: str) -> LazyText:
    """Return the announcement, without its subject, that a computer plays an absent player's seat.

    ``level`` is that of the computer; "" announces that the player plays again.
    """
    name = seat_name(loaded, seat)
    if not level:
        return t_lazy("lets {name} play without a computer again", name=name)
    return t_lazy("lets a computer play for {name} ({level})", name=name, level=Message(LEVELS[level]))


def _let_computer_play_on(decided: DecidedVote) -> Outcome:
    """Let a computer of the level "steady" play the absent player's seat, as the players voted.

    Returns an ok outcome with the code "decided".
    """
    change_computer(decided.loaded, decided.changes, decided.vote.seat, STEADY)
    return Outcome("ok", code="decided")


ABSENCE_CHOICES.add(COMPUTER, order=2)(
    Choice(
        COMPUTER,
        label=constant_text(msg("A computer plays on")),
        count_text=constant_text(msg("a computer")),
        result_text=constant_text(
            msg("A computer plays for the seat; its player may take it back at any time.")
        ),
        carry_out=_let_computer_play_on,
    )
)
