"""What only the owner of a game or a game master may do. Every use is told to all and kept in the audit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from bot.games.core import Games
from bot.games.moves import ended_by_itself, judge_and_record
from bot.games.outcome import TAKEN, Id, Outcome, answer, refused
from bot.games.work import Live, Work
from bot.store import game_rows, outbox
from bot.store.game_rows import now
from bot.store.outbox import Note
from bot.table.service import unused
from bot.votes.rows import owe_votes
from bot.words import Later, later, msg, t
from bot.work.registry import Registry
from engine import Action, Game, Record

WRONG_STATUS = {
    "running": msg("The game is not running, so it cannot be paused."),
    "paused": msg("The game is not paused, so it cannot be resumed."),
}
TABLE = Note("setup_card", {"edit": True}, latest_only=True)
SeatChange = Callable[[Any, int, str], Awaitable[None]]
SEAT_CHANGES = Registry[SeatChange]("when a seat changes hands")
"""Each gets the connection of the write, the game and the seat."""

MASTER = "the game master"
"""Who takes a move back in the log when the owner or game master holds no seat."""


async def act_as(
    games: Games, game_id: int, user: int, seat: str, kind: str, args: Mapping[str, Any] | None = None, *,
    gm: bool = False, rev: int | None = None, interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Take an action for another player's seat."""

    def judge(live: Live, work: Work) -> Outcome:
        def step(game: Game, chair: str) -> list[Record]:
            return [game.submit(Action(kind, chair, dict(args or {})))]

        if live.info.status == "paused":
            return answer("paused")
        done = judge_and_record(live, work, step, seat, rev=rev, user=user, via="gm")
        return announced(
            live,
            work,
            done,
            user,
            "act_as",
            later("acted for {name}: {kind}", name=seat_name(live, seat), kind=kind),
        )

    return await intervene(games, game_id, user, gm, interaction_id, judge)


