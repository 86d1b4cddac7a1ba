"""The votes about seats: what to do about an absent player (`ABSENCE_OPTIONS`), and who gets a free seat.

What may be done about a seat that the game is waiting for is registered, and stands on the card of the vote
in its ``order``:

    ABSENCE_OPTIONS.add("bench", order=5)(VoteOption("bench", label=..., carry_out=..., ...))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from bot.absence.pages import escaped_player_name, safe_default_label
from bot.absence.proxies import (
    PROXY_DAYS,
    change_proxy,
    remove_proxy_who_left,
    unknown_seat_refusal,
    unstarted_or_ended_refusal,
)
from bot.absence.safely import MUST_DECIDE_TEXT, ORIGIN, apply_safe_moves
from bot.absence.service import give_seat, seat_voters
from bot.calls import rows as reminder_rows
from bot.calls import service as reminders
from bot.calls.model import Reminder
from bot.calls.ping_rules import pingable_users
from bot.calls.post import PLAYER_LEFT_HANDLERS
from bot.chat.frame import DANGER, SUCCESS
from bot.chat.markdown import escape
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, standard_outcome
from bot.post.message import PostContext
from bot.store.game_rows import GameInfo
from bot.store.messages.outbox import OutboxMessage
from bot.table.holders import change_seat_holder, turn_card_message
from bot.votes import rows as vote_rows
from bot.votes.kinds import (
    RESULT_TEXTS,
    VOTE_KINDS,
    DecidedVote,
    VoteContext,
    VoteKind,
    VoteOption,
    constant_text,
)
from bot.votes.rows import TIME_LIMIT_REMOVED, TIME_OVER, Question, Vote
from bot.words import msg, t
from bot.work.registry import Registry

ABSENCE_OPTIONS = Registry[VoteOption]("what may be done about a seat for which the game waits")

WAIT, SAFE, SUBSTITUTE, PROXY = "wait", "safe", "free", "proxy"
YES, NO = "yes", "no"


# --- a seat for which the game waits ----------------------------------------------------------


def _restart_time_limit(decided: DecidedVote) -> Outcome:
    """Restart the time limit of the absent player's turn, as the players voted.

    The turn card is edited to show the new deadline. Returns an ok outcome with the code "decided".
    """
    game_id, seat, now = decided.loaded.info.id, decided.vote.seat, decided.games.now()
    decided.changes.game_info_statements.append(
        partial(reminder_rows.restart_time_limit, game_id=game_id, seat=seat, timestamp=now)
    )
    decided.changes.messages.append(turn_card_message(decided.loaded, with_ping=False))
    return Outcome("ok", code="decided")


def _play_safely(decided: DecidedVote) -> Outcome:
    """Make safe default moves for the absent player, as the players voted, and return the outcome.

    The outcome is refused if the seat is not to act any more or a person must decide. Raises SearchNeeded if
    a move needs a search for routes first.
    """
    return apply_safe_moves(decided.loaded, decided.changes, decided.vote.seat, decided.decider_id, ORIGIN)


def _free_seat(decided: DecidedVote) -> Outcome:
    """Take the seat from the absent player and offer it to others, as the players voted.

    Returns an ok outcome with the code "decided".
    """
    change_seat_holder(decided.loaded, decided.changes, decided.vote.seat, None)
    decided.changes.messages.append(OutboxMessage("seat_free", {"seat": decided.vote.seat}))
    return Outcome("ok", code="decided")


def _set_proxy(decided: DecidedVote) -> Outcome:
    """Let the chosen member play the absent player's seat as proxy for PROXY_DAYS days, as the players voted.

    Returns an ok outcome with the code "decided".
    """
    change_proxy(
        decided.games,
        decided.loaded,
        decided.changes,
        decided.vote.seat,
        decided.chosen_user_id,
        PROXY_DAYS,
    )
    return Outcome("ok", code="decided")


def _name_of_user(context: VoteContext, user_id: int, default: str) -> str:
    """Return the name under which a user plays in the game; ``default`` if the user holds no seat in it."""
    return next((seat_info.name for seat_info in context.info.seats if seat_info.user_id == user_id), default)


def _proxy_label(context: VoteContext, user_id: int) -> str:
    """Return the label for a proxy (user id) in the menu of the vote about an absent player.

    It has the proxy's name ("" if the proxy holds no seat in the game) and the number of days.
    """
    return t("{name} plays for {days} days", name=_name_of_user(context, user_id, ""), days=PROXY_DAYS)


def _proxy_count_text(context: VoteContext, user_id: int) -> str:
    """Return how the count of ballots about an absent player names the vote option that a proxy plays on.

    ``user_id`` is the proposed proxy's, 0 if the proxy's data are deleted. A proxy without a seat in the game
    is called "another member".
    """
    return t("{name} plays on", name=escape(_name_of_user(context, user_id, t("another member"))))


def _proxy_result(context: VoteContext, user_id: int) -> str:
    """Return the sentence on the proxy of an absent player that the players chose.

    ``user_id`` is the proxy's, 0 if the proxy's data are deleted: the proxy is then called "another member".
    """
    if not user_id:
        return t("Another member played for the seat for {days} days.", days=PROXY_DAYS)
    return t("<@{user}> plays for the seat for {days} days.", user=user_id, days=PROXY_DAYS)


ABSENCE_OPTIONS.add(WAIT)(
    VoteOption(
        WAIT,
        label=constant_text(msg("Wait on")),
        count_text=constant_text(msg("wait")),
        result_text=constant_text(msg("The table waits on; the clock begins anew.")),
        carry_out=_restart_time_limit,
    )
)
ABSENCE_OPTIONS.add(SAFE, order=1)(
    VoteOption(
        SAFE,
        label=lambda context, user_id: safe_default_label(context.game, context.vote.seat),
        count_text=constant_text(msg("safe default")),
        result_text=constant_text(msg("The safe default was taken.")),
        carry_out=_play_safely,
    )
)
ABSENCE_OPTIONS.add(SUBSTITUTE, order=2)(
    VoteOption(
        SUBSTITUTE,
        label=constant_text(msg("Free the seat")),
        count_text=constant_text(msg("free the seat")),
        result_text=constant_text(msg("The seat is free for a substitute.")),
        carry_out=_free_seat,
        style=DANGER,
    )
)
ABSENCE_OPTIONS.add(PROXY, order=3)(
    VoteOption(
        PROXY,
        label=_proxy_label,
        count_text=_proxy_count_text,
        result_text=_proxy_result,
        carry_out=_set_proxy,
        names_member=True,
    )
)


class _VoteAboutSeat(VoteKind):
    """A vote of the other players about a seat."""

    def voter_ids(self, info: GameInfo, vote: Vote) -> list[int]:
        """Return the Discord ids of the users who may vote about an absent player's or a free seat.

        They are the holders of all other seats, except those that a computer player plays.
        """
        return seat_voters(info, vote.seat)

    async def users_to_ping(self, post: PostContext, vote: Vote) -> list[int]:
        """Return the ids of the voters about an absent player's or a free seat who may be pinged now.

        Left out are members in quiet hours and those who muted the game; [] in a live game.
        """
        return await pingable_users(post, self.voter_ids(post.info, vote))


class AbsenceVote(_VoteAboutSeat):
    """The vote on what becomes of an absent player's seat that the game is waiting for."""

    default_result = WAIT
    menu_placeholder = msg("A proxy")
    result_texts: Mapping[str, str] = {
        **RESULT_TEXTS,
        TIME_LIMIT_REMOVED: msg("The clock was taken away, so there is nothing left to decide."),
    }

    @property
    def options(self) -> Iterable[VoteOption]:
        """Return the registered options of the vote about an absent player, in their order."""
        return ABSENCE_OPTIONS

    def question(self, context: VoteContext) -> list[str]:
        """Return a list with the question what to do about an absent player whom the game is waiting for.

        If no safe default move exists, the text of an open vote says so.
        """
        vote, name = context.vote, escaped_player_name(context.info, context.vote.seat)
        header = t(
            "### “{table}” waits for {name}\nWhat is to be done? Asked <t:{since}:R>.",
            table=escape(context.info.name), name=name, since=vote.opened_at,
        )  # fmt: skip
        if vote.closed_at is not None or safe_default_label(context.game, vote.seat):
            return [header]
        return [f"{header}\n{t(MUST_DECIDE_TEXT, name=name)}"]


