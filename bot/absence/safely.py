"""Safe defaults: decisions taken for a player who is away."""

from __future__ import annotations

from bot.games.changes import Changes, LoadedGame
from bot.games.moves import apply_and_record
from bot.games.outcome import Outcome, refused
from bot.table.holders import seat_name
from bot.words import msg, t
from engine import Game, Record
from engine.api.moves import safe_action

ORIGIN = "absence"
MAX_SAFE_MOVES = 60
"""Decisions taken at once for a member who is away, until others are to act."""
SAFE_MOVE_NOTES = {
    ORIGIN: msg("safe default, by vote of the table"),
    "gm": msg("safe default, by the game master"),
}
"""Why a decision was taken for somebody, as the log tells it."""
MUST_DECIDE_TEXT = msg("All that {name} can do now costs something: a person must decide.")


def apply_safe_moves(loaded: LoadedGame, changes: Changes, seat: str, user_id: int, origin: str) -> Outcome:
    """Make safe default moves, which cost nothing, for an absent player, and return the outcome.

    They end when the seat is not to act any more, a person must decide, or MAX_SAFE_MOVES moves are made.
    Without any, the outcome is refused (code "must_decide"). ``origin`` says in the log who decided this: a
    key of `SAFE_MOVE_NOTES`. The game must have started. Raises SearchNeeded if a move needs a search for
    routes first.
    """
    name = seat_name(loaded, seat)

    def submit_safe_moves(game: Game, acting_seat: str) -> list[Record] | Outcome:
        """Submit safe default moves for the absent player and return their records.

        If there is no such move, return a refused Outcome (code "must_decide"). Raises SearchNeeded if a move
        needs a search for routes first.
        """
        records: list[Record] = []
        while len(records) < MAX_SAFE_MOVES:
            action = safe_action(game, acting_seat)
            if action is None:
                break
            records.append(game.submit(action, note=SAFE_MOVE_NOTES[origin]))
        return records or refused("must_decide", t(MUST_DECIDE_TEXT, name=name))

    return apply_and_record(
        loaded, changes, submit_safe_moves, seat, revision=None, user_id=user_id, origin=origin
    )
