"""What only the owner of a game or a game master may do; it is announced and stored in the audit log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.moves import apply_and_record, has_ended_by_rules
from bot.games.outcome import InteractionId, Outcome, refused_outcome, standard_outcome
from bot.store import game_rows
from bot.store.game_rows import now_ms
from bot.store.messages.outbox import OutboxMessage
from bot.table.holders import (
    SETUP_CARD_EDIT,
    change_seat_holder,
    seat_name,
    turn_card_message,
)
from bot.words import LazyText, msg, t, t_lazy
from engine import Action, Game, Record

WRONG_STATUS_TEXTS = {
    "running": msg("The game is not running, so it cannot be paused."),
    "paused": msg("The game is not paused, so it cannot be resumed."),
}

GAME_MASTER = "the game master"
"""The seat in the log record of an undo by an owner or game master who holds no seat."""


async def act_as(
    games: Games, game_id: int, user_id: int, seat: str, kind: str, args: Mapping[str, Any] | None = None, *,
    is_game_master: bool = False, revision: int | None = None, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Let the owner of the game or a game master make a move for a player's seat (its id).

    ``kind`` and ``args`` are those of the engine's action. Returns a refused Outcome for other users, for an
    illegal move, and if the game is not running; "stale" if ``revision`` (None: not checked) is not the
    game's.
    """

    def make_move(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Make the game master's move for the seat, queue its public notice and store it in the audit log.

        Returns a "paused" or "stale" Outcome if the move is not made. Raises Refused if the move is illegal,
        SearchNeeded if it needs a search for routes first.
        """

        def submit_move(game: Game, acting_seat: str) -> list[Record]:
            """Submit the game master's move to the engine, and return its record in a list.

            ``acting_seat`` is the seat for which the move is made. Raises Refused if the move is illegal,
            SearchNeeded if it needs a search for routes first.
            """
            return [game.submit(Action(kind, acting_seat, dict(args or {})))]

        if loaded.info.status == "paused":
            return standard_outcome("paused")
        outcome = apply_and_record(
            loaded, changes, submit_move, seat, revision=revision, user_id=user_id, origin="gm"
        )
        text = t_lazy("acted for {name}: {kind}", name=seat_name(loaded, seat), kind=kind)
        return queue_notice_and_audit_entry(loaded, changes, outcome, user_id, "act_as", text)

    return await write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, make_move
    )


async def undo_to(
    games: Games, game_id: int, user_id: int, last_kept_number: int, *, is_game_master: bool = False,
    revision: int | None = None, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Undo every record of the log after number ``last_kept_number``, as owner or game master.

    A game that ended by its rules is reopened. Returns a refused Outcome for other users, before the start,
    if the game was ended by hand, if the engine refuses, and if another game has the channel of a reopened
    one; "stale" if ``revision`` (None: not checked) is not the game's.
    """

    def undo_records(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Undo the records for the owner or game master, with a public notice and an entry in the audit log.

        Returns an "ended" Outcome if the game was ended by hand, "stale" if it has moved on. Raises Refused
        if the engine refuses the undo.
        """

        def submit_undo(game: Game, undoing_seat: str) -> list[Record]:
            """Undo all records after ``last_kept_number``; return a list with the record of the undo.

            ``undoing_seat`` is the seat of the owner or game master, or `GAME_MASTER` if they have none.
            Raises Refused if record ``last_kept_number`` is undone or is the last one.
            """
            return [game.undo(undoing_seat, last_kept_number)]

        if loaded.info.status == "ended" and not has_ended_by_rules(loaded):
            return standard_outcome("ended")
        acting_seat = next(iter(loaded.info.seats_played_by(user_id)), GAME_MASTER)
        outcome = apply_and_record(
            loaded, changes, submit_undo, acting_seat, revision=revision, user_id=user_id, origin="gm"
        )
        text = t_lazy("took back everything after move {to}", to=last_kept_number)
        return queue_notice_and_audit_entry(loaded, changes, outcome, user_id, "undo_to", text)

    return await write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, undo_records, accept_ended=True
    )


async def reassign_seat(
    games: Games, game_id: int, user_id: int, seat: str, new_user_id: int | None, name: str = "", *,
    is_game_master: bool = False, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Give a seat (its id) to another Discord user, at the request of the owner or a game master.

    ``user_id`` is who requests it, ``new_user_id`` the new holder; None frees the seat. The seat keeps its
    moves, and its name if ``name`` is "". Returns a refused Outcome for other users, for an unknown seat, if
    the new holder has a seat of this game, before the start and after the end.
    """

    def hand_over_seat(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Hand the seat over and queue the public notice; if the seat becomes free, also queue its offer.

        Returns a refused Outcome for an unknown seat, and if the new user holds a seat of this game.
        """
        if seat not in {seat_info.id for seat_info in loaded.info.seats}:
            seats = ", ".join(seat_info.id for seat_info in loaded.info.seats)
            return refused_outcome("no_such_seat", t("The seats of this game are: {seats}.", seats=seats))
        if new_user_id is not None and loaded.info.seats_held_by(new_user_id):
            return refused_outcome(
                "already_seated", t("That user has a seat in this game already; choose another one.")
            )
        change_seat_holder(loaded, changes, seat, new_user_id, name)
        old_name = seat_name(loaded, seat)
        announcement = t_lazy("gave the seat of {old} to {name}", old=old_name, name=name)
        if not name:
            announcement = t_lazy("gave the seat of {old} to another player", old=old_name)
        if new_user_id is None:
            announcement = t_lazy("freed the seat of {old}", old=old_name)
            changes.messages.append(OutboxMessage("seat_free", {"seat": seat}))
        return queue_notice_and_audit_entry(loaded, changes, Outcome("ok"), user_id, "replace", announcement)

    return await write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, hand_over_seat
    )


def _have_people_moved(loaded: LoadedGame, revision: int | None) -> bool:
    """Return True if a game has changed since ``revision`` by more than moves of computer players.

    True also if no records show how it changed, as in the lobby; False if ``revision`` is None.
    """
    if revision in (None, loaded.info.revision):
        return False
    records = loaded.game.log[revision:] if loaded.game is not None else ()
    return not records or any(record.by not in loaded.info.computer_levels for record in records)


async def resign_seats(
    games: Games, game_id: int, user_id: int, *, revision: int | None = None,
    interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Give up all seats that the user holds in a started game (`/game resign`), and offer them to others.

    Returns a refused Outcome if the user holds no seat, before the start and after the end; "stale" if people
    have moved since ``revision`` (None: not checked).
    """

    def free_seats(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Free the user's seats, and queue the offers of these seats and the public notice.

        Returns a refused Outcome if the user holds no seat, before the start and after the end, or "stale".
        """
        own_seats = loaded.info.seats_held_by(user_id)
        if loaded.game is None or loaded.info.status == "ended":
            return standard_outcome("lobby" if loaded.game is None else "ended")
        if not own_seats:
            return standard_outcome("not_seated")
        if _have_people_moved(loaded, revision):
            return standard_outcome("stale")
        for seat in own_seats:
            change_seat_holder(loaded, changes, seat, None)
            changes.messages.append(OutboxMessage("seat_free", {"seat": seat}))
        names = ", ".join(seat_name(loaded, seat) for seat in own_seats)
        return queue_notice_and_audit_entry(
            loaded,
            changes,
            Outcome("ok"),
            user_id,
            "resign",
            t_lazy("resigned; the seat of {names} is free", names=names),
        )

    return await games.write(game_id, user_id, interaction_id, free_seats)


async def change_game_settings(
    games: Games, game_id: int, user_id: int, settings: Mapping[str, Any], announcement: LazyText, *,
    is_game_master: bool = False, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Change settings of a game at the request of its owner or a game master, also in the lobby.

    ``settings`` are the new values by key; they are not checked, and keys that are not given keep their
    values. ``announcement`` is the text of the public notice. Returns a refused Outcome for other users and
    after the end.
    """

    def store_settings(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Add the changed settings, the public notice and the audit entry to ``changes``; always ok."""
        changes.game_columns["settings"] = {**loaded.info.settings, **settings}
        return queue_notice_and_audit_entry(loaded, changes, Outcome("ok"), user_id, "settings", announcement)

    return await write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, store_settings, accept_lobby=True
    )


async def pause_game(
    games: Games,
    game_id: int,
    user_id: int,
    *,
    is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:
    """Pause the game as owner or game master: nobody can act until it is resumed.

    A public notice is queued. Returns a refused Outcome for other users, and if the game is not running.
    """
    return await _change_status(
        games,
        game_id,
        user_id,
        is_game_master,
        interaction_id,
        ("running", "paused", t_lazy("paused the game")),
    )


async def resume_game(
    games: Games,
    game_id: int,
    user_id: int,
    *,
    is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:
    """Resume a paused game as owner or game master: post its turn card again, with a public notice.

    Returns a refused Outcome for other users, and if the game is not paused.
    """
    return await _change_status(
        games,
        game_id,
        user_id,
        is_game_master,
        interaction_id,
        ("paused", "running", t_lazy("resumed the game")),
    )


async def _change_status(
    games: Games, game_id: int, user_id: int, is_game_master: bool, interaction_id: InteractionId,
    transition: tuple[str, str, LazyText],
) -> Outcome:  # fmt: skip
    """Pause or resume a game for its owner or a game master, update its cards and queue a public notice.

    ``transition`` is the expected status ("running" or "paused"), the new one, and the text of the notice; if
    the game has another status, the outcome is refused. On resuming, the turn card is posted again and pings
    the players to act.
    """
    old_status, new_status, text = transition

    def change_status(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Add the new status of the game, the updates of its cards and the public notice to ``changes``.

        Returns a refused Outcome if the status is not the expected one.
        """
        if loaded.info.status != old_status:
            return refused_outcome(f"not_{old_status}", t(WRONG_STATUS_TEXTS[old_status]))
        changes.game_columns["status"] = new_status
        is_running = new_status == "running"
        card = turn_card_message(loaded, with_ping=is_running)
        changes.messages += [SETUP_CARD_EDIT, replace(card, payload={**card.payload, "anew": is_running})]
        return queue_notice_and_audit_entry(loaded, changes, Outcome("ok"), user_id, new_status, text)

    return await write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, change_status
    )


async def end_game_early(
    games: Games, game_id: int, user_id: int, reason: str, *, is_game_master: bool = False,
    revision: int | None = None, interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """End a game that its rules have not ended, or close its lobby, as owner or game master; this is final.

    ``reason`` is announced to the players, cut to 200 characters. Returns a refused Outcome for other users
    and after the end; "stale" if people have moved since ``revision`` (None: not checked).
    """

    def store_end(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Add the end of the game, its reason and the public notice to ``changes``.

        If the game had started, its end card is queued, too. Returns a "stale" Outcome if people have moved.
        """
        if _have_people_moved(loaded, revision):
            return standard_outcome("stale")
        reason_text = reason.strip()[:200] or t("ended by hand")
        settings = {**loaded.info.settings, game_rows.ENDED_BY_HAND: True}
        changes.game_columns |= {
            "status": "ended",
            "end_reason": reason_text,
            "ended_at": now_ms(),
            "settings": settings,
        }
        payload = {"rev": loaded.info.revision, "reason": reason_text}
        changes.messages += [SETUP_CARD_EDIT] + [
            OutboxMessage("game_over", payload, latest_only=True)
        ] * bool(loaded.game)
        text = t_lazy("ended the game: {why}", why=reason_text)
        return queue_notice_and_audit_entry(loaded, changes, Outcome("ok"), user_id, "end", text)

    return await write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, store_end, accept_lobby=True
    )


async def post_remark(
    games: Games, game_id: int, user_id: int, text: str, *, is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Post a remark of the owner or game master to the channel of the game, and store it in the audit log.

    The remark is cut to 1500 characters. Returns a refused Outcome for other users, and before the start.
    """

    def queue_remark(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Queue the remark of the owner or game master, and store it in the audit log; always ok."""
        return queue_notice_and_audit_entry(
            loaded,
            changes,
            Outcome("ok"),
            user_id,
            "note",
            t_lazy("noted: {text}", text=text.strip()[:1500]),
        )

    return await write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, queue_remark, accept_ended=True
    )


async def write_as_owner_or_game_master(
    games: Games, game_id: int, user_id: int, is_game_master: bool, interaction_id: InteractionId,
    apply: Callable[[LoadedGame, Changes], Outcome], *, accept_ended: bool = False,
    accept_lobby: bool = False,
) -> Outcome:  # fmt: skip
    """Change a game by ``apply`` if the user is its owner or a game master; return the outcome.

    ``apply`` gets a copy of the game and the changes to store. The outcome is "not_allowed" for other users,
    "lobby" if the game has not started (unless ``accept_lobby``), and "ended" if it is over (unless
    ``accept_ended``).
    """

    def apply_if_allowed(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Return the Outcome of ``apply``, or a refused one for other users and if the status forbids it."""
        if not is_game_master and user_id != loaded.info.owner_id:
            return standard_outcome("not_allowed")
        if loaded.game is None and not accept_lobby:
            return standard_outcome("lobby")
        if loaded.info.status == "ended" and not accept_ended:
            return standard_outcome("ended")
        return apply(loaded, changes)

    return await games.write(game_id, user_id, interaction_id, apply_if_allowed)


def queue_notice_and_audit_entry(
    loaded: LoadedGame, changes: Changes, outcome: Outcome, user_id: int, action: str, announcement: LazyText
) -> Outcome:
    """Queue the public notice of what a user did in a game, and store it in the bot's audit log.

    ``announcement`` is the text of both; ``action`` is the name in the audit log, such as "undo_to". If
    ``outcome`` is a refusal, nothing is queued or stored. The notice calls the user a game master unless the
    action is "resign" or "own_proxy", which players do for their own seats. Returns ``outcome`` unchanged.
    """
    if outcome.ok:
        is_by_game_master = action not in ("resign", "own_proxy")
        changes.messages.append(
            OutboxMessage("notice", {**announcement.to_json(), "user": user_id, "master": is_by_game_master})
        )
        row = (loaded.info.id, user_id, action, str(announcement))
        changes.game_info_statements.append(lambda conn: game_rows.store_audit_entry(conn, *row))
    return outcome