class SeatRequestVote(_VoteAboutSeat):
    """The vote on whether a member gets a free or offered seat."""

    result_texts: Mapping[str, str] = {
        **RESULT_TEXTS,
        TIME_OVER: msg(
            "Nobody decided in time; the seat is still to be had, and whoever wants it may ask again."
        ),
    }

    @property
    def options(self) -> Iterable[VoteOption]:
        """Return the two options of the vote on who gets a free or offered seat: agree and decline."""
        return _SEAT_REQUEST_OPTIONS

    def question(self, context: VoteContext) -> list[str]:
        """Return a list with the question whether a member gets a free or offered seat.

        Once the vote is closed, the seat is not named, because it may have a new holder. If the data of the
        member who asked are deleted, the member is called "somebody", and the seat is always named.
        """
        vote, table = context.vote, escape(context.info.name)
        name = escaped_player_name(context.info, vote.seat)
        if vote.closed_at is not None and vote.requester_id is not None:
            return [t("### <@{user}> asked for a seat of “{table}”", user=vote.requester_id, table=table)]
        if vote.requester_id is None:
            return [t("### Somebody asked for the seat of {name}\nin “{table}”.", name=name, table=table)]
        sentence = t(
            "### <@{user}> would like the seat of {name}\nin “{table}”.",
            user=vote.requester_id, name=name, table=table,
        )  # fmt: skip
        return [sentence]


