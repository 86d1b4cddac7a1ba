"""Where recorded play reads a rule otherwise than the rulebook; the option `readings` chooses at the set-up.

Each reading tells what is printed, then what recorded play does.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.view import View
from engine.rules.readings import TitleReadings, in_force, opposite


@dataclass(frozen=True)
class Readings(TitleReadings):
    """The named readings of a game; as they stand, those of the rulebook."""

    additional_companies_dealt: bool = False
    """With 7 or 8 players more companies can be an option; recorded: always more (2.4.2)."""

    price_before_floating: bool = False
    """A chartered company has no price until it floats; recorded: its par from the start (4.2)."""

    half_for_sale_rounded_up: bool = True
    """Half the price of an option that cannot be exchanged is rounded up; recorded: down (5.2.4)."""

    both_treasuries_redeem: bool = True
    """Both merging companies pay for their own option; recorded: the active company alone (5.2.4)."""

    two_charters_make_one: bool = False
    """No merged company is chartered (7.5.6); recorded: one of two chartered ones is (7.5.4)."""

    full_home_upgraded_first: bool = False
    """A home marker makes room for itself after building; recorded: upgrade first, else make room (7.2)."""

    least_to_top_up: int = 10
    """The smallest revenue that the treasury may raise is 10; recorded: more than 10 (7.8.6)."""

    own_trains_come_first: bool = True
    """No money is raised while the director's other companies can sell a train; recorded: it is (7.11)."""

    homes_after_lner: bool = False
    """Once the LNER has formed no home marker is placed or makes room; recorded: both goes on (10.3)."""

    last_operations_in_one_round: bool = True
    """Each company ends with three operations in one round; recorded: a usual set of rounds (10.3)."""


PRINTED = Readings()
RECORDED = opposite(PRINTED, least_to_top_up=11)


def readings(view: View) -> Readings:
    """The readings that hold in a game, as chosen at its set-up."""
    return in_force(view, PRINTED, RECORDED)
