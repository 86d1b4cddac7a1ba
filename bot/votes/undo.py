"""Taking moves back: one's own freely, those of others as the table has it, and doing them again.

Moves are free to take back while nobody else has acted since; a standing order that passed does not count.
For the others the table's setting ``undo`` says who decides: `free` nobody, `ask` (the default) those whose
moves it takes back, or the game master for them, `master` the game master alone. Whoever is asked votes on a
card; a refusal ends it, and so does any move. Nothing leaves the log: an undo is a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from bot.games.core import Games
from bot.games.history import is_quiet
from bot.games.moves import FOLLOWS, VOTE, Step, judge_and_record, seated
from bot.games.outcome import Id, Outcome, answer, refused
from bot.games.work import Live, Work
from bot.store import game_rows
from bot.store.outbox import Note
from bot.votes import rows as votes
from bot.votes.rows import UNDO_VOTE, UndoVote
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

    def judge(live: Live, work: Work) -> Outcome:
        chair = seated(live, user, even_ended=what == "undo")
        if isinstance(chair, Outcome):
            return chair
        assert live.game is not None
        if rev is not None and rev != live.game.rev:
            return answer("stale")
        if what == "redo":
            return _redo(live, work, chair, user, via)
        target = _target(live.game, chair, what) if to is None else to
        if not target:
            return refused("nothing_to_undo", t("You have made no move that could be taken back."))
        return _undo(live, work, UndoVote(user, chair, target, live.game.rev, ()), via)

    return await games.write(game_id, user, interaction_id, judge)


async def vote_undo(
    games: Games, game_id: int, user: int, yes: bool, *, gm: bool = False, rev: int | None = None,
    interaction_id: Id = None,
) -> Outcome:  # fmt: skip
    """Answer the open vote: for one's own moves, or as a game master for all."""

    def judge(live: Live, work: Work) -> Outcome:
        closed = seated(live, user, even_ended=True)
        vote = UNDO_VOTE.of(live)
        if isinstance(closed, Outcome) and closed.kind != "not_seated":
            return closed
        if vote is None or (rev is not None and rev != vote.rev):
            return refused("vote_over", t("This vote is over; nothing is asked any more."))
        mine = set(vote.open_for) & set(live.info.seats_of(user))
        if not mine and not (user == vote.user and not yes) and not (gm or user == live.info.owner):
            return refused(
                "not_asked",
                t("Asked are {names}, or the game master.", names=_names(live, vote.open_for)),
            )
        return _answered(live, work, vote, user, tuple(sorted(mine)), yes)

    return await games.write(game_id, user, interaction_id, judge)


async def open_vote(games: Games, game_id: int) -> UndoVote | None:
    """The vote on taking moves back that is open in a game."""
    live = await games.live(game_id)
    return None if live is None else UNDO_VOTE.of(live)


async def open_votes(games: Games, game_id: int) -> list[votes.Vote]:
    """The votes about clocks and seats that stand open at a table."""
    return await games.store.read(lambda conn: votes.open_votes(conn, game_id))


def undoable(game: Game, seat: str) -> bool:
    """Whether the last move is this seat's own, but for standing orders that passed since."""
    target = _target(game, seat, "undo")
    return target > 0 and not concerned(game, seat, target)


def concerned(game: Game, seat: str, to: int) -> list[str]:
    """The others whose moves would be taken back with all after a record, in the order of the seats."""
    by = {r.by for r in _back(game, to) if r.by != seat and not is_quiet(r)}
    return [s for s in (*game.view.seats, *sorted(by - set(game.view.seats))) if s in by]


def _back(game: Game, to: int) -> Sequence[Record]:
    return [r for r in game.active[1:] if r.seq > to]


def _target(game: Game, chair: str, what: What) -> int:
    """The last record that stays: the one before the turn, or before the seat's last move; 0 without any."""
    if what == "restart":
        return game.turn_start()
    mine = [i for i, r in enumerate(game.active) if i and r.by == chair and r.kind == "action"]
    return game.active[mine[-1] - 1].seq if mine else 0


