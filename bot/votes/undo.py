"""Undo and redo of moves: one's own at once, moves of other players as the game's settings allow.

Players can undo their moves while nobody else has acted since; a standing order that passed does not count.
Otherwise the game's setting ``undo`` says who decides: `free` nobody, `ask` (the default) the players whose
moves would be undone, or the game master for them (`bot.votes.undo_vote`), `master` the game master alone.
Nothing leaves the log: an undo is a record.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import dropwhile
from typing import Literal

from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.history import is_automatic_pass
from bot.games.moves import apply_and_record, find_seat
from bot.games.outcome import InteractionId, Outcome, refused_outcome, standard_outcome
from bot.store.messages.outbox import OutboxMessage
from bot.votes import rows as vote_rows
from bot.votes.rows import UNDO_VOTE, Question, Vote
from bot.votes.service import list_open_votes
from bot.votes.undo_vote import join_seat_names, undo_function
from bot.words import t, t_lazy
from engine import Game, Record

UndoAction = Literal["undo", "undo_turn", "redo"]
UNDO_SETTING = "undo"
"""The game's setting that says who decides about an undo of moves of other players."""

VOTE_OPENED = "asked"
"""The code of an outcome that has opened a vote."""

ASK_OTHERS, FREE_UNDO, GAME_MASTER_ONLY = "ask", "free", "master"


