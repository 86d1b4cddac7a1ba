"""Carries out moves of players and the actions that follow them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.games.announcements import owed_for, status_after
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
"""Each gets the moves that were made and returns the further moves that it makes."""

VOTE = "vote"
"""The path of an undo on which others have agreed, after who knows how long."""


async def act(
    games: Games, game_id: int, user: int, kind: str, args: Mapping[str, Any] | None = None, *,
    rev: int | None = None, interaction_id: Id = None, via: str = "button", seat: str | None = None,
) -> Outcome:  # fmt: skip
    """Take one action for the user's seat and return the outcome."""
    made = [(kind, args or {})]
    return await act_all(
        games, game_id, user, made, rev=rev, interaction_id=interaction_id, via=via, seat=seat
    )


async def act_all(
    games: Games, game_id: int, user: int, moves: Sequence[Move], *,
    rev: int | None = None, interaction_id: Id = None, via: str = "button", seat: str | None = None,
) -> Outcome:  # fmt: skip
    """Take several actions: all of them, or none if one is refused. Returns the outcome."""

    def submit(game: Game, chair: str) -> list[Record]:
        return [game.submit(Action(kind, chair, dict(args))) for kind, args in moves]

    def judge(live: Live, work: Work) -> Outcome:
        chair = seated(live, user, seat)
        if isinstance(chair, Outcome):
            return chair
        return judge_and_record(live, work, submit, chair, rev=rev, user=user, via=via)

    return await games.write(game_id, user, interaction_id, judge)


def seated(live: Live, user: int, seat: str | None = None, *, even_ended: bool = False) -> str | Outcome:
    """Return the seat for which a user acts now, or a refusal with the reason."""
    closed = _closed(live, even_ended)
    return closed if closed is not None else _chair(live, user, seat) or answer("not_seated")


def judge_and_record(
    live: Live, work: Work, step: Step, chair: str, *, rev: int | None, user: int, via: str
) -> Outcome:
    """Check the revision, let the engine judge and apply, and say what to store and to tell."""
    game = live.game
    assert game is not None
    if rev is not None and rev != game.rev:
        return answer("stale")
    before = game.waiting()
    made = step(game, chair)
    if isinstance(made, Outcome):
        return made
    for record in made:
        work.record(record, user, via)
    done = [*made]
    for follow in FOLLOWS:
        done += follow(live, work, made)
    call = (via == VOTE) if _took_back_to(game, done, chair) else None
    if call is False:
        work.aside.append(lambda conn: calls.drop(conn, live.info.id))
    lines = owed_for(work, game, done, before, call=call)
    status_after(work, game, live.info.status)
    if made:
        work.aside.append(lambda conn: game_rows.drop_draft(conn, live.info.id, user))
    return Outcome("ok", seqs=tuple(r.seq for r in done), lines=tuple(lines))


def _took_back_to(game: Game, done: Sequence[Record], chair: str) -> bool:
    """Whether a seat took moves back and is waited for itself now."""
    waiting = game.waiting()
    return bool(done) and done[-1].kind == "undo" and waiting is not None and waiting.players == (chair,)


def _closed(live: Live, even_ended: bool) -> Outcome | None:
    status = live.info.status
    if live.game is None:
        return answer("ended" if status == "ended" else "lobby")
    if status == "ended" and not (even_ended and ended_by_itself(live)):
        return answer("ended")
    return answer("paused") if status == "paused" else None


def ended_by_itself(live: Live) -> bool:
    """Return True if the rules ended the game; an end by a person is final."""
    return live.game is not None and bool(live.game.state.ended)


def _chair(live: Live, user: int, wanted: str | None) -> str | None:
    """The seat for which a user acts: the one named, else that which the game waits for, else his first."""
    mine = live.info.seats_of(user)
    if wanted is not None:
        return wanted if wanted in mine else None
    waiting = live.game.waiting() if live.game else None
    asked = [s for s in mine if waiting and s in waiting.players]
    return next(iter([*asked, *mine]), None)
