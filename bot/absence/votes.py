"""The votes about seats: what to do about an absent player (`CHOICES`), and who gets a free seat.

What may be done about a seat for which the game waits is registered, and stands on the card by its rank:

    CHOICES.add("bench", rank=5)(Choice("bench", label=..., counted=..., result=..., carry_out=...))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from bot.absence.pages import name_of, safe_words
from bot.absence.safely import MUST_DECIDE, VIA, play_safely
from bot.absence.service import (
    PROXY_DAYS,
    give_seat,
    let_play,
    no_seat,
    proxy_left,
    voters,
    why_closed,
)
from bot.calls import rows as reminders
from bot.calls import service as waits
from bot.calls.manners import callable_now
from bot.calls.model import Wait
from bot.calls.post import LEFT
from bot.chat.figures import escape
from bot.chat.frame import DANGER, GOOD
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import Id, Outcome, standard_outcome
from bot.post.message import Post
from bot.store.game_rows import GameInfo
from bot.store.outbox import OutboxMessage
from bot.table.master import hand_over, turn_card
from bot.votes import rows as votes
from bot.votes.kinds import KINDS, RESULTS, Choice, DecidedVote, VoteContext, VoteKind, constant_text
from bot.votes.rows import LAPSED, NO_CLOCK, Question, Vote
from bot.words import msg, t
from bot.work.registry import Registry

CHOICES = Registry[Choice]("what may be done about a seat for which the game waits")

WAIT, SAFE, SUBSTITUTE, PROXY = "wait", "safe", "free", "proxy"
YES, NO = "yes", "no"


# --- a seat for which the game waits ----------------------------------------------------------


def _wait(passing: DecidedVote) -> Outcome:
    """Restart the clock of the absent player."""
    game, seat, at = passing.loaded.info.id, passing.vote.seat, passing.games.clock()
    passing.changes.statements.append(partial(reminders.begin_clock, game=game, seat=seat, at=at))
    passing.changes.messages.append(turn_card(passing.loaded, ping=False))
    return Outcome("ok", code="decided")


def _play_safely(passing: DecidedVote) -> Outcome:
    return play_safely(passing.loaded, passing.changes, passing.vote.seat, passing.user, VIA)


def _free(passing: DecidedVote) -> Outcome:
    hand_over(passing.loaded, passing.changes, passing.vote.seat, None)
    passing.changes.messages.append(OutboxMessage("seat_free", {"seat": passing.vote.seat}))
    return Outcome("ok", code="decided")


def _proxy(passing: DecidedVote) -> Outcome:
    let_play(passing.games, passing.loaded, passing.changes, passing.vote.seat, passing.member, PROXY_DAYS)
    return Outcome("ok", code="decided")


def _name(asked: VoteContext, member: int, otherwise: str) -> str:
    return next((s.name for s in asked.info.seats if s.user == member), otherwise)


def _proxy_label(asked: VoteContext, member: int) -> str:
    return t("{name} plays for {days} days", name=_name(asked, member, ""), days=PROXY_DAYS)


def _proxy_counted(asked: VoteContext, member: int) -> str:
    return t("{name} plays on", name=escape(_name(asked, member, t("another member"))))


def _proxy_result(asked: VoteContext, member: int) -> str:
    if not member:
        return t("Another member played for the seat for {days} days.", days=PROXY_DAYS)
    return t("<@{user}> plays for the seat for {days} days.", user=member, days=PROXY_DAYS)


CHOICES.add(WAIT)(
    Choice(
        WAIT,
        label=constant_text(msg("Wait on")),
        counted=constant_text(msg("wait")),
        result=constant_text(msg("The table waits on; the clock begins anew.")),
        carry_out=_wait,
    )
)
CHOICES.add(SAFE, rank=1)(
    Choice(
        SAFE,
        label=lambda asked, member: safe_words(asked.game, asked.vote.seat),
        counted=constant_text(msg("safe default")),
        result=constant_text(msg("The safe default was taken.")),
        carry_out=_play_safely,
    )
)
CHOICES.add(SUBSTITUTE, rank=2)(
    Choice(
        SUBSTITUTE,
        label=constant_text(msg("Free the seat")),
        counted=constant_text(msg("free the seat")),
        result=constant_text(msg("The seat is free for a substitute.")),
        carry_out=_free,
        style=DANGER,
    )
)
CHOICES.add(PROXY, rank=3)(
    Choice(
        PROXY,
        label=_proxy_label,
        counted=_proxy_counted,
        result=_proxy_result,
        carry_out=_proxy,
        of_member=True,
    )
)


class _OfTheOthers(VoteKind):
    """The other members at the table decide about a seat."""

    def voters(self, info: GameInfo, vote: Vote) -> list[int]:
        """Return all who hold a seat, but for the holder of this one."""
        return voters(info, vote.seat)

    async def users_to_ping(self, post: Post, vote: Vote) -> list[int]:
        """Return who rests now sees the vote later; nothing hangs on him alone."""
        return await callable_now(post, self.voters(post.info, vote))


class AboutHolder(_OfTheOthers):
    """What becomes of a seat for which the game waits."""

    default = WAIT
    menu = msg("A proxy")
    results: Mapping[str, str] = {
        **RESULTS,
        NO_CLOCK: msg("The clock was taken away, so there is nothing left to decide."),
    }

    @property
    def choices(self) -> Iterable[Choice]:
        """Return those that are registered."""
        return CHOICES

    def question(self, asked: VoteContext) -> list[str]:
        """Return who is waited for, and since when it is asked."""
        vote, name = asked.vote, name_of(asked.info, asked.vote.seat)
        head = t(
            "### “{table}” waits for {name}\nWhat is to be done? Asked <t:{since}:R>.",
            table=escape(asked.info.name), name=name, since=vote.opened,
        )  # fmt: skip
        if vote.closed is not None or safe_words(asked.game, vote.seat):
            return [head]
        return [f"{head}\n{t(MUST_DECIDE, name=name)}"]


class ForSeat(_OfTheOthers):
    """Whether a member gets a seat that is to be had."""

    results: Mapping[str, str] = {
        **RESULTS,
        LAPSED: msg(
            "Nobody decided in time; the seat is still to be had, and whoever wants it may ask again."
        ),
    }

    @property
    def choices(self) -> Iterable[Choice]:
        """To agree, or to decline."""
        return _FOR_SEAT

    def question(self, asked: VoteContext) -> list[str]:
        """Return who would like which seat; once it is closed it may have the name of its new holder."""
        vote, table = asked.vote, escape(asked.info.name)
        name = name_of(asked.info, vote.seat)
        if vote.closed is not None and vote.user is not None:
            return [t("### <@{user}> asked for a seat of “{table}”", user=vote.user, table=table)]
        if vote.user is None:
            return [t("### Somebody asked for the seat of {name}\nin “{table}”.", name=name, table=table)]
        told = t(
            "### <@{user}> would like the seat of {name}\nin “{table}”.",
            user=vote.user, name=name, table=table,
        )  # fmt: skip
        return [told]


def _agreed(passing: DecidedVote) -> Outcome:
    """Hand the seat to the member who asked for it, unless the member has one by then."""
    vote, loaded = passing.vote, passing.loaded
    if vote.user is None or loaded.info.held_by(vote.user):
        return _declined(passing)
    return give_seat(loaded, passing.changes, vote.seat, vote.user, vote.name)


def _declined(passing: DecidedVote) -> Outcome:
    return Outcome("ok", code="refused_seat")


_FOR_SEAT = (
    Choice(
        YES,
        label=constant_text(msg("Agree")),
        counted=constant_text(msg("agree")),
        result=constant_text(msg("The table agreed.")),
        carry_out=_agreed,
        style=GOOD,
    ),
    Choice(
        NO,
        label=constant_text(msg("Decline")),
        counted=constant_text(msg("decline")),
        result=constant_text(msg("The table declined.")),
        carry_out=_declined,
    ),
)

KINDS.add(votes.CLOCK)(AboutHolder())
KINDS.add(votes.ABSENT)(AboutHolder())
KINDS.add(votes.SEAT)(ForSeat())


# --- asking about somebody who is away --------------------------------------------------------


async def ask_about(
    games: Games, game_id: int, user: int, seat: str, *, rev: int | None = None, left: bool = False,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Let the table vote about an absent player who is to act or has left the server."""
    asked: dict[str, Wait] = {}

    async def look() -> None:
        asked.clear()
        asked.update({w.seat: w for w in await waits.waits_in(games, game_id)})

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        fault = why_closed(loaded) or no_seat(loaded, seat)
        if fault is not None:
            return fault
        if not left and (seat not in asked or rev not in (None, asked[seat].rev)):
            return standard_outcome("stale", loaded.info.id, loaded.info.rev)
        if left:
            changes.messages.append(OutboxMessage("told", {"seat": seat, "left": True}))
        changes.statements.append(partial(_ask_about, games, loaded=loaded, seat=seat))
        return Outcome("ok", code="voting")

    return await games.write(game_id, user, interaction_id, judge, look)


async def _ask_about(games: Games, conn: Any, loaded: LoadedGame, seat: str) -> None:
    """Open a vote about the absent player of a seat, unless one is open."""
    game = loaded.info.id
    if await votes.is_voted_about(conn, game, seat):
        return
    await reminders.mark_voted(conn, game, seat)
    question = Question(votes.ABSENT, seat, loaded.info.rev)
    await votes.open_vote(conn, game, question, games.clock())


@LEFT.add("absence")
async def _left(games: Games, info: GameInfo, wait: Wait) -> None:
    """Handle a player who left the server: end a proxy, or let the table vote about a holder."""
    if wait.user == info.proxies.get(wait.seat):
        await proxy_left(games, info.id, wait.seat)
    else:
        await ask_about(games, info.id, 0, wait.seat, left=True)
