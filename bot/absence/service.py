"""Absent players: the game's time limit, safe default moves, and seats that are offered or requested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.absence import rows as seat_offers
from bot.absence.proxies import unknown_seat_refusal, unstarted_or_ended_refusal
from bot.absence.safely import apply_safe_moves
from bot.calls import rows as reminder_rows
from bot.calls.pings import time_settings_refusal, timing_settings_texts
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, refused_outcome, standard_outcome
from bot.store import proxies
from bot.store.game_rows import GameInfo, now_ms
from bot.store.messages.outbox import OutboxMessage
from bot.table import game_master
from bot.table.holders import SEAT_CHANGES, change_seat_holder, seat_name, turn_card_message
from bot.votes import rows as vote_rows
from bot.votes.rows import Question
from bot.words import t, t_lazy


async def set_time_limit_and_pings(
    games: Games, game_id: int, user_id: int, values: Mapping[str, Any], *, is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Set the time limit of a turn of a game, and when its players are pinged.

    ``values`` may have "clock" (the time limit in hours; 0: none), "first_ping" (minutes) and "pace" (the
    ping mode: "live" for no pings, "at once" or "after 2 minutes"). Returns a refused Outcome if the user is
    neither the owner nor a game master, if the time limit or first ping is out of range, and after the game's
    end; the settings may be changed before its start, too.
    """

    def add_settings(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Add the values to the changes, schedule the game's reminders anew, and announce the new values.

        If the time limit changes, those of the players to act restart; a started game's turn card is edited
        without a ping. If a value is out of range, nothing is added, and a refused Outcome is returned.
        """
        refusal = time_settings_refusal(values)
        if refusal is not None:
            return refusal
        changes.game_columns["settings"] = {**loaded.info.settings, **values}
        if values.get("clock") not in (None, loaded.info.settings.get("clock", 0)):
            changes.game_info_statements.append(
                partial(_restart_time_limits, games, loaded=loaded, limit_hours=values["clock"])
            )
        changes.game_info_statements.append(
            lambda conn: reminder_rows.reschedule_reminders(conn, games.now(), game_id=loaded.info.id)
        )
        if loaded.game is not None:
            changes.messages.append(turn_card_message(loaded, with_ping=False))
        for announcement in timing_settings_texts(values):
            game_master.queue_notice_and_audit_entry(
                loaded, changes, Outcome("ok"), user_id, "pace", announcement
            )
        return Outcome("ok")

    return await game_master.write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, add_settings, accept_lobby=True
    )


async def _restart_time_limits(
    games: Games, conn: AsyncConnection, loaded: LoadedGame, limit_hours: int
) -> None:
    """Restart the time limits of the players to act, except for those whose absence vote is open.

    ``limit_hours`` is the game's new time limit; when it runs out, such a vote opens. If it is 0, there is no
    time limit any more, and the open votes that passed deadlines have opened are closed first.
    """
    game_id, next_decision = loaded.info.id, loaded.game.waiting() if loaded.game else None
    for vote in await vote_rows.list_open_votes(conn, game_id) if not limit_hours else ():
        if vote.kind == vote_rows.TIME_LIMIT_VOTE:
            await vote_rows.close_vote(conn, vote, vote_rows.TIME_LIMIT_REMOVED, games.now())
    for seat in next_decision.players if next_decision else ():
        if not await vote_rows.has_open_absence_vote(conn, game_id, seat):
            await reminder_rows.restart_time_limit(conn, game_id, seat, games.now())


async def play_for_absent_player(
    games: Games,
    game_id: int,
    user_id: int,
    *,
    is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:
    """Make safe default moves, which cost nothing, for an absent player, as owner or game master.

    The absent player is the first of those whose turn it is. Stops when it is no longer their turn, or when
    no safe default move exists. The moves are announced and recorded in the audit log. Returns an Outcome
    that is not ok for other users, while the game is paused, before the start, after the end, and if no safe
    move exists.
    """

    def make_safe_moves(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Make the safe default moves for the absent player who is to act, and announce them.

        Returns an Outcome that is not ok while the game is paused or waits for nobody, and if no safe move
        exists. Raises SearchNeeded if a move needs a search for routes first.
        """
        next_decision = loaded.game.waiting() if loaded.game else None
        if next_decision is None or loaded.info.status == "paused":
            return standard_outcome("paused")
        seat = next_decision.players[0]
        outcome = apply_safe_moves(loaded, changes, seat, user_id, "gm")
        announcement = t_lazy("took the safe default for {name}", name=seat_name(loaded, seat))
        return game_master.queue_notice_and_audit_entry(
            loaded, changes, outcome, user_id, "skip", announcement
        )

    return await game_master.write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, make_safe_moves
    )


