"""What the track of a company is worth: what its trains of now and those to come earn on it."""

from __future__ import annotations

from engine.players.worth.forecast import Foresight
from engine.rules import trains

LATE = 0.7
"""How much counts of what trains to come would earn on the track of now: others build, too."""


def track_worth(foresight: Foresight, company: str) -> float:
    """What the runs of a company will earn until the end, in the title's currency.

    The run of now counts while the trains of now live, the run with trains to come after that.
    """
    view, known = foresight.view, foresight.known
    held = trains.counted(view, company)
    lives = known.lives(view, held, foresight.outlook.life)
    rounds = foresight.rounds_of(company)
    lasts = min(float(rounds), max(lives, default=0.0))
    now = foresight.income(company) if held else foresight.fresh(company)
    return now * lasts + LATE * max(now, foresight.later(company)) * (rounds - lasts)
