"""Safe defaults: moves that cost nothing, made for an absent player."""

from __future__ import annotations

from bot.games.changes import Changes, LoadedGame
from bot.games.moves import apply_and_record
from bot.games.outcome import Outcome, refused_outcome
from bot.table.holders import seat_name
from bot.words import msg, t
from engine import Game, Record
from engine.api.moves import safe_action

ORIGIN = "absence"
MAX_SAFE_MOVES = 60
"""The maximum number of moves made at once for an absent player."""
SAFE_MOVE_NOTES = {
    ORIGIN: msg("safe default, by vote of the table"),
    "gm": msg("safe default, by the game master"),
}
"""The notes in the log on who decided that a safe default move was made, by origin of the record."""
MUST_DECIDE_TEXT = msg("All that {name} can do now costs something: a person must decide.")


def apply_safe_moves(loaded: LoadedGame, changes: Changes, seat: str, user_id: int, origin: str) -> Outcome:
    """Make safe default moves, which cost nothing, for an absent player, and return the outcome.

    Stops as soon as the seat is not to act any more, no safe move is left (a person must decide), or
    MAX_SAFE_MOVES moves are made. If not a single move can be made, the outcome is refused (code
    "must_decide"). ``origin``, a key of `SAFE_MOVE_NOTES`, says in the log who decided this. The game must
    have started. Raises SearchNeeded if a move needs a search for routes first.
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
        return records or refused_outcome("must_decide", t(MUST_DECIDE_TEXT, name=name))

    return apply_and_record(
        loaded, changes, submit_safe_moves, seat, revision=None, user_id=user_id, origin=origin
    )
