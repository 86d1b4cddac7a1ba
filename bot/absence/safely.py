"""Safe defaults: decisions taken for a player who is away."""

from __future__ import annotations

from bot.games.moves import judge_and_record
from bot.games.outcome import Outcome, refused
from bot.games.work import Live, Work
from bot.table.master import seat_name
from bot.words import msg, t
from engine import Game, Record
from engine.api.moves import safe_action

VIA = "absence"
SAFE_STEPS = 60
"""Decisions taken at once for a member who is away, until others are to act."""
SAFELY = {
    VIA: msg("safe default, by vote of the table"),
    "gm": msg("safe default, by the game master"),
}
"""Why a decision was taken for somebody, as the log tells it."""
MUST_DECIDE = msg("All that {name} can do now costs something: a person must decide.")


def play_safely(live: Live, work: Work, seat: str, user: int, via: str) -> Outcome:
    """Decide safely for a seat until others are to act, or a person must decide."""
    name = seat_name(live, seat)

    def step(game: Game, chair: str) -> list[Record] | Outcome:
        made: list[Record] = []
        while len(made) < SAFE_STEPS:
            action = safe_action(game, chair)
            if action is None:
                break
            made.append(game.submit(action, note=SAFELY[via]))
        return made or refused("must_decide", t(MUST_DECIDE, name=name))

    return judge_and_record(live, work, step, seat, rev=None, user=user, via=via)
