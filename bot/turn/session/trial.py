"""A trial turn: moves that are tried out on a copy of the game, for the current or the member's next turn.

The pages of a turn show the copy. A move that is submitted there is added to the trial; the game itself
changes only when all moves of the trial are confirmed together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.games.proposals import turn_key, waits_for
from bot.turn.session.draft import Draft
from engine import Action, Game, Refused, copy_game
from engine.api.plans import at_turn
from engine.api.runs import SearchNeeded

TRIAL_KEY = "rehearsal"
"""The key in ``Draft.page_state`` of the trial to which a draft belongs."""

Move = tuple[str, Mapping[str, Any]]
"""A kind of move and its arguments."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The planned moves of a turn that is tried out on a copy of the game.

    It is the turn of a company, or of the player if ``company`` is "". ``is_later_turn``: the turn has not
    come yet. ``shows_list``: the page lists the planned moves instead of asking for the next one.
    ``later_moves`` are re-added when the move before them has been chosen anew, up to the first that is then
    illegal.
    """

    company: str
    moves: tuple[Move, ...] = ()
    is_later_turn: bool = False
    shows_list: bool = False
    later_moves: tuple[Move, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the trial, with its planned moves, as JSON for the database.

        The keys are "company", "ahead" (``is_later_turn``), "listed" (``shows_list``), "moves" and "rest"
        (``later_moves``); a move is a list of its kind and its arguments.
        """
        values = {"company": self.company, "ahead": self.is_later_turn, "listed": self.shows_list}
        return values | {
            "moves": [list(move) for move in self.moves],
            "rest": [list(move) for move in self.later_moves],
        }

    @classmethod
    def from_json(cls, raw: Any) -> Trial | None:
        """Parse a trial, with its planned moves, from the database.

        ``raw`` has the keys that `to_json` writes. Return None if another version of the bot stored it
        differently.
        """
        try:
            moves, later_moves = (
                tuple((str(kind), dict(move_args)) for kind, move_args in raw[key])
                for key in ("moves", "rest")
            )
            return cls(str(raw["company"]), moves, bool(raw["ahead"]), bool(raw["listed"]), later_moves)
        except (KeyError, TypeError, ValueError):
            return None

    def with_first_moves(self, count: int) -> Trial:
        """Return a copy of the trial with only the first ``count`` planned moves."""
        return replace(self, moves=self.moves[:count])

    def with_move_reopened(self, index: int) -> Trial:
        """Return a copy of the trial in which move ``index`` (from 0) has to be chosen anew.

        The moves after it become ``later_moves``, and the page asks for a move instead of listing them.
        """
        return replace(self, moves=self.moves[:index], later_moves=self.moves[index + 1 :], shows_list=False)


@dataclass(frozen=True, slots=True)
class TrialGame:
    """A copy of the game after the first ``move_count`` moves of a trial; any move after them is illegal.

    ``is_turn_over``: the turn ends with the last of them.
    """

    game: Game
    move_count: int
    is_turn_over: bool


def try_out(game: Game, seat: str, trial: Trial) -> TrialGame | None:
    """Make the planned moves of a trial on a copy of the game, up to the first illegal one.

    Return the copy, how many moves were made, and whether the turn is over. A move after which the engine
    would need a search for routes is the last one: it is counted, but the copy stays as it was before this
    move, and the turn counts as over. Return None if the trial turn cannot begin.
    """
    game_copy = at_turn(game, seat, trial.company) if trial.is_later_turn else copy_game(game)
    if game_copy is None:
        return None
    game_copy.view.answers = {}  # what comes after the turn is not searched here
    turn, move_count = turn_key(game_copy), 0
    for kind, args in trial.moves:
        try:
            game_copy.submit(Action(kind, seat, dict(args)))
        except Refused:
            break
        except SearchNeeded:
            return TrialGame(game_copy, move_count + 1, is_turn_over=True)
        move_count += 1
    return TrialGame(
        game_copy, move_count, is_turn_over=turn_key(game_copy) != turn or not waits_for(game_copy, seat)
    )


def state_id(game: Game) -> int:
    """Return an id of the state of a copied game, for the cache keys of a trial or plan.

    It is negative, unlike ids of games.
    """
    return -int(game.digest(), 16)


def first_illegal_move_reason(game: Game, seat: str, moves: Sequence[Move]) -> str:
    """Return why the first illegal one of these moves is refused, untranslated; "" if all are legal.

    The moves are made in order on a copy of ``game``, which stays as it is. Moves after one that needs a
    search for routes are not checked.
    """
    game_copy = copy_game(game)
    game_copy.view.answers = {}
    try:
        for kind, args in moves:
            game_copy.submit(Action(kind, seat, dict(args)))
    except Refused as error:
        return error.violation.text
    except SearchNeeded:
        pass
    return ""


def draft_to_store(draft: Draft | None, trial: Trial | None) -> Draft | None:
    """Return the draft to store for a turn page: the member's draft with the trial in ``page_state``.

    Without a member's draft, the kind of the stored draft is "". Without a trial, the member's draft is
    returned unchanged. Return None if there is neither.
    """
    if trial is None:
        return draft
    base = draft if draft is not None else Draft("")
    return replace(base, page_state={**base.page_state, TRIAL_KEY: trial.to_json()})


def split_stored_draft(stored_draft: Draft | None) -> tuple[Draft | None, Trial | None]:
    """Return the member's draft and the trial from the stored draft of a turn page.

    Either is None if it is not stored. The trial is also None if another version of the bot stored it
    differently.
    """
    if stored_draft is None or TRIAL_KEY not in stored_draft.page_state:
        return stored_draft, None
    trial = Trial.from_json(stored_draft.page_state[TRIAL_KEY])
    own_draft = replace(
        stored_draft,
        page_state={key: value for key, value in stored_draft.page_state.items() if key != TRIAL_KEY},
    )
    return (own_draft if own_draft.kind else None), trial
