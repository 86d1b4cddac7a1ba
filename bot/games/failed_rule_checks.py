"""Rule checks (invariants of the rulebook, "laws") that failed in running games, for the operator.

The check itself may be wrong, so the game goes on. The engine undoes only moves that lose or create money,
certificates or pieces.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass

from bot.store.game_rows import GameInfo
from bot.work.metrics import METRICS
from engine import Game

log = logging.getLogger(__name__)

MAX_REMEMBERED = 100
"""The maximum number of failures kept in memory until the bot is restarted; the log file has all."""


@dataclass(frozen=True, slots=True)
class FailedRuleCheck:
    """A rule check that failed after a move.

    ``name`` is the name of the game, ``record`` the number of the move in its log, ``law`` the code of the
    rule that was checked, and ``text`` a sentence on what was found.
    """

    game_id: int
    name: str
    record: int
    law: str
    text: str


class FailedRuleChecks:
    """The newest failed rule checks, the oldest first, and their count since the bot was started."""

    def __init__(self) -> None:
        """Begin without failed rule checks."""
        self.newest: deque[FailedRuleCheck] = deque(maxlen=MAX_REMEMBERED)
        self.count = 0

    def add(self, info: GameInfo, game: Game | None) -> None:
        """Log, count and remember the rule checks that failed after the latest moves of a game.

        They are in ``game.breaches``, and do not stop the game. If ``game`` is None, as in the lobby, nothing
        is done.
        """
        for record, breach in game.breaches if game is not None else ():
            failure = FailedRuleCheck(info.id, info.name, record, breach.law, breach.text)
            log.error(
                "game %s, record %s: the law %s does not hold: %s",
                info.id, record, breach.law, breach.text, extra={"game": info.id},
            )  # fmt: skip
            METRICS.laws.labels(info.title, breach.law).inc()
            self.newest.append(failure)
            self.count += 1
