"""Where recorded play reads an open question otherwise; the option `readings` says whose reading holds.

Each reading tells what the outline says, then what recorded play does.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.view import View
from engine.rules.readings import TitleReadings, in_force, opposite


@dataclass(frozen=True)
class Readings(TitleReadings):
    """The named readings of a game; as they stand, those of the outline and of the table of readings."""

    priority_at_each_purchase: bool = False
    """It goes on left of the last to act or buy; recorded: of the last to buy, no bid counts (O92)."""

    auction_left_of_par: bool = False
    """After a par it goes on left of the buyer who set it off; recorded: left of who set the par (O92)."""

    priority_when_all_pass: bool = True
    """When all pass the next to begin is left of the last to act; recorded: of the last to buy (O93)."""

    home_token_at_floating: bool = True
    """The home token is placed when a corporation floats; recorded: in its first operating turn (O110)."""

    consent_around_paris: bool = True
    """Track before a station of Paris needs consent; recorded: the players agreed at the table (O118)."""

    floats_as_started: bool = True
    """Capital, treasury and tokens are those of the phase of the par; recorded: of the float (O101-O105)."""

    belgium_opens_late: bool = True
    """Belgium is closed until Etat Belge has operated; recorded: nobody checked it (O119)."""


PRINTED = Readings()
RECORDED = opposite(PRINTED)


def readings(view: View) -> Readings:
    """The readings that hold in a game, as chosen at its set-up."""
    return in_force(view, PRINTED, RECORDED)