def _give_seat(decided: DecidedVote) -> Outcome:
    """Give the free or offered seat to the member who asked for it, as the players voted.

    If the member has a seat by then, or their data are deleted, the seat stays as it is. Returns an ok
    outcome with the code "taken", or "refused_seat" if the seat stays.
    """
    vote, loaded = decided.vote, decided.loaded
    if vote.requester_id is None or loaded.info.seats_held_by(vote.requester_id):
        return _decline_seat_request(decided)
    return give_seat(loaded, decided.changes, vote.seat, vote.requester_id, vote.requester_name)


def _decline_seat_request(decided: DecidedVote) -> Outcome:
    """Leave a free or offered seat as it is, because the players voted against the member who asked for it.

    Returns an ok outcome with the code "refused_seat".
    """
    return Outcome("ok", code="refused_seat")


_SEAT_REQUEST_OPTIONS = (
    VoteOption(
        YES,
        label=constant_text(msg("Agree")),
        count_text=constant_text(msg("agree")),
        result_text=constant_text(msg("The table agreed.")),
        carry_out=_give_seat,
        style=SUCCESS,
    ),
    VoteOption(
        NO,
        label=constant_text(msg("Decline")),
        count_text=constant_text(msg("decline")),
        result_text=constant_text(msg("The table declined.")),
        carry_out=_decline_seat_request,
    ),
)

VOTE_KINDS.add(vote_rows.TIME_LIMIT_VOTE)(AbsenceVote())
VOTE_KINDS.add(vote_rows.ABSENCE_VOTE)(AbsenceVote())
VOTE_KINDS.add(vote_rows.SEAT_VOTE)(SeatRequestVote())


# --- opening the vote about an absent player ----------------------------------------------------


async def start_absence_vote(
    games: Games, game_id: int, user_id: int, seat: str, *,
    revision: int | None = None, has_left: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Open a vote on an absent player who is to act or (``has_left``) has left the server.

    Nothing is opened if such a vote is open. With ``has_left``, the notice to all players is queued, too. The
    outcome has the code "voting". It is not ok if the seat is unknown, or if the game has not started or has
    ended. Without ``has_left`` it is "stale" if the game is not waiting for the seat, or began to wait for it
    at another revision than ``revision`` (None: any).
    """
    reminders_by_seat: dict[str, Reminder] = {}

    async def read_reminders() -> None:
        """Read the game's reminders into ``reminders_by_seat``, before each attempt to write.

        They show which seats the game is waiting for.
        """
        reminders_by_seat.clear()
        reminders_by_seat.update(
            {reminder.seat: reminder for reminder in await reminders.reminders_of_game(games, game_id)}
        )

    def open_vote(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Open the vote about the absent player; with ``has_left``, also queue the notice to all players.

        Returns an Outcome that is not ok if the seat is unknown, or if the game has not started or has ended.
        Without ``has_left`` it is "stale" if the game is not waiting for the seat, or began to wait for it at
        another ``revision``.
        """
        refusal = unstarted_or_ended_refusal(loaded) or unknown_seat_refusal(loaded, seat)
        if refusal is not None:
            return refusal
        if not has_left and (
            seat not in reminders_by_seat or revision not in (None, reminders_by_seat[seat].revision)
        ):
            return standard_outcome("stale", loaded.info.id, loaded.info.revision)
        if has_left:
            changes.messages.append(OutboxMessage("told", {"seat": seat, "left": True}))
        changes.game_info_statements.append(partial(_open_absence_vote, games, loaded=loaded, seat=seat))
        return Outcome("ok", code="voting")

    return await games.write(game_id, user_id, interaction_id, open_vote, read_reminders)


async def _open_absence_vote(games: Games, conn: Any, loaded: LoadedGame, seat: str) -> None:
    """Open the vote about an absent player, unless one is open, and store that in the seat's reminder."""
    game_id = loaded.info.id
    if await vote_rows.has_open_absence_vote(conn, game_id, seat):
        return
    await reminder_rows.mark_vote_opened(conn, game_id, seat)
    question = Question(vote_rows.ABSENCE_VOTE, seat, loaded.info.revision)
    await vote_rows.open_vote(conn, game_id, question, games.now())


@PLAYER_LEFT_HANDLERS.add("absence")
async def _handle_player_who_left(games: Games, info: GameInfo, reminder: Reminder) -> None:
    """React to a reminder whose user has left the server.

    If the user is the seat's proxy, the proxy is removed; else a vote about the absent holder is opened.
    """
    if reminder.user_id == info.proxies.get(reminder.seat):
        await remove_proxy_who_left(games, info.id, reminder.seat)
    else:
        await start_absence_vote(games, info.id, 0, reminder.seat, has_left=True)
