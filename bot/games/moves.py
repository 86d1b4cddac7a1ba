"""Carries out the moves of players, with what follows from each in the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.games.announcements import add_status_change, queue_record_messages
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, standard_outcome
from bot.store import drafts
from bot.store.messages import pings
from bot.work.registry import Registry
from engine import Action, Game, Record

Move = tuple[str, Mapping[str, Any]]
MakeRecords = Callable[[Game, str], Sequence[Record] | Outcome]


FollowUp = Callable[[LoadedGame, Changes, Sequence[Record]], Sequence[Record]]
FOLLOW_UPS = Registry[FollowUp]("what follows moves, in the same transaction")
"""Each function gets the moves just made, and returns the further moves that it makes."""

ORIGIN_VOTE = "vote"
"""The ``origin`` of an undo by a vote, which may have been opened long ago."""


async def make_move(
    games: Games, game_id: int, user_id: int, kind: str, args: Mapping[str, Any] | None = None, *,
    revision: int | None = None, interaction_id: InteractionId = None, origin: str = "button",
    seat: str | None = None,
) -> Outcome:  # fmt: skip
    """Make one move for a seat of the user, store it in the log and return the outcome.

    ``kind`` and ``args`` (None: none) are those of the engine's action. An illegal move gives a refused
    outcome. The other parameters are explained at `make_moves`.
    """
    moves = [(kind, args or {})]
    return await make_moves(
        games,
        game_id,
        user_id,
        moves,
        revision=revision,
        interaction_id=interaction_id,
        origin=origin,
        seat=seat,
    )


async def make_moves(
    games: Games, game_id: int, user_id: int, moves: Sequence[Move], *,
    revision: int | None = None, interaction_id: InteractionId = None, origin: str = "button",
    seat: str | None = None,
) -> Outcome:  # fmt: skip
    """Make several moves of a user in a game: all, or none if one is refused; return the outcome.

    Each move is a kind and its arguments. ``revision`` is the revision that the user saw; the outcome is
    "stale" if the game has another one; None skips this check. ``seat`` is the id of the seat; None stands
    for one of the user's seats that is to act, else their first. ``origin`` is how the user entered the
    moves, such as "button"; it is stored in the log. If ``interaction_id`` was handled before, its earlier
    outcome is returned.
    """

    def submit(game: Game, acting_seat: str) -> list[Record]:
        """Submit the moves to the engine and return their records.

        Raises Refused if one is illegal, SearchNeeded if one needs a search for routes first.
        """
        return [game.submit(Action(kind, acting_seat, dict(args))) for kind, args in moves]

    def apply_moves(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Find the user's seat, make the moves in the game, and add what is to be stored to ``changes``.

        Return the outcome or the refusal. Raises Refused if a move is illegal, SearchNeeded if it needs a
        search for routes first.
        """
        acting_seat = find_seat(loaded, user_id, seat)
        if isinstance(acting_seat, Outcome):
            return acting_seat
        return apply_and_record(
            loaded, changes, submit, acting_seat, revision=revision, user_id=user_id, origin=origin
        )

    return await games.write(game_id, user_id, interaction_id, apply_moves)


def find_seat(
    loaded: LoadedGame, user_id: int, seat: str | None = None, *, accept_ended: bool = False
) -> str | Outcome:
    """Return the id of the seat for which a user may move in a game, or the outcome that refuses the user.

    The outcome's kind is "lobby", "ended", "paused" or "not_seated". ``seat`` is the id of the seat that the
    user names; None stands for one of the user's seats that is to act, else their first. Seats that the user
    plays as proxy count, too. ``accept_ended`` also accepts a game that has ended by its rules.
    """
    refusal = _not_running_refusal(loaded, accept_ended)
    return (
        refusal
        if refusal is not None
        else _acting_seat(loaded, user_id, seat) or standard_outcome("not_seated")
    )


def apply_and_record(
    loaded: LoadedGame,
    changes: Changes,
    make_records: MakeRecords,
    seat: str,
    *,
    revision: int | None,
    user_id: int,
    origin: str,
) -> Outcome:
    """Check the revision, call ``make_records(game, seat)``, and add the new records to ``changes``.

    ``make_records`` changes ``loaded.game`` in place; the game must have started. It returns the new records,
    or an outcome that ends the request. Return the outcome: that of ``make_records``, "stale" if ``revision``
    (None: not checked) is not the game's, or "ok". New records delete the user's draft. An undo after which
    only this seat is to act also deletes the game's ping, unless it was voted (``origin``). Raises Refused if
    a move is illegal, SearchNeeded if it needs a search for routes first.
    """
    game = loaded.game
    assert game is not None
    if revision is not None and revision != game.revision:
        return standard_outcome("stale")
    previous_decision = game.waiting()
    requested_records = make_records(game, seat)
    if isinstance(requested_records, Outcome):
        return requested_records
    for record in requested_records:
        changes.add_record(record, user_id, origin)
    records = [*requested_records]
    for follow_up in FOLLOW_UPS:
        records += follow_up(loaded, changes, requested_records)
    ping = (origin == ORIGIN_VOTE) if _is_undo_to_turn_of(game, records, seat) else None
    if ping is False:
        changes.other_statements.append(lambda conn: pings.delete_ping(conn, loaded.info.id))
    sentences = queue_record_messages(changes, game, records, previous_decision, with_ping=ping)
    add_status_change(changes, game, loaded.info.status)
    if requested_records:
        changes.other_statements.append(lambda conn: drafts.delete_draft(conn, loaded.info.id, user_id))
    return Outcome(
        "ok", record_numbers=tuple(record.number for record in records), lines=tuple(sentences),
        draft_deleted_of=user_id if requested_records else None,
    )  # fmt: skip


def _is_undo_to_turn_of(game: Game, records: Sequence[Record], seat: str) -> bool:
    """Return True if the newest record is an undo after which only this seat is to act.

    The seat then needs no ping. ``records`` are the newest records of the game's log, ``game`` is the state
    after them. False for no records.
    """
    next_decision = game.waiting()
    return (
        bool(records)
        and records[-1].kind == "undo"
        and next_decision is not None
        and next_decision.players == (seat,)
    )


def _not_running_refusal(loaded: LoadedGame, accept_ended: bool) -> Outcome | None:
    """Return the refusal of a move if the game is not running; None if moves may be made.

    The kind of the refusal is "lobby", "ended" or "paused". ``accept_ended`` also accepts a game that has
    ended by its rules.
    """
    status = loaded.info.status
    if loaded.game is None:
        return standard_outcome("ended" if status == "ended" else "lobby")
    if status == "ended" and not (accept_ended and has_ended_by_rules(loaded)):
        return standard_outcome("ended")
    return standard_outcome("paused") if status == "paused" else None


def has_ended_by_rules(loaded: LoadedGame) -> bool:
    """Return True if the game has ended by its rules, and not because somebody ended it."""
    return loaded.game is not None and bool(loaded.game.state.ended)


def _acting_seat(loaded: LoadedGame, user_id: int, named_seat: str | None) -> str | None:
    """Return the id of the seat for which a user moves in a game; None if the user plays no such seat.

    It is ``named_seat`` (an id) unless that is None, else one that is to act, else the first that the user
    plays.
    """
    seats = loaded.info.seats_played_by(user_id)
    if named_seat is not None:
        return named_seat if named_seat in seats else None
    next_decision = loaded.game.waiting() if loaded.game else None
    seats_to_act = [seat for seat in seats if next_decision and seat in next_decision.players]
    return next(iter([*seats_to_act, *seats]), None)