def _undo(live: Live, work: Work, asked: UndoVote, via: str) -> Outcome:
    game, setting = live.game, live.info.settings.get(UNDO, ASK)
    assert game is not None
    known, own = asked.to in {r.seq for r in game.active}, live.info.seats_of(asked.user)
    needed = tuple(s for s in concerned(game, asked.seat, asked.to) if s not in own) if known else ()
    if not needed:
        return judge_and_record(live, work, _to(asked.to), asked.seat, rev=None, user=asked.user, via=via)
    if setting == MASTER:
        text = t("Others have acted since; at this table the owner or a game master takes such moves back.")
        return refused("not_yours", text)
    if setting == FREE:
        told = later("took back moves of {names}", names=_names(live, needed)).to_json()
        work.notes.append(Note("notice", {**told, "user": asked.user, "master": False}))
        return judge_and_record(live, work, _to(asked.to), asked.seat, rev=None, user=asked.user, via=via)
    return _ask(live, work, replace(asked, needed=needed))


def _ask(live: Live, work: Work, vote: UndoVote) -> Outcome:
    if UNDO_VOTE.of(live) is not None:
        return refused("vote_open", t("There is a vote on taking moves back already; it must end first."))
    _keep(live, work, vote)
    text = t("{names} must agree; they are asked here.", names=_names(live, vote.needed))
    return Outcome("ok", code=ASKED, text=text)


def _keep(live: Live, work: Work, vote: UndoVote) -> None:
    UNDO_VOTE.keep(work, vote)
    work.notes.append(Note("undo_vote", {"rev": vote.rev}, latest_only=True))


def _answered(live: Live, work: Work, vote: UndoVote, user: int, mine: tuple[str, ...], yes: bool) -> Outcome:
    """One answer; who is not asked himself decides as the game master, or withdraws what he asked."""
    if not yes:
        end_vote(live, work, "withdrawn" if user == vote.user else "refused", user)
        return Outcome("ok")
    now = replace(vote, agreed=tuple(s for s in vote.needed if s in {*vote.agreed, *mine}))
    if mine and now.open_for:
        _keep(live, work, now)
        return Outcome("ok")
    end_vote(live, work, "agreed" if mine else "decided", user)
    if not mine:
        what = str(later("took back everything after move {to}", to=vote.to))
        work.statements.append(lambda conn: game_rows.audit(conn, live.info.id, user, "undo_to", what))
    return judge_and_record(live, work, _to(vote.to), vote.seat, rev=vote.rev, user=vote.user, via=VOTE)


@FOLLOWS.add("vote on taking moves back")
def lapse(live: Live, work: Work, made: Sequence[Record]) -> list[Record]:
    """A vote on taking moves back is over as soon as the game has moved on."""
    if made and UNDO_VOTE.of(live, work) is not None:
        end_vote(live, work, "lapsed")
    return []


def end_vote(live: Live, work: Work, how: str, by: int = 0) -> None:
    """Close the open vote, and tell the table how it ended."""
    UNDO_VOTE.keep(work, None)
    work.notes.append(Note("undo_closed", {"how": how, "by": by}, latest_only=True))


def _redo(live: Live, work: Work, chair: str, user: int, via: str) -> Outcome:
    assert live.game is not None
    last = live.game.log[-1]
    if last.kind in ("undo", "redo") and last.by != chair:
        return refused("not_yours", t("Only who took the move back may do it again."))
    return judge_and_record(
        live, work, lambda game, seat: [game.redo(seat)], chair, rev=None, user=user, via=via
    )


def _to(target: int) -> Step:
    return lambda game, chair: [game.undo(chair, target)]


def _names(live: Live, seats: Sequence[str]) -> str:
    names = [
        next((s.name for s in live.info.seats if s.seat == seat), t("the game master")) for seat in seats
    ]
    *most, last = names
    return t("{names} and {last}", names=", ".join(most), last=last) if most else last
