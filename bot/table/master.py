"""What only the owner of a game or a game master may do. Every use is told to all and kept in the audit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.moves import ended_by_rules, judge_and_record
from bot.games.outcome import TAKEN, Id, Outcome, refused, standard_outcome
from bot.store import game_rows, outbox
from bot.store.game_rows import now
from bot.store.outbox import OutboxMessage
from bot.table.service import unused
from bot.votes.rows import queue_vote_cards
from bot.words import Later, later, msg, t
from bot.work.registry import Registry
from engine import Action, Game, Record

WRONG_STATUS = {
    "running": msg("The game is not running, so it cannot be paused."),
    "paused": msg("The game is not paused, so it cannot be resumed."),
}
TABLE = OutboxMessage("setup_card", {"edit": True}, latest_only=True)
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

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        def step(game: Game, chair: str) -> list[Record]:
            return [game.submit(Action(kind, chair, dict(args or {})))]

        if loaded.info.status == "paused":
            return standard_outcome("paused")
        done = judge_and_record(loaded, changes, step, seat, rev=rev, user=user, via="gm")
        return announced(
            loaded,
            changes,
            done,
            user,
            "act_as",
            later("acted for {name}: {kind}", name=seat_name(loaded, seat), kind=kind),
        )

    return await intervene(games, game_id, user, gm, interaction_id, judge)


async def undo_to(
    games: Games, game_id: int, user: int, to: int, *, gm: bool = False, rev: int | None = None,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Undo everything after record `to`; this reopens a game that had ended."""

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        def step(game: Game, chair: str) -> list[Record]:
            return [game.undo(chair, to)]

        if loaded.info.status == "ended" and not ended_by_rules(loaded):
            return standard_outcome("ended")
        chair = next(iter(loaded.info.seats_of(user)), MASTER)
        done = judge_and_record(loaded, changes, step, chair, rev=rev, user=user, via="gm")
        text = later("took back everything after move {to}", to=to)
        return announced(loaded, changes, done, user, "undo_to", text)

    return await intervene(games, game_id, user, gm, interaction_id, judge, even_ended=True)


