"""Undo and redo of moves: one's own at once, moves of others as the table's settings allow.

Moves are free to take back while nobody else has acted since; a standing order that passed does not count.
For the others the table's setting ``undo`` says who decides: `free` nobody, `ask` (the default) those whose
moves it takes back, or the game master for them (`bot.votes.undo_vote`), `master` the game master alone.
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
from bot.games.history import is_quiet
from bot.games.moves import find_seat, judge_and_record
from bot.games.outcome import Id, Outcome, refused, standard_outcome
from bot.store.outbox import OutboxMessage
from bot.votes import rows as votes
from bot.votes.rows import UNDO as UNDO_VOTE
from bot.votes.rows import Question, Vote
from bot.votes.service import open_votes
from bot.votes.undo_vote import back_to, names_of
from bot.words import later, t
from engine import Game, Record

What = Literal["undo", "restart", "redo"]
UNDO = "undo"
"""The table's setting."""

ASKED = "asked"
"""The code of an outcome that has opened a vote."""

ASK, FREE, MASTER = "ask", "free", "master"


async def take_back(
    games: Games, game_id: int, user: int, what: What = "undo", to: int | None = None, *,
    rev: int | None = None, interaction_id: Id = None, via: str = "button",
) -> Outcome:  # fmt: skip
    """Take back the user's last move or all after record ``to``, all of his turn, or do it again.

    Where others must agree, a vote is opened instead (code `ASKED`).
    """

    asked: list[Vote] = []

    async def look() -> None:
        asked[:] = [v for v in await open_votes(games, game_id) if v.kind == UNDO_VOTE]

    def judge(loaded: LoadedGame, changes: Changes) -> Outcome:
        chair = find_seat(loaded, user, even_ended=what == "undo")
        if isinstance(chair, Outcome):
            return chair
        assert loaded.game is not None
        if rev is not None and rev != loaded.game.rev:
            return standard_outcome("stale")
        if what == "redo":
            return _redo(loaded, changes, chair, user, via)
        target = _target(loaded.game, chair, what) if to is None else to
        if not target:
            return refused("nothing_to_undo", t("You have made no move that could be taken back."))
        return _undo(loaded, changes, _Wish(games, user, chair, target, via, bool(asked)))

    return await games.write(game_id, user, interaction_id, judge, look)


@dataclass(frozen=True, slots=True)
class _Wish:
    """A user would take back all after record ``to``; ``asked``: a vote on taking moves back is open."""

    games: Games
    user: int
    seat: str
    to: int
    via: str
    asked: bool


def undoable(game: Game, seat: str, agreeing: Collection[str] = ()) -> bool:
    """Return True if the last move is this seat's own, but for standing orders that passed since.

    agreeing: the seats of computers, which agree when somebody takes back what he has just done.
    """
    target = _target(game, seat, "undo")
    return target > 0 and not set(concerned(game, seat, target)) - set(agreeing)


def concerned(game: Game, seat: str, to: int) -> list[str]:
    """Return the other seats whose moves would be undone with all after record `to`, in seat order."""
    by = {r.by for r in _back(game, to) if r.by != seat and not is_quiet(r)}
    return [s for s in (*game.view.seats, *sorted(by - set(game.view.seats))) if s in by]


def _back(game: Game, to: int) -> Sequence[Record]:
    return [r for r in game.active[1:] if r.seq > to]


def _target(game: Game, chair: str, what: What) -> int:
    """Return the last record that stays: before the turn or the seat's last move; 0 if there is none."""
    if what == "restart":
        return game.turn_start()
    mine = [i for i, r in enumerate(game.active) if i and r.by == chair and r.kind == "action"]
    return game.active[mine[-1] - 1].seq if mine else 0


def _undo(loaded: LoadedGame, changes: Changes, wish: _Wish) -> Outcome:
    """Undo moves, open a vote if others must agree, or refuse as the table's settings say."""
    game, setting = loaded.game, loaded.info.settings.get(UNDO, ASK)
    assert game is not None
    exists, own = wish.to in {r.seq for r in game.active}, loaded.info.seats_of(wish.user)
    others = [s for s in concerned(game, wish.seat, wish.to) if s not in own] if exists else []
    needed = _asked_of(loaded, wish, others)
    if needed and setting == MASTER:
        text = t("Others have acted since; at this table the owner or a game master takes such moves back.")
        return refused("not_yours", text)
    if needed and setting != FREE:
        return _ask(loaded, changes, wish, needed)
    if needed:
        told = later("took back moves of {names}", names=names_of(loaded.info, needed)).to_json()
        changes.messages.append(OutboxMessage("notice", {**told, "user": wish.user, "master": False}))
    step = back_to(wish.to)
    return judge_and_record(loaded, changes, step, wish.seat, rev=None, user=wish.user, via=wish.via)


def _asked_of(loaded: LoadedGame, wish: _Wish, others: Sequence[str]) -> list[str]:
    """Return which of the other seats must agree. Computers agree within a turn.

    If only computers are concerned outside a turn, the game master decides.
    """
    assert loaded.game is not None
    people = [seat for seat in others if seat not in loaded.info.computers]
    return people if people or _within_a_turn(loaded.game, wish.seat, wish.to) else list(others)


def _within_a_turn(game: Game, seat: str, to: int) -> bool:
    """Return True if the seat's own moves to undo are consecutive, with only others' moves after them."""
    by = [record.by for record in _back(game, to) if not is_quiet(record)]
    others = list(dropwhile(lambda one: one == seat, by))
    return len(others) < len(by) and seat not in others


def _ask(loaded: LoadedGame, changes: Changes, wish: _Wish, needed: list[str]) -> Outcome:
    """Open a vote on undoing moves; refused while one is open."""
    if wish.asked:
        return refused("vote_open", t("There is a vote on taking moves back already; it must end first."))
    body = {"to": wish.to, "needed": needed}
    question = Question(UNDO_VOTE, wish.seat, loaded.info.rev, wish.user, body=body, lasts=None)
    opened = partial(votes.open_vote, game=loaded.info.id, asked=question, at=wish.games.clock())
    changes.side_statements.append(opened)
    text = t("{names} must agree; they are asked here.", names=names_of(loaded.info, needed))
    return Outcome("ok", code=ASKED, text=text)


def _redo(loaded: LoadedGame, changes: Changes, chair: str, user: int, via: str) -> Outcome:
    """Redo the move that was undone last; refused to others than the player who undid it."""
    assert loaded.game is not None
    last = loaded.game.log[-1]
    if last.kind in ("undo", "redo") and last.by != chair:
        return refused("not_yours", t("Only who took the move back may do it again."))
    return judge_and_record(
        loaded, changes, lambda game, seat: [game.redo(seat)], chair, rev=None, user=user, via=via
    )
