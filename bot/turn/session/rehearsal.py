"""A turn that is rehearsed: moves that are made on a copy of the game, for now or for one's next turn.

The pages of a turn show the copy. What is handed in there becomes a part of the plan; the game itself changes
when all of it is confirmed as one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.turn.session.draft import Draft
from engine import Action, Game, Refused, copy_game
from engine.api.plans import at_turn
from engine.api.runs import Unanswered

PLAN = "rehearsal"
"""The key in ``Draft.more`` of the plan to which a draft belongs."""

Move = tuple[str, Mapping[str, Any]]
"""A kind of action and its arguments."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves of a turn to come: of a company, or of the player where ``company`` is "".

    ``ahead``: for a later turn. ``listed``: the page lists the parts instead of asking for the next one.
    ``rest``: moves that follow once the part before them is chosen anew, as far as they are possible then.
    """

    company: str
    moves: tuple[Move, ...] = ()
    ahead: bool = False
    listed: bool = False
    rest: tuple[Move, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form in which a plan is stored."""
        values = {"company": self.company, "ahead": self.ahead, "listed": self.listed}
        return values | {
            "moves": [list(move) for move in self.moves],
            "rest": [list(move) for move in self.rest],
        }

    @classmethod
    def from_json(cls, raw: Any) -> Plan | None:
        """Parse a stored plan; None if it has the form of another version."""
        try:
            moves, rest = (
                tuple((str(kind), dict(move_args)) for kind, move_args in raw[key])
                for key in ("moves", "rest")
            )
            return cls(str(raw["company"]), moves, bool(raw["ahead"]), bool(raw["listed"]), rest)
        except (KeyError, TypeError, ValueError):
            return None

    def upto(self, count: int) -> Plan:
        """Return the plan with its first ``count`` moves."""
        return replace(self, moves=self.moves[:count])

    def changing(self, at: int) -> Plan:
        """Return the plan in which a part is chosen anew; those after it follow if they can."""
        return replace(self, moves=self.moves[:at], rest=self.moves[at + 1 :], listed=False)


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A copy of the game after the moves that are possible; ``done`` is how many they are.

    ``over``: the turn ends with the last of them.
    """

    game: Game
    done: int
    over: bool


def rehearse(game: Game, seat: str, plan: Plan) -> Rehearsed | None:
    """Make the moves of a plan on a copy, up to one that is not possible; None if the turn cannot begin."""
    trial = at_turn(game, seat, plan.company) if plan.ahead else copy_game(game)
    if trial is None:
        return None
    trial.view.answers = {}  # what comes after the turn is not searched here
    turn, done = turn_key(trial), 0
    for kind, args in plan.moves:
        try:
            trial.submit(Action(kind, seat, dict(args)))
        except Refused:
            break
        except Unanswered:
            return Rehearsed(trial, done + 1, over=True)
        done += 1
    return Rehearsed(trial, done, over=turn_key(trial) != turn or not _is_asked(trial, seat))


def _is_asked(game: Game, seat: str) -> bool:
    """Return True if the game waits for the seat."""
    waiting = game.waiting()
    return waiting is not None and seat in waiting.players


def turn_key(game: Game) -> tuple[object, ...]:
    """Return what identifies the current turn: the round, its number and part, who acts, and who acted."""
    cursor = game.state.cursor
    return cursor.round, cursor.number, cursor.part, cursor.actor, len(cursor.done), game.state.ended


def refusal(game: Game, seat: str, moves: Sequence[Move]) -> str:
    """Return why moves are not possible one after the other in a rehearsed game; "" if they are."""
    trial = copy_game(game)
    trial.view.answers = {}
    try:
        for kind, args in moves:
            trial.submit(Action(kind, seat, dict(args)))
    except Refused as error:
        return error.violation.text
    except Unanswered:
        pass
    return ""


def joined(draft: Draft | None, plan: Plan | None) -> Draft | None:
    """Return what is stored: the draft with the plan to which it belongs; None without either."""
    if plan is None:
        return draft
    base = draft if draft is not None else Draft("")
    return replace(base, more={**base.more, PLAN: plan.to_json()})


def split(draft: Draft | None) -> tuple[Draft | None, Plan | None]:
    """Return the draft and the plan of what was stored."""
    if draft is None or PLAN not in draft.more:
        return draft, None
    plan = Plan.from_json(draft.more[PLAN])
    rest = replace(draft, more={key: value for key, value in draft.more.items() if key != PLAN})
    return (rest if rest.kind else None), plan
