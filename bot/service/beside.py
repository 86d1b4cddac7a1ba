"""What the core of the service stands on: what stands beside the logs, and what may come in between."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any, Protocol

from bot.store import seals
from bot.store.games import GameInfo

log = logging.getLogger(__name__)

Json = Any


class Finder(Protocol):
    """Answers what `Unanswered` asks, away from the event loop."""

    async def __call__(self, title: str, state: Any, company: str) -> list[Json]:
        """The answer about a company in a position (JSON)."""


class MovedOn(Exception):
    """Another process wrote this game, or the database was away: nothing was done, so it is tried anew."""


class NotStored(MovedOn):
    """The database did not take it, and it is known that nothing was done."""


class Beside:
    """Keeps in mind of which games something beside the log is not as it was stored."""

    def __init__(self) -> None:
        self.odd: set[int] = set()

    def look_over(self, infos: Iterable[GameInfo]) -> None:
        """Keep in mind of which games something beside the log is not as it was stored; they go on."""
        for info in infos:
            if seals.sound(info):
                self.odd.discard(info.id)
            elif info.id not in self.odd:
                self.odd.add(info.id)
                log.error("game %s: what stands beside its log is not as it was stored", info.id)