async def undo_to(
    games: Games, game_id: int, user: int, to: int, *, gm: bool = False, rev: int | None = None,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Undo everything after record `to`; this reopens a game that had ended."""

    def judge(live: Live, work: Work) -> Outcome:
        def step(game: Game, chair: str) -> list[Record]:
            return [game.undo(chair, to)]

        if live.info.status == "ended" and not ended_by_itself(live):
            return answer("ended")
        chair = next(iter(live.info.seats_of(user)), MASTER)
        done = judge_and_record(live, work, step, chair, rev=rev, user=user, via="gm")
        text = later("took back everything after move {to}", to=to)
        return announced(live, work, done, user, "undo_to", text)

    return await intervene(games, game_id, user, gm, interaction_id, judge, even_ended=True)


async def reseat(
    games: Games, game_id: int, user: int, seat: str, new_user: int | None, name: str = "", *,
    gm: bool = False, interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Give a seat to another user, or free it (None); the seat keeps its history."""

    def judge(live: Live, work: Work) -> Outcome:
        if seat not in {s.seat for s in live.info.seats}:
            seats = ", ".join(s.seat for s in live.info.seats)
            return refused("no_such_seat", t("The seats of this game are: {seats}.", seats=seats))
        if new_user is not None and live.info.held_by(new_user):
            return refused(
                "already_seated", t("That user has a seat in this game already; choose another one.")
            )
        hand_over(live, work, seat, new_user, name)
        old = seat_name(live, seat)
        told = later("gave the seat of {old} to {name}", old=old, name=name)
        if not name:
            told = later("gave the seat of {old} to another player", old=old)
        if new_user is None:
            told = later("freed the seat of {old}", old=old)
            work.notes.append(Note("seat_free", {"seat": seat}))
        return announced(live, work, Outcome("ok"), user, "replace", told)

    return await intervene(games, game_id, user, gm, interaction_id, judge)


async def resign(
    games: Games, game_id: int, user: int, *, rev: int | None = None, interaction_id: Id = None
) -> Outcome:
    """Give up one's own seat in a running game; it stays free until the owner gives it to somebody."""

    def judge(live: Live, work: Work) -> Outcome:
        mine = live.info.held_by(user)
        if live.game is None or live.info.status == "ended":
            return answer("lobby" if live.game is None else "ended")
        if not mine:
            return answer("not_seated")
        if rev not in (None, live.info.rev):
            return answer("stale")
        for seat in mine:
            hand_over(live, work, seat, None)
            work.notes.append(Note("seat_free", {"seat": seat}))
        names = ", ".join(seat_name(live, seat) for seat in mine)
        return announced(
            live,
            work,
            Outcome("ok"),
            user,
            "resign",
            later("resigned; the seat of {names} is free", names=names),
        )

    return await games.write(game_id, user, interaction_id, judge)


async def set_table(
    games: Games, game_id: int, user: int, settings: Mapping[str, Any], text: Later, *, gm: bool = False,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Change settings of the table at any time; ``text`` says for all what was changed."""

    def judge(live: Live, work: Work) -> Outcome:
        work.values["settings"] = {**live.info.settings, **settings}
        return announced(live, work, Outcome("ok"), user, "settings", text)

    return await intervene(games, game_id, user, gm, interaction_id, judge, lobby=True)


async def pause(
    games: Games, game_id: int, user: int, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Let nobody act until the game is resumed."""
    return await _status(
        games, game_id, user, gm, interaction_id, ("running", "paused", later("paused the game"))
    )


async def resume(
    games: Games, game_id: int, user: int, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Go on with a paused game."""
    return await _status(
        games, game_id, user, gm, interaction_id, ("paused", "running", later("resumed the game"))
    )


async def _status(
    games: Games, game_id: int, user: int, gm: bool, interaction_id: Id, change: tuple[str, str, Later]
) -> Outcome:
    """Pause or resume a game: change its status, announce it, and post the card of the turn again."""
    before, after, text = change

    def judge(live: Live, work: Work) -> Outcome:
        if live.info.status != before:
            return refused(f"not_{before}", t(WRONG_STATUS[before]))
        work.values["status"] = after
        card = turn_card(live, ping=after == "running")
        work.notes += [TABLE, replace(card, payload={**card.payload, "anew": after == "running"})]
        return announced(live, work, Outcome("ok"), user, after, text)

    return await intervene(games, game_id, user, gm, interaction_id, judge)


async def end(
    games: Games, game_id: int, user: int, reason: str, *, gm: bool = False, rev: int | None = None,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """End a game by hand, or close its lobby; this is final."""

    def judge(live: Live, work: Work) -> Outcome:
        if rev not in (None, live.info.rev):
            return answer("stale")
        why = reason.strip()[:200] or t("ended by hand")
        settings = {**live.info.settings, game_rows.BY_HAND: True}
        work.values |= {"status": "ended", "end_reason": why, "ended_at": now(), "settings": settings}
        payload = {"rev": live.info.rev, "reason": why}
        work.notes += [TABLE] + [Note("game_over", payload, latest_only=True)] * bool(live.game)
        return announced(live, work, Outcome("ok"), user, "end", later("ended the game: {why}", why=why))

    return await intervene(games, game_id, user, gm, interaction_id, judge, lobby=True)


async def move(
    games: Games, game_id: int, user: int, channel: int, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Move the table to another channel of its server, with its pending messages."""

    def judge(live: Live, work: Work) -> Outcome:
        work.values["channel"], work.clash = channel, TAKEN
        if live.info.status != "ended":
            work.notes.append(anew(live))
        work.statements.append(lambda conn: outbox.retry(conn, now(), [live.info.id]))
        work.statements.append(partial(owe_votes, game=live.info.id))
        return announced(live, work, Outcome("ok"), user, "move", later("moved the table here"))

    return await intervene(games, game_id, user, gm, interaction_id, judge, even_ended=True, lobby=True)


async def note(
    games: Games, game_id: int, user: int, text: str, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Post a remark to the table."""

    def judge(live: Live, work: Work) -> Outcome:
        return announced(
            live, work, Outcome("ok"), user, "note", later("noted: {text}", text=text.strip()[:1500])
        )

    return await intervene(games, game_id, user, gm, interaction_id, judge, even_ended=True)


async def intervene(
    games: Games, game_id: int, user: int, gm: bool, interaction_id: Id,
    judge: Callable[[Live, Work], Outcome], *, even_ended: bool = False, lobby: bool = False,
) -> Outcome:  # fmt: skip
    """Carry out what only the owner or a game master may do."""

    def checked(live: Live, work: Work) -> Outcome:
        if not gm and user != live.info.owner:
            return answer("not_allowed")
        if live.game is None and not lobby:
            return answer("lobby")
        if live.info.status == "ended" and not even_ended:
            return answer("ended")
        return judge(live, work)

    return await games.write(game_id, user, interaction_id, checked)


def announced(live: Live, work: Work, done: Outcome, user: int, what: str, text: Later) -> Outcome:
    """Announce an action of a game master and store it in the audit if it succeeded; return the outcome."""
    if done.ok:
        master = what not in ("resign", "own_proxy")
        work.notes.append(Note("notice", {**text.to_json(), "user": user, "master": master}))
        work.statements.append(lambda conn: game_rows.audit(conn, live.info.id, user, what, str(text)))
    return done


def turn_card(live: Live, ping: bool) -> Note:
    """Return the message that redraws the card of the turn; `ping` mentions the players to act."""
    payload = {"rev": live.info.rev, "players": list(_waiting(live)), "ping": ping}
    return Note("turn_card", payload, latest_only=True)


def anew(live: Live) -> Note:
    """Return the message that posts the newest card again; it pings only players not yet pinged."""
    payload = {"rev": live.info.rev, "players": list(_waiting(live)), "ping": False, "anew": True}
    return Note("turn_card" if live.game else "setup_card", payload, latest_only=True)


def _waiting(live: Live) -> tuple[str, ...]:
    waiting = live.game.waiting() if live.game else None
    return waiting.players if waiting else ()


def hand_over(
    live: Live, work: Work, seat: str, user: int | None, name: str = "", *, computer: str = ""
) -> None:
    """Give a seat to a user, to a computer of a level, or to nobody."""
    others = [s for s in live.info.seats if s.seat != seat]
    shown = unused(name, others) if name else ""
    give: Any = partial(
        game_rows.hand_over, game=live.info.id, seat=seat, user=user, rev=live.info.rev, name=shown,
        computer=computer,
    )  # fmt: skip
    work.statements += [give, partial(seat_changed, game=live.info.id, seat=seat)]
    work.notes += [TABLE, turn_card(live, ping=seat in _waiting(live))]
    if user is not None or computer:
        work.notes.append(Note("seat_taken", {"seat": seat}))


async def seat_changed(conn: Any, game: int, seat: str) -> None:
    """Tell the other rooms that somebody else plays a seat."""
    for follow in SEAT_CHANGES:
        await follow(conn, game, seat)


def seat_name(live: Live, seat: str) -> str:
    """Return the name of a seat's player."""
    return next((s.name for s in live.info.seats if s.seat == seat), seat)
