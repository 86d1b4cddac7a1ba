"""Remembers which games have damaged data beside their logs."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.store import seals
from bot.store.game_rows import GameInfo

log = logging.getLogger(__name__)


class Beside:
    """The games whose data beside the log do not match their checksum."""

    def __init__(self) -> None:
        self.odd: set[int] = set()

    def look_over(self, infos: Iterable[GameInfo]) -> None:
        """Check the data beside the log of games and remember the damaged ones; these games continue."""
        for info in infos:
            if seals.sound(info):
                self.odd.discard(info.id)
            elif info.id not in self.odd:
                self.odd.add(info.id)
                log.error("game %s: what stands beside its log is not as it was stored", info.id)
