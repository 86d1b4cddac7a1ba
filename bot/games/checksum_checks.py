"""Which games have a stored row (place, title, settings, seats) that fails its checksum."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.store import checksums
from bot.store.game_rows import GameInfo

log = logging.getLogger(__name__)


class ChecksumChecks:
    """Remembers the games whose rows fail their checksum. Their logs are intact, so the games go on."""

    def __init__(self) -> None:
        """Begin with no games that fail their checksum."""
        self.ids_of_games_with_wrong_checksum: set[int] = set()

    def verify_checksums(self, infos: Iterable[GameInfo]) -> None:
        """Verify the checksums of the rows of games, as they were read from the database.

        The ids of games that fail are added to `ids_of_games_with_wrong_checksum`, and new failures are
        logged. Games that pass are removed from it. Nothing is raised.
        """
        for info in infos:
            if checksums.has_valid_checksum(info):
                self.ids_of_games_with_wrong_checksum.discard(info.id)
            elif info.id not in self.ids_of_games_with_wrong_checksum:
                self.ids_of_games_with_wrong_checksum.add(info.id)
                log.error("game %s: its row or its seats are not as they were stored", info.id)
