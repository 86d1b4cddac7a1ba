"""Failed laws of rulebooks in running games, for the operator; the games continue.

A law may be wrong itself, and a table must not stand still for it. What is lost or made out of nothing is
another matter: the engine takes such an action back.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass

from bot.store.game_rows import GameInfo
from bot.work.metrics import METRICS
from engine import Game

log = logging.getLogger(__name__)

KEPT = 100
"""How many are remembered until the bot is restarted; the log has all."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A law that failed after a move: the game, the record and a sentence about it."""

    game: int
    name: str
    record: int
    law: str
    text: str


class Lawless:
    """The newest failures, oldest first, and their number since the bot was started."""

    def __init__(self) -> None:
        self.found: deque[Failed] = deque(maxlen=KEPT)
        self.count = 0

    def note(self, info: GameInfo, game: Game | None) -> None:
        """Log, count and remember the failures of a stored write."""
        for record, breach in game.breaches if game is not None else ():
            failed = Failed(info.id, info.name, record, breach.law, breach.text)
            log.error(
                "game %s, record %s: the law %s does not hold: %s",
                info.id, record, breach.law, breach.text, extra={"game": info.id},
            )  # fmt: skip
            METRICS.laws.labels(info.title, breach.law).inc()
            self.found.append(failed)
            self.count += 1