async def reseat(
    games: Games, game_id: int, user: int, seat: str, new_user: int | None, name: str = "", *,
    gm: bool = False, interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Give a seat to another user, or free it (None); the seat keeps its history."""

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        if seat not in {s.seat for s in loaded.info.seats}:
            seats = ", ".join(s.seat for s in loaded.info.seats)
            return refused("no_such_seat", t("The seats of this game are: {seats}.", seats=seats))
        if new_user is not None and loaded.info.held_by(new_user):
            return refused(
                "already_seated", t("That user has a seat in this game already; choose another one.")
            )
        hand_over(loaded, changes, seat, new_user, name)
        old = seat_name(loaded, seat)
        told = later("gave the seat of {old} to {name}", old=old, name=name)
        if not name:
            told = later("gave the seat of {old} to another player", old=old)
        if new_user is None:
            told = later("freed the seat of {old}", old=old)
            changes.messages.append(OutboxMessage("seat_free", {"seat": seat}))
        return announced(loaded, changes, Outcome("ok"), user, "replace", told)

    return await intervene(games, game_id, user, gm, interaction_id, judge)


async def resign(
    games: Games, game_id: int, user: int, *, rev: int | None = None, interaction_id: Id = None
) -> Outcome:
    """Give up one's own seat in a running game; it stays free until the owner gives it to somebody."""

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        mine = loaded.info.held_by(user)
        if loaded.game is None or loaded.info.status == "ended":
            return standard_outcome("lobby" if loaded.game is None else "ended")
        if not mine:
            return standard_outcome("not_seated")
        if rev not in (None, loaded.info.rev):
            return standard_outcome("stale")
        for seat in mine:
            hand_over(loaded, changes, seat, None)
            changes.messages.append(OutboxMessage("seat_free", {"seat": seat}))
        names = ", ".join(seat_name(loaded, seat) for seat in mine)
        return announced(
            loaded,
            changes,
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

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        changes.values["settings"] = {**loaded.info.settings, **settings}
        return announced(loaded, changes, Outcome("ok"), user, "settings", text)

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

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        if loaded.info.status != before:
            return refused(f"not_{before}", t(WRONG_STATUS[before]))
        changes.values["status"] = after
        card = turn_card(loaded, ping=after == "running")
        changes.messages += [TABLE, replace(card, payload={**card.payload, "anew": after == "running"})]
        return announced(loaded, changes, Outcome("ok"), user, after, text)

    return await intervene(games, game_id, user, gm, interaction_id, judge)


async def end(
    games: Games, game_id: int, user: int, reason: str, *, gm: bool = False, rev: int | None = None,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """End a game by hand, or close its lobby; this is final."""

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        if rev not in (None, loaded.info.rev):
            return standard_outcome("stale")
        why = reason.strip()[:200] or t("ended by hand")
        settings = {**loaded.info.settings, game_rows.BY_HAND: True}
        changes.values |= {"status": "ended", "end_reason": why, "ended_at": now(), "settings": settings}
        payload = {"rev": loaded.info.rev, "reason": why}
        changes.messages += [TABLE] + [OutboxMessage("game_over", payload, latest_only=True)] * bool(
            loaded.game
        )
        return announced(loaded, changes, Outcome("ok"), user, "end", later("ended the game: {why}", why=why))

    return await intervene(games, game_id, user, gm, interaction_id, judge, lobby=True)


async def move(
    games: Games, game_id: int, user: int, channel: int, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Move the table to another channel of its server, with its pending messages."""

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        changes.values["channel"], changes.conflict = channel, TAKEN
        if loaded.info.status != "ended":
            changes.messages.append(anew(loaded))
        changes.statements.append(lambda conn: outbox.retry(conn, now(), [loaded.info.id]))
        changes.statements.append(partial(queue_vote_cards, game=loaded.info.id))
        return announced(loaded, changes, Outcome("ok"), user, "move", later("moved the table here"))

    return await intervene(games, game_id, user, gm, interaction_id, judge, even_ended=True, lobby=True)


async def note(
    games: Games, game_id: int, user: int, text: str, *, gm: bool = False, interaction_id: Id = None
) -> Outcome:
    """Post a remark to the table."""

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        return announced(
            loaded, changes, Outcome("ok"), user, "note", later("noted: {text}", text=text.strip()[:1500])
        )

    return await intervene(games, game_id, user, gm, interaction_id, judge, even_ended=True)


async def intervene(
    games: Games, game_id: int, user: int, gm: bool, interaction_id: Id,
    judge: Callable[[LoadedGame, Changes], Outcome], *, even_ended: bool = False, lobby: bool = False,
) -> Outcome:  # fmt: skip
    """Carry out what only the owner or a game master may do."""

    def checked(loaded: LoadedGame, changes: Changes) -> Outcome:
        if not gm and user != loaded.info.owner:
            return standard_outcome("not_allowed")
        if loaded.game is None and not lobby:
            return standard_outcome("lobby")
        if loaded.info.status == "ended" and not even_ended:
            return standard_outcome("ended")
        return judge(loaded, changes)

    return await games.write(game_id, user, interaction_id, checked)


def announced(
    loaded: LoadedGame, changes: Changes, done: Outcome, user: int, what: str, text: Later
) -> Outcome:
    """Announce an action of a game master and store it in the audit if it succeeded; return the outcome."""
    if done.ok:
        master = what not in ("resign", "own_proxy")
        changes.messages.append(OutboxMessage("notice", {**text.to_json(), "user": user, "master": master}))
        changes.statements.append(lambda conn: game_rows.audit(conn, loaded.info.id, user, what, str(text)))
    return done


def turn_card(loaded: LoadedGame, ping: bool) -> OutboxMessage:
    """Return the message that redraws the card of the turn; `ping` mentions the players to act."""
    payload = {"rev": loaded.info.rev, "players": list(_waiting(loaded)), "ping": ping}
    return OutboxMessage("turn_card", payload, latest_only=True)


def anew(loaded: LoadedGame) -> OutboxMessage:
    """Return the message that posts the newest card again; it pings only players not yet pinged."""
    payload = {"rev": loaded.info.rev, "players": list(_waiting(loaded)), "ping": False, "anew": True}
    return OutboxMessage("turn_card" if loaded.game else "setup_card", payload, latest_only=True)


def _waiting(loaded: LoadedGame) -> tuple[str, ...]:
    waiting = loaded.game.waiting() if loaded.game else None
    return waiting.players if waiting else ()


def hand_over(
    loaded: LoadedGame, changes: Changes, seat: str, user: int | None, name: str = "", *, computer: str = ""
) -> None:
    """Give a seat to a user, to a computer of a level, or to nobody."""
    others = [s for s in loaded.info.seats if s.seat != seat]
    shown = unused(name, others) if name else ""
    give: Any = partial(
        game_rows.hand_over, game=loaded.info.id, seat=seat, user=user, rev=loaded.info.rev, name=shown,
        computer=computer,
    )  # fmt: skip
    changes.statements += [give, partial(seat_changed, game=loaded.info.id, seat=seat)]
    changes.messages += [TABLE, turn_card(loaded, ping=seat in _waiting(loaded))]
    if user is not None or computer:
        changes.messages.append(OutboxMessage("seat_taken", {"seat": seat}))


async def seat_changed(conn: Any, game: int, seat: str) -> None:
    """Tell the other rooms that somebody else plays a seat."""
    for follow in SEAT_CHANGES:
        await follow(conn, game, seat)


def seat_name(loaded: LoadedGame, seat: str) -> str:
    """Return the name of a seat's player."""
    return next((s.name for s in loaded.info.seats if s.seat == seat), seat)
