"""Computers that play the seat of an absent player, for a while or for good."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.absence.service import no_seat, why_closed
from bot.absence.votes import CHOICES
from bot.calls.hours import STAND_INS
from bot.computers.words import STEADY, computer_seat
from bot.games.core import Games
from bot.games.outcome import Id, Outcome, answer, refused
from bot.games.shelf import list_games
from bot.games.work import Live, Work
from bot.store import game_rows, outbox
from bot.store.outbox import Note
from bot.table import master
from bot.table.master import hand_over, seat_name, turn_card
from bot.votes.kinds import Choice, Passing, plainly
from bot.words import Later, later, msg, t

COMPUTER = "computer"
"""The choice of a table that votes about a seat."""

LEAVES, RETURNS = "computer_begins", "computer_ends"
"""The outbox rows that let a computer play for a member on vacation, and that give the seat back."""


async def set_computer(
    games: Games, game_id: int, user: int, seat: str, level: str, *, good: bool = False, gm: bool = False,
    until: int = 0, interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Let a computer of a level play a seat, ``good``: for good; without a level no more.

    ``until``: when its holder gets it back, in seconds since 1970; 0: when he takes it back. Its holder may
    do so, the owner and a game master.
    """

    def judge(live: Live, work: Work) -> Outcome:
        fault = why_closed(live) or no_seat(live, seat)
        if fault is not None:
            return fault
        mine = seat in live.info.held_by(user)
        if not (gm or mine or user == live.info.owner):
            return answer("not_allowed")
        if not level and seat not in live.info.computers:
            return refused("no_computer", t("No computer plays that seat."))
        told = _computer_text(live, seat, level)
        let_computer(live, work, seat, level, good=good)
        if until:
            work.notes.append(_vacation_note(RETURNS, user, seat, until))
        what = "own_proxy" if mine else "proxy"
        return master.announced(live, work, Outcome("ok"), user, what, told)

    return await games.write(game_id, user, interaction_id, judge)


def let_computer(live: Live, work: Work, seat: str, level: str, *, good: bool = False) -> None:
    """Let a computer of this level play a seat; "" returns it to its holder."""
    holder, waiting = live.info.user_of(seat), live.game.waiting() if live.game else None
    work.values["settings"] = {**live.info.settings, game_rows.COMPUTERS: True}
    if good or holder is None:
        others = [chair for chair in live.info.seats if chair.seat != seat]
        name = computer_seat(level, others).name if level else ""
        hand_over(live, work, seat, None, name, computer=level)
        return
    give = partial(game_rows.let_computer, game=live.info.id, seat=seat, level=level)
    work.statements += [give, partial(master.seat_changed, game=live.info.id, seat=seat)]
    asked = waiting is not None and seat in waiting.players
    work.notes += [master.TABLE, turn_card(live, ping=asked and not level)]


@STAND_INS.add("computer")
async def arrange(games: Games, user: int, begins: int, ends: int, level: str) -> int:
    """Let a computer play all of a user's running games from ``begins`` to ``ends`` (seconds since 1970).

    Without a level, seats that a computer plays for a vacation are given back at ``ends``. Returns the number
    of games.
    """
    mine = await list_games(games, user=user, statuses=("running", "paused")) if level else []

    async def unit(conn: AsyncConnection) -> int:
        key = vacation_key(user)
        await outbox.drop(conn, key, LEAVES)
        if not level:
            return await outbox.hasten(conn, key, RETURNS, 1000 * ends)
        for info in mine:
            for seat in info.held_by(user):
                note = _vacation_note(LEAVES, user, seat, begins, level=level, ends=ends)
                await outbox.put(conn, info.id, [note])
        return len(mine)

    return await games.store.write(unit)


def _vacation_note(kind: str, user: int, seat: str, due: int, **more: Any) -> Note:
    """Return the outbox row that changes who plays a seat at a moment (seconds since 1970)."""
    return Note(kind, {"user": user, "seat": seat, **more}, due=1000 * due, key=vacation_key(user))


def vacation_key(user: int) -> str:
    """Return the key of the outbox rows of a user's vacation."""
    return f"vacation:{user}"


def _computer_text(live: Live, seat: str, level: str) -> Later:
    """Return the sentence that announces a computer at a seat, or its end."""
    name = seat_name(live, seat)
    if not level:
        return later("lets {name} play without a computer again", name=name)
    return later("lets a computer play for {name}", name=name)


def _plays_on(passing: Passing) -> Outcome:
    let_computer(passing.live, passing.work, passing.vote.seat, STEADY)
    return Outcome("ok", code="decided")


CHOICES.add(COMPUTER, rank=2)(
    Choice(
        COMPUTER,
        label=plainly(msg("A computer plays on")),
        counted=plainly(msg("a computer")),
        result=plainly(msg("A computer plays for the seat; its player may take it back at any time.")),
        passes=_plays_on,
    )
)