async def undo_or_redo(
    games: Games, game_id: int, user_id: int, action: UndoAction = "undo", target_record: int | None = None,
    *, revision: int | None = None, interaction_id: InteractionId = None, origin: str = "button",
) -> Outcome:  # fmt: skip
    """Undo the user's last move or the current turn, or redo what was undone last; return the outcome.

    ``action`` is "undo" (last move), "undo_turn" or "redo". With ``target_record``, the number of a record of
    the log, everything after that record is undone instead. If other players must agree, a vote on the undo
    is opened (code `VOTE_OPENED`). The outcome is "stale" if anybody has moved since ``revision``, which the
    user saw (None: any); for "undo", moves of computer players do not count. Any other outcome that is not ok
    gives the reason. ``origin`` says in the log how the request was made.
    """
    undo_votes: list[Vote] = []

    async def read_votes() -> None:
        """Read the open undo votes into ``undo_votes``, before each attempt of the write."""
        undo_votes[:] = [vote for vote in await list_open_votes(games, game_id) if vote.kind == UNDO_VOTE]

    def undo_or_redo_moves(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Undo or redo the moves, as ``action`` says, or open an undo vote; return the outcome.

        The outcome is not ok if the user may not move, nothing can be undone, or ``revision`` is outdated
        ("stale"). Raises Refused if the engine refuses the undo or redo.
        """
        seat = find_seat(loaded, user_id, accept_ended=action == "undo")
        if isinstance(seat, Outcome):
            return seat
        assert loaded.game is not None
        if (
            revision is not None
            and revision != loaded.game.revision
            and not (action == "undo" and _have_only_computer_players_moved(loaded, revision))
        ):
            return standard_outcome("stale")
        if action == "redo":
            return _redo_last_undo(loaded, changes, seat, user_id, origin)
        kept = _last_kept_number(loaded.game, seat, action) if target_record is None else target_record
        if not kept:
            return refused_outcome("nothing_to_undo", t("You have made no move that could be taken back."))
        return _undo_or_ask(
            loaded, changes, _UndoRequest(games, user_id, seat, kept, origin, bool(undo_votes))
        )

    return await games.write(game_id, user_id, interaction_id, undo_or_redo_moves, read_votes)


@dataclass(frozen=True, slots=True)
class _UndoRequest:
    """A user's request to undo all records of the log after number ``last_kept_number``.

    ``is_vote_open``: a vote on another undo is open.
    """

    games: Games
    user_id: int
    seat: str
    last_kept_number: int
    origin: str
    is_vote_open: bool


def can_undo_at_once(game: Game, seat: str, ignored_seats: Collection[str] = ()) -> bool:
    """Return True if the player of a seat (id) can undo the player's last move without a vote of the others.

    This is so if nobody else has moved since; passes by standing orders, and moves of ``ignored_seats`` (such
    as those of computer players), do not count. The result is False if the player has made no move.
    """
    last_kept_number = _last_kept_number(game, seat, "undo")
    return last_kept_number > 0 and not set(affected_seats(game, seat, last_kept_number)) - set(ignored_seats)


def records_to_undo(game: Game, seat: str) -> Sequence[Record]:
    """Return the records of the log that an undo of a seat's last move would undo, at once or after a vote.

    These are that move and all records after it; [] if the seat (id) has made no move.
    """
    last_kept_number = _last_kept_number(game, seat, "undo")
    return _active_records_after(game, last_kept_number) if last_kept_number else []


def _have_only_computer_players_moved(loaded: LoadedGame, revision: int) -> bool:
    """Return True if all records of the log after ``revision``, if any, are moves of computer players.

    Then a player who saw the game at ``revision`` may still undo. The game must have started.
    """
    assert loaded.game is not None
    later_records = loaded.game.log[revision:]
    return all(
        record.kind == "action" and record.by in loaded.info.computer_levels for record in later_records
    )


def affected_seats(game: Game, seat: str, last_kept_number: int) -> list[str]:
    """Return the ids of the seats other than ``seat`` whose moves an undo would undo; [] if there are none.

    They are in seating order, and "the game master" comes last if a game master has changed the game without
    a seat. Passes by standing orders do not count. ``last_kept_number`` is the number of the last record that
    the undo keeps, ``game`` is the game as it is now, before the undo.
    """
    authors = {
        record.by
        for record in _active_records_after(game, last_kept_number)
        if record.by != seat and not is_automatic_pass(record)
    }
    return [
        affected
        for affected in (*game.view.seats, *sorted(authors - set(game.view.seats)))
        if affected in authors
    ]


def _active_records_after(game: Game, last_kept_number: int) -> Sequence[Record]:
    """Return the records that an undo to record number ``last_kept_number`` would undo.

    These are the active records of the log (not undone already) after that number; the first record, which
    sets up the game, is never among them.
    """
    return [record for record in game.active_records[1:] if record.number > last_kept_number]


def _last_kept_number(game: Game, seat: str, action: UndoAction) -> int:
    """Return the number of the last record that an undo keeps; 0 if there is nothing to undo.

    "undo_turn" undoes the current turn, whoever's it is. Any other action undoes everything from the seat's
    last move on; 0 then means that the seat has made no move.
    """
    if action == "undo_turn":
        return game.turn_start()
    indexes = [
        i
        for i, record in enumerate(game.active_records)
        if i and record.by == seat and record.kind == "action"
    ]
    return game.active_records[indexes[-1] - 1].number if indexes else 0


def _undo_or_ask(loaded: LoadedGame, changes: Changes, request: _UndoRequest) -> Outcome:
    """Undo all records after ``request.last_kept_number``, or open a vote on the undo; return the outcome.

    If moves of other players would be undone, the game's setting "undo" decides: "ask" opens a vote, "free"
    undoes the moves at once and announces it, "master" refuses the undo, since only the owner or a game
    master may undo such moves. The game must have started. Raises Refused if the engine refuses the undo, for
    example because the record to keep has itself been undone.
    """
    game, setting = loaded.game, loaded.info.settings.get(UNDO_SETTING, ASK_OTHERS)
    assert game is not None
    is_kept_record_active, own_seats = (
        request.last_kept_number in {record.number for record in game.active_records},
        loaded.info.seats_played_by(request.user_id),
    )
    other_seats = (
        [
            affected
            for affected in affected_seats(game, request.seat, request.last_kept_number)
            if affected not in own_seats
        ]
        if is_kept_record_active
        else []
    )
    seats_to_agree = _seats_that_must_agree(loaded, request, other_seats)
    if seats_to_agree and setting == GAME_MASTER_ONLY:
        text = t("Others have acted since; at this table the owner or a game master takes such moves back.")
        return refused_outcome("not_yours", text)
    if seats_to_agree and setting != FREE_UNDO:
        return _open_undo_vote(loaded, changes, request, seats_to_agree)
    if seats_to_agree:
        notice = t_lazy(
            "took back moves of {names}", names=join_seat_names(loaded.info, seats_to_agree)
        ).to_json()
        changes.messages.append(OutboxMessage("notice", {**notice, "user": request.user_id, "master": False}))
    return apply_and_record(
        loaded,
        changes,
        undo_function(request.last_kept_number),
        request.seat,
        revision=None,
        user_id=request.user_id,
        origin=request.origin,
    )


def _seats_that_must_agree(
    loaded: LoadedGame, request: _UndoRequest, other_seats: Sequence[str]
) -> list[str]:
    """Return the ids of those of ``other_seats`` that must agree to an undo by vote; [] if none must agree.

    If people hold any of them, only the seats of people are returned. If all are seats of computer players,
    none must agree when the player undoes only the player's own newest consecutive moves; otherwise all must,
    and the game master votes in their place. The game must have started.
    """
    assert loaded.game is not None
    people = [seat for seat in other_seats if seat not in loaded.info.computer_levels]
    return (
        people
        if people or _undoes_own_moves_first(loaded.game, request.seat, request.last_kept_number)
        else list(other_seats)
    )


def _undoes_own_moves_first(game: Game, seat: str, last_kept_number: int) -> bool:
    """Return True if the moves to be undone begin with moves of this seat, followed only by those of others.

    Computer players then agree without a vote. Passes by standing orders do not count. ``last_kept_number``
    is the number of the last record that the undo keeps.
    """
    authors = [
        record.by for record in _active_records_after(game, last_kept_number) if not is_automatic_pass(record)
    ]
    later_authors = list(dropwhile(lambda author: author == seat, authors))
    return len(later_authors) < len(authors) and seat not in later_authors


def _open_undo_vote(
    loaded: LoadedGame, changes: Changes, request: _UndoRequest, seats_to_agree: list[str]
) -> Outcome:
    """Add the statement that opens an undo vote to ``changes``, and return the outcome.

    ``seats_to_agree`` are the ids of the seats that must agree. The outcome has the code `VOTE_OPENED`, and
    its text names the players of these seats. It is refused while another undo vote is open.
    """
    if request.is_vote_open:
        return refused_outcome(
            "vote_open", t("There is a vote on taking moves back already; it must end first.")
        )
    body = {"to": request.last_kept_number, "needed": seats_to_agree}
    question = Question(
        UNDO_VOTE, request.seat, loaded.info.revision, request.user_id, body=body, duration=None
    )
    statement = partial(
        vote_rows.open_vote, game_id=loaded.info.id, question=question, opened_at=request.games.now()
    )
    changes.other_statements.append(statement)
    text = t("{names} must agree; they are asked here.", names=join_seat_names(loaded.info, seats_to_agree))
    return Outcome("ok", code=VOTE_OPENED, text=text)


def _redo_last_undo(loaded: LoadedGame, changes: Changes, seat: str, user_id: int, origin: str) -> Outcome:
    """Redo what was undone last, without a vote, and return the outcome.

    The redo is refused if another seat made the last undo or redo. ``origin`` says in the log how the request
    was made. The game must have started. Raises Refused (of the engine) if there is nothing to redo.
    """
    assert loaded.game is not None
    last_record = loaded.game.log[-1]
    if last_record.kind in ("undo", "redo") and last_record.by != seat:
        return refused_outcome("not_yours", t("Only who took the move back may do it again."))
    return apply_and_record(
        loaded,
        changes,
        lambda game, seat: [game.redo(seat)],
        seat,
        revision=None,
        user_id=user_id,
        origin=origin,
    )
