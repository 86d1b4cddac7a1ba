"""Moves of the players, and taking them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.service.core import Core, Live, Work
from bot.service.outcome import Id, Outcome, answer, refused
from bot.service.telling import after_records, status_after
from bot.store import games
from bot.texts import t
from engine import Action, Game, Record

Move = tuple[str, Mapping[str, Any]]
Step = Callable[[Game, str], Sequence[Record] | Outcome]


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

    async def undo(
        self, game_id: int, user: int, to: int | None = None, *,
        rev: int | None = None, interaction_id: Id = None, via: str = "button",
    ) -> Outcome:  # fmt: skip
        """Take back the user's last move, or all after record ``to``, while nobody else has acted since."""

        def step(game: Game, chair: str) -> list[Record] | Outcome:
            target = game.active[-2].seq if to is None and len(game.active) > 1 else to
            return _not_yours(game, chair, target) or [game.undo(chair, target)]

        return await self._seated(
            game_id, user, step, rev=rev, interaction_id=interaction_id, via=via, even_ended=True
        )

    async def restart_turn(
        self, game_id: int, user: int, *, rev: int | None = None, interaction_id: Id = None,
        via: str = "button",
    ) -> Outcome:  # fmt: skip
        """Take back everything of the present turn."""

        def step(game: Game, chair: str) -> list[Record] | Outcome:
            target = game.turn_start()
            return _not_yours(game, chair, target) or [game.undo(chair, target)]

        return await self._seated(game_id, user, step, rev=rev, interaction_id=interaction_id, via=via)

    async def redo(
        self, game_id: int, user: int, *, rev: int | None = None, interaction_id: Id = None,
        via: str = "button",
    ) -> Outcome:  # fmt: skip
        """Put back what the user has just taken back."""

        def step(game: Game, chair: str) -> list[Record] | Outcome:
            last = game.log[-1]
            if last.kind in ("undo", "redo") and last.by != chair:
                return refused("not_yours", t("Only who took the move back may do it again."))
            return [game.redo(chair)]

        return await self._seated(game_id, user, step, rev=rev, interaction_id=interaction_id, via=via)

    async def _seated(
        self, game_id: int, user: int, step: Step, *, rev: int | None, interaction_id: Id,
        via: str, seat: str | None = None, even_ended: bool = False,
    ) -> Outcome:  # fmt: skip
        def judge(live: Live, work: Work) -> Outcome:
            closed = _closed(live, even_ended)
            if closed is not None:
                return closed
            chair = _chair(live, user, seat)
            if chair is None:
                return answer("not_seated")
            return carry_out(live, work, step, chair, rev=rev, user=user, via=via)

        return await self.write(game_id, user, interaction_id, judge)


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
    lines = after_records(work, game, made, before)
    status_after(work, game, live.info.status)
    work.statements.append(lambda conn: games.drop_draft(conn, live.info.id, user))
    return Outcome("ok", seqs=tuple(r.seq for r in made), lines=tuple(lines))


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


def _not_yours(game: Game, chair: str, to: int | None) -> Outcome | None:
    """Undo is free over one's own moves; once anybody else has acted it takes the owner or a game master."""
    back = [r for r in game.active[1:] if to is not None and r.seq > to]
    if all(r.kind == "action" and r.by == chair for r in back):
        return None
    return refused(
        "not_yours", t("Others have acted since; ask the owner or a game master to take moves back.")
    )
