"""Moves of the players, and what standing orders do after them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.cards.announcements import (
    after_records,
    status_after,
)
from bot.games.core import Core
from bot.games.outcome import (
    Id,
    Outcome,
    answer,
)
from bot.games.work import (
    Live,
    Work,
)
from bot.orders.chain import (
    follow,
    taken_back,
)
from bot.store import calls, games
from bot.store.outbox import Note
from engine import Action, Game, Record

Move = tuple[str, Mapping[str, Any]]
Step = Callable[[Game, str], Sequence[Record] | Outcome]


VOTE = "vote"
"""The path of an undo on which others have agreed, after who knows how long."""


class Playing(Core):
    """What players do. Every method takes the revision that the user saw (None: any)."""

    async def act(
        self, game_id: int, user: int, kind: str, args: Mapping[str, Any] | None = None, *,
        rev: int | None = None, interaction_id: Id = None, via: str = "button", seat: str | None = None,
    ) -> Outcome:  # fmt: skip
        """Take one action for the user's seat."""
        return await self.act_all(
            game_id, user, [(kind, args or {})], rev=rev, interaction_id=interaction_id, via=via, seat=seat
        )

    async def act_all(
        self, game_id: int, user: int, moves: Sequence[Move], *,
        rev: int | None = None, interaction_id: Id = None, via: str = "button", seat: str | None = None,
    ) -> Outcome:  # fmt: skip
        """Take several actions at once: all of them, or none when one is refused."""

        def step(game: Game, chair: str) -> list[Record]:
            return [game.submit(Action(kind, chair, dict(args))) for kind, args in moves]

        return await self._seated(
            game_id, user, step, rev=rev, interaction_id=interaction_id, via=via, seat=seat
        )

    async def _seated(
        self, game_id: int, user: int, step: Step, *, rev: int | None, interaction_id: Id,
        via: str, seat: str | None = None, even_ended: bool = False,
    ) -> Outcome:  # fmt: skip
        def judge(live: Live, work: Work) -> Outcome:
            chair = seated(live, user, seat, even_ended=even_ended)
            if isinstance(chair, Outcome):
                return chair
            return carry_out(live, work, step, chair, rev=rev, user=user, via=via)

        return await self.write(game_id, user, interaction_id, judge)


def seated(live: Live, user: int, seat: str | None = None, *, even_ended: bool = False) -> str | Outcome:
    """The seat for which a user acts now, or why he does not."""
    closed = _closed(live, even_ended)
    return closed if closed is not None else _chair(live, user, seat) or answer("not_seated")


def carry_out(
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
    lapse(live, work, made)
    done = [*made, *let_fire(live, work, made)]
    call = (via == VOTE) if _took_back_to(game, done, chair) else None
    if call is False:
        work.aside.append(lambda conn: calls.drop(conn, live.info.id))
    lines = after_records(work, game, done, before, call=call)
    status_after(work, game, live.info.status)
    if made:
        work.aside.append(lambda conn: games.drop_draft(conn, live.info.id, user))
    return Outcome("ok", seqs=tuple(r.seq for r in done), lines=tuple(lines))


def _took_back_to(game: Game, done: Sequence[Record], chair: str) -> bool:
    """Whether a seat took moves back and is waited for itself now."""
    waiting = game.waiting()
    return bool(done) and done[-1].kind == "undo" and waiting is not None and waiting.players == (chair,)


def let_fire(live: Live, work: Work, made: Sequence[Record]) -> list[Record]:
    """Let standing orders follow what was done, in the same transaction; none follows an undo."""
    private = work.private or live.private
    if live.game is None or not any(order.running for order in private.orders):
        return []
    if any(record.kind == "undo" for record in made):
        work.private = replace(private, orders=taken_back(live.game, private.orders))
        return []
    fired, after = follow(live.game, private.orders, live.info.seats_of)
    for each in fired:
        work.record(each.record, each.user, "auto")
    if after != private.orders:
        work.private = replace(private, orders=after)
    return [each.record for each in fired]


def lapse(live: Live, work: Work, made: Sequence[Record]) -> None:
    """A vote on taking moves back is over as soon as the game has moved on."""
    private = work.private or live.private
    if made and private.vote is not None:
        end_vote(live, work, "lapsed")


def end_vote(live: Live, work: Work, how: str, by: int = 0) -> None:
    """Close the open vote, and tell the table how it ended."""
    private = work.private or live.private
    work.private = replace(private, vote=None)
    work.notes.append(Note("undo_closed", {"how": how, "by": by}, latest_only=True))


def _closed(live: Live, even_ended: bool) -> Outcome | None:
    status = live.info.status
    if live.game is None:
        return answer("ended" if status == "ended" else "lobby")
    if status == "ended" and not (even_ended and ended_by_itself(live)):
        return answer("ended")
    return answer("paused") if status == "paused" else None


def ended_by_itself(live: Live) -> bool:
    """True when the rules ended the game; an end by hand is final."""
    return live.game is not None and bool(live.game.state.ended)


def _chair(live: Live, user: int, wanted: str | None) -> str | None:
    """The seat for which a user acts: the one named, else that which the game waits for, else his first."""
    mine = live.info.seats_of(user)
    if wanted is not None:
        return wanted if wanted in mine else None
    waiting = live.game.waiting() if live.game else None
    asked = [s for s in mine if waiting and s in waiting.players]
    return next(iter([*asked, *mine]), None)