# --- seats ---------------------------------------------------------------------------------


async def offer_seat(
    games: Games,
    game_id: int,
    user_id: int,
    seat: str,
    *,
    is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:
    """Offer the user's seat to other members, as the user wants to leave but plays on until one gets it.

    If ``seat`` is free, only its card is posted again; any player of the game, its owner and game masters may
    do this. Returns an outcome with the code "offered" (the user's seat) or "free", or a refused one for any
    other seat or user, and if the game has not started or has ended.
    """

    def add_offer(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Add the offer of the user's seat to the changes, and queue the card of this or of a free seat.

        The outcome has the code "offered" or "free". It is refused if the seat is another player's or
        unknown, if the seat is free and the user is neither a player nor the owner nor a game master, and if
        the game has not started or has ended.
        """
        refusal = unstarted_or_ended_refusal(loaded) or unknown_seat_refusal(loaded, seat)
        if refusal is not None:
            return refusal
        is_free = loaded.info.holder_id_of(seat) is None
        is_involved = (
            bool(loaded.info.seats_held_by(user_id)) or is_game_master or user_id == loaded.info.owner_id
        )
        if not (seat in loaded.info.seats_held_by(user_id) or (is_free and is_involved)):
            return refused_outcome("not_yours", t("Offer your own seat, or one that is free."))
        if not is_free:
            statement = partial(
                seat_offers.store_seat_offer, game_id=loaded.info.id, seat=seat, offered_at=games.now()
            )
            changes.game_info_statements.append(statement)
        changes.messages.append(OutboxMessage("seat_free", {"seat": seat}))
        return Outcome("ok", code="free" if is_free else "offered")

    return await games.write(game_id, user_id, interaction_id, add_offer)


async def keep_seat(
    games: Games, game_id: int, user_id: int, seat: str, *, interaction_id: InteractionId = None
) -> Outcome:
    """Withdraw the offer of a seat to others, because its holder stays, and close the votes on who gets it.

    Returns an outcome with the code "kept", or a refused one unless the user holds the seat. A seat that is
    not offered stays as it is.
    """

    def withdraw_own_offer(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Withdraw the holder's offer of the seat, close the votes on it, and queue the edit of its card.

        Returns a refused Outcome unless the user holds the seat.
        """
        if seat not in loaded.info.seats_held_by(user_id):
            return refused_outcome("not_yours", t("Only who holds the seat may keep it."))
        changes.game_info_statements.append(partial(withdraw_seat_offer, game_id=loaded.info.id, seat=seat))
        changes.messages.append(OutboxMessage("seat_taken", {"seat": seat}))
        return Outcome("ok", code="kept")

    return await games.write(game_id, user_id, interaction_id, withdraw_own_offer)


async def request_seat(
    games: Games,
    game_id: int,
    user_id: int,
    display_name: str,
    seat: str,
    *,
    interaction_id: InteractionId = None,
) -> Outcome:
    """Ask for a free or offered seat: the other players vote; if nobody can, the user gets it at once.

    ``display_name`` is the user's. Returns an outcome with the code "asked" or "taken". It is refused if the
    user already has a seat in the game, if another user holds this seat and does not offer it, if the seat is
    unknown, and if the game has not started or has ended.
    """
    offered: list[str] = []

    async def read_offers() -> None:
        """Read the ids of the seats that their holders offer into ``offered``, before each write attempt."""
        offered[:] = await games.store.read(lambda conn: seat_offers.offered_seats(conn, game_id))

    def open_vote_or_give_seat(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Open the vote on giving the user a free or offered seat, or give it at once if nobody can vote.

        Returns an outcome with the code "asked" or "taken", or a refused one as described for `request_seat`.
        """
        refusal = unstarted_or_ended_refusal(loaded) or unknown_seat_refusal(loaded, seat)
        if refusal is not None:
            return refusal
        if loaded.info.seats_held_by(user_id):
            return refused_outcome("already_seated", t("You have a seat in this game already."))
        if seat not in offered and loaded.info.holder_id_of(seat) is not None:
            return refused_outcome(
                "not_free", t("That seat is not to be had; `/game offer-seat` offers one.")
            )
        if not seat_voters(loaded.info, seat):
            return give_seat(loaded, changes, seat, user_id, display_name)
        changes.game_info_statements.append(
            partial(
                _open_seat_vote, games, loaded=loaded, seat=seat, user_id=user_id, display_name=display_name
            )
        )
        return Outcome("ok", code="asked")

    return await games.write(game_id, user_id, interaction_id, open_vote_or_give_seat, read_offers)


async def _open_seat_vote(
    games: Games, conn: Any, loaded: LoadedGame, seat: str, user_id: int, display_name: str
) -> None:
    """Open the vote on whether a user gets a free or offered seat; ``display_name`` is the user's.

    Nothing is done if that vote is open already.
    """
    game_id, revision = loaded.info.id, loaded.info.revision
    for vote in await vote_rows.list_open_votes(conn, game_id):
        if (vote.kind, vote.seat, vote.requester_id) == (vote_rows.SEAT_VOTE, seat, user_id):
            return
    await vote_rows.open_vote(
        conn, game_id, Question(vote_rows.SEAT_VOTE, seat, revision, user_id, display_name), games.now()
    )


def give_seat(loaded: LoadedGame, changes: Changes, seat: str, user_id: int, display_name: str) -> Outcome:
    """Give a free or offered seat to a user, and announce that.

    ``display_name`` is the user's. The statements and messages are added to ``changes``. Returns an ok
    Outcome with the code "taken".
    """
    previous_name = seat_name(loaded, seat)
    change_seat_holder(loaded, changes, seat, user_id, display_name)
    payload = {
        **t_lazy("takes the seat of {was}", was=previous_name).to_json(),
        "user": user_id,
        "master": False,
    }
    changes.messages.append(OutboxMessage("notice", payload))
    return Outcome("ok", code="taken")


def seat_voters(info: GameInfo, seat: str) -> list[int]:
    """Return the Discord ids of the users who vote about a seat: the holders of the other seats.

    Holders of seats that a computer player plays do not vote. [] if there are none.
    """
    holder_id = info.holder_id_of(seat)
    holders = [
        seat_info.user_id
        for seat_info in info.seats
        if seat_info.user_id is not None and not seat_info.computer_level
    ]
    return list(dict.fromkeys(user_id for user_id in holders if user_id != holder_id))


async def available_seats(games: Games, game_id: int) -> list[str]:
    """Return the ids of a game's seats that members can ask for: free ones, then those that holders offer.

    [] if there are none, and if there is no such game. Seats that a computer player plays are not free.
    Raises BadLog if the game's log cannot be read.
    """
    info = await games.info(game_id)
    offered = await games.store.read(lambda conn: seat_offers.offered_seats(conn, game_id))
    free_seats = (
        [
            seat_info.id
            for seat_info in info.seats
            if seat_info.user_id is None and not seat_info.computer_level
        ]
        if info
        else []
    )
    return list(dict.fromkeys([*free_seats, *offered]))


async def withdraw_seat_offer(
    conn: Any, game_id: int, seat: str, kinds: Sequence[str] = (vote_rows.SEAT_VOTE,)
) -> None:
    """Delete the offer of a seat to others, if there is one, and close the open votes about the seat.

    ``kinds`` are the kinds of votes to close, as in `Vote.kind`; by default only votes on who gets the seat.
    """
    await seat_offers.delete_seat_offer(conn, game_id, seat)
    for vote in await vote_rows.list_open_votes(conn, game_id):
        if vote.seat == seat and vote.kind in kinds:
            await vote_rows.close_vote(conn, vote, vote_rows.GAME_MOVED_ON, now_ms() // 1000)


@SEAT_CHANGES.add("absence")
async def _delete_proxy_and_offer(conn: Any, game_id: int, seat: str) -> None:
    """Delete a seat's proxy and its offer to others, and close the votes about the seat.

    This is called when the player of the seat changes.
    """
    await proxies.delete_proxy(conn, game_id, seat)
    await withdraw_seat_offer(
        conn, game_id, seat, (vote_rows.SEAT_VOTE, vote_rows.TIME_LIMIT_VOTE, vote_rows.ABSENCE_VOTE)
    )
