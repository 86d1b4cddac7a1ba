"""Which games have a stored row (place, title, settings, seats) that fails its checksum."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.store import seals
from bot.store.game_rows import GameInfo

log = logging.getLogger(__name__)


class Beside:
    """Remembers the games whose row or seats fail their checksum. Their logs are sound, so they go on."""

    def __init__(self) -> None:
        self.odd: set[int] = set()

    def check_seals(self, infos: Iterable[GameInfo]) -> None:
        """Check the checksums of games read from the database; update `odd` and log each new failure."""
        for info in infos:
            if seals.sound(info):
                self.odd.discard(info.id)
            elif info.id not in self.odd:
                self.odd.add(info.id)
                log.error("game %s: what stands beside its log is not as it was stored", info.id)
