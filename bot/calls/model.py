"""The records of which plans are made. All times are seconds since 1970, UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.store.outbox import PING_AFTER

MINUTE, HOUR, DAY = 60, 3600, 86400

DEFAULT_FIRST_PING = 2
"""Minutes before the first ping, where a table says nothing else."""

HOLD = PING_AFTER
"""The setting of a table: seconds after a move before anybody is called, so that it can be taken back."""

MAX_FIRST_PING, MAX_CLOCK = 120, 24 * 30
"""The longest first wait in minutes and the longest clock in hours that a table may set."""


@dataclass(frozen=True, slots=True)
class Pace:
    """What a table says of time: the first ping's delay, no pings at all, the clock of a turn."""

    first: int = DEFAULT_FIRST_PING * MINUTE
    live: bool = False
    clock: int | None = None

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Pace:
        """The pace in the settings of a table.

        Nobody is called before the hold is over: where the card itself calls (a first ping at once), the
        outbox waits for it; elsewhere the first ping does.
        """
        hours = int(settings.get("clock") or 0)
        minutes = settings.get("first_ping")
        usual = 0 if settings.get("pace") == "at once" else DEFAULT_FIRST_PING
        first = MINUTE * (usual if minutes is None else int(minutes))
        delay = max(first, int(settings.get(HOLD) or 0)) if first else 0
        return cls(delay, settings.get("pace") == "live", hours * HOUR or None)


NO_ZONE = "UTC"
"""The zone of whoever has set none."""


@dataclass(frozen=True, slots=True)
class Member:
    """How somebody wants to be called.

    ``quiet`` is from and to in minutes of the day on his wall, ``vacations`` are (from, until), ``pinged`` is
    when any table called him last, ``digest`` the hour of the daily digest.
    """

    user: int
    zone: str = NO_ZONE
    quiet: tuple[int, int] | None = None
    weekend: bool = False
    direct: bool = False
    gap: int = 0
    digest: int | None = None
    muted: frozenset[int] = frozenset()
    vacations: tuple[tuple[int, int], ...] = ()
    pinged: int = 0


@dataclass(frozen=True, slots=True)
class Wait:
    """A game waits for a seat, held (or played) by ``user``; ``mark`` names the round and the company.

    ``rev`` and ``since`` say when it began, ``start`` when its clock did, ``stage`` counts the pings of it,
    ``last`` is the last of them and ``touched`` the member's own last move in it. ``by_card`` says that the
    turn's card itself calls him; ``told``, ``voted``: the table was told, the clock ran
    out; ``nudged`` is who asked for the next ping, ``extra`` the seconds that the clock stood still.
    """

    game: int
    seat: str
    user: int | None
    mark: str
    rev: int
    since: int
    start: int
    stage: int = 0
    last: int = 0
    touched: int = 0
    snoozed: int | None = None
    by_card: bool = False
    told: bool = False
    voted: bool = False
    nudged: int | None = None
    extra: int = 0

    @property
    def posted(self) -> bool:
        """Whether a reminder was posted for it, besides the card."""
        return self.last > 0 and self.stage > self.by_card
