"""Which games have something beside their log that is not as it was stored."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.store import seals
from bot.store.game_rows import GameInfo

log = logging.getLogger(__name__)


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
