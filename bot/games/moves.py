"""Carries out the moves of players, with what follows from each in the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.games.announcements import queue_messages, update_status
from bot.games.core import Games
from bot.games.outcome import Id, Outcome, answer
from bot.games.work import Live, Work
from bot.store import calls, game_rows
from bot.work.registry import Registry
from engine import Action, Game, Record

Move = tuple[str, Mapping[str, Any]]
Step = Callable[[Game, str], Sequence[Record] | Outcome]


Follow = Callable[[Live, Work, Sequence[Record]], Sequence[Record]]
FOLLOWS = Registry[Follow]("what follows moves, in the same transaction")
"""Each gets the moves just made and returns the further moves that it makes."""

VOTE = "vote"
"""The ``via`` of an undo that passed a vote, which may have been opened long ago."""


async def act(
    games: Games, game_id: int, user: int, kind: str, args: Mapping[str, Any] | None = None, *,
    rev: int | None = None, interaction_id: Id = None, via: str = "button", seat: str | None = None,
) -> Outcome:  # fmt: skip
    """Make one move for the user's seat and store it; see `act_all`."""
    moves = [(kind, args or {})]
    return await act_all(
        games, game_id, user, moves, rev=rev, interaction_id=interaction_id, via=via, seat=seat
    )


async def act_all(
    games: Games, game_id: int, user: int, moves: Sequence[Move], *,
    rev: int | None = None, interaction_id: Id = None, via: str = "button", seat: str | None = None,
) -> Outcome:  # fmt: skip
    """Make several moves for the user's seat: all of them, or none when one is refused.

    ``rev`` is the revision the user saw; None skips this check. ``seat`` names the seat when the user holds
    several. ``via`` is stored in the log as the way in which the moves came.
    """

    def submit(game: Game, acting: str) -> list[Record]:
        return [game.submit(Action(kind, acting, dict(args))) for kind, args in moves]

    def judge(live: Live, work: Work) -> Outcome:
        acting = find_seat(live, user, seat)
        if isinstance(acting, Outcome):
            return acting
        return judge_and_record(live, work, submit, acting, rev=rev, user=user, via=via)

    return await games.write(game_id, user, interaction_id, judge)


def find_seat(live: Live, user: int, seat: str | None = None, *, even_ended: bool = False) -> str | Outcome:
    """The seat for which a user may act, or the refusal when there is none or the game is not running."""
    refusal = _closed_answer(live, even_ended)
    return refusal if refusal is not None else _acting_seat(live, user, seat) or answer("not_seated")


def judge_and_record(
    live: Live, work: Work, step: Step, chair: str, *, rev: int | None, user: int, via: str
) -> Outcome:
    """Check the revision, apply ``step``, and put the records and the messages they call for into ``work``.

    Returns the outcome. Raises Refused when a move is illegal, Unanswered when it needs a search first.
    """
    game = live.game
    assert game is not None
    if rev is not None and rev != game.rev:
        return answer("stale")
    before = game.waiting()
    moves = step(game, chair)
    if isinstance(moves, Outcome):
        return moves
    for record in moves:
        work.record(record, user, via)
    records = [*moves]
    for follow in FOLLOWS:
        records += follow(live, work, moves)
    call = (via == VOTE) if _has_undone_to_own_turn(game, records, chair) else None
    if call is False:
        work.aside.append(lambda conn: calls.drop(conn, live.info.id))
    lines = queue_messages(work, game, records, before, call=call)
    update_status(work, game, live.info.status)
    if moves:
        work.aside.append(lambda conn: game_rows.drop_draft(conn, live.info.id, user))
    return Outcome("ok", seqs=tuple(r.seq for r in records), lines=tuple(lines))


def _has_undone_to_own_turn(game: Game, records: Sequence[Record], chair: str) -> bool:
    """Return True if the seat just undid moves and is the one to act, so it needs no ping."""
    waiting = game.waiting()
    return (
        bool(records) and records[-1].kind == "undo" and waiting is not None and waiting.players == (chair,)
    )


def _closed_answer(live: Live, even_ended: bool) -> Outcome | None:
    """Return the refusal when the game is not running; None when moves may be made."""
    status = live.info.status
    if live.game is None:
        return answer("ended" if status == "ended" else "lobby")
    if status == "ended" and not (even_ended and ended_by_itself(live)):
        return answer("ended")
    return answer("paused") if status == "paused" else None


def ended_by_itself(live: Live) -> bool:
    """Return True if the rules ended the game; a game ended by hand is final."""
    return live.game is not None and bool(live.game.state.ended)


def _acting_seat(live: Live, user: int, wanted: str | None) -> str | None:
    """Return the seat for which a user acts: the one named, else one that the game waits for, else the first.

    None when the user plays no such seat.
    """
    seats = live.info.seats_of(user)
    if wanted is not None:
        return wanted if wanted in seats else None
    waiting = live.game.waiting() if live.game else None
    awaited = [s for s in seats if waiting and s in waiting.players]
    return next(iter([*awaited, *seats]), None)
